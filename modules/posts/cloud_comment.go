package posts

import (
	"cmp"
	"context"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// CloudComment is what became of a first comment in the cloud.
type CloudComment struct {
	// State is PENDING while the cloud makes the comment, or looks for it, and empty when the cloud
	// does not say.
	State CommentState
	// IsOurs says that the cloud has sent no call for the comment and sends none.
	IsOurs  bool
	SentAt  *wiretime.Time
	ID      *string
	Message string
}

// CommentLook returns the look of a post's first comment: the media with the text, because the same
// text below two posts does not look alike.
func CommentLook(post Post) string {
	return attempt.LookOf("comment", value(post.SNMediaID), PlainText(value(post.FirstComment)))
}

// cloudComments stores what became of first comments in the cloud.
type cloudComments struct {
	queue *jobs.Queue
	at    wiretime.Time
}

// SeekCloudComment has the first comment of a post looked for, and not made, that the cloud has
// published without saying so.
func SeekCloudComment(ctx context.Context, tx bun.IDB, queue *jobs.Queue, id wireid.ID, at wiretime.Time) error {
	return cloudComments{queue, at}.apply(ctx, tx, id, CloudComment{})
}

// CommentsInCloud returns the accounts of the posts whose first comment the cloud is to make, or
// looks for: one for each post.
func CommentsInCloud(ctx context.Context, db bun.IDB, now time.Time) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, db, "SELECT social_account_id FROM posts WHERE comment_in_cloud = 1 AND first_comment_state = ? AND published_at > ?",
		CommentPending, wiretime.Of(now.Add(-commentPatience)))
}

// apply stores what became of the first comment of a post that the cloud has published. What
// this machine makes itself is left alone. While the cloud may send the call, or may have sent it,
// there is an open attempt: what goes on with the comment looks for it then, and sends nothing.
func (c cloudComments) apply(ctx context.Context, tx bun.IDB, id wireid.ID, r CloudComment) error {
	post, err := SelectPost(ctx, tx, id)
	if err != nil || post.Status != Published || value(post.FirstComment) == "" {
		return err
	}
	if inWork, err := c.queue.IsInWork(ctx, tx, PublishJob, id); err != nil || inWork {
		return err // It is being looked for, and ends as that tells.
	}
	isNew := post.FirstCommentState == nil
	isMade := r.State == CommentMade && !isNew && *post.FirstCommentState != CommentMade
	switch {
	case !isNew && !post.CommentInCloud && !isMade:
	case r.IsOurs && !isNew && !post.IsCommenting(): // It was looked for long after, and stays not seen.
	case r.IsOurs:
		err = c.takeHome(ctx, tx, post)
	case r.State != CommentPending && r.State != "":
		return c.end(ctx, tx, post, r)
	case isNew:
		err = c.leave(ctx, tx, post, r)
	}
	if err != nil {
		return err
	}
	return c.goOn(ctx, tx, id)
}

// leave notes that the cloud makes the comment, or that nobody knows whether it has: then it
// is looked for from here.
func (c cloudComments) leave(ctx context.Context, tx bun.IDB, post Post, r CloudComment) error {
	if err := c.settle(ctx, tx, post, r, attempt.Settlement{Verdict: attempt.Open}); err != nil {
		return err
	}
	if r.State == "" {
		note(ctx, tx, post.ID, c.at, "it is not known whether the cloud worker has made the first comment: it is looked for, and not made again")
	}
	return Update(ctx, tx, post.ID, c.at, func(u *database.Update) {
		u.Set("first_comment_state = ?, comment_in_cloud = ?", CommentPending, r.State == CommentPending)
	})
}

// takeHome has the comment made here: the cloud has not, and does not.
func (c cloudComments) takeHome(ctx context.Context, tx bun.IDB, post Post) error {
	if post.CommentInCloud {
		if err := c.settle(ctx, tx, post, CloudComment{}, attempt.Settlement{Verdict: attempt.Absent, Evidence: "the cloud worker has sent no call"}); err != nil {
			return err
		}
		if _, err := c.queue.Cancel(ctx, tx, PublishJob, post.ID); err != nil {
			return err
		}
	}
	return Update(ctx, tx, post.ID, c.at, func(u *database.Update) {
		u.Set("first_comment_state = ?, comment_in_cloud = 0", CommentPending)
		u.Set("comment_code = NULL, comment_message = NULL, error_code = NULL, error_message = NULL")
	})
}

// goOn has the local queue go on with a comment of which it is known below what it is to
// be: at once, or when the cloud has said nothing more of it for long.
func (c cloudComments) goOn(ctx context.Context, tx bun.IDB, id wireid.ID) error {
	post, err := SelectPost(ctx, tx, id)
	if err != nil || !post.IsCommentDue() {
		return err
	}
	isQueued, err := database.Value[bool](ctx, tx, "SELECT EXISTS (SELECT 1 FROM scheduled_jobs WHERE subject_id = ? AND type = ? AND status IN ('PENDING', 'PROCESSING'))", id, PublishJob)
	if err != nil || isQueued {
		return err
	}
	_, err = c.queue.Enqueue(ctx, tx, jobs.Request{Type: PublishJob, SubjectID: id, Lane: post.SocialAccountID.String(), RunAt: post.CommentRunsAt()})
	return err
}

// end stores how the comment ended in the cloud.
func (c cloudComments) end(ctx context.Context, tx bun.IDB, post Post, r CloudComment) error {
	s := attempt.Settlement{Verdict: attempt.GivenUp, Evidence: "the cloud worker's result"}
	var code *apperror.Code
	var says *string
	switch r.State {
	case CommentMade:
		s.Verdict = attempt.Live
		if r.ID != nil {
			s.MediaID, s.How = *r.ID, attempt.ByAnswer
		}
	case CommentNotMade:
		s.Verdict = attempt.Absent
		code, says = new(apperror.UnknownError), new(NotCommented+secrets.HideKeys(r.Message))
	case CommentNotSeen, CommentPending:
		code, says = new(apperror.UnknownError), new(CommentUnseen+"the cloud worker has made it, and the network does not show it"+CommentHidden)
	}
	if err := c.settle(ctx, tx, post, r, s); err != nil {
		return err
	}
	if _, err := c.queue.Cancel(ctx, tx, PublishJob, post.ID); err != nil {
		return err
	}
	note(ctx, tx, post.ID, c.at, "the cloud worker says of the first comment: "+string(r.State))
	return Update(ctx, tx, post.ID, c.at, func(u *database.Update) {
		u.Set("first_comment_state = ?, first_comment_id = ?, comment_in_cloud = 0", r.State, r.ID)
		u.Set("comment_code = ?, comment_message = ?, error_code = ?, error_message = ?", code, says, code, says)
	})
}

// settle writes into the ledger what became of the cloud's call.
func (c cloudComments) settle(ctx context.Context, tx bun.IDB, post Post, r CloudComment, s attempt.Settlement) error {
	last, found, err := attempt.Last(ctx, tx, post.ID, attempt.Comment)
	if err != nil {
		return err
	}
	if found {
		_, err = attempt.Settle(ctx, tx, last.Seq, c.at, s)
		return err
	}
	sent := cmp.Or(r.SentAt, post.PublishedAt, &c.at)
	a := attempt.Attempt{
		PostID: post.ID, AccountID: post.SocialAccountID, Channel: attempt.Comment, Ref: value(post.SNMediaID), Look: CommentLook(post),
		SentAt: *sent, NetSentAt: sent, Verdict: s.Verdict,
	}
	if s.MediaID != "" {
		a.MediaID, a.How = &s.MediaID, &s.How
	}
	if s.Verdict != attempt.Open {
		a.Evidence, a.DecidedAt = &s.Evidence, &c.at
	}
	return attempt.Insert(ctx, tx, &a)
}

// What a PUBLISHED post says of a first comment that came to nothing, or that may be there.
const (
	NotCommented  = "published, but without its first comment: "
	CommentUnseen = "published, but its first comment is not seen: "
	CommentHidden = "; the network hides some comments, so look below the post before you write it by hand"
)
