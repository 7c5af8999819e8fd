package publish

import (
	"context"
	"errors"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/graph"

	"github.com/uptrace/bun"
)

// TestMine_Twins: posts of ours that look alike are told apart by when they were published, as long as the account shows
// as many as there are; one more is somebody else's, and one less is not shown yet.
func TestMine_Twins(t *testing.T) {
	t.Parallel()
	const second, third = "17890000000000002", "17890000000000003"
	three := []graph.Media{live(3, 30*time.Second), live(2, 20*time.Second), live(1, 10*time.Second)}
	for name, c := range map[string]struct {
		twins  map[string]graph.StatusCode
		listed []graph.Media
		want   string
	}{
		"alone":                         {nil, three[2:], three[2].ID},
		"alone, somebody posts alike":   {nil, three[1:], ""},
		"two":                           {map[string]graph.StatusCode{second: graph.Published}, three[1:], three[2].ID},
		"two, of which one is not live": {map[string]graph.StatusCode{second: graph.Finished}, three[2:], three[2].ID},
		"two, and one shown":            {map[string]graph.StatusCode{second: graph.Published}, three[1:2], ""},
		"two, somebody posts alike":     {map[string]graph.StatusCode{second: graph.Published}, three, ""},
		"three":                         {map[string]graph.StatusCode{second: graph.Published, third: graph.Published}, three, three[2].ID},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.network.show(b.bakery, "media", c.listed...)
			for id, state := range c.twins {
				twin := sought(posts.Image, new("Bread "))
				twin.SNContainerID, twin.PublishIntentAt = new(id), at(made.Add(time.Minute))
				twin = b.insert(t, twin)
				b.network.contain(id, state)
				if id == third {
					if err := b.service.Delete(t.Context(), twin.ID); err != nil {
						t.Fatal(err)
					}
				}
			}
			other := sought(posts.Image, new("Rolls"))
			other.SNContainerID = new("17890000000000009")
			b.insert(t, other)
			w := &work{Engine: b.engine, post: b.insert(t, sought(posts.Image, new("Bread")))}
			if err := w.identify(t.Context()); err != nil {
				t.Fatal(err)
			}
			found, err := w.candidates(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			mine, err := w.mine(t.Context(), found)
			if err != nil || (mine == nil) != (c.want == "") || mine != nil && mine.ID != c.want {
				t.Errorf("got %+v, %v", mine, err)
			}
		})
	}
}

// TestMine_TwinUnreadable: while one cannot be read, nothing is taken.
func TestMine_TwinUnreadable(t *testing.T) {
	t.Parallel()
	b := setup(t)
	twin := sought(posts.Image, new("Bread"))
	twin.SNContainerID = new("17890000000000002")
	b.insert(t, twin)
	w := &work{Engine: b.engine, post: b.insert(t, sought(posts.Image, new("Bread")))}
	if err := w.identify(t.Context()); err != nil {
		t.Fatal(err)
	}
	if mine, err := w.mine(t.Context(), []graph.Media{live(1, time.Second)}); mine != nil || err == nil {
		t.Errorf("got %+v, %v", mine, err)
	}
}

// TestAdoptAs_Taken: of two that find the same media, one is it.
func TestAdoptAs_Taken(t *testing.T) {
	t.Parallel()
	b := setup(t)
	owner := in(posts.Published)
	owner.SNMediaID = new(live(1, 0).ID)
	b.insert(t, owner)
	got, _ := b.working(t, in(posts.Publishing), 0, func(ctx context.Context, w *work) error {
		if err := w.adoptAs(ctx, live(1, time.Second)); !errors.Is(err, errOwned) {
			t.Errorf("got %v", err)
		}
		return w.claim.Snooze(ctx, start, "", nil)
	})
	if got.SNMediaID != nil || got.Status != posts.Publishing {
		t.Errorf("the post is %s as %q", got.Status, value(got.SNMediaID))
	}
}

// TestFindMedia: a post that is known to be live gets its media when the account shows it after all, and no other post's.
func TestFindMedia(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.contain(container, graph.Published)
	post := in(posts.Published)
	post.Caption, post.PublishedAt = new("Bread"), at(start)
	post = b.insert(t, post)
	look := func(want string) {
		t.Helper()
		if err := b.engine.FindMedia(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := b.read(t, post.ID); value(got.SNMediaID) != want || got.Status != posts.Published {
			t.Errorf("the post is %s as %q, not %q", got.Status, value(got.SNMediaID), want)
		}
	}
	b.network.show(b.bakery, "media", live(2, 2*time.Second), live(1, time.Second))
	look("")
	owner := in(posts.Published)
	owner.SNMediaID, owner.Caption = new(live(2, 0).ID), new("Bread")
	b.insert(t, owner)
	look(live(1, 0).ID)
	if got := b.read(t, post.ID); value(got.SNPermalink) != live(1, 0).Permalink || !got.PublishedAt.Time().Equal(start.Add(time.Second)) {
		t.Errorf("the post is %+v", got)
	}
	if err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return unowned(ctx, tx, live(1, 0).ID) }); !errors.Is(err, errOwned) {
		t.Errorf("got %v", err)
	}
}
