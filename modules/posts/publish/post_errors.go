package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/instance"
	"crier/platform/jobs"

	"github.com/uptrace/bun"
)

func (l *postLife) handleError(ctx context.Context, known known, err error) error {
	switch known.call {
	case isAsked:
		return l.handleUnreadable(ctx, err)
	case isAbsent:
		return l.handleErrorNotLive(ctx, err)
	case isNotIntended:
		return l.handleErrorOfIntent(ctx, known.why, err)
	case isMade:
		return err
	case isUnsent:
	}
	return l.handleErrorBefore(ctx, err)
}

// earlyError says by how much the post's time has not come by the network's clock.
type earlyError struct{ by time.Duration }

func (e *earlyError) Error() string {
	return "posts: by the network's clock the post is not due for " + e.by.String()
}

// handleErrorBefore ends or puts off the job after an attempt that did not end the post.
func (l *postLife) handleErrorBefore(ctx context.Context, err error) error {
	if waiting, ok := errors.AsType[*channel.Processing](err); ok {
		return l.waitForMedia(ctx, waiting)
	}
	held, own := l.holdFor(ctx, err)
	if own != nil {
		return own
	}
	if held != nil {
		return l.hold(ctx, held)
	}
	v := judge(ctx, l.accounts, l.run, err)
	// From the intent on only reads decide, and the next run makes them.
	if v.Action == failure.Unhandled || l.run.Post.Status != posts.Processing {
		return err
	}
	l.log.Warn("posts: an attempt failed", "post", l.run.Post.ID, "code", v.Code, "error", err)
	if l.journal.mayBeLive() {
		v.Message, v.Certain = v.Message+"; the post may be live from an earlier attempt, and a retry asks the network first", v.Message+posts.NotLive
	}
	switch {
	case v.Action == failure.Wait && !l.of.isLimitedTooLong(v):
		return l.putOff(ctx, v)
	case v.Action == failure.GiveUp, v.Action == failure.Wait, l.run.Claim.Job.LastAttempt():
		return l.fail(ctx, v)
	}
	return l.retry(ctx, v)
}

// holdFor returns the hold that an error asks for, nil where it is a failure.
func (l *postLife) holdFor(ctx context.Context, err error) (*hold, error) {
	if early, ok := errors.AsType[*earlyError](err); ok {
		return l.of.gate.forClock(l.run, early.by), nil
	}
	if failure.IsNotReached(err) && l.run.Post.Status == posts.Processing {
		return l.of.gate.offline(l.run, err), nil
	}
	if l.of.gate.isUnasked(l.run, err) {
		return l.of.gate.unasked(l.run, err)
	}
	if alike, ok := errors.AsType[*lookalikeError](err); ok {
		return l.journal.untilLookalikeOf(ctx, alike), nil
	}
	if isQuarantined(err) {
		return forQuarantine(), nil
	}
	return nil, nil
}

// handleUnreadable puts the question off, or fails the post when its account can no longer be
// asked.
func (l *postLife) handleUnreadable(ctx context.Context, err error) error {
	v := judge(ctx, l.accounts, l.run, err)
	if v.Action == failure.Unhandled {
		return err
	}
	if pause := l.of.ch.Rules().LimitedPause; pause > 0 && v.Code == apperror.RateLimited {
		return l.of.askLater(ctx, v.Message, pause)
	}
	if v.Action == failure.GiveUp && v.Code != apperror.UnknownError {
		v.Message, v.Certain = v.Message+"; whether the post is live could not be read: "+posts.LookFirst, v.Message+posts.NotLive
		return l.fail(ctx, v)
	}
	if v.Action == failure.Wait && l.run.Last.IsLimited && !l.of.isLimitedTooLong(v) {
		return l.putCallOff(ctx, v.Message, v.After, l.run.Exists) // The limit has not passed.
	}
	if failure.IsNotReached(err) {
		return l.of.askWhenReached(ctx, err, longestOfflinePause)
	}
	if failure.IsSilent(err) {
		return l.of.askSilentLater(ctx, v.Message, v.After)
	}
	return l.of.askLater(ctx, v.Message, v.After)
}

// handleErrorNotLive deals with a failure before the call is repeated, when it is known that the
// post is not live.
func (l *postLife) handleErrorNotLive(ctx context.Context, err error) error {
	if failure.IsNotReached(err) {
		return l.waitUnsent(ctx, err, nothing)
	}
	v := judge(ctx, l.accounts, l.run, err)
	switch v.Action {
	case failure.Unhandled:
		return err
	case failure.GiveUp:
		v.Absent = "it was proved not to be live"
		return l.fail(ctx, v)
	default:
		return l.run.Claim.Retry(ctx, jobs.Backoff(l.run.Failed()+1), v.Message, nil)
	}
}

// handleErrorOfIntent deals with an error of writing the repeated attempt down, when it is known
// that the earlier call took no effect.
func (l *postLife) handleErrorOfIntent(ctx context.Context, why string, err error) error {
	if _, ok := errors.AsType[*lookalikeError](err); ok {
		// What is known is written down, or two that look the same would wait for each other.
		return l.postpone(ctx, l.run.Claim, l.journal.untilLookalike(), func(ctx context.Context, tx bun.IDB) error {
			return errors.Join(l.run.Exists(ctx, tx), l.journal.settlePrevious(ctx, tx, why))
		})
	}
	v := failure.Judge(err, l.run.Failed())
	if v.Action != failure.GiveUp {
		return err
	}
	v.Message, v.Absent = v.Message+"; the post is not live", "it was proved not to be live"
	return l.fail(ctx, v)
}

// handleRefusal decides what follows a call that did not succeed. The network may have carried out
// what it refused, so that such an answer does not settle the attempt: reads do, also after the end
// of the post.
func (l *postLife) handleRefusal(ctx context.Context, r channel.Refusal, err error) error {
	if failure.IsNotReached(err) && !r.IsUnknown {
		return l.waitUnsent(ctx, err, l.journal.recordUnsent(r))
	}
	v := ofFormerToken(ctx, l.accounts, l.run, r.Failure)
	switch {
	case r.IsNotTaken:
		return l.run.Claim.Retry(ctx, firstAskPause, v.Message, func(ctx context.Context, tx bun.IDB) error {
			return l.journal.settle(ctx, tx, absent("the network did not take the call: "+v.Message))
		})
	case v.Action == failure.Wait && !l.of.isLimitedTooLong(v):
		return l.waitForLimit(ctx, r)
	case v.Action == failure.Wait:
	case r.IsUnknown || r.IsNotSent || v.Action == failure.Again:
		return l.run.Claim.Retry(ctx, firstAskPause, v.Message, l.journal.recordAnswer(r.IsAnswer, r.Message))
	}
	if r.IsUndocumented || r.IsUnknown {
		// What an error means that nobody has heard of, reads tell.
		l.of.resolver.isRefused = r.IsUndocumented
		f, err := l.of.resolver.resolve(ctx)
		switch {
		case isInterrupted(ctx, err):
			return err
		case err == nil && f.verdict == verdictLive:
			return l.of.adopt(ctx, f)
		}
	}
	v.Answer = v.Message
	return l.fail(ctx, v)
}

// waitUnsent puts a post off, together with what also does, whose call was not sent, or is known to
// have taken no effect, until the network can be reached. That is no attempt. The post fails when
// it would come too late.
func (l *postLife) waitUnsent(ctx context.Context, cause error, also func(context.Context, bun.IDB) error) error {
	held := l.of.gate.offline(l.run, cause)
	if v := held.failure; v != nil {
		v.Absent = "the call was not sent"
		return l.fail(ctx, *v)
	}
	return l.postpone(ctx, l.run.Claim, held, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(l.run.Exists(ctx, tx), l.say(ctx, tx, held.code, held.says), also(ctx, tx))
	})
}

// waitForLimit puts the publish call off until a limit of the network has passed. Such an answer
// may come although the post went live, so that the network is asked before.
func (l *postLife) waitForLimit(ctx context.Context, r channel.Refusal) error {
	after, why := r.After, r.Message
	if r.IsUnknown {
		why += "; the post may be live all the same"
		calls, err := l.calls(ctx)
		if err != nil {
			return err
		}
		after = blockedPause(after, calls)
		if err := l.run.Claim.Sleep(ctx, firstAskPause); err != nil {
			return err
		}
		said, err := l.of.work.Status(ctx, l.run.Last)
		failpoint.Reach("posts.limit.read")
		if err == nil && said.State == channel.Visible {
			return l.of.resolve(ctx)
		}
	}
	return l.putCallOff(ctx, why, after, l.journal.recordLimit(r.IsAnswer, r.Message))
}

// calls returns how many calls were sent for the post while Crier ran for a day.
func (l *postLife) calls(ctx context.Context) (n int, err error) {
	all, err := attempt.OfPost(ctx, l.journal.db, l.run.Post.ID)
	for _, a := range all {
		if a.Channel == l.of.ch.Name() && l.clock.RanSince(a) < limitTimeout {
			n++
		}
	}
	return n, err
}

// longestBlock is the longest pause between two calls that the network blocks.
const longestBlock = 4 * time.Hour

// blockedPause returns the pause after so many calls, at least 1, the last of which the network
// blocked as spam. It doubles from the first on: each call that looks like spam prolongs the block,
// and may be the one that takes effect unnoticed.
func blockedPause(first time.Duration, calls int) time.Duration {
	pause := first
	for ; calls > 1 && pause < longestBlock; calls-- {
		pause *= 2
	}
	return max(first, min(pause, longestBlock))
}

// heldForQuarantine is what the job of a post says whose call the data folder must not make.
var heldForQuarantine = jobs.Reason{Wait: "QUARANTINE", Text: "the data folder may be older than what was done with it"}

// quarantinePause is how long such a post is put off, where its job is claimed at all.
const quarantinePause = time.Minute

func isQuarantined(err error) bool {
	return errors.Is(err, instance.ErrHeld) || errors.Is(err, instance.ErrCopy)
}

// forQuarantine puts a post off that was in work when the quarantine began. Its job is not claimed
// again before it is released.
func forQuarantine() *hold {
	return &hold{
		pause: quarantinePause, reason: heldForQuarantine, code: apperror.UnknownError,
		says: fmt.Sprintf("the post is held: %s; see: crier restore status", heldForQuarantine.Text),
	}
}
