package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/storyrepost"
)

// logins returns how many logins the network has seen.
func (r *reposts) logins() int {
	r.t.Helper()
	return len(r.nativeCalls("/accounts/login/"))
}

// TestScenario33_ChallengeWhileSaving: three wrong codes, a code that comes too late and a restart
// each end the challenge; nothing is saved, and no login is tried but the user's own.
func TestScenario33_ChallengeWhileSaving(t *testing.T) {
	t.Parallel()
	n := bootNatives(t)
	r := &reposts{natives: n}
	n.set(e2e.NativeChallengeEmail)
	ends := []func(){
		func() {
			for range 3 {
				n.answer("999999").WantError(http.StatusBadRequest, "INVALID_CODE")
			}
		},
		func() { n.Clock.Advance(10 * time.Minute) },
		func() { n = n.again(); r.natives = n },
	}
	for i, end := range ends {
		n.save(login()).Want(http.StatusOK)
		end()
		n.answer(nativeCode).WantError(http.StatusBadRequest, "NO_ACTIVE_SESSION")
		n.wantNothing()
		r.idle(24 * time.Hour)
		if got := r.logins(); got != i+1 {
			t.Errorf("after %d logins of the user's the network has seen %d", i+1, got)
		}
	}
	n.save(login()).Want(http.StatusOK)
	n.answer(nativeCode).Want(http.StatusOK)
	n.wantSaved(n.Clock.Now().Format("2006-01-02T15:04:05.000Z"))
}

// TestScenario33_ChallengeWhilePolling: a session that ends into a challenge is never signed in
// again by itself, neither by polls nor after a restart; the user's code does it, and after the
// pause the polls go on.
func TestScenario33_ChallengeWhilePolling(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.configure(body{"sleepWindowStart": 0, "sleepWindowEnd": 0})
	r.enable()
	r.network.Fault(e2e.Fault{Match: e2e.InboxReads, HTTP: http.StatusForbidden, Body: `{"message":"login_required","logout_reason":2,"status":"fail"}`})
	r.set(e2e.NativeChallengeEmail)
	r.AdvanceUntil(t, time.Hour, func() bool { return r.config().ChallengeCount30d == 1 })
	logins := r.logins()
	c := r.config()
	if logins != 2 || c.ChallengePauseUntil == nil || *c.LastPollStatus != storyrepost.PollFailed || !c.IsEnabled || text(r.state().ChallengeState) != "PENDING" {
		t.Errorf("%d logins, %+v, %s", logins, c, text(r.state().ChallengeState))
	}
	r.pass(36 * time.Hour)
	r = r.again()
	r.pass(36 * time.Hour)
	if got := r.logins(); got != logins {
		t.Errorf("%d logins became %d", logins, got)
	}
	r.answer(nativeCode).WantError(http.StatusBadRequest, "NO_ACTIVE_SESSION")
	r.save(login()).Want(http.StatusOK)
	r.answer(nativeCode).Want(http.StatusOK)
	r.enable()
	r.AdvanceUntil(t, 72*time.Hour, func() bool { return *r.config().LastPollStatus != storyrepost.PollFailed })
	if c := r.config(); c.ConsecutiveFailures != 0 || c.ChallengeCount30d != 1 {
		t.Errorf("the configuration is %+v", c)
	}
}
