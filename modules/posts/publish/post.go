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
	"crier/platform/failpoint"
	"crier/platform/intent"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// postLife is the life of a post: from QUEUED to PUBLISHED or FAILED.
type postLife struct {
	*statuses

	of *publication
}

func (l *postLife) stage() stage {
	switch post := l.run.Post; {
	case post.Status == posts.Publishing && post.SNMediaID != nil:
		return isLive
	case post.Status == posts.Publishing:
		return isSent
	case post.Status == posts.Queued, post.Status == posts.Processing:
		return isToBeSent
	}
	return isDone
}

func (*postLife) reach(at step) {
	switch at {
	case wasIntended:
		failpoint.Reach("posts.intended")
	case wasIntendedAgain:
		failpoint.Reach("posts.resolve.intended")
	case wasSent:
		failpoint.Reach("posts.sent")
	case wasRefused:
		failpoint.Reach("posts.refused")
	case isAdopting:
		failpoint.Reach("posts.adopting")
	case wasStored:
		failpoint.Reach("posts.live.stored")
	case wasSought, isProven:
	}
}

func (*postLife) words() words {
	const why = "the record of what was sent for this post cannot be read"
	return words{
		unreadable: failure.Failure{Code: apperror.UnknownError, Message: why + "; it may be live, check before you publish it again", Certain: why + posts.NotLive},
		unknown:    unknownFailure,
		tooOften:   "the network did not carry out the publish call in %d attempts; the post is not live",
		again: func(ctx context.Context, why string) {
			timeline.NoteAs(ctx, timeline.SentAgain, "the post is not live (%s): the publish call is sent again", why)
		},
		backsOff: true,
	}
}

func (l *postLife) late() time.Duration { return waited(l.clock, l.run) }

func (l *postLife) sayAway(ctx context.Context, tx bun.IDB, why string) error {
	return l.say(ctx, tx, apperror.UnknownError, why+"; the post was sent, and is looked for then")
}

// isKept ends a post that keeps taking the process down, and puts one off that the gate holds.
func (l *postLife) isKept(ctx context.Context, at stage) (bool, error) {
	interruptions := l.run.Claim.Job.Interruptions
	switch {
	case at == isSent && interruptions >= maxResolveInterruptions:
		const why = "Crier ended again and again while it was finding out whether this post is live"
		return true, l.fail(ctx, failure.Failure{Code: apperror.UnknownError, Message: why + "; " + posts.LookFirst, Certain: why + posts.NotLive})
	case at != isToBeSent:
		return false, nil
	case interruptions >= maxInterruptions:
		return true, l.fail(ctx, failure.Failure{Code: apperror.UnknownError, Message: "Crier ended twice in the middle of publishing this post; it was put aside, and retry tries it again"})
	}
	held, err := l.of.gate.check(ctx, l.run, l.of.ch.Rules())
	switch {
	case held == nil || err != nil:
		return false, err
	case held.isMissed:
		return true, newCloudSearch(l).endMissed(ctx, held)
	}
	return true, l.hold(ctx, held)
}

// newCloudSearch returns the search for the post at the cloud's.
func newCloudSearch(l *postLife) *cloudSearch {
	return &cloudSearch{
		db: l.journal.db, clock: l.clock, gate: l.of.gate, run: l.run, ch: l.of.ch, work: l.of.work, life: l.statuses, resolver: l.of.resolver,
	}
}

// begin takes the post to PROCESSING, and asks all that forbids a call.
func (l *postLife) begin(ctx context.Context) (ended bool, err error) {
	if err := l.moveToProcessing(ctx); err != nil {
		return true, err
	}
	if l.journal.mayBeLive() {
		if ended, err := l.resolveEarlier(ctx); ended || err != nil {
			return true, err
		}
	}
	if err := l.of.work.Identify(ctx); err != nil {
		return true, err
	}
	if ended, err := newCloudSearch(l).search(ctx); ended || err != nil {
		return true, err
	}
	if !l.run.IsWaiting() {
		if err := l.of.work.Check(ctx); err != nil {
			return true, err
		}
		if early := l.of.gate.early(l.run); early > 0 {
			return true, &earlyError{early}
		}
	}
	return false, l.journal.checkMayBeSent(ctx)
}

func (l *postLife) intend(ctx context.Context, ref string, isAgain bool, also func(context.Context, bun.IDB) error) (intent.Intent, error) {
	if isAgain {
		return l.journal.intend(ctx, ref, l.run.Claim.InTx, also)
	}
	return l.journal.intend(ctx, ref, l.run.Claim.Progress, l.moveToPublishing)
}

// noted says that the post is on the network under id since the given time.
func (l *postLife) noted(ctx context.Context, id string, since time.Time) {
	if l.of.ch.Rules().ProvesToken {
		l.markAccountAlive(ctx)
	}
	l.run.Post.SNMediaID, l.run.Post.PublishedAt = &id, wiretime.Ptr(since)
	timeline.NoteAs(ctx, timeline.Live, "the post is live since %s as media %s", wiretime.Of(since), id)
}

// adoptUnidentified has the post be PUBLISHED at once all the same, for the network itself says
// that it is live; its id follows when no other item can be it.
func (l *postLife) adoptUnidentified(ctx context.Context, f finding) error {
	timeline.Note(ctx, "the post is live, but which item it is cannot be told: %s", f.why)
	l.run.Post.PublishedAt = new(l.clock.Published(l.run.Last))
	return l.finishUnidentified(ctx, func(ctx context.Context, tx bun.IDB) error {
		return l.journal.settle(ctx, tx, attempt.Settlement{Verdict: attempt.Live, Evidence: f.why})
	})
}

// complete goes on with a post that is known to be live, after a restart. Its address may follow
// later, so that it needs neither the account nor the network.
func (l *postLife) complete(ctx context.Context) error {
	err := l.of.work.Identify(ctx)
	switch {
	case err == nil:
		return l.readBack(ctx)
	case !failure.CannotAsk(err):
		return err
	}
	return l.finish(ctx, channel.Shown{})
}

// readBack finds out how the network shows the post, and ends the job with the post PUBLISHED,
// whatever that finds.
func (l *postLife) readBack(ctx context.Context) error {
	shown, err := l.of.work.ReadBack(ctx, *l.run.Post.SNMediaID)
	if isInterrupted(ctx, err) {
		return err
	}
	if err != nil {
		timeline.Note(ctx, "the post is live, but it could not be read back: %v", err)
	}
	if shown.At != nil {
		l.run.Post.PublishedAt = shown.At
	}
	return l.finish(ctx, shown)
}

// resolveEarlier finds out what became of an earlier attempt of a post that is tried again, before
// anything is sent. It reports whether that ended the run; else the earlier attempt took no effect.
func (l *postLife) resolveEarlier(ctx context.Context) (ended bool, err error) {
	timeline.Note(ctx, "the post may be live from an earlier attempt: the network is asked before anything is sent")
	var f finding
	if err = l.of.work.Identify(ctx); err == nil {
		f, err = l.of.resolver.resolve(ctx)
	}
	if err != nil {
		return true, l.of.handleError(ctx, err)
	}
	isDropped := f.verdict == verdictDead
	switch {
	case f.verdict == verdictLive:
		if err := l.run.Claim.Progress(ctx, l.moveToPublishingAsSent); err != nil {
			return true, err
		}
		return true, l.of.adopt(ctx, f)
	case f.verdict == verdictAbsent, f.verdict == verdictDead:
	case l.run.Last.Verdict == attempt.GivenUp:
		timeline.Note(ctx, "Crier can no longer find out whether the earlier attempt took effect (%s): the user looked before the retry", f.why)
		isDropped = true
	default:
		return true, l.of.askLater(ctx, f.why, f.after)
	}
	err = l.run.Claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		var errs [2]error
		if f.verdict != verdictUnknown {
			errs[0] = l.journal.settle(ctx, tx, absent(f.why))
		}
		if isDropped {
			errs[1] = l.dropReference(ctx, tx)
		}
		return errors.Join(errs[:]...)
	})
	l.run.Last = attempt.Attempt{}
	return false, err
}

// adoptReference goes on with a reference that turns out to be visible, although no attempt of it
// is open: an earlier one was given up, or taken for refused. It writes an open attempt down, and
// finds out which item that became.
func (l *postLife) adoptReference(ctx context.Context, ref string) error {
	timeline.Note(ctx, "the container turns out to have been published: nothing is sent, the post is looked for on the network")
	last, a := l.run.Last, l.journal.attempt(ref)
	a.Verdict = attempt.Open
	l.clock.Stamp(&a)
	a.AnsweredAt, a.Answer = new(a.SentAt), new("the container turned out to have been published")
	if last.Seq != 0 && last.Ref == a.Ref {
		a.SentAt, a.NetSentAt, a.RanMs, a.SeenBefore = last.SentAt, last.NetSentAt, last.RanMs, last.SeenBefore
	} else {
		// It was some time since the container was made.
		age := max(l.clock.Age(l.run.Post.ContainerCreatedAt), 0)
		a.SentAt, a.RanMs = wiretime.Of(l.clock.Now().Add(-age)), max(a.RanMs-age.Milliseconds(), 0)
		if a.NetSentAt != nil {
			a.NetSentAt = wiretime.Ptr(a.NetSentAt.Time().Add(-age))
		}
	}
	err := l.run.Claim.Progress(ctx, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(attempt.Insert(ctx, tx, &a), l.moveToPublishing(ctx, tx))
	})
	if err != nil {
		return err
	}
	l.run.Last = a
	return l.of.resolve(ctx)
}

// prepareAgain makes sure that the network still has what the reference names.
func (l *postLife) prepareAgain(ctx context.Context) (ref string, err error) {
	if l.of.ch.Rules().KeepsReference {
		l.journal.reuseBaseline(l.run.Last.SeenBefore)
		return l.run.Last.Ref, nil
	}
	return l.of.prepare(ctx)
}
