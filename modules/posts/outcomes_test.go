package posts

import (
	"testing"
	"time"

	"crier/platform/wiretime"
)

// TestEndedSince: a post that failed and is tried again has not ended, until it has once more.
func TestEndedSince(t *testing.T) {
	t.Parallel()
	b := setup(t)
	due, out := at(start), at(start.Add(time.Minute))
	b.insert(t, Post{Status: Published, IsScheduled: true, ScheduledFor: due, PublishedAt: out, CompletedAt: out})
	failed := b.insert(t, Post{Status: Failed, MediaType: Image, CompletedAt: at(start.Add(time.Hour))}, b.photo(t))
	want := func(statuses ...Status) {
		t.Helper()
		ends, err := EndedSince(t.Context(), b.db, wiretime.Of(start))
		if err != nil || len(ends) != len(statuses) {
			t.Fatalf("got %+v, %v", ends, err)
		}
		for i, e := range ends {
			if e.Status != statuses[i] || (e.Late != nil) != (e.Status == Published) || e.Late != nil && *e.Late != time.Minute {
				t.Errorf("got %+v, want %s", e, statuses[i])
			}
		}
	}
	want(Published, Failed)
	if err := b.retrier.Retry(t.Context(), failed.ID); err != nil {
		t.Fatal(err)
	}
	want(Published)
}
