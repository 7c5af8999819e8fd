package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/auth"
)

// TestFinding11_Checkpoint: an account at a checkpoint differs from one with a dead token: by the
// remedy, by its health, and by tokenExpiresAt, which says what the network said. A retry that
// publishes takes the mark off, and the held posts go on.
func TestFinding11_Checkpoint(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault        e2e.Fault
		isCheckpoint bool
	}{
		"the account is restricted": {e2e.Fault{Code: 25, Subcode: 2207050}, true},
		"the user must confirm":     {e2e.Fault{Code: 190, Subcode: 459}, true},
		"the user is unconfirmed":   {e2e.Fault{Code: 190, Subcode: 464}, true},
		"the password was changed":  {e2e.Fault{Code: 190, Subcode: 460}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			c.fault.Match = e2e.PublishCalls
			j.network.Fault(c.fault)
			id := j.publish(j.imagePost("once more"))
			j.hasFailed(j.ended(id), "TOKEN_EXPIRED")
			health, remedy := "dead", "must be connected again"
			if c.isCheckpoint {
				health, remedy = "checkpoint", "do what it asks there"
			}
			o := j.overview(j.bakery.SNUserID)
			if o.Health != health || !strings.Contains(text(o.Remedy), remedy) || (o.CheckpointAt != nil) != c.isCheckpoint || (o.TokenDeadAt != nil) == c.isCheckpoint {
				t.Errorf("the account is shown as %+v", o)
			}
			var me struct{ Accounts []auth.SocialAccount }
			j.client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
			if same := *me.Accounts[0].TokenExpiresAt == *j.bakery.TokenExpiresAt; same != c.isCheckpoint {
				t.Errorf("a client sees that the token expires at %s, and saw %s", me.Accounts[0].TokenExpiresAt, j.bakery.TokenExpiresAt)
			}
			refusal := j.client.Post("/api/v1/posts/publish", j.imagePost("refused"))
			refusal.WantError(http.StatusUnauthorized, "TOKEN_EXPIRED")
			if said := refusal.String("error"); !strings.Contains(said, remedy) || strings.Contains(said, "expired at") {
				t.Errorf("a client is told %s", said)
			}
			planned := j.client.Post("/api/v1/schedule", j.imagePost("held").with("scheduledFor", j.Clock.Now().Add(time.Minute))).Want(http.StatusCreated)
			if !strings.Contains(string(planned.Body), remedy) {
				t.Errorf("the user who schedules is told %s", planned.Body)
			}
			held := planned.String("postId")
			j.pass(61 * time.Second)
			j.areHeld([]string{held})
			if p := j.post(held); !strings.Contains(text(p.ErrorMessage), remedy) {
				t.Errorf("the held post says %s", describe(p))
			}
			j.retry(id)
			j.isLive(j.ended(id), 0)
			if o := j.overview(j.bakery.SNUserID); o.Health != "ok" || o.Remedy != nil || *o.Account.TokenExpiresAt != *j.bakery.TokenExpiresAt {
				t.Errorf("after a post that was published the account is shown as %+v", o)
			}
			j.isLive(j.ended(held), 1)
		})
	}
}
