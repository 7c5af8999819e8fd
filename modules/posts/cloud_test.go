package posts

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// cloudDouble takes every post, and gives a post up unless it has an error to return.
type cloudDouble struct {
	db      *database.DB
	refusal error
	// before runs before the cloud gives a post up.
	before    func(ctx context.Context, tx bun.IDB) error
	heard     []string
	abandoned []wireid.ID
}

func (c *cloudDouble) Takes() bool { return true }

func (c *cloudDouble) Add(_ context.Context, _ bun.IDB, _ Post) error {
	c.heard = append(c.heard, "add")
	return nil
}

func (c *cloudDouble) Withdraw(ctx context.Context, _ wireid.ID, local func(ctx context.Context, tx bun.IDB) error) error {
	c.heard = append(c.heard, "withdraw")
	if c.refusal != nil {
		return c.refusal
	}
	for _, do := range []func(ctx context.Context, tx bun.IDB) error{c.before, local} {
		if do == nil {
			continue
		}
		if err := c.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return do(ctx, tx) }); err != nil {
			return err
		}
	}
	return nil
}

func (c *cloudDouble) Abandon(_ context.Context, _ bun.IDB, id wireid.ID) error {
	c.abandoned = append(c.abandoned, id)
	return nil
}

// inCloud has posts go to a cloud.
func (b *bundle) inCloud() *cloudDouble {
	c := &cloudDouble{db: b.db}
	b.connect(c)
	return c
}

// waitingInCloud stores a post that is the cloud's.
func (b *bundle) waitingInCloud(t *testing.T, post Post, files ...wireid.ID) Post {
	t.Helper()
	post.ID, post.Status, post.IsScheduled = wireid.New(), Scheduled, true
	if post.ScheduledFor == nil {
		post.ScheduledFor = at(start.Add(time.Hour))
	}
	id := post.ID.String()
	post.CloudJobID = &id
	return b.insert(t, post, files...)
}

func (b *bundle) takeHome(t *testing.T, id wireid.ID, r CloudResult) {
	t.Helper()
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return b.results.Apply(ctx, tx, id, r) })
	if err != nil {
		t.Fatal(err)
	}
}

func TestSubmit_Cloud(t *testing.T) {
	t.Parallel()
	b := setup(t)
	cloud := b.inCloud()
	photo, cross := b.photo(t), true
	sub := Submission{
		PublishablePost: PublishablePost{AccountID: b.potter.ID, MediaType: Image, MediaFileID: &photo, Content: Content{CrossPostToPartner: &cross}}, At: at(start.Add(time.Hour)), Timezone: "UTC",
	}
	accepted, err := b.intake.Submit(t.Context(), sub)
	if err != nil || accepted.CloudJobID == nil || accepted.JobID != accepted.PostID || len(accepted.Warnings) != 1 || accepted.Warnings[0].Code != crossIgnored {
		t.Errorf("got %+v, %v", accepted, err)
	}
	if due, err := b.cloud.DueInCloud(t.Context(), *sub.At); err != nil || len(due) != 1 || !slices.Equal(cloud.heard, []string{"add"}) {
		t.Errorf("got %v, %v, %v", due, err, cloud.heard)
	}
	sub.At = nil
	if now, err := b.intake.Submit(t.Context(), sub); err != nil || now.CloudJobID != nil || now.JobID == now.PostID {
		t.Errorf("at once: %+v, %v", now, err)
	}
}

// TestWithdrawn: a post that the cloud does not give up stays as it is.
func TestWithdrawn(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(*bundle, context.Context, wireid.ID) error{
		"cancel": func(b *bundle, ctx context.Context, id wireid.ID) error { return b.schedule.Unschedule(ctx, id) },
		"delete": func(b *bundle, ctx context.Context, id wireid.ID) error { return b.deleter.Delete(ctx, id) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			cloud := b.inCloud()
			post := b.waitingInCloud(t, Post{}, b.photo(t))
			cloud.refusal = apperror.New(apperror.WorkerUnreachable, "silent")
			if err := do(b, t.Context(), post.ID); !errors.Is(err, cloud.refusal) || !b.read(t, post.ID).InCloud() {
				t.Errorf("got %v, %+v", err, b.read(t, post.ID))
			}
			cloud.refusal = nil
			if err := do(b, t.Context(), post.ID); err != nil {
				t.Fatal(err)
			}
			left, err := b.history.Post(t.Context(), post.ID)
			if name == "cancel" && (err != nil || left.Status != Draft || left.CloudJobID != nil) || name == "delete" && apperror.CodeOf(err) != apperror.NotFound {
				t.Errorf("got %+v, %v", left, err)
			}
		})
	}
}

func TestRetry_AsksTheCloudFirst(t *testing.T) {
	t.Parallel()
	b := setup(t)
	cloud := b.inCloud()
	post := b.waitingInCloud(t, Post{}, b.photo(t))
	if err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return b.schedule.AccountRemoved(ctx, tx, b.bakery.ID) }); err != nil {
		t.Fatal(err)
	}
	if failed := b.read(t, post.ID); failed.Status != Failed || !slices.Contains(cloud.abandoned, post.ID) {
		t.Errorf("got %+v", failed)
	}
	cloud.refusal = apperror.New(apperror.WorkerUnreachable, "silent")
	if err := b.retrier.Retry(t.Context(), post.ID); !errors.Is(err, cloud.refusal) {
		t.Errorf("got %v", err)
	}
	cloud.refusal = nil
	if err := b.retrier.Retry(t.Context(), post.ID); err != nil || b.read(t, post.ID).Status != Queued {
		t.Errorf("got %v", err)
	}
}

// TestReschedule_InCloud: a post that the cloud has is not changed here alone.
func TestReschedule_InCloud(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.inCloud()
	post := b.waitingInCloud(t, Post{}, b.photo(t))
	var change Reschedule
	change.Caption.IsSet, change.Caption.Value = true, new("other")
	if _, err := b.schedule.Reschedule(t.Context(), post.ID, change); !errors.Is(err, ErrInCloud) || b.read(t, post.ID).Caption != nil {
		t.Errorf("got %v", err)
	}
}

// TestApply_Elsewhere: a result does not touch a post that this machine is publishing, and takes a
// live one out of the queue.
func TestApply_Elsewhere(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.inCloud()
	live := CloudResult{IsPublished: true, ContainerID: new("c"), ContainerCreatedAt: at(start), PublishIntentAt: at(start), MediaID: new("m")}
	busy := b.with(t, Processing, 0, b.photo(t))
	b.takeHome(t, busy.ID, live)
	if got := b.read(t, busy.ID); got.Status != Processing {
		t.Errorf("got %+v", got)
	}
	back := b.waitingInCloud(t, Post{}, b.photo(t))
	if err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return b.cloud.HandToQueue(ctx, tx, back.ID, "test") }); err != nil {
		t.Fatal(err)
	}
	b.takeHome(t, back.ID, CloudResult{ErrorCode: apperror.UnknownError})
	if got := b.read(t, back.ID); got.Status != Scheduled {
		t.Errorf("a failure there fails it here: %+v", got)
	}
	b.takeHome(t, back.ID, live)
	if got := b.read(t, back.ID); got.Status != Published || *got.SNMediaID != "m" {
		t.Errorf("got %+v", got)
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 0 {
		t.Errorf("got %+v, %v", counts, err)
	}
	b.takeHome(t, wireid.New(), live)
}

// TestApply_InPart: a publication is recorded however little a result says of it.
func TestApply_InPart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.inCloud()
	post := b.waitingInCloud(t, Post{}, b.photo(t))
	b.takeHome(t, post.ID, CloudResult{IsPublished: true, PublishedAt: at(start)})
	if got := b.read(t, post.ID); got.Status != Published || got.ErrorCode != nil || got.SNMediaID != nil {
		t.Errorf("got %+v", got)
	}
	b.takeHome(t, post.ID, CloudResult{IsPublished: true, MediaID: new("m"), Permalink: new("l")})
	if got := b.read(t, post.ID); got.SNMediaID == nil || *got.SNPermalink != "l" {
		t.Errorf("got %+v", got)
	}
}

// TestApply_How: the ledger says whether the network told the worker which media the post is, or
// the worker found it.
func TestApply_How(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.inCloud()
	for name, c := range map[string]struct {
		results []CloudResult
		want    attempt.How
	}{
		"told":                      {[]CloudResult{{ContainerID: new("c1"), PublishIntentAt: at(start), MediaID: new("m1")}}, attempt.ByAnswer},
		"found":                     {[]CloudResult{{ContainerID: new("c2"), PublishIntentAt: at(start), MediaID: new("m2"), IsFound: true}}, attempt.Found},
		"found by a later look":     {[]CloudResult{{ContainerID: new("c3"), PublishIntentAt: at(start)}, {ContainerID: new("c3"), PublishIntentAt: at(start), MediaID: new("m3"), IsFound: true}}, attempt.Found},
		"found, of an unknown call": {[]CloudResult{{MediaID: new("m4"), IsFound: true, PublishedAt: at(start)}}, attempt.Found},
		"found after an unknown id": {[]CloudResult{{}, {MediaID: new("m5"), IsFound: true}}, attempt.Found},
		"the call is told of later": {[]CloudResult{{MediaID: new("m6"), IsFound: true}, {ContainerID: new("c6"), PublishIntentAt: at(start), MediaID: new("m6")}}, attempt.ByAnswer},
	} {
		post := b.waitingInCloud(t, Post{MediaType: Stories}, b.photo(t))
		for _, r := range c.results {
			r.IsPublished = true
			b.takeHome(t, post.ID, r)
		}
		last, _, err := attempt.Last(t.Context(), b.db, post.ID, attempt.Feed)
		if err != nil || last.Verdict != attempt.Live || last.How == nil || *last.How != c.want || value(last.MediaID) == "" {
			t.Errorf("%s: got %+v, %v", name, last, err)
		}
		full, err := b.history.Post(t.Context(), post.ID)
		if look, _ := FeedLook(full); err != nil || last.Look != look {
			t.Errorf("%s: the look is not the post's, %v", name, err)
		}
	}
}

// TestApply_Trouble: a result marks the account as this machine would have marked it. A result of
// an older worker, which says nothing of checkpoints, marks none.
func TestApply_Trouble(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		result           CloudResult
		dead, checkpoint bool
	}{
		"checkpoint":   {CloudResult{ErrorCode: apperror.TokenExpired, ErrorMessage: "restricted", IsAtCheckpoint: true}, false, true},
		"dead":         {CloudResult{ErrorCode: apperror.TokenExpired, ErrorMessage: "dead", IsTokenDead: true}, true, false},
		"another code": {CloudResult{ErrorCode: apperror.UnknownError, ErrorMessage: "the network refused: restricted (code 25/2207050)"}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.inCloud()
			post := b.waitingInCloud(t, Post{}, b.photo(t))
			b.takeHome(t, post.ID, c.result)
			a, err := b.accounts.Account(t.Context(), b.db, post.SocialAccountID)
			if err != nil || (a.TokenDeadAt != nil) != c.dead || (a.CheckpointAt != nil) != c.checkpoint {
				t.Errorf("got %+v, %v", a, err)
			}
			if got := b.read(t, post.ID); got.Status != Failed || *got.ErrorCode != string(c.result.ErrorCode) || *got.ErrorMessage != c.result.ErrorMessage {
				t.Errorf("got %+v", got)
			}
			if c.checkpoint && *a.CheckpointReason != c.result.ErrorMessage {
				t.Errorf("the reason is %q", *a.CheckpointReason)
			}
		})
	}
}
