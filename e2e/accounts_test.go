package e2e_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/auth"
	"crier/modules/schedule"
	"crier/platform/jobs"
	"crier/platform/sandbox"
	"crier/platform/wiretime"
)

const (
	connectPath = "/api/accounts/connect"
	beginPath   = "/api/accounts/oauth/begin"
	finishPath  = "/api/accounts/oauth/finish"
	fullDay     = 24 * time.Hour
	redirectURI = "https://localhost:7171/back"
)

// The accounts of the sandbox that are not connected at first.
func florist() sandbox.Account { return sandbox.FurtherAccounts()[0] }
func private() sandbox.Account { return sandbox.FurtherAccounts()[1] }
func studio() sandbox.Account  { return sandbox.FurtherAccounts()[2] }
func gallery() sandbox.Account { return sandbox.FurtherAccounts()[3] }

// connect connects an account by a token that gives access to it alone.
func (j *journey) connect(token string) auth.AccountOverview {
	j.t.Helper()
	var answer auth.ConnectionAnswer
	j.Browser(j.t).Post(connectPath, body{"token": token}).Want(http.StatusOK).JSON(&answer)
	if answer.Account == nil {
		j.t.Fatalf("nothing was connected: %+v", answer)
	}
	return *answer.Account
}

// overview returns the account as its owner sees it.
func (j *journey) overview(snUserID string) auth.AccountOverview {
	j.t.Helper()
	var list auth.AccountOverviews
	j.Browser(j.t).Get("/api/accounts").Want(http.StatusOK).JSON(&list)
	i := slices.IndexFunc(list.Accounts, func(o auth.AccountOverview) bool { return o.Account.SNUserID == snUserID })
	if i < 0 {
		j.t.Fatalf("the account %s is not among %+v", snUserID, list)
	}
	return list.Accounts[i]
}

// chore runs a chore of the accounts.
func (j *journey) chore(name string) {
	j.t.Helper()
	if err := j.Scheduler.RunNow(j.t.Context(), name); err != nil {
		j.t.Fatal(err)
	}
}

// asked returns how many calls of the network had a path with this end.
func (j *journey) asked(suffix string) (n int) {
	for _, c := range j.network.Calls() {
		if strings.HasSuffix(c.Path, suffix) {
			n++
		}
	}
	return n
}

func (j *journey) warnings() int { return strings.Count(j.Log.String(), "must be connected again") }

func TestAccounts_ConnectByToken(t *testing.T) {
	t.Parallel()
	j := begin(t)
	got := j.connect(florist().Token.Reveal())
	a := got.Account
	if a.SNUserID != florist().SNUserID || a.LoginMethod != auth.Primary || text(a.AccountType) != "CREATOR" || a.PartnerPageID != nil ||
		!got.TokenExpiryAssumed || got.Health != "ok" || !a.TokenExpiresAt.Time().Equal(e2e.Start.Add(60*fullDay)) || a.LastSyncedAt == nil {
		t.Errorf("the florist is %+v", got)
	}
	path := "/uploads/avatars/" + a.ID.String() + ".jpg"
	if text(a.ProfilePictureURL) != path {
		t.Fatalf("the picture is at %q", text(a.ProfilePictureURL))
	}
	picture := j.client.Get(path).Want(http.StatusOK)
	if picture.Header.Get("Content-Type") != "image/jpeg" || picture.Header.Get("X-Content-Type-Options") != "nosniff" ||
		picture.Header.Get("Cache-Control") != "private, no-cache" || !strings.HasPrefix(string(picture.Body), "\xff\xd8\xff") {
		t.Errorf("the picture comes with %v", picture.Header)
	}
	j.client.With("If-None-Match", picture.Header.Get("ETag")).Get(path).Want(http.StatusNotModified)
	j.Anonymous(t).Get(path).WantError(http.StatusUnauthorized, "AUTH_REQUIRED")
	for _, bad := range []string{"/uploads/avatars/..%2f..%2fcrier.db", "/uploads/avatars/x.jpg", "/uploads/avatars/" + j.potter.ID.String() + ".png"} {
		j.client.Get(bad).WantError(http.StatusNotFound, "NOT_FOUND")
	}
	// Connected is connected.
	id := j.publish(j.imagePost("by the florist").with("accountId", a.ID))
	j.isLive(j.ended(id), 0)
	// Connecting again keeps the id.
	if again := j.connect(florist().Token.Reveal()); again.Account.ID != a.ID || *again.Account.TokenExpiresAt != *a.TokenExpiresAt {
		t.Errorf("connected again it is %+v", again)
	}
}

func TestAccounts_ConnectByPartnerToken(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	var answer auth.ConnectionAnswer
	browser.Post(connectPath, body{"token": studio().UserToken.Reveal()}).Want(http.StatusOK).JSON(&answer)
	if answer.Account != nil || len(answer.Choices) != 2 || answer.Choices[0].SNUserID != studio().SNUserID || answer.Choices[1].PageName != gallery().PageName {
		t.Fatalf("got %+v", answer)
	}
	browser.Post(connectPath, body{"token": studio().UserToken.Reveal(), "snUserId": gallery().SNUserID}).Want(http.StatusOK).JSON(&answer)
	a := answer.Account.Account
	if a.SNUserID != gallery().SNUserID || a.LoginMethod != auth.Partner || text(a.PartnerPageID) != gallery().PageID || a.TokenExpiresAt != nil || len(answer.Warnings) != 0 {
		t.Errorf("got %+v", answer)
	}
	j.isLive(j.ended(j.publish(j.imagePost("x").with("accountId", a.ID))), 0)
	// A Page's own token works too.
	if got := j.connect(studio().Token.Reveal()).Account; got.SNUserID != studio().SNUserID || text(got.PartnerPageID) != studio().PageID {
		t.Errorf("got %+v", got)
	}
	// The demo account keeps what the partner's host does not report.
	if got := j.connect(sandbox.DemoAccounts()[1].UserToken.Reveal()).Account; got.ID != j.potter.ID || text(got.AccountType) != "CREATOR" {
		t.Errorf("got %+v", got)
	}
	browser.Post(connectPath, body{"token": studio().UserToken.Reveal(), "snUserId": "1"}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
}

func TestAccounts_ConnectRefusals(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Token(florist().SNUserID, "expire")
	j.network.Token(gallery().SNUserID, "revoke")
	browser := j.Browser(t)
	before := len(j.network.Calls())
	for name, bad := range map[string]string{"empty": "", "real": "IGAAreal", "space": "SANDBOX-A B", "line": "SANDBOX-A\nB", "long": "SANDBOX-" + strings.Repeat("x", 5000)} {
		browser.Post(connectPath, body{"token": bad}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
		if calls := j.network.Calls(); len(calls) != before {
			t.Fatalf("%s: sent %+v", name, calls[before:])
		}
	}
	for name, c := range map[string]struct{ token, says string }{
		"unknown":  {"SANDBOX-NONSENSE", "neither of the network's logins takes this token"},
		"personal": {private().Token.Reveal(), "not a professional account"},
		"expired":  {florist().Token.Reveal(), "Session has expired"},
		"revoked":  {gallery().Token.Reveal(), "invalidated"},
	} {
		refusal := browser.Post(connectPath, body{"token": c.token}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
		if !strings.Contains(refusal.String("error"), c.says) || strings.Contains(refusal.String("error"), c.token) {
			t.Errorf("%s: %s", name, refusal.Body)
		}
	}
	browser.Post(connectPath, `{}`).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	browser.Post(connectPath, `{"token":1}`).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	browser.Post(connectPath, body{"token": "SANDBOX-X", "login": "other"}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	for _, path := range []string{connectPath, beginPath, finishPath, "/api/accounts/" + j.bakery.ID.String() + "/refresh"} {
		j.client.Post(path, body{}).WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
		j.Anonymous(t).Post(path, body{}).WantError(http.StatusUnauthorized, "AUTH_REQUIRED")
	}
	if strings.Contains(j.Log.String(), "SANDBOX-IG") || strings.Contains(j.Log.String(), "SANDBOX-FB") {
		t.Error("the log shows a token")
	}
}

// login begins a login, makes a person agree, and returns the address to which the browser was
// sent.
func (j *journey) login(in body, more string) string {
	j.t.Helper()
	var begun auth.BegunLogin
	j.Browser(j.t).Post(beginPath, in).Want(http.StatusOK).JSON(&begun)
	if !strings.HasPrefix(begun.URL, j.Sandbox.URL()+"/www-") || !begun.ExpiresAt.Time().Equal(j.Clock.Now().Add(time.Hour)) {
		j.t.Fatalf("begun %+v", begun)
	}
	req, err := http.NewRequestWithContext(j.t.Context(), http.MethodGet, begun.URL+more, http.NoBody)
	if err != nil {
		j.t.Fatal(err)
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		j.t.Fatal(err)
	}
	_ = resp.Body.Close()
	back := resp.Header.Get("Location")
	if !strings.HasPrefix(back, redirectURI+"?") {
		j.t.Fatalf("led to %q (%d)", back, resp.StatusCode)
	}
	return back
}

func ownApp(login string) body {
	return body{"login": login, "appId": sandbox.DemoApp().ID, "appSecret": sandbox.DemoApp().Secret.Reveal(), "redirectUri": redirectURI}
}

func TestAccounts_Login(t *testing.T) {
	t.Parallel()
	j := begin(t)
	refused := j.Browser(t).Post(finishPath, body{"redirectedUrl": j.login(ownApp("primary"), "&sandbox_account="+private().SNUserID)}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	var parts struct{ Details auth.Cure }
	if refused.JSON(&parts); len(parts.Details.Steps) < 2 || parts.Details.Title == "" {
		t.Errorf("a refused login is not told in parts: %s", refused.Body)
	}
	back := j.login(ownApp("primary"), "")
	var answer auth.ConnectionAnswer
	j.Browser(t).Post(finishPath, body{"redirectedUrl": back}).Want(http.StatusOK).JSON(&answer)
	if a := answer.Account; a == nil || a.Account.SNUserID != florist().SNUserID || a.TokenExpiryAssumed || !a.Account.TokenExpiresAt.Time().Equal(e2e.Start.Add(60*fullDay)) {
		t.Fatalf("got %+v", answer)
	}
	j.Browser(t).Post(finishPath, body{"redirectedUrl": back}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	// The partner's user has two accounts: the login is finished by a ticket.
	in := ownApp("partner").with("remember", true)
	j.Browser(t).Post(finishPath, body{"redirectedUrl": j.login(in, "&sandbox_account="+studio().SNUserID)}).Want(http.StatusOK).JSON(&answer)
	if answer.Account != nil || len(answer.Choices) != 2 || answer.Ticket == nil {
		t.Fatalf("got %+v", answer)
	}
	ticket := *answer.Ticket
	j.Browser(t).Post(finishPath, body{"redirectedUrl": redirectURI + "?code=x&state=" + url.QueryEscape(ticket)}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	j.Browser(t).Post(finishPath, body{"redirectedUrl": j.login(body{"login": "partner"}, "&sandbox_account="+studio().SNUserID), "snUserId": studio().SNUserID}).
		Want(http.StatusOK).JSON(&answer)
	if a := answer.Account; a == nil || a.Account.SNUserID != studio().SNUserID || a.Account.TokenExpiresAt != nil {
		t.Fatalf("got %+v", answer)
	}
	j.Browser(t).Post(finishPath, body{"redirectedUrl": j.login(body{"login": "partner"}, "&sandbox_account="+studio().SNUserID)}).Want(http.StatusOK).JSON(&answer)
	j.Browser(t).Post(finishPath, body{"ticket": *answer.Ticket, "snUserId": gallery().SNUserID}).Want(http.StatusOK).JSON(&answer)
	if a := answer.Account; a == nil || a.Account.SNUserID != gallery().SNUserID {
		t.Fatalf("got %+v", answer)
	}
	j.isLive(j.ended(j.publish(j.imagePost("x").with("accountId", answer.Account.Account.ID))), 0)
}

func TestAccounts_LoginRefusals(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	for name, in := range map[string]body{
		"no app":      {"login": "primary"},
		"letters":     ownApp("primary").with("appId", "abc"),
		"no secret":   ownApp("primary").with("appSecret", ""),
		"real secret": ownApp("primary").with("appSecret", "0123456789abcdef"),
		"http":        ownApp("primary").with("redirectUri", "http://localhost/"),
		"elsewhere":   ownApp("partner").with("redirectUri", "http://evil.example/"),
		"relative":    ownApp("partner").with("redirectUri", "/back"),
		"fragment":    ownApp("partner").with("redirectUri", redirectURI+"#x"),
	} {
		if refusal := browser.Post(beginPath, in); refusal.Status != http.StatusBadRequest || refusal.String("code") != "VALIDATION_ERROR" {
			t.Errorf("%s: %d %s", name, refusal.Status, refusal.Body)
		}
	}
	finish := func(name, back, says string) {
		refusal := browser.Post(finishPath, body{"redirectedUrl": back}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
		if !strings.Contains(refusal.String("error"), says) || strings.Contains(refusal.String("error"), sandbox.DemoApp().Secret.Reveal()) {
			t.Errorf("%s: %s", name, refusal.Body)
		}
	}
	finish("denied", j.login(ownApp("primary"), "&sandbox_deny=1"), "you did not agree")
	finish("other state", redirectURI+"?code=x&state=y", "not begun here")
	finish("no state", redirectURI+"?code=x", "the whole address")
	finish("nothing", "", "the whole address")
	finish("wrong secret", j.login(ownApp("primary").with("appSecret", "SANDBOX-WRONG-SECRET"), ""), "refuses")
	finish("wrong code", strings.Replace(j.login(ownApp("partner"), ""), "code=", "code=x", 1), "refuses")
	back := j.login(ownApp("primary"), "")
	j.Clock.Advance(time.Hour)
	finish("late", back, "older than an hour")
	var accounts auth.AccountOverviews
	if browser.Get("/api/accounts").JSON(&accounts); len(accounts.Accounts) != 2 {
		t.Errorf("connected %+v", accounts)
	}
}

// TestAccounts_RefreshOnTime: the expiry of a pasted token is known after a day, and the token is
// refreshed from its 50th day.
func TestAccounts_RefreshOnTime(t *testing.T) {
	t.Parallel()
	j := begin(t)
	connected := j.connect(florist().Token.Reveal())
	refreshes := func(want int) {
		t.Helper()
		j.chore("auth.refresh")
		if n := j.asked("/refresh_access_token"); n != want {
			t.Fatalf("on day %d the token was refreshed %d times, want %d", int(j.Clock.Now().Sub(e2e.Start)/fullDay), n, want)
		}
	}
	// v1 cannot mark a guess, so it says nothing before.
	shown := func() *wiretime.Time {
		t.Helper()
		var me auth.Me
		j.client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
		return me.Accounts[slices.IndexFunc(me.Accounts, func(a auth.SocialAccount) bool { return a.ID == connected.Account.ID })].TokenExpiresAt
	}
	refreshes(0)
	if at := shown(); at != nil {
		t.Errorf("a client is told that the token ends at %s, which nobody knows", at)
	}
	j.Clock.Advance(fullDay)
	refreshes(1)
	if at := shown(); at == nil || !at.Time().Equal(e2e.Start.Add(61*fullDay)) {
		t.Errorf("a client is told that the token ends at %v", at)
	}
	got := j.overview(florist().SNUserID)
	if got.TokenExpiryAssumed || !got.Account.TokenExpiresAt.Time().Equal(e2e.Start.Add(61*fullDay)) || got.Account.ID != connected.Account.ID {
		t.Errorf("got %+v", got)
	}
	refreshes(1)
	j.Clock.Advance(49 * fullDay)
	// The bakery's token is in its last ten days by now, the florist's not yet.
	refreshes(2)
	j.Clock.Advance(fullDay)
	// A failed refresh leaves the token as it is, and is repeated after six hours.
	j.network.Fault(e2e.Fault{Match: e2e.FaultMatch{Path: "refresh_access_token"}, Times: 1, HTTP: 503, Body: html})
	refreshes(3)
	refreshes(3)
	if got := j.overview(florist().SNUserID); got.Health != "expiring" || !got.Account.TokenExpiresAt.Time().Equal(e2e.Start.Add(61*fullDay)) {
		t.Errorf("got %+v", got)
	}
	j.Clock.Advance(6 * time.Hour)
	refreshes(4)
	if got := j.overview(florist().SNUserID); got.Health != "ok" || !got.Account.TokenExpiresAt.Time().Equal(j.Clock.Now().Add(60*fullDay)) {
		t.Errorf("got %+v", got)
	}
	j.isLive(j.ended(j.publish(j.imagePost("x").with("accountId", connected.Account.ID))), 0)
}

// TestAccounts_ExpiredToken: an expired token is marked once, before a post needs it, and cannot be
// refreshed.
func TestAccounts_ExpiredToken(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.Clock.Advance(60 * fullDay)
	for range 3 {
		j.chore("auth.refresh")
		j.chore("auth.sync")
	}
	got := j.overview(j.bakery.SNUserID)
	if got.Health != "dead" || got.TokenDeadAt == nil || !strings.Contains(text(got.TokenDeadReason), "Session has expired") || j.warnings() != 1 {
		t.Errorf("got %+v, %d warnings", got, j.warnings())
	}
	if n := j.asked("/refresh_access_token"); n != 0 {
		t.Errorf("it was refreshed %d times", n)
	}
	refusal := j.Browser(t).Post("/api/accounts/"+j.bakery.ID.String()+"/refresh", nil)
	if refusal.WantError(http.StatusBadRequest, "VALIDATION_ERROR"); !strings.Contains(refusal.String("error"), "Session has expired") {
		t.Errorf("got %s", refusal.Body)
	}
	// Connecting again revives it under its id.
	var answer auth.ConnectionAnswer
	back := j.login(ownApp("primary"), "&sandbox_account="+j.bakery.SNUserID)
	j.Browser(t).Post(finishPath, body{"redirectedUrl": back}).Want(http.StatusOK).JSON(&answer)
	if a := answer.Account; a == nil || a.Account.ID != j.bakery.ID || a.Health != "ok" || a.TokenDeadAt != nil {
		t.Fatalf("got %+v", answer)
	}
	j.isLive(j.ended(j.publish(j.imagePost("x"))), 0)
}

// TestAccounts_DeadTokenComesBack is scenarios 10 and 11 from the account's side: one mark, one
// warning, probes with growing pauses, and a revival without anybody's help.
func TestAccounts_DeadTokenComesBack(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Token(j.bakery.SNUserID, "revoke")
	j.chore("auth.sync")
	if n := j.asked("/me"); n != 0 {
		t.Fatalf("the profile was read %d times on the first day", n)
	}
	j.Clock.Advance(fullDay)
	j.chore("auth.sync")
	marked := j.Clock.Now()
	var me struct{ Accounts []auth.SocialAccount }
	j.client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	if got := me.Accounts[0]; got.TokenExpiresAt == nil || !got.TokenExpiresAt.Time().Equal(marked) {
		t.Errorf("a client of v1 sees %+v", got)
	}
	var probes []time.Duration
	for last := j.asked("/me"); j.Clock.Now().Sub(marked) < 5*time.Hour; j.Clock.Advance(time.Minute) {
		j.chore("auth.probe")
		j.chore("auth.sync")
		if n := j.asked("/me"); n != last {
			probes, last = append(probes, j.Clock.Now().Sub(marked)), n
		}
	}
	want := []time.Duration{1, 3, 7, 15, 31, 63, 123, 183, 243}
	if len(probes) != len(want) {
		t.Fatalf("probed after %v", probes)
	}
	for i, at := range probes {
		if at != want[i]*time.Minute {
			t.Errorf("probed after %v", probes)
		}
	}
	if j.warnings() != 1 {
		t.Errorf("%d warnings", j.warnings())
	}
	j.network.Token(j.bakery.SNUserID, "restore")
	j.Clock.Advance(time.Hour)
	j.chore("auth.probe")
	got := j.overview(j.bakery.SNUserID)
	if got.Health != "ok" || got.TokenDeadAt != nil || *got.Account.TokenExpiresAt != *j.bakery.TokenExpiresAt {
		t.Errorf("revived it is %+v", got)
	}
	j.isLive(j.ended(j.publish(j.imagePost("x"))), 0)
}

// TestAccounts_NetworkAway: a network that cannot be reached marks no account and is asked rarely.
func TestAccounts_NetworkAway(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.Clock.Advance(fullDay)
	for _, f := range []e2e.Fault{{HTTP: 503, Body: html}, {Body: "{}"}, {Body: strings.Repeat("x", 60_000)}, {DropBefore: true}, {HTTP: 400, Code: 4}} {
		f.Match, f.Times = e2e.FaultMatch{Path: "/(me|17841400000000202)$"}, 10
		j.network.Fault(f)
		before := len(j.network.Calls())
		j.chore("auth.sync")
		asked := len(j.network.Calls())
		j.chore("auth.sync")
		if n := len(j.network.Calls()); asked < before+2 || n != asked {
			t.Errorf("%+v: %d calls, then %d", f, asked-before, n-asked)
		}
		j.network.ClearFaults()
		for _, a := range []auth.SocialAccount{j.bakery, j.potter} {
			if got := j.overview(a.SNUserID); got.TokenDeadAt != nil {
				t.Errorf("%+v: got %+v", f, got)
			}
		}
		j.Clock.Advance(15 * time.Minute)
	}
	j.chore("auth.sync")
	if got := j.overview(j.bakery.SNUserID); !got.Account.LastSyncedAt.Time().Equal(j.Clock.Now()) || got.Account.ProfilePictureURL == nil {
		t.Errorf("got %+v", got)
	}
}

// TestAccounts_Reconnect: an account that was disconnected gets its former id, so that its posts
// can be retried. One whose time has not come still goes out at its time, and the answer says so.
func TestAccounts_Reconnect(t *testing.T) {
	t.Parallel()
	j := begin(t)
	florist1 := j.connect(florist().Token.Reveal()).Account
	id := j.schedule(j.imagePost("x").with("accountId", florist1.ID), e2e.Start.Add(time.Hour))
	later := j.schedule(j.imagePost("y").with("accountId", florist1.ID), e2e.Start.Add(2*time.Hour))
	j.Browser(t).Delete("/api/accounts/" + florist1.ID.String()).Want(http.StatusOK)
	j.Browser(t).Delete("/api/accounts/"+florist1.ID.String()).WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Get(*florist1.ProfilePictureURL).WantError(http.StatusNotFound, "NOT_FOUND")
	j.hasFailed(j.post(id), "NOT_FOUND")
	if c := j.counts(); c != (jobs.Counts{}) {
		t.Errorf("the counts are %+v", c)
	}
	j.client.Post(postsPath+id+"/retry", nil).WantError(http.StatusNotFound, "NOT_FOUND")
	if again := j.connect(florist().Token.Reveal()).Account; again.ID != florist1.ID || again.ProfilePictureURL == nil {
		t.Fatalf("it came back as %+v", again)
	}
	j.retry(id)
	p := j.ended(id)
	j.isLive(p, 0)
	if p.PublishedAt.Time().Before(e2e.Start.Add(time.Hour)) {
		t.Errorf("it was published at %s, before its time", p.PublishedAt)
	}
	var retried schedule.BulkResult
	j.Browser(t).InternalDo(http.MethodPost, "/api/posts/bulk", body{"action": "retry", "postIds": []string{later}}).Want(http.StatusOK).JSON(&retried)
	if got := retried.Results[0]; !got.IsDone || !got.At.Time().Equal(e2e.Start.Add(2*time.Hour)) {
		t.Errorf("the later one is retried as %+v", got)
	}
	j.isLive(j.ended(later), 1)
}

// TestAccounts_HostileAnswers: whatever a token endpoint answers, no token is lost and no secret is
// shown.
func TestAccounts_HostileAnswers(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.Clock.Advance(51 * fullDay)
	const token = "SANDBOX-IG-GIVENBYTHENETWORK"
	for name, answer := range map[string]string{
		"empty":     " ",
		"html":      html,
		"huge":      `{"access_token":"` + strings.Repeat("x", 60_000) + `"`,
		"no token":  `{"token_type":"bearer","expires_in":5184000}`,
		"a number":  `{"access_token":12345,"expires_in":5184000}`,
		"null":      `{"access_token":null}`,
		"list":      `{"access_token":["` + token + `"]}`,
		"two lines": `{"access_token":"` + token + `\r\nX: y"}`,
		"bad life":  `{"access_token":"` + token + `","expires_in":"soon"}`,
		"cut":       `{"access_token":"` + token,
	} {
		j.network.Fault(e2e.Fault{Match: e2e.FaultMatch{Path: "(refresh_access_token|oauth/access_token)$"}, Times: 2, Body: answer})
		var refreshed auth.RefreshAnswer
		j.Browser(t).Post("/api/accounts/"+j.bakery.ID.String()+"/refresh", nil).Want(http.StatusOK).JSON(&refreshed)
		if refreshed.TokenRefreshed || refreshed.Note == "" || refreshed.Account.Health != "expiring" {
			t.Errorf("%s: got %+v", name, refreshed)
		}
		j.Browser(t).Post(finishPath, body{"redirectedUrl": j.login(ownApp("primary"), "")}).WantError(http.StatusInternalServerError, "UNKNOWN_ERROR")
	}
	if strings.Contains(j.Log.String(), token) {
		t.Error("the log shows a token")
	}
	// Numbers that come as strings are accepted.
	j.network.Fault(e2e.Fault{Match: e2e.FaultMatch{Path: "refresh_access_token$"}, AfterCommit: true, Body: `{"access_token":"SANDBOX-IG-DEMO-BAKERY","expires_in":"5184000"}`})
	var refreshed auth.RefreshAnswer
	j.Browser(t).Post("/api/accounts/"+j.bakery.ID.String()+"/refresh", nil).Want(http.StatusOK).JSON(&refreshed)
	if !refreshed.TokenRefreshed || !refreshed.Account.Account.TokenExpiresAt.Time().Equal(j.Clock.Now().Add(60*fullDay)) {
		t.Errorf("got %+v", refreshed)
	}
	j.isLive(j.ended(j.publish(j.imagePost("x"))), 0)
}
