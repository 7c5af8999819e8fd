package posts

import (
	"context"
	"slices"
	"testing"
	"time"

	"crier/platform/objectstore"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// publicPhoto stores the record of a picture that is public.
func (b *bundle) publicPhoto(t *testing.T) wireid.ID {
	t.Helper()
	id := b.photo(t)
	_, err := b.db.NewRaw("UPDATE media_files SET public_key = ? WHERE id = ?", objectstore.NewKey("jpg"), id).Exec(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// stillPublic returns which of the files are public.
func (b *bundle) stillPublic(t *testing.T, files ...wireid.ID) (public []int) {
	t.Helper()
	ids, err := SelectPublic(t.Context(), b.db)
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		if slices.Contains(ids, file) {
			public = append(public, i)
		}
	}
	return public
}

// with stores a post of the files in a status, which ended so long ago if it has ended.
func (b *bundle) with(t *testing.T, status Status, ago time.Duration, files ...wireid.ID) Post {
	t.Helper()
	return b.withPost(t, Post{Status: status}, ago, files...)
}

func (b *bundle) withPost(t *testing.T, post Post, ago time.Duration, files ...wireid.ID) Post {
	t.Helper()
	switch post.Status {
	case Published, Failed:
		completed, err := NextCompletion(t.Context(), b.db, wiretime.Of(b.clock.Now().Add(-ago)))
		if err != nil {
			t.Fatal(err)
		}
		post.CompletedAt = &completed
	case Scheduled:
		if post.ScheduledFor == nil {
			post.ScheduledFor = wiretime.Ptr(b.clock.Now().Add(time.Hour))
		}
	case Publishing:
		container := "1"
		post.SNContainerID = &container
	default:
	}
	return b.insert(t, post, files...)
}

// TestRelease: the files of a post that has ended are released, except those that another post is
// about to have fetched. There is one way to find out for few such posts, and one for many.
func TestRelease(t *testing.T) {
	t.Parallel()
	for name, needing := range map[string]int{"few posts need files": 0, "many posts need files": 2 * fewNeeding} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			for range needing {
				b.with(t, Queued, 0, b.publicPhoto(t))
			}
			testRelease(t, b)
		})
	}
}

func testRelease(t *testing.T, b *bundle) {
	t.Helper()
	pending, job := SharePending, "job"
	others := map[string]struct {
		post Post
		want bool // whether the file stays public
	}{
		"draft": {Post{Status: Draft}, false}, "scheduled": {Post{Status: Scheduled}, false},
		"due":          {Post{Status: Scheduled, IsScheduled: true, ScheduledFor: wiretime.Ptr(b.clock.Now().Add(-time.Minute))}, true},
		"in the cloud": {Post{Status: Scheduled, CloudJobID: &job}, true}, "queued": {Post{Status: Queued}, true},
		"processing": {Post{Status: Processing}, true}, "publishing": {Post{Status: Publishing}, true}, "published": {Post{Status: Published}, false},
		"to be shared": {Post{Status: Published, ShareState: &pending}, true}, "failed": {Post{Status: Failed}, false},
	}
	alone, none := b.publicPhoto(t), b.photo(t)
	files := []wireid.ID{alone, none}
	want := []int{}
	for name, other := range others {
		file := b.publicPhoto(t)
		b.withPost(t, other.post, 0, file)
		if other.want {
			want = append(want, len(files))
		}
		t.Logf("%d is of a post that is %s", len(files), name)
		files = append(files, file)
	}
	unrelated := b.publicPhoto(t)
	done := b.with(t, Published, 0, append([]wireid.ID{alone, alone}, files[1:]...)...)
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return ReleaseFiles(ctx, tx, b.files, done.ID, 0) })
	if err != nil {
		t.Fatal(err)
	}
	if got := b.stillPublic(t, files...); !slices.Equal(got, want) {
		t.Errorf("public are %v, not %v", got, want)
	}
	if len(b.stillPublic(t, unrelated)) != 1 {
		t.Error("a file of no post was released too")
	}
}

// TestRelease_NotBeforeTheShare: a post that is still to be shared needs its own files.
func TestRelease_NotBeforeTheShare(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file := b.publicPhoto(t)
	pending := SharePending
	post := b.withPost(t, Post{Status: Published, ShareState: &pending}, 0, file)
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return ReleaseFiles(ctx, tx, b.files, post.ID, 0) })
	if err != nil || len(b.stillPublic(t, file)) != 1 {
		t.Errorf("released before the share, %v", err)
	}
}
