package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/intent"
	"crier/platform/jobs"

	"github.com/uptrace/bun"
)

const (
	// maxInterruptions is how often a post may take the process down before it is put aside. The
	// message says "twice".
	maxInterruptions = 2
	// firstAskPause is after how long the network is asked what became of a call that was not
	// answered.
	firstAskPause = 3 * time.Second
	// notYetGrowth is which part of the wait so far the next pause is after an answer "not yet": a
	// network that needs minutes is not asked every few seconds.
	notYetGrowth = 5
)

// goOn works until the job ended or has to wait. What is stored says where to go on: nothing is
// begun again after a restart.
func (p *publication) goOn(ctx context.Context) error {
	at := p.life.stage()
	if at == isDone {
		return p.run.Claim.Complete(ctx, nil)
	}
	if isKept, err := p.life.isKept(ctx, at); isKept || err != nil {
		return err
	}
	switch at {
	case isLive:
		return p.life.complete(ctx)
	case isSent:
		return p.resolve(ctx)
	case isToBeSent, isDone:
	}
	return p.handleError(ctx, p.publish(ctx))
}

// publish takes it from nothing to what the network shows.
func (p *publication) publish(ctx context.Context) error {
	if ended, err := p.life.begin(ctx); ended || err != nil {
		return err
	}
	ref, err := p.prepare(ctx)
	if errors.Is(err, channel.ErrVisible) {
		return p.life.adoptReference(ctx, ref)
	}
	if err != nil {
		return err
	}
	permission, err := p.life.intend(ctx, ref, false, nothing)
	if err != nil {
		return err
	}
	p.life.reach(wasIntended)
	return p.send(ctx, ref, permission)
}

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

// send makes the one call that people see the effect of. An answer that says "not yet" is a certain
// one, after which the call is made again, as an attempt of its own.
func (p *publication) send(ctx context.Context, ref string, permission intent.Intent) error {
	rules := p.ch.Rules()
	for slept := time.Duration(0); ; {
		id, err := p.work.Commit(ctx, permission, ref)
		if err == nil || id != "" {
			p.life.reach(wasSent)
			return p.acceptID(ctx, id)
		}
		p.life.reach(wasRefused)
		r, ok := p.work.Refused(ctx, err)
		if !ok {
			return err
		}
		if r.IsUnknown && failure.IsNotReached(err) && p.life.late() <= p.lateness.Grace {
			return p.askWhenReached(ctx, err, longestCallPause)
		}
		if !r.IsNotYet || slept >= rules.NotYetFor {
			p.log.Warn("posts: the visible call failed", "post", p.run.Post.ID, "channel", p.ch.Name(), "error", err)
			return p.life.handleRefusal(ctx, r, err)
		}
		pause := max(rules.NotYetPause, slept/notYetGrowth)
		if permission, err = p.intendAgain(ctx, ref, pause); err != nil {
			return err
		}
		slept += pause
	}
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
	permission, err := p.life.intend(ctx, ref, true, nothing)
	failpoint.Reach("posts.native.intended")
	return permission, err
}

// acceptID goes on with the id in the answer to the call. The id of something else that is ours
// says nothing about this.
func (p *publication) acceptID(ctx context.Context, id string) error {
	now := p.clock.Now()
	if owned, err := ownedItems(context.WithoutCancel(ctx), p.journal.db, p.ch, []string{id}); err == nil && owned[id] {
		return p.run.Claim.Retry(ctx, firstAskPause, "the network answered with the id of another post", p.journal.recordEnd)
	}
	return p.recordLive(ctx, id, now)
}

// resolve finds out what became of the call, whose answer is not known.
func (p *publication) resolve(ctx context.Context) error {
	wasAbsent := p.run.Last.Verdict == attempt.Absent
	err := p.work.Identify(ctx)
	switch {
	case err != nil && wasAbsent:
		return p.life.handleError(ctx, known{isAbsent, channel.Text(p.run.Last.Evidence)}, err)
	case err != nil:
		return p.life.handleError(ctx, known{call: isAsked}, err)
	case wasAbsent:
		return p.sendAgain(ctx, channel.Text(p.run.Last.Evidence))
	}
	f, err := p.resolver.resolve(ctx)
	p.life.reach(wasSought)
	if err != nil {
		return p.life.handleError(ctx, known{call: isAsked}, err)
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

// sendAgain repeats the call that is proved to have taken no effect.
func (p *publication) sendAgain(ctx context.Context, why string) error {
	failed, words := p.run.Failed(), p.life.words()
	if failed >= jobs.MaxAttempts {
		return p.life.fail(ctx, failure.Failure{Code: apperror.UnknownError, Absent: why, Message: fmt.Sprintf(words.tooOften, failed)})
	}
	if words.backsOff {
		if least, wait := backoffLeft(failed, p.clock.Elapsed(p.run.Last)); least > 0 {
			return p.run.Claim.Snooze(ctx, wait, jobs.Reason{Wait: jobs.BackOff, Text: "the post is not live; the publish call is repeated after a back-off"}, nil)
		}
	}
	p.life.reach(isProven)
	words.again(ctx, why)
	ref, err := p.life.prepareAgain(ctx)
	if err != nil {
		return p.life.handleError(ctx, known{isAbsent, why}, err)
	}
	permission, err := p.life.intend(ctx, ref, true, func(ctx context.Context, tx bun.IDB) error { return p.journal.settlePrevious(ctx, tx, why) })
	if err != nil {
		return p.life.handleError(ctx, known{isNotIntended, why}, err)
	}
	p.life.reach(wasIntendedAgain)
	if err := p.send(ctx, ref, permission); err != nil {
		return p.life.handleError(ctx, known{call: isMade}, err)
	}
	return nil
}

// backoffLeft returns for how long a call is not repeated after so many attempts that have failed,
// the last one so long ago; 0 when it may be. wait is how long that is waited for.
func backoffLeft(failed int, elapsed time.Duration) (least, wait time.Duration) {
	if failed <= 0 || failed >= jobs.MaxAttempts {
		return 0, 0
	}
	return max(jobs.LeastBackoff(failed)-elapsed, 0), max(jobs.Backoff(failed)-elapsed, 0)
}
