package sandbox

import (
	"time"

	"crier/platform/sandbox/wire"
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

// The states of an account's tokens.
const (
	tokenGood    = "good"
	tokenExpired = "expired"
	tokenRevoked = "revoked"
)

// scope is what a token opens: its own node, and what that node leads to.
type scope int

const (
	scopeAccount scope = iota
	scopePage
	scopeUser
)

// grant is a token that was found good.
type grant struct {
	account *account
	scope   scope
	// user is whose token it is, for scopeUser.
	user *partnerUser
	// issued is what is known of a token that was given out by a login, nil for those that the world begins with.
	issued *issuedToken
}

// at returns the grant as it opens a node: a user's token opens all accounts and Pages of the user's.
func (g grant) at(node string) grant {
	if g.user == nil {
		return g
	}
	for _, a := range g.user.all() {
		if a.ID == node || a.profile.PageID == node {
			g.account = a
		}
	}
	return g
}

func hostOf(a *account) string {
	if a.profile.LoginMethod == loginPrimary {
		return wire.HostIG
	}
	return wire.HostFB
}

// state returns the state of the token, and since when it is expired or revoked. The control API ends the tokens that there
// are; one that a login gives out later is good.
func (g grant) state(now time.Time) (state string, at time.Time) {
	if a := g.account; a.TokenState != tokenGood && (g.issued == nil || g.issued.Seq < a.TokenSeq) {
		return a.TokenState, a.TokenSince.Time()
	}
	if end := g.end(); !end.IsZero() && !now.Before(end) {
		return tokenExpired, end
	}
	return tokenGood, time.Time{}
}

// end returns when the token expires by its age, zero for never.
func (g grant) end() time.Time {
	renewed := g.account.TokenSince.Time().Add(primaryTokenLife)
	switch {
	case g.issued == nil && g.account.profile.LoginMethod == loginPrimary:
		return renewed
	case g.issued == nil || g.issued.ExpiresAt == nil:
		return time.Time{}
	case g.issued.Seq < g.account.TokenSeq && g.issued.ExpiresAt.Time().Before(renewed):
		return renewed // The control API restored it.
	}
	return g.issued.ExpiresAt.Time()
}

// since returns when the token was given out.
func (g grant) since() time.Time {
	if g.issued == nil {
		return g.account.TokenSince.Time()
	}
	return g.issued.IssuedAt.Time()
}
