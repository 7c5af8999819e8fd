package posts

import (
	"context"
	"errors"
	"fmt"

	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/jobs"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// CloudPosts holds the posts that a cloud owns: it reads them, and stores that the cloud has one,
// what stands in its way, and that the cloud gives one back. CloudResults stores what became of a
// post there. Neither needs a Cloud, so that a Cloud can use both.
type CloudPosts struct {
	db    *database.DB
	clock clock.Clock
	queue *jobs.Queue
	media *media.Service
}

// NewCloudPosts returns the cloud's posts in a database.
func NewCloudPosts(db *database.DB, clk clock.Clock, queue *jobs.Queue, files *media.Service) *CloudPosts {
	return &CloudPosts{db: db, clock: clk, queue: queue, media: files}
}

// HandToQueue gives a post that the cloud will certainly never publish to the local queue, in the
// transaction tx that removes it from the cloud's. It leaves a post alone that is not the cloud's.
func (c *CloudPosts) HandToQueue(ctx context.Context, tx bun.IDB, id wireid.ID, why string) error {
	post, err := SelectPost(ctx, tx, id)
	if isNotFound(err) || err == nil && !post.InCloud() {
		return nil
	}
	if err != nil {
		return fmt.Errorf("take a post back from the cloud: %w", err)
	}
	err = Update(ctx, tx, id, c.now(), func(u *database.Update) {
		u.Set("cloud_job_id = NULL, bucket_media_key = NULL, error_code = NULL, error_message = NULL")
	})
	if err != nil {
		return fmt.Errorf("take a post back from the cloud: %w", err)
	}
	_, err = c.queue.Enqueue(ctx, tx, jobs.Request{
		Type: PublishJob, SubjectID: id, Lane: post.SocialAccountID.String(), RunAt: post.ScheduledFor.Time(),
	})
	if err != nil {
		return err
	}
	failpoint.Reach("posts.cloud.returned")
	c.Note(ctx, tx, id, "the post is the local queue's now: "+why)
	return nil
}

// Note adds a sentence to a post's timeline, in a transaction that does other work.
func (c *CloudPosts) Note(ctx context.Context, tx bun.IDB, id wireid.ID, text string) {
	note(ctx, tx, id, c.now(), text)
}

// RecordConfirmation stores that the cloud has a post, due at an instant, and no problem with it,
// and the key of the post's first file in the bucket. The cloud did not publish what it had of the
// post before, and will not.
func (c *CloudPosts) RecordConfirmation(ctx context.Context, tx bun.IDB, id wireid.ID, due wiretime.Time, key *string) error {
	_, err := database.Exec(ctx, tx, "UPDATE post_exposures SET due_at = ? WHERE post_id = ?", due, id)
	if err != nil {
		return err
	}
	_, err = database.Changed(tx.NewUpdate().Model((*Post)(nil)).Set("updated_at = ?", c.now()).
		Set("bucket_media_key = ?, error_code = NULL, error_message = NULL", key).
		Where("id = ? AND status = ? AND cloud_job_id IS NOT NULL", id, Scheduled).
		Where("(bucket_media_key IS NOT ? OR error_code IS NOT NULL)", key).Exec(ctx))
	return err
}

// ShowProblem stores on a post of the cloud what stands in its way there. An empty code removes the
// problem.
func (c *CloudPosts) ShowProblem(ctx context.Context, tx bun.IDB, id wireid.ID, code apperror.Code, message string) error {
	var shownCode, shownMessage *string
	if code != "" {
		text := string(code)
		message = secrets.HideKeys(message)
		shownCode, shownMessage = &text, &message
	}
	changed, err := database.Changed(tx.NewUpdate().Model((*Post)(nil)).Set("updated_at = ?", c.now()).
		Set("error_code = ?, error_message = ?", shownCode, shownMessage).
		Where("id = ? AND status = ? AND cloud_job_id IS NOT NULL", id, Scheduled).
		Where("(error_code IS NOT ? OR error_message IS NOT ?)", shownCode, shownMessage).Exec(ctx))
	if changed && code != "" {
		c.Note(ctx, tx, id, message)
	}
	return err
}

// FailInCloud fails a post of the cloud that the cloud will certainly never publish, or of which
// nobody can tell whether it has (contract 3: SCHEDULED -> FAILED). It leaves a post alone that is
// not the cloud's.
func (c *CloudPosts) FailInCloud(ctx context.Context, tx bun.IDB, id wireid.ID, code apperror.Code, message string, doubt Doubt) error {
	post, err := SelectPost(ctx, tx, id)
	if isNotFound(err) || err == nil && !post.InCloud() {
		return nil
	}
	if err != nil {
		return err
	}
	return failIn(ctx, tx, c.media, c.now(), post, failed{code: code, message: message, doubt: doubt})
}

// failed is why a post that was never begun here has failed; set sets its further columns.
type failed struct {
	code    apperror.Code
	message string
	doubt   Doubt
	set     func(*database.Update)
}

func failIn(ctx context.Context, tx bun.IDB, files *media.Service, now wiretime.Time, post Post, f failed) error {
	completed, err := NextCompletion(ctx, tx, now)
	if err != nil {
		return err
	}
	_, err = ChangeStatus(ctx, tx, post.ID, post.Status, Failed, now, func(u *database.Update) {
		u.Set("error_code = ?, error_message = ?, completed_at = ?, doubt = ?", f.code, secrets.HideKeys(f.message), completed, f.doubt)
		if f.doubt == MayBeLive {
			u.Set("settled_message = ?", secrets.HideKeys(f.message)+NotLive)
		}
		if f.set != nil {
			f.set(u)
		}
	})
	return errors.Join(err, ReleaseFiles(ctx, tx, files, post.ID, 0))
}

// Content returns the content of a post, and MEDIA_INVALID when one of its files has been deleted.
func (c *CloudPosts) Content(ctx context.Context, db bun.IDB, post Post) (PublishablePost, error) {
	if err := checkFilesRemain(ctx, db, post); err != nil {
		return PublishablePost{}, err
	}
	return contentOf(post, idsOf(post))
}

// Post returns a post with its media files, or NOT_FOUND.
func (c *CloudPosts) Post(ctx context.Context, id wireid.ID) (Post, error) {
	return c.PostIn(ctx, c.db, id)
}

// PostIn is Post on db, which may be a transaction.
func (c *CloudPosts) PostIn(ctx context.Context, db bun.IDB, id wireid.ID) (Post, error) {
	return postOn(ctx, db, c.media, id)
}

// OwnedMedia returns the network's ids of the account's latest posts, at most that many, deleted
// ones too.
func (c *CloudPosts) OwnedMedia(ctx context.Context, db bun.IDB, account wireid.ID, limit int) ([]string, error) {
	return selectOwnedOf(ctx, db, account, limit)
}

// ChangedInCloud returns the cloud's posts that have a file which is not public any more, because
// it was changed or deleted.
func (c *CloudPosts) ChangedInCloud(ctx context.Context) ([]wireid.ID, error) {
	return selectUnpublicInCloud(ctx, c.db)
}

// DueInCloud returns the cloud's posts that are due at the instant, the longest overdue first.
func (c *CloudPosts) DueInCloud(ctx context.Context, at wiretime.Time) ([]wireid.ID, error) {
	return selectDueInCloud(ctx, c.db, at)
}

func (c *CloudPosts) now() wiretime.Time { return wiretime.Of(c.clock.Now()) }
