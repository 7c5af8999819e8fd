package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules"
	"crier/modules/auth"
	"crier/modules/posts"

	"go.uber.org/fx"
)

// withAccounts boots an App together with the service that keeps the accounts.
func withAccounts(t *testing.T, options ...e2e.Option) (*journey, **auth.Service) {
	t.Helper()
	accounts := new(*auth.Service)
	return begin(t, append(options, e2e.With(modules.All(), fx.Populate(accounts)))...), accounts
}

// revive has an account work again, as connecting it again does.
func (j *journey) revive(accounts **auth.Service, account auth.SocialAccount) {
	j.t.Helper()
	j.network.Token(account.SNUserID, "restore")
	if err := (*accounts).MarkTokenAlive(j.t.Context(), account.ID); err != nil {
		j.t.Fatal(err)
	}
}

// scheduleMany schedules posts of an account a minute apart, the first at the given time.
func (j *journey) scheduleMany(account auth.SocialAccount, at time.Time, number int) (ids []string) {
	j.t.Helper()
	b := j.imagePost("").with("accountId", account.ID)
	for i := range number {
		ids = append(ids, j.schedule(b.with("caption", fmt.Sprint(i)), at.Add(time.Duration(i)*time.Minute)))
	}
	return ids
}

// areHeld holds that the posts wait for their account with one reason, and that nothing is being
// done about them.
func (j *journey) areHeld(ids []string) {
	j.t.Helper()
	reasons := map[string]bool{}
	for _, id := range ids {
		p := j.post(id)
		if p.Status != posts.Queued || text(p.ErrorCode) != "TOKEN_EXPIRED" || p.RetryCount != 0 {
			j.t.Errorf("a held post is %s", describe(p))
		}
		reasons[text(p.ErrorMessage)] = true
	}
	if len(reasons) != 1 || reasons[""] {
		j.t.Errorf("the reasons are %v", reasons)
	}
}

// notices returns how often the user was told that an account must be connected again, or is at a
// checkpoint.
func (j *journey) notices() int {
	return strings.Count(j.Log.String(), "an account must be connected again") + strings.Count(j.Log.String(), "an account is at a checkpoint")
}

// TestScenario_10_TokenExpires: the token expires between scheduling and firing. The author is
// warned when scheduling; at its time the first post FAILED, the account is told of once, its other
// posts are held and go on when it works again.
func TestScenario_10_TokenExpires(t *testing.T) {
	t.Parallel()
	j, accounts := withAccounts(t)
	expiry := j.bakery.TokenExpiresAt.Time()
	b := j.imagePost("late")
	for at, want := range map[time.Time]bool{expiry.Add(-time.Hour): false, expiry.Add(time.Hour): true} {
		answer := j.client.Post("/api/v1/schedule", b.with("scheduledFor", at)).Want(http.StatusCreated)
		if got := strings.Contains(string(answer.Body), "TOKEN_EXPIRES"); got != want {
			t.Errorf("for %s: %s", at, answer.Body)
		}
		j.client.Delete("/api/v1/schedule/" + answer.String("postId")).Want(http.StatusOK)
	}
	ids := j.scheduleMany(j.bakery, expiry.Add(time.Minute), 5)
	other := j.schedule(j.imagePost("potter's").with("accountId", j.potter.ID), e2e.Start.Add(time.Hour))
	j.pass(time.Hour)
	j.comesTo(other, once)
	j.pass(expiry.Add(30 * time.Second).Sub(j.Clock.Now()))
	refusal := j.client.Post("/api/v1/posts/publish", b)
	refusal.WantError(http.StatusUnauthorized, "TOKEN_EXPIRED")
	if said := refusal.String("error"); !strings.Contains(said, "expired at "+j.bakery.TokenExpiresAt.String()) {
		t.Errorf("before anything has failed a client is told %s", said)
	}
	j.pass(expiry.Add(6 * time.Minute).Sub(j.Clock.Now()))
	j.comesTo(ids[0], ending{code: "TOKEN_EXPIRED", says: "connect the account again", calls: []string{"published"}})
	j.areHeld(ids[1:])
	for _, c := range j.network.Calls() {
		if strings.Contains(c.Path, j.bakery.SNUserID) {
			t.Errorf("with a token known to be dead the network was called: %+v", c)
		}
	}
	j.client.Post("/api/v1/posts/publish", b).WantError(http.StatusUnauthorized, "TOKEN_EXPIRED")
	if n := j.notices(); n != 1 {
		t.Errorf("the user was told %d times", n)
	}
	j.revive(accounts, j.bakery)
	j.goOn(ids, 1)
}

// goOn holds that of the posts the first, which FAILED, is published by a retry, and the others by
// themselves, once each.
func (j *journey) goOn(ids []string, before int) {
	j.t.Helper()
	j.AdvanceUntil(j.t, time.Hour, func() bool { return j.post(ids[len(ids)-1]).Status.HasEnded() })
	j.retry(ids[0])
	j.ended(ids[0])
	for _, id := range ids {
		if p := j.post(id); p.Status != posts.Published || p.ErrorCode != nil || p.SNMediaID == nil {
			j.t.Errorf("the post is %s", describe(p))
		}
	}
	j.staysSo(ids[0])
	if l := j.network.Ledger(); len(l.Publications) != len(ids)+before {
		j.t.Errorf("live are %d", len(l.Publications))
	}
}

// TestScenario_10_TooLateToRevive: nobody connects the account again. The held posts fail for the
// one reason when the grace is over, and a retry publishes them once it works.
func TestScenario_10_TooLateToRevive(t *testing.T) {
	t.Parallel()
	j, accounts := withAccounts(t)
	ids := j.scheduleMany(j.bakery, e2e.Start.Add(time.Hour), 3)
	j.network.Token(j.bakery.SNUserID, "expire")
	j.pass(time.Hour + 3*time.Minute)
	j.areHeld(ids[1:])
	for range 30 {
		j.pass(time.Hour)
	}
	for _, id := range ids {
		j.comesTo(id, ending{code: "TOKEN_EXPIRED", calls: nil})
	}
	if n := j.notices(); n != 1 {
		t.Errorf("the user was told %d times", n)
	}
	j.revive(accounts, j.bakery)
	for i, id := range ids {
		j.retry(id)
		j.isLive(j.ended(id), i)
	}
}

// TestScenario_11_SessionInvalidated: the network ends the account's session while forty posts wait
// for their time. The account is marked, one post FAILED, the others are held, and the network is
// not asked forty times.
func TestScenario_11_SessionInvalidated(t *testing.T) {
	t.Parallel()
	for name, refusal := range map[string]e2e.Fault{
		"checkpoint in the app": {Code: 25, Subcode: 2207050},
		"checkpoint":            {Code: 190, Subcode: 459},
		"forty logged out":      {Code: 190, Subcode: 467},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			number := 5
			if strings.HasPrefix(name, "forty") {
				number = 40
			}
			j, accounts := withAccounts(t)
			j.network.Quota(j.bakery.SNUserID, 1000, 0)
			ids := j.scheduleMany(j.bakery, e2e.Start.Add(time.Hour), number)
			refusal.Match, refusal.Times = e2e.FaultMatch{Path: "."}, 100_000
			j.network.Fault(refusal)
			j.pass(time.Hour + time.Duration(number)*time.Minute)
			if p := j.post(ids[0]); p.Status != posts.Failed || p.ErrorMessage == nil {
				t.Errorf("the first post is %s", describe(p))
			}
			j.areHeld(ids[1:])
			if n := len(j.network.Calls()); n > 3 || j.notices() != 1 {
				t.Errorf("the network was called %d times, and the user was told %d times", n, j.notices())
			}
			var me struct{ Accounts []auth.SocialAccount }
			j.client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
			isCheckpoint := strings.HasPrefix(name, "checkpoint")
			if at := me.Accounts[0].TokenExpiresAt; at == nil || at.Time().After(j.Clock.Now()) != isCheckpoint || isCheckpoint && *at != *j.bakery.TokenExpiresAt {
				t.Errorf("a client sees that the token expires at %v", at)
			}
			if at := me.Accounts[1].TokenExpiresAt; at != nil && !at.Time().After(j.Clock.Now()) {
				t.Errorf("the other account's token expires at %v", at)
			}
			j.network.ClearFaults()
			j.revive(accounts, j.bakery)
			j.goOn(ids, 0)
		})
	}
}

// TestScenario_11_TokenDiesUnderWay: the token dies at each step of a post. What was not published
// is published by a retry when the account works again; what was is not published a second time.
func TestScenario_11_TokenDiesUnderWay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		match e2e.FaultMatch
		skip  int
		after []string
	}{
		"between the container and its status":       {e2e.ContainerReads, 0, []string{"published"}},
		"between the container and the publish call": {e2e.PublishCalls, 0, []string{"fault", "published"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j, accounts := withAccounts(t)
			j.network.Fault(e2e.Fault{Match: c.match, Skip: c.skip, Code: 190, Subcode: 463})
			id := j.publish(j.imagePost("once"))
			p := j.ended(id)
			j.hasFailed(p, "TOKEN_EXPIRED")
			j.network.ClearFaults()
			j.revive(accounts, j.bakery)
			j.staysSo(id)
			j.retry(id)
			j.endsAs(id, ending{calls: c.after})
		})
	}
}

// TestScenario_11_TokenDiesWhileTheOutcomeIsUnknown: the account must be connected again before
// anybody can look.
func TestScenario_11_TokenDiesWhileTheOutcomeIsUnknown(t *testing.T) {
	t.Parallel()
	j, accounts := withAccounts(t)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	id := j.publish(j.imagePost("once"))
	j.Rest(t)
	j.network.Token(j.bakery.SNUserID, "revoke")
	j.comesTo(id, ending{code: "TOKEN_EXPIRED", says: "check before retrying", calls: []string{"published"}})
	j.revive(accounts, j.bakery)
	j.retry(id)
	j.endsAs(id, once)
}

// TestScenario_11_HeldPostsObey: a post that is held for its account can be cancelled and deleted;
// none of it goes out later.
func TestScenario_11_HeldPostsObey(t *testing.T) {
	t.Parallel()
	j := begin(t)
	ids := j.scheduleMany(j.bakery, e2e.Start.Add(time.Hour), 4)
	j.network.Token(j.bakery.SNUserID, "revoke")
	j.pass(time.Hour + 4*time.Minute)
	j.areHeld(ids[1:])
	j.client.Delete("/api/v1/schedule/" + ids[1]).Want(http.StatusOK)
	if p := j.post(ids[1]); p.Status != posts.Draft || p.ErrorCode != nil || p.ErrorMessage != nil {
		t.Errorf("the cancelled post is %s", describe(p))
	}
	j.client.Delete("/api/v1/posts/" + ids[2]).Want(http.StatusOK)
	// A restart forgets neither the mark nor the hold.
	j.Stop()
	j, accounts := withAccounts(t, e2e.In(j.Dir), e2e.At(j.Clock))
	j.pass(16 * time.Minute)
	j.areHeld(ids[3:])
	j.revive(accounts, j.bakery)
	j.comesTo(ids[3], once)
	j.staysSo(ids[1])
	j.hasFailed(j.post(ids[0]), "TOKEN_EXPIRED")
}
