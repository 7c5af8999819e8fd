package publish

import (
	"context"
	"errors"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/jobs"

	"github.com/uptrace/bun"
)

// sharing is one run over the share of a post. The post is PUBLISHED and stays so:

//

//	PENDING                 choose the kind, prepare a photo or a video that nobody sees

//	PENDING, intent stored  make the one call

//	SHARED                  read the address of the share, and end

//

// A refusal, a last attempt that failed and an outcome that stays unknown end the run too;

// goOn works on the share until it ended or has to wait.
func (s *sharing) goOn(ctx context.Context) error {
	limit := maxInterruptions
	if s.run.Last.IsOpen() {
		limit = maxResolveInterruptions
	}
	if s.run.Claim.Job.Interruptions >= limit {
		return s.giveUp(ctx, failure.Failure{Code: apperror.UnknownError, Message: "Crier ended again and again in the middle of it"})
	}
	return s.handleError(ctx, s.step(ctx))
}

// step goes on from where the post's own columns say that an earlier run got to.
func (s *sharing) step(ctx context.Context) error {
	if err := s.work.Identify(ctx); err != nil {
		return err
	}
	switch {
	case *s.run.Post.ShareState == posts.ShareMade:
		return s.watch(ctx)
	case s.run.Last.IsOpen():
		return s.resolve(ctx)
	}
	ref, err := s.work.Prepare(ctx)
	if err != nil {
		return err
	}
	if err := s.journal.readBaseline(ctx); err != nil {
		return err
	}
	return s.makeVisible(ctx, ref, nothing)
}

// makeVisible makes the one call that people see the effect of, once the attempt is written down.
func (s *sharing) makeVisible(ctx context.Context, ref string, also func(context.Context, bun.IDB) error) error {
	permission, err := s.journal.intend(ctx, ref, s.run.Claim.Progress, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(s.run.Exists(ctx, tx), also(ctx, tx))
	})
	if err != nil {
		return err
	}
	s.refusal = ""
	failpoint.Reach("posts.share.intended")
	id, err := s.work.Commit(ctx, permission, ref)
	if err == nil {
		failpoint.Reach("posts.share.sent")
		return s.acceptID(ctx, id)
	}
	failpoint.Reach("posts.share.refused")
	refused, ok := s.work.Refused(ctx, err)
	if !ok {
		return err
	}
	s.log.Warn("posts: the call that shares a post failed", "post", s.run.Post.ID, "error", err)
	switch {
	case refused.IsUnknown && failure.IsNotReached(err) && s.age() <= s.lateness.Grace:
		_, held := s.reach.noteLost(err, longestCallPause)
		return s.lives.postpone(ctx, s.run.Claim, held, func(ctx context.Context, tx bun.IDB) error {
			return errors.Join(s.run.Exists(ctx, tx), s.journal.recordEnd(ctx, tx))
		})
	case refused.IsUnknown:
		return s.run.Claim.Retry(ctx, firstAskPause, refused.Message, s.journal.recordEnd)
	}
	s.refusal, s.isProven = refused.Message, refused.IsNotSent
	return err
}

// acceptID goes on with the id in the answer to the call. The id of another post says nothing about

// this share.
func (s *sharing) acceptID(ctx context.Context, id string) error {
	if owned, err := ownedItems(context.WithoutCancel(ctx), s.journal.db, s.journal.ch, []string{id}); err == nil && owned[id] {
		return s.run.Claim.Retry(ctx, firstAskPause, "the Page answered with the id of another post", s.journal.recordEnd)
	}
	return s.recordMade(ctx, liveByAnswer(id))
}

// recordMade records that the share is on the Page, before anything else: an id that is lost could

// not be told from none. It returns errOwned for an item that was found and is another post's.
func (s *sharing) recordMade(ctx context.Context, d attempt.Settlement) error {
	id := d.MediaID
	err := s.journal.storeSurely(ctx, func(ctx context.Context, tx bun.IDB) error {
		if d.How != attempt.ByAnswer {
			if err := checkUnowned(ctx, tx, s.journal.ch, id); err != nil {
				return err
			}
		}
		err := posts.Update(ctx, tx, s.run.Post.ID, s.clock.Stored(), func(u *database.Update) {
			u.Set("partner_post_id = ?, share_state = ?", id, posts.ShareMade)
		})
		return errors.Join(err, s.journal.settle(ctx, tx, d))
	})
	if err != nil {
		return err
	}
	failpoint.Reach("posts.share.made")
	state := posts.ShareMade
	s.run.Post.PartnerPostID, s.run.Post.ShareState = &id, &state
	s.log.Info("posts: shared to the Page", "post", s.run.Post.ID, "page_post", id)
	timeline.Note(ctx, "the post is on the Page as %s", id)
	return s.watch(ctx)
}

// handleError ends or puts off the job after a step that failed.
func (s *sharing) handleError(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	job := s.run.Claim.Job
	if _, ok := errors.AsType[*lookalikeError](err); ok {
		return s.lives.postpone(ctx, s.run.Claim, s.journal.untilLookalike(), s.clearing(failure.Failure{}))
	}
	v := judge(ctx, s.lives.accounts, s.run, err)
	if v.Action == failure.Unhandled {
		return err
	}
	if failure.IsNotReached(err) && !s.isTooLate() {
		_, held := s.reach.noteLost(err, longestOfflinePause)
		return s.lives.postpone(ctx, s.run.Claim, held, s.clearing(v))
	}
	s.log.Warn("posts: a step of sharing a post failed", "post", s.run.Post.ID, "code", v.Code, "error", err)
	isAsked := s.run.Last.IsOpen() && s.refusal == ""
	switch {
	case *s.run.Post.ShareState == posts.ShareMade:
		return s.watchLater(ctx, v.Message)
	case isAsked && v.Action != failure.GiveUp && failure.IsSilent(err):
		return s.askSilentLater(ctx, v.Message, v.After)
	case isAsked && v.Action != failure.GiveUp && (v.Action != failure.Wait || !s.run.Last.IsLimited):
		return s.askLater(ctx, v.Message, v.After)
	case v.Action == failure.Wait && s.age()+v.After <= limitTimeout:
		return s.lives.postpone(ctx, s.run.Claim, untilLimitEnds(s.lives.accounts, s.run.Post, v.Message, v.After), s.clearing(v))
	case v.Action == failure.GiveUp, v.Action == failure.Wait, job.LastAttempt():
		return s.giveUp(ctx, v)
	}
	return s.run.Claim.Retry(ctx, jobs.Backoff(s.run.Failed()+1), v.Message, s.clearing(v))
}

// isTooLate reports whether the share has waited for long enough to reach the network. Once its

// clearing returns what settles an attempt that is proved to have taken no effect, notes that one

// was refused, which the network may have carried out all the same, and drops what was prepared

// notShared is how the errorMessage of a post begins whose share came to nothing, and mayBeOnPage

// giveUp ends the share. The post stays PUBLISHED and says why it was not shared. What the network

// resolve finds out what became of the call that was to make the share visible, whose answer is not

// known.
func (s *sharing) resolve(ctx context.Context) error {
	f, err := s.resolver.resolve(ctx)
	failpoint.Reach("posts.share.sought")
	if err != nil {
		return err
	}
	switch f.verdict {
	case verdictLive:
		if f.item != nil {
			err := s.recordMade(ctx, attempt.Settlement{Verdict: attempt.Live, MediaID: f.item.ID, How: f.how, Evidence: f.why})
			if errors.Is(err, errOwned) {
				return s.askLater(ctx, "another post took the item", 0)
			}
			return err
		}
	case verdictDead:
		s.refusal, s.isProven = f.why, true
		return s.giveUp(ctx, f.failure)
	case verdictAbsent:
		return s.repeat(ctx, f.why)
	case verdictUnknown:
	}
	return s.askLater(ctx, f.why, f.after)
}

// repeat makes the call again that is proved to have taken no effect.
func (s *sharing) repeat(ctx context.Context, why string) error {
	s.refusal, s.isProven = why, true
	if failed := s.run.Failed(); failed >= jobs.MaxAttempts {
		return apperror.New(apperror.UnknownError, "the network did not carry out the call in %d attempts", failed)
	}
	failpoint.Reach("posts.share.proven")
	timeline.Note(ctx, "the share is not on the Page (%s): the call is made again", why)
	ref, err := s.work.Prepare(ctx)
	if err != nil {
		return err
	}
	s.journal.reuseBaseline(s.run.Last.SeenBefore)
	return s.makeVisible(ctx, ref, func(ctx context.Context, tx bun.IDB) error { return s.journal.settlePrevious(ctx, tx, why) })
}

// askLater asks again, more and more rarely and no sooner than after least, and after the

// askTimeout says on the post that nobody can tell. It is for a network that has answered.
func (s *sharing) askLater(ctx context.Context, why string, least time.Duration) error {
	asked := s.run.Last.Asked()
	if asked >= askTimeout {
		return s.giveUpUnknown(ctx, why)
	}
	pause := max(channel.AskPause(asked), least)
	return s.run.Claim.Snooze(ctx, pause, becauseUnknown(why), func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(s.run.Exists(ctx, tx), attempt.AddAskedTime(ctx, tx, s.run.Last.Seq, countedPause(pause, asked).Milliseconds()))
	})
}

// askSilentLater is askLater for a network that has not answered. That time does not count, until

// Crier has run for the grace without an answer.
func (s *sharing) askSilentLater(ctx context.Context, why string, least time.Duration) error {
	asked := s.run.Last.Asked()
	if asked >= askTimeout || isSilentTooLong(s.clock, s.run, s.lateness.Grace, s.age()) {
		return s.giveUpUnknown(ctx, why)
	}
	return s.run.Claim.Snooze(ctx, max(channel.AskPause(asked), least), becauseUnknown(why), s.run.Exists)
}

// watch waits until the Page has processed what is on it, and ends the share with its address. That

// watchLater puts the wait for the Page off. What is on the Page stays there, so that after a while
