package publish

import (
	"context"
	"errors"
	"strings"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/jobs"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// finish ends the job of a post whose item is stored, with the post PUBLISHED. It does not wait for
// the disk: a post that a power cut takes back to PUBLISHING still has its item, and the next start
// ends it again without another call that publishes.
func (l *statuses) finish(ctx context.Context, shown channel.Shown) error {
	return l.finishIn(ctx, l.run.Claim.CompleteRelaxed, shown, nothing)
}

// finishUnidentified ends the job of a post that is live as an unknown item, with the post
// PUBLISHED, together with what also does.
func (l *statuses) finishUnidentified(ctx context.Context, also func(context.Context, bun.IDB) error) error {
	return l.finishIn(ctx, l.run.Claim.Complete, channel.Shown{}, also)
}

// finishIn is finish in the transaction that complete opens. What is shown may have a flaw.
func (l *statuses) finishIn(
	ctx context.Context, complete attempt.Transaction, shown channel.Shown, also func(context.Context, bun.IDB) error,
) error {
	published := l.clock.Stored()
	if l.run.Post.PublishedAt != nil {
		published = *l.run.Post.PublishedAt
	}
	err := complete(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.IDB) error {
		completed, err := posts.NextCompletion(ctx, tx, l.clock.Stored())
		if err != nil {
			return err
		}
		err = l.run.Change(ctx, tx, posts.Published, l.clock.Stored(), func(u *database.Update) {
			u.Set("sn_permalink = ?, published_at = ?, completed_at = ?", shown.Permalink, published, completed)
			if shown.Flaw == nil {
				u.Set("error_code = NULL, error_message = NULL")
			} else {
				u.Set("error_code = ?, error_message = ?", shown.Flaw.Code, shown.Flaw.Message)
			}
		})
		return errors.Join(err, also(ctx, tx), l.beginBeside(ctx, tx, l.run.Post), l.release(ctx, tx, l.run.Post))
	})
	if err == nil {
		failpoint.Reach("posts.finished")
		l.log.Info("posts: published", "post", l.run.Post.ID, "media", channel.Text(l.run.Post.SNMediaID), "permalink", channel.Text(shown.Permalink))
	}
	return err
}

// nothing stands for no further writes in a transaction.
func nothing(context.Context, bun.IDB) error { return nil }

// release takes back the public files of a post that nobody fetches any more. A post that is still
// to be shared needs them.
func (l *lives) release(ctx context.Context, tx bun.IDB, post posts.Post) error {
	return posts.ReleaseFiles(ctx, tx, l.media, post.ID, 0)
}

// beginBeside starts the first comment and the share of a post that has just become PUBLISHED, if
// they were asked for. Each has a job of its own, one after the other, of which the first is
// enqueued in the transaction that ends the publication. They change nothing of its result.
func (l *lives) beginBeside(ctx context.Context, tx bun.IDB, post posts.Post) error {
	isCommented := strings.TrimSpace(channel.Text(post.FirstComment)) != "" && post.FirstCommentState == nil
	isShared := post.CrossPostToPartner && !posts.WasInCloud(post) // What was scheduled in the cloud is not shared (contract 1).
	if !isCommented && !isShared {
		return nil
	}
	err := posts.Update(ctx, tx, post.ID, l.clock.Stored(), func(u *database.Update) {
		if isCommented {
			u.Set("first_comment_state = ?", posts.CommentPending)
		}
		if isShared {
			u.Set("share_state = ?", posts.SharePending)
		}
	})
	if err != nil {
		return err
	}
	return l.goOnBeside(ctx, tx, post.ID)
}

// goOnBeside enqueues what is next beside a PUBLISHED post: its first comment, which is to be the
// first, then its share. A comment waits for the media that it is to be below. It is called where
// no job of the post is left open.
func (l *lives) goOnBeside(ctx context.Context, tx bun.IDB, id wireid.ID) error {
	post, err := posts.SelectPost(ctx, tx, id)
	if isNotFound(err) {
		return nil
	}
	if err != nil || !post.IsCommentDue() && !post.IsSharing() {
		return err
	}
	_, err = l.queue.Enqueue(ctx, tx, jobs.Request{Type: posts.PublishJob, SubjectID: post.ID, Lane: post.SocialAccountID.String(), RunAt: post.CommentRunsAt()})
	if post.IsCommentDue() {
		failpoint.Reach("posts.comment.enqueued")
	} else {
		failpoint.Reach("posts.share.enqueued")
	}
	return err
}

// tell has a PUBLISHED post say what became of its share and its first comment, of which each is
// stored by itself. Where the share says something, the code is the share's, which came later.
func (l *lives) tell(ctx context.Context, tx bun.IDB, id wireid.ID) error {
	return posts.Update(ctx, tx, id, l.clock.Stored(), func(u *database.Update) {
		u.Set("error_code = iif(share_message IS NULL, comment_code, error_code)")
		u.Set("error_message = nullif(concat_ws('; ', share_message, comment_message), '')")
	})
}
