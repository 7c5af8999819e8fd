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
	"crier/platform/database"
	"crier/platform/objectstore"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
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

// retouch does to the public copy of the post's file what an edit of the picture does.
func (b *bundle) retouch(id wireid.ID) {
	b.t.Helper()
	file := b.post(id).MediaFiles[0].ID
	err := b.db.InTx(b.t.Context(), func(ctx context.Context, tx bun.Tx) error { return b.media.Release(ctx, tx, file, time.Hour) })
	if err != nil {
		b.t.Fatal(err)
	}
	if err := b.reconciler.outdated.resend(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// deleted returns the keys of the objects that are deleted now.
func (b *bundle) deleted() []string {
	b.t.Helper()
	due, err := database.Values[string](b.t.Context(), b.db, "SELECT object_key FROM media_released_objects WHERE next_attempt_at <= ? ORDER BY released_at", b.entries.now())
	if err != nil {
		b.t.Fatal(err)
	}
	needed, err := b.packer.named(b.t.Context(), due)
	if err != nil {
		b.t.Fatal(err)
	}
	return slices.DeleteFunc(due, func(key string) bool { return slices.Contains(needed, key) })
}

// TestNamed_EditedPicture: the objects of a picture that is edited, twice, while the worker does
// not answer stay until the worker has a revision that names the last one.
func TestNamed_EditedPicture(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(40 * 24 * time.Hour).PostID
	key := func() string { return b.entry(id).PutKeys }
	named := func() string { return b.worker.job(id).job.Post.Items[0].URL }
	first := key()
	if !strings.HasSuffix(named(), "/"+first) {
		t.Fatalf("the worker has %s", named())
	}
	b.worker.set(func() { b.worker.isDown = true })
	b.retouch(id)
	b.advance(2 * time.Hour) // Nothing is sent before: the new object is not in the bucket.
	second := key()
	b.retouch(id)
	b.advance(2 * time.Hour)
	if got := b.deleted(); len(got) != 0 || second == first || key() == second {
		t.Errorf("deleted are %v; the worker has %s, and it was put as %s, %s, %s", got, named(), first, second, key())
	}
	b.worker.set(func() { b.worker.isDown = false })
	b.advance(slowly)
	if got := b.deleted(); !strings.HasSuffix(named(), "/"+key()) || !slices.Equal(got, []string{first, second}) {
		t.Errorf("deleted are %v; the worker has %s", got, named())
	}
}

// TestNamed_PutMeanwhile: a picture that is edited, and put into the bucket again, while the worker
// is given the one before keeps that.
func TestNamed_PutMeanwhile(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.worker.onPut = func(id wireid.ID) {
		b.retouch(id)
		if err := b.packer.publicise(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
	id := b.schedule(40 * 24 * time.Hour).PostID
	b.worker.set(func() { b.worker.onPut = nil })
	first, _, _ := strings.Cut(b.entry(id).FormerKeys, " ")
	b.clock.Advance(2 * time.Hour)
	if got := b.deleted(); len(got) != 0 || first == "" || !strings.HasSuffix(b.worker.job(id).job.Post.Items[0].URL, "/"+first) {
		t.Errorf("deleted are %v, and the worker has %s; former is %q", got, b.worker.job(id).job.Post.Items[0].URL, first)
	}
	b.retouch(id)
	b.advance(2 * time.Hour)
	if got := b.deleted(); len(got) != 2 || b.entry(id).FormerKeys != "" {
		t.Errorf("deleted are %v, and the entry is %+v", got, b.entry(id))
	}
}

// TestPublicise_CancelledMeanwhile: an attempt that read the entry of a post just before the post
// was cancelled finds a draft without a time. It puts no file into the bucket, and Crier goes on.
func TestPublicise_CancelledMeanwhile(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.worker.meet(html)
	id := b.schedule(someTime).PostID
	row := b.entry(id)
	row.PutKeys, row.PutBase = "", ""
	want(t, b.waiting.Unschedule(t.Context(), id), "")
	if post := b.post(id); post.Status != posts.Draft || post.ScheduledFor != nil {
		t.Fatalf("got %+v", post)
	}
	want(t, insertEntry(t.Context(), b.db, row), "") // What the attempt has read.
	want(t, b.packer.publicise(t.Context(), id), "")
	if got := b.entry(id); got.PutKeys != "" {
		t.Errorf("put were %q", got.PutKeys)
	}
}

// TestResend_AnotherBucket: when Crier is started with another bucket, the files of posts which the
// worker has are put there, and the worker gets their addresses there, also with an edit. While
// there is no bucket, the worker keeps what it has.
func TestResend_AnotherBucket(t *testing.T) {
	t.Parallel()
	b := setup(t)
	untouched, edited := b.schedule(someTime).PostID, b.schedule(2*someTime).PostID
	if !b.fetches(untouched) || !b.fetches(edited) {
		t.Fatalf("the worker has %+v", b.worker.job(edited).job.Post)
	}
	b.loseBucket(untouched, edited) // The other bucket is empty.
	b.base = ""
	b.restart()
	if err := b.reconciler.outdated.resend(t.Context()); err != nil || b.entry(untouched).NextAttemptAt != nil {
		t.Errorf("without a bucket the entry is %+v, %v", b.entry(untouched), err)
	}
	b.base = "http://127.0.0.1:2"
	b.restart()
	if _, err := b.reschedule(edited, caption("spelt")); err != nil {
		t.Fatal(err)
	}
	if !b.fetches(edited) {
		t.Errorf("after an edit the worker has %+v", b.worker.job(edited).job.Post)
	}
	if err := b.reconciler.outdated.resend(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.advance(0)
	if !b.fetches(untouched) {
		t.Errorf("the worker has %+v", b.worker.job(untouched).job.Post)
	}
	revision := b.entry(untouched).Rev
	if err := b.reconciler.outdated.resend(t.Context()); err != nil || b.entry(untouched).NextAttemptAt != nil || b.entry(untouched).Rev != revision {
		t.Errorf("the post is sent again: %+v, %v", b.entry(untouched), err)
	}
}
