package sandbox

import (
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"crier/platform/wiretime"
)

const (
	shortTokenLife = time.Hour
	codeLife       = time.Hour
	// refreshAge is how old a token must be to be refreshed.
	refreshAge = 24 * time.Hour
)

// issuedToken is a token that a login gave out.
type issuedToken struct {
	Token     string        `json:"token"`
	Seq       int64         `json:"seq"`
	AccountID string        `json:"accountId"`
	Scope     scope         `json:"scope"`
	AppID     string        `json:"appId"`
	Scopes    []string      `json:"scopes"`
	IssuedAt  wiretime.Time `json:"issuedAt"`
	// ExpiresAt is absent for the token of a Page that a long-lived token led to.
	ExpiresAt *wiretime.Time `json:"expiresAt,omitzero"`
	// Short marks what a code was exchanged for.
	Short bool `json:"short,omitzero"`
	// Parent is the user's token that led to a Page's.
	Parent string `json:"parent,omitzero"`
}

// loginCode is what a person's consent gave out, good once.
type loginCode struct {
	Code        string        `json:"code"`
	AccountID   string        `json:"accountId"`
	AppID       string        `json:"appId"`
	RedirectURI string        `json:"redirectUri"`
	Scopes      []string      `json:"scopes"`
	ExpiresAt   wiretime.Time `json:"expiresAt"`
	Used        bool          `json:"used,omitzero"`
}

// issue gives out a token like t, whose text begins with prefix.
func (w *world) issue(prefix string, t issuedToken, life time.Duration) *issuedToken {
	t.Token, t.Seq, t.IssuedAt = prefix+rand.Text(), w.nextSeq(), wiretime.Of(w.now())
	if life > 0 {
		t.ExpiresAt = wiretime.Ptr(w.now().Add(life))
	}
	w.record().Tokens = append(w.record().Tokens, &t)
	w.setToken(&t)
	return &t
}

func (w *world) setToken(t *issuedToken) {
	a := w.byID[t.AccountID]
	g := grant{account: a, scope: t.Scope, issued: t}
	if t.Scope == scopeUser {
		g.user = w.userOf(a)
	}
	w.tokens[t.Token] = g
	w.issued = append(w.issued, t)
}

func (w *world) putCode(c *loginCode) {
	w.record().Codes = append(w.record().Codes, c)
	w.setCode(c)
}

func (w *world) setCode(c *loginCode) {
	if i := slices.IndexFunc(w.codes, func(old *loginCode) bool { return old.Code == c.Code }); i >= 0 {
		w.codes[i] = c
		return
	}
	w.codes = append(w.codes, c)
}

// applyLogins takes over what a line of the state file says of logins.
func (w *world) applyLogins(c *change) error {
	for _, t := range c.Tokens {
		if t == nil {
			return errNullEntry
		}
		a := w.byID[t.AccountID]
		if a == nil || t.Scope < scopeAccount || t.Scope > scopeUser || t.Scope == scopeUser && w.userOf(a) == nil {
			return fmt.Errorf("a token of no account %q", t.AccountID)
		}
		if _, taken := w.tokens[t.Token]; taken {
			return fmt.Errorf("a token of the account %q is two", t.AccountID)
		}
		w.setToken(t)
	}
	for _, code := range c.Codes {
		if code == nil {
			return errNullEntry
		}
		if w.byID[code.AccountID] == nil {
			return fmt.Errorf("a code of no account %q", code.AccountID)
		}
		w.setCode(code)
	}
	return nil
}

// pageToken returns the token of the grant's Page: the one that asks, the one that the world begins with, or one that the
// user's token leads to. That one lives as long as a short-lived user's token, and for ever with a long-lived one.
func (w *world) pageToken(g grant, c *call) string {
	switch {
	case g.scope == scopePage:
		return c.token
	case g.issued == nil:
		return g.account.profile.Token.Reveal()
	}
	for _, t := range w.issued {
		if t.Parent == g.issued.Token && t.AccountID == g.account.ID {
			return t.Token
		}
	}
	life := time.Duration(0)
	if g.issued.Short {
		life = g.issued.ExpiresAt.Time().Sub(w.now())
	}
	return w.issue("SANDBOX-FB-PAGE-", issuedToken{
		AccountID: g.account.ID, Scope: scopePage, AppID: g.issued.AppID, Scopes: g.issued.Scopes, Parent: g.issued.Token,
	}, life).Token
}
