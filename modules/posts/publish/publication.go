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
	"crier/platform/apperror"
	"crier/platform/intent"
	"crier/platform/jobs"

	"github.com/uptrace/bun"
)

// publication is one run over something that is to become visible: a post, its comment or its
// share. way.go is the way there; here is how it waits for what the network says, and what errors
// lead to.
type publication struct {
	*publications
	run      *channel.Run
	ch       channel.Channel
	work     channel.Work
	journal  *journal
	resolver *resolver
	life     life
}

// publications are what all publications have in common.
type publications struct {
	clock    *timing.Clock
	log      *slog.Logger
	gate     *gate
	reach    *reach
	lives    *lives
	lateness Lateness
}

// life is what becomes visible as Crier stores it: how far it got, what it says of that, and what
// errors mean for it. There are three: a post's, a first comment's and a
// share's.
type life interface {
	beginning
	living
	// handleError ends or puts off the job after an error, by what was known about the call when it
	// came. It returns the error where the next run decides.
	handleError(ctx context.Context, known known, err error) error
	// handleRefusal does so for a call that did not succeed.
	handleRefusal(ctx context.Context, r channel.Refusal, err error) error
	// fail ends the job without success.
	fail(ctx context.Context, v failure.Failure) error
	// putQuestionOff puts off by the pause the question what became of the call, as counted of the
	// time in which the network was asked.
	putQuestionOff(ctx context.Context, why string, pause, counted time.Duration) error
	// sayAway stores what is said while the network cannot be asked about the call.
	sayAway(ctx context.Context, tx bun.IDB, why string) error
	// late is how long ago the work was to be done.
	late() time.Duration
	// words are its own in what is the same for all.
	words() words
}

// beginning is the part of a life before the call.
type beginning interface {
	stage() stage
	// isKept puts the work off, or ends it, where something keeps it back, and reports whether that
	// is so.
	isKept(ctx context.Context, at stage) (bool, error)
	// begin does what comes before the steps that nobody sees, and finds the account. It reports
	// whether the run ended with it.
	begin(ctx context.Context) (ended bool, err error)
	// prepareAgain makes sure, before the call is repeated, that the network still has what it
	// takes.
	prepareAgain(ctx context.Context) (ref string, err error)
	// intend writes the call down, together with what also does. isAgain says that an earlier one
	// had no effect.
	intend(ctx context.Context, ref string, isAgain bool, also func(context.Context, bun.IDB) error) (intent.Intent, error)
	// adoptReference goes on with a reference that turns out to be visible already.
	adoptReference(ctx context.Context, ref string) error
	// reach has the process die at a step that a test names.
	reach(at step)
}

// living is the part of a life from when the network shows it.
type living interface {
	// record stores which item it is, and since when; noted is what follows once that is stored.
	record(ctx context.Context, tx bun.IDB, id string, since time.Time) error
	noted(ctx context.Context, id string, since time.Time)
	// readBack ends the job well once the network shows it as it is to be.
	readBack(ctx context.Context) error
	// complete is readBack after a restart.
	complete(ctx context.Context) error
	// adoptUnidentified is for what is live as an item that cannot be told.
	adoptUnidentified(ctx context.Context, f finding) error
}

// stage is how far something has come.
type stage int

const (
	// isToBeSent: no call was made, or none that had an effect.
	isToBeSent stage = iota
	// isSent: it is not known what became of the call.
	isSent
	// isLive: it is known which item it is.
	isLive
	// isDone: there is nothing to do.
	isDone
)

// known is what is known about the call when an error comes.
type known struct {
	call call
	// why says why it certainly took no effect.
	why string
}

type call int

const (
	// isUnsent: the error came before the call.
	isUnsent call = iota
	// isMade: it came after the call.
	isMade
	// isAsked: it is the network's answer to the question what became of the call.
	isAsked
	// isAbsent: the call is known to have had no effect, and could not be prepared again;
	// isNotIntended: could not be written down again.
	isAbsent
	isNotIntended
)

// step is a step at which a death matters.
type step int

const (
	wasIntended step = iota
	wasIntendedAgain
	wasSent
	wasRefused
	wasSought
	isProven
	isAdopting
	wasStored
)

// words are what a life calls its own.
type words struct {
	// unreadable is what it ends with when the record of its call cannot be read.
	unreadable failure.Failure
	// unknown returns what it ends with when nobody knows what became of its call.
	unknown func(why string) failure.Failure
	// tooOften is its message after so many calls without effect, again what is told of a further
	// one.
	tooOften string
	again    func(ctx context.Context, why string)
	// backsOff says that a call is repeated after a pause that grows.
	backsOff bool
}

// askTimeout is for how long the network is asked, in time in which it can be reached, before it is
// said that nobody knows.
const askTimeout = 15 * time.Minute

// handleError ends or puts off the job after a step before the call that failed.
func (p *publication) handleError(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	return p.life.handleError(ctx, known{}, err)
}

// isInterrupted reports whether an error says that the work was told to end, and nothing of the
// network.
func isInterrupted(ctx context.Context, err error) bool {
	return err != nil && (errors.Is(err, jobs.ErrStopping) || errors.Is(err, jobs.ErrLost) || context.Cause(ctx) != nil)
}

// limitTimeout bounds how long after its time a post waits for limits of the network to pass.
const limitTimeout = 24 * time.Hour

// isLimitedTooLong reports whether the network's limits would last longer than anybody waits.
func (p *publication) isLimitedTooLong(v failure.Failure) bool {
	return p.life.late()+v.After > limitTimeout
}

// isSilentTooLong reports whether the network has not answered about the call for too long: for the
// grace, and where the call was refused for a limit also until that can be waited for no longer.
func (p *publication) isSilentTooLong() bool {
	return p.clock.RanSince(p.run.Last) >= p.lateness.Grace && (!p.run.Last.IsLimited || p.life.late() > limitTimeout)
}

// askLater asks again, more and more rarely and no sooner than after least, and after the
// askTimeout says that nobody knows. It is for a network that has answered.
func (p *publication) askLater(ctx context.Context, why string, least time.Duration) error {
	asked := p.run.Last.Asked()
	if asked >= askTimeout {
		return p.life.fail(ctx, p.life.words().unknown(why))
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
	if asked >= askTimeout || p.isSilentTooLong() {
		return p.life.fail(ctx, p.life.words().unknown(why))
	}
	return p.life.putQuestionOff(ctx, why, max(channel.AskPause(asked), least), 0)
}

// askWhenReached asks again once the network can be reached, and says that it waits for that.
func (p *publication) askWhenReached(ctx context.Context, cause error, longest time.Duration) error {
	why, held := p.reach.noteLost(cause, longest)
	if p.isSilentTooLong() {
		return p.life.fail(ctx, p.life.words().unknown(why))
	}
	return p.lives.postpone(ctx, p.run.Claim, held, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(p.run.Exists(ctx, tx), p.journal.recordEnd(ctx, tx), p.life.sayAway(ctx, tx, why))
	})
}

// adopt records that the attempt took effect, and which item it is.
func (p *publication) adopt(ctx context.Context, f finding) error {
	if f.item == nil {
		return p.life.adoptUnidentified(ctx, f)
	}
	err := p.run.Claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		if err := checkUnowned(ctx, tx, p.ch, f.item.ID); err != nil {
			return err
		}
		p.life.reach(isAdopting)
		settlement := attempt.Settlement{Verdict: attempt.Live, MediaID: f.item.ID, How: f.how, Evidence: f.why}
		return errors.Join(p.life.record(ctx, tx, f.item.ID, f.item.At), p.journal.settle(ctx, tx, settlement))
	})
	if errors.Is(err, errOwned) {
		return p.askLater(ctx, "another post took the item", 0)
	}
	if err != nil {
		return err
	}
	return p.continueLive(ctx, f.item.ID, f.item.At)
}

// recordLive records which item the answer to the call has named, before anything else: an id that
// is lost could not be told from none. Even a runner that is stopping records it, and one that lost
// the job leaves the rest to the next.
func (p *publication) recordLive(ctx context.Context, id string, since time.Time) error {
	err := p.journal.storeSurely(ctx, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(p.life.record(ctx, tx, id, since), p.journal.settle(ctx, tx, liveByAnswer(id)))
	})
	if err != nil {
		return err
	}
	return p.continueLive(ctx, id, since)
}

// continueLive goes on once it is stored which item it is.
func (p *publication) continueLive(ctx context.Context, id string, since time.Time) error {
	p.life.reach(wasStored)
	p.life.noted(ctx, id, since)
	return p.life.readBack(ctx)
}

// unknownFailure is what a post ends with when nobody knows what became of its call.
func unknownFailure(why string) failure.Failure {
	return failure.Failure{
		Code:    apperror.UnknownError,
		Message: "it is not known whether the post was published; it may be live, " + posts.LookFirst + " (" + why + ")", Certain: "the post was not published",
	}
}
