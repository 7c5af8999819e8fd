package posts

import (
	"context"

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

// Deleter takes posts out of the history.
type Deleter struct {
	clock      clock.Clock
	queue      *jobs.Queue
	withdrawer withdrawer
}

// NewDeleter returns a deleter, which makes the cloud give up a post before its deletion.
func NewDeleter(db *database.DB, clk clock.Clock, queue *jobs.Queue, cloud Cloud) *Deleter {
	return &Deleter{clock: clk, queue: queue, withdrawer: withdrawer{db, cloud}}
}

// Delete moves a post from the history into the archive, and cancels its jobs; the network is not
// touched (contract 4, DELETE /posts/{id}). It returns INVALID_STATUS while the publish call's
// outcome is unknown, because the post may be about to be live.
func (d *Deleter) Delete(ctx context.Context, id wireid.ID) error {
	err := d.withdrawer.change(ctx, id, Post.InCloud, func(ctx context.Context, tx bun.IDB) error {
		post, err := SelectPost(ctx, tx, id)
		if isNotFound(err) {
			return notFound(id)
		}
		if err != nil {
			return err
		}
		if post.Status == Publishing {
			return apperror.New(apperror.InvalidStatus, "the post is being published; wait until it is PUBLISHED or FAILED")
		}
		return Archive(ctx, tx, d.queue, id, wiretime.Of(d.clock.Now()))
	})
	failpoint.Reach("posts.deleted")
	return err
}

// PutBack takes a deleted post out of the archive again, with the files that there still are, and
// goes on with its first comment and its share. What was waiting for its time comes back as a draft
// that is planned for it, because nobody publishes it any more. PutBack returns NOT_FOUND for a
// post that is not in the archive, and INVALID_STATUS for one that would not come back as it was,
// see checkReturns.
func (d *Deleter) PutBack(ctx context.Context, id wireid.ID) error {
	return d.withdrawer.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		row, err := selectArchived(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := d.checkReturns(ctx, tx, row); err != nil {
			return err
		}
		if _, err := database.Exec(ctx, tx, "DELETE FROM posts_archive WHERE id = ?", id); err != nil {
			return err
		}
		post := row.Post
		if post.Status == Scheduled {
			post.Status, post.PlannedFor, post.IsScheduled, post.ScheduledFor, post.CloudJobID, post.BucketMediaKey = Draft, row.ScheduledFor, false, nil, nil, nil
			post.SNContainerID, post.ContainerCreatedAt, post.UploadURI = nil, nil, nil
			post.RetryCount, post.LastAttemptAt, post.ErrorCode, post.ErrorMessage = 0, nil, nil, nil
		}
		post.UpdatedAt = laterThan(row.UpdatedAt, wiretime.Of(d.clock.Now()))
		if err := postInsert.Exec(ctx, tx, &post); err != nil {
			return err
		}
		if _, err := database.Exec(ctx, tx, `INSERT INTO post_media (post_id, position, media_file_id)
			SELECT ?, key, (SELECT id FROM media_files WHERE id = value) FROM json_each(?)`, id, row.MediaFileIDs); err != nil {
			return err
		}
		note(ctx, tx, id, post.UpdatedAt, "the deletion was undone")
		if !post.IsCommentDue() && !post.IsSharing() {
			return nil
		}
		_, err = d.queue.Enqueue(ctx, tx, jobs.Request{Type: PublishJob, SubjectID: id, Lane: post.SocialAccountID.String(), RunAt: post.CommentRunsAt()})
		return err
	})
}

// checkReturns refuses a deleted post that a worker was at, or still is, one that is live although
// the post did not know it, and one that may be and would come back as a draft, which nobody looks
// for before it is sent.
func (d *Deleter) checkReturns(ctx context.Context, tx bun.IDB, row archivedPost) error {
	refused := func(why string) error {
		return apperror.New(apperror.InvalidStatus, "the post cannot be put back: %s", why)
	}
	inWork, err := d.queue.IsInWork(ctx, tx, PublishJob, row.ID)
	if err != nil {
		return err
	}
	mayBeLive, err := attempt.MayBeLive(ctx, tx, row.ID)
	if err != nil {
		return err
	}
	isRemoved, err := database.Value[bool](ctx, tx, "SELECT EXISTS (SELECT 1 FROM post_removals WHERE post_id = ?)", row.ID)
	switch {
	case err != nil:
		return err
	case inWork, row.Status == Queued, row.Status == Processing:
		return refused("it was in work when it was deleted")
	case row.Status != Published && row.SNMediaID != nil:
		return refused("it has turned out to be live since; look at it on the network")
	case row.Status == Scheduled && mayBeLive:
		return refused("it may be live, and a draft would be sent once more; look for it on the network, and make a new post if it is not there")
	case isRemoved:
		return refused("it was deleted at the network too")
	}
	return nil
}

// Archive cancels the jobs that wait for a post and moves the row to the archive, in the
// transaction tx. A worker that is at the post finds it gone and ends. It returns NOT_FOUND when
// there is none.
func Archive(ctx context.Context, tx bun.IDB, queue *jobs.Queue, id wireid.ID, now wiretime.Time) error {
	if _, err := queue.Cancel(ctx, tx, PublishJob, id); err != nil {
		return err
	}
	return archivePost(ctx, tx, id, now)
}

// archivePost moves a post to the archive, or returns NOT_FOUND.
func archivePost(ctx context.Context, db bun.IDB, id wireid.ID, now wiretime.Time) error {
	moved, err := database.Changed(db.NewRaw(`INSERT INTO posts_archive
		SELECT ?, (SELECT json_group_array(media_file_id) FROM (SELECT media_file_id FROM post_media WHERE post_id = posts.id AND `+noCover+` ORDER BY position)),
			posts.* FROM posts WHERE id = ?`, now, id).Exec(ctx))
	if err != nil {
		return err
	}
	if !moved {
		return notFound(id)
	}
	_, err = db.NewDelete().Model((*Post)(nil)).Where("id = ?", id).Exec(ctx)
	return err
}
