package media

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/objectstore"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// flaky is a store that deletes nothing while it has an error to return.
type flaky struct {
	objectstore.Store

	mu      sync.Mutex
	reason  error
	deleted []string
	// putting is called at the end of a Put.
	putting func()
}

func (f *flaky) Delete(ctx context.Context, key string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.reason != nil {
		return f.reason
	}
	f.deleted = append(f.deleted, key)
	return f.Store.Delete(ctx, key)
}

func (f *flaky) Put(ctx context.Context, key, path, contentType string) error {
	err := f.Store.Put(ctx, key, path, contentType)
	if f.putting != nil {
		f.putting()
	}
	return err
}

func (f *flaky) fails(reason error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reason = reason
}

// withFlaky returns a service on a flaky store, and a public picture.
func withFlaky(t *testing.T) (b *bundle, store *flaky, file MediaFile) {
	t.Helper()
	b = setup(t)
	store = &flaky{Store: b.objects}
	b.Service.objects.store = store
	return b, store, b.uploadPublic(t, "a.jpg")
}

// uploadPublic uploads a picture and puts it into the bucket.
func (b *bundle) uploadPublic(t *testing.T, name string) MediaFile {
	t.Helper()
	file, err := b.upload(t, name, picture(t, 320, 320, toJPEG))
	if err != nil {
		t.Fatal(err)
	}
	b.makePublic(t, &file)
	return file
}

func (b *bundle) makePublic(t *testing.T, file *MediaFile) {
	t.Helper()
	var err error
	if _, err = b.MakePublic(t.Context(), *file); err == nil {
		*file, err = b.File(t.Context(), file.ID)
	}
	if err != nil || file.PublicURL == nil {
		t.Fatalf("got %v, %v", file.PublicURL, err)
	}
}

// TestKeepWhile: a released object stays for as long as it is needed, and keeps no other one.
func TestKeepWhile(t *testing.T) {
	t.Parallel()
	b, store, file := withFlaky(t)
	other := b.uploadPublic(t, "b.jpg")
	needed := []string{*file.PublicKey}
	b.KeepWhile(func(_ context.Context, keys []string) ([]string, error) {
		return slices.DeleteFunc(keys, func(key string) bool { return !slices.Contains(needed, key) }), nil
	})
	b.release(t, file.ID, 0)
	b.release(t, other.ID, 0)
	for range 3 {
		if err := b.Service.objects.DeleteReleased(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(2 * retirement)
	}
	if !slices.Equal(store.deleted, []string{*other.PublicKey}) {
		t.Errorf("deleted are %v, needed is %v", store.deleted, needed)
	}
	needed = nil
	if err := b.Service.objects.DeleteReleased(t.Context()); err != nil || !slices.Equal(store.deleted, []string{*other.PublicKey, *file.PublicKey}) {
		t.Errorf("then deleted are %v, %v", store.deleted, err)
	}
}

func (b *bundle) release(t *testing.T, id wireid.ID, after time.Duration) {
	t.Helper()
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return b.Release(ctx, tx, id, after) })
	if err != nil {
		t.Fatal(err)
	}
}

func (b *bundle) released(t *testing.T) []releasedObject {
	t.Helper()
	var objects []releasedObject
	if err := b.db.NewSelect().Model(&objects).Scan(t.Context()); err != nil {
		t.Fatal(err)
	}
	return objects
}

func (b *bundle) public(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir(b.storage.dir.Public())
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// TestRelease: a released file has no address and no object, and can be made public again.
func TestRelease(t *testing.T) {
	t.Parallel()
	b, _, file := withFlaky(t)
	for range 2 { // The second one finds nothing to do.
		b.release(t, file.ID, 0)
	}
	b.release(t, wireid.New(), 0)
	if again, err := b.File(t.Context(), file.ID); err != nil || again.PublicURL != nil {
		t.Errorf("still public: %v, %v", again.PublicURL, err)
	}
	if len(b.released(t)) != 1 || b.public(t) != 1 {
		t.Errorf("noted are %v, and %d objects", b.released(t), b.public(t))
	}
	if err := b.Service.objects.DeleteReleased(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(b.released(t)) != 0 || b.public(t) != 0 {
		t.Errorf("left are %v, and %d objects", b.released(t), b.public(t))
	}
	former := *file.PublicKey
	file.PublicKey = nil
	b.makePublic(t, &file)
	if *file.PublicKey == former {
		t.Error("the former key is used again")
	}
}

// TestRelease_RolledBack: a release that is rolled back changes nothing.
func TestRelease_RolledBack(t *testing.T) {
	t.Parallel()
	b, _, file := withFlaky(t)
	no := errors.New("no")
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		return errors.Join(b.Release(ctx, tx, file.ID, 0), no)
	})
	if again, readErr := b.File(t.Context(), file.ID); !errors.Is(err, no) || readErr != nil || again.PublicURL == nil || len(b.released(t)) != 0 {
		t.Errorf("got %v, %v, %v", err, again.PublicURL, b.released(t))
	}
}

// TestDeleteReleased_UntilItWorks: a deletion is tried again with growing pauses, and its stored
// reason does not show the key.
func TestDeleteReleased_UntilItWorks(t *testing.T) {
	t.Parallel()
	b, store, file := withFlaky(t)
	store.fails(errors.New("not today, " + *file.PublicKey))
	b.release(t, file.ID, 0)
	var pause time.Duration
	for attempt := 1; attempt <= 12; attempt++ {
		if err := b.Service.objects.DeleteReleased(t.Context()); err != nil {
			t.Fatal(err)
		}
		object := b.released(t)[0]
		next := object.NextAttemptAt.Time().Sub(b.clock.Now())
		if object.Attempts != attempt || !strings.HasPrefix(*object.LastError, "not today") || strings.Contains(*object.LastError, *file.PublicKey) {
			t.Fatalf("attempt %d: noted is %+v, %s", attempt, object, *object.LastError)
		}
		if next < pause || next > longestReleasePause || attempt == 1 && next != firstReleasePause {
			t.Fatalf("attempt %d: after %s the pause is %s", attempt, pause, next)
		}
		pause = next
		b.clock.Advance(next - time.Millisecond)
		if err := b.Service.objects.DeleteReleased(t.Context()); err != nil || b.released(t)[0].Attempts != attempt {
			t.Fatalf("it is tried before its time: %v", err)
		}
		b.clock.Advance(time.Millisecond)
	}
	store.fails(nil)
	if err := b.Service.objects.DeleteReleased(t.Context()); err != nil || len(b.released(t)) != 0 || b.public(t) != 0 {
		t.Errorf("left are %v, and %d objects, %v", b.released(t), b.public(t), err)
	}
}

// TestDeleteReleased_StoreAway: a store that cannot be reached is not asked for each object.
func TestDeleteReleased_StoreAway(t *testing.T) {
	t.Parallel()
	b, store, file := withFlaky(t)
	other := b.uploadPublic(t, "b.jpg")
	store.fails(objectstore.NewError(objectstore.NotReachable, "away", nil))
	b.release(t, file.ID, 0)
	b.release(t, other.ID, 0)
	if err := b.Service.objects.DeleteReleased(t.Context()); err != nil {
		t.Fatal(err)
	}
	var attempts int
	for _, object := range b.released(t) {
		attempts += object.Attempts
	}
	if attempts != 1 {
		t.Errorf("%d attempts", attempts)
	}
}

// TestDeleteReleased_ClockPutRight: a wait that began while the clock was ahead goes on from when
// the clock is put right, so that no object stays public for as long as the clock was ahead. An
// object that is kept until an instant that a post names stays until then.
func TestDeleteReleased_ClockPutRight(t *testing.T) {
	t.Parallel()
	const ahead, patience, named = 24 * time.Hour, 2 * time.Hour, 30 * 24 * time.Hour
	for name, c := range map[string]struct {
		after time.Duration
		// isAway says that the store is away while the clock is ahead, isNeeded that the object is
		// needed then.
		isAway, isNeeded bool
		wait             time.Duration
	}{
		"it may be being fetched":  {after: patience, wait: patience},
		"the store was away":       {isAway: true, wait: firstReleasePause},
		"it was needed":            {isNeeded: true, wait: retirement},
		"until a post's own time":  {after: named, wait: ahead + named},
		"it was released for good": {wait: 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, store, file := withFlaky(t)
			isAhead := true
			b.KeepWhile(func(_ context.Context, keys []string) ([]string, error) {
				if c.isNeeded && isAhead {
					return keys, nil
				}
				return nil, nil
			})
			if c.isNeeded {
				b.release(t, file.ID, 0)
			}
			b.clock.Jump(ahead)
			b.release(t, file.ID, c.after)
			if c.isAway {
				store.fails(objectstore.NewError(objectstore.NotReachable, "away", nil))
			}
			if c.isAway || c.isNeeded {
				b.deleteReleased(t)
			}
			store.fails(nil)
			isAhead = false
			b.clock.Jump(-ahead)
			b.deleteReleased(t)
			if c.wait > 0 {
				b.clock.Advance(c.wait - time.Millisecond)
				if b.deleteReleased(t); b.public(t) != 1 {
					t.Errorf("it is deleted before %s have passed", c.wait)
				}
				b.clock.Advance(time.Millisecond)
			}
			if b.deleteReleased(t); b.public(t) != 0 {
				t.Errorf("after %s it is still public: %+v", c.wait, b.released(t))
			}
		})
	}
}

func (b *bundle) deleteReleased(t *testing.T) {
	t.Helper()
	if err := b.Service.objects.DeleteReleased(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestDelete_ObjectStays: when the record of a file is deleted before its object, the object is
// deleted later.
func TestDelete_ObjectStays(t *testing.T) {
	t.Parallel()
	b, store, file := withFlaky(t)
	store.fails(objectstore.NewError(objectstore.NotReachable, "away", nil))
	if err := b.Delete(t.Context(), file.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := b.File(t.Context(), file.ID); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("got %v", err)
	}
	if len(b.released(t)) != 1 || b.public(t) != 1 {
		t.Errorf("noted are %v, and %d objects", b.released(t), b.public(t))
	}
	store.fails(nil)
	b.clock.Advance(time.Minute)
	if err := b.Service.objects.DeleteReleased(t.Context()); err != nil || len(b.released(t)) != 0 || b.public(t) != 0 {
		t.Errorf("left are %v, and %d objects, %v", b.released(t), b.public(t), err)
	}
}

// TestMakePublic_DeletedMeanwhile: an object that is put after its file was deleted is deleted.
func TestMakePublic_DeletedMeanwhile(t *testing.T) {
	t.Parallel()
	b, store, file := withFlaky(t)
	content, err := os.ReadFile(filepath.Join(b.storage.dir.Uploads(), file.StoragePath))
	if err != nil {
		t.Fatal(err)
	}
	store.putting = func() {
		if err := b.Delete(t.Context(), file.ID); err != nil {
			t.Error(err)
		}
		// The object was being put, and arrives after the deletion.
		if err := os.WriteFile(filepath.Join(b.storage.dir.Public(), *file.PublicKey), content, 0o600); err != nil {
			t.Error(err)
		}
	}
	if _, err := b.MakePublic(t.Context(), file); apperror.CodeOf(err) != apperror.MediaInvalid {
		t.Errorf("got %v", err)
	}
	if err := b.Service.objects.DeleteReleased(t.Context()); err != nil || b.public(t) != 0 {
		t.Errorf("%d objects are left, %v", b.public(t), err)
	}
}

// TestReleases_InTheBackground: released objects are deleted in the background, also those of an
// earlier run.
func TestReleases_InTheBackground(t *testing.T) {
	t.Parallel()
	b, _, file := withFlaky(t)
	b.release(t, file.ID, 0) // Nobody is there to delete it.
	if err := b.Service.objects.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	other, err := b.upload(t, "b.jpg", picture(t, 320, 320, toJPEG))
	if err != nil {
		t.Fatal(err)
	}
	b.makePublic(t, &other)
	b.release(t, other.ID, 0)
	// Only what stays uses it up.
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for b.public(t) != 0 || len(b.released(t)) != 0 {
		if ctx.Err() != nil {
			t.Fatal("the objects stay")
		}
	}
	b.Service.objects.stop()
}
