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
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// unknownPatience is for how long the network is asked, in time in which it can be reached,
	// before the post says that nobody knows.
	unknownPatience = 15 * time.Minute
	// mostCounted is how much of unknownPatience one look uses up at most, however long the pause
	// after it is.
	mostCounted = time.Minute
)

// resolve goes on with a post in PUBLISHING: it finds out what became of its call.
func (p *publication) resolve(ctx context.Context) error {
	isAbsent := p.run.Last.Verdict == attempt.Absent
	err := p.work.Identify(ctx)
	switch {
	case err != nil && isAbsent:
		return p.notLive(ctx, err)
	case err != nil:
		return p.unreadable(ctx, err)
	case isAbsent:
		return p.sendAgain(ctx, channel.Text(p.run.Last.Evidence))
	}
	f, err := p.resolver.resolve(ctx)
	if err != nil {
		return p.unreadable(ctx, err)
	}
	return p.goOnWith(ctx, f)
}

// goOnWith does what follows from a finding about the open attempt.
func (p *publication) goOnWith(ctx context.Context, f finding) error {
	switch f.outcome {
	case isLive:
		return p.adopt(ctx, f)
	case isAbsent:
		return p.sendAgain(ctx, f.why)
	case isDead:
		f.failure.Absent = f.why
		return p.life.fail(ctx, f.failure)
	default:
		return p.lookLater(ctx, f.why, f.after, true)
	}
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
		return true, p.settle(ctx, err)
	}
	isDropped := f.outcome == isDead
	switch {
	case f.outcome == isLive:
		if err := p.run.Claim.Progress(ctx, p.life.publishing); err != nil {
			return true, err
		}
		p.run.Post.Status = posts.Publishing
		return true, p.adopt(ctx, f)
	case f.outcome == isAbsent, f.outcome == isDead:
	case p.run.Last.Verdict == attempt.GivenUp:
		timeline.Note(ctx, "it can no longer be found out whether the earlier attempt took effect (%s): the one who retries it has looked", f.why)
		isDropped = true
	default:
		return true, p.lookLater(ctx, f.why, f.after, true)
	}
	err = p.run.Claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		var errs [2]error
		if f.outcome != isUnknown {
			errs[0] = p.journal.decide(ctx, tx, absent(f.why))
		}
		if isDropped {
			errs[1] = p.life.dropReference(ctx, tx)
		}
		return errors.Join(errs[:]...)
	})
	p.run.Last = attempt.Attempt{}
	return false, err
}

// unreadable puts the question off, or fails the post when its account can no longer be asked.
func (p *publication) unreadable(ctx context.Context, err error) error {
	v := failure.Judge(err, p.run.Failed())
	if v.Remedy == failure.Unhandled {
		return err
	}
	if pause := p.ch.Rules().LimitedPause; pause > 0 && v.Code == apperror.RateLimited {
		return p.lookLater(ctx, v.Message, pause, true)
	}
	if v.Remedy == failure.GiveUp && v.Code != apperror.UnknownError {
		v.Message += "; whether the post is live could not be read: check before retrying"
		return p.life.fail(ctx, v)
	}
	if failure.IsNotReached(err) {
		return p.lookWhenReached(ctx, err)
	}
	return p.lookLater(ctx, v.Message, v.After, !failure.IsSilent(err))
}

// lookLater asks again, more and more rarely and no sooner than after least, and after a while says
// on the post that its outcome is unknown. Only time in which the network answers counts, until
// Crier has run for the grace without an answer: a closed lid costs nothing.
func (p *publication) lookLater(ctx context.Context, why string, least time.Duration, reached bool) error {
	last := p.run.Last
	asked := time.Duration(last.AskedMs) * time.Millisecond
	if asked >= unknownPatience || !reached && p.clock.RanSince(last) >= p.lateness.Grace {
		return p.life.fail(ctx, failure.Verdict{Code: apperror.UnknownError, Message: unknownText(why)})
	}
	pause := max(channel.NextLook(asked), least)
	counted := min(pause, max(mostCounted, unknownPatience-asked))
	if !reached {
		counted = 0
	}
	return p.run.Claim.Snooze(ctx, pause, why, func(ctx context.Context, tx bun.IDB) error {
		if p.run.Post.Status != posts.Publishing {
			if err := p.life.requeue(ctx, tx); err != nil {
				return err
			}
		}
		return attempt.Asked(ctx, tx, last.Seq, counted.Milliseconds())
	})
}

// lookWhenReached asks again once the network can be reached, and says on the post that it waits
// for that.
func (p *publication) lookWhenReached(ctx context.Context, cause error) error {
	since, pause := p.reach.lost(cause)
	why := fmt.Sprintf("the network cannot be reached since %s", wiretime.Of(since))
	if p.clock.RanSince(p.run.Last) >= p.lateness.Grace {
		return p.life.fail(ctx, failure.Verdict{Code: apperror.UnknownError, Message: unknownText(why)})
	}
	return p.run.Claim.Snooze(ctx, pause, heldOffline, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(p.run.Exists(ctx, tx), p.life.say(ctx, tx, apperror.UnknownError, why+"; the post was sent, and is looked for then"))
	})
}

func unknownText(why string) string {
	return "it is not known whether the post was published; it may be live, check before retrying (" + why + ")"
}

// adopt records that the attempt took effect, and which item it is. Where that cannot be told, the
// post is PUBLISHED at once all the same, for the network itself says that it is live; its id
// follows when no other item can be it.
func (p *publication) adopt(ctx context.Context, f finding) error {
	if f.item == nil {
		timeline.Note(ctx, "the post is live, but which item it is cannot be told: %s", f.why)
		p.run.Post.PublishedAt = new(p.clock.Published(p.run.Last))
		return p.life.finish(ctx, channel.Shown{}, func(ctx context.Context, tx bun.IDB) error {
			return p.journal.decide(ctx, tx, attempt.Decision{Verdict: attempt.Live, Evidence: f.why})
		})
	}
	err := p.run.Claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		if err := checkUnowned(ctx, tx, p.ch, f.item.ID); err != nil {
			return err
		}
		failpoint.Reach("posts.adopting")
		decision := attempt.Decision{Verdict: attempt.Live, MediaID: f.item.ID, How: f.how, Evidence: f.why}
		return errors.Join(p.life.recordMedia(ctx, tx, f.item.ID, f.item.At), p.journal.decide(ctx, tx, decision))
	})
	if errors.Is(err, errOwned) {
		return p.lookLater(ctx, "another post took the item", 0, true)
	}
	if err != nil {
		return err
	}
	return p.liveAs(ctx, f.item.ID, f.item.At)
}
