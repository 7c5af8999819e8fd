package states

import (
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/attempt/attempttest"
	"crier/platform/clock"
	"crier/platform/database/databasetest"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestTable: no combination stands in two rows, every status and every verdict is somewhere, and
// each row says all.
func TestTable(t *testing.T) {
	t.Parallel()
	seen := map[Combination]bool{}
	statuses, found := map[posts.Status]bool{}, map[Verdict]bool{}
	for _, s := range Table() {
		for _, c := range s.combinations() {
			if seen[c] {
				t.Errorf("%+v is there twice", c)
			}
			seen[c], statuses[c.Status], found[c.Verdict] = true, true, true
		}
		for _, text := range []string{s.Means, s.Sees, s.Next} {
			if !strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q is no sentence", s.Status, text)
			}
		}
	}
	for _, change := range posts.LifeCycle() {
		if !statuses[change.To] {
			t.Errorf("no row is about %s", change.To)
		}
	}
	for _, o := range verdicts {
		if !found[o.Verdict] {
			t.Errorf("no row has the verdict %s", o.Verdict)
		}
	}
}

// TestIllegal finds the posts whose combination is not in the table, and no other ones.
func TestIllegal(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	now := wiretime.Of(start)
	told, media, container := attempt.ByAnswer, "18000000000000001", "17890000000000001"
	yes := func(a attempt.Attempt) *attempt.Attempt { return &a }
	mentions, cloudJob, sharing := `[{"username":"ann"}]`, "job", posts.SharePending
	for name, c := range map[string]struct {
		post    posts.Post
		hasJob  bool
		attempt *attempt.Attempt
		want    string
	}{
		"a draft":                         {post: posts.Post{Status: posts.Draft}},
		"a draft with a job":              {post: posts.Post{Status: posts.Draft}, hasJob: true, want: `DRAFT, job: PENDING, call: no call`},
		"one that waits for its time":     {post: posts.Post{Status: posts.Scheduled}, hasJob: true},
		"one that nobody fires":           {post: posts.Post{Status: posts.Scheduled}, want: `SCHEDULED, job: none, call: no call`},
		"the cloud's":                     {post: posts.Post{Status: posts.Scheduled, CloudJobID: &cloudJob}},
		"the cloud's and the queue's":     {post: posts.Post{Status: posts.Scheduled, CloudJobID: &cloudJob}, hasJob: true, want: `SCHEDULED, in the cloud, job: PENDING`},
		"one that nobody takes up":        {post: posts.Post{Status: posts.Queued}, want: "QUEUED"},
		"one without an attempt":          {post: posts.Post{Status: posts.Publishing}, hasJob: true, want: "PUBLISHING"},
		"one that is asked about":         {post: posts.Post{Status: posts.Publishing}, hasJob: true, attempt: yes(attempt.Attempt{Verdict: attempt.Open})},
		"one whose share is no attempt":   {post: posts.Post{Status: posts.Publishing}, hasJob: true, attempt: yes(attempt.Attempt{Verdict: attempt.Open, Channel: attempt.Page}), want: "PUBLISHING"},
		"a story, by its own channel":     {post: posts.Post{Status: posts.Failed, StoryMentions: &mentions}, attempt: yes(attempt.Attempt{Verdict: attempt.GivenUp, Channel: attempt.Story})},
		"a live one":                      {post: posts.Post{Status: posts.Published}, attempt: yes(attempt.Attempt{Verdict: attempt.Live, MediaID: &media, How: &told})},
		"a live one that nobody can name": {post: posts.Post{Status: posts.Published}, attempt: yes(attempt.Attempt{Verdict: attempt.Live})},
		"one that is live and FAILED":     {post: posts.Post{Status: posts.Failed}, attempt: yes(attempt.Attempt{Verdict: attempt.Live}), want: `FAILED, job: none, call: live, item not known`},
		"one that is not live":            {post: posts.Post{Status: posts.Published}, attempt: yes(attempt.Attempt{Verdict: attempt.Absent}), want: "PUBLISHED"},
		"a share":                         {post: posts.Post{Status: posts.Published, ShareState: &sharing}, hasJob: true, attempt: yes(attempt.Attempt{Verdict: attempt.Live})},
		"a share that nobody makes":       {post: posts.Post{Status: posts.Published, ShareState: &sharing}, attempt: yes(attempt.Attempt{Verdict: attempt.Live}), want: `share to the Page, job: none`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, queue := databasetest.New(t), jobs.NewQueue(clock.NewFake(start))
			post := c.post
			post.ID, post.UserID, post.SocialAccountID = wireid.New(), wireid.New(), wireid.New()
			post.MediaType, post.SourceType, post.Timezone, post.CreatedAt, post.UpdatedAt = posts.Image, posts.Manual, "UTC", now, now
			post.SNContainerID, post.ScheduledFor = &container, &now
			if _, err := db.NewInsert().Model(&post).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
			if c.hasJob {
				if _, err := queue.Enqueue(t.Context(), db, jobs.Request{Type: posts.PublishJob, SubjectID: post.ID, Lane: post.SocialAccountID.String(), RunAt: start}); err != nil {
					t.Fatal(err)
				}
			}
			if c.attempt != nil {
				a := *c.attempt
				a.PostID, a.AccountID, a.SentAt = post.ID, post.SocialAccountID, now
				if a.Channel == "" {
					a.Channel = attempt.Feed
				}
				attempttest.Insert(t, db, a)
			}
			found, err := Illegal(t.Context(), db)
			one, oneErr := IllegalPost(t.Context(), db, post.ID)
			if err != nil || oneErr != nil || !slices.Equal(found, one) || len(found) > 1 || (len(found) == 1) != (c.want != "") {
				t.Fatalf("found %v, %v; %v, %v", found, err, one, oneErr)
			}
			if len(found) == 1 && !strings.Contains(found[0].String(), "the post "+post.ID.String()+" is ") || len(found) == 1 && !strings.Contains(found[0].String(), c.want) {
				t.Errorf("it says %q, want %q", found[0], c.want)
			}
			if other, err := IllegalPost(t.Context(), db, wireid.New()); err != nil || len(other) != 0 {
				t.Errorf("of a post that is not there: %v, %v", other, err)
			}
		})
	}
}
