package publish

import (
	"slices"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/objectstore"
	"crier/platform/wireid"
	"crier/platform/wiretime"
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
	ids, err := posts.SelectPublic(t.Context(), b.db)
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
func (b *bundle) with(t *testing.T, status posts.Status, ago time.Duration, files ...wireid.ID) posts.Post {
	t.Helper()
	return b.withPost(t, posts.Post{Status: status}, ago, files...)
}

func (b *bundle) withPost(t *testing.T, post posts.Post, ago time.Duration, files ...wireid.ID) posts.Post {
	t.Helper()
	switch post.Status {
	case posts.Published, posts.Failed:
		completed, err := posts.NextCompletion(t.Context(), b.db, wiretime.Of(b.clock.Now().Add(-ago)))
		if err != nil {
			t.Fatal(err)
		}
		post.CompletedAt = &completed
	case posts.Scheduled:
		post.ScheduledFor = wiretime.Ptr(b.clock.Now().Add(time.Hour))
	case posts.Publishing:
		container := "1"
		post.SNContainerID = &container
	default:
	}
	return b.insert(t, post, files...)
}

// TestReleaseLeft: what no post needs.
func TestReleaseLeft(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var files []wireid.ID
	one := func(status posts.Status, ago time.Duration) {
		files = append(files, b.publicPhoto(t))
		b.with(t, status, ago, files[len(files)-1])
	}
	one(posts.Failed, 0)
	one(posts.Failed, 23*time.Hour)
	one(posts.Published, 0)
	one(posts.Processing, 0)
	one(posts.Queued, 0)
	one(posts.Draft, 0)
	files = append(files, b.publicPhoto(t)) // Of no post, or of one that was deleted.
	if err := b.engine.releaser.releaseLeft(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := b.stillPublic(t, files...), []int{3, 4}; !slices.Equal(got, want) {
		t.Errorf("public are %v, not %v", got, want)
	}
}

// TestReleaseLeft_Many: more than one transaction takes.
func TestReleaseLeft_Many(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for range releaseBatch + 1 {
		b.publicPhoto(t)
	}
	if err := b.engine.releaser.releaseLeft(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left, err := posts.SelectPublic(t.Context(), b.db); err != nil || len(left) != 0 {
		t.Errorf("%d are left, %v", len(left), err)
	}
}

// TestLeaveStore: everything is given up, unless the network may be at a file.
func TestLeaveStore(t *testing.T) {
	t.Parallel()
	pending := posts.SharePending
	for name, c := range map[string]struct {
		post posts.Post
		busy bool
	}{
		"queued": {posts.Post{Status: posts.Queued}, false}, "processing": {posts.Post{Status: posts.Processing}, true}, "publishing": {posts.Post{Status: posts.Publishing}, true},
		"to be shared": {posts.Post{Status: posts.Published, ShareState: &pending}, true}, "failed": {posts.Post{Status: posts.Failed}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			file := b.publicPhoto(t)
			b.withPost(t, c.post, 0, file)
			later := wiretime.Of(b.clock.Now().Add(time.Hour))
			if _, err := b.db.Exec("INSERT INTO media_released_objects (object_key, released_at, next_attempt_at) VALUES ('former', ?, ?)", later, later); err != nil {
				t.Fatal(err)
			}
			err := b.engine.releaser.leaveStore(t.Context())
			if public := len(b.stillPublic(t, file)) == 1; public != c.busy || (apperror.CodeOf(err) == apperror.InvalidStatus) != c.busy {
				t.Errorf("public %t, %v", public, err)
			}
			var due []string
			if err := b.db.NewRaw("SELECT object_key FROM media_released_objects WHERE next_attempt_at <= ?", wiretime.Of(b.clock.Now())).Scan(t.Context(), &due); err != nil {
				t.Fatal(err)
			}
			if isDue := slices.Contains(due, "former"); isDue == c.busy {
				t.Errorf("a former form of a file is to be deleted now: %t", isDue)
			}
		})
	}
}
