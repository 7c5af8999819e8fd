package publish

import (
	"context"
	"testing"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/platform/jobs"
)

// TestSharing_GoesOnAfterOneAlike: a share that waits for another one that looks the same is due as soon as that is settled.
func TestSharing_GoesOnAfterOneAlike(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := in(posts.Published)
	post.SocialAccountID, post.ShareState = b.potter.ID, new(posts.SharePending)
	first, second := b.insert(t, post), b.insert(t, post)
	last := b.send(t, first, attempt.Attempt{Channel: attempt.Page})
	_, err := b.queue.Enqueue(t.Context(), b.db, jobs.Request{Type: jobs.Publish, SubjectID: second.ID, Lane: b.potter.ID.String()})
	if err != nil {
		t.Fatal(err)
	}
	job := b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
		s := b.engine.sharing(&channel.Run{Claim: claim, Post: second})
		_, err := s.journal.intend(ctx, "", claim.InTx, nothing)
		return s.settle(ctx, err)
	})
	if value(job.LastError) != heldForAlike || !job.RunAt.Time().After(b.clock.Now()) {
		t.Fatalf("the second's job is %s until %s, %q", job.Status, job.RunAt, value(job.LastError))
	}
	j := b.engine.sharing(&channel.Run{Claim: &jobs.Claim{}, Post: first, Last: last}).journal
	if err := j.decide(t.Context(), b.db, absent("the Page does not show it")); err != nil {
		t.Fatal(err)
	}
	if err := b.db.NewSelect().Model(&job).WherePK().Scan(t.Context()); err != nil || job.RunAt.Time().After(b.clock.Now()) {
		t.Errorf("the second goes on at %s, %v", job.RunAt, err)
	}
}

// TestPage_Owned: a post of the Page that is any post's of ours, an archived one's too, is not free.
func TestPage_Owned(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, id := range []string{"1_1", "1_2"} {
		post := in(posts.Published)
		post.PartnerPostID = &id
		post = b.insert(t, post)
		if id == "1_2" {
			if err := b.service.Delete(t.Context(), post.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	got, err := b.engine.page.Owned(t.Context(), b.db, []string{"1_1", "1_2", "1_3"})
	if err != nil || !got["1_1"] || !got["1_2"] || got["1_3"] {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := b.engine.page.Owned(t.Context(), b.db, nil); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
}

// TestBeginShare: only a post with a share gets a job, in its account's lane.
func TestBeginShare(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, wanted := range []bool{false, true} {
		post := in(posts.Published)
		post.CrossPostToPartner, post.SocialAccountID = wanted, b.potter.ID
		post = b.insert(t, post)
		if err := b.engine.lives.beginShare(t.Context(), b.db, post); err != nil {
			t.Fatal(err)
		}
		if got := b.read(t, post.ID); (got.ShareState != nil) != wanted || got.CompletedAt != post.CompletedAt && !got.CompletedAt.Time().Equal(post.CompletedAt.Time()) {
			t.Errorf("wanted %t: %+v", wanted, got)
		}
		counts, err := b.queue.Counts(t.Context(), b.db)
		if err != nil || (counts.Total == 1) != wanted {
			t.Errorf("wanted %t: %+v, %v", wanted, counts, err)
		}
	}
}
