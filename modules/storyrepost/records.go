package storyrepost

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// records are what became of the mentions. Reading them first brings them up to date with their
// posts.
type records struct {
	clocks

	db      *database.DB
	history *posts.History
}

func newRecords(db *database.DB, c clocks, history *posts.History) *records {
	return &records{c, db, history}
}

// Record returns a record as it stands now, or NOT_FOUND.
func (s *records) Record(ctx context.Context, id wireid.ID) (*RepostRecord, error) {
	if err := s.Follow(ctx); err != nil {
		return nil, err
	}
	r, err := selectRepost(ctx, s.db, id)
	if err == nil && r == nil {
		err = apperror.New(apperror.NotFound, "there is no story repost %s", id)
	}
	if err != nil {
		return nil, err
	}
	shown, err := withPictures(ctx, s.db, []RepostRecord{*r})
	return &shown[0], err
}

// maxHistory is how many records a list has at most.
const maxHistory = 500

// List returns the newest 500 records as they stand now, those of one account if it is not nil.
func (s *records) List(ctx context.Context, account *wireid.ID) ([]RepostRecord, error) {
	if err := s.Follow(ctx); err != nil {
		return nil, err
	}
	all, err := selectReposts(ctx, s.db, account, maxHistory)
	if err != nil {
		return nil, err
	}
	return withPictures(ctx, s.db, all)
}

const (
	// maxFollowed bounds how many records are compared with their posts at once.
	maxFollowed = 200
	// permalinkLife is for how long a permalink is waited for; a story has none after that.
	permalinkLife = 24 * time.Hour
)

// Follow brings the records up to date with their posts, and ends those whose story has gone. When
// nothing changes, it only reads: lists of records wait for no other write then.
func (s *records) Follow(ctx context.Context) error {
	if err := s.expire(ctx); err != nil {
		return fmt.Errorf("end the mentions that have expired: %w", err)
	}
	open, err := selectFollowed(ctx, s.db, wiretime.Of(s.clock.Now().Add(-permalinkLife)))
	if err != nil {
		return fmt.Errorf("follow the posts: %w", err)
	}
	var errs []error
	for i := range open {
		errs = append(errs, s.follow(ctx, &open[i]))
	}
	return errors.Join(errs...)
}

// expire ends the waiting records whose stories have gone.
func (s *records) expire(ctx context.Context) error {
	now, gone := s.now(), s.gone()
	if due, err := hasExpired(ctx, s.db, gone); err != nil || !due {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return expireReposts(ctx, tx, gone, now) })
}

// follow brings one record up to date with its post.
func (s *records) follow(ctx context.Context, r *RepostRecord) error {
	post, err := s.history.Post(ctx, *r.PostID)
	if apperror.CodeOf(err) == apperror.NotFound {
		return s.followDeleted(ctx, r)
	}
	if err != nil {
		return err
	}
	switch post.Status {
	case posts.Published:
		return s.followPublished(ctx, r, post)
	case posts.Failed:
		return s.move(ctx, r, Failed, func(u *bun.UpdateQuery) { u.Set("reason = ?", postFailure(post)) })
	case posts.Draft:
		return s.move(ctx, r, Failed, func(u *bun.UpdateQuery) { u.Set("reason = ?", "its post was taken back and is a draft now") })
	default:
		return s.move(ctx, r, Processing, func(u *bun.UpdateQuery) { u.Set("reason = NULL") })
	}
}

// followDeleted ends a record whose post was deleted from the history. The network is not touched
// then: a story that was published stays live.
func (s *records) followDeleted(ctx context.Context, r *RepostRecord) error {
	post, err := s.history.Deleted(ctx, *r.PostID)
	if err == nil && post.Status == posts.Published {
		return s.followPublished(ctx, r, post)
	}
	if err != nil && apperror.CodeOf(err) != apperror.NotFound {
		return err
	}
	return s.move(ctx, r, Failed, func(u *bun.UpdateQuery) { u.Set("reason = ?", "its post was deleted") })
}

func (s *records) followPublished(ctx context.Context, r *RepostRecord, post posts.Post) error {
	if r.Status != Published {
		return s.move(ctx, r, Published, func(u *bun.UpdateQuery) {
			u.Set("reason = NULL, permalink = ?, published_at = ?", post.SNPermalink, post.PublishedAt)
		})
	}
	if r.Permalink != nil || post.SNPermalink == nil {
		return nil
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return setPermalink(ctx, tx, r.ID, *post.SNPermalink) })
}

func postFailure(post posts.Post) string {
	if post.ErrorMessage == nil || *post.ErrorMessage == "" {
		return "its post has failed"
	}
	return *post.ErrorMessage
}

// move changes the record's status from the one that it was read in, if it is another.
func (s *records) move(ctx context.Context, r *RepostRecord, to Status, set func(*bun.UpdateQuery)) error {
	if r.Status == to || !r.Status.CanBecome(to) {
		return nil
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := moveRepost(ctx, tx, r.ID, r.Status, to, s.now(), set)
		return err
	})
}

// end changes all records of the account that wait, or are in work and have no post, to SKIPPED: it
// is being disconnected. The work ends without a post. The pictures of its mentions go.
func (s *records) end(ctx context.Context, tx bun.IDB, account wireid.ID) error {
	reason := reasonDisconnected
	for _, from := range []Status{Detected, Pending, Processing} {
		err := moveReposts(ctx, tx, from, Skipped, &reason, s.now(), func(u *bun.UpdateQuery) { u.Where("social_account_id = ? AND post_id IS NULL", account) })
		if err != nil {
			return err
		}
	}
	return deletePictures(ctx, tx, account)
}

// leaveToUser makes all mentions without a post wait for the user, with the reason: they may have
// been reposted without this data folder knowing. Those in work are among them; their work ends
// without a post. The quarantine itself holds the posts that were made.
func leaveToUser(ctx context.Context, tx bun.IDB, now wiretime.Time) error {
	reason := reasonOlder
	for _, from := range []Status{Pending, Processing} {
		if err := moveReposts(ctx, tx, from, Detected, &reason, now, func(u *bun.UpdateQuery) { u.Where("post_id IS NULL") }); err != nil {
			return err
		}
	}
	return explainDetected(ctx, tx, reason, now)
}
