package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/auth"
	"crier/platform/graph"
	"crier/platform/sandbox"
)

func weaver() sandbox.Account { return sandbox.UnifiedAccounts()[0] }

// TestAccounts_Unified: an account without a Page is connected by a login through the partner's
// host, publishes, is asked for its cap, refuses to share to a Page, and has its token renewed for
// as long as Crier runs.
func TestAccounts_Unified(t *testing.T) {
	t.Parallel()
	j := begin(t)
	var answer auth.ConnectionAnswer
	back := j.login(ownApp("partner").with("remember", true), "&sandbox_account="+weaver().SNUserID)
	j.Browser(t).Post(finishPath, body{"redirectedUrl": back}).Want(http.StatusOK).JSON(&answer)
	if answer.Account == nil || len(answer.Warnings) != 0 || len(answer.Notes) != 0 {
		t.Fatalf("got %+v", answer)
	}
	a := answer.Account.Account
	if a.SNUserID != weaver().SNUserID || a.LoginMethod != auth.Partner || a.PartnerPageID != nil || a.PartnerPageName != nil || text(a.AccountType) != "CREATOR" ||
		!a.TokenExpiresAt.Time().Equal(e2e.Start.Add(60*fullDay)) || answer.Account.MayComment == nil || !*answer.Account.MayComment {
		t.Fatalf("the weaver is %+v", answer.Account)
	}
	post := j.imagePost("without a Page").with("accountId", a.ID)
	refusal := j.client.Post("/api/v1/posts/publish", post.with("crossPostToPartner", true)).WantError(http.StatusBadRequest, "INVALID_CROSS_POST")
	if !strings.Contains(refusal.String("error"), "leads to no Page: the account was connected without one") {
		t.Errorf("it is refused with %s", refusal.Body)
	}
	live := j.ended(j.publish(post))
	j.isLive(live, 0)
	if j.asked("/content_publishing_limit") == 0 || j.asked(weaver().SNUserID+"/media_publish") != 1 {
		t.Error("the account's cap was not asked for, or the call to publish was not one")
	}
	later := j.schedule(post, e2e.Start.Add(70*fullDay))
	for _, at := range []time.Duration{51, 69} {
		j.Clock.Advance(e2e.Start.Add(at * fullDay).Sub(j.Clock.Now()))
		j.chore("auth.refresh")
		j.chore("auth.sync")
	}
	if o := j.overview(weaver().SNUserID); o.Health != "ok" || !o.Account.TokenExpiresAt.Time().Equal(e2e.Start.Add((51+60)*fullDay)) {
		t.Fatalf("renewed it is %+v", o)
	}
	j.Clock.Advance(fullDay)
	j.isLive(j.ended(later), 1)
	j.client.Delete("/api/v1/posts/" + later + "/instagram").Want(http.StatusOK)
	if calls := j.network.Ledger().UnexpectedCalls; len(calls) != 0 {
		t.Errorf("the network has no %+v", calls)
	}
	if log := j.Log.String(); strings.Contains(log, "SANDBOX-UNIFIED") || strings.Contains(log, "SANDBOX-APP") {
		t.Error("the log shows a token or a secret")
	}
}

// TestAccounts_PageIsToldOnce: what becomes of shares in development mode is told when an account
// is first connected with its Page, and not again.
func TestAccounts_PageIsToldOnce(t *testing.T) {
	t.Parallel()
	j := begin(t)
	told := func(token string) bool {
		var answer auth.ConnectionAnswer
		j.Browser(t).Post(connectPath, body{"token": token}).Want(http.StatusOK).JSON(&answer)
		return slices.ContainsFunc(answer.Notes, func(n string) bool { return strings.Contains(n, "development mode") })
	}
	if !told(studio().Token.Reveal()) || told(studio().Token.Reveal()) || told(florist().Token.Reveal()) {
		t.Error("what is shared to a Page in development mode is not told once, or where there is no Page")
	}
}

// TestAccounts_PageIsGone: a post that was to be shared is published all the same by an account
// that was connected again without its Page, and says why it is not on the Page.
func TestAccounts_PageIsGone(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.schedule(j.imagePost("x").with("accountId", j.potter.ID).with("crossPostToPartner", true), e2e.Start.Add(time.Hour))
	potter := sandbox.DemoAccounts()[1]
	// The network leads to no Page any more, and still names the account that was agreed to.
	j.network.Fault(e2e.Fault{Match: e2e.FaultMatch{Path: "me/accounts$"}, Times: 1, Body: `{"data":[]}`})
	got := j.connect(potter.UserToken.Reveal()).Account
	if got.ID != j.potter.ID || got.PartnerPageID != nil || got.LoginMethod != auth.Partner {
		t.Fatalf("got %+v", got)
	}
	j.Clock.Advance(time.Hour)
	j.isNotShared(j.sharedOr(id), "NOT_FOUND", "has no Page any more")
}

// TestAccounts_CommentsAreAskedFor: a login asks for the permission to comment, by the name that it
// has there.
func TestAccounts_CommentsAreAskedFor(t *testing.T) {
	t.Parallel()
	j := begin(t)
	for login, scope := range map[string]string{"primary": "instagram_business_manage_comments", "partner": graph.ScopeComment} {
		var begun auth.BegunLogin
		j.Browser(t).Post(beginPath, ownApp(login)).Want(http.StatusOK).JSON(&begun)
		if !strings.Contains(begun.URL, scope) {
			t.Errorf("%s asks %s", login, begun.URL)
		}
	}
}
