package publish

import (
	"context"
	"errors"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/jobs"

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
		return errors.Join(err, also(ctx, tx), l.beginShare(ctx, tx, l.run.Post), l.release(ctx, tx, l.run.Post))
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

// beginShare starts the share of a post that has just become PUBLISHED, if one was asked for. The
// share has a job of its own, which is enqueued in the transaction that ends the publication and
// changes nothing of its result.
func (l *lives) beginShare(ctx context.Context, tx bun.IDB, post posts.Post) error {
	if !post.CrossPostToPartner || posts.WasInCloud(post) {
		return nil // A post that was scheduled in the cloud is not shared (contract 1).
	}
	err := posts.Update(ctx, tx, post.ID, l.clock.Stored(), func(u *database.Update) { u.Set("share_state = ?", posts.SharePending) })
	if err != nil {
		return err
	}
	_, err = l.queue.Enqueue(ctx, tx, jobs.Request{
		Type: posts.PublishJob, SubjectID: post.ID, Lane: post.SocialAccountID.String(),
	})
	failpoint.Reach("posts.share.enqueued")
	return err
}
