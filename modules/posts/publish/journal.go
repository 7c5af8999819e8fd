package publish

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/intent"
	"crier/platform/jobs"
	"crier/platform/secrets"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// journals has what the journals of all runs share.
type journals struct {
	db       *database.DB
	ledger   *attempt.Ledger
	clock    *timing.Clock
	accounts *auth.Service
	queue    *jobs.Queue
	// hasAlikeHeld says that a post was held because of one that looks the same.
	hasAlikeHeld atomic.Bool
	baselines    channel.Memory[baseline]
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
		if err := j.checkAlike(ctx, tx, a); err != nil {
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

// alikeError says that a post has to wait for another one that looks the same.
type alikeError struct{ other attempt.Attempt }

func (e *alikeError) Error() string {
	return fmt.Sprintf("posts: it is not known yet whether the post %s, which looks the same, is live", e.other.PostID)
}

// checkAlike returns an alikeError while the outcome of another attempt of the look is being asked
// for: were both sent, nobody could tell which of them an item is. Where only the account's list
// tells what became of an attempt, the next one is sent when an item of that one can no longer
// appear, whatever has become of its post: so the windows of two do not overlap.
func (j *journal) checkAlike(ctx context.Context, tx bun.IDB, a attempt.Attempt) error {
	others, err := attempt.Alike(ctx, tx, a.AccountID, a.Channel, a.Look)
	if err != nil {
		return err
	}
	for _, other := range others {
		if other.PostID == a.PostID || !other.IsOpen() {
			continue
		}
		asked, err := isBeingAsked(ctx, tx, other)
		if err != nil {
			return err
		}
		if asked || j.ch.Rules().AbsenceByList && j.clock.Elapsed(other) < timing.InFlight+2*timing.DateSlack {
			return &alikeError{other}
		}
	}
	return nil
}

// checkMayBeSent returns an alikeError where intend would return one, before anything is prepared:
// a post that waits would send its files to the network each time that it looks whether it may go
// on.
func (j *journal) checkMayBeSent(ctx context.Context) error {
	return j.checkAlike(ctx, j.db, j.attempt(""))
}

// isBeingAsked reports whether a job is at finding out what became of an attempt.
func isBeingAsked(ctx context.Context, tx bun.IDB, a attempt.Attempt) (bool, error) {
	post, err := posts.SelectPost(ctx, tx, a.PostID)
	if isNotFound(err) {
		return false, nil
	}
	if a.Channel == attempt.Page {
		return post.ShareState != nil, err
	}
	return post.Status == posts.Publishing, err
}

func isNotFound(err error) bool { return errors.Is(err, sql.ErrNoRows) }

const (
	// heldForAlike is the reason of a job whose post waits for another post that looks the same.
	heldForAlike = "another post that looks the same has been sent, and it is not known yet whether it is live"
	// alikePause is how long it waits before it looks again; it continues at once when the other
	// one is settled.
	alikePause = 30 * time.Second
)

// forAlike postpones the post until the outcome of the other one is known.
func (j *journal) forAlike(ctx context.Context, e *alikeError) *hold {
	failpoint.Reach("posts.alike.held")
	timeline.Note(ctx, "the post %s, which looks the same, was sent, and it is not known yet whether it is live", e.other.PostID)
	held := j.untilAlike()
	held.code = apperror.UnknownError
	held.says = fmt.Sprintf("the post waits for %s, which looks the same: it is not known yet whether that one is live", e.other.PostID)
	return held
}

// untilAlike returns the hold of what waits for another one that looks the same.
func (j *journal) untilAlike() *hold {
	j.hasAlikeHeld.Store(true)
	return &hold{pause: alikePause, reason: heldForAlike, isOver: func(ctx context.Context, tx bun.IDB) (bool, error) {
		err := j.checkAlike(ctx, tx, j.attempt(""))
		if _, ok := errors.AsType[*alikeError](err); ok {
			return false, nil
		}
		return err == nil, err
	}}
}

// letAlikeGoOn makes the account's posts due that wait for one that looks the same.
func (j *journals) letAlikeGoOn(ctx context.Context, tx bun.IDB, account wireid.ID) error {
	if !j.hasAlikeHeld.Load() {
		return nil // None was held by this process; one that an earlier one held looks again soon.
	}
	return j.queue.MakeDue(ctx, tx, account.String(), heldForAlike)
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
	return j.letAlikeGoOn(ctx, tx, j.run.Post.SocialAccountID)
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

// recordAnswer returns what stores the network's answer to the call, if any, and a limit as one.
func (j *journal) recordAnswer(isAnswer bool, answer string, isLimit bool) func(context.Context, bun.IDB) error {
	return func(ctx context.Context, tx bun.IDB) error {
		if isLimit {
			if err := attempt.RecordLimit(ctx, tx, j.run.Last.Seq); err != nil {
				return err
			}
		}
		if !isAnswer || j.run.Last.Seq == 0 {
			return nil
		}
		// By running time: the call would seem to last longer if the clock was set since.
		return attempt.RecordAnswer(ctx, tx, j.run.Last.Seq, j.clock.Ended(j.run.Last), secrets.HideKeys(answer))
	}
}

// recordUnsent returns what stores that the call has not left this machine. That settles the
// attempt if the channel says so.
func (j *journal) recordUnsent(r channel.Refusal) func(context.Context, bun.IDB) error {
	if !r.IsNotTaken {
		return j.recordAnswer(r.IsAnswer, r.Message, false)
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
		return errors.Join(j.recordAnswer(v.Answer != "", v.Answer, false)(ctx, tx), j.letAlikeGoOn(ctx, tx, j.run.Post.SocialAccountID))
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

// errOwned says that another post took the item first.
var errOwned = errors.New("posts: the item belongs to another post")

// ownedItems returns which of a channel's items are known to be posts of ours, deleted ones too.
func ownedItems(ctx context.Context, db bun.IDB, ch channel.Channel, ids []string) (map[string]bool, error) {
	owned, err := attempt.Owned(ctx, db, ids)
	if err != nil || len(ids) == 0 {
		return owned, err
	}
	others, err := ch.Owned(ctx, db, ids)
	for id, is := range others {
		owned[id] = owned[id] || is
	}
	return owned, err
}

// checkUnowned returns errOwned when another post of ours, a deleted one too, is the item.
func checkUnowned(ctx context.Context, db bun.IDB, ch channel.Channel, id string) error {
	owned, err := ownedItems(ctx, db, ch, []string{id})
	if err == nil && owned[id] {
		err = errOwned
	}
	return err
}
