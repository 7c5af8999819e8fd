package handoff

import (
	"encoding/json"
	"testing"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
)

// TestFetchResults_How: the ledger records how the worker knows the media. A worker that does not
// say counts as told by the network.
func TestFetchResults_How(t *testing.T) {
	t.Parallel()
	for isFound, want := range map[bool]attempt.How{true: attempt.Found, false: attempt.ByAnswer} {
		b := setup(t)
		id := b.schedule(someTime).PostID
		b.clock.Advance(2 * someTime)
		b.worker.publishDue()
		b.worker.set(func() { b.worker.jobs[id].MediaFound, b.worker.jobs[id].PublishIntentAt = isFound, at(start) })
		b.fetch()
		last, _, err := attempt.Last(t.Context(), b.db, id, attempt.Feed)
		if err != nil || last.How == nil || *last.How != want {
			t.Errorf("found %v: got %+v, %v", isFound, last, err)
		}
	}
	var older cloud.JobState
	if err := json.Unmarshal([]byte(`{"state": "PUBLISHED", "mediaId": "m", "errorCode": "TOKEN_EXPIRED"}`), &older); err != nil || resultOf(older).IsFound || older.AtCheckpoint {
		t.Errorf("of an older worker: %+v, %v", older, err)
	}
}

// TestFetchResults_Marks: the account is marked as the worker found it, unless it has another token
// by now.
func TestFetchResults_Marks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		code                    string
		atCheckpoint, isRenewed bool
		isDead, isAtCheckpoint  bool
	}{
		"checkpoint":                        {code: "TOKEN_EXPIRED", atCheckpoint: true, isAtCheckpoint: true},
		"dead token":                        {code: "TOKEN_EXPIRED", isDead: true},
		"checkpoint, before a newer token":  {code: "TOKEN_EXPIRED", atCheckpoint: true, isRenewed: true},
		"dead token, before a newer token":  {code: "TOKEN_EXPIRED", isRenewed: true},
		"checkpoint of an older worker":     {code: "UNKNOWN_ERROR"},
		"a flag that belongs to no failure": {code: "MEDIA_INVALID", atCheckpoint: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.schedule(someTime).PostID
			b.clock.Advance(2 * someTime)
			b.worker.set(func() {
				j := b.worker.jobs[id]
				j.ErrorCode, j.ErrorMessage, j.AtCheckpoint = &c.code, new("the network refused: restricted (code 25/2207050)"), c.atCheckpoint
				b.worker.end(j, cloud.JobFailed)
			})
			if c.isRenewed {
				b.renew("new")
			}
			b.fetch()
			a, err := b.accounts.Account(t.Context(), b.db, b.account.ID)
			if err != nil || (a.TokenDeadAt != nil) != c.isDead || (a.CheckpointAt != nil) != c.isAtCheckpoint {
				t.Errorf("the account is %+v, %v", a, err)
			}
			if post := b.post(id); post.Status != posts.Failed || *post.ErrorCode != c.code {
				t.Errorf("the post is %+v", post)
			}
		})
	}
}
