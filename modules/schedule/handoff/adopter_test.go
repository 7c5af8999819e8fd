package handoff

import (
	"context"
	"io"
	"slices"
	"testing"

	"crier/modules/cloud"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/uptime"
	"crier/platform/wireid"
)

// photos stores another picture for each file that is fetched from the bucket. fails says at which
// of them that fails, 0 that it never does.
type photos struct {
	b            *bundle
	fails, added int
}

func (p *photos) Add(context.Context, string, func(w io.Writer, most int64) error) (media.MediaFile, error) {
	if p.added++; p.added == p.fails {
		return media.MediaFile{}, apperror.New(apperror.UploadError, "the file has come only in part")
	}
	return media.MediaFile{ID: p.b.photo()}, nil
}

func (p *photos) Delete(ctx context.Context, id wireid.ID) error { return p.b.media.Delete(ctx, id) }

// adopter returns what makes jobs of the worker posts of this folder.
func (b *bundle) adopter() *Adopter { return b.adopterWith(&photos{b: b}) }

// adopterWith is adopter with what stores the files.
func (b *bundle) adopterWith(files addedFiles) *Adopter {
	checker := posts.NewChecker(b.clock, b.accounts, nil, b.media)
	drafts := posts.NewDrafts(b.db, b.clock, b.accounts, b.media, posts.NewAnswers(b.db, b.clock, uptime.New(b.db, b.clock, config.Sandbox)), checker)
	return newAdopter(b.entries, b.exchange, b.strays, b.sender, b.sender.posts, drafts, b.intake, files)
}

// TestAdopt_NotConfirmed: the worker is not told that a post was adopted, and goes on with the job
// that it has. What becomes of the job becomes of the post.
func TestAdopt_NotConfirmed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end    func(b *bundle, id wireid.ID)
		status posts.Status
	}{
		"published": {func(b *bundle, _ wireid.ID) { b.worker.publishDue() }, posts.Published},
		"failed":    {func(b *bundle, _ wireid.ID) { b.worker.step(fails); b.worker.step(fails) }, posts.Failed},
		"handed back": {func(b *bundle, id wireid.ID) {
			b.worker.set(func() { b.worker.end(b.worker.jobs[id], cloud.JobFenced) })
		}, posts.Scheduled},
	} {
		for when, isAsked := range map[string]bool{"while it is claimed": true, "once it has ended": false} {
			t.Run(name+", heard of "+when, func(t *testing.T) {
				t.Parallel()
				b := setup(t)
				id := b.schedule(someTime).PostID
				b.forgets(id, false)
				b.worker.meet(none, html)
				done, err := b.adopter().Adopt(t.Context(), id)
				want(t, err, "")
				if done.Status != posts.Scheduled || len(done.Warnings) != 1 {
					t.Fatalf("got %+v", done)
				}
				b.clock.Advance(someTime)
				b.worker.step(succeeds)
				if isAsked {
					b.advance(0)
				}
				c.end(b, id)
				want(t, b.reconciler.Reconcile(t.Context()), "")
				b.advance(0)
				if post := b.post(id); post.Status != c.status || post.InCloud() || b.open() != 0 {
					t.Errorf("the post is %s, in the cloud %t; %d entries are left", post.Status, post.InCloud(), b.open())
				}
				if isLive := len(b.worker.published[id]) == 1; isLive != (c.status == posts.Published) {
					t.Errorf("the worker has published it: %t", isLive)
				}
			})
		}
	}
}

// TestAdopt_LeavesNoFiles: an adoption that breaks off leaves none of the files that it has fetched
// in the library, so that nobody finds files there that no post has.
func TestAdopt_LeavesNoFiles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fails     int
		mediaType posts.MediaType
		want      apperror.Code
	}{
		"a file is not to be had":    {3, posts.Carousel, apperror.UploadError},
		"the post is not taken":      {0, posts.Reels, apperror.InvalidMediaType},
		"the first is not to be had": {1, posts.Carousel, apperror.UploadError},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.schedule(someTime).PostID
			b.forgets(id, false)
			b.worker.set(func() {
				post := &b.worker.jobs[id].job.Post
				post.MediaType, post.Items = string(c.mediaType), append(post.Items, post.Items[0], post.Items[0])
			})
			before, err := database.Values[string](t.Context(), b.db, "SELECT id FROM media_files ORDER BY id")
			want(t, err, "")
			_, err = b.adopterWith(&photos{b: b, fails: c.fails}).Adopt(t.Context(), id)
			want(t, err, c.want)
			after, err := database.Values[string](t.Context(), b.db, "SELECT id FROM media_files ORDER BY id")
			want(t, err, "")
			if !slices.Equal(before, after) {
				t.Errorf("the library has %d files, and had %d", len(after), len(before))
			}
		})
	}
}
