package sandbox

import (
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

// logins are the tokens that are good for something, the codes that lead to tokens, and the people who have Pages.
type logins struct {
	*core

	accounts *accounts
	tokens   map[string]grant
	// issued and codes are what logins gave out, in that order.
	issued []*issuedToken
	codes  []*loginCode
	users  []*partnerUser
}

func newLogins(c *core, all *accounts) *logins {
	s := &logins{core: c, accounts: all, tokens: map[string]grant{}}
	for _, a := range all.all {
		if a.profile.LoginMethod == loginPrimary {
			s.tokens[a.profile.Token.Reveal()] = grant{account: a, scope: scopeAccount}
			continue
		}
		s.tokens[a.profile.Token.Reveal()] = grant{account: a, scope: scopePage}
		s.addToUser(a)
	}
	return s
}

// authorize returns what token opens on host, or the network's refusal.
func (s *logins) authorize(host, token string) (grant, *wire.Error) {
	g, ok := s.tokens[token]
	if !ok || hostOf(g.account) != host {
		return grant{}, wire.UnreadableToken()
	}
	switch state, at := g.state(s.now()); state {
	case tokenExpired:
		return grant{}, wire.ExpiredToken(at, s.now())
	case tokenRevoked:
		return grant{}, wire.RevokedToken()
	}
	return g, nil
}

// issue gives out a token like t, whose text begins with prefix.
func (s *logins) issue(prefix string, t issuedToken, life time.Duration) *issuedToken {
	t.Token, t.Seq, t.IssuedAt = prefix+rand.Text(), s.nextSeq(), wiretime.Of(s.now())
	if life > 0 {
		t.ExpiresAt = wiretime.Ptr(s.now().Add(life))
	}
	s.record().Tokens = append(s.record().Tokens, &t)
	s.setToken(&t)
	return &t
}

func (s *logins) setToken(t *issuedToken) {
	a := s.accounts.byID[t.AccountID]
	g := grant{account: a, scope: t.Scope, issued: t}
	if t.Scope == scopeUser {
		g.user = s.userOf(a)
	}
	s.tokens[t.Token] = g
	s.issued = append(s.issued, t)
}

func (s *logins) putCode(c *loginCode) {
	s.record().Codes = append(s.record().Codes, c)
	s.setCode(c)
}

func (s *logins) setCode(c *loginCode) {
	if i := slices.IndexFunc(s.codes, func(old *loginCode) bool { return old.Code == c.Code }); i >= 0 {
		s.codes[i] = c
		return
	}
	s.codes = append(s.codes, c)
}

// takeCode uses a code up and returns it, nil when it is none that is good for the call.
func (s *logins) takeCode(code, redirectURI, login string) *loginCode {
	i := slices.IndexFunc(s.codes, func(one *loginCode) bool { return one.Code == code })
	if i < 0 {
		return nil
	}
	taken := *s.codes[i]
	if taken.Used || !s.now().Before(taken.ExpiresAt.Time()) || taken.RedirectURI != redirectURI ||
		s.accounts.byID[taken.AccountID].profile.LoginMethod != login {
		return nil
	}
	taken.Used = true
	s.putCode(&taken)
	return &taken
}

// pageToken returns the token of the grant's Page: the one that asks, the one that the world begins with, or one that the
// user's token leads to. That one lives as long as a short-lived user's token, and for ever with a long-lived one.
func (s *logins) pageToken(g grant, token string) string {
	switch {
	case g.scope == scopePage:
		return token
	case g.issued == nil:
		return g.account.profile.Token.Reveal()
	}
	for _, t := range s.issued {
		if t.Parent == g.issued.Token && t.AccountID == g.account.ID {
			return t.Token
		}
	}
	life := time.Duration(0)
	if g.issued.Short {
		life = g.issued.ExpiresAt.Time().Sub(s.now())
	}
	return s.issue("SANDBOX-FB-PAGE-", issuedToken{
		AccountID: g.account.ID, Scope: scopePage, AppID: g.issued.AppID, Scopes: g.issued.Scopes, Parent: g.issued.Token,
	}, life).Token
}

// addToUser gives the account to the user whose token leads to its Page.
func (s *logins) addToUser(a *account) {
	token := a.profile.UserToken.Reveal()
	i := slices.IndexFunc(s.users, func(u *partnerUser) bool { return u.token == token })
	if i < 0 {
		i = len(s.users)
		s.users = append(s.users, &partnerUser{token: token})
		s.tokens[token] = grant{account: a, scope: scopeUser, user: s.users[i]}
	}
	if a.ID == studioOwned {
		s.users[i].owned = append(s.users[i].owned, a)
		return
	}
	s.users[i].pages = append(s.users[i].pages, a)
}

// userOf returns the user who has the account's Page, nil for the primary login.
func (s *logins) userOf(a *account) *partnerUser {
	for _, u := range s.users {
		if slices.Contains(u.all(), a) {
			return u
		}
	}
	return nil
}

// apply takes over what a line of the state file says of logins.
func (s *logins) apply(c *change) error {
	for _, t := range c.Tokens {
		if t == nil {
			return errNullEntry
		}
		a := s.accounts.byID[t.AccountID]
		if a == nil || t.Scope < scopeAccount || t.Scope > scopeUser || t.Scope == scopeUser && s.userOf(a) == nil {
			return fmt.Errorf("a token of no account %q", t.AccountID)
		}
		if _, taken := s.tokens[t.Token]; taken {
			return fmt.Errorf("a token of the account %q is two", t.AccountID)
		}
		s.setToken(t)
	}
	for _, code := range c.Codes {
		if code == nil {
			return errNullEntry
		}
		if s.accounts.byID[code.AccountID] == nil {
			return fmt.Errorf("a code of no account %q", code.AccountID)
		}
		s.setCode(code)
	}
	return nil
}
