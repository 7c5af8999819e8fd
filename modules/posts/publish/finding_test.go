package publish

import (
	"context"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/graph"
)

// TestFinding08_ALimitMovesNoAttempt: while a post waits an hour for the end of a limit of the
// network, its attempt stays where it was, so that the post and one that looks the same, which was
// sent meanwhile, end as themselves. The journey of the same name in e2e cannot have both of them
// open at once.
func TestFinding08_ALimitMovesNoAttempt(t *testing.T) {
	t.Parallel()
	b := setup(t)
	limit := channel.Refusal{IsAnswer: true, Failure: failure.Failure{Action: failure.Wait, Message: "limit", After: time.Hour}}
	first := sought(posts.Image, new("Bread"))
	first.Status = posts.Publishing
	first, job := b.working(t, first, 0, func(ctx context.Context, p *publication) error { return p.post().waitForLimit(ctx, limit) })
	if !job.RunAt.Time().After(start.Add(50 * time.Minute)) {
		t.Fatalf("it waits until %s", job.RunAt)
	}
	b.clock.Advance(10 * time.Minute)
	second := sought(posts.Image, new("Bread"))
	second.SNContainerID = new("17890000000000002")
	second = b.insert(t, second)
	b.send(t, second, attempt.Attempt{SentAt: *at(b.clock.Now())})
	b.clock.Advance(10 * time.Minute)
	early, late := live(1, 10*time.Second), live(2, 10*time.Minute+10*time.Second)
	b.network.show(b.bakery, "media", late, early)
	for _, c := range []struct {
		post posts.Post
		want graph.Media
	}{{first, early}, {second, late}} {
		b.network.contain(*c.post.SNContainerID, graph.Published)
		if f := b.resolve(t, c.post); f.item == nil || f.item.ID != c.want.ID {
			t.Errorf("the one of %s is %+v", *c.post.SNContainerID, f)
		}
	}
}
