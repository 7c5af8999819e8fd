package sandbox

import (
	"time"

	"crier/platform/secrets"
)

// The words of AccountType and LoginMethod.
const (
	accountBusiness = "BUSINESS"
	accountCreator  = "CREATOR"
	accountPersonal = "PERSONAL"
	loginPrimary    = "primary"
	loginPartner    = "partner"
)

// primaryTokenLife is how long a long-lived token of the primary login is good for; Page tokens do not expire.
const primaryTokenLife = 60 * 24 * time.Hour

// Account is a demo account as a person who connects it sees it.
type Account struct {
	// SNUserID is the network's own id, 17 digits.
	SNUserID string
	Username string
	Name     string
	// AccountType is BUSINESS or CREATOR, or PERSONAL for one that the API does not serve.
	AccountType string
	// LoginMethod is primary or partner, and decides the host that takes the tokens.
	LoginMethod string
	// Token publishes: the account's own token for primary, the Page's token for partner.
	Token secrets.Text
	// UserToken is the partner user's own token, which lists Pages; empty for primary.
	UserToken secrets.Text
	// PageID and PageName are the linked Page of a partner account, else empty.
	PageID         string
	PageName       string
	FollowersCount int
	// MediaCount is how many posts the account has in the first-run world.
	MediaCount int
}

// DemoAccounts returns the two accounts of the first-run world, always the same: a primary BUSINESS one, then a partner
// CREATOR one with a Page.
func DemoAccounts() []Account {
	return []Account{
		{
			SNUserID: "17841400000000101", Username: "crier.demo.bakery", Name: "Demo Bakery (sandbox)",
			AccountType: accountBusiness, LoginMethod: loginPrimary,
			Token:          secrets.NewText("SANDBOX-IG-DEMO-BAKERY"),
			FollowersCount: 1280,
		},
		{
			SNUserID: "17841400000000202", Username: "crier.demo.potter", Name: "Demo Potter (sandbox)",
			AccountType: accountCreator, LoginMethod: loginPartner,
			Token:     secrets.NewText("SANDBOX-FB-PAGE-DEMO-POTTER"),
			UserToken: secrets.NewText("SANDBOX-FB-USER-DEMO-POTTER"),
			PageID:    "100000000000203", PageName: "Demo Potter Studio (sandbox)",
			FollowersCount: 342,
		},
	}
}

// FurtherAccounts returns the accounts of the first-run world that nobody has connected: a professional and a personal one of
// the primary login, and two of one partner user, of which the second's Page is found by way of a business alone.
func FurtherAccounts() []Account {
	studio := secrets.NewText("SANDBOX-FB-USER-DEMO-STUDIO")
	return []Account{
		{
			SNUserID: "17841400000000303", Username: "crier.demo.florist", Name: "Demo Florist (sandbox)",
			AccountType: accountCreator, LoginMethod: loginPrimary,
			Token:          secrets.NewText("SANDBOX-IG-DEMO-FLORIST"),
			FollowersCount: 77,
		},
		{
			SNUserID: "17841400000000404", Username: "crier.demo.private", Name: "Demo Private (sandbox)",
			AccountType: accountPersonal, LoginMethod: loginPrimary,
			Token: secrets.NewText("SANDBOX-IG-DEMO-PRIVATE"),
		},
		{
			SNUserID: "17841400000000505", Username: "crier.demo.studio", Name: "Demo Studio (sandbox)",
			AccountType: accountBusiness, LoginMethod: loginPartner,
			Token: secrets.NewText("SANDBOX-FB-PAGE-DEMO-STUDIO"), UserToken: studio,
			PageID: "100000000000506", PageName: "Demo Studio (sandbox)",
			FollowersCount: 5210,
		},
		{
			SNUserID: "17841400000000606", Username: "crier.demo.gallery", Name: "Demo Gallery (sandbox)",
			AccountType: accountBusiness, LoginMethod: loginPartner,
			Token: secrets.NewText("SANDBOX-FB-PAGE-DEMO-GALLERY"), UserToken: studio,
			PageID: "100000000000607", PageName: "Demo Gallery (sandbox)",
			FollowersCount: 930,
		},
	}
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

// authorize returns what token opens on host, or the network's refusal.
func (w *world) authorize(host, token string) (grant, *graphError) {
	g, ok := w.tokens[token]
	if !ok || hostOf(g.account) != host {
		return grant{}, errUnreadableToken()
	}
	switch state, at := g.state(w.now()); state {
	case tokenExpired:
		return grant{}, errExpiredToken(at, w.now())
	case tokenRevoked:
		return grant{}, errRevokedToken()
	}
	return g, nil
}

func hostOf(a *account) string {
	if a.profile.LoginMethod == loginPrimary {
		return hostIG
	}
	return hostFB
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
