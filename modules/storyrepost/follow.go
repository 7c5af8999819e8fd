package storyrepost

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// maxFollowed bounds how many records are held against their posts in one go.
	maxFollowed = 200
	// followed is for how long after its end a record is still held against its post, which may be retried.
	followed = 7 * 24 * time.Hour
	// permalinkLife is for how long a permalink is waited for; a story has none after that.
	permalinkLife = 24 * time.Hour
)

// Follow takes the records to where their posts are, and ends those whose story has gone.
func (s *Service) Follow(ctx context.Context) error {
	now := s.now()
	if err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return expireReposts(ctx, tx, s.gone(), now) }); err != nil {
		return fmt.Errorf("end the mentions that have expired: %w", err)
	}
	open, err := selectFollowed(ctx, s.DB, wiretime.Of(now.Time().Add(-followed)), wiretime.Of(now.Time().Add(-permalinkLife)))
	if err != nil {
		return fmt.Errorf("follow the posts: %w", err)
	}
	var errs []error
	for i := range open {
		errs = append(errs, s.follow(ctx, &open[i]))
	}
	return errors.Join(errs...)
}

// follow takes one record to where its post is.
func (s *Service) follow(ctx context.Context, r *RepostRecord) error {
	post, err := s.History.Post(ctx, *r.PostID)
	if apperror.CodeOf(err) == apperror.NotFound {
		return s.move(ctx, r, Failed, func(u *bun.UpdateQuery) { u.Set("reason = ?", "its post was deleted") })
	}
	if err != nil {
		return err
	}
	switch post.Status {
	case posts.Published:
		return s.followPublished(ctx, r, post)
	case posts.Failed:
		return s.move(ctx, r, Failed, func(u *bun.UpdateQuery) { u.Set("reason = ?", failureOf(post)) })
	case posts.Draft:
		return s.move(ctx, r, Failed, func(u *bun.UpdateQuery) { u.Set("reason = ?", "its post was taken back and is a draft now") })
	default:
		return s.move(ctx, r, Processing, func(u *bun.UpdateQuery) { u.Set("reason = NULL") })
	}
}

func (s *Service) followPublished(ctx context.Context, r *RepostRecord, post posts.Post) error {
	if r.Status != Published {
		return s.move(ctx, r, Published, func(u *bun.UpdateQuery) {
			u.Set("reason = NULL, permalink = ?, published_at = ?", post.SNPermalink, post.PublishedAt)
		})
	}
	if r.Permalink != nil || post.SNPermalink == nil {
		return nil
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return setPermalink(ctx, tx, r.ID, *post.SNPermalink) })
}

func failureOf(post posts.Post) string {
	if post.ErrorMessage == nil || *post.ErrorMessage == "" {
		return "its post has failed"
	}
	return *post.ErrorMessage
}

// move changes the record's status from the one that it was read in, if it is another.
func (s *Service) move(ctx context.Context, r *RepostRecord, to Status, set func(*bun.UpdateQuery)) error {
	if r.Status == to || !r.Status.CanBecome(to) {
		return nil
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := moveRepost(ctx, tx, r.ID, r.Status, to, s.now(), set)
		return err
	})
}

// Resume is Follow, and goes on with what waits for a video, or was interrupted after its file was fetched.
func (s *Service) Resume(ctx context.Context) error {
	if err := s.putBack(ctx); err != nil {
		return err
	}
	left, err := selectUnposted(ctx, s.DB)
	if err != nil {
		return fmt.Errorf("resume reposts: %w", err)
	}
	var errs []error
	for _, r := range left {
		if r.MediaFileID != nil {
			errs = append(errs, s.resume(ctx, r.ID, r.SocialAccountID))
		}
	}
	return errors.Join(append(errs, s.Follow(ctx))...)
}

// resume goes on with a record of which the file is there: the network is not asked.
func (s *Service) resume(ctx context.Context, id, account wireid.ID) error {
	config, err := s.configFor(ctx, account)
	if err != nil {
		return err
	}
	c := s.atOnce(account)
	c.resumes = true
	if err = s.carryOn(ctx, c, id, config); isSaid(err) {
		return nil
	}
	return err
}

// configFor returns the account's configuration, the default one when it has none.
func (s *Service) configFor(ctx context.Context, account wireid.ID) (*StoryRepostConfig, error) {
	config, err := selectConfig(ctx, s.DB, account)
	if config == nil && err == nil {
		config = newConfig(s.Accounts.UserID(), account, s.now())
	}
	return config, err
}

// putBack lets what was interrupted before its file was there wait again as it did before.
func (s *Service) putBack(ctx context.Context) error {
	left, err := selectUnposted(ctx, s.DB)
	if err != nil {
		return fmt.Errorf("find interrupted reposts: %w", err)
	}
	for i := range left {
		leave, free := s.working.take(left[i].ID)
		if !free || left[i].MediaFileID != nil {
			if free {
				leave()
			}
			continue
		}
		to := Detected
		if left[i].IsAutomatic {
			to = Pending
		}
		err := s.move(ctx, &left[i], to, func(u *bun.UpdateQuery) { u.Where("media_file_id IS NULL").Set("reason = ?", "interrupted") })
		leave()
		if err != nil {
			return err
		}
	}
	return nil
}
