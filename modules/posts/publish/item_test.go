package publish

import (
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/wireid"
)

// TestItem_ThatTheNetworkHasForgotten: an item of a carousel whose container the network does not
// know is made again, and no other is. Its age need not tell that its day is over: it may have been
// made while this machine's clock was ahead.
func TestItem_ThatTheNetworkHasForgotten(t *testing.T) {
	t.Parallel()
	const year = 365 * 24 * time.Hour
	b := setup(t)
	post := b.insert(t, posts.Post{Status: posts.Processing, MediaType: posts.Carousel, LastAttemptAt: at(start)}, b.photo(t), b.photo(t))
	forgotten, kept := "17890000000000071", "17890000000000072"
	b.network.contain(kept, graph.Finished)
	for i, ref := range []string{forgotten, kept} {
		if err := setItem(t.Context(), b.db, posts.Link{PostID: post.ID, Position: i, ContainerID: &ref, ContainerCreatedAt: at(start.Add(year))}); err != nil {
			t.Fatal(err)
		}
	}
	id := b.enqueue(t, post.ID, b.bakery.ID.String(), b.clock.Now())
	if _, err := b.db.ExecContext(t.Context(), "UPDATE scheduled_jobs SET wait = ? WHERE id = ?", channel.WaitsForMedia.Wait, id); err != nil {
		t.Fatal(err)
	}
	var job jobs.ScheduledJob
	for range 10 {
		if job = b.turn(t); job.Attempts > 0 {
			break
		}
	}
	links, err := posts.SelectLinks(t.Context(), b.db, []wireid.ID{post.ID})
	if err != nil || len(links) != 2 {
		t.Fatalf("%d links, %v", len(links), err)
	}
	if got := b.read(t, post.ID); got.Status != posts.Queued || job.Attempts != 1 {
		t.Errorf("the post is %s, %q, after %d attempts", got.Status, value(got.ErrorMessage), job.Attempts)
	}
	if links[0].ContainerID != nil || value(links[1].ContainerID) != kept {
		t.Errorf("the containers are %q and %q", value(links[0].ContainerID), value(links[1].ContainerID))
	}
}
