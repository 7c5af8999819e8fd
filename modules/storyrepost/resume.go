package storyrepost

import (
	"context"
	"errors"
	"fmt"

	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// maxTries is how often the work on a repost is begun that takes the process down. Without a bound,
// a repost whose file is stored would take it down at each start.
const maxTries = 3

// Resume follows the posts, and resumes what waits for a video or was interrupted after the
// download.
func (s *reposter) Resume(ctx context.Context) error {
	return errors.Join(s.takeUp(ctx, true), s.records.Follow(ctx))
}

// putBack has what was interrupted wait again, as far as it cannot go on from where it was.
func (s *reposter) putBack(ctx context.Context) error { return s.takeUp(ctx, false) }

// takeUp takes up the records that are PROCESSING, have no post, and that nobody works on. With
// goesOn those go on that can.
func (s *reposter) takeUp(ctx context.Context, goesOn bool) error {
	left, err := selectUnposted(ctx, s.db)
	if err != nil {
		return fmt.Errorf("find interrupted reposts: %w", err)
	}
	var errs []error
	for _, r := range left {
		errs = append(errs, s.takeUpOne(ctx, r.ID, goesOn))
	}
	return errors.Join(errs...)
}

func (s *reposter) takeUpOne(ctx context.Context, id wireid.ID, goesOn bool) error {
	leave, free := s.busy.TryLock(id)
	if !free {
		return nil
	}
	defer leave()
	// It is read under the lock: what nobody works on now may have been worked on before.
	r, err := selectRepost(ctx, s.db, id)
	if err != nil || r == nil || r.Status != Processing || r.PostID != nil {
		return err
	}
	if r.Tries >= maxTries {
		s.log.Warn("storyrepost: Crier ended in the middle of a repost again and again, it is not tried any more", "record", id, "tries", r.Tries)
		return s.end(ctx, r, &refusal{Failed, reasonDeaths})
	}
	config, err := s.configs.orDefault(ctx, s.db, r.SocialAccountID)
	if err != nil {
		return err
	}
	if _, err := s.configs.accounts.Account(ctx, s.db, r.SocialAccountID); apperror.CodeOf(err) == apperror.NotFound {
		return nil // The account belongs to the other network mode.
	} else if err != nil {
		return err
	}
	if r.MediaFileID == nil || !s.mayGoOn(r, config) {
		return s.wait(ctx, r, config)
	}
	if !goesOn {
		return nil
	}
	return s.resume(ctx, r, config)
}

// mayGoOn reports whether a repost that was interrupted may go on now: a repost by itself as it may
// begin, and one that the user has asked for while the story lives and calls do not rest.
func (s *reposter) mayGoOn(r *RepostRecord, config *StoryRepostConfig) bool {
	now := s.clock.Now()
	if r.isExpired(s.gone()) || config.isPaused(now) {
		return false
	}
	return !r.IsAutomatic || config.IsEnabled && config.AutoRepostEnabled && !config.quietHours(s.configs.zone).covers(now)
}

// wait makes a record wait again as before: for its turn, if reposts by themselves are still
// wanted, or for the user. What was fetched is kept.
func (s *reposter) wait(ctx context.Context, r *RepostRecord, config *StoryRepostConfig) error {
	to := Detected
	if r.IsAutomatic && config.AutoRepostEnabled {
		to = Pending
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		moved, err := moveRepost(ctx, tx, r.ID, Processing, to, s.now(), func(u *bun.UpdateQuery) { u.Set("reason = ?", reasonInterrupted) })
		if err != nil || !moved {
			return err
		}
		return s.configs.planAgain(ctx, tx, r.SocialAccountID)
	})
}

// resume continues with a record whose file is stored already, without a call to the network.
func (s *reposter) resume(ctx context.Context, r *RepostRecord, config *StoryRepostConfig) error {
	if waits, err := s.isBeingEdited(ctx, r, config); err != nil || waits {
		return err
	}
	err := s.carryOn(ctx, r.ID, task{caller: s.network.atOnce(r.SocialAccountID), config: config, isResumed: true})
	if isExplained(err) {
		return nil
	}
	return err
}

// isBeingEdited reports whether the record waits for the signature in its video. To look is no try.
func (s *reposter) isBeingEdited(ctx context.Context, r *RepostRecord, config *StoryRepostConfig) (bool, error) {
	if config.SignatureOverlay == nil {
		return false, nil
	}
	made, err := s.editor.Edits(ctx, *r.MediaFileID)
	if apperror.CodeOf(err) == apperror.NotFound {
		return false, nil // It is fetched again.
	}
	return err == nil && made.Conversion != nil && made.Conversion.State != media.ConversionFailed, err
}
