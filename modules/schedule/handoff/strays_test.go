package handoff

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/platform/apperror"
	"crier/platform/instance"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// forgets puts the folder back to a time before the post went to the worker, when the post was a
// draft or did not exist.
func (b *bundle) forgets(id wireid.ID, isDraft bool) {
	b.t.Helper()
	queries := []string{"DELETE FROM schedule_cloud_jobs WHERE post_id = ?", "DELETE FROM post_exposures WHERE post_id = ?"}
	if isDraft {
		queries = append(queries, "UPDATE posts SET status = 'DRAFT', cloud_job_id = NULL, is_scheduled = 0, scheduled_for = NULL WHERE id = ?")
	} else {
		queries = append(queries, "DELETE FROM post_media WHERE post_id = ?", "DELETE FROM posts WHERE id = ?")
	}
	for _, query := range queries {
		if _, err := b.db.NewRaw(query, id).Exec(b.t.Context()); err != nil {
			b.t.Fatal(err)
		}
	}
}

// TestMemory2_TakeOverWithoutEntries: a folder that knows of no post at the worker raises a fence
// all the same, and names the posts that it does not know.
func TestMemory2_TakeOverWithoutEntries(t *testing.T) {
	t.Parallel()
	for name, isDraft := range map[string]bool{"a draft here": true, "nothing here": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.schedule(someTime).PostID
			b.forgets(id, isDraft)
			done, err := b.reclaimer.TakeOver(t.Context())
			want(t, err, "")
			if !done.Direct || done.Epoch != 1 || !slices.Equal(done.Unknown, []wireid.ID{id}) || len(done.HandedBack) != 0 {
				t.Errorf("got %+v", done)
			}
			b.clock.Advance(2 * someTime)
			b.worker.publishDue()
			if b.worker.isLive(id) {
				t.Error("it fired behind the fence")
			}
			b.fetch()
			list, err := b.strays.List(t.Context())
			want(t, err, "")
			if isDraft != (len(list) == 0) || b.worker.job(id).acked != isDraft {
				t.Errorf("got %+v", list)
			}
		})
	}
}

// TestMemory2_Unknown: a post that the worker has and this folder does not know is shown with its
// content, and can be cancelled there.
func TestMemory2_Unknown(t *testing.T) {
	t.Parallel()
	b := setup(t)
	known, id := b.schedule(someTime).PostID, b.schedule(2*someTime).PostID
	b.forgets(id, false)
	list, err := b.strays.List(t.Context())
	want(t, err, "")
	if len(list) != 1 || list[0].ID != id || list[0].Status != nil || *list[0].Caption != "rye" || *list[0].Username != "bakery" || list[0].Files != 1 || list[0].MediaType != "IMAGE" {
		t.Fatalf("got %+v", list)
	}
	want(t, b.strays.Cancel(t.Context(), known), apperror.NotFound)
	want(t, b.strays.Cancel(t.Context(), id), "")
	b.clock.Advance(3 * someTime)
	b.worker.publishDue()
	if list, err = b.strays.List(t.Context()); err != nil || len(list) != 0 || b.worker.isLive(id) || !b.worker.isLive(known) {
		t.Errorf("got %+v, %v", list, err)
	}
}

// TestMemory2_CancelledMeanwhile: nobody is told that a post never goes out which was scheduled
// under its id while the cancellation asked the worker: its hand-over would bring it back.
func TestMemory2_CancelledMeanwhile(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(2 * someTime).PostID
	b.forgets(id, true)
	b.worker.set(func() {
		b.worker.onRead = func(read wireid.ID) {
			b.worker.onRead = nil
			request := b.request(someTime)
			request.DraftID = &read
			if _, err := b.intake.Submit(b.t.Context(), request); err != nil {
				t.Error(err)
			}
		}
	})
	want(t, b.strays.Cancel(t.Context(), id), apperror.NotFound)
	b.advance(0)
	b.clock.Advance(someTime)
	b.worker.publishDue()
	if !b.worker.isLive(id) || b.entry(id) == nil {
		t.Errorf("it is not live; the entry is %+v", b.entry(id))
	}
}

// TestMemory2_Draft: a draft that the worker has, or has published, does not go out a second time.
func TestMemory2_Draft(t *testing.T) {
	t.Parallel()
	publish := func(b *bundle, id wireid.ID) error {
		request := b.request(0)
		request.At, request.DraftID = nil, &id
		_, err := b.intake.Submit(b.t.Context(), request)
		return err
	}
	t.Run("published there", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		id := b.schedule(someTime).PostID
		b.clock.Advance(2 * someTime)
		b.worker.publishDue()
		b.forgets(id, true)
		b.fetch()
		want(t, publish(b, id), apperror.InvalidStatus)
		if post := b.post(id); post.Status != posts.Draft {
			t.Errorf("got %+v", post)
		}
	})
	t.Run("waits there", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		id := b.schedule(someTime).PostID
		b.forgets(id, true)
		if err := b.reconciler.Reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
		want(t, publish(b, id), apperror.InvalidStatus)
		want(t, b.strays.Cancel(t.Context(), id), "")
		want(t, publish(b, id), "")
		if j := b.worker.job(id); j.State != cloud.JobCancelled {
			t.Errorf("got %+v", j)
		}
	})
}

// TestMemory2_GivenUp: a post of the local queue that the worker turned out to have goes on at
// once, and not after the pause of its job, when the worker has given it up, whichever way that
// came about.
func TestMemory2_GivenUp(t *testing.T) {
	t.Parallel()
	for name, giveUp := range map[string]func(*bundle, wireid.ID) error{
		"it is cancelled there": func(b *bundle, id wireid.ID) error { return b.strays.Cancel(b.t.Context(), id) },
		"it was cancelled there": func(b *bundle, id wireid.ID) error {
			b.worker.set(func() { b.worker.jobs[id].State = cloud.JobCancelled })
			return b.reconciler.Compare(b.t.Context())
		},
		"it is taken back": func(b *bundle, _ wireid.ID) error {
			_, err := b.reclaimer.TakeOver(b.t.Context())
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.schedule(someTime).PostID
			b.forgets(id, true)
			request := b.request(0)
			request.At, request.DraftID = nil, &id
			_, err := b.intake.Submit(t.Context(), request)
			want(t, err, "")
			want(t, b.reconciler.Compare(t.Context()), "")
			if exposed, _ := b.exposed(id); !exposed.IsThere {
				t.Fatal("the post is not known to be at the worker")
			}
			// The engine puts its job off for five minutes.
			_, err = b.db.NewRaw("UPDATE scheduled_jobs SET run_at = ?, wait = ? WHERE subject_id = ?", at(b.clock.Now().Add(5*time.Minute)), posts.HeldForCloud.Wait, id).Exec(t.Context())
			want(t, err, "")
			want(t, giveUp(b, id), "")
			if exposed, _ := b.exposed(id); exposed.IsThere {
				t.Error("the worker is taken to have it still")
			}
			if n, err := b.queue.Counts(t.Context(), b.db); err != nil || n.Waiting != 1 {
				t.Errorf("its job is not due: %+v, %v", n, err)
			}
		})
	}
}

// TestMemory4_SlowClock: by this machine's clock the post is due after the fence has reached the
// worker, by Cloudflare's it was due before.
func TestMemory4_SlowClock(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.clock.Advance(someTime - 7*time.Minute)
	b.worker.ahead.Store(int64(10 * time.Minute))
	b.worker.publishDue()
	b.worker.set(func() { b.worker.isDown = true })
	done, err := b.reclaimer.TakeOver(t.Context())
	want(t, err, "")
	if len(done.HandedBack) != 0 || len(done.Waiting) != 1 {
		t.Errorf("got %+v", done)
	}
	for range 6 {
		b.clock.Advance(time.Minute)
		if err := b.reconciler.Reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if post := b.post(id); post.Status != posts.Published || len(b.worker.published[id]) != 1 {
		t.Errorf("got %+v", post)
	}
}

// TestMemory4_CorrectedClock: a clock that is set forward does not end the wait for a fence, and
// one that is set back does not begin it again.
func TestMemory4_CorrectedClock(t *testing.T) {
	t.Parallel()
	for name, jump := range map[string]time.Duration{"forward": 20 * time.Minute, "back": -20 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.schedule(someTime).PostID
			b.clock.Advance(someTime)
			b.worker.set(func() { b.worker.isDown = true })
			if done, err := b.reclaimer.TakeOver(t.Context()); err != nil || len(done.Waiting) != 1 {
				t.Fatalf("got %+v, %v", done, err)
			}
			b.clock.Jump(jump)
			tend := func() {
				if err := b.reconciler.Reconcile(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			tend()
			for _, wait := range []time.Duration{fenceReaches - time.Minute, publish.ShownWithin} {
				b.clock.Advance(wait)
				tend()
				if !b.post(id).InCloud() {
					t.Error("it is back before the network certainly shows what the worker began")
				}
			}
			b.clock.Advance(2 * time.Minute)
			tend()
			if b.post(id).InCloud() {
				t.Error("it is not back although the network shows what the worker began")
			}
		})
	}
}

// TestHello_WorkerAhead: a worker that was told of later changes than this folder knows puts it
// into quarantine, before anything is sent.
func TestHello_WorkerAhead(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.worker.set(func() { b.worker.highest = 40 })
	id := b.schedule(someTime).PostID
	state, err := b.folder.State(t.Context())
	if err != nil || state.QuarantinedAt == nil || *state.QuarantineCause != instance.CauseWorker {
		t.Fatalf("got %+v, %v", state, err)
	}
	if post := b.post(id); b.worker.job(id) != nil || post.ErrorCode == nil || *post.ErrorCode != string(apperror.UnknownError) {
		t.Errorf("got %+v, there is %+v", post.ErrorMessage, b.worker.job(id))
	}
	err = b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return instance.Release(ctx, tx, id, *at(b.clock.Now())) })
	if err != nil {
		t.Fatal(err)
	}
	b.advance(slowly)
	if j := b.worker.job(id); j == nil || j.Rev <= 40 {
		t.Errorf("after its release there is %+v", j)
	}
}

// TestHello_EpochAhead: a worker that was told to stop by somebody of whom this folder does not
// know is ahead of it, although it was told of no later change.
func TestHello_EpochAhead(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.schedule(someTime)
	b.worker.set(func() { b.worker.fence = 1 })
	b.restart()
	b.schedule(someTime)
	state, err := b.folder.State(t.Context())
	if err != nil || state.QuarantinedAt == nil || *state.QuarantineCause != instance.CauseWorker || !strings.Contains(state.Reason(), "taken back") {
		t.Errorf("got %+v, %v", state, err)
	}
}

// TestTakeOver_Counts: a takeover counts as a change that the folder must not forget, and raises no
// alarm later although its answer is lost.
func TestTakeOver_Counts(t *testing.T) {
	t.Parallel()
	for name, loses := range map[string]bool{"answered": false, "its answer is lost": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.schedule(someTime)
			before, err := b.folder.State(t.Context())
			want(t, err, "")
			code := apperror.Code("")
			if loses {
				b.provider.isDown.Store(true)
				b.worker.meet(mute)
				code = apperror.WorkerUnreachable
			}
			_, err = b.reclaimer.TakeOver(t.Context())
			want(t, err, code)
			if after, err := b.folder.State(t.Context()); err != nil || after.Sequence <= before.Sequence {
				t.Errorf("from %d to %d, %v", before.Sequence, after.Sequence, err)
			}
			b.restart()
			b.schedule(someTime)
			if state, err := b.folder.State(t.Context()); err != nil || state.QuarantinedAt != nil || b.worker.fence != 1 {
				t.Errorf("got %+v, %v; the fence there is %d", state, err, b.worker.fence)
			}
		})
	}
}

// TestHello_InStep: a worker that this folder has told everything raises no alarm.
func TestHello_InStep(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.schedule(someTime)
	b.restart()
	b.schedule(someTime)
	if state, err := b.folder.State(t.Context()); err != nil || state.QuarantinedAt != nil {
		t.Errorf("got %+v, %v", state, err)
	}
}
