package publish

import (
	"context"
	"errors"

	"crier/modules/auth"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/modules/posts/timeline"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/intent"
	"crier/platform/jobs"
	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

// journals has what the journals of all runs share.
type journals struct {
	db         *database.DB
	ledger     *attempt.Ledger
	clock      *timing.Clock
	accounts   *auth.Service
	lookalikes *lookalikes
	baselines  channel.Memory[baseline]
}

// journal keeps the ledger for one run: it writes an attempt before its call is sent, and settles
// it afterwards.
type journal struct {
	*journals
	run  *channel.Run
	ch   channel.Channel
	work channel.Work
	// before is the baseline, nil until it is read.
	before *baseline
}

// baseline has the items that look like a post and were visible before the post was sent.
type baseline struct {
	// isRead says that the baseline was read, or that reading it failed often enough; reads is how
	// often that was tried.
	isRead bool
	reads  int
	seen   attempt.IDs
}

func (j *journals) newJournal(run *channel.Run, ch channel.Channel, work channel.Work) *journal {
	return &journal{journals: j, run: run, ch: ch, work: work}
}

// maxBaselineReads is how often reading the baseline is tried.
const maxBaselineReads = 2

// readBaseline reads the items that look like the post before the post is sent: none of them is the
// post. If it fails, the post does not wait, because the attempt's window excludes earlier items
// too.
//
// The baseline is read once for each reference, and at most twice if that fails.
func (j *journal) readBaseline(ctx context.Context) error {
	b := j.baselineSoFar()
	if b.isRead {
		return nil
	}
	shown, err := j.work.Recent(ctx)
	failpoint.Reach("posts.baseline.read")
	b.reads++
	if err != nil {
		b.isRead = b.reads >= maxBaselineReads
		if failure.CannotAsk(err) {
			timeline.Note(ctx, "the account's posts could not be read before the call")
			return nil
		}
		return err
	}
	b.isRead, b.seen = true, nil
	for _, one := range shown.Items {
		if one.IsAlike {
			b.seen = append(b.seen, one.ID)
		}
	}
	return nil
}

// baselineSoFar returns the baseline, as far as this run or an earlier one has read it.
func (j *journal) baselineSoFar() *baseline {
	if j.before == nil {
		if j.before = j.baselines.Take(j.run.Post.ID); j.before == nil {
			j.before = &baseline{}
		}
	}
	return j.before
}

// keepBaseline stores the baseline for the next run of the post.
func (j *journal) keepBaseline() { j.baselines.Keep(j.run.Post.ID, j.baselineSoFar()) }

// intend writes down that the reference is about to be made visible, together with what also does,
// and returns the permission to do so. It is the last thing before the call, and on disk before
// that is sent. Nothing is sent for an account that has been disconnected while the network was at
// the media, nor while it is not known what became of a post that looks the same.
func (j *journal) intend(ctx context.Context, ref string, in attempt.Transaction, also func(context.Context, bun.IDB) error) (intent.Intent, error) {
	post, a := j.run.Post, j.attempt(ref)
	a.SeenBefore = j.baselineSoFar().seen
	j.clock.Stamp(&a)
	return j.ledger.Intend(ctx, in, &a, func(ctx context.Context, tx bun.IDB) error {
		if _, err := channel.Connected(ctx, tx, j.accounts, post); err != nil {
			return err
		}
		if err := j.lookalikes.check(ctx, tx, j.ch, a); err != nil {
			return err
		}
		database.AfterCommit(ctx, func() { j.run.Last = a })
		return also(ctx, tx)
	})
}

// attempt returns an attempt with the reference, with everything that identifies it.
func (j *journal) attempt(ref string) attempt.Attempt {
	post := j.run.Post
	look, _ := j.ch.Look(post)
	return attempt.Attempt{PostID: post.ID, AccountID: post.SocialAccountID, Channel: j.ch.Name(), Ref: ref, Look: look}
}

// checkMayBeSent returns a lookalikeError where intend would return one, before anything is
// prepared: a post that waits would send its files to the network each time that it looks whether
// it may go on.
func (j *journal) checkMayBeSent(ctx context.Context) error {
	return j.lookalikes.check(ctx, j.db, j.ch, j.attempt(""))
}

// untilLookalike returns the hold of what waits for another post that looks the same.
func (j *journal) untilLookalike() *hold { return j.lookalikes.hold(j.ch, j.attempt("")) }

// untilLookalikeOf is untilLookalike for a post, which says what it waits for.
func (j *journal) untilLookalikeOf(ctx context.Context, e *lookalikeError) *hold {
	return j.lookalikes.holdFor(ctx, e, j.ch, j.attempt(""))
}

// mayBeLive reports whether an earlier attempt may have taken effect.
func (j *journal) mayBeLive() bool {
	return j.run.Last.Seq != 0 && j.run.Last.Verdict != attempt.Absent
}

// settle settles the run's latest attempt in the transaction of the consequences, and makes the
// posts due that wait for it.
func (j *journal) settle(ctx context.Context, tx bun.IDB, s attempt.Settlement) error {
	if j.run.Last.Seq == 0 {
		return nil
	}
	if _, err := attempt.Settle(ctx, tx, j.run.Last.Seq, j.clock.Stored(), s); err != nil {
		return err
	}
	return j.lookalikes.letGoOn(ctx, tx, j.run.Post.SocialAccountID)
}

// settlePrevious settles the attempt that is repeated, in the transaction that writes the next one.
func (j *journal) settlePrevious(ctx context.Context, tx bun.IDB, why string) error {
	if !j.run.Last.IsOpen() {
		return nil
	}
	return j.settle(ctx, tx, absent(why))
}

// absent is the settlement of an attempt that took no effect.
func absent(why string) attempt.Settlement {
	return attempt.Settlement{Verdict: attempt.Absent, Evidence: why}
}

// liveByAnswer is the settlement of an attempt whose item the answer to the call has named.
func liveByAnswer(id string) attempt.Settlement {
	return attempt.Settlement{Verdict: attempt.Live, MediaID: id, How: attempt.ByAnswer, Evidence: "the answer to the call"}
}

// recordAnswer returns what stores the network's answer to the call, if any.
func (j *journal) recordAnswer(isAnswer bool, answer string) func(context.Context, bun.IDB) error {
	return func(ctx context.Context, tx bun.IDB) error {
		if !isAnswer || j.run.Last.Seq == 0 {
			return nil
		}
		// By running time: the call would seem to last longer if the clock was set since.
		return attempt.RecordAnswer(ctx, tx, j.run.Last.Seq, j.clock.Ended(j.run.Last), secrets.HideKeys(answer))
	}
}

// recordLimit is recordAnswer for a call that was refused for a limit of the network.
func (j *journal) recordLimit(isAnswer bool, answer string) func(context.Context, bun.IDB) error {
	record := j.recordAnswer(isAnswer, answer)
	return func(ctx context.Context, tx bun.IDB) error {
		if err := attempt.RecordLimit(ctx, tx, j.run.Last.Seq); err != nil {
			return err
		}
		return record(ctx, tx)
	}
}

// recordUnsent returns what stores that the call has not left this machine. That settles the
// attempt if the channel says so.
func (j *journal) recordUnsent(r channel.Refusal) func(context.Context, bun.IDB) error {
	if !r.IsNotTaken {
		return j.recordAnswer(r.IsAnswer, r.Message)
	}
	return func(ctx context.Context, tx bun.IDB) error {
		return j.settle(ctx, tx, absent("the call has not left this machine: "+r.Message))
	}
}

// recordEnd notes when a call ended that got no answer, if nothing but its file bounds how long it
// takes: its item can appear for a while from then on. Such a call has no reference.
func (j *journal) recordEnd(ctx context.Context, tx bun.IDB) error {
	last := &j.run.Last
	if last.Seq == 0 || last.Ref != "" || last.AnsweredAt != nil {
		return nil
	}
	last.AnsweredAt = new(j.clock.Ended(*last))
	return attempt.RecordEnd(ctx, tx, last.Seq, *last.AnsweredAt)
}

// recordPostEnd stores what is known about the attempt when a post ends. An attempt that may have
// taken effect stays open.
func (j *journal) recordPostEnd(ctx context.Context, tx bun.IDB, v failure.Failure) error {
	switch {
	case v.Absent != "":
		return j.settle(ctx, tx, absent(v.Absent))
	case j.run.Last.IsOpen():
		return errors.Join(j.recordAnswer(v.Answer != "", v.Answer)(ctx, tx), j.lookalikes.letGoOn(ctx, tx, j.run.Post.SocialAccountID))
	}
	return nil
}

// storeSurely stores something that must not be lost, even when the claim does not hold any more;
// then it still returns jobs.ErrLost.
func (j *journal) storeSurely(ctx context.Context, record func(context.Context, bun.IDB) error) error {
	recording := context.WithoutCancel(ctx)
	err := j.run.Claim.InTx(recording, record)
	if errors.Is(err, jobs.ErrLost) {
		err = errors.Join(err, j.db.InTx(recording, func(ctx context.Context, tx bun.Tx) error { return record(ctx, tx) }))
	}
	return err
}

// reuseBaseline uses the baseline of an earlier call for the next one.
func (j *journal) reuseBaseline(seen attempt.IDs) { j.before = &baseline{isRead: true, seen: seen} }
