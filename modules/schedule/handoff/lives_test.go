package handoff

import (
	"context"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// TestAdd_EarlierLife: a job of an earlier life of a post, which has ended at the worker, does not
// prevent that the post is published, changed or given up.
func TestAdd_EarlierLife(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"left", "cancelled", "deleted", "taken"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.schedule(someTime).PostID
			b.clock.Advance(2 * someTime)
			b.worker.step(succeeds)
			b.worker.step(fails)
			b.fetch()
			want(t, b.retrier.Retry(t.Context(), id), "")
			want(t, b.waiting.Unschedule(t.Context(), id), "")
			again := b.request(someTime)
			again.DraftID = &id
			if how != "left" {
				b.worker.meet(html)
			}
			accepted, err := b.submit(again)
			want(t, err, "")
			switch how {
			case "cancelled":
				want(t, b.waiting.Unschedule(t.Context(), id), "")
			case "deleted":
				want(t, b.deleter.Delete(t.Context(), id), "")
			case "taken":
				_, err := b.reclaimer.TakeOver(t.Context())
				want(t, err, "")
			}
			b.advance(time.Minute)
			if b.open() != 0 {
				t.Errorf("an entry is left: %+v; the answer was %+v", b.entry(id), accepted)
			}
			if how == "left" || how == "taken" {
				if post := b.post(id); post.Status != posts.Scheduled || post.InCloud() {
					t.Errorf("got %+v", post)
				}
			}
		})
	}
}

// TestAdd_LiveEarlierLife: a draft that the worker has published, or may have, is not published a
// second time when a folder that was put back has forgotten that and schedules it again.
func TestAdd_LiveEarlierLife(t *testing.T) {
	t.Parallel()
	mayBeLive := func(b *bundle, id wireid.ID) {
		b.worker.step(succeeds)
		b.worker.step(succeeds)
		b.worker.set(func() {
			code, text := string(apperror.UnknownError), "it may be live, check before retrying"
			b.worker.jobs[id].ErrorCode, b.worker.jobs[id].ErrorMessage = &code, &text
			b.worker.end(b.worker.jobs[id], cloud.JobFailed)
		})
	}
	for name, c := range map[string]struct {
		end    func(b *bundle, id wireid.ID)
		status posts.Status
	}{
		"published":      {func(b *bundle, _ wireid.ID) { b.worker.publishDue() }, posts.Published},
		"it may be live": {mayBeLive, posts.Failed},
	} {
		for how, do := range map[string]func(b *bundle, id wireid.ID){
			"left": func(*bundle, wireid.ID) {},
			"cancelled": func(b *bundle, id wireid.ID) {
				want(b.t, b.waiting.Unschedule(b.t.Context(), id), apperror.InvalidStatus)
			},
			"changed": func(b *bundle, id wireid.ID) {
				_, err := b.replaced(id, "spelt")
				want(b.t, err, apperror.InvalidStatus)
			},
			"taken": func(b *bundle, _ wireid.ID) {
				done, err := b.reclaimer.TakeOver(b.t.Context())
				want(b.t, err, "")
				if len(done.HandedBack) != 0 {
					b.t.Errorf("got %+v", done)
				}
			},
		} {
			t.Run(name+", "+how, func(t *testing.T) {
				t.Parallel()
				b := setup(t)
				id := b.schedule(someTime).PostID
				b.clock.Advance(2 * someTime)
				c.end(b, id)
				// Its result went to the folder as it was before that was put back.
				b.worker.set(func() { b.worker.jobs[id].acked = true })
				b.forgets(id, true)
				again := b.request(someTime)
				again.DraftID = &id
				if how != "left" {
					b.worker.meet(html)
				}
				_, err := b.submit(again)
				want(t, err, "")
				do(b, id)
				if post := b.post(id); post.Status != c.status || b.open() != 0 {
					t.Errorf("got %s, %d entries", post.Status, b.open())
				}
				if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 0 {
					t.Errorf("the local queue has %+v, %v", counts, err)
				}
				if mayBeLive, err := attempt.MayBeLive(t.Context(), b.db, id); err != nil || !mayBeLive {
					t.Errorf("nothing keeps it from being sent once more: %t, %v", mayBeLive, err)
				}
			})
		}
	}
}

// TestForeign: the worker of the other network mode confirms nothing about a post.
func TestForeign(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.entries.foreign = []wireid.ID{b.account.ID}
	asked := len(b.worker.asked)
	want(t, b.waiting.Unschedule(t.Context(), id), apperror.WorkerUnreachable)
	want(t, b.deleter.Delete(t.Context(), id), apperror.WorkerUnreachable)
	if post := b.post(id); !post.InCloud() || len(b.worker.asked) != asked {
		t.Errorf("got %+v; the worker was asked %v", post, b.worker.asked[asked:])
	}
}

// TestCompare_PutBack: a data folder that was put back does not know what became of a post since.
// What was given up at the worker, and is due, may have been published from here meanwhile; what
// was changed there is sent as it stands here.
func TestCompare_PutBack(t *testing.T) {
	t.Parallel()
	b := setup(t)
	edited := b.schedule(9 * time.Hour).PostID
	cancelled, fenced := b.schedule(someTime).PostID, b.schedule(someTime).PostID
	b.worker.set(func() {
		for _, j := range b.worker.jobs {
			j.Rev += 1000
		}
		b.worker.jobs[cancelled].State = cloud.JobCancelled
		b.worker.end(b.worker.jobs[fenced], cloud.JobFenced)
		b.worker.jobs[fenced].acked = true
		text := "oats"
		b.worker.jobs[edited].job.Post.Caption = &text
	})
	b.clock.Advance(2 * someTime)
	for _, id := range []wireid.ID{cancelled, fenced} {
		b.network.show(id, publish.Sight{MediaID: "m" + id.String(), At: start})
	}
	want(t, b.reconciler.Compare(t.Context()), "")
	b.clock.Advance(confirmAfter)
	want(t, b.reconciler.Compare(t.Context()), "")
	b.advance(0)
	for _, id := range []wireid.ID{cancelled, fenced} {
		if post := b.post(id); post.Status != posts.Published {
			t.Errorf("got %+v", post)
		}
	}
	b.says(edited, "rye", "rye")
}

// TestTend_ClockSetBack: waits that were begun by a clock that was far ahead end now.
func TestTend_ClockSetBack(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.worker.set(func() { b.worker.isDown = true })
	const ahead = 1000 * time.Hour
	accepted := b.schedule(2 * ahead)
	b.advance(ahead)
	b.worker.set(func() { b.worker.isDown = false })
	b.clock.Jump(-ahead)
	if err := b.reconciler.Reconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.advance(0)
	if b.worker.job(accepted.PostID) == nil {
		t.Errorf("it was not handed over: %+v", b.entry(accepted.PostID))
	}
}

// TestTakeOver_Abandoned: posts that were given up here do not prevent a teardown for ever,
// although a worker that never answers was not told of it.
func TestTakeOver_Abandoned(t *testing.T) {
	t.Parallel()
	b := setup(t)
	later, soon, deleted, live := b.schedule(9*time.Hour).PostID, b.schedule(time.Minute).PostID, b.schedule(time.Minute).PostID, b.schedule(time.Minute).PostID
	b.worker.set(func() { b.worker.isDown = true })
	b.inTx(func(ctx context.Context, tx bun.Tx) error { return b.waiting.AccountRemoved(ctx, tx, b.account.ID) })
	want(t, b.deleter.Delete(t.Context(), deleted), "")
	want(t, b.entries.MayTearDown(t.Context(), false), apperror.InvalidStatus)
	done, err := b.reclaimer.TakeOver(t.Context())
	want(t, err, "")
	if b.entry(later) != nil || b.entry(soon) == nil || len(done.HandedBack)+len(done.Waiting) != 0 {
		t.Errorf("got %+v; entries %+v, %+v", done, b.entry(later), b.entry(soon))
	}
	want(t, b.entries.MayTearDown(t.Context(), false), "")
	b.network.show(live, publish.Sight{MediaID: "m1", At: start})
	b.network.show(soon, publish.Sight{IsUnreadable: true})
	for range 2 {
		b.clock.Advance(fenceReaches + time.Second)
		want(t, b.reconciler.Reconcile(t.Context()), "")
	}
	if b.entry(deleted) != nil || b.entry(live) != nil || b.post(live).Status != posts.Published || b.post(soon).Status != posts.Failed {
		t.Errorf("got %+v, %+v", b.post(live), b.post(soon))
	}
}

// TestAbandon_Claimed: a retry that the worker refuses, because it is at the post, leaves nothing
// behind when the worker gives the post up after all.
func TestAbandon_Claimed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.clock.Advance(someTime)
	b.worker.step(succeeds)
	b.inTx(func(ctx context.Context, tx bun.Tx) error { return b.waiting.AccountRemoved(ctx, tx, b.account.ID) })
	want(t, b.retrier.Retry(t.Context(), id), apperror.InvalidStatus)
	b.worker.set(func() { b.worker.end(b.worker.jobs[id], cloud.JobFenced) })
	b.fetch()
	b.advance(6 * time.Minute)
	if b.open() != 0 {
		t.Errorf("an entry is left: %+v", b.entry(id))
	}
}

// TestWithdraw_ScheduledMeanwhile: a post that goes to the worker again while it is given up is not
// given up without the worker.
func TestWithdraw_ScheduledMeanwhile(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	err := b.withdrawer.withdrawLocked(t.Context(), id, nil, func(context.Context, bun.IDB) error {
		t.Error("it is given up")
		return nil
	})
	want(t, err, apperror.WorkerUnreachable)
}

// TestOutbox_MissedWithoutWorker: a post that no worker ever had does not wait for one for ever.
func TestOutbox_MissedWithoutWorker(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.worker.set(func() { b.worker.refuse = cloud.CodeTooManyJobs })
	id := b.schedule(someTime).PostID
	b.exchange.link = cloud.New(cloud.Deps{Clock: b.clock, Cloudflare: cloudflare.New(cloudflare.Options{})}, cloud.Options{Network: "sandbox"}).Link
	b.advance(2 * someTime)
	if post := b.post(id); !post.InCloud() || *post.ErrorCode != string(apperror.WorkerUnreachable) {
		t.Errorf("got %+v", post)
	}
	b.advance(24 * time.Hour)
	if post := b.post(id); post.Status != posts.Failed || *post.ErrorCode != string(apperror.InvalidSchedule) {
		t.Errorf("got %+v", post)
	}
}
