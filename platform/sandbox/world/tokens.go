package world

import (
	"slices"
	"time"

	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

// IssuedToken is a token that a login gave out.
type IssuedToken struct {
	Token     string `json:"token"`
	Seq       int64  `json:"seq"`
	AccountID string `json:"accountId"`
	Scope     Scope  `json:"scope"`
	// Kind is absent for a person's or a Page's, which the scope tells.
	Kind     string        `json:"kind,omitzero"`
	AppID    string        `json:"appId"`
	Scopes   []string      `json:"scopes"`
	IssuedAt wiretime.Time `json:"issuedAt"`
	// ExpiresAt is absent for the token of a Page that a long-lived token led to.
	ExpiresAt *wiretime.Time `json:"expiresAt,omitzero"`
	// AgreedAt is when the person agreed to the login that led to this token by an exchange, absent
	// for a token of the login itself.
	AgreedAt *wiretime.Time `json:"agreedAt,omitzero"`
	// Short marks what a code was exchanged for.
	Short bool `json:"short,omitzero"`
	// Parent is the user's token that led to a Page's.
	Parent string `json:"parent,omitzero"`
}

// LoginCode is what a person's consent gave out, good once.
type LoginCode struct {
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
	TokenGood    = "good"
	TokenExpired = "expired"
	TokenRevoked = "revoked"
)

// Scope is what a token opens: its own node, and what that node leads to.
type Scope int

const (
	ScopeAccount Scope = iota
	ScopePage
	ScopeUser
)

// Grant is a token that was found good.
type Grant struct {
	Account *Account
	Scope   Scope
	// User is whose token it is, for ScopeUser.
	User *PartnerUser
	// Issued is what is known of a token that was given out by a login, nil for those that the
	// world begins with.
	Issued *IssuedToken
}

// At returns the grant as it opens a node: a user's token opens all accounts and Pages of the
// user's.
func (g Grant) At(node string) Grant {
	if g.User == nil {
		return g
	}
	for _, a := range g.User.all() {
		if a.ID == node || a.Profile.PageID == node {
			g.Account = a
		}
	}
	return g
}

// HostOf returns the prefix of the host that takes the account's tokens.
func HostOf(a *Account) string {
	if a.Profile.LoginMethod == LoginPrimary {
		return wire.HostIG
	}
	return wire.HostFB
}

// State returns the state of the token, and since when it is expired or revoked. The control API
// ends the tokens that there are; one that a login gives out later is good.
func (g Grant) State(now time.Time) (state string, at time.Time) {
	if a := g.Account; a.TokenState != TokenGood && (g.Issued == nil || g.Issued.Seq < a.TokenSeq) {
		return a.TokenState, a.TokenSince.Time()
	}
	if end := g.End(); !end.IsZero() && !now.Before(end) {
		return TokenExpired, end
	}
	return TokenGood, time.Time{}
}

// End returns when the token expires by its age, zero for never.
func (g Grant) End() time.Time {
	renewed := g.Account.TokenSince.Time().Add(PrimaryTokenLife)
	switch {
	case g.Issued == nil && g.Account.Profile.LoginMethod == LoginPrimary:
		return renewed
	case g.Issued == nil || g.Issued.ExpiresAt == nil:
		return time.Time{}
	case g.Issued.Seq < g.Account.TokenSeq && g.Issued.ExpiresAt.Time().Before(renewed):
		return renewed // The control API restored it.
	}
	return g.Issued.ExpiresAt.Time()
}

// Since returns when the token was given out.
func (g Grant) Since() time.Time {
	if g.Issued == nil {
		return g.Account.TokenSince.Time()
	}
	return g.Issued.IssuedAt.Time()
}

// Agreed returns when the person agreed to the login that led to the token: an exchange for another
// one asks nobody.
func (g Grant) Agreed() time.Time {
	if g.Issued == nil || g.Issued.AgreedAt == nil {
		return g.Since()
	}
	return g.Issued.AgreedAt.Time()
}

// MayComment reports whether the token has the permission to comment, by either of its names. A
// token of the first-run world has every permission.
func (g Grant) MayComment() bool {
	return g.Issued == nil || slices.Contains(g.Issued.Scopes, "instagram_manage_comments") || slices.Contains(g.Issued.Scopes, "instagram_business_manage_comments")
}

// PartnerUser is a person who has the Pages of one or more accounts.
type PartnerUser struct {
	token string
	// Pages are the accounts whose Pages the user has, Owned those whose Pages a business of the
	// user's has, and Direct those without a Page.
	Pages, Owned, Direct []*Account
}

func (u *PartnerUser) all() []*Account { return slices.Concat(u.Pages, u.Owned, u.Direct) }

// ID is the person's id.
func (u *PartnerUser) ID() string {
	switch {
	case len(u.Pages) > 0:
		return "9" + u.Pages[0].Profile.PageID[1:]
	case len(u.Direct) > 0:
		return "9" + u.Direct[0].ID[1:]
	}
	return "900000000000001"
}

// Name is the person's name.
func (u *PartnerUser) Name() string {
	if all := u.all(); len(all) > 0 {
		return all[0].Profile.Name
	}
	return "Nobody (sandbox)"
}

// Accounts returns the ids of the accounts that the person agreed to.
func (u *PartnerUser) Accounts() []string {
	ids := []string{}
	for _, a := range u.all() {
		ids = append(ids, a.ID)
	}
	return ids
}

// BusinessID is the id of the person's business.
func (u *PartnerUser) BusinessID() string { return "7" + u.Pages[0].Profile.PageID[1:] }

// BarePageID is a Page of the user's that no account is linked with; only who has a business has
// one.
func (u *PartnerUser) BarePageID() string { return "8" + u.Pages[0].Profile.PageID[1:] }
