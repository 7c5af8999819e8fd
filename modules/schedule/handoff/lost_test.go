package handoff

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crier/platform/objectstore/disk"
	"crier/platform/wireid"
)

// loseBucket deletes all objects, as somebody does who deletes the bucket.
func (b *bundle) loseBucket(ids ...wireid.ID) {
	b.t.Helper()
	for _, id := range ids {
		if err := os.Remove(filepath.Join(b.dir.Public(), b.entry(id).PutKeys)); err != nil {
			b.t.Fatal(err)
		}
	}
}

// fetches reports whether there is an object at the address of the post that the worker has.
func (b *bundle) fetches(id wireid.ID) bool {
	b.t.Helper()
	key := b.entry(id).PutKeys
	_, err := os.Stat(filepath.Join(b.dir.Public(), key))
	return err == nil && b.worker.job(id).job.Post.Items[0].URL == b.base+disk.Prefix+key
}

// TestLoseFiles: when the bucket was deleted, the posts that the worker has get their files in the
// new one, which may have the former address or another one, also after a death in between.
func TestLoseFiles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		base  string
		isCut bool
	}{
		"the same address":        {"http://127.0.0.1:1", false},
		"the same, after a death": {"http://127.0.0.1:1", true},
		"another address":         {"http://127.0.0.1:2", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			waiting, late := b.schedule(someTime).PostID, b.schedule(2*someTime).PostID
			b.worker.set(func() { b.worker.isDown = true })
			if _, err := b.reschedule(late, caption("spelt")); err == nil {
				t.Fatal("the worker answers")
			}
			b.worker.set(func() { b.worker.isDown = false })
			b.loseBucket(waiting, late)
			if n, err := b.reconciler.outdated.loseFiles(t.Context()); err != nil || n != 2 {
				t.Fatalf("%d posts, %v", n, err)
			}
			if c.isCut {
				b.base = c.base
				b.restart()
			}
			b.advance(2 * firstBackoff) // So long nothing is sent to a worker that did not answer.
			for _, id := range []wireid.ID{waiting, late} {
				if row := b.entry(id); !b.fetches(id) || row.NextAttemptAt != nil || row.PutBase != b.media.PublicBase() {
					t.Errorf("the worker has %+v, and the entry is %+v", b.worker.job(id).job.Post, row)
				}
			}
			rev := b.entry(waiting).Rev
			if err := b.reconciler.outdated.resend(t.Context()); err != nil || b.entry(waiting).NextAttemptAt != nil || b.entry(waiting).Rev != rev {
				t.Errorf("it is sent once more: %+v, %v", b.entry(waiting), err)
			}
		})
	}
}

// TestLoseFiles_WhilePut: files that were put into the bucket that was deleted meanwhile do not
// count as put into the new one, which has the same address.
func TestLoseFiles_WhilePut(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	before := b.entry(id)
	if _, err := b.reconciler.outdated.loseFiles(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := updatePutKeys(t.Context(), b.db, id, before.PutKeys, before.PutBase, before.PutBase); err != nil {
		t.Fatal(err)
	}
	if b.entry(id).hasPut(before.PutKeys, b.media.PublicBase()) {
		t.Errorf("they count: %+v", b.entry(id))
	}
}

// TestLoseFiles_Fenced: a post that is being taken back is not sent, and has its files put again
// once it is.
func TestLoseFiles_Fenced(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	row := b.entry(id)
	row.FencedAt = at(b.clock.Now())
	if err := updateEntry(t.Context(), b.db, row); err != nil {
		t.Fatal(err)
	}
	if n, err := b.reconciler.outdated.loseFiles(t.Context()); err != nil || n != 0 || b.entry(id).NextAttemptAt != nil {
		t.Errorf("%d posts, %v, %+v", n, err, b.entry(id))
	}
	if b.entry(id).hasPut(row.PutKeys, b.media.PublicBase()) {
		t.Errorf("the files count as put: %+v", b.entry(id))
	}
}

// TestLoseFiles_SoonestFirst: of many posts that are sent again at once the one that goes out first
// is sent first.
func TestLoseFiles_SoonestFirst(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var want []wireid.ID
	for _, after := range []time.Duration{5, 2, 4, 1, 3} {
		want = append(want, b.schedule(after*someTime).PostID)
	}
	want = []wireid.ID{want[3], want[1], want[4], want[2], want[0]}
	if _, err := b.reconciler.outdated.loseFiles(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := b.entries.sendable(t.Context()); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}
