package handoff

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

// exposed returns what is noted about a post that the worker may have published.
func (b *bundle) exposed(id wireid.ID) (posts.Exposure, bool) {
	b.t.Helper()
	exposed, isNoted, err := posts.SelectExposure(b.t.Context(), b.db, id)
	if err != nil {
		b.t.Fatal(err)
	}
	return exposed, isNoted
}

// TestExposed: a post is looked for on the network before it is sent from here, unless the worker
// itself says that it had the post and sent nothing of it.
func TestExposed(t *testing.T) {
	t.Parallel()
	takeOver := func(b *bundle, _ wireid.ID) error {
		_, err := b.reclaimer.TakeOver(b.t.Context())
		return err
	}
	for name, c := range map[string]struct {
		met      []fault
		back     func(b *bundle, id wireid.ID) error
		isSought bool
	}{
		"cancelled": {nil, func(b *bundle, id wireid.ID) error { return b.waiting.Unschedule(b.t.Context(), id) }, false},
		"taken":     {nil, takeOver, false},
		"taken, when the worker had begun it": {nil, func(b *bundle, id wireid.ID) error {
			b.clock.Advance(2 * someTime)
			b.worker.step(succeeds)
			return takeOver(b, id)
		}, false},
		"taken, when it never came there": {[]fault{lost}, takeOver, true},
		"taken behind a fence": {nil, func(b *bundle, id wireid.ID) error {
			b.worker.set(func() { b.worker.isDown = true })
			return takeOver(b, id)
		}, true},
		"taken, when somebody had cancelled it": {nil, func(b *bundle, id wireid.ID) error {
			b.worker.set(func() { b.worker.jobs[id].State = cloud.JobCancelled })
			return takeOver(b, id)
		}, true},
		"failed before it was sent": {nil, func(b *bundle, _ wireid.ID) error {
			b.clock.Advance(2 * someTime)
			b.worker.step(succeeds)
			b.worker.step(fails)
			b.fetch()
			return nil
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			want(t, b.link.Greet(t.Context()), "")
			b.worker.meet(c.met...)
			id := b.schedule(someTime).PostID
			if _, isNoted := b.exposed(id); !isNoted {
				t.Fatal("nothing is noted")
			}
			want(t, c.back(b, id), "")
			if post := b.post(id); post.InCloud() {
				t.Fatalf("got %+v", post)
			}
			if _, isNoted := b.exposed(id); isNoted != c.isSought {
				t.Errorf("it is looked for: %t", isNoted)
			}
		})
	}
}

// TestExposed_RefusedTwice: a post that the worker refuses at a second try too is not looked for on
// the network, unless the first answer says that the worker has the post.
func TestExposed_RefusedTwice(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before  func(w *fakeWorker, id wireid.ID)
		isThere bool
	}{
		"for the fence, then for the number of jobs": {func(w *fakeWorker, _ wireid.ID) { w.fence = 7 }, false},
		"for a newer revision, then for the number of jobs": {func(w *fakeWorker, id wireid.ID) {
			w.jobs[id] = &fakeJob{JobState: cloud.JobState{ID: id, Rev: 50, State: cloud.JobScheduled}}
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.worker.set(func() { b.worker.refuse = cloud.CodeTooManyJobs })
			id := b.schedule(someTime).PostID
			if _, isNoted := b.exposed(id); isNoted || b.entry(id).MayBeDelivered {
				t.Fatalf("the worker may have it: %t, %+v", isNoted, b.entry(id))
			}
			b.worker.set(func() {
				b.worker.asked, b.worker.refusals = nil, []string{""}
				c.before(b.worker, id)
			})
			b.advance(slowly)
			if tries := strings.Count(strings.Join(b.worker.asked, "\n"), http.MethodPut); tries != 2 {
				t.Fatalf("it was sent %d times", tries)
			}
			if _, isNoted := b.exposed(id); isNoted != c.isThere || b.entry(id).MayBeDelivered != c.isThere {
				t.Errorf("it is looked for: %t; the worker may have it: %t", isNoted, b.entry(id).MayBeDelivered)
			}
		})
	}
}

// TestExposed_Moved: a job that the worker has confirmed to have replaced cannot be published any
// more, so that no item from before the post's new time is taken for the post.
func TestExposed_Moved(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	friday := start.Add(96 * time.Hour)
	move := func() error {
		var change posts.Reschedule
		change.At = at(friday)
		_, err := b.reschedule(id, change)
		return err
	}
	b.worker.meet(mute)
	want(t, move(), apperror.WorkerUnreachable)
	if exposed, _ := b.exposed(id); exposed.DueAt != *at(start.Add(someTime)) {
		t.Errorf("nobody knows which of the two it has, and it is due at %s", exposed.DueAt)
	}
	b.advance(time.Minute)
	want(t, move(), "")
	if exposed, _ := b.exposed(id); exposed.DueAt != *at(friday) {
		t.Errorf("it is due at %s", exposed.DueAt)
	}
}

// TestTakeOver_ListLags: the network does not show at first what the worker began just before the
// fence reached it. Such a post is sent from here only once the network would certainly show it.
func TestTakeOver_ListLags(t *testing.T) {
	t.Parallel()
	for name, due := range map[string]time.Duration{"due before the takeover": 0, "due before the fence reaches the worker": fenceReaches - time.Second} {
		for _, isLive := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, live %t", name, isLive), func(t *testing.T) {
				t.Parallel()
				b := setup(t)
				id := b.schedule(someTime + due).PostID
				b.clock.Advance(someTime)
				b.worker.set(func() { b.worker.isDown = true })
				if done, err := b.reclaimer.TakeOver(t.Context()); err != nil || len(done.Waiting) != 1 {
					t.Fatalf("got %+v, %v", done, err)
				}
				tend := func() { want(t, b.reconciler.Reconcile(t.Context()), "") }
				b.clock.Advance(fenceReaches)
				tend()
				for range 5 {
					b.clock.Advance(time.Minute)
					tend()
				}
				if !b.post(id).InCloud() {
					t.Error("it is back before the network certainly shows what the worker began")
				}
				if isLive {
					b.network.show(id, publish.Sight{MediaID: "m1", At: start})
				}
				b.clock.Advance(time.Minute)
				tend()
				if post := b.post(id); isLive != (post.Status == posts.Published) || post.InCloud() || b.entry(id) != nil {
					t.Errorf("got %s, in the cloud %t", post.Status, post.InCloud())
				}
			})
		}
	}
}

// TestTakeOver_OneTellsTheOther: an item that nobody owns yet could be either of two posts. Once it
// is known to be one of them, the other is known not to be there, whichever is looked for first.
func TestTakeOver_OneTellsTheOther(t *testing.T) {
	t.Parallel()
	for name, isFirstLive := range map[string]bool{"the first is live": true, "the second is live": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			live, other := b.schedule(someTime).PostID, b.schedule(someTime+time.Second).PostID
			if !isFirstLive {
				live, other = other, live
			}
			b.network.show(live, publish.Sight{MediaID: "m1", At: start})
			b.network.hiddenBy[other] = live
			b.clock.Advance(someTime + time.Second)
			b.worker.set(func() { b.worker.isDown = true })
			if done, err := b.reclaimer.TakeOver(t.Context()); err != nil || len(done.Waiting) != 2 {
				t.Fatalf("got %+v, %v", done, err)
			}
			b.clock.Advance(soughtUntil)
			want(t, b.reconciler.Reconcile(t.Context()), "")
			if post := b.post(live); post.Status != posts.Published {
				t.Errorf("what is live is %s", post.Status)
			}
			if post := b.post(other); post.Status != posts.Scheduled || post.InCloud() {
				t.Errorf("what is not there is %s, in the cloud %t", post.Status, post.InCloud())
			}
		})
	}
}

// TestTakeOver_UnconfirmedTellsTheOther: a post that cannot be told apart from another one does not
// fail while the next look may find that other one. Tier race, one database.
func TestTakeOver_UnconfirmedTellsTheOther(t *testing.T) {
	t.Parallel()
	b := setup(t)
	live, other := b.schedule(someTime).PostID, b.schedule(someTime).PostID
	b.clock.Advance(someTime)
	b.worker.set(func() { b.worker.isDown = true })
	if done, err := b.reclaimer.TakeOver(t.Context()); err != nil || len(done.Waiting) != 2 {
		t.Fatalf("got %+v, %v", done, err)
	}
	// The other post's fence has stood so long that the network certainly shows that post.
	if _, err := b.db.NewRaw("UPDATE schedule_cloud_jobs SET fenced_at = fenced_at - ? WHERE post_id = ?", publish.ShownWithin.Milliseconds(), other).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.network.show(live, publish.Sight{MediaID: "m1", At: start})
	b.network.show(other, publish.Sight{Why: "1 media on the network could be it"})
	b.clock.Advance(fenceReaches)
	want(t, b.reconciler.Reconcile(t.Context()), "")
	for _, id := range []wireid.ID{live, other} {
		if post := b.post(id); !post.InCloud() {
			t.Errorf("it is %s after one look", post.Status)
		}
	}
	b.network.show(other, publish.Sight{IsAbsent: true})
	b.clock.Advance(time.Minute)
	want(t, b.reconciler.Reconcile(t.Context()), "")
	if post := b.post(live); post.Status != posts.Published {
		t.Errorf("what is live is %s", post.Status)
	}
	if post := b.post(other); post.Status != posts.Scheduled || post.InCloud() {
		t.Errorf("what is not there is %s, in the cloud %t", post.Status, post.InCloud())
	}
}

// TestCompare_ListLags: the network need not show at first what the worker published and then lost
// or gave up. Such a post is neither sent from here nor failed before the network would certainly
// show it, whatever else could be it meanwhile. Tier race, one database each.
func TestCompare_ListLags(t *testing.T) {
	t.Parallel()
	for what, gone := range map[string]func(*bundle, wireid.ID){
		"lost":      func(b *bundle, id wireid.ID) { delete(b.worker.jobs, id) },
		"cancelled": func(b *bundle, id wireid.ID) { b.worker.jobs[id].State = cloud.JobCancelled },
		"fenced": func(b *bundle, id wireid.ID) {
			b.worker.end(b.worker.jobs[id], cloud.JobFenced)
			b.worker.jobs[id].acked = true
		},
	} {
		for how, first := range map[string]publish.Sight{"not shown": {IsAbsent: true}, "another could be it": {Why: "1 media on the network could be it"}} {
			for _, isLive := range []bool{true, false} {
				t.Run(fmt.Sprintf("%s, %s, live %t", what, how, isLive), func(t *testing.T) {
					t.Parallel()
					b := setup(t)
					id := b.schedule(someTime).PostID
					b.worker.set(func() { gone(b, id) })
					b.network.show(id, first)
					b.clock.Advance(2 * someTime)
					for range 6 {
						want(t, b.reconciler.Compare(t.Context()), "")
						if post := b.post(id); !post.InCloud() {
							t.Fatalf("it is %s before the network certainly shows it", post.Status)
						}
						b.clock.Advance(time.Minute)
					}
					second, status := publish.Sight{IsAbsent: true}, posts.Scheduled
					if isLive {
						second, status = publish.Sight{MediaID: "m1", At: start}, posts.Published
					}
					b.network.show(id, second)
					want(t, b.reconciler.Compare(t.Context()), "")
					if post := b.post(id); post.Status != status || post.InCloud() {
						t.Errorf("got %s, in the cloud %t", post.Status, post.InCloud())
					}
				})
			}
		}
	}
}

// TestCompare_ByHandBeside: while lists lag, a look may show an item that somebody posted by hand
// just then, and not the post's own. It decides nothing, and neither does a second look in the same
// moment. Tier race, one database.
func TestCompare_ByHandBeside(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.worker.set(func() { delete(b.worker.jobs, id) })
	b.clock.Advance(2 * someTime)
	look := func(sight publish.Sight) {
		t.Helper()
		b.network.show(id, sight)
		want(t, b.reconciler.Compare(t.Context()), "")
	}
	look(publish.Sight{MediaID: "byhand", At: start})
	look(publish.Sight{MediaID: "byhand", At: start})
	b.clock.Advance(time.Minute)
	look(publish.Sight{Why: "2 media on the network could be it"})
	if post := b.post(id); !post.InCloud() || post.SNMediaID != nil {
		t.Fatalf("it is %s as %v", post.Status, post.SNMediaID)
	}
	b.clock.Advance(publish.ShownWithin)
	look(publish.Sight{MediaID: "own", At: start})
	if post := b.post(id); post.Status != posts.Published || *post.SNMediaID != "own" {
		t.Errorf("it is %s as %v", post.Status, post.SNMediaID)
	}
}
