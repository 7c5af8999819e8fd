package posts

import (
	"context"

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
