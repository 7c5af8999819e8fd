package publish

import (
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/graph"
)

// TestFound_ChoresForget: what chores remember of an attempt ends with the attempt, and with its
// post.
func TestFound_ChoresForget(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*testing.T, *bundle, posts.Post){
		"the post is deleted": func(t *testing.T, b *bundle, post posts.Post) {
			t.Helper()
			if err := b.service.Delete(t.Context(), post.ID); err != nil {
				t.Fatal(err)
			}
		},
		"somebody settles it": func(t *testing.T, b *bundle, post posts.Post) {
			t.Helper()
			if _, err := b.db.ExecContext(t.Context(), "UPDATE attempts SET verdict = 'given up' WHERE post_id = ?", post.ID); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.clock.Advance(time.Hour)
			post := b.failed(t, sought(posts.Image, new("Bread")), 10*time.Second)
			b.clock.Advance(time.Hour)
			b.network.contain(container, graph.Finished)
			b.search(t, 1)
			r, seq := b.engine.resolvers, b.last(t, post).Seq
			r.agreed.add(seq, "1", 0)
			if len(r.ready.at) != 1 || len(r.agreed.of) != 1 {
				t.Fatalf("the chore knows of %v and %v", r.ready.at, r.agreed.of)
			}
			end(t, b, post)
			b.search(t, 1)
			if len(r.ready.at)+len(r.agreed.of) != 0 {
				t.Errorf("the chore still knows of %v and %v", r.ready.at, r.agreed.of)
			}
		})
	}
}
