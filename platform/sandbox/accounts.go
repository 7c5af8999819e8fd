package sandbox

import (
	"time"

	"crier/platform/secrets"
)

// The words of AccountType and LoginMethod.
const (
	accountBusiness = "BUSINESS"
	accountCreator  = "CREATOR"
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
	// AccountType is BUSINESS or CREATOR.
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
}

// authorize returns what token opens on host, or the network's refusal.
func (w *world) authorize(host, token string) (grant, *graphError) {
	g, ok := w.tokens[token]
	if !ok || hostOf(g.account) != host {
		return grant{}, errUnreadableToken()
	}
	switch g.account.tokenState(w.now()) {
	case tokenExpired:
		return grant{}, errExpiredToken(g.account.expiry(), w.now())
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

func (a *account) tokenState(now time.Time) string {
	if a.TokenState == tokenGood && a.profile.LoginMethod == loginPrimary && !now.Before(a.expiry()) {
		return tokenExpired
	}
	return a.TokenState
}

// expiry is when the token ends, or ended: at its own age, or when the control API expired it.
func (a *account) expiry() time.Time {
	if a.TokenState == tokenExpired {
		return a.TokenSince.Time()
	}
	return a.TokenSince.Time().Add(primaryTokenLife)
}
