package posts

import (
	"errors"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/wireid"
)

// TestPublishNow: a draft and a post that waits go out at once, by one job each. One that a worker
// has, and one that may not be published, stay as they were.
func TestPublishNow(t *testing.T) {
	t.Parallel()
	b := setup(t)
	row := b.advent(t)
	waiting := *b.imported(t, row).PostID
	row.Ref, row.At = "draft", nil
	draft := *b.imported(t, row).PostID
	publish := func(id wireid.ID) (Accepted, error) { return newHasty(b.schedule, b.intake).publish(t.Context(), id) }
	for _, id := range []wireid.ID{waiting, draft} {
		accepted, err := publish(id)
		post := b.read(t, id)
		if err != nil || accepted.PostID != id || post.Status != Queued || post.IsScheduled || post.ScheduledFor != nil || value(post.Caption) != "first" {
			t.Errorf("got %+v, %v; the post is %+v", accepted, err, post)
		}
		if _, err := publish(id); apperror.CodeOf(err) != apperror.InvalidStatus {
			t.Errorf("a second time: %v", err)
		}
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 2 {
		t.Errorf("the jobs are %+v, %v", counts, err)
	}

	row.Ref, row.At = "due", at(start.Add(2*time.Hour))
	due := *b.imported(t, row).PostID
	b.clock.Advance(2 * time.Hour)
	b.claim(t, due)
	if _, err := publish(due); apperror.CodeOf(err) != apperror.InvalidStatus || b.read(t, due).Status != Scheduled {
		t.Errorf("a claimed one: %v", err)
	}
	row.Ref, row.At = "bare", nil
	bare := *b.imported(t, row).PostID
	b.exec(t, "DELETE FROM post_media WHERE post_id = ?", bare)
	if _, err := publish(bare); err == nil || b.read(t, bare).Status != Draft {
		t.Errorf("one without its file: %v", err)
	}
	if _, err := publish(wireid.New()); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("no such post: %v", err)
	}
}

// TestPublishNow_Cloud: the cloud gives a post up that goes out at once in place of at its time,
// and is not asked to for one that is refused.
func TestPublishNow_Cloud(t *testing.T) {
	t.Parallel()
	b := setup(t)
	cloud := b.inCloud()
	post := b.waitingInCloud(t, Post{MediaType: Image}, b.photo(t))
	publish := func() error {
		_, err := newHasty(b.schedule, b.intake).publish(t.Context(), post.ID)
		return err
	}
	b.exec(t, "UPDATE social_accounts SET token_dead_at = 1")
	if err := publish(); apperror.CodeOf(err) != apperror.TokenExpired || len(cloud.heard) != 0 || !b.read(t, post.ID).InCloud() {
		t.Errorf("without access: %v, and the cloud heard %v", err, cloud.heard)
	}
	b.exec(t, "UPDATE social_accounts SET token_dead_at = NULL")
	cloud.refusal = apperror.New(apperror.WorkerUnreachable, "silent")
	if err := publish(); !errors.Is(err, cloud.refusal) || !b.read(t, post.ID).InCloud() {
		t.Errorf("with a silent cloud: %v", err)
	}
	cloud.refusal = nil
	if err := publish(); err != nil || b.read(t, post.ID).Status != Queued {
		t.Errorf("got %v, %+v", err, b.read(t, post.ID))
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 1 {
		t.Errorf("the jobs are %+v, %v", counts, err)
	}
}
