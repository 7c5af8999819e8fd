package handoff

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// life is a random sequence of everything that can happen to posts, with what must come of it.
type life struct {
	*bundle
	random *rand.Rand
	ids    []wireid.ID
	// gone are the posts of which somebody was told that they will never fire.
	gone map[wireid.ID]bool
	// local is how often the local queue published a post, with what caption.
	local   map[wireid.ID][]string
	story   strings.Builder
	refuses bool
}

func (l *life) say(format string, args ...any) {
	fmt.Fprintf(&l.story, "%s "+format+"\n", append([]any{l.clock.Now().Format("15:04:05")}, args...)...)
}

// TestCloud_RandomLives: whatever happens on the way, each post is published at most once, by one
// owner, as it stands at home; what somebody was told is cancelled never is; and none is lost.
func TestCloud_RandomLives(t *testing.T) {
	t.Parallel()
	lives := 40
	if testing.Short() {
		lives = 8
	}
	seeds := []int{282} // It finds on the network an edit whose answer was lost.
	for seed := range lives {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			l := &life{
				bundle: setup(t), random: rand.New(rand.NewPCG(uint64(seed), 7)), gone: map[wireid.ID]bool{}, local: map[wireid.ID][]string{},
			}
			defer func() {
				if t.Failed() {
					t.Log("\n" + l.story.String())
				}
			}()
			for range 40 {
				l.happen()
			}
			l.heal()
			l.judge()
		})
	}
}

// happen lets one thing happen.
func (l *life) happen() {
	if l.random.IntN(3) == 0 {
		met := fault(l.random.IntN(int(broken) + 1))
		l.worker.meet(met)
		l.say("fault %d", met)
	}
	switch n := l.random.IntN(20); {
	case n < 4 && len(l.ids) < 4:
		l.begin()
	case n < 7:
		l.change()
	case n < 9:
		l.stop()
	case n == 9:
		l.say("late requests arrive")
		l.worker.arrive()
	case n == 10:
		l.say("restart")
		l.restart()
	case n == 11:
		l.worker.set(func() {
			l.worker.isDown = !l.worker.isDown
			l.say("worker is down: %v", l.worker.isDown)
		})
	case n == 12:
		l.say("token renewed")
		l.renew(fmt.Sprint("token ", l.random.Int()))
	case n == 13 && l.random.IntN(3) == 0:
		done, err := l.reclaimer.TakeOver(l.t.Context())
		l.say("takeover %+v, %v", done, err)
	case n < 16:
		l.worker.step(l.fails)
		l.say("worker steps")
	default:
		l.pass(time.Duration(l.random.IntN(900)) * time.Second)
	}
	l.tend()
	l.runLocal()
}

func (l *life) fails(wireid.ID) bool { return l.refuses && l.random.IntN(4) == 0 }

func (l *life) begin() {
	accepted, err := l.submit(l.request(time.Duration(1+l.random.IntN(3600)) * time.Second))
	if err != nil {
		l.t.Fatal(err)
	}
	l.ids = append(l.ids, accepted.PostID)
	l.say("schedule %s, warnings %v", accepted.PostID, accepted.Warnings)
}

func (l *life) any() (wireid.ID, bool) {
	if len(l.ids) == 0 {
		return wireid.ID{}, false
	}
	return l.ids[l.random.IntN(len(l.ids))], true
}

func (l *life) change() {
	id, ok := l.any()
	if !ok {
		return
	}
	change := caption(fmt.Sprint("caption ", l.random.IntN(1000)))
	if l.random.IntN(2) == 0 {
		change.At = wiretime.Ptr(l.clock.Now().Add(time.Duration(1+l.random.IntN(3600)) * time.Second))
	}
	if l.random.IntN(3) == 0 {
		change = picture(change, l.photo())
	}
	_, err := l.reschedule(id, change)
	l.say("edit %s to %q at %v, other files: %v: %v", id, *change.Caption.Value, change.At, change.MediaFileID.IsSet, err)
	l.mustBeKnown(err)
}

// mustBeKnown fails the test for an error that no client is told.
func (l *life) mustBeKnown(err error) {
	l.t.Helper()
	if err != nil && apperror.From(err) == nil {
		l.t.Errorf("an internal error: %v", err)
	}
}

func (l *life) stop() {
	id, ok := l.any()
	if !ok {
		return
	}
	stop := l.waiting.Unschedule
	if l.random.IntN(2) == 0 {
		stop = l.deleter.Delete
	}
	wasPublished := l.worker.isLive(id) || len(l.local[id]) > 0
	err := stop(l.t.Context(), id)
	l.say("stop %s: %v", id, err)
	l.mustBeKnown(err)
	if err == nil && !wasPublished {
		l.gone[id] = true
	}
}

func (l *life) pass(d time.Duration) {
	l.clock.Advance(d)
	l.say("%s pass", d)
	if err := l.sender.sendDue(l.t.Context()); err != nil {
		l.t.Fatal(err)
	}
}

func (l *life) tend() {
	l.mustBeKnown(l.reconciler.Reconcile(l.t.Context()))
}

// runLocal publishes what is due in the local queue, as the queue's worker would.
func (l *life) runLocal() {
	var due []struct{ SubjectID wireid.ID }
	err := l.db.NewSelect().Table("scheduled_jobs").Column("subject_id").Where("status = 'PENDING' AND run_at <= ?", wiretime.Of(l.clock.Now())).Scan(l.t.Context(), &due)
	if err != nil {
		l.t.Fatal(err)
	}
	for _, job := range due {
		id := job.SubjectID
		l.local[id] = append(l.local[id], *l.post(id).Caption)
		l.say("the local queue publishes %s", id)
		err := l.db.InTx(l.t.Context(), func(ctx context.Context, tx bun.Tx) error {
			for _, change := range []string{
				"UPDATE scheduled_jobs SET status = 'COMPLETED' WHERE subject_id = ?",
				"UPDATE posts SET status = 'QUEUED' WHERE id = ? AND status = 'SCHEDULED'", "UPDATE posts SET status = 'PROCESSING' WHERE id = ?",
				"UPDATE posts SET status = 'PUBLISHING', sn_container_id = 'c' WHERE id = ?",
				"UPDATE posts SET status = 'PUBLISHED', sn_media_id = 'local' || id WHERE id = ?",
			} {
				if _, err := tx.NewRaw(change, id).Exec(ctx); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			l.t.Fatal(err)
		}
	}
}

// heal lets everything work, and time pass until all has ended.
func (l *life) heal() {
	l.say("everything works again")
	l.worker.set(func() { l.worker.faults, l.worker.isDown = nil, false })
	l.worker.arrive()
	for range 40 {
		l.pass(5 * time.Minute)
		l.worker.step(succeeds)
		l.tend()
		l.runLocal()
	}
}

func (l *life) judge() {
	t := l.t
	l.worker.mu.Lock()
	published, jobs := maps.Clone(l.worker.published), l.worker.sorted()
	l.worker.mu.Unlock()
	for _, id := range l.ids {
		there, here := published[id], l.local[id]
		switch n := len(there) + len(here); {
		case n > 1:
			t.Errorf("%s was published %d times: %d by the worker, %d here", id, n, len(there), len(here))
			continue
		case l.gone[id] && n > 0:
			t.Errorf("%s was published after it was given up", id)
			continue
		case l.gone[id]:
			continue
		}
		post, err := l.history.Post(t.Context(), id)
		if apperror.CodeOf(err) == apperror.NotFound {
			continue // It was deleted after it was published.
		}
		if post.Status != posts.Published {
			t.Errorf("%s is %s: %v; at the worker %+v; entry %+v", id, post.Status, post.ErrorMessage, l.worker.job(id), l.entry(id))
			continue
		}
		if len(there) == 1 && *there[0].Post.Caption != *post.Caption {
			t.Errorf("%s was published as %q, and is at home %q", id, *there[0].Post.Caption, *post.Caption)
		}
	}
	rows, err := selectEntries(t.Context(), l.db)
	if err != nil || len(rows) != 0 {
		t.Errorf("entries are left: %+v, %v", rows, err)
	}
	for _, j := range jobs {
		if j.State == cloud.JobScheduled || j.State == cloud.JobProcessing || j.State == cloud.JobPublishing {
			t.Errorf("the worker still has %+v", j.JobState)
		}
	}
}
