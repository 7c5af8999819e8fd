package media

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crier/platform/objectstore"
)

// lend puts an object of Lent, and returns its key.
func (b *bundle) lend(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.jpg")
	if err := os.WriteFile(path, picture(t, 320, 320, toJPEG), 0o600); err != nil {
		t.Fatal(err)
	}
	key := objectstore.NewKey("jpg")
	if err := b.Lent().Put(t.Context(), key, path, "image/jpeg"); err != nil {
		t.Fatal(err)
	}
	return key
}

// toDelete returns how many objects are to be deleted.
func (b *bundle) toDelete(t *testing.T) int64 {
	t.Helper()
	n, err := b.db.NewSelect().Model((*releasedObject)(nil)).Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestLent: an object that nobody takes back, as after a death, is deleted after ten minutes, and
// not before. One that is taken back is deleted and forgotten at once.
func TestLent(t *testing.T) {
	t.Parallel()
	b, store, _ := withFlaky(t)
	lost, back := b.lend(t), b.lend(t)
	if err := b.Lent().Delete(t.Context(), back); err != nil || b.toDelete(t) != 1 {
		t.Errorf("%v, and %d objects are known", err, b.toDelete(t))
	}
	sweep := func() {
		t.Helper()
		if err := b.Service.objects.DeleteReleased(t.Context()); err != nil {
			t.Error(err)
		}
	}
	b.clock.Advance(9 * time.Minute)
	if sweep(); b.toDelete(t) != 1 {
		t.Error("an object is deleted while it may be fetched")
	}
	b.clock.Advance(time.Minute)
	if sweep(); b.toDelete(t) != 0 || len(store.deleted) != 2 || store.deleted[1] != lost {
		t.Errorf("deleted are %v", store.deleted)
	}
	last := b.lend(t)
	store.fails(errors.New("away"))
	if err := b.Lent().Delete(t.Context(), last); err == nil || b.toDelete(t) != 1 {
		t.Errorf("an object that cannot be deleted is forgotten: %v", err)
	}
}
