package handoff

import (
	"errors"
	"strings"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// replaced gives a post another picture and caption.
func (b *bundle) replaced(id wireid.ID, text string) (wireid.ID, error) {
	b.t.Helper()
	file := b.photo()
	_, err := b.reschedule(id, picture(caption(text), file))
	return file, err
}

// has fails the test unless the post has the one picture at home, and, with the key under which
// that is public, at the worker.
func (b *bundle) has(id, file wireid.ID) {
	b.t.Helper()
	post := b.post(id)
	if len(post.MediaFiles) != 1 || post.MediaFiles[0].ID != file {
		b.t.Fatalf("the post has %+v, want %s", post.MediaFiles, file)
	}
	key := post.MediaFiles[0].PublicKey
	if j := b.worker.job(id); j == nil || j.State != cloud.JobScheduled || key == nil || !strings.HasSuffix(j.job.Post.Items[0].URL, *key) {
		b.t.Errorf("the worker has %+v, want the file under %v", j, key)
	}
}

// isUnasked fails the test if the worker was asked anything.
func (b *bundle) isUnasked() {
	b.t.Helper()
	b.worker.set(func() {
		if len(b.worker.asked) != 0 {
			b.t.Errorf("the worker was asked %v", b.worker.asked)
		}
	})
}

// TestReplace_Confirmed: the worker gives the post up, and is handed it again with its new picture,
// under the same id.
func TestReplace_Confirmed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	before := b.entry(id)
	file, err := b.replaced(id, "spelt")
	want(t, err, "")
	if post := b.post(id); !post.InCloud() || *post.ScheduledFor != *at(start.Add(someTime)) {
		t.Errorf("got %+v", post)
	}
	if j := b.worker.job(id); j.State != cloud.JobCancelled {
		t.Errorf("the worker still has %+v", j)
	}
	b.advance(0)
	b.says(id, "spelt", "spelt")
	b.has(id, file)
	if row := b.entry(id); row.Rev <= before.Rev || row.NextAttemptAt != nil {
		t.Errorf("the entry is %+v, was %+v", row, before)
	}
	b.clock.Advance(2 * someTime)
	b.worker.publishDue()
	b.fetch()
	if post := b.post(id); post.Status != posts.Published || *post.Caption != "spelt" || len(b.worker.published[id]) != 1 {
		t.Errorf("got %+v", post)
	}
}

// TestReplace_NotConfirmed: without the worker's confirmation the post stays as it was, here and,
// in the end, at the worker.
func TestReplace_NotConfirmed(t *testing.T) {
	t.Parallel()
	for name, met := range map[string]fault{"lost": lost, "mute": mute, "html": html, "broken": broken, "late": late} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.schedule(someTime).PostID
			file := b.post(id).MediaFiles[0].ID
			// A lost connection is tried once more by the transport.
			b.worker.meet(met, met)
			_, err := b.replaced(id, "spelt")
			want(t, err, apperror.WorkerUnreachable)
			b.worker.set(func() { b.worker.faults = nil })
			b.says(id, "rye", "")
			b.advance(10 * time.Second)
			b.worker.arrive()
			b.says(id, "rye", "rye")
			b.has(id, file)
		})
	}
}

// TestReplace_TooLate: a post that the worker is publishing, or has ended, is not changed.
func TestReplace_TooLate(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.clock.Advance(2 * someTime)
	b.worker.step(succeeds)
	_, err := b.replaced(id, "spelt")
	want(t, err, apperror.InvalidStatus)
	b.worker.publishDue()
	_, err = b.replaced(id, "spelt")
	want(t, err, apperror.InvalidStatus)
	if post := b.post(id); post.Status != posts.Published || *post.Caption != "rye" {
		t.Errorf("got %+v", post)
	}
}

// TestReplace_NeverSent: the worker is not asked about a post that it does not have.
func TestReplace_NeverSent(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.worker.set(func() { b.worker.refuse = cloud.CodeTooManyJobs })
	id := b.schedule(someTime).PostID
	b.worker.set(func() { b.worker.asked = nil })
	file, err := b.replaced(id, "spelt")
	want(t, err, "")
	b.isUnasked()
	b.worker.set(func() { b.worker.refuse = "" })
	b.advance(10 * time.Minute)
	b.says(id, "spelt", "spelt")
	b.has(id, file)
}

// TestReplace_Refused: a change that is not allowed, or of a post that has changed meanwhile, is
// refused before the worker hears of it.
func TestReplace_Refused(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.worker.set(func() { b.worker.asked = nil })
	_, err := b.reschedule(id, picture(caption("spelt"), wireid.New()))
	want(t, err, apperror.MediaInvalid)
	change := picture(caption("spelt"), b.photo())
	change.Seen = wiretime.Ptr(start.Add(-time.Hour))
	_, err = b.reschedule(id, change)
	var stale *posts.StaleError
	if !errors.As(err, &stale) || stale.Post.ID != id || len(stale.Post.MediaFiles) != 1 {
		t.Errorf("got %v", err)
	}
	b.isUnasked()
	b.says(id, "rye", "rye")
	seen := b.post(id).UpdatedAt
	change.Seen = &seen
	_, err = b.reschedule(id, change)
	want(t, err, "")
}

// TestReplace_LosesItsFile: a file that is deleted while the worker is asked does not get onto the
// post, and the worker is sent the post as it was.
func TestReplace_LosesItsFile(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	had, file := b.post(id).MediaFiles[0].ID, b.photo()
	row := b.entry(id)
	change := picture(caption("spelt"), file)
	if _, err := b.db.NewRaw("DELETE FROM media_files WHERE id = ?", file).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	want(t, b.editor.replace(t.Context(), row, change), apperror.MediaInvalid)
	b.says(id, "rye", "")
	b.advance(10 * time.Second)
	b.says(id, "rye", "rye")
	b.has(id, had)
}

// TestReplace_OfOtherMode: a post that the worker of the other network mode has is moved to no
// account of this one, whose worker would say that it never had it: both would publish it.
func TestReplace_OfOtherMode(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.entries.foreign = []wireid.ID{b.account.ID}
	b.worker.set(func() { b.worker.asked = nil })
	_, err := b.replaced(id, "spelt")
	want(t, err, apperror.WorkerUnreachable)
	b.isUnasked()
	b.says(id, "rye", "rye")
}
