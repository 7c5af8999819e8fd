package storyrepost

import (
	"context"
	"errors"
	"fmt"

	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Resume follows the posts, and resumes what waits for a video or was
// interrupted after the download.
func (s *reposter) Resume(ctx context.Context) error {
	if err := s.putBack(ctx); err != nil {
		return err
	}
	left, err := selectUnposted(ctx, s.db)
	if err != nil {
		return fmt.Errorf("resume reposts: %w", err)
	}
	var errs []error
	for _, r := range left {
		if r.MediaFileID != nil {
			errs = append(errs, s.resume(ctx, r.ID, r.SocialAccountID))
		}
	}
	return errors.Join(append(errs, s.records.Follow(ctx))...)
}

// resume continues with a record whose file is stored already, without a call to the network.
func (s *reposter) resume(ctx context.Context, id, account wireid.ID) error {
	config, err := s.configs.orDefault(ctx, s.db, account)
	if err != nil {
		return err
	}
	err = s.carryOn(ctx, id, task{caller: s.network.atOnce(account), config: config, isResumed: true})
	if isExplained(err) {
		return nil
	}
	return err
}

// putBack makes records that were interrupted before they had a file wait again as before.
func (s *reposter) putBack(ctx context.Context) error {
	left, err := selectUnposted(ctx, s.db)
	if err != nil {
		return fmt.Errorf("find interrupted reposts: %w", err)
	}
	for i := range left {
		leave, free := s.busy.TryLock(left[i].ID)
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
		err := s.records.move(ctx, &left[i], to, func(u *bun.UpdateQuery) { u.Where("media_file_id IS NULL").Set("reason = ?", "interrupted") })
		leave()
		if err != nil {
			return err
		}
	}
	return nil
}
