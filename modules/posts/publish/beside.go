package publish

import (
	"context"
	"errors"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/intent"
	"crier/platform/jobs"

	"github.com/uptrace/bun"
)

// besideLife is what the lives have in common that stand beside a PUBLISHED post. They never change
// its status: each has a job of its own, is repeated like any work, and says on the post how it
// ended.
type besideLife struct {
	of   *publication
	side side
	// refusal is why the latest call took no effect: what the network said to it, or what was read
	// since. isProven says that it certainly took none: it was read, or the call has not left this
	// machine.
	refusal  string
	isProven bool
}

// side is what each of them has of its own.
type side interface {
	fail(ctx context.Context, v failure.Failure) error
	stage() stage
	// watchLater puts off what is live already, and is only to be read back.
	watchLater(ctx context.Context, why string) error
	// dropPrepared forgets what was prepared.
	dropPrepared(u *database.Update)
}

func wordsBeside() words {
	return words{
		unreadable: failure.Failure{Code: apperror.UnknownError, Message: "the record of what was sent for it cannot be read"},
		unknown: func(why string) failure.Failure {
			return failure.Failure{Code: apperror.UnknownError, Message: "what became of it is not known (" + why + ")"}
		},
		tooOften: "the network did not carry out the call in %d attempts",
	}
}

// late returns how long ago the work was to begin.
func (b *besideLife) late() time.Duration { return b.of.clock.JobAge(b.of.run.Claim.Job) }

func (*besideLife) sayAway(context.Context, bun.IDB, string) error { return nil }

// isKept ends what keeps taking the process down. Nothing else keeps it back.
func (b *besideLife) isKept(ctx context.Context, _ stage) (bool, error) {
	limit := maxInterruptions
	if b.of.run.Last.IsOpen() {
		limit = maxResolveInterruptions
	}
	if b.of.run.Claim.Job.Interruptions < limit {
		return false, nil
	}
	return true, b.side.fail(ctx, failure.Failure{Code: apperror.UnknownError, Message: "Crier ended again and again in the middle of it"})
}

func (b *besideLife) begin(ctx context.Context) (ended bool, err error) {
	return false, b.of.work.Identify(ctx)
}

func (b *besideLife) prepareAgain(ctx context.Context) (ref string, err error) {
	b.of.journal.reuseBaseline(b.of.run.Last.SeenBefore)
	return b.of.work.Prepare(ctx)
}

func (b *besideLife) intend(ctx context.Context, ref string, _ bool, also func(context.Context, bun.IDB) error) (intent.Intent, error) {
	permission, err := b.of.journal.intend(ctx, ref, b.of.run.Claim.Progress, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(b.of.run.Exists(ctx, tx), also(ctx, tx))
	})
	if err == nil {
		b.refusal, b.isProven = "", false
	}
	return permission, err
}

// adoptReference looks for what is visible already.
func (b *besideLife) adoptReference(ctx context.Context, _ string) error { return b.of.resolve(ctx) }

// adoptUnidentified asks again which item it is: an end says its address.
func (b *besideLife) adoptUnidentified(ctx context.Context, f finding) error {
	return b.of.askLater(ctx, f.why, f.after)
}

func (b *besideLife) putQuestionOff(ctx context.Context, why string, pause, counted time.Duration) error {
	return b.of.run.Claim.Snooze(ctx, pause, becauseUnknown(why), func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(b.of.run.Exists(ctx, tx), attempt.AddAskedTime(ctx, tx, b.of.run.Last.Seq, counted.Milliseconds()))
	})
}

func (b *besideLife) handleRefusal(ctx context.Context, r channel.Refusal, err error) error {
	if r.IsUnknown {
		return b.of.run.Claim.Retry(ctx, firstAskPause, r.Message, b.of.journal.recordEnd)
	}
	b.refusal, b.isProven = r.Message, r.IsNotSent
	return b.handleError(ctx, known{call: isMade}, err)
}

func (b *besideLife) handleError(ctx context.Context, known known, err error) error {
	if known.why != "" {
		b.refusal, b.isProven = known.why, true
	}
	p := b.of
	if _, ok := errors.AsType[*lookalikeError](err); ok {
		return p.lives.postpone(ctx, p.run.Claim, p.journal.untilLookalike(), b.clearing(failure.Failure{}))
	}
	v := judge(ctx, p.lives.accounts, p.run, err)
	if v.Action == failure.Unhandled {
		return err
	}
	if failure.IsNotReached(err) && !b.isTooLate() {
		_, held := p.reach.noteLost(err, longestOfflinePause)
		return p.lives.postpone(ctx, p.run.Claim, held, b.clearing(v))
	}
	p.log.Warn("posts: a step beside a published post failed", "post", p.run.Post.ID, "channel", p.ch.Name(), "code", v.Code, "error", err)
	isAsked := p.run.Last.IsOpen() && b.refusal == ""
	switch {
	case b.side.stage() == isLive:
		return b.side.watchLater(ctx, v.Message)
	case isAsked && v.Action != failure.GiveUp && failure.IsSilent(err):
		return p.askSilentLater(ctx, v.Message, v.After)
	case isAsked && v.Action != failure.GiveUp && (v.Action != failure.Wait || !p.run.Last.IsLimited):
		return p.askLater(ctx, v.Message, v.After)
	case v.Action == failure.Wait && !p.isLimitedTooLong(v):
		return p.lives.postpone(ctx, p.run.Claim, untilLimitEnds(p.lives.accounts, p.run.Post, v.Message, v.After), b.clearing(v))
	case v.Action == failure.GiveUp, v.Action == failure.Wait, p.run.Claim.Job.LastAttempt():
		return b.side.fail(ctx, v)
	}
	return p.run.Claim.Retry(ctx, jobs.Backoff(p.run.Failed()+1), v.Message, b.clearing(v))
}

// isTooLate reports whether it has waited for long enough to reach the network. Once its call was
// made, what counts is for how long Crier has run since.
func (b *besideLife) isTooLate() bool {
	if b.of.run.Last.IsOpen() {
		return b.of.isSilentTooLong()
	}
	return b.late() > b.of.lateness.Grace
}

// clearing returns what settles an attempt that is proved to have taken no effect, notes that one
// was refused, which the network may have carried out all the same, and drops what was prepared
// where the failure asks for that.
func (b *besideLife) clearing(v failure.Failure) func(context.Context, bun.IDB) error {
	run, journal := b.of.run, b.of.journal
	return func(ctx context.Context, tx bun.IDB) error {
		err := run.Exists(ctx, tx)
		switch {
		case b.refusal == "":
		case !b.isProven && v.Action == failure.Wait:
			err = errors.Join(err, journal.recordLimit(true, b.refusal)(ctx, tx))
		case !b.isProven:
			err = errors.Join(err, journal.recordAnswer(true, b.refusal)(ctx, tx))
		default:
			err = errors.Join(err, journal.settle(ctx, tx, absent("it took no effect: "+b.refusal)))
		}
		if v.Action != failure.Remake {
			return err
		}
		return errors.Join(err, posts.Update(ctx, tx, run.Post.ID, b.of.clock.Stored(), b.side.dropPrepared))
	}
}

// settled returns the failure with what is known of the call. What the network refused, or did not
// answer, it may have carried out all the same: that is looked for afterwards.
func (b *besideLife) settled(v failure.Failure) failure.Failure {
	switch {
	case v.Absent != "" || b.refusal == "":
	case b.isProven:
		v.Absent = b.refusal
	default:
		v.Answer = b.refusal
	}
	return v
}

// isDoubtful reports whether the call may have had an effect.
func (b *besideLife) isDoubtful(v failure.Failure) bool {
	return b.of.run.Last.IsOpen() && v.Absent == ""
}

// endWithout ends the job without success, in one transaction with what set stores on the post.
func (b *besideLife) endWithout(ctx context.Context, v failure.Failure, set func(*database.Update)) error {
	p := b.of
	p.log.Warn("posts: beside a published post: failed", "post", p.run.Post.ID, "channel", p.ch.Name(), "code", v.Code, "reason", v.Message)
	ended := p.run.Set(p.clock.Stored(), set)
	return p.run.Claim.Fail(ctx, v.Message, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(ended(ctx, tx), p.lives.tell(ctx, tx, p.run.Post.ID), p.journal.recordPostEnd(ctx, tx, v),
			p.lives.markAccount(ctx, tx, p.run, v), p.lives.release(ctx, tx, p.run.Post), p.lives.goOnBeside(ctx, tx, p.run.Post.ID))
	})
}
