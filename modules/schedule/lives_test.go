package schedule

import (
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/wireid"
)

// TestAdd_EarlierLife: what the worker has of an earlier life of a post, which has ended there, does not keep the post from
// being published, changed or given up.
func TestAdd_EarlierLife(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"left", "cancelled", "deleted", "taken"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.schedule(someTime).PostID
			b.clock.Advance(2 * someTime)
			b.worker.step(succeeds)
			b.worker.step(func(wireid.ID) bool { return true })
			b.fetch()
			want(t, b.posts.Retry(t.Context(), id), "")
			want(t, b.posts.Unschedule(t.Context(), id), "")
			again := b.request(someTime)
			again.DraftID = &id
			if how != "left" {
				b.worker.meet(html)
			}
			accepted, err := b.service.Schedule(t.Context(), again)
			want(t, err, "")
			switch how {
			case "cancelled":
				want(t, b.posts.Unschedule(t.Context(), id), "")
			case "deleted":
				want(t, b.posts.Delete(t.Context(), id), "")
			case "taken":
				_, err := b.outbox.TakeOver(t.Context())
				want(t, err, "")
			}
			b.advance(time.Minute)
			if b.open() != 0 {
				t.Errorf("an entry is left: %+v; the answer was %+v", b.entry(id), accepted)
			}
			if how == "left" || how == "taken" {
				if post := b.post(id); post.Status != posts.Scheduled || post.InCloud() {
					t.Errorf("got %+v", post)
				}
			}
		})
	}
}
