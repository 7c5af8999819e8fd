package publish

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/page"
	"crier/modules/posts/publish/timing"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/jobs"
	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

// errorCode and errorMessage say why.
type sharing struct {
	*sharings
	run      *channel.Run
	work     *page.Work
	journal  *journal
	resolver *resolver
	// refusal is why the latest attempt took no effect: what the network said to the call, or what
	// was read since.
	refusal string
	// isProven says that the refusal proves that the call took no effect: it was read, or the call
	// has not left this machine.
	isProven bool
}

// sharings are what the shares of all posts have in common.
type sharings struct {
	clock    *timing.Clock
	log      *slog.Logger
	reach    *reach
	lives    *lives
	lateness Lateness
}

// age returns how long ago the share was to begin.
func (s *sharing) age() time.Duration { return s.clock.JobAge(s.run.Claim.Job) }

// call was made, what counts is for how long Crier has run since.
func (s *sharing) isTooLate() bool {
	if s.run.Last.IsOpen() {
		return isSilentTooLong(s.clock, s.run, s.lateness.Grace, s.age())
	}
	return s.age() > s.lateness.Grace
}

// where the failure asks for that.
func (s *sharing) clearing(v failure.Failure) func(context.Context, bun.IDB) error {
	return func(ctx context.Context, tx bun.IDB) error {
		err := s.run.Exists(ctx, tx)
		switch {
		case s.refusal == "":
		case !s.isProven && v.Action == failure.Wait:
			err = errors.Join(err, s.journal.recordLimit(true, s.refusal)(ctx, tx))
		case !s.isProven:
			err = errors.Join(err, s.journal.recordAnswer(true, s.refusal)(ctx, tx))
		default:
			err = errors.Join(err, s.journal.settle(ctx, tx, absent("it took no effect: "+s.refusal)))
		}
		if v.Action != failure.Remake {
			return err
		}
		return errors.Join(err, posts.Update(ctx, tx, s.run.Post.ID, s.clock.Stored(), func(u *database.Update) {
			u.Set("share_object_id = NULL, share_object_at = NULL, share_uri = NULL")
		}))
	}
}

// what it ends with where nobody knows.
const (
	notShared   = "published, but not shared to the Page: "
	mayBeOnPage = "; it may be on the Page: look there before you share it by hand"
)

// refused, or did not answer, it may have carried out all the same: that is looked for afterwards.
func (s *sharing) giveUp(ctx context.Context, v failure.Failure) error {
	failpoint.Reach("posts.share.failing")
	s.log.Warn("posts: not shared to the Page", "post", s.run.Post.ID, "code", v.Code, "reason", v.Message)
	timeline.Note(ctx, "the post is not shared to the Page: %s", v.Message)
	says, doubt, settled := notShared+secrets.HideKeys(v.Message), posts.NoDoubt, ""
	if s.run.Last.IsOpen() && !s.isProven {
		says, doubt, settled = says+mayBeOnPage, posts.MayBeOnPage, says+"; it is not on the Page"
	}
	ended := s.run.Set(s.clock.Stored(), func(u *database.Update) {
		u.Set("share_state = NULL, share_uri = NULL")
		u.Set("error_code = ?, error_message = ?, doubt = ?, settled_message = nullif(?, '')", v.Code, says, doubt, settled)
	})
	return s.run.Claim.Fail(ctx, v.Message, func(ctx context.Context, tx bun.IDB) error {
		if s.isProven {
			v.Absent = s.refusal
		} else {
			v.Answer = s.refusal
		}
		return errors.Join(ended(ctx, tx), s.journal.recordPostEnd(ctx, tx, v), s.lives.markAccount(ctx, tx, s.run, v), s.lives.release(ctx, tx, s.run.Post))
	})
}

// giveUpUnknown ends the share, which may be on the Page.
func (s *sharing) giveUpUnknown(ctx context.Context, why string) error {
	return s.giveUp(ctx, failure.Failure{Code: apperror.UnknownError, Message: "what became of it is not known (" + why + ")"})
}

// the processing failed is said on the post.
func (s *sharing) watch(ctx context.Context) error {
	shown, err := s.work.ReadBack(ctx, *s.run.Post.PartnerPostID)
	if _, ok := errors.AsType[*channel.Processing](err); ok {
		return s.watchAgain(ctx, "the Page processes the video")
	}
	if broken, ok := errors.AsType[*failure.Error](err); ok {
		return s.giveUp(ctx, broken.Failure)
	}
	if err != nil {
		return err
	}
	return s.end(ctx, *shown.Permalink)
}

// the share has ended well.
func (s *sharing) watchLater(ctx context.Context, why string) error {
	if s.clock.Elapsed(s.run.Last) >= askTimeout || !s.work.IsIdentified() {
		return s.end(ctx, page.Address(s.run.Post, *s.run.Post.PartnerPostID))
	}
	return s.watchAgain(ctx, why)
}

func (s *sharing) watchAgain(ctx context.Context, why string) error {
	return s.run.Claim.Snooze(ctx, channel.AskPause(s.clock.Elapsed(s.run.Last)), jobs.Reason{Wait: "PAGE", Text: why}, s.run.Exists)
}

// end ends the share well.
func (s *sharing) end(ctx context.Context, address string) error {
	failpoint.Reach("posts.share.ending")
	timeline.Note(ctx, "the share to the Page is done: %s", address)
	return s.run.Claim.Complete(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.IDB) error {
		err := posts.Update(ctx, tx, s.run.Post.ID, s.clock.Stored(), func(u *database.Update) {
			u.Set("share_state = NULL, share_uri = NULL, partner_permalink = ?", address)
		})
		return errors.Join(err, s.lives.release(ctx, tx, s.run.Post))
	})
}
