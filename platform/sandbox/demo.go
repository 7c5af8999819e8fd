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
