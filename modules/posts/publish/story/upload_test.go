package story

import (
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/clock"
	"crier/platform/database/databasetest"
	"crier/platform/jobs"
	"crier/platform/native"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestFreeUploadID: no two stories have the same, whatever became of them.
func TestFreeUploadID(t *testing.T) {
	t.Parallel()
	db, start := databasetest.New(t), time.UnixMilli(1_790_000_000_000)
	for n := range 3 {
		id, err := freeUploadID(t.Context(), db, start)
		if err != nil {
			t.Fatal(err)
		}
		if want := native.NewUploadID(start.Add(time.Duration(n) * time.Millisecond)); id != want {
			t.Errorf("number %d is %s, not %s", n, id, want)
		}
		now := wiretime.Of(start)
		post := posts.Post{
			ID: wireid.New(), UserID: wireid.New(), SocialAccountID: wireid.New(), Status: posts.Failed, MediaType: posts.Stories, SourceType: posts.Manual,
			Timezone: "UTC", SNContainerID: &id, CreatedAt: now, UpdatedAt: now,
		}
		if _, err := db.NewInsert().Model(&post).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			if err := posts.Archive(t.Context(), db, jobs.NewQueue(clock.System()), post.ID, now); err != nil {
				t.Fatal(err)
			}
		}
	}
}
