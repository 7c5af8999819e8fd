package handoff

import (
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/wireid"
)

// setClock sets this machine's clock, and not Cloudflare's.
func (b *bundle) setClock(by time.Duration) {
	b.t.Helper()
	b.worker.ahead.Add(-int64(by))
	b.clock.Jump(by)
}

// problem returns the code that a post shows, empty for none.
func (b *bundle) problem(id wireid.ID) apperror.Code {
	b.t.Helper()
	if code := b.post(id).ErrorCode; code != nil {
		return apperror.Code(*code)
	}
	return ""
}

// TestReconcile_SilentByWrongClock: a post shows that a silent worker may have published it once it
// is overdue by Cloudflare's time, whatever this machine's clock says.
func TestReconcile_SilentByWrongClock(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		passes, set time.Duration
		want        apperror.Code
	}{
		"set back, and overdue":      {passes: someTime + 2*overdue, set: -24 * time.Hour, want: apperror.WorkerUnreachable},
		"set ahead, and not yet due": {set: 24 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.schedule(someTime).PostID
			b.worker.set(func() { b.worker.isDown = true })
			b.clock.Advance(c.passes)
			b.setClock(c.set)
			want(t, b.reconciler.Reconcile(t.Context()), "")
			if got := b.problem(id); got != c.want {
				t.Errorf("it shows %q, want %q", got, c.want)
			}
		})
	}
}

// TestReconcile_ComparesByWrongClock: while a post is overdue by Cloudflare's time, the worker is
// asked each minute why it holds the post, also when this machine's clock was set back.
func TestReconcile_ComparesByWrongClock(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.clock.Advance(someTime + 2*overdue)
	b.setClock(-24 * time.Hour)
	want(t, b.reconciler.Reconcile(t.Context()), "")
	code, text := string(apperror.TokenExpired), "the token is dead"
	b.worker.set(func() { b.worker.jobs[id].ErrorCode, b.worker.jobs[id].ErrorMessage = &code, &text })
	b.clock.Advance(betweenLooks)
	want(t, b.reconciler.Reconcile(t.Context()), "")
	if got := b.problem(id); got != apperror.TokenExpired {
		t.Errorf("it shows %q", got)
	}
}

// TestPostpone_WrongClock: a post that could not be handed over shows why once it is due by
// Cloudflare's time, whatever this machine's clock says.
func TestPostpone_WrongClock(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		passes, set time.Duration
		want        apperror.Code
	}{
		"set back, and due":          {passes: someTime, set: -24 * time.Hour, want: apperror.WorkerUnreachable},
		"set ahead, and not yet due": {set: 24 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.schedule(9 * time.Hour) // The worker's answer tells the time.
			b.worker.set(func() { b.worker.isDown = true })
			id := b.schedule(someTime).PostID
			b.clock.Advance(c.passes)
			b.setClock(c.set)
			failed := apperror.New(apperror.WorkerUnreachable, "nobody answers")
			want(t, b.records.postpone(t.Context(), id, failed, false), "")
			if got := b.problem(id); got != c.want {
				t.Errorf("it shows %q, want %q", got, c.want)
			}
		})
	}
}
