package auth

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/sandbox"
	"crier/platform/secrets"
)

// unified returns a token of the sandbox that no Page belongs to.
func unified(name string) secrets.Text { return secrets.NewText("SANDBOX-UNIFIED-" + name) }

// rememberApp has the app of the partner login remembered.
func (c *connected) rememberApp(t *testing.T) {
	t.Helper()
	app := sandbox.DemoApp()
	p := pending{Login: Partner, AppID: app.ID, AppSecret: app.Secret.Reveal(), RedirectURI: "https://localhost/"}
	if err := rememberApp(t.Context(), c.service, p); err != nil {
		t.Fatal(err)
	}
}

// TestUnified_WithoutAPage: an account that no Page leads to is found by its user's token, as an
// account that the user agreed to or as that of the token, and keeps its kind. Without the app its
// end is told; with it the token is renewed, and the renewed one too.
func TestUnified_WithoutAPage(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	weaver := sandbox.UnifiedAccounts()[0]
	for name, login := range map[string]LoginMethod{"DEMO-WEAVER": "", "DEMO-WEAVER-ITSELF": Partner} {
		got, err := c.connector.Connect(t.Context(), ConnectRequest{Token: unified(name), Login: login})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		a := got.Account
		if a.SNUserID != weaver.SNUserID || a.LoginMethod != Partner || a.PartnerPageID != nil || *a.AccountType != weaver.AccountType ||
			!a.TokenExpiresAt.Time().Equal(start.Add(longLivedFor)) || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "cannot renew it") {
			t.Errorf("%s: got %+v, %q", name, a, got.Warnings)
		}
		if may, known := a.Allows(graph.ScopeComment); !may || !known {
			t.Errorf("%s may comment: %v, %v", name, may, known)
		}
		c.works(t, *a)
	}
	if got, err := c.refresher.Refresh(t.Context(), c.weaver(t).ID); err != nil || got.TokenRefreshed || !strings.Contains(got.Note, "no app is remembered") {
		t.Errorf("without the app: %+v, %v", got, err)
	}
	c.rememberApp(t)
	if got, err := c.connector.Connect(t.Context(), ConnectRequest{Token: unified("DEMO-WEAVER")}); err != nil || len(got.Warnings) != 0 {
		t.Errorf("with the app: %+v, %v", got, err)
	}
	for _, at := range []time.Duration{51, 102, 153} {
		c.clock.Advance(start.Add(at * day).Sub(c.clock.Now()))
		c.chores(t)
		a := c.weaver(t)
		if !a.TokenExpiresAt.Time().Equal(c.clock.Now().Add(longLivedFor)) || a.IsMarked() || a.PartnerPageID != nil {
			t.Errorf("on day %d it is %+v", at, a)
		}
		c.works(t, a)
	}
}

// weaver returns the account without a Page.
func (c *connected) weaver(t *testing.T) SocialAccount {
	t.Helper()
	a, err := selectByNetworkID(t.Context(), c.db, c.service.network, sandbox.UnifiedAccounts()[0].SNUserID)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestUnified_ShortLived: a short-lived token is exchanged where the app that made it is
// remembered, and refused where it is not.
func TestUnified_ShortLived(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	_, err := c.connector.Connect(t.Context(), ConnectRequest{Token: unified("SHORT")})
	if apperror.CodeOf(err) != apperror.ValidationError || !strings.Contains(err.Error(), "short-lived: it ends at "+start.Add(time.Hour).Format("2006-01-02T15:04")) {
		t.Errorf("without the app: %v", err)
	}
	c.rememberApp(t)
	got, err := c.connector.Connect(t.Context(), ConnectRequest{Token: unified("SHORT")})
	if err != nil || !got.Account.TokenExpiresAt.Time().Equal(start.Add(longLivedFor)) || len(got.Warnings) != 0 {
		t.Fatalf("with the app: %+v, %v", got, err)
	}
	c.clock.Advance(2 * time.Hour)
	c.works(t, *got.Account)
}

// TestConnect_RefusalsHaveCures: each refusal says what it is, and what to do about it.
func TestConnect_RefusalsHaveCures(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	for _, one := range []struct {
		token secrets.Text
		login LoginMethod
		says  []string
	}{
		{sandbox.InvitedAccount().Token, "", []string{"has not accepted", "accept the invite in Instagram (Settings, Apps and websites, Tester invites)", "(profile: Unsupported request - method type: get"}},
		{unified("DEMO-DIARY"), "", []string{"not a professional account (the network calls it PERSONAL)", "Switch to professional account"}},
		{sandbox.FurtherAccounts()[1].Token, "", []string{"not a professional account", "Switch to professional account"}},
		{unified("NO-PUBLISH"), "", []string{"lacks the permission instagram_business_content_publish", "tick it", "it has: instagram_business_basic)"}},
		{unified("SHORT"), "", []string{"short-lived", "Access Token Debugger"}},
		{unified("NOBODY"), "", []string{"to 0 Pages", "choose the account"}},
		{unified("APP"), "", []string{"token of an app (Sandbox app)", "App Dashboard"}},
		{unified("DEMO-WEAVER"), Primary, []string{"not a token of the primary login (by Instagram)", "leave the login out", "Cannot parse access token"}},
		{demoAccounts()[0].Token, Partner, []string{"not a token of the partner login (by Facebook)", "leave the login out"}},
		{secrets.NewText("SANDBOX-NONSENSE"), "", []string{"neither of the network's logins", "Cannot parse access token"}},
	} {
		got, err := c.connector.Connect(t.Context(), ConnectRequest{Token: one.token, Login: one.login})
		own := apperror.From(err)
		if own == nil || own.Code != apperror.ValidationError {
			t.Errorf("%s: got %+v, %v", one.token.Reveal(), got, err)
			continue
		}
		// The form shows the same sentence, and holds the token for another try.
		if looked := c.look(t, ConnectRequest{Token: one.token, Login: one.login}); looked.Seen != nil || looked.Refusal == nil || traceless(looked.Refusal.Message) != traceless(own.Message) {
			t.Errorf("%s: a look says %+v", one.token.Reveal(), looked.Refusal)
		}
		for _, part := range one.says {
			if !strings.Contains(own.Message, part) {
				t.Errorf("%s: %q is not in %q", one.token.Reveal(), part, own.Message)
			}
		}
		if strings.Contains(own.Message, "SANDBOX-") || strings.Contains(own.Message, ". ") {
			t.Errorf("%s: it is no single sentence, or shows a token: %s", one.token.Reveal(), own.Message)
		}
	}
	if all, err := c.service.Accounts(t.Context()); err != nil || len(all) != len(demoAccounts()) {
		t.Errorf("connected are %+v, %v", all, err)
	}
}

// traceless returns a message without the network's trace, which is another one for each call.
func traceless(message string) string {
	before, _, _ := strings.Cut(message, ", trace ")
	return before
}

// TestConnect_WithoutComments: the missing permission is told at connecting, and is known
// afterwards.
func TestConnect_WithoutComments(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	c.rememberApp(t)
	got, err := c.connector.Connect(t.Context(), ConnectRequest{Token: unified("NO-COMMENTS")})
	if err != nil || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "First comments cannot be posted, and everything else works: the token lacks the permission instagram_business_manage_comments") {
		t.Fatalf("got %+v, %v", got, err)
	}
	if may, known := got.Account.Allows(graph.ScopeComment); may || !known {
		t.Errorf("it may comment: %v, %v", may, known)
	}
	if _, known := c.bakery(t, 0).Allows(graph.ScopeComment); known {
		t.Error("it is known what the bakery's token may do")
	}
	if err := c.syncer.Sync(t.Context(), c.account(t, demoAccounts()[1].ID)); err != nil {
		t.Fatal(err)
	}
	if may, known := c.account(t, demoAccounts()[1].ID).Allows(graph.ScopeComment); !may || !known {
		t.Errorf("after a read the potter may comment: %v, %v", may, known)
	}
}

// TestConnect_PrimaryLoginAsksForComments: a person who does not tick comments is connected, and
// told so.
func TestConnect_PrimaryLoginAsksForComments(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	app := graph.App{ID: sandbox.DemoApp().ID, Secret: sandbox.DemoApp().Secret}
	address := c.begin(t, beginLogin{Login: Primary, AppID: app.ID, AppSecret: app.Secret, RedirectURI: "https://localhost/back"})
	fewer := strings.Replace(address, "%2Cinstagram_business_manage_comments", "", 1)
	if fewer == address || !strings.Contains(address, "force_reauth=true") {
		t.Fatalf("it asks %s", address)
	}
	got, err := c.oauth.Finish(t.Context(), finishLogin{RedirectedURL: agree(t, fewer).String()})
	if err != nil || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "First comments cannot be posted") {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestUnified_HostileAnswers: an answer of a wrong kind to what finds the account settles nothing,
// says so in one sentence, and shows no token.
func TestUnified_HostileAnswers(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	weaver := sandbox.UnifiedAccounts()[0]
	const debug = `{"data":{"type":"USER","is_valid":true,"scopes":["instagram_basic","instagram_content_publish"],"granular_scopes":`
	for _, one := range []struct {
		path   string
		status int
		body   string
		code   apperror.Code
	}{
		{"/debug_token", 200, `<html>`, apperror.UnknownError},
		{"/debug_token", 200, `{"data":[]}`, apperror.UnknownError},
		{"/debug_token", 200, `{"data":{"scopes":7}}`, apperror.ValidationError}, // It does not say that the token is valid.
		{"/debug_token", 200, debug + `"all"}}`, apperror.UnknownError},
		{"/debug_token", 200, debug + `[{"scope":"instagram_basic","target_ids":"x"}]}}`, apperror.UnknownError},
		{"/debug_token", 200, debug + `[{"scope":"instagram_basic","target_ids":["../me"]}]}}`, apperror.UnknownError},
		{"/debug_token", 200, debug + `[{"scope":["instagram_basic"],"target_ids":[]}]}}`, apperror.UnknownError},
		{"/debug_token", 200, debug + `[{"scope":"pages_show_list","target_ids":["` + weaver.SNUserID + `"]}]}}`, apperror.ValidationError},
		{"/debug_token", 200, debug + `[{"scope":"instagram_basic","target_ids":["1"]}]}}`, apperror.ValidationError},
		{"/debug_token", 503, `down`, apperror.UnknownError},
		{"/accounts", 200, `{"data":{}}`, apperror.UnknownError},
		{"/accounts", 503, `down`, apperror.UnknownError},
		{"/" + weaver.SNUserID, 200, `{"id":"1","username":"someone.else","account_type":"BUSINESS"}`, apperror.UnknownError},
		{"/" + weaver.SNUserID, 200, `{"id":"` + weaver.SNUserID + `"}`, apperror.UnknownError},
		{"/" + weaver.SNUserID, 200, `{"id":"` + weaver.SNUserID + `","username":["x"]}`, apperror.UnknownError},
		{"/" + weaver.SNUserID, 200, `{"id":"` + weaver.SNUserID + `","username":"x","account_type":"ROBOT"}`, apperror.ValidationError},
		{"/" + weaver.SNUserID, 400, `{"error":{"message":"(#10) no","code":10}}`, apperror.ValidationError},
		{"/" + weaver.SNUserID, 500, ` `, apperror.UnknownError},
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(one.status)
			_, _ = w.Write([]byte(one.body))
		}))
		t.Cleanup(srv.Close)
		c.use(graph.New(graph.Options{Clock: c.clock, HTTP: &http.Client{Transport: divert{one.path, srv.URL}}, Endpoints: func() graph.Endpoints {
			return graph.SandboxEndpoints(c.url)
		}}))
		got, err := c.connector.Connect(t.Context(), ConnectRequest{Token: unified("DEMO-WEAVER")})
		own := apperror.From(err)
		if own == nil || own.Code != one.code || strings.Contains(own.Message, "SANDBOX") || got.Account != nil {
			t.Errorf("%s %d %s: got %+v, %v", one.path, one.status, one.body, got, err)
		}
	}
	if all, err := c.service.Accounts(t.Context()); err != nil || len(all) != len(demoAccounts()) {
		t.Errorf("connected are %+v, %v", all, err)
	}
}

// TestUnified_HostileRenewals: an answer of a wrong kind renews nothing and loses no token.
func TestUnified_HostileRenewals(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	c.rememberApp(t)
	if _, err := c.connector.Connect(t.Context(), ConnectRequest{Token: unified("DEMO-WEAVER")}); err != nil {
		t.Fatal(err)
	}
	c.clock.Advance(51 * day)
	before, old, err := c.service.openToken(t.Context(), c.weaver(t).ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct{ path, body string }{
		{"/oauth/access_token", `<html>`},
		{"/oauth/access_token", `{"access_token":17}`},
		{"/oauth/access_token", `{"access_token":"SANDBOX-UNIFIED-OF-NOBODY","expires_in":5184000}`},
		{"/oauth/access_token", `{"error":{"message":"Error validating client secret.","code":1}}`},
		{"/debug_token", `{"data":[]}`},
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(one.body)) }))
		t.Cleanup(srv.Close)
		c.use(graph.New(graph.Options{Clock: c.clock, HTTP: &http.Client{Transport: divert{one.path, srv.URL}}, Endpoints: func() graph.Endpoints {
			return graph.SandboxEndpoints(c.url)
		}}))
		swapped, err := c.refresher.refresh(t.Context(), c.weaver(t))
		row, token, openErr := c.service.openToken(t.Context(), c.weaver(t).ID)
		if swapped || err == nil || strings.Contains(plainText(err), "SANDBOX") || openErr != nil || token != old || !row.ObtainedAt.Time().Equal(before.ObtainedAt.Time()) || c.weaver(t).IsMarked() {
			t.Errorf("%s %s: swapped %v, %v", one.path, one.body, swapped, err)
		}
	}
}

// TestCheck_WithoutAPage: the check of the network makes no call about a Page that is not there,
// and every answer about the account is as expected.
func TestCheck_WithoutAPage(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	if _, err := c.connector.Connect(t.Context(), ConnectRequest{Token: unified("DEMO-WEAVER")}); err != nil {
		t.Fatal(err)
	}
	steps, err := newChecker(c.service, c.client).Check(t.Context(), c.weaver(t).ID)
	if err != nil || len(steps) < 6 {
		t.Fatalf("%+v, %v", steps, err)
	}
	for _, s := range steps {
		if s.Verdict != Confirms || s.Row == "none" || strings.Contains(s.Row, "{page}") {
			t.Errorf("%+v", s)
		}
	}
}
