package handoff

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

func (b *bundle) inTx(f func(ctx context.Context, tx bun.Tx) error) {
	b.t.Helper()
	if err := b.db.InTx(b.t.Context(), f); err != nil {
		b.t.Fatal(err)
	}
}

// TestFetchResults_AnswerLost: a result that comes again changes nothing, and a completion is told
// once.
func TestFetchResults_AnswerLost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.clock.Advance(2 * someTime)
	b.worker.publishDue()
	b.worker.meet(none, broken)
	if _, err := b.results.Fetch(t.Context()); err == nil {
		t.Fatal("no error")
	}
	before := b.post(id)
	b.worker.set(func() { b.worker.jobs[id].acked = false })
	b.fetch()
	if post := b.post(id); *post.CompletedAt != *before.CompletedAt || post.Status != posts.Published {
		t.Errorf("got %+v", post)
	}
	if !b.worker.job(id).acked {
		t.Error("it is not acknowledged")
	}
}

// TestFetchResults_LargestPage: a page is read whose results are all as long as the worker can make
// them: an answer that is too long would come again and again, and no result ever get here.
func TestFetchResults_LargestPage(t *testing.T) {
	t.Parallel()
	b := setup(t)
	// The worker keeps 500 UTF-16 units of a text of the network, of which an error has two at
	// most, and 200 of each of ten unknown answers. Three bytes a unit is the most.
	long := func(units int) string { return strings.Repeat("€", units) }
	unknown := slices.Repeat([]cloud.UnknownAnswer{{Op: "container status", What: long(200)}}, 10)
	b.worker.set(func() {
		for range resultsPerPage {
			job := &fakeJob{JobState: cloud.JobState{ID: wireid.New(), Rev: 1, Unknown: unknown}}
			job.ErrorMessage, job.Permalink = new(long(1100)), new(long(500))
			b.worker.jobs[job.ID] = job
			b.worker.end(job, cloud.JobFailed)
		}
	})
	page, err := b.exchange.results(t.Context(), 0)
	if err != nil || len(page.Results) != resultsPerPage {
		t.Errorf("%d results, %v", len(page.Results), err)
	}
}

// TestFetchResults_Failed: the post fails as the worker says, with what a retry goes on from. The
// retry is this machine's.
func TestFetchResults_Failed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.clock.Advance(2 * someTime)
	b.worker.step(succeeds)
	b.worker.step(fails)
	b.fetch()
	post := b.post(id)
	if post.Status != posts.Failed || *post.ErrorCode != "MEDIA_INVALID" || post.SNContainerID == nil || post.CloudJobID == nil {
		t.Fatalf("got %+v", post)
	}
	want(t, b.retrier.Retry(t.Context(), id), "")
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Waiting != 1 {
		t.Errorf("got %+v, %v", counts, err)
	}
}

// TestFetchResults_LiveAfterAll: a FAILED post that the worker finds to be live becomes PUBLISHED,
// as a new completion.
func TestFetchResults_LiveAfterAll(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.clock.Advance(2 * someTime)
	b.worker.step(succeeds)
	b.worker.step(fails)
	b.fetch()
	failed := b.post(id)
	media := "m1"
	b.worker.set(func() {
		j := b.worker.jobs[id]
		j.MediaID, j.PublishIntentAt, j.PublishedAt = &media, at(start), at(start)
		b.worker.end(j, cloud.JobPublished)
	})
	b.fetch()
	if post := b.post(id); post.Status != posts.Published || *post.SNMediaID != media || post.ErrorCode != nil || !post.CompletedAt.Time().After(failed.CompletedAt.Time()) {
		t.Errorf("got %+v", post)
	}
}

// TestFetchResults_MediaOfAnother: a result cannot give a post the media of another one.
func TestFetchResults_MediaOfAnother(t *testing.T) {
	t.Parallel()
	b := setup(t)
	first := b.schedule(someTime).PostID
	b.clock.Advance(2 * someTime)
	b.worker.publishDue()
	b.fetch()
	second := b.schedule(someTime).PostID
	b.clock.Advance(2 * someTime)
	b.worker.publishDue()
	b.worker.set(func() {
		b.worker.jobs[second].MediaID, b.worker.jobs[second].MediaFound = b.worker.jobs[first].MediaID, true
	})
	b.fetch()
	if post := b.post(second); post.Status != posts.Published || post.SNMediaID != nil || post.SNContainerID == nil {
		t.Errorf("got %+v", post)
	}
}

// TestAccountRemoved: the worker is told until it answers, and what it has published by then is
// recorded.
func TestAccountRemoved(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id, live := b.schedule(someTime).PostID, b.schedule(time.Minute).PostID
	b.worker.set(func() { b.worker.isDown = true })
	b.inTx(func(ctx context.Context, tx bun.Tx) error { return b.waiting.AccountRemoved(ctx, tx, b.account.ID) })
	if post := b.post(id); post.Status != posts.Failed || *post.ErrorCode != string(apperror.NotFound) {
		t.Errorf("got %+v", post)
	}
	// Nothing is published from here while the worker may do so.
	want(t, b.retrier.Retry(t.Context(), id), apperror.WorkerUnreachable)
	b.worker.set(func() { b.worker.isDown = false })
	b.clock.Advance(2 * time.Minute)
	b.worker.publishDue()
	b.advance(10 * time.Minute)
	if j := b.worker.job(id); j.State != cloud.JobCancelled {
		t.Errorf("the worker has %+v", j)
	}
	if post := b.post(live); post.Status != posts.Published {
		t.Errorf("got %+v", post)
	}
	if n := b.open(); n != 0 {
		t.Errorf("%d entries are left", n)
	}
	want(t, b.retrier.Retry(t.Context(), id), "")
}

// TestOutbox_Missed: a post that the worker never had is given up when it is too late; one that it
// may have is not.
func TestOutbox_Missed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	unsure := b.schedule(someTime).PostID
	b.worker.set(func() { b.worker.refuse = cloud.CodeKeyMismatch })
	never := b.schedule(someTime).PostID
	if post := b.post(never); *post.ErrorCode != string(apperror.EncryptionKeyMismatch) || !post.InCloud() {
		t.Errorf("got %+v", post)
	}
	b.inTx(func(ctx context.Context, tx bun.Tx) error { return b.entries.Revived(ctx, tx, b.account.ID) })
	b.worker.set(func() { b.worker.isDown, b.worker.refuse = true, "" })
	b.advance(26 * time.Hour)
	b.advance(time.Hour)
	if post := b.post(never); post.Status != posts.Failed || *post.ErrorCode != string(apperror.InvalidSchedule) {
		t.Errorf("got %+v", post)
	}
	if err := b.reconciler.Reconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
	if post := b.post(unsure); !post.InCloud() || post.ErrorCode == nil || *post.ErrorCode != string(apperror.WorkerUnreachable) {
		t.Errorf("got %+v", post)
	}
}

// TestOutbox_HigherRevisionThere: a data folder that was put back knows of fewer revisions than the
// worker.
func TestOutbox_HigherRevisionThere(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.worker.set(func() { b.worker.jobs[id].Rev = 1000 })
	want(t, b.edit(id, "spelt"), "")
	b.says(id, "spelt", "spelt")
	b.worker.set(func() { b.worker.fence = 7 })
	want(t, b.edit(id, "oats"), "")
	if j := b.worker.job(id); j.Epoch != 7 || j.Rev <= 1000 {
		t.Errorf("got %+v", j)
	}
}

// TestTend_Changes: a new token and an edited file are sent to the worker; a deleted file takes the
// post back.
func TestTend_Changes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	was := b.worker.job(id)
	tended := func() *fakeJob {
		t.Helper()
		b.clock.Advance(2 * time.Minute)
		if err := b.reconciler.Reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.advance(0)
		return b.worker.job(id)
	}
	if j := tended(); j.Rev != was.Rev {
		t.Errorf("sent for nothing: %+v", j)
	}
	b.renew("new")
	renewed := tended()
	if renewed.Rev <= was.Rev {
		t.Error("the new token was not sent")
	}
	file := b.post(id).MediaFiles[0].ID
	b.inTx(func(ctx context.Context, tx bun.Tx) error { return b.media.Release(ctx, tx, file, 0) })
	if j := tended(); j.Rev <= renewed.Rev || j.job.Post.Items[0].URL == renewed.job.Post.Items[0].URL {
		t.Errorf("the new address was not sent: %+v", j)
	}
	if err := b.media.Delete(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if j := tended(); j.State != cloud.JobCancelled {
		t.Errorf("the worker has %+v", j)
	}
	if post := b.post(id); post.CloudJobID != nil || post.Status != posts.Scheduled {
		t.Errorf("got %+v", post)
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 1 {
		t.Errorf("got %+v, %v", counts, err)
	}
}

// TestCompare_Lost: a post that the worker does not know any more is sent again before its time,
// and looked for after it.
func TestCompare_Lost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	waiting, live, gone := b.schedule(9*time.Hour).PostID, b.schedule(someTime).PostID, b.schedule(someTime).PostID
	b.worker.set(func() { b.worker.jobs = map[wireid.ID]*fakeJob{} })
	b.clock.Advance(2 * someTime)
	b.network.show(live, publish.Sight{MediaID: "m1", At: start})
	want(t, b.reconciler.Compare(t.Context()), "")
	b.clock.Advance(confirmAfter)
	want(t, b.reconciler.Compare(t.Context()), "")
	b.advance(0)
	if j := b.worker.job(waiting); j == nil || j.State != cloud.JobScheduled {
		t.Errorf("the worker has %+v", j)
	}
	if post := b.post(live); post.Status != posts.Published || *post.SNMediaID != "m1" {
		t.Errorf("got %+v", post)
	}
	if last, _, err := attempt.Last(t.Context(), b.db, live, attempt.Feed); err != nil || last.How == nil || *last.How != attempt.Found {
		t.Errorf("the ledger has %+v, %v", last, err)
	}
	if !b.post(gone).InCloud() {
		t.Error("it is back before the network certainly shows what the worker began")
	}
	b.clock.Advance(publish.ShownWithin)
	want(t, b.reconciler.Compare(t.Context()), "")
	if post := b.post(gone); post.CloudJobID != nil {
		t.Errorf("got %+v", post)
	}
}

// TestCompare_Held: a post says why the worker holds it.
func TestCompare_Held(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	code, text := "TOKEN_EXPIRED", "the token is dead"
	b.worker.set(func() { b.worker.jobs[id].ErrorCode, b.worker.jobs[id].ErrorMessage = &code, &text })
	for _, want := range []string{code, ""} {
		if err := b.reconciler.Compare(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := ""
		if shown := b.post(id).ErrorCode; shown != nil {
			got = *shown
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		b.worker.set(func() { b.worker.jobs[id].ErrorCode = nil })
	}
}

// TestTakeOver_Direct: the worker hands back what it has not begun.
func TestTakeOver_Direct(t *testing.T) {
	t.Parallel()
	b := setup(t)
	waiting, begun, ended := b.schedule(9*time.Hour).PostID, b.schedule(2*someTime).PostID, b.schedule(someTime).PostID
	b.clock.Advance(someTime)
	b.worker.publishDue()
	b.clock.Advance(someTime)
	b.worker.step(succeeds)
	b.worker.step(succeeds)
	b.worker.set(func() { b.worker.refuse = cloud.CodeTooManyJobs })
	never := b.schedule(9 * time.Hour).PostID
	b.worker.set(func() { b.worker.refuse = "" })
	done, err := b.reclaimer.TakeOver(t.Context())
	want(t, err, "")
	if !done.Direct || len(done.HandedBack) != 2 || len(done.Resolving) != 1 || done.Epoch != 1 {
		t.Errorf("got %+v", done)
	}
	for _, id := range []wireid.ID{waiting, never} {
		if post := b.post(id); post.CloudJobID != nil || post.Status != posts.Scheduled {
			t.Errorf("got %+v", post)
		}
	}
	b.worker.publishDue()
	b.fetch()
	for _, id := range []wireid.ID{begun, ended} {
		if post := b.post(id); post.Status != posts.Published {
			t.Errorf("got %+v", post)
		}
	}
	if b.open() != 0 {
		t.Error("entries are left")
	}
	if next := b.schedule(19 * time.Hour); len(next.Warnings) != 0 || b.worker.job(next.PostID).Epoch != 1 {
		t.Errorf("got %+v", next)
	}
}

// TestTakeOver_Fenced: the worker is silent. What is due late comes back at once; the rest is
// looked for on the network after five minutes, and what is not there comes back after six more.
func TestTakeOver_Fenced(t *testing.T) {
	t.Parallel()
	b := setup(t)
	later, live, absent, doubtful := b.schedule(9*time.Hour).PostID, b.schedule(someTime).PostID, b.schedule(someTime).PostID, b.schedule(someTime).PostID
	soon := b.schedule(someTime + 3*time.Minute).PostID
	b.clock.Advance(someTime)
	b.worker.set(func() { b.worker.isDown = true })
	b.provider.isDown.Store(true)
	_, err := b.reclaimer.TakeOver(t.Context())
	want(t, err, apperror.WorkerUnreachable)
	if !b.post(later).InCloud() {
		t.Error("a post came back although nobody confirmed a fence")
	}
	b.provider.isDown.Store(false)
	done, err := b.reclaimer.TakeOver(t.Context())
	want(t, err, "")
	if done.Direct || len(done.HandedBack) != 1 || len(done.Waiting) != 4 || done.NotBefore == nil {
		t.Errorf("got %+v", done)
	}
	if b.post(later).InCloud() || !b.post(soon).InCloud() {
		t.Error("the wrong ones are back")
	}
	want(t, b.waiting.Unschedule(t.Context(), live), apperror.WorkerUnreachable)
	want(t, b.edit(live, "spelt"), apperror.WorkerUnreachable)
	b.restart()
	b.network.show(live, publish.Sight{MediaID: "m1", At: start})
	b.network.show(doubtful, publish.Sight{Why: "two are alike"})
	b.clock.Advance(fenceReaches + time.Second)
	want(t, b.reconciler.Reconcile(t.Context()), "")
	b.clock.Advance(time.Minute)
	want(t, b.reconciler.Reconcile(t.Context()), "")
	if post := b.post(live); post.Status != posts.Published {
		t.Errorf("got %+v", post)
	}
	for _, id := range []wireid.ID{absent, soon} {
		if !b.post(id).InCloud() {
			t.Error("it is back before the network certainly shows what the worker began")
		}
	}
	b.clock.Advance(publish.ShownWithin)
	want(t, b.reconciler.Reconcile(t.Context()), "")
	for _, id := range []wireid.ID{absent, soon} {
		if post := b.post(id); post.Status != posts.Scheduled || post.InCloud() {
			t.Errorf("got %+v", post)
		}
	}
	if post := b.post(doubtful); post.Status != posts.Failed || *post.ErrorCode != string(apperror.UnknownError) {
		t.Errorf("got %+v", post)
	}
	// The worker comes back, and says what it has done before.
	b.worker.set(func() { b.worker.isDown = false })
	media := "m2"
	b.worker.set(func() {
		j := b.worker.jobs[absent]
		j.MediaID, j.ContainerID, j.PublishIntentAt, j.PublishedAt = &media, &media, at(start), at(start)
		b.worker.end(j, cloud.JobPublished)
		b.worker.end(b.worker.jobs[later], cloud.JobFenced)
	})
	b.fetch()
	if post := b.post(absent); post.Status != posts.Published {
		t.Errorf("got %+v", post)
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 2 {
		t.Errorf("got %+v, %v", counts, err)
	}
	if b.open() != 0 || !b.worker.job(later).acked {
		t.Error("something is left")
	}
}

// TestSync: a sync exchanges everything now, and says what stands in the way.
func TestSync(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.worker.set(func() { b.worker.refuse = cloud.CodeTooManyJobs })
	id := b.schedule(someTime).PostID
	done, err := b.syncer.Sync(t.Context())
	want(t, err, "")
	if done.Sent != 0 || len(done.Problems) != 1 {
		t.Errorf("got %+v", done)
	}
	b.worker.set(func() { b.worker.refuse = "" })
	if done, err = b.syncer.Sync(t.Context()); err != nil || done.Sent != 1 || b.worker.job(id) == nil {
		t.Errorf("got %+v, %v", done, err)
	}
	b.worker.set(func() { b.worker.isDown = true })
	_, err = b.syncer.Sync(t.Context())
	want(t, err, apperror.SyncFailed)
	want(t, b.entries.MayTearDown(t.Context(), false), apperror.InvalidStatus)
}

// TestChange_Beside: what changes while a request is under way is sent after it.
func TestChange_Beside(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	row := b.entry(id)
	b.inTx(func(ctx context.Context, tx bun.Tx) error { return b.entries.Revived(ctx, tx, b.account.ID) })
	if err := b.records.confirm(t.Context(), row, identity{mark: "old"}, cloud.Job{RunAt: *b.post(id).ScheduledFor}, nil); err != nil {
		t.Fatal(err)
	}
	if b.entry(id).NextAttemptAt == nil {
		t.Error("the change was forgotten")
	}
}

// TestCloud_AllAtOnce: edits, cancellations, attempts, results and a takeover at one time end with
// one owner.
func TestCloud_AllAtOnce(t *testing.T) {
	t.Parallel()
	for range 6 {
		b := setup(t)
		id := b.schedule(time.Minute).PostID
		b.clock.Advance(time.Minute)
		var cancelled, deleted error
		var all sync.WaitGroup
		for _, do := range []func(){
			func() { _ = b.edit(id, "spelt") },
			func() { cancelled = b.waiting.Unschedule(t.Context(), id) },
			func() { deleted = b.deleter.Delete(t.Context(), id) },
			func() { _, _ = b.reclaimer.TakeOver(t.Context()) },
			func() { _, _ = b.results.Fetch(t.Context()) },
			func() { _, _ = b.syncer.Sync(t.Context()) },
			b.worker.publishDue,
			b.worker.publishDue,
		} {
			all.Go(do)
		}
		all.Wait()
		l := &life{bundle: b, gone: map[wireid.ID]bool{}, local: map[wireid.ID][]string{}, ids: []wireid.ID{id}}
		l.gone[id] = (cancelled == nil || deleted == nil) && !b.worker.isLive(id)
		l.heal()
		l.judge()
	}
}

// TestOutbox_OtherNetworkMode: nothing is done about posts of accounts of the other mode, whose
// worker is another one.
func TestOutbox_OtherNetworkMode(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(time.Minute).PostID
	b.restart()
	b.entries.foreign = []wireid.ID{b.account.ID}
	was := b.worker.job(id)
	b.inTx(func(ctx context.Context, tx bun.Tx) error { return b.entries.Revived(ctx, tx, b.account.ID) })
	b.advance(someTime)
	b.worker.set(func() { b.worker.isDown = true })
	if err := b.reconciler.Reconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
	if done, err := b.reclaimer.TakeOver(t.Context()); err != nil || len(done.HandedBack)+len(done.Waiting) != 0 {
		t.Errorf("got %+v, %v", done, err)
	}
	if post := b.post(id); !post.InCloud() || post.ErrorCode != nil || b.worker.job(id).Rev != was.Rev {
		t.Errorf("got %+v", post)
	}
}

// TestTakeOver_SentBehindTheFence: what was sent with the new epoch is not stopped by the fence,
// and is not taken back because of it.
func TestTakeOver_SentBehindTheFence(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(9 * time.Hour).PostID
	if _, err := b.db.NewRaw("UPDATE schedule_cloud_jobs SET epoch = ?", start.UnixMilli()).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.worker.set(func() { b.worker.isDown = true })
	for _, n := range []int{0, 1} {
		if done, err := b.reclaimer.TakeOver(t.Context()); err != nil || len(done.HandedBack) != n {
			t.Errorf("got %+v, %v", done, err)
		}
	}
	if b.post(id).InCloud() {
		t.Error("it is not back")
	}
}
