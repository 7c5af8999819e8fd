package world

import (
	"time"

	"crier/platform/secrets"
	"crier/platform/wiretime"
)

// The kinds of tokens of the partner's host, as it says them.
const (
	KindUser = "USER"
	KindPage = "PAGE"
	KindApp  = "APP"
)

// DemoToken is a token of the first-run world besides those of its accounts. It opens an account
// without a Page, or it is one that a client refuses to connect.
type DemoToken struct {
	Token secrets.Text
	// About says in a few words what it is.
	About string
	// accountID is whose it is. One of nobody leads to no account.
	accountID string
	isNobody  bool
	scope     Scope
	kind      string
	scopes    []string
	life      time.Duration
}

// UnifiedScopes are what a person agrees to who logs in without a Page.
func UnifiedScopes() []string {
	return []string{
		"instagram_business_basic", "instagram_business_content_publish", "instagram_business_manage_comments", "instagram_manage_contents",
	}
}

// DemoTokens returns the tokens, always the same.
func DemoTokens() []DemoToken {
	weaver, diary := UnifiedAccounts()[0].SNUserID, UnifiedAccounts()[1].SNUserID
	token := func(name, account, about string) DemoToken {
		return DemoToken{
			Token: secrets.NewText("SANDBOX-UNIFIED-" + name), About: about, accountID: account,
			scope: ScopeUser, kind: KindUser, scopes: UnifiedScopes(), life: PrimaryTokenLife,
		}
	}
	all := []DemoToken{
		token("DEMO-WEAVER", weaver, "good, and its account has no Page"),
		token("DEMO-WEAVER-ITSELF", weaver, "good, and of the account itself"),
		token("DEMO-DIARY", diary, "of a personal account"),
		token("NO-COMMENTS", weaver, "good, without the permission to comment"),
		token("NO-PUBLISH", weaver, "without the permission to publish"),
		token("SHORT", weaver, "ends within an hour"),
		token("NOBODY", weaver, "of a person who agreed to no account"),
		token("APP", weaver, "of an app"),
	}
	all[1].scope = ScopeAccount
	all[3].scopes = []string{"instagram_business_basic", "instagram_business_content_publish", "instagram_manage_contents"}
	all[4].scopes = []string{"instagram_business_basic"}
	all[5].life = ShortTokenLife
	all[6].isNobody = true
	all[7].kind = KindApp
	return all
}

// issued returns the token as if a login had given it out. A short-lived one is always fresh.
func (d DemoToken) issued(now time.Time) *IssuedToken {
	return &IssuedToken{
		Token: d.Token.Reveal(), AccountID: d.accountID, Scope: d.scope, AppID: DemoApp().ID, Kind: d.kind, Scopes: d.scopes,
		Short: d.life == ShortTokenLife, IssuedAt: wiretime.Of(now), ExpiresAt: wiretime.Ptr(now.Add(d.life)),
	}
}
