package handoff

import (
	"context"
	"testing"

	"crier/modules/cloud"
	"crier/modules/posts/quarantine"
	"crier/platform/apperror"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// TestStandings: a quarantine is told which posts the worker has as they are here. A renewed token
// that waits to be sent makes no difference.
func TestStandings(t *testing.T) {
	t.Parallel()
	b := setup(t)
	inStep, later, cancelled, claimed := b.schedule(someTime).PostID, b.schedule(someTime).PostID, b.schedule(someTime).PostID, b.schedule(someTime).PostID
	b.worker.set(func() {
		b.worker.jobs[later].Rev = 40
		b.worker.end(b.worker.jobs[cancelled], cloud.JobCancelled)
		b.worker.jobs[claimed].State = cloud.JobPublishing
	})
	b.inTx(func(ctx context.Context, tx bun.Tx) error { return b.entries.Revived(ctx, tx, b.account.ID) })
	stranger := wireid.New()
	standings := newStandings(b.entries, b.exchange)
	ids := []wireid.ID{inStep, later, cancelled, claimed, stranger}
	got, err := standings.Standing(t.Context(), ids)
	want(t, err, "")
	for i, wanted := range []quarantine.Standing{quarantine.InStep, quarantine.Otherwise, quarantine.Missing, quarantine.InStep, quarantine.NotAsked} {
		if got[ids[i]] != wanted {
			t.Errorf("post %d stands %d, want %d", i, got[ids[i]], wanted)
		}
	}
	b.worker.set(func() { b.worker.isDown = true })
	_, err = standings.Standing(t.Context(), ids)
	want(t, err, apperror.WorkerUnreachable)
}
