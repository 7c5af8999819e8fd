package publish

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/jobs"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// publication is one run that publishes a post.
type publication struct {
	*publications
	run      *channel.Run
	ch       channel.Channel
	work     channel.Work
	life     *life
	journal  *journal
	resolver *resolver
}

// publications are what the publications of all posts share.
type publications struct {
	clock    *timing.Clock
	log      *slog.Logger
	gate     *gate
	reach    *reach
	lateness Lateness
}

// askTimeout is for how long the network is asked, in time in which it can be reached, before the
// post says that nobody knows.
const askTimeout = 15 * time.Minute

// recordLive records that the post is on the network under id since the given time: the id first,
// so that nothing can lose it, then the address where the network gives it, and with that PUBLISHED
// (contract 3: PUBLISHING -> PUBLISHED). The answer is in: even a runner that is stopping records
// it, and one that lost the job leaves the rest to the next.
func (p *publication) recordLive(ctx context.Context, id string, since time.Time) error {
	err := p.journal.storeSurely(ctx, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(p.life.recordMedia(ctx, tx, id, since), p.journal.settle(ctx, tx, liveByAnswer(id)))
	})
	if err != nil {
		return err
	}
	return p.continueLive(ctx, id, since)
}

// continueLive goes on once it is stored which item the post is.
func (p *publication) continueLive(ctx context.Context, id string, since time.Time) error {
	failpoint.Reach("posts.live.stored")
	if p.ch.Rules().ProvesToken {
		p.life.markAccountAlive(ctx)
	}
	p.run.Post.SNMediaID, p.run.Post.PublishedAt = &id, wiretime.Ptr(since)
	timeline.NoteAs(ctx, timeline.Live, "the post is live since %s as media %s", wiretime.Of(since), id)
	return p.readBack(ctx)
}

// adopt records that the attempt took effect, and which item it is. Where that cannot be told, the
// post is PUBLISHED at once all the same, for the network itself says that it is live; its id
// follows when no other item can be it.
func (p *publication) adopt(ctx context.Context, f finding) error {
	if f.item == nil {
		timeline.Note(ctx, "the post is live, but which item it is cannot be told: %s", f.why)
		p.run.Post.PublishedAt = new(p.clock.Published(p.run.Last))
		return p.life.finishUnidentified(ctx, func(ctx context.Context, tx bun.IDB) error {
			return p.journal.settle(ctx, tx, attempt.Settlement{Verdict: attempt.Live, Evidence: f.why})
		})
	}
	err := p.run.Claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		if err := checkUnowned(ctx, tx, p.ch, f.item.ID); err != nil {
			return err
		}
		failpoint.Reach("posts.adopting")
		settlement := attempt.Settlement{Verdict: attempt.Live, MediaID: f.item.ID, How: f.how, Evidence: f.why}
		return errors.Join(p.life.recordMedia(ctx, tx, f.item.ID, f.item.At), p.journal.settle(ctx, tx, settlement))
	})
	if errors.Is(err, errOwned) {
		return p.askLater(ctx, "another post took the item", 0)
	}
	if err != nil {
		return err
	}
	return p.continueLive(ctx, f.item.ID, f.item.At)
}

// complete goes on with a post that is known to be live, after a restart. Its address may follow
// later, so that it needs neither the account nor the network.
func (p *publication) complete(ctx context.Context) error {
	err := p.work.Identify(ctx)
	switch {
	case err == nil:
		return p.readBack(ctx)
	case !failure.CannotAsk(err):
		return err
	}
	return p.life.finish(ctx, channel.Shown{})
}

// readBack finds out how the network shows the post, and ends the job with the post PUBLISHED,
// whatever that finds.
func (p *publication) readBack(ctx context.Context) error {
	shown, err := p.work.ReadBack(ctx, *p.run.Post.SNMediaID)
	if isInterrupted(ctx, err) {
		return err
	}
	if err != nil {
		timeline.Note(ctx, "the post is live, but it could not be read back: %v", err)
	}
	if shown.At != nil {
		p.run.Post.PublishedAt = shown.At
	}
	return p.life.finish(ctx, shown)
}

// isInterrupted reports whether an error says that the work was told to end, and nothing of the
// network.
func isInterrupted(ctx context.Context, err error) bool {
	return err != nil && (errors.Is(err, jobs.ErrStopping) || errors.Is(err, jobs.ErrLost) || context.Cause(ctx) != nil)
}

// handleUnreadable puts the question off, or fails the post when its account can no longer be
// asked.
func (p *publication) handleUnreadable(ctx context.Context, err error) error {
	v := judge(ctx, p.life.accounts, p.run, err)
	if v.Action == failure.Unhandled {
		return err
	}
	if pause := p.ch.Rules().LimitedPause; pause > 0 && v.Code == apperror.RateLimited {
		return p.askLater(ctx, v.Message, pause)
	}
	if v.Action == failure.GiveUp && v.Code != apperror.UnknownError {
		v.Message, v.Certain = v.Message+"; whether the post is live could not be read: "+posts.LookFirst, v.Message+posts.NotLive
		return p.life.fail(ctx, v)
	}
	if v.Action == failure.Wait && p.run.Last.IsLimited && !isLimitedTooLong(p.clock, p.run, v) {
		return p.life.putCallOff(ctx, v.Message, v.After, p.run.Exists) // The limit has not passed.
	}
	if failure.IsNotReached(err) {
		return p.askWhenReached(ctx, err, longestOfflinePause)
	}
	if failure.IsSilent(err) {
		return p.askSilentLater(ctx, v.Message, v.After)
	}
	return p.askLater(ctx, v.Message, v.After)
}

// limitTimeout bounds how long after its time a post waits for limits of the network to pass.
const limitTimeout = 24 * time.Hour

func isLimitedTooLong(clk *timing.Clock, run *channel.Run, v failure.Failure) bool {
	return waited(clk, run)+v.After > limitTimeout
}

// isSilentTooLong reports whether the network has not answered about a call for too long: for the
// grace, and where the call was refused for a limit also until that can be waited for no longer.
func isSilentTooLong(clk *timing.Clock, run *channel.Run, grace, waited time.Duration) bool {
	return clk.RanSince(run.Last) >= grace && (!run.Last.IsLimited || waited > limitTimeout)
}

// askLater asks again, more and more rarely and no sooner than after least, and after the
// askTimeout says on the post that nobody knows. It is for a network that has answered.
func (p *publication) askLater(ctx context.Context, why string, least time.Duration) error {
	asked := p.run.Last.Asked()
	if asked >= askTimeout {
		return p.life.fail(ctx, unknownFailure(why))
	}
	pause := max(channel.AskPause(asked), least)
	return p.life.putQuestionOff(ctx, why, pause, countedPause(pause, asked))
}

// countedPause returns how much of askTimeout a pause uses up when asked of it was used before:
// what is left of it at most, also where the network asks for hours.
func countedPause(pause, asked time.Duration) time.Duration { return min(pause, askTimeout-asked) }

// askSilentLater is askLater for a network that has not answered. That time does not count, until
// Crier has run for the grace without an answer: a closed lid costs nothing.
func (p *publication) askSilentLater(ctx context.Context, why string, least time.Duration) error {
	asked := p.run.Last.Asked()
	if asked >= askTimeout || isSilentTooLong(p.clock, p.run, p.lateness.Grace, waited(p.clock, p.run)) {
		return p.life.fail(ctx, unknownFailure(why))
	}
	return p.life.putQuestionOff(ctx, why, max(channel.AskPause(asked), least), 0)
}

// askWhenReached asks again once the network can be reached, and says on the post that it waits
// for that.
func (p *publication) askWhenReached(ctx context.Context, cause error, longest time.Duration) error {
	why, held := p.reach.noteLost(cause, longest)
	if isSilentTooLong(p.clock, p.run, p.lateness.Grace, waited(p.clock, p.run)) {
		return p.life.fail(ctx, unknownFailure(why))
	}
	return p.life.postpone(ctx, p.run.Claim, held, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(p.run.Exists(ctx, tx), p.life.say(ctx, tx, apperror.UnknownError, why+"; the post was sent, and is looked for then"))
	})
}

// unknownFailure is what a post ends with when nobody knows what became of its call.
func unknownFailure(why string) failure.Failure {
	return failure.Failure{
		Code:    apperror.UnknownError,
		Message: "it is not known whether the post was published; it may be live, " + posts.LookFirst + " (" + why + ")", Certain: "the post was not published",
	}
}
