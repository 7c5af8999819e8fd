package posts

import (
	"context"
	"errors"
	"testing"

	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// TestSubmit_Also: what is written with a post is written when the post is, and undoes it when it cannot be.
func TestSubmit_Also(t *testing.T) {
	t.Parallel()
	b := setup(t)
	photo := b.photo(t)
	sub := Submission{PublishablePost: PublishablePost{AccountID: b.bakery.ID, MediaType: Stories, MediaFileID: &photo}, Source: AutomaticReposts}
	var told Accepted
	var refuse error
	sub.Also = func(ctx context.Context, tx bun.IDB, made Accepted) error {
		told = made
		if _, err := SelectPost(ctx, tx, made.PostID); err != nil {
			t.Error(err)
		}
		return refuse
	}
	accepted, err := b.service.Submit(t.Context(), sub)
	if err != nil || told.PostID != accepted.PostID || told.JobID != accepted.JobID || b.read(t, accepted.PostID).SourceType != AutomaticReposts {
		t.Errorf("got %+v, told %+v, %v", accepted, told, err)
	}
	refuse = errors.New("no")
	told.PostID = wireid.ID{}
	if _, err := b.service.Submit(t.Context(), sub); !errors.Is(err, refuse) {
		t.Errorf("got %v", err)
	}
	if _, err := b.history.Post(t.Context(), told.PostID); err == nil {
		t.Error("the post was made all the same")
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
}
