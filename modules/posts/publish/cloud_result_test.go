package publish

import (
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/states"
	"crier/platform/graph"
)

// TestApply_OpenAttempt: a post with an open attempt of this machine is PUBLISHED by a result that
// does not tell of its call. The attempt is another call: it is asked about as before, for a day at
// most, and the post stays what the result says.
func TestApply_OpenAttempt(t *testing.T) {
	t.Parallel()
	theirs, ours := live(1, 12*time.Second), live(2, 20*time.Second)
	for name, c := range map[string]struct {
		status graph.StatusCode
		shown  []graph.Media
		result posts.CloudResult
		// verdict and media are what the attempt ends as, as is the media of the post.
		verdict   attempt.Verdict
		media, as string
	}{
		"not live":             {graph.Finished, []graph.Media{theirs}, posts.CloudResult{MediaID: &theirs.ID}, attempt.Absent, "", theirs.ID},
		"expired":              {graph.Expired, []graph.Media{theirs}, posts.CloudResult{MediaID: &theirs.ID}, attempt.Absent, "", theirs.ID},
		"live too":             {graph.Published, []graph.Media{ours, theirs}, posts.CloudResult{MediaID: &theirs.ID, IsFound: true}, attempt.Live, ours.ID, theirs.ID},
		"live, not shown":      {graph.Published, []graph.Media{theirs}, posts.CloudResult{MediaID: &theirs.ID, IsFound: true}, attempt.Live, "", theirs.ID},
		"nobody tells":         {graph.InProgress, []graph.Media{theirs}, posts.CloudResult{MediaID: &theirs.ID}, attempt.GivenUp, "", theirs.ID},
		"no id, and not live":  {graph.Finished, []graph.Media{theirs}, posts.CloudResult{}, attempt.Absent, "", ""},
		"no id, and live":      {graph.Published, []graph.Media{ours, theirs}, posts.CloudResult{}, attempt.Live, "", ""},
		"only when it is live": {graph.Finished, []graph.Media{theirs}, posts.CloudResult{PublishedAt: at(start.Add(12 * time.Second))}, attempt.Absent, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.clock.Advance(time.Hour)
			post := b.failed(t, sought(posts.Image, new("Bread")), 10*time.Second)
			mine := b.last(t, post)
			c.result.IsPublished = true
			for range 2 {
				b.takeHome(t, post.ID, c.result) // It can come again.
			}
			all, err := attempt.OfPost(t.Context(), b.db, post.ID)
			if err != nil || len(all) != 2 || !all[0].IsOpen() || all[1].Verdict != attempt.Live || value(all[1].MediaID) != c.as {
				t.Fatalf("the ledger has %+v, %v", all, err)
			}
			b.network.show(b.bakery, "media", c.shown...)
			b.network.contain(container, c.status)
			b.search(t, 1)
			b.clock.Advance(proofPause)
			b.search(t, 149)
			got, all := b.read(t, post.ID), b.attempts(t, post)
			if got.Status != posts.Published || value(got.SNMediaID) != c.as {
				t.Errorf("the post is %s as %q", got.Status, value(got.SNMediaID))
			}
			if len(all) != 2 || all[0].Seq != mine.Seq || all[0].Verdict != c.verdict || value(all[0].MediaID) != c.media || all[1].Verdict != attempt.Live || value(all[1].MediaID) != c.as {
				t.Errorf("the ledger has %+v", all)
			}
			if illegal, err := states.IllegalPost(t.Context(), b.db, post.ID); err != nil || len(illegal) > 0 {
				t.Errorf("%v, %v", illegal, err)
			}
			asked := len(b.network.heard())
			if b.search(t, 3); len(b.network.heard()) != asked {
				t.Error("the network is still asked")
			}
		})
	}
}

func (b *bundle) attempts(t *testing.T, post posts.Post) []attempt.Attempt {
	t.Helper()
	all, err := attempt.OfPost(t.Context(), b.db, post.ID)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
