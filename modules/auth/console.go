package auth

// What is said of the pages of Meta and Instagram is in this file alone. Who follows it again
// brings the date up to date.

// ConsoleWalked is the day on which somebody last went through Meta's console by this guide.
const ConsoleWalked = "2026-11-21"

// The exact pages.
const (
	AppDashboard  = "https://developers.facebook.com/apps/"
	SwitchAccount = "https://www.instagram.com/accounts/convert_to_professional_account/"
	tokenDebugger = "https://developers.facebook.com/tools/debug/accesstoken/"
	testerInvites = "https://www.instagram.com/accounts/manage_access/"
)

// The ways to them in the menus.
const (
	SwitchMenu  = "Settings, Account type and tools, Switch to professional account"
	testerMenu  = "Settings, Apps and websites, Tester invites"
	scopesMenu  = "Use cases, Customize, Permissions"
	extendMenu  = "Extend Access Token"
	publishMenu = "Publish"
)

// ConsoleWay is how a token is made in Meta's console. It names the login with Instagram, of which
// most users have the least to do.
func ConsoleWay() []string {
	return []string{
		"In Meta's App Dashboard, make an app of your own, and choose Instagram, then API setup with Instagram login.",
		"Add your account to the app. It gets an invite, which it accepts in Instagram (" + testerMenu + ").",
		"Press Generate token beside the account, agree, and copy the token.",
	}
}

// SetUp is a set-up of an app at Meta that makes tokens.
type SetUp struct {
	Name   string `json:"name" doc:"What the set-up is called." example:"Instagram login"`
	Choose string `json:"choose" doc:"Who chooses it, and where." example:"For posts on Instagram alone: API setup with Instagram login."`
	Cannot string `json:"cannot" doc:"What it cannot do, or takes." example:"It has no Page, and can delete no posts."`
}

// SetUps returns the set-ups, the simplest first.
func SetUps() []SetUp {
	return []SetUp{
		{"Instagram login", "For posts on Instagram alone. In the app choose Instagram, API setup with Instagram login.", "It has no Page, so that nothing is copied to one, and programs cannot delete posts."},
		{"Facebook login", "For copies on a Facebook Page too, and to delete posts. In the app choose Instagram, API setup with Facebook login.", "It takes a Page that the account is linked with."},
		{"Facebook login, without a Page", "What newer apps give: the token begins with EAA, and the account is found without a Page.", "It has no Page, so that nothing is copied to one."},
	}
}
