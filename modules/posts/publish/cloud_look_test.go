package publish

import (
	"context"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// TestRelease_InCloud: the files of a post that is the cloud's stay public, and the store with
// them.
func TestRelease_InCloud(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file := b.publicPhoto(t)
	post := b.waitingInCloud(t, posts.Post{}, file)
	if err := b.engine.releaser.releaseLeft(t.Context()); err != nil || len(b.stillPublic(t, file)) != 1 {
		t.Errorf("got %v", err)
	}
	if err := b.engine.releaser.leaveStore(t.Context()); apperror.CodeOf(err) != apperror.InvalidStatus {
		t.Errorf("got %v", err)
	}
	b.takeHome(t, post.ID, posts.CloudResult{
		IsPublished: true, ContainerID: new("c"), ContainerCreatedAt: at(start), PublishIntentAt: at(start), MediaID: new("m"), Permalink: new("l"), RetryCount: 2,
	})
	if got := b.read(t, post.ID); got.Status != posts.Published || got.RetryCount != 2 || got.CompletedAt == nil || len(b.stillPublic(t, file)) != 0 {
		t.Errorf("got %+v", got)
	}
}

// TestResolve_CloudTwin: a post that looks the same and is due in the cloud may be the item.
func TestResolve_CloudTwin(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		due     time.Duration
		caption string
		isMine  bool
	}{"due": {-time.Minute, "Bread", false}, "later": {time.Hour, "Bread", true}, "another": {-time.Minute, "Rolls", true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.network.show(b.bakery, "media", live(1, 10*time.Second))
			b.network.contain(container, graph.Published)
			b.waitingInCloud(t, posts.Post{Caption: &c.caption, ScheduledFor: at(start.Add(c.due))}, b.photo(t))
			post := b.failed(t, sought(posts.Image, new("Bread")), 0)
			b.clock.Advance(settledAfter + time.Second)
			f := b.resolve(t, post)
			if f.verdict != verdictLive || (f.item != nil) != c.isMine {
				t.Errorf("got %+v", f)
			}
		})
	}
}

// TestSight: what the account shows decides whether a post was published, when nobody else knows.
func TestSight(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		listed []graph.Media
		check  func(Sight) bool
	}{
		"nothing": {nil, func(s Sight) bool { return s.IsAbsent }},
		"one":     {[]graph.Media{live(1, time.Minute)}, func(s Sight) bool { return s.MediaID == live(1, 0).ID }},
		"two":     {[]graph.Media{live(2, time.Minute), live(1, time.Minute)}, func(s Sight) bool { return !s.IsAbsent && s.MediaID == "" && s.Why != "" }},
		"before":  {[]graph.Media{live(1, -time.Hour)}, func(s Sight) bool { return s.IsAbsent }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.network.show(b.bakery, "media", c.listed...)
			post := b.waitingInCloud(t, posts.Post{Caption: new("Bread"), ScheduledFor: at(start)}, b.photo(t))
			if sight, err := b.engine.finder.Sight(t.Context(), post); err != nil || !c.check(sight) {
				t.Errorf("got %+v, %v", sight, err)
			}
		})
	}
	b := setup(t)
	b.network.refuse(`{"error":{"message":"down","code":2}}`)
	post := b.waitingInCloud(t, posts.Post{}, b.photo(t))
	if sight, err := b.engine.finder.Sight(t.Context(), post); err != nil || !sight.IsUnreadable {
		t.Errorf("got %+v, %v", sight, err)
	}
}

// waitingInCloud stores a post that is the cloud's.
func (b *bundle) waitingInCloud(t *testing.T, post posts.Post, files ...wireid.ID) posts.Post {
	t.Helper()
	post.ID, post.Status, post.IsScheduled = wireid.New(), posts.Scheduled, true
	if post.ScheduledFor == nil {
		post.ScheduledFor = at(start.Add(time.Hour))
	}
	id := post.ID.String()
	post.CloudJobID = &id
	return b.insert(t, post, files...)
}

func (b *bundle) takeHome(t *testing.T, id wireid.ID, r posts.CloudResult) {
	t.Helper()
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return b.cloud.Apply(ctx, tx, id, r) })
	if err != nil {
		t.Fatal(err)
	}
}
