package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/intent"
	"crier/platform/jobs"

	"github.com/uptrace/bun"
)

// firstAskPause is after how long the network is asked what became of a call that was not answered.
const firstAskPause = 3 * time.Second

// notYetGrowth is which part of the wait so far the next pause is after an answer "not yet": a
// network that needs minutes is not asked every few seconds.
const notYetGrowth = 5

// prepare returns the reference that the network has processed. While it does, what the account
// shows is read: that takes no time before the call.
func (p *publication) prepare(ctx context.Context) (ref string, err error) {
	if _, err := p.work.Prepare(ctx); err != nil {
		return "", err
	}
	if err := p.journal.readBaseline(ctx); err != nil {
		return "", err
	}
	return p.work.Await(ctx)
}

// send makes the one call that makes the post visible. An answer that says "not yet" is a certain
// one, after which the call is made again, as an attempt of its own.
func (p *publication) send(ctx context.Context, ref string, permission intent.Intent) error {
	rules := p.ch.Rules()
	for slept := time.Duration(0); ; {
		id, err := p.work.Commit(ctx, permission, ref)
		if err == nil || id != "" {
			failpoint.Reach("posts.sent")
			return p.acceptID(ctx, id)
		}
		failpoint.Reach("posts.refused")
		r, ok := p.work.Refused(ctx, err)
		if !ok {
			return err
		}
		switch isAway := failure.IsNotReached(err); {
		case isAway && !r.IsUnknown:
			return p.waitUnsent(ctx, err, p.journal.recordUnsent(r))
		case isAway && waited(p.clock, p.run) <= p.lateness.Grace:
			return p.askWhenReached(ctx, err, longestCallPause)
		}
		if !r.IsNotYet || slept >= rules.NotYetFor {
			p.log.Warn("posts: the publish call failed", "post", p.run.Post.ID, "error", err)
			return p.handleRefusal(ctx, r)
		}
		pause := max(rules.NotYetPause, slept/notYetGrowth)
		if permission, err = p.intendAgain(ctx, ref, pause); err != nil {
			return err
		}
		slept += pause
	}
}

// waitUnsent puts a post off, together with what also does, whose call was not sent, or is known to
// have taken no effect, until the network can be reached. That is no attempt. The post fails when
// it would come too late.
func (p *publication) waitUnsent(ctx context.Context, cause error, also func(context.Context, bun.IDB) error) error {
	held := p.gate.offline(p.run, cause)
	if v := held.failure; v != nil {
		v.Absent = "the call was not sent"
		return p.life.fail(ctx, *v)
	}
	return p.life.postpone(ctx, p.run.Claim, held, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(p.run.Exists(ctx, tx), p.life.say(ctx, tx, held.code, held.says), also(ctx, tx))
	})
}

// intendAgain settles an attempt that was answered with "not yet", and writes the next one down
// after a pause.
func (p *publication) intendAgain(ctx context.Context, ref string, pause time.Duration) (intent.Intent, error) {
	err := p.run.Claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		return p.journal.settle(ctx, tx, absent("the network was still working on the video"))
	})
	if err != nil {
		return intent.Intent{}, err
	}
	failpoint.Reach("posts.native.not-yet")
	p.run.Last.Verdict = attempt.Absent
	if err := p.run.Claim.Sleep(ctx, pause); err != nil {
		return intent.Intent{}, err
	}
	permission, err := p.journal.intend(ctx, ref, p.run.Claim.InTx, nothing)
	failpoint.Reach("posts.native.intended")
	return permission, err
}

// acceptID goes on with the id in the answer to the call. The id of another post says nothing about
// this one.
func (p *publication) acceptID(ctx context.Context, id string) error {
	now := p.clock.Now()
	if owned, err := ownedItems(context.WithoutCancel(ctx), p.journal.db, p.ch, []string{id}); err == nil && owned[id] {
		return p.run.Claim.Retry(ctx, firstAskPause, "the network answered with the id of another post", nil)
	}
	return p.recordLive(ctx, id, now)
}

// handleRefusal decides what follows a call that did not succeed. The network may have carried out
// what it refused, so that such an answer does not settle the attempt: reads do, also after the end
// of the post.
func (p *publication) handleRefusal(ctx context.Context, r channel.Refusal) error {
	v := ofFormerToken(ctx, p.life.accounts, p.run, r.Failure)
	switch {
	case r.IsNotTaken:
		return p.run.Claim.Retry(ctx, firstAskPause, v.Message, func(ctx context.Context, tx bun.IDB) error {
			return p.journal.settle(ctx, tx, absent("the network did not take the call: "+v.Message))
		})
	case v.Action == failure.Wait && !isLimitedTooLong(p.clock, p.run, v):
		return p.waitForLimit(ctx, r)
	case v.Action == failure.Wait:
	case r.IsUnknown || r.IsNotSent || v.Action == failure.Again:
		return p.run.Claim.Retry(ctx, firstAskPause, v.Message, p.journal.recordAnswer(r.IsAnswer, r.Message))
	}
	if r.IsUndocumented || r.IsUnknown {
		// What an error means that nobody has heard of, reads tell.
		p.resolver.isRefused = r.IsUndocumented
		f, err := p.resolver.resolve(ctx)
		switch {
		case isInterrupted(ctx, err):
			return err
		case err == nil && f.verdict == verdictLive:
			return p.adopt(ctx, f)
		}
	}
	v.Answer = v.Message
	return p.life.fail(ctx, v)
}

// waitForLimit puts the publish call off until a limit of the network has passed. Such an answer
// may come although the post went live, so that the network is asked before.
func (p *publication) waitForLimit(ctx context.Context, r channel.Refusal) error {
	after, why := r.After, r.Message
	if r.IsUnknown {
		why += "; the post may be live all the same"
		calls, err := p.calls(ctx)
		if err != nil {
			return err
		}
		after = blockedPause(after, calls)
		if err := p.run.Claim.Sleep(ctx, firstAskPause); err != nil {
			return err
		}
		said, err := p.work.Status(ctx, p.run.Last)
		failpoint.Reach("posts.limit.read")
		if err == nil && said.State == channel.Visible {
			return p.resolve(ctx)
		}
	}
	return p.life.putCallOff(ctx, why, after, p.journal.recordLimit(r.IsAnswer, r.Message))
}

// calls returns how many calls were sent for the post while Crier ran for a day.
func (p *publication) calls(ctx context.Context) (n int, err error) {
	all, err := attempt.OfPost(ctx, p.journal.db, p.run.Post.ID)
	for _, a := range all {
		if a.Channel == p.ch.Name() && p.clock.RanSince(a) < limitTimeout {
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

// resolve goes on with a post in PUBLISHING: it finds out what became of its call.
func (p *publication) resolve(ctx context.Context) error {
	wasAbsent := p.run.Last.Verdict == attempt.Absent
	err := p.work.Identify(ctx)
	switch {
	case err != nil && wasAbsent:
		return p.handleErrorNotLive(ctx, err)
	case err != nil:
		return p.handleUnreadable(ctx, err)
	case wasAbsent:
		return p.sendAgain(ctx, channel.Text(p.run.Last.Evidence))
	}
	f, err := p.resolver.resolve(ctx)
	if err != nil {
		return p.handleUnreadable(ctx, err)
	}
	return p.followFinding(ctx, f)
}

// followFinding does what follows from a finding about the open attempt.
func (p *publication) followFinding(ctx context.Context, f finding) error {
	switch f.verdict {
	case verdictLive:
		return p.adopt(ctx, f)
	case verdictAbsent:
		return p.sendAgain(ctx, f.why)
	case verdictDead:
		f.failure.Absent = f.why
		return p.life.fail(ctx, f.failure)
	default:
		return p.askLater(ctx, f.why, f.after)
	}
}

// sendAgain repeats the call for a reference that is proved not to have become visible.
func (p *publication) sendAgain(ctx context.Context, why string) error {
	failed := p.run.Failed()
	if failed >= jobs.MaxAttempts {
		return p.life.fail(ctx, failure.Failure{
			Code: apperror.UnknownError, Absent: why,
			Message: fmt.Sprintf("the network did not carry out the publish call in %d attempts; the post is not live", failed),
		})
	}
	if least, wait := backoffLeft(failed, p.clock.Elapsed(p.run.Last)); least > 0 {
		return p.run.Claim.Snooze(ctx, wait, jobs.Reason{Wait: jobs.BackOff, Text: "the post is not live; the publish call is repeated after a back-off"}, nil)
	}
	timeline.NoteAs(ctx, timeline.SentAgain, "the post is not live (%s): the publish call is sent again", why)
	ref, err := p.prepareAgain(ctx)
	if err != nil {
		return p.handleErrorNotLive(ctx, err)
	}
	permission, err := p.journal.intend(ctx, ref, p.run.Claim.InTx, func(ctx context.Context, tx bun.IDB) error { return p.journal.settlePrevious(ctx, tx, why) })
	if err != nil {
		return p.handleErrorOfIntent(ctx, why, err)
	}
	failpoint.Reach("posts.resolve.intended")
	return p.send(ctx, ref, permission)
}

// prepareAgain makes sure that the network still has what the reference names.
func (p *publication) prepareAgain(ctx context.Context) (ref string, err error) {
	if p.ch.Rules().KeepsReference {
		p.journal.reuseBaseline(p.run.Last.SeenBefore)
		return p.run.Last.Ref, nil
	}
	return p.prepare(ctx)
}

// handleErrorNotLive deals with a failure before the call is repeated, when it is known that the
// post is not live.
func (p *publication) handleErrorNotLive(ctx context.Context, err error) error {
	if failure.IsNotReached(err) {
		return p.waitUnsent(ctx, err, nothing)
	}
	v := judge(ctx, p.life.accounts, p.run, err)
	switch v.Action {
	case failure.Unhandled:
		return err
	case failure.GiveUp:
		v.Absent = "it was proved not to be live"
		return p.life.fail(ctx, v)
	default:
		return p.run.Claim.Retry(ctx, jobs.Backoff(p.run.Failed()+1), v.Message, nil)
	}
}

// handleErrorOfIntent deals with an error of writing the repeated attempt down, when it is known
// that the earlier call took no effect.
func (p *publication) handleErrorOfIntent(ctx context.Context, why string, err error) error {
	if _, ok := errors.AsType[*lookalikeError](err); ok {
		// What is known is written down, or two that look the same would wait for each other.
		return p.life.postpone(ctx, p.run.Claim, p.journal.untilLookalike(), func(ctx context.Context, tx bun.IDB) error {
			return errors.Join(p.run.Exists(ctx, tx), p.journal.settlePrevious(ctx, tx, why))
		})
	}
	v := failure.Judge(err, p.run.Failed())
	if v.Action != failure.GiveUp {
		return err
	}
	v.Message, v.Absent = v.Message+"; the post is not live", "it was proved not to be live"
	return p.life.fail(ctx, v)
}

// backoffLeft returns for how long a call is not repeated after so many attempts that have failed,
// the last one so long ago; 0 when it may be. wait is how long that is waited for.
func backoffLeft(failed int, elapsed time.Duration) (least, wait time.Duration) {
	if failed <= 0 || failed >= jobs.MaxAttempts {
		return 0, 0
	}
	return max(jobs.LeastBackoff(failed)-elapsed, 0), max(jobs.Backoff(failed)-elapsed, 0)
}
