package handoff

import (
	"context"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/objectstore"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

func TestModels_FitTheSchema(t *testing.T) {
	t.Parallel()
	if err := databasetest.New(t).CheckModels(t.Context(), []database.Model{(*entry)(nil)}); err != nil {
		t.Error(err)
	}
}

// TestCloud_ThereAndBack: a post is handed over, published while nobody is at home, and its result
// comes home.
func TestCloud_ThereAndBack(t *testing.T) {
	t.Parallel()
	b := setup(t)
	accepted := b.schedule(someTime)
	if accepted.CloudJobID == nil || *accepted.CloudJobID != accepted.PostID.String() || len(accepted.Warnings) != 0 {
		t.Fatalf("got %+v", accepted)
	}
	if post := b.post(accepted.PostID); !post.InCloud() || post.BucketMediaKey == nil {
		t.Errorf("got %+v", post)
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 0 {
		t.Errorf("the local queue has it too: %+v, %v", counts, err)
	}
	b.clock.Advance(2 * someTime)
	b.worker.publishDue()
	b.restart()
	b.fetch()
	post := b.post(accepted.PostID)
	if post.Status != posts.Published || post.SNMediaID == nil || post.SNPermalink == nil || post.CompletedAt == nil {
		t.Errorf("got %+v", post)
	}
	if b.entry(accepted.PostID) != nil || !b.worker.job(accepted.PostID).acked {
		t.Error("the result is still open")
	}
	page, err := b.history.Completions(t.Context(), *at(start), 10)
	if err != nil || len(page.Posts) != 1 {
		t.Errorf("got %+v, %v", page, err)
	}
}

// TestFound_NothingStartsWhileCrierStops: a post that is accepted while the sender stops is kept,
// and nothing is sent for it before the next start. Nothing that was begun outlives the stop.
func TestFound_NothingStartsWhileCrierStops(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.sender.Stop()
	accepted := b.schedule(someTime)
	if row := b.entry(accepted.PostID); row == nil || row.Attempts != 0 || b.worker.job(accepted.PostID) != nil {
		t.Errorf("got %+v", row)
	}
	if len(accepted.Warnings) != 1 {
		t.Errorf("warned of %+v", accepted.Warnings)
	}
	if b.sender.background.start(func(context.Context) {}) {
		t.Error("work is started after the stop")
	}
	b.restart()
	b.advance(0)
	if b.worker.job(accepted.PostID) == nil {
		t.Error("the post is not handed over after the start")
	}
}

// TestCloud_WorkerSilent: the post is kept and handed over when the worker answers again.
func TestCloud_WorkerSilent(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.worker.set(func() { b.worker.isDown = true })
	accepted := b.schedule(someTime)
	if accepted.CloudJobID == nil || len(accepted.Warnings) != 1 || accepted.Warnings[0].Code != string(apperror.WorkerUnreachable) {
		t.Fatalf("got %+v", accepted)
	}
	b.worker.set(func() { b.worker.isDown = false })
	b.advance(10 * time.Second)
	if j := b.worker.job(accepted.PostID); j == nil || j.State != cloud.JobScheduled || b.entry(accepted.PostID).NextAttemptAt != nil {
		t.Errorf("got %+v, %+v", j, b.entry(accepted.PostID))
	}
}

// TestLoop_SlowUpload: a post whose files take long to get into the bucket holds up no other.
func TestLoop_SlowUpload(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.worker.set(func() { b.worker.refuse = cloud.CodeTooManyJobs })
	slow := b.schedule(9 * time.Hour).PostID
	free, err := b.packer.files.Lock(t.Context(), slow)
	want(t, err, "")
	t.Cleanup(free)
	b.sender.Start()
	waits := func() {
		t.Helper()
		// Only a sender that is held up uses it up.
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		want(t, b.clock.BlockUntil(ctx, 1), "")
	}
	waits()
	b.clock.Advance(slowly)
	other := b.schedule(9 * time.Hour).PostID
	stored := make(chan wireid.ID, 1)
	b.worker.set(func() { b.worker.refuse, b.worker.onPut = "", func(id wireid.ID) { stored <- id } })
	waits()
	b.clock.Advance(slowly)
	if id := <-stored; id != other {
		t.Errorf("got %s, want %s", id, other)
	}
}

// TestNotPublic_Passing: a store that cannot be reached for a moment is tried again as soon as a
// worker that cannot be. What somebody has to change is tried more rarely.
func TestNotPublic_Passing(t *testing.T) {
	t.Parallel()
	for kind, isSoon := range map[objectstore.Kind]bool{objectstore.NotReachable: true, objectstore.Unavailable: true, objectstore.Refused: false} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.worker.meet(html)
			id := b.schedule(someTime).PostID
			row := b.entry(id)
			row.Attempts = 0
			want(t, updateEntry(t.Context(), b.db, row), "")
			want(t, b.sender.notPublic(t.Context(), row, objectstore.NewError(kind, "the store said so", nil)), "")
			if wait := b.entry(id).NextAttemptAt.Time().Sub(b.clock.Now()); wait < time.Minute != isSoon {
				t.Errorf("the next attempt is in %s", wait)
			}
		})
	}
}

// TestOutbox_MissedByWrongClock: a clock that is set two days ahead fails no post that could not be
// handed over yet. Cloudflare's time counts. While it is not known, the post waits and says why.
func TestOutbox_MissedByWrongClock(t *testing.T) {
	t.Parallel()
	const ahead = 48 * time.Hour
	for name, c := range map[string]struct {
		isKnown bool
		// passes is how much time has really passed at the end.
		passes time.Duration
		want   posts.Status
	}{
		"Cloudflare's time is known":   {isKnown: true, want: posts.Scheduled},
		"it is not known yet":          {want: posts.Scheduled},
		"it is known, and past":        {isKnown: true, passes: ahead, want: posts.Failed},
		"it is not known yet and past": {passes: ahead, want: posts.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.worker.set(func() { b.worker.refuse = cloud.CodeTooManyJobs })
			id := b.schedule(someTime).PostID
			b.worker.set(func() { b.worker.refuse = "" })
			b.worker.ahead.Store(int64(-ahead))
			b.clock.Jump(ahead)
			if !c.isKnown {
				b.provider.isCut.Store(true)
				b.worker.set(func() { b.worker.isDown = true })
				b.restart()
				b.advance(slowly)
				if post := b.post(id); !post.InCloud() || post.ErrorCode == nil || *post.ErrorCode != string(apperror.WorkerUnreachable) || b.worker.job(id) != nil {
					t.Errorf("got %s, %v, and the entry %+v", post.Status, post.ErrorCode, b.entry(id))
				}
				b.provider.isCut.Store(false)
				b.worker.set(func() { b.worker.isDown = false })
			}
			b.advance(c.passes + slowly)
			post, job := b.post(id), b.worker.job(id)
			if post.Status != c.want || (job != nil) != (c.want == posts.Scheduled) {
				t.Errorf("got %s, %v; the worker has %+v", post.Status, post.ErrorMessage, job)
			}
		})
	}
}

// TestTokenWorkedAt_WrongClock: by Cloudflare's time, the worker is told no earlier time than the
// one at which the token was found to work, whether this machine's clock was wrong then or is now.
func TestTokenWorkedAt_WrongClock(t *testing.T) {
	t.Parallel()
	const days = 48 * time.Hour
	for name, c := range map[string]struct {
		// was is how far the clock was ahead of Cloudflare's when the token was found to work; set
		// is by how much it was set since.
		was, set time.Duration
	}{
		"right": {}, "behind": {was: -days}, "ahead": {was: days}, "set ahead since": {set: days}, "set back since": {set: -days},
		"ahead, and put right": {was: days, set: -days},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			worked := start.Add(-c.was)
			b.worker.ahead.Store(int64(-c.was - c.set))
			b.clock.Advance(time.Minute)
			b.clock.Jump(c.set)
			b.schedule(2 * days) // The worker's answer tells the time.
			job := b.worker.job(b.schedule(2 * days).PostID)
			if job == nil || job.job.TokenWorkedAt == nil {
				t.Fatalf("got %+v", job)
			}
			if got := job.job.TokenWorkedAt.Time(); got.Before(worked) {
				t.Errorf("told was %v, and it was at %v", got, worked)
			}
		})
	}
}

// TestLoop_RefusedHere: a post that the worker has given up, and of which nothing has changed here
// then, is sent again at once.
func TestLoop_RefusedHere(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(9 * time.Hour).PostID
	b.worker.set(func() { b.worker.refuse = cloud.CodeTooManyJobs })
	b.schedule(9 * time.Hour)
	b.sender.Start()
	want(t, b.clock.BlockUntil(t.Context(), 1), "") // The sender waits for the time of the other one.
	stored := make(chan wireid.ID, 1)
	b.worker.set(func() { b.worker.refuse, b.worker.onPut = "", func(id wireid.ID) { stored <- id } })
	err := b.withdrawer.Withdraw(t.Context(), id, func(context.Context, bun.IDB) error { return apperror.New(apperror.TokenExpired, "it has ended") })
	want(t, err, apperror.TokenExpired)
	if again := <-stored; again != id || b.worker.job(id).State != cloud.JobScheduled || !b.post(id).InCloud() {
		t.Errorf("sent is %s, the worker has %+v", again, b.worker.job(id))
	}
}
