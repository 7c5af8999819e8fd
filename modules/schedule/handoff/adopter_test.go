package handoff

import (
	"context"
	"io"
	"testing"

	"crier/modules/cloud"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/uptime"
	"crier/platform/wireid"
)

// photos stores another picture for each file that is fetched from the bucket.
type photos struct{ b *bundle }

func (p photos) Add(context.Context, string, func(w io.Writer, most int64) error) (media.MediaFile, error) {
	return media.MediaFile{ID: p.b.photo()}, nil
}

// adopter returns what makes jobs of the worker posts of this folder.
func (b *bundle) adopter() *Adopter {
	checker := posts.NewChecker(b.clock, b.accounts, nil, b.media)
	drafts := posts.NewDrafts(b.db, b.clock, b.accounts, b.media, posts.NewAnswers(b.db, b.clock, uptime.New(b.db, b.clock)), checker)
	return newAdopter(b.entries, b.exchange, b.strays, b.sender, b.sender.posts, drafts, b.intake, photos{b})
}

// TestAdopt_NotConfirmed: the worker is not told that a post was adopted, and goes on with the job
// that it has. What becomes of the job becomes of the post.
func TestAdopt_NotConfirmed(t *testing.T) {
	t.Parallel()
	fails := func(wireid.ID) bool { return true }
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
