package handoff

import (
	"context"
	"errors"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"

	"github.com/go-json-experiment/json"
)

// want fails the test unless an error has the code; the empty one wants none.
func want(t *testing.T, err error, code apperror.Code) {
	t.Helper()
	if apperror.CodeOf(err) != code {
		t.Fatalf("got %v, want %q", err, code)
	}
}

func (b *bundle) edit(id wireid.ID, text string) error {
	b.t.Helper()
	_, err := b.reschedule(id, caption(text))
	return err
}

// says fails the test unless a post has the caption at home and, unless that is empty, at the
// worker.
func (b *bundle) says(id wireid.ID, home, there string) {
	b.t.Helper()
	if got := *b.post(id).Caption; got != home {
		b.t.Errorf("at home it says %q, want %q", got, home)
	}
	if there == "" {
		return
	}
	if j := b.worker.job(id); j == nil || *j.job.Post.Caption != there {
		b.t.Errorf("the worker has %+v, want %q", j, there)
	}
}

func TestReschedule_Confirmed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	change := caption("spelt")
	change.At = at(start.Add(3 * time.Hour))
	post, err := b.reschedule(id, change)
	want(t, err, "")
	if *post.Caption != "spelt" || *post.ScheduledFor != *change.At || b.worker.job(id).RunAt != *change.At {
		t.Errorf("got %+v", post)
	}
	b.says(id, "spelt", "spelt")
	// A client that hangs up before the answer does not change the result.
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.editor.Reschedule(gone, id, caption("oats")); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	b.says(id, "oats", "oats")
}

// TestReschedule_NotConfirmed: a change that the worker does not confirm leaves the post as it was,
// here and, in the end, at the worker.
func TestReschedule_NotConfirmed(t *testing.T) {
	t.Parallel()
	for name, met := range map[string]fault{"lost": lost, "mute": mute, "html": html, "broken": broken, "late": late} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.schedule(someTime).PostID
			// A lost connection is tried once more by the transport.
			b.worker.meet(met, met)
			want(t, b.edit(id, "spelt"), apperror.WorkerUnreachable)
			b.worker.set(func() { b.worker.faults = nil })
			b.says(id, "rye", "")
			b.advance(10 * time.Second)
			b.worker.arrive()
			b.says(id, "rye", "rye")
			if row := b.entry(id); row.NextAttemptAt != nil || row.Proposal != nil {
				t.Errorf("the edit is still open: %+v", row)
			}
		})
	}
}

// TestReschedule_LostAnswerAndClaimed: when the worker took the edit and publishes it, the post is
// edited here too, although the answer was lost.
func TestReschedule_LostAnswerAndClaimed(t *testing.T) {
	t.Parallel()
	for name, steps := range map[string]int{"claimed": 1, "published": 3} {
		for _, how := range []string{"sender", "result", "cancel", "second edit"} {
			t.Run(name+" "+how, func(t *testing.T) {
				t.Parallel()
				b := setup(t)
				id := b.schedule(someTime).PostID
				b.worker.meet(broken)
				want(t, b.edit(id, "spelt"), apperror.WorkerUnreachable)
				b.clock.Advance(2 * someTime)
				for range steps {
					b.worker.step(succeeds)
				}
				switch how {
				case "sender":
					b.advance(0)
				case "result":
					b.worker.publishDue()
					b.fetch()
				case "cancel":
					want(t, b.waiting.Unschedule(t.Context(), id), apperror.InvalidStatus)
				case "second edit":
					want(t, b.edit(id, "oats"), apperror.InvalidStatus)
				}
				b.says(id, "spelt", "spelt")
				b.worker.publishDue()
				b.fetch()
				if post := b.post(id); post.Status != posts.Published {
					t.Errorf("got %+v", post)
				}
			})
		}
	}
}

func TestReschedule_TooLate(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.clock.Advance(2 * someTime)
	b.worker.step(succeeds)
	want(t, b.edit(id, "spelt"), apperror.InvalidStatus)
	b.says(id, "rye", "rye")
	b.worker.publishDue()
	want(t, b.edit(id, "spelt"), apperror.InvalidStatus)
	if post := b.post(id); post.Status != posts.Published || *post.Caption != "rye" {
		t.Errorf("got %+v", post)
	}
}

// TestReschedule_NeverSent: the worker is not asked about a post that it does not have.
func TestReschedule_NeverSent(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.worker.set(func() { b.worker.refuse = cloud.CodeTooManyJobs })
	id := b.schedule(someTime).PostID
	if b.entry(id).MayBeDelivered {
		t.Error("what was refused counts as sent")
	}
	want(t, b.edit(id, "spelt"), "")
	b.worker.set(func() { b.worker.refuse = "" })
	b.advance(10 * time.Minute)
	b.says(id, "spelt", "spelt")
}

func TestUnschedule(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]func(t *testing.T, b *bundle, id wireid.ID, stop func() error){
		"confirmed": func(t *testing.T, b *bundle, id wireid.ID, stop func() error) {
			want(t, stop(), "")
			if j := b.worker.job(id); j.State != cloud.JobCancelled || b.entry(id) != nil {
				t.Errorf("the worker has %+v", j)
			}
		},
		"never sent, and nobody answers": func(t *testing.T, b *bundle, _ wireid.ID, _ func() error) {
			b.worker.set(func() { b.worker.refuse = cloud.CodeTooManyJobs })
			id := b.schedule(someTime).PostID
			b.worker.set(func() { b.worker.isDown = true })
			want(t, b.waiting.Unschedule(t.Context(), id), "")
			if post := b.post(id); post.Status != posts.Draft || post.CloudJobID != nil {
				t.Errorf("got %+v", post)
			}
		},
		"the answer is lost": func(t *testing.T, b *bundle, id wireid.ID, stop func() error) {
			b.worker.meet(broken)
			want(t, stop(), apperror.WorkerUnreachable)
			if post := b.post(id); !post.InCloud() || b.worker.job(id).State != cloud.JobCancelled {
				t.Errorf("got %+v", post)
			}
			// It was not taken back, so it must go out.
			b.advance(10 * time.Second)
			if j := b.worker.job(id); j.State != cloud.JobScheduled || b.entry(id).NextAttemptAt != nil {
				t.Errorf("the worker has %+v", j)
			}
		},
		"nobody answers": func(t *testing.T, b *bundle, id wireid.ID, stop func() error) {
			b.worker.set(func() { b.worker.isDown = true })
			want(t, stop(), apperror.WorkerUnreachable)
			if post := b.post(id); !post.InCloud() {
				t.Errorf("got %+v", post)
			}
		},
		"claimed": func(t *testing.T, b *bundle, id wireid.ID, stop func() error) {
			b.clock.Advance(2 * someTime)
			b.worker.step(succeeds)
			want(t, stop(), apperror.InvalidStatus)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.schedule(someTime).PostID
			test(t, b, id, func() error { return b.waiting.Unschedule(t.Context(), id) })
		})
		t.Run("deletion, "+name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.schedule(someTime).PostID
			test(t, b, id, func() error { return b.deleter.Delete(t.Context(), id) })
		})
	}
}

// TestUnschedule_Ended: the result of the post is applied first. Then it is too late to cancel, and
// not to delete.
func TestUnschedule_Ended(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id, other := b.schedule(someTime).PostID, b.schedule(someTime).PostID
	b.clock.Advance(2 * someTime)
	b.worker.publishDue()
	want(t, b.waiting.Unschedule(t.Context(), id), apperror.InvalidStatus)
	if post := b.post(id); post.Status != posts.Published {
		t.Errorf("got %+v", post)
	}
	want(t, b.deleter.Delete(t.Context(), other), "")
	if _, err := b.history.Post(t.Context(), other); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("got %v", err)
	}
	b.fetch()
	if counts := b.open(); counts != 0 {
		t.Errorf("%d entries are left", counts)
	}
}

// open returns how many entries there are.
func (b *bundle) open() int {
	b.t.Helper()
	rows, err := selectEntries(b.t.Context(), b.db)
	if err != nil {
		b.t.Fatal(err)
	}
	return len(rows)
}

// TestUnschedule_AndAgain: a post that was cancelled is scheduled again under its old id, and a
// request of its earlier life that comes late changes nothing.
func TestUnschedule_AndAgain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.worker.meet(late, late)
	want(t, b.edit(id, "late"), apperror.WorkerUnreachable)
	b.worker.set(func() { b.worker.faults = nil })
	want(t, b.waiting.Unschedule(t.Context(), id), "")
	again := b.request(2 * someTime)
	again.DraftID = &id
	accepted, err := b.submit(again)
	want(t, err, "")
	if len(accepted.Warnings) != 0 || accepted.PostID != id {
		t.Errorf("got %+v", accepted)
	}
	b.worker.arrive()
	b.says(id, "rye", "rye")
	if j := b.worker.job(id); j.State != cloud.JobScheduled || j.Rev <= b.entry(id).SinceRev {
		t.Errorf("got %+v", j)
	}
	// A page of results that was read before all that.
	for _, state := range []string{cloud.JobFailed, cloud.JobFenced} {
		if err := b.results.apply(t.Context(), cloud.JobState{ID: id, Rev: b.entry(id).SinceRev, State: state}); err != nil {
			t.Fatal(err)
		}
		if post := b.post(id); !post.InCloud() || b.entry(id) == nil {
			t.Errorf("%s: got %+v", state, post)
		}
	}
}

// diesInEdit stores an edit as under way, as a process does that dies before the worker answers.
func (b *bundle) diesInEdit(text string) (wireid.ID, error) {
	b.t.Helper()
	id := b.schedule(someTime).PostID
	row, post := b.entry(id), b.post(id)
	content, err := b.packer.posts.Content(b.t.Context(), b.db, post)
	if err != nil {
		b.t.Fatal(err)
	}
	content.Caption = &text
	edit := posts.Edit{Content: content, At: *post.ScheduledFor, Timezone: post.Timezone}
	proposal, err := json.Marshal(edit)
	if err != nil {
		b.t.Fatal(err)
	}
	job, _, err := b.editor.planned(b.t.Context(), row, edit)
	if err != nil {
		b.t.Fatal(err)
	}
	asText := string(proposal)
	return id, b.exchange.put(b.t.Context(), row, job, &asText)
}

// TestReschedule_Dies: an edit during which Crier died is settled by itself, and does not prevent
// another one.
func TestReschedule_Dies(t *testing.T) {
	t.Parallel()
	for _, next := range []string{"sender", "edit"} {
		t.Run(next, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id, err := b.diesInEdit("spelt")
			want(t, err, "")
			b.restart()
			home := "rye"
			if next == "edit" {
				home = "oats"
				want(t, b.edit(id, home), "")
			} else {
				b.advance(time.Minute)
			}
			b.says(id, home, home)
			if row := b.entry(id); row.Proposal != nil || row.NextAttemptAt != nil {
				t.Errorf("the edit is still open: %+v", row)
			}
		})
	}
}
