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
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/instance"
	"crier/platform/jobs"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// maxInterruptions is how often a post may take the process down before it is put aside. The
// message says "twice".
const maxInterruptions = 2

// goOn works on the post until it ended or has to wait. What it finds in the post says where to go
// on: nothing is begun again after a restart.
func (p *publication) goOn(ctx context.Context) error {
	post, interruptions := p.run.Post, p.run.Claim.Job.Interruptions
	switch {
	case post.Status == posts.Publishing && post.SNMediaID != nil:
		return p.complete(ctx)
	case post.Status == posts.Publishing && interruptions < maxResolveInterruptions:
		return p.resolve(ctx)
	case post.Status == posts.Publishing:
		const why = "Crier ended again and again while it was finding out whether this post is live"
		return p.life.fail(ctx, failure.Failure{Code: apperror.UnknownError, Message: why + "; " + posts.LookFirst, Certain: why + posts.NotLive})
	case post.Status != posts.Queued && post.Status != posts.Processing:
		return p.run.Claim.Complete(ctx, nil)
	case interruptions >= maxInterruptions:
		return p.life.fail(ctx, failure.Failure{Code: apperror.UnknownError, Message: "Crier ended twice in the middle of publishing this post; it was put aside, and retry tries it again"})
	}
	if held, err := p.isHeld(ctx); held || err != nil {
		return err
	}
	return p.handleError(ctx, p.publish(ctx))
}

// isHeld puts the post off, or ends it, where something keeps it back, and reports whether that is
// so.
func (p *publication) isHeld(ctx context.Context) (bool, error) {
	held, err := p.gate.check(ctx, p.run, p.ch.Rules())
	switch {
	case held == nil || err != nil:
		return false, err
	case held.isMissed:
		return true, newCloudSearch(p).endMissed(ctx, held)
	}
	return true, p.life.hold(ctx, held)
}

// newCloudSearch returns the search for the publication's post at the cloud's.
func newCloudSearch(p *publication) *cloudSearch {
	return &cloudSearch{
		db: p.journal.db, clock: p.clock, gate: p.gate, run: p.run, ch: p.ch, work: p.work, life: p.life, resolver: p.resolver,
	}
}

// publish takes the post from QUEUED or PROCESSING to PUBLISHED.
func (p *publication) publish(ctx context.Context) error {
	if err := p.life.begin(ctx); err != nil {
		return err
	}
	if p.journal.mayBeLive() {
		if ended, err := p.resolveEarlier(ctx); ended || err != nil {
			return err
		}
	}
	if err := p.work.Identify(ctx); err != nil {
		return err
	}
	if ended, err := newCloudSearch(p).search(ctx); ended || err != nil {
		return err
	}
	if !p.run.IsWaiting() {
		if err := p.work.Check(ctx); err != nil {
			return err
		}
		if early := p.gate.early(p.run); early > 0 {
			return &earlyError{early}
		}
	}
	if err := p.journal.checkMayBeSent(ctx); err != nil {
		return err
	}
	ref, err := p.prepare(ctx)
	if errors.Is(err, channel.ErrVisible) {
		return p.adoptReference(ctx, ref)
	}
	if err != nil {
		return err
	}
	permission, err := p.journal.intend(ctx, ref, p.run.Claim.Progress, p.life.moveToPublishing)
	if err != nil {
		return err
	}
	failpoint.Reach("posts.intended")
	return p.send(ctx, ref, permission)
}

// resolveEarlier finds out what became of an earlier attempt of a post that is tried again, before
// anything is sent. It reports whether that ended the run; else the earlier attempt took no effect.
func (p *publication) resolveEarlier(ctx context.Context) (ended bool, err error) {
	timeline.Note(ctx, "the post may be live from an earlier attempt: the network is asked before anything is sent")
	var f finding
	if err = p.work.Identify(ctx); err == nil {
		f, err = p.resolver.resolve(ctx)
	}
	if err != nil {
		return true, p.handleError(ctx, err)
	}
	isDropped := f.verdict == verdictDead
	switch {
	case f.verdict == verdictLive:
		if err := p.run.Claim.Progress(ctx, p.life.moveToPublishingAsSent); err != nil {
			return true, err
		}
		return true, p.adopt(ctx, f)
	case f.verdict == verdictAbsent, f.verdict == verdictDead:
	case p.run.Last.Verdict == attempt.GivenUp:
		timeline.Note(ctx, "Crier can no longer find out whether the earlier attempt took effect (%s): the user looked before the retry", f.why)
		isDropped = true
	default:
		return true, p.askLater(ctx, f.why, f.after)
	}
	err = p.run.Claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		var errs [2]error
		if f.verdict != verdictUnknown {
			errs[0] = p.journal.settle(ctx, tx, absent(f.why))
		}
		if isDropped {
			errs[1] = p.life.dropReference(ctx, tx)
		}
		return errors.Join(errs[:]...)
	})
	p.run.Last = attempt.Attempt{}
	return false, err
}

// adoptReference goes on with a reference that turns out to be visible, although no attempt of it
// is open: an earlier one was given up, or taken for refused. It writes an open attempt down, and
// finds out which item that became.
func (p *publication) adoptReference(ctx context.Context, ref string) error {
	timeline.Note(ctx, "the container turns out to have been published: nothing is sent, the post is looked for on the network")
	last, a := p.run.Last, p.journal.attempt(ref)
	a.Verdict = attempt.Open
	p.clock.Stamp(&a)
	a.AnsweredAt, a.Answer = new(a.SentAt), new("the container turned out to have been published")
	if last.Seq != 0 && last.Ref == a.Ref {
		a.SentAt, a.NetSentAt, a.RanMs, a.SeenBefore = last.SentAt, last.NetSentAt, last.RanMs, last.SeenBefore
	} else {
		// It was some time since the container was made.
		age := max(p.clock.Age(p.run.Post.ContainerCreatedAt), 0)
		a.SentAt, a.RanMs = wiretime.Of(p.clock.Now().Add(-age)), max(a.RanMs-age.Milliseconds(), 0)
		if a.NetSentAt != nil {
			a.NetSentAt = wiretime.Ptr(a.NetSentAt.Time().Add(-age))
		}
	}
	err := p.run.Claim.Progress(ctx, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(attempt.Insert(ctx, tx, &a), p.life.moveToPublishing(ctx, tx))
	})
	if err != nil {
		return err
	}
	p.run.Last = a
	return p.resolve(ctx)
}

// earlyError says by how much the post's time has not come by the network's clock.
type earlyError struct{ by time.Duration }

func (e *earlyError) Error() string {
	return "posts: by the network's clock the post is not due for " + e.by.String()
}

// handleError ends or puts off the job after an attempt that did not end the post.
func (p *publication) handleError(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if waiting, ok := errors.AsType[*channel.Processing](err); ok {
		return p.life.waitForMedia(ctx, waiting)
	}
	held, own := p.holdFor(ctx, err)
	if own != nil {
		return own
	}
	if held != nil {
		return p.life.hold(ctx, held)
	}
	v := judge(ctx, p.life.accounts, p.run, err)
	// From the intent on only reads decide, and the next run makes them.
	if v.Action == failure.Unhandled || p.run.Post.Status != posts.Processing {
		return err
	}
	p.log.Warn("posts: an attempt failed", "post", p.run.Post.ID, "code", v.Code, "error", err)
	if p.journal.mayBeLive() {
		v.Message, v.Certain = v.Message+"; the post may be live from an earlier attempt, and a retry asks the network first", v.Message+posts.NotLive
	}
	switch {
	case v.Action == failure.Wait && !isLimitedTooLong(p.clock, p.run, v):
		return p.life.putOff(ctx, v)
	case v.Action == failure.GiveUp, v.Action == failure.Wait, p.run.Claim.Job.LastAttempt():
		return p.life.fail(ctx, v)
	}
	return p.life.retry(ctx, v)
}

// holdFor returns the hold that an error asks for, nil where it is a failure.
func (p *publication) holdFor(ctx context.Context, err error) (*hold, error) {
	if early, ok := errors.AsType[*earlyError](err); ok {
		return p.gate.forClock(p.run, early.by), nil
	}
	if failure.IsNotReached(err) && p.run.Post.Status == posts.Processing {
		return p.gate.offline(p.run, err), nil
	}
	if p.gate.isUnasked(p.run, err) {
		return p.gate.unasked(p.run, err)
	}
	if alike, ok := errors.AsType[*lookalikeError](err); ok {
		return p.journal.untilLookalikeOf(ctx, alike), nil
	}
	if isQuarantined(err) {
		return forQuarantine(), nil
	}
	return nil, nil
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
