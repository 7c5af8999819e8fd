package posts

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"crier/platform/apperror"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// TestSubmit_Also: what comes with a post is written in the transaction of the post, and undoes it
// when it fails.
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
	accepted, err := b.intake.Submit(t.Context(), sub)
	if err != nil || told.PostID != accepted.PostID || told.JobID != accepted.JobID || b.read(t, accepted.PostID).SourceType != AutomaticReposts {
		t.Errorf("got %+v, told %+v, %v", accepted, told, err)
	}
	refuse = errors.New("no")
	told.PostID = wireid.ID{}
	if _, err := b.intake.Submit(t.Context(), sub); !errors.Is(err, refuse) {
		t.Errorf("got %v", err)
	}
	if _, err := b.history.Post(t.Context(), told.PostID); err == nil {
		t.Error("the post was made all the same")
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
}

// TestSubmit_DraftTakenOnce: of many that publish one draft, one succeeds.
func TestSubmit_DraftTakenOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	photo := b.photo(t)
	content := PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &photo}
	draft, _, err := b.drafts.Save(t.Context(), content, "")
	if err != nil || draft.Status != Draft || len(draft.MediaFiles) != 1 {
		t.Fatalf("%+v, %v", draft, err)
	}
	var taken atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			accepted, err := b.intake.Submit(context.WithoutCancel(t.Context()), Submission{PublishablePost: content, DraftID: &draft.ID})
			switch {
			case err == nil && accepted.PostID == draft.ID && accepted.Status == Queued:
				taken.Add(1)
			case apperror.CodeOf(err) != apperror.InvalidStatus:
				t.Errorf("got %+v, %v", accepted, err)
			}
		})
	}
	all.Wait()
	list, err := b.history.All(t.Context(), "", 1, 10)
	if taken.Load() != 1 || err != nil || list.Total != 1 || list.Posts[0].Status != Queued {
		t.Errorf("%d succeeded; %+v, %v", taken.Load(), list, err)
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
}
