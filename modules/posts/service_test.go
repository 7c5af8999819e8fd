package posts

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/attempt/attempttest"
	"crier/platform/apperror"
	"crier/platform/jobs"
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

// TestSubmit_DraftTakenOnce: of many that publish one draft, one succeeds.
func TestSubmit_DraftTakenOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	photo := b.photo(t)
	content := PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &photo}
	draft, _, err := b.service.SaveDraft(t.Context(), content, "")
	if err != nil || draft.Status != Draft || len(draft.MediaFiles) != 1 {
		t.Fatalf("%+v, %v", draft, err)
	}
	var taken atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			accepted, err := b.service.Submit(context.WithoutCancel(t.Context()), Submission{PublishablePost: content, DraftID: &draft.ID})
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

// TestUnschedule: of SCHEDULED and QUEUED posts, those whose job nobody has claimed go back to DRAFT.
func TestUnschedule(t *testing.T) {
	t.Parallel()
	b := setup(t)
	scheduled := func(status Status, isScheduled, hasJob, sent bool) wireid.ID {
		post := in(status)
		post.IsScheduled, post.RetryCount, post.LastAttemptAt = isScheduled, 2, at(start)
		post.UploadURI = new("https://rupload.example/1")
		id := b.insert(t, post).ID
		if sent {
			attempttest.Insert(t, b.db, attempt.Attempt{PostID: id, AccountID: b.bakery.ID})
		}
		if hasJob {
			if _, err := b.queue.Enqueue(t.Context(), b.db, jobs.Request{Type: jobs.Publish, SubjectID: id, Lane: "a", RunAt: start}); err != nil {
				t.Fatal(err)
			}
		}
		return id
	}
	for _, c := range []struct {
		name string
		id   wireid.ID
		want apperror.Code
	}{
		{"waiting", scheduled(Scheduled, true, true, false), ""},
		{"due, not claimed", scheduled(Queued, true, true, false), ""},
		{"claimed", scheduled(Queued, true, false, false), apperror.InvalidStatus},
		{"may be live", scheduled(Queued, true, true, true), apperror.InvalidStatus},
		{"a draft", scheduled(Draft, true, false, false), apperror.InvalidStatus},
		{"at work", scheduled(Processing, true, true, false), apperror.InvalidStatus},
		{"failed", scheduled(Failed, true, true, false), apperror.InvalidStatus},
		{"published", scheduled(Published, true, false, true), apperror.InvalidStatus},
		{"never scheduled", scheduled(Queued, false, true, false), apperror.NotFound},
		{"no such post", wireid.New(), apperror.NotFound},
	} {
		before, _ := SelectPost(t.Context(), b.db, c.id)
		err := b.service.Unschedule(t.Context(), c.id)
		if err == nil && c.want != "" || err != nil && apperror.CodeOf(err) != c.want {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
		got, _ := SelectPost(t.Context(), b.db, c.id)
		if c.want != "" && got.Status != before.Status {
			t.Errorf("%s: was %s and is %s", c.name, before.Status, got.Status)
		}
		if c.want == "" && (got.Status != Draft || got.IsScheduled || got.ScheduledFor != nil || got.SNContainerID != nil ||
			got.UploadURI != nil || got.RetryCount != 0 || got.LastAttemptAt != nil) {
			t.Errorf("%s: the row is %+v", c.name, got)
		}
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 4 {
		t.Errorf("%+v, %v", counts, err)
	}
}
