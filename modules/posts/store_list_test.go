package posts

import (
	"slices"
	"testing"
	"time"

	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestLists_EveryPage: every page has its own posts, from whichever end of the list it is read.
func TestLists_EveryPage(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const all = 11
	var newest, waiting []wireid.ID
	for n := range byte(all) {
		post := in(Scheduled)
		post.ID, post.CreatedAt = numbered(n), wiretime.Of(start.Add(time.Duration(n/3)*time.Minute))
		post.IsScheduled, post.ScheduledFor = true, at(start.Add(time.Duration(n/2)*time.Hour))
		b.insert(t, post)
		waiting = append(waiting, post.ID)
	}
	newest = slices.Clone(waiting)
	slices.Reverse(newest)
	for size := 1; size <= all+1; size++ {
		for number := 1; number <= all+2; number++ {
			from, to := min((number-1)*size, all), min(number*size, all)
			for _, status := range []Status{"", Scheduled} {
				history, err := b.history.All(t.Context(), status, number, size)
				if err != nil || history.Total != all || !slices.Equal(ids(history.Posts), newest[from:to]) {
					t.Errorf("history, page %d of %d: %v of %d, %v", number, size, ids(history.Posts), history.Total, err)
				}
				scheduled, err := b.schedule.Waiting(t.Context(), status, number, size)
				if err != nil || scheduled.Total != all || !slices.Equal(ids(scheduled.Posts), waiting[from:to]) {
					t.Errorf("schedule, page %d of %d: %v of %d, %v", number, size, ids(scheduled.Posts), scheduled.Total, err)
				}
			}
		}
	}
}

// TestCounts: the counts are those of the posts that there are, whatever changes them.
func TestCounts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	check := func(what string) {
		t.Helper()
		var wrong int
		err := b.db.NewRaw(`WITH counted AS (SELECT status, is_scheduled, count(*) AS n FROM posts GROUP BY status, is_scheduled)
			SELECT (SELECT count(*) FROM counted LEFT JOIN post_counts USING (status, is_scheduled) WHERE counted.n IS NOT post_counts.n) +
				(SELECT count(*) FROM post_counts LEFT JOIN counted USING (status, is_scheduled) WHERE post_counts.n <> coalesce(counted.n, 0))`).
			Scan(t.Context(), &wrong)
		if err != nil || wrong != 0 {
			t.Errorf("%s: %d counts are wrong, %v", what, wrong, err)
		}
	}
	for _, is := range everyStatus {
		b.insert(t, in(is))
		post := in(is)
		post.IsScheduled, post.ScheduledFor = true, at(start)
		b.insert(t, post)
	}
	check("added")
	for _, change := range []string{
		"UPDATE posts SET status = 'QUEUED' WHERE status = 'SCHEDULED' AND is_scheduled = 1",
		"UPDATE posts SET status = 'FAILED'  WHERE status = 'QUEUED'",
		"UPDATE posts SET is_scheduled = 0 WHERE status = 'FAILED'",
		"UPDATE posts SET caption = 'another', status = status, is_scheduled = is_scheduled",
		"DELETE FROM posts WHERE status = 'DRAFT'",
	} {
		if _, err := b.db.ExecContext(t.Context(), change); err != nil {
			t.Fatal(err)
		}
		check(change)
	}
}
