package publish

import (
	"testing"

	"crier/modules/posts"
)

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
