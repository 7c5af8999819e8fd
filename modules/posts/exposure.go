package posts

import (
	"context"
	"fmt"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Exposure says that the cloud may have had a post. Before this machine sends such a post, it looks
// for it on the network, whichever way the post came back.
type Exposure struct {
	bun.BaseModel `bun:"table:post_exposures,alias:exposure"`

	PostID wireid.ID `bun:",pk"`
	// DueAt is the first instant at which the cloud can have published it, by the cloud's clock.
	// What the cloud has confirmed to have replaced cannot be published any more.
	DueAt wiretime.Time
	// IsThere says that the cloud has the post although this database does not say so. This machine
	// sends nothing meanwhile.
	IsThere bool
	// IsLooked says that the user was told that the post may be live, because Crier cannot find
	// out. Who then retries this post alone has looked for it; a retry of many posts says nothing
	// of it.
	IsLooked bool
}

var selectExposure = database.SelectFrom[Exposure]("WHERE post_id = ?")

// SelectExposure returns false for a post that the cloud never had.
func SelectExposure(ctx context.Context, db bun.IDB, id wireid.ID) (Exposure, bool, error) {
	all, err := selectExposure.All(ctx, db, id)
	if err != nil {
		return Exposure{}, false, fmt.Errorf("read whether the cloud had a post: %w", err)
	}
	if len(all) == 0 {
		return Exposure{}, false, nil
	}
	return all[0], true, nil
}

// ForgetExposure removes the note about a post, once it is known what the cloud did with the post.
func ForgetExposure(ctx context.Context, tx bun.IDB, id wireid.ID) error {
	_, err := database.Exec(ctx, tx, "DELETE FROM post_exposures WHERE post_id = ?", id)
	return err
}

// RecordUserWarned stores that the user was told that the post may be live, because Crier cannot
// find out what became of the post.
func RecordUserWarned(ctx context.Context, tx bun.IDB, id wireid.ID) error {
	_, err := database.Exec(ctx, tx, "UPDATE post_exposures SET is_looked = 1 WHERE post_id = ?", id)
	return err
}

// Expose stores, before the request goes out, that the cloud may have the post from now on and
// publish it at due.
func (*CloudPosts) Expose(ctx context.Context, tx bun.IDB, id wireid.ID, due wiretime.Time) error {
	return expose(ctx, tx, id, due, false)
}

// RecordFoundInCloud stores that the cloud turned out to have the post.
func (*CloudPosts) RecordFoundInCloud(ctx context.Context, tx bun.IDB, id wireid.ID, due wiretime.Time) error {
	return expose(ctx, tx, id, due, true)
}

func expose(ctx context.Context, tx bun.IDB, id wireid.ID, due wiretime.Time, isThere bool) error {
	_, err := database.Exec(ctx, tx, `INSERT INTO post_exposures (post_id, due_at, is_there) SELECT id, ?2, ?3 FROM posts WHERE id = ?1
		ON CONFLICT (post_id) DO UPDATE SET due_at = min(due_at, excluded.due_at), is_there = excluded.is_there, is_looked = 0`, id, due, isThere)
	if err != nil {
		return fmt.Errorf("note that the cloud may have a post: %w", err)
	}
	return nil
}

// HeldForCloud is the reason of a job whose post the cloud has although this database does not say
// so.
var HeldForCloud = jobs.Reason{Wait: "CLOUD", Text: "the cloud worker has the post"}

// RecordGoneFromCloud stores that the cloud does not have the post any more. What waits here for
// that goes on at once.
func (c *CloudPosts) RecordGoneFromCloud(ctx context.Context, tx bun.IDB, id wireid.ID) error {
	_, err := database.Exec(ctx, tx, "UPDATE post_exposures SET is_there = 0 WHERE post_id = ?", id)
	if err != nil {
		return fmt.Errorf("note that the cloud does not have a post: %w", err)
	}
	post, err := SelectPost(ctx, tx, id)
	if isNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return c.queue.MakeDue(ctx, tx, post.SocialAccountID.String(), HeldForCloud.Wait)
}

// FoundInCloud returns the posts of which RecordFoundInCloud was the last word.
func (c *CloudPosts) FoundInCloud(ctx context.Context) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, c.db, "SELECT post_id FROM post_exposures WHERE is_there = 1 ORDER BY post_id")
}

// Knows reports whether there is, or was, a post with the id.
func (c *CloudPosts) Knows(ctx context.Context, id wireid.ID) (bool, error) {
	n, err := database.Value[int](ctx, c.db, "SELECT (SELECT count(*) FROM posts WHERE id = ?1) + (SELECT count(*) FROM posts_archive WHERE id = ?1)", id)
	return n > 0, err
}

// checkNotLive refuses a draft that the cloud has published, or has: published once more it would
// be live twice.
func checkNotLive(ctx context.Context, tx bun.IDB, id wireid.ID) error {
	e, found, err := SelectExposure(ctx, tx, id)
	if err != nil || !found {
		return err
	}
	if e.IsThere {
		return apperror.New(apperror.InvalidStatus, "the cloud worker has this draft, and publishes it at %s; have it cancelled there first (crier cloud cancel %s), or take it over as it is there (crier cloud adopt %s)", e.DueAt, id, id)
	}
	live, err := database.Values[string](ctx, tx, "SELECT coalesce(media_id, '') FROM attempts WHERE post_id = ? AND verdict = 'live' LIMIT 1", id)
	if err != nil || len(live) == 0 {
		return err
	}
	return apperror.New(apperror.InvalidStatus, "the cloud worker has published this draft already; to publish the same once more, make a new post")
}
