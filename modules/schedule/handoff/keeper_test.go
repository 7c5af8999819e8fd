package handoff

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/objectstore"
)

// shelf is a bucket whose rules are what a test says.
type shelf struct {
	refusal error
	// isOthers says that nobody here can change its rules.
	isOthers bool
	asked    []time.Time
	keys     []string
}

func (s *shelf) HasRules() bool { return !s.isOthers }

func (s *shelf) KeepUntil(_ context.Context, keys []string, due time.Time) error {
	s.asked, s.keys = append(s.asked, due), keys
	for _, key := range keys {
		if month, isDated := objectstore.DueMonth(key); s.isOthers && isDated && month.AddDate(0, 2, 0).Before(due) {
			return cloud.ErrEndsEarlier
		}
	}
	return s.refusal
}

// TestKeepUntil_BeforeThePost: the files of a post are kept until it is due before the worker gets
// the post, and before it is moved. While that is impossible the worker does not get the post,
// which says why.
func TestKeepUntil_BeforeThePost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	there := &shelf{refusal: apperror.Wrap(apperror.CloudError, errors.New("no"), "the bucket's rule could not be changed")}
	b.packer.bucket = there
	id := b.schedule(40 * 24 * time.Hour).PostID
	b.advance(0)
	if b.worker.job(id) != nil {
		t.Fatal("the worker has the post")
	}
	if row := b.entry(id); !strings.Contains(row.LastError, "rule could not be changed") || row.NextAttemptAt == nil {
		t.Errorf("got %+v", row)
	}
	there.refusal = nil
	b.advance(slowly)
	post := b.post(id)
	if job := b.worker.job(id); job == nil || !slices.Equal(there.keys, []string{*post.MediaFiles[0].PublicKey}) || !there.asked[len(there.asked)-1].Equal(post.ScheduledFor.Time()) {
		t.Errorf("got %+v, %+v", job, there)
	}
	if month, isDated := objectstore.DueMonth(there.keys[0]); !isDated || month.Month() != post.ScheduledFor.Time().Month() {
		t.Errorf("the key is of %v", month)
	}
	later := b.clock.Now().Add(200 * 24 * time.Hour)
	var change posts.Reschedule
	change.At = at(later)
	if _, err := b.reschedule(id, change); err != nil {
		t.Fatal(err)
	}
	if !there.asked[len(there.asked)-1].Equal(later) {
		t.Errorf("asked for was %v", there.asked)
	}
	there.refusal = apperror.New(apperror.CloudError, "no")
	change.At = at(later.Add(100 * 24 * time.Hour))
	if _, err := b.reschedule(id, change); apperror.CodeOf(err) != apperror.CloudError || !b.post(id).ScheduledFor.Time().Equal(later) {
		t.Errorf("got %v", err)
	}
}

// TestKeepUntil_OthersRules: a post is moved to a later month when the rules of its bucket can no
// longer be changed. Its file gets a key that never ends, which the worker gets too. The former
// object stays as long as another post might be published from it.
func TestKeepUntil_OthersRules(t *testing.T) {
	t.Parallel()
	b := setup(t)
	there := &shelf{}
	b.packer.bucket = there
	id := b.schedule(40 * 24 * time.Hour).PostID
	b.advance(0)
	first := b.post(id)
	former := *first.MediaFiles[0].PublicKey
	request := b.request(300 * 24 * time.Hour)
	request.MediaFileID = &first.MediaFiles[0].ID
	other, err := b.submit(request)
	if err != nil {
		t.Fatal(err)
	}
	if _, isDated := objectstore.DueMonth(former); !isDated || b.worker.job(id) == nil {
		t.Fatalf("got %s, %+v", former, b.worker.job(id))
	}
	there.isOthers = true
	later := b.clock.Now().Add(200 * 24 * time.Hour)
	var change posts.Reschedule
	change.At = at(later)
	if _, err := b.reschedule(id, change); err != nil {
		t.Fatal(err)
	}
	b.advance(slowly)
	post, job := b.post(id), b.worker.job(id)
	key := *post.MediaFiles[0].PublicKey
	if _, isDated := objectstore.DueMonth(key); isDated || !post.ScheduledFor.Time().Equal(later) || job == nil || !strings.Contains(job.job.Post.Items[0].URL, key) {
		t.Errorf("got %s, %+v", key, job)
	}
	var next int64
	err = b.db.NewRaw("SELECT next_attempt_at FROM media_released_objects WHERE object_key = ?", former).Scan(t.Context(), &next)
	if err != nil || time.UnixMilli(next).Before(b.post(other.PostID).ScheduledFor.Time()) {
		t.Errorf("the former object is deleted at %v: %v", time.UnixMilli(next), err)
	}
}

// TestNeeded: the files that posts at the worker need are listed also with the time of an edit that
// the worker may have taken.
func TestNeeded(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(40 * 24 * time.Hour).PostID
	b.advance(0)
	due, later := b.post(id).ScheduledFor.Time(), b.clock.Now().Add(100*24*time.Hour)
	b.worker.meet(mute, mute)
	var change posts.Reschedule
	change.At = at(later)
	if _, err := b.reschedule(id, change); err == nil {
		t.Fatal("the answer came")
	}
	got, err := b.packer.needed(t.Context())
	keys := []string{*b.post(id).MediaFiles[0].PublicKey}
	if err != nil || len(got) != 2 || !got[0].Due.Equal(due) || !got[1].Due.Equal(later) || !slices.Equal(got[0].Keys, keys) || !slices.Equal(got[1].Keys, keys) {
		t.Errorf("got %+v, %v", got, err)
	}
}
