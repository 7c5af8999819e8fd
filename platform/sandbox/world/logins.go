package world

import (
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

const (
	// CodeLife is how long a code is good.
	CodeLife = time.Hour
	// RefreshAge is how old a token must be to be refreshed.
	RefreshAge = 24 * time.Hour
)

// studioOwned is the account whose Page belongs to a business.
const studioOwned = "17841400000000606"

// Logins are the tokens that are good for something, the codes that lead to tokens, and the people
// who have Pages.
type Logins struct {
	*core

	accounts *Accounts
	Tokens   map[string]Grant
	// issued and codes are what logins gave out, in that order.
	issued []*IssuedToken
	codes  []*LoginCode
	users  []*PartnerUser
}

func newLogins(c *core, all *Accounts) *Logins {
	s := &Logins{core: c, accounts: all, Tokens: map[string]Grant{}}
	for _, a := range all.all {
		switch {
		case a.Profile.LoginMethod == LoginPrimary:
			s.Tokens[a.Profile.Token.Reveal()] = Grant{Account: a, Scope: ScopeAccount}
		case a.Profile.PageID == "":
			s.users = append(s.users, &PartnerUser{Direct: []*Account{a}})
		default:
			s.Tokens[a.Profile.Token.Reveal()] = Grant{Account: a, Scope: ScopePage}
			s.addToUser(a)
		}
	}
	s.addDemoTokens()
	return s
}

// addDemoTokens adds the tokens of DemoTokens.
func (s *Logins) addDemoTokens() {
	for _, d := range DemoTokens() {
		a := s.accounts.ByID[d.accountID]
		g := Grant{Account: a, Scope: d.scope, Issued: d.issued(a.TokenSince.Time())}
		switch {
		case d.isNobody:
			g.User = &PartnerUser{}
		case d.scope == ScopeUser:
			g.User = s.userOf(a)
		}
		s.Tokens[d.Token.Reveal()] = g
	}
}

// Authorize returns what token opens on host, or the network's refusal.
func (s *Logins) Authorize(host, token string) (Grant, *wire.Error) {
	g, ok := s.Find(token)
	if !ok || HostOf(g.Account) != host {
		return Grant{}, wire.UnreadableToken()
	}
	switch state, at := g.State(s.Now()); state {
	case TokenExpired:
		return Grant{}, wire.ExpiredToken(s.Settings.Dated(at), s.Settings.Dated(s.Now()))
	case TokenRevoked:
		return Grant{}, wire.RevokedToken()
	}
	return g, nil
}

// Find returns what a token opens if it is good, and false for one that was never given out. The
// short-lived token of DemoTokens is always fresh.
func (s *Logins) Find(token string) (Grant, bool) {
	g, ok := s.Tokens[token]
	if ok && g.Issued != nil && g.Issued.Seq == 0 && g.Issued.Short {
		fresh := *g.Issued
		fresh.IssuedAt, fresh.ExpiresAt = wiretime.Of(s.Now()), wiretime.Ptr(s.Now().Add(ShortTokenLife))
		g.Issued = &fresh
	}
	return g, ok
}

// Issue gives out a token like t, whose text begins with prefix.
func (s *Logins) Issue(prefix string, t IssuedToken, life time.Duration) *IssuedToken {
	t.Token, t.Seq, t.IssuedAt = prefix+rand.Text(), s.NextSeq(), wiretime.Of(s.Now())
	if life > 0 {
		t.ExpiresAt = wiretime.Ptr(s.Now().Add(life))
	}
	s.record().Tokens = append(s.record().Tokens, &t)
	s.setToken(&t)
	return &t
}

func (s *Logins) setToken(t *IssuedToken) {
	a := s.accounts.ByID[t.AccountID]
	g := Grant{Account: a, Scope: t.Scope, Issued: t}
	if t.Scope == ScopeUser {
		g.User = s.userOf(a)
	}
	s.Tokens[t.Token] = g
	s.issued = append(s.issued, t)
}

// PutCode adds a code, or replaces the one with its text.
func (s *Logins) PutCode(c *LoginCode) {
	s.record().Codes = append(s.record().Codes, c)
	s.setCode(c)
}

func (s *Logins) setCode(c *LoginCode) {
	if i := slices.IndexFunc(s.codes, func(old *LoginCode) bool { return old.Code == c.Code }); i >= 0 {
		s.codes[i] = c
		return
	}
	s.codes = append(s.codes, c)
}

// TakeCode uses a code up and returns it, nil when it is none that is good for the call.
func (s *Logins) TakeCode(code, redirectURI, login string) *LoginCode {
	i := slices.IndexFunc(s.codes, func(one *LoginCode) bool { return one.Code == code })
	if i < 0 {
		return nil
	}
	taken := *s.codes[i]
	if taken.Used || !s.Now().Before(taken.ExpiresAt.Time()) || taken.RedirectURI != redirectURI ||
		s.accounts.ByID[taken.AccountID].Profile.LoginMethod != login {
		return nil
	}
	taken.Used = true
	s.PutCode(&taken)
	return &taken
}

// PageToken returns the token of the grant's Page: the one that asks, the one that the world begins
// with, or one that the user's token leads to. That one lives as long as a short-lived user's
// token, and for ever with a long-lived one.
func (s *Logins) PageToken(g Grant, token string) string {
	switch {
	case g.Scope == ScopePage:
		return token
	case g.Issued == nil:
		return g.Account.Profile.Token.Reveal()
	}
	for _, t := range s.issued {
		if t.Parent == g.Issued.Token && t.AccountID == g.Account.ID {
			return t.Token
		}
	}
	life := time.Duration(0)
	if g.Issued.Short {
		life = g.Issued.ExpiresAt.Time().Sub(s.Now())
	}
	return s.Issue("SANDBOX-FB-PAGE-", IssuedToken{
		AccountID: g.Account.ID, Scope: ScopePage, AppID: g.Issued.AppID, Scopes: g.Issued.Scopes, Parent: g.Issued.Token,
		AgreedAt: wiretime.Ptr(g.Agreed()),
	}, life).Token
}

// addToUser gives the account to the user whose token leads to its Page.
func (s *Logins) addToUser(a *Account) {
	token := a.Profile.UserToken.Reveal()
	i := slices.IndexFunc(s.users, func(u *PartnerUser) bool { return u.token == token })
	if i < 0 {
		i = len(s.users)
		s.users = append(s.users, &PartnerUser{token: token})
		s.Tokens[token] = Grant{Account: a, Scope: ScopeUser, User: s.users[i]}
	}
	if a.ID == studioOwned {
		s.users[i].Owned = append(s.users[i].Owned, a)
		return
	}
	s.users[i].Pages = append(s.users[i].Pages, a)
}

// userOf returns the user who has the account's Page, nil for the primary login.
func (s *Logins) userOf(a *Account) *PartnerUser {
	if i := slices.IndexFunc(s.users, func(u *PartnerUser) bool { return slices.Contains(u.all(), a) }); i >= 0 {
		return s.users[i]
	}
	return nil
}

// apply takes over what a line of the state file says of logins.
func (s *Logins) apply(c *change) error {
	for _, t := range c.Tokens {
		if t == nil {
			return errNullEntry
		}
		a := s.accounts.ByID[t.AccountID]
		if a == nil || t.Scope < ScopeAccount || t.Scope > ScopeUser || t.Scope == ScopeUser && s.userOf(a) == nil {
			return fmt.Errorf("a token of no account %q", t.AccountID)
		}
		if _, taken := s.Tokens[t.Token]; taken {
			return fmt.Errorf("a token of the account %q is two", t.AccountID)
		}
		s.setToken(t)
	}
	for _, code := range c.Codes {
		if code == nil {
			return errNullEntry
		}
		if s.accounts.ByID[code.AccountID] == nil {
			return fmt.Errorf("a code of no account %q", code.AccountID)
		}
		s.setCode(code)
	}
	return nil
}
