package handoff

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/objectstore"
)

// shelf is a bucket whose rules are what a test says.
type shelf struct {
	refusal error
	asked   []time.Time
	keys    []string
}

func (s *shelf) KeepUntil(_ context.Context, keys []string, due time.Time) error {
	s.asked, s.keys = append(s.asked, due), keys
	return s.refusal
}

// TestKeepUntil_BeforeThePost: the files of a post are kept until it is due before the worker gets it, and where that is moved; while they cannot be, the
// worker does not get it, and the post says why.
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
