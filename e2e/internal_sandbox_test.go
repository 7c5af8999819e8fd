package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/modules/posts/badday"
	"crier/platform/config"
	"crier/platform/wireid"
)

const faultsPath = "/api/sandbox/faults"

// arm makes the sandbox fail for the bakery's account.
func (j *journey) arm(fault badday.Fault) {
	j.t.Helper()
	var armed badday.Armed
	j.Browser(j.t).InternalDo(http.MethodPost, faultsPath, body{"fault": fault, "accountId": j.bakery.ID}).Want(http.StatusOK).JSON(&armed)
	if armed.Fault != fault || armed.Says == "" {
		j.t.Errorf("armed %+v", armed)
	}
}

// isArmed checks the fault that the service reports.
func (j *journey) isArmed(fault badday.Fault) {
	j.t.Helper()
	var armed badday.Armed
	j.Browser(j.t).Internal(faultsPath).Want(http.StatusOK).JSON(&armed)
	if armed.Fault != fault || armed.Says == "" {
		j.t.Errorf("the fault in force is %+v, want %s", armed, fault)
	}
}

// wasSeen checks how often the sandbox got a publish call of a post, and how often the post is
// visible.
func (j *journey) wasSeen(id string, calls, items int) {
	j.t.Helper()
	var seen badday.Seen
	j.Browser(j.t).Internal("/api/sandbox/ledger?postId=" + id).Want(http.StatusOK).JSON(&seen)
	if len(seen.PublishCalls) != calls || len(seen.Items) != items {
		j.t.Errorf("the sandbox saw %+v; want %d calls and %d items", seen, calls, items)
	}
}

// TestBadDay_Journey: whichever fault a user arms, the ledger has the post once in the end.
func TestBadDay_Journey(t *testing.T) {
	t.Parallel()
	j := begin(t)
	published := func(id string) posts.Post {
		t.Helper()
		p := j.ended(id)
		if p.Status != posts.Published {
			t.Errorf("the post is %s", describe(p))
		}
		j.wasSeen(id, 1, 1)
		return p
	}
	j.isArmed(badday.None)
	j.arm(badday.LostAnswer)
	// Nobody reports whether it has come.
	j.isArmed(badday.None)
	id := j.publish(j.imagePost("lost"))
	live := published(id)
	var proof posts.Proof
	j.Browser(t).Internal("/api/posts/" + id + "/proof").Want(http.StatusOK).JSON(&proof)
	if proof.PublishCalls != 1 || len(proof.Attempts) != 1 || proof.Attempts[0].AnsweredAt != nil || text(proof.Attempts[0].ProvedBy) == "answer" ||
		text(proof.Attempts[0].NetworkID) != text(live.SNMediaID) || proof.Attempts[0].IntentAt.Time().After(live.UpdatedAt.Time()) {
		t.Errorf("the proof is %+v", proof)
	}
	j.arm(badday.SlowContainer)
	if p := published(j.publish(j.imagePost("slow"))); p.PublishedAt.Time().Sub(p.CreatedAt.Time()) < 8*time.Second {
		t.Errorf("the slow container was published at %s, and made at %s", p.PublishedAt, p.CreatedAt)
	}
	j.isArmed(badday.SlowContainer)
	j.arm(badday.None)
	j.isArmed(badday.None)

	for fault, code := range map[badday.Fault]string{badday.Cap: "RATE_LIMITED", badday.DeadToken: "TOKEN_EXPIRED"} {
		j.arm(fault)
		id = j.publish(j.imagePost(string(fault)))
		j.hasFailed(j.ended(id), code)
		j.wasSeen(id, 0, 0)
		j.arm(badday.None)
		j.pass(time.Minute)
		j.chore("auth.probe")
		j.retry(id)
		published(id)
	}
}

func TestBadDay_Refused(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	for name, c := range map[string]struct {
		body   body
		status int
		code   string
	}{
		"no account":      {body{"fault": "cap"}, http.StatusBadRequest, "VALIDATION_ERROR"},
		"unknown account": {body{"fault": "cap", "accountId": wireid.New()}, http.StatusNotFound, "NOT_FOUND"},
		"unknown fault":   {body{"fault": "rain", "accountId": j.bakery.ID}, http.StatusBadRequest, "VALIDATION_ERROR"},
		"no rehearsal":    {body{"fault": "processKilled", "accountId": j.bakery.ID}, http.StatusBadRequest, "VALIDATION_ERROR"},
		"no fault":        {body{"accountId": j.bakery.ID}, http.StatusBadRequest, "VALIDATION_ERROR"},
	} {
		if r := browser.InternalDo(http.MethodPost, faultsPath, c.body); r.Status != c.status || r.String("code") != c.code {
			t.Errorf("%s: got %d %s", name, r.Status, r.Body)
		}
	}
	browser.InternalDo(http.MethodPost, faultsPath, body{"fault": "none"}).Want(http.StatusOK)
	browser.Internal("/api/sandbox/ledger?postId="+wireid.New().String()).WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Post(faultsPath, body{"fault": "none"}).WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")

	live := e2e.Boot(t, e2e.Configured(func(c *config.Config) { c.Network = config.Live })).Browser(t)
	live.InternalDo(http.MethodPost, faultsPath, body{"fault": "none"}).WantError(http.StatusNotFound, "NOT_FOUND")
	live.Internal(faultsPath).WantError(http.StatusNotFound, "NOT_FOUND")
	live.Internal("/api/sandbox/ledger?postId="+wireid.New().String()).WantError(http.StatusNotFound, "NOT_FOUND")
}
