package posts

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// CloudResult is what became of a post in the cloud: published, or failed for good.
type CloudResult struct {
	IsPublished bool
	RetryCount  int
	// With the container, a retry here goes on with what the cloud has made; PublishIntentAt is
	// when the publish call that counts was sent, nil when none can have taken effect.
	ContainerID                                        *string
	LastAttemptAt, ContainerCreatedAt, PublishIntentAt *wiretime.Time
	CallAnswered                                       bool
	// IsFound says that the media was found in the account's list by its form and caption.
	// Otherwise the network's answer to the publish call named it.
	IsFound            bool
	MediaID, Permalink *string
	PublishedAt        *wiretime.Time
	ErrorCode          apperror.Code
	ErrorMessage       string
	Comment            CloudComment
	// IsTokenDead says that the network does not take the token any more that the account still
	// has, IsAtCheckpoint that it takes it again once the account's user has confirmed something in
	// its app.
	IsTokenDead, IsAtCheckpoint bool
}

// CloudResults stores what became of posts in the cloud.
type CloudResults struct {
	clock    clock.Clock
	queue    *jobs.Queue
	accounts *auth.Service
	media    *media.Service
}

// NewCloudResults returns the storage for the results of a cloud.
func NewCloudResults(clk clock.Clock, queue *jobs.Queue, accounts *auth.Service, files *media.Service) *CloudResults {
	return &CloudResults{clock: clk, queue: queue, accounts: accounts, media: files}
}

// Apply stores what became of a post, in the transaction tx. The same result may come several
// times, and know more the next time: Apply stores only what is new in it. It leaves a post alone
// that this machine is publishing by then.
func (c *CloudResults) Apply(ctx context.Context, tx bun.IDB, id wireid.ID, r CloudResult) error {
	post, err := SelectPost(ctx, tx, id)
	if isNotFound(err) {
		if r.MediaID != nil {
			return ownArchived(ctx, tx, id, *r.MediaID)
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("apply a cloud result: %w", err)
	}
	if r.MediaID != nil && post.SNMediaID == nil {
		// The media is another post's, so that it cannot be this one's, which is looked for.
		if owned, err := TakenMedia(ctx, tx, []string{*r.MediaID}); err != nil {
			return err
		} else if owned[*r.MediaID] {
			r.MediaID, r.Permalink = nil, nil
		}
	}
	failpoint.Reach("posts.cloud.arriving")
	take := c.takeFailed
	if r.IsPublished {
		take = c.takePublished
	}
	taken, err := take(ctx, tx, post, r)
	if err != nil || !taken {
		return err
	}
	if r.IsPublished && post.Status != Draft {
		if err := ForgetExposure(ctx, tx, post.ID); err != nil {
			return err
		}
	}
	if err := c.recordAttempt(ctx, tx, post, r); err != nil {
		return err
	}
	return cloudComments{c.queue, c.now()}.apply(ctx, tx, post.ID, r.Comment)
}

// recordAttempt writes the cloud's publish call into the ledger of attempts, or what has become
// known about it since. A call of this machine for another container is another attempt, whose
// outcome is searched for as before.
func (c *CloudResults) recordAttempt(ctx context.Context, tx bun.IDB, post Post, r CloudResult) error {
	isKnown := r.ContainerID != nil && r.PublishIntentAt != nil
	if !isKnown && !r.IsPublished {
		return nil
	}
	settlement := r.settlement()
	ref := ""
	if isKnown {
		ref = *r.ContainerID
	}
	last, found, err := attempt.Last(ctx, tx, post.ID, attempt.Feed)
	switch {
	case err != nil:
		return err
	case found && !isKnown && last.Ref != ref && last.Verdict == attempt.Live && (r.MediaID == nil || value(last.MediaID) == *r.MediaID):
		return nil // The result tells nothing new about the call.
	case found && last.Ref == ref:
		if settlement.Verdict == attempt.Open {
			return nil
		}
		// An attempt that was proved absent is not the one that took effect: the worker has sent
		// another.
		if changed, err := attempt.Settle(ctx, tx, last.Seq, c.now(), settlement); err != nil || changed || last.Verdict != attempt.Absent {
			return err
		}
	}
	a, err := c.attemptOf(ctx, tx, post, r)
	if err != nil {
		return err
	}
	a.Ref, a.Verdict, a.MediaID = ref, settlement.Verdict, r.MediaID
	if settlement.How != "" {
		a.How = &settlement.How
	}
	if err := attempt.Insert(ctx, tx, &a); err != nil || isKnown {
		return err
	}
	// Nobody can ask the network about a call whose container is not known.
	return attempt.AddAskedTime(ctx, tx, a.Seq, wholeSearch.Milliseconds())
}

// wholeSearch is longer than any search for an attempt lasts.
const wholeSearch = 365 * 24 * time.Hour

func (r CloudResult) settlement() attempt.Settlement {
	d := attempt.Settlement{Verdict: attempt.Open, Evidence: "the cloud worker's result"}
	if r.IsPublished {
		d.Verdict = attempt.Live
	}
	if r.MediaID != nil {
		d.MediaID, d.How = *r.MediaID, attempt.ByAnswer
		if r.IsFound {
			d.How = attempt.Found
		}
	}
	return d
}

// attemptOf returns the cloud's publish call as far as the result describes it. A call without the
// time of its sending counts as sent when the post appeared, or when it was due.
func (c *CloudResults) attemptOf(ctx context.Context, tx bun.IDB, post Post, r CloudResult) (attempt.Attempt, error) {
	post, err := postOn(ctx, tx, c.media, post.ID)
	if err != nil {
		return attempt.Attempt{}, err
	}
	sent := cmp.Or(r.PublishIntentAt, r.PublishedAt, post.ScheduledFor, new(c.now()))
	a := attempt.Attempt{PostID: post.ID, AccountID: post.SocialAccountID, Channel: attempt.Feed, SentAt: *sent, NetSentAt: sent}
	a.Look, _ = FeedLook(post)
	if r.CallAnswered {
		a.AnsweredAt, a.Answer = r.LastAttemptAt, new("the network answered the cloud worker")
	}
	return a, nil
}

// takePublished reports false when the post is left as it is.
func (c *CloudResults) takePublished(ctx context.Context, tx bun.IDB, post Post, r CloudResult) (taken bool, err error) {
	switch post.Status {
	case Scheduled, Queued:
		if free, err := c.freeOfQueue(ctx, tx, post); err != nil || !free {
			return false, err
		}
		return true, c.arrive(ctx, tx, post, r)
	case Failed:
		return true, c.arriveLate(ctx, tx, post, r)
	case Published:
		return true, c.complement(ctx, tx, post, r)
	case Draft, Processing, Publishing:
	}
	note(ctx, tx, post.ID, c.now(), fmt.Sprintf("the cloud worker says that it has published the post, which is %s here by now, and is left as it is", post.Status))
	if post.Status != Draft {
		return false, nil
	}
	// A restored folder may have a draft of it. The draft stays one, and its attempt keeps it from
	// being published once more.
	return true, expose(ctx, tx, post.ID, *cmp.Or(r.PublishIntentAt, r.PublishedAt, new(c.now())), false)
}

// freeOfQueue takes a post that turns out to be live out of the local queue, and reports false when
// a worker is at it.
func (c *CloudResults) freeOfQueue(ctx context.Context, tx bun.IDB, post Post) (bool, error) {
	if post.InCloud() {
		return true, nil
	}
	return c.queue.Cancel(ctx, tx, PublishJob, post.ID)
}

// arrive takes the post through the whole life cycle to PUBLISHED.
func (c *CloudResults) arrive(ctx context.Context, tx bun.IDB, post Post, r CloudResult) error {
	if r.ContainerID == nil || r.PublishIntentAt == nil {
		// Without the container nothing here can go on with the post. It ends as FAILED first, as
		// its life cycle has it, and becomes PUBLISHED from there.
		if err := failIn(ctx, tx, c.media, c.now(), post, failed{code: apperror.UnknownError, message: "the cloud worker's result had come in part only"}); err != nil {
			return err
		}
		post.Status = Failed
		return c.arriveLate(ctx, tx, post, r)
	}
	steps := []Status{Queued, Processing, Publishing}
	if post.Status == Queued {
		steps = steps[1:]
	}
	from := post.Status
	for _, to := range steps {
		if _, err := ChangeStatus(ctx, tx, post.ID, from, to, c.now(), r.work); err != nil {
			return err
		}
		from = to
	}
	return c.endPublished(ctx, tx, post.ID, from, r)
}

// work sets the columns for what the cloud has done for the post.
func (r CloudResult) work(u *database.Update) {
	u.Set("retry_count = ?, last_attempt_at = ?", r.RetryCount, r.LastAttemptAt)
	u.Set("sn_container_id = ?, container_created_at = ?, upload_uri = NULL", r.ContainerID, r.ContainerCreatedAt)
}

// arriveLate is for a post that counted as failed (contract 3: FAILED -> PUBLISHED).
func (c *CloudResults) arriveLate(ctx context.Context, tx bun.IDB, post Post, r CloudResult) error {
	if r.ContainerID != nil && r.PublishIntentAt != nil {
		if err := Update(ctx, tx, post.ID, c.now(), func(u *database.Update) { r.work(u) }); err != nil {
			return err
		}
	}
	return c.endPublished(ctx, tx, post.ID, Failed, r)
}

func (c *CloudResults) endPublished(ctx context.Context, tx bun.IDB, id wireid.ID, from Status, r CloudResult) error {
	now := c.now()
	completed, err := NextCompletion(ctx, tx, now)
	if err != nil {
		return err
	}
	published := now
	for _, at := range []*wiretime.Time{r.PublishIntentAt, r.PublishedAt} {
		if at != nil {
			published = *at
		}
	}
	_, err = ChangeStatus(ctx, tx, id, from, Published, now, func(u *database.Update) {
		u.Set("sn_media_id = ?, sn_permalink = ?, published_at = ?, completed_at = ?", r.MediaID, r.Permalink, published, completed)
		u.Set("error_code = NULL, error_message = NULL")
	})
	if err != nil {
		return err
	}
	return ReleaseFiles(ctx, tx, c.media, id, 0)
}

// complement fills in what was not known about a PUBLISHED post.
func (c *CloudResults) complement(ctx context.Context, tx bun.IDB, post Post, r CloudResult) error {
	isSame := post.SNMediaID != nil && r.MediaID != nil && *post.SNMediaID == *r.MediaID
	if post.SNMediaID != nil && !isSame || r.MediaID == nil {
		return nil
	}
	return Update(ctx, tx, post.ID, c.now(), func(u *database.Update) {
		u.Set("sn_media_id = ?, sn_permalink = coalesce(sn_permalink, ?)", *r.MediaID, r.Permalink)
	})
}

// mayBeLive reports whether the cloud has sent a post that failed there: its publish call is an
// open attempt then.
func (r CloudResult) mayBeLive() bool { return r.ContainerID != nil && r.PublishIntentAt != nil }

// takeFailed reports false when the post is left as it is.
func (c *CloudResults) takeFailed(ctx context.Context, tx bun.IDB, post Post, r CloudResult) (taken bool, err error) {
	switch {
	case post.InCloud():
		doubt := NoDoubt
		if r.mayBeLive() {
			doubt = MayBeLive
		}
		if err := failIn(ctx, tx, c.media, c.now(), post, failed{code: r.ErrorCode, message: r.ErrorMessage, doubt: doubt, set: r.work}); err != nil {
			return false, err
		}
		switch {
		case r.IsAtCheckpoint:
			_, err = c.accounts.MarkCheckpoint(ctx, tx, post.SocialAccountID, r.ErrorMessage)
		case r.IsTokenDead:
			_, err = c.accounts.MarkTokenDead(ctx, tx, post.SocialAccountID, r.ErrorMessage)
		}
		return true, err
	case post.Status == Failed && post.SNContainerID == nil && r.PublishIntentAt != nil:
		// The post may be live, although it was given up here, so a retry must search first.
		return true, Update(ctx, tx, post.ID, c.now(), func(u *database.Update) {
			r.work(u)
			if r.mayBeLive() {
				u.Set("doubt = ?, settled_message = coalesce(error_message, '') || ?", MayBeLive, NotLive)
			}
		})
	}
	return false, nil
}

func (c *CloudResults) now() wiretime.Time { return wiretime.Of(c.clock.Now()) }
