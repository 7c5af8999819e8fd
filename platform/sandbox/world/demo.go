package world

import (
	"time"

	"crier/platform/secrets"
)

// The words of AccountType and LoginMethod.
const (
	accountBusiness = "BUSINESS"
	AccountCreator  = "CREATOR"
	AccountPersonal = "PERSONAL"
	LoginPrimary    = "primary"
	LoginPartner    = "partner"
)

// PrimaryTokenLife is how long a long-lived token of the primary login is good for; Page tokens do
// not expire.
const PrimaryTokenLife = 60 * 24 * time.Hour

// ShortTokenLife is how long what a code was exchanged for is good.
const ShortTokenLife = time.Hour

// Profile is a demo account as a person who connects it sees it.
type Profile struct {
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
	// PageID and PageName are the linked Page of a partner account, empty for one without.
	PageID         string
	PageName       string
	FollowersCount int
	// MediaCount is how many posts the account has in the first-run world.
	MediaCount int
}

// DemoAccounts returns the two accounts of the first-run world, always the same: a primary BUSINESS
// one, then a partner CREATOR one with a Page.
func DemoAccounts() []Profile {
	return []Profile{
		{
			SNUserID: "17841400000000101", Username: "crier.demo.bakery", Name: "Demo Bakery (sandbox)",
			AccountType: accountBusiness, LoginMethod: LoginPrimary,
			Token:          secrets.NewText("SANDBOX-IG-DEMO-BAKERY"),
			FollowersCount: 1280,
		},
		{
			SNUserID: "17841400000000202", Username: "crier.demo.potter", Name: "Demo Potter (sandbox)",
			AccountType: AccountCreator, LoginMethod: LoginPartner,
			Token:     secrets.NewText("SANDBOX-FB-PAGE-DEMO-POTTER"),
			UserToken: secrets.NewText("SANDBOX-FB-USER-DEMO-POTTER"),
			PageID:    "100000000000203", PageName: "Demo Potter Studio (sandbox)",
			FollowersCount: 342,
		},
	}
}

// UnifiedAccounts returns the accounts without a Page that the partner's host serves, a
// professional and a personal one. DemoTokens has their tokens.
func UnifiedAccounts() []Profile {
	return []Profile{
		{
			SNUserID: "17841400000000707", Username: "crier.demo.weaver", Name: "Demo Weaver (sandbox)",
			AccountType: AccountCreator, LoginMethod: LoginPartner,
			Token:          secrets.NewText("SANDBOX-UNIFIED-DEMO-WEAVER"),
			FollowersCount: 215,
		},
		{
			SNUserID: "17841400000000808", Username: "crier.demo.diary", Name: "Demo Diary (sandbox)",
			AccountType: AccountPersonal, LoginMethod: LoginPartner,
			Token: secrets.NewText("SANDBOX-UNIFIED-DEMO-DIARY"),
		},
	}
}

// InvitedAccount returns the account that has been invited to test the app and has not accepted:
// its token can be made, and the network answers no call with it.
func InvitedAccount() Profile {
	return Profile{
		SNUserID: "17841400000000909", Username: "crier.demo.invited", Name: "Demo Invited (sandbox)",
		AccountType: accountBusiness, LoginMethod: LoginPrimary,
		Token: secrets.NewText("SANDBOX-IG-DEMO-INVITED"),
	}
}

// FurtherAccounts returns the accounts of the first-run world that are not connected: a
// professional and a personal one of the primary login, and two of one partner user. The Page of
// the second one can be found only by way of a business.
func FurtherAccounts() []Profile {
	studio := secrets.NewText("SANDBOX-FB-USER-DEMO-STUDIO")
	return []Profile{
		{
			SNUserID: "17841400000000303", Username: "crier.demo.florist", Name: "Demo Florist (sandbox)",
			AccountType: AccountCreator, LoginMethod: LoginPrimary,
			Token:          secrets.NewText("SANDBOX-IG-DEMO-FLORIST"),
			FollowersCount: 77,
		},
		{
			SNUserID: "17841400000000404", Username: "crier.demo.private", Name: "Demo Private (sandbox)",
			AccountType: AccountPersonal, LoginMethod: LoginPrimary,
			Token: secrets.NewText("SANDBOX-IG-DEMO-PRIVATE"),
		},
		{
			SNUserID: "17841400000000505", Username: "crier.demo.studio", Name: "Demo Studio (sandbox)",
			AccountType: accountBusiness, LoginMethod: LoginPartner,
			Token: secrets.NewText("SANDBOX-FB-PAGE-DEMO-STUDIO"), UserToken: studio,
			PageID: "100000000000506", PageName: "Demo Studio (sandbox)",
			FollowersCount: 5210,
		},
		{
			SNUserID: "17841400000000606", Username: "crier.demo.gallery", Name: "Demo Gallery (sandbox)",
			AccountType: accountBusiness, LoginMethod: LoginPartner,
			Token: secrets.NewText("SANDBOX-FB-PAGE-DEMO-GALLERY"), UserToken: studio,
			PageID: "100000000000607", PageName: "Demo Gallery (sandbox)",
			FollowersCount: 930,
		},
	}
}

// NativeProfile is a demo user of the network's own app, whose login the native API takes.
type NativeProfile struct {
	// UserID is the network's own id, longer than 64 bits.
	UserID   string
	Username string
	FullName string
	Password secrets.Text
	// AccountID is the network's id of the account whose user this is, to the publishing API.
	AccountID string
	// Code is what the first-run world sends for a challenge.
	Code string
	// WebSession is the cookie sessionid of a browser in which the user is signed in for good,
	// whatever becomes of logins. It is good on every device.
	WebSession secrets.Text
}

// DemoNativeUser returns the native user of the first-run world, always the same.
func DemoNativeUser() NativeProfile {
	return NativeProfile{
		UserID: "58000000000000000301", Username: "sandbox.native", FullName: "Demo Native (sandbox)",
		Password: secrets.NewText("SANDBOX-password"), AccountID: DemoAccounts()[0].SNUserID, Code: "123456",
		WebSession: secrets.NewText("58000000000000000301:SANDBOX-web-session:1"),
	}
}

// App is an app at the network, in whose name a person logs in.
type App struct {
	ID     string
	Secret secrets.Text
}

// DemoApp returns the one app that the sandbox knows, for both logins.
func DemoApp() App {
	return App{ID: "990000000000001", Secret: secrets.NewText("SANDBOX-APP-SECRET")}
}
