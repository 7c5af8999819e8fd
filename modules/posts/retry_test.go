package posts

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"crier/platform/apperror"
	"crier/platform/wireid"
)

// TestRetry_OneOfMany: of many at once one succeeds, and there is one job (contract 3: FAILED -> QUEUED).
func TestRetry_OneOfMany(t *testing.T) {
	t.Parallel()
	b := setup(t)
	failed := in(Failed)
	failed.ErrorCode, failed.ErrorMessage, failed.RetryCount, failed.CompletedAt = new("UNKNOWN_ERROR"), new("why"), 3, at(start)
	post := b.insert(t, failed)
	if err := replaceLinks(t.Context(), b.db, post.ID, []wireid.ID{b.photo(t)}); err != nil {
		t.Fatal(err)
	}
	var taken atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			switch err := b.retrier.Retry(context.WithoutCancel(t.Context()), post.ID); {
			case err == nil:
				taken.Add(1)
			case apperror.CodeOf(err) != apperror.InvalidStatus || !strings.HasSuffix(err.Error(), "is QUEUED"):
				t.Errorf("got %v", err)
			}
		})
	}
	all.Wait()
	got := b.read(t, post.ID)
	if taken.Load() != 1 || got.Status != Queued || got.RetryCount != 3 || got.ErrorCode != nil || got.ErrorMessage != nil || got.CompletedAt == nil {
		t.Errorf("%d succeeded; the row is %+v", taken.Load(), got)
	}
	if got.SNContainerID == nil {
		t.Errorf("what a retry looks at first is gone: %+v", got)
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
}

// TestRetry_Refused: and then nothing is changed.
func TestRetry_Refused(t *testing.T) {
	t.Parallel()
	b := setup(t)
	with := func(post Post, files ...wireid.ID) Post {
		post = b.insert(t, post)
		if err := replaceLinks(t.Context(), b.db, post.ID, files); err != nil {
			t.Fatal(err)
		}
		return post
	}
	orphan := in(Failed)
	orphan.SocialAccountID = wireid.New()
	halved := with(in(Failed), b.photo(t), b.photo(t))
	if _, err := b.db.NewUpdate().Model((*Link)(nil)).Set("media_file_id = NULL").Where("post_id = ? AND position = 1", halved.ID).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	cases := map[wireid.ID]apperror.Code{
		with(in(Failed)).ID: apperror.MediaInvalid, halved.ID: apperror.MediaInvalid, with(orphan, b.photo(t)).ID: apperror.NotFound, wireid.New(): apperror.NotFound,
	}
	for _, status := range everyStatus {
		if status != Failed {
			cases[with(in(status), b.photo(t)).ID] = apperror.InvalidStatus
		}
	}
	for id, want := range cases {
		if err := b.retrier.Retry(t.Context(), id); apperror.CodeOf(err) != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 0 || b.read(t, halved.ID).Status != Failed {
		t.Errorf("%+v, %v", counts, err)
	}
}
