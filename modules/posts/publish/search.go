package publish

import (
	"context"
	"errors"
	"log/slog"
	"slices"
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

	"github.com/uptrace/bun"
)

const (
	// searchRound is how far apart the rounds of the chore are.
	searchRound = 10 * time.Minute
	// refusedPause is how far apart they are for an account that cannot be asked.
	refusedPause = time.Hour
	// disconnectedTimeout is for how long Crier runs after a call before it gives up the attempt
	// of an account that has been disconnected, and may be connected again.
	disconnectedTimeout = 30 * 24 * time.Hour
)

// searcher looks for what became of attempts that nobody could settle while their post was worked
// on: of FAILED posts that may be live all the same, of PUBLISHED ones whose item is not known, and
// of shares that may be on the Page. It publishes nothing.
type searcher struct {
	db        *database.DB
	clock     *timing.Clock
	log       *slog.Logger
	posts     *posts.History
	recorder  *timeline.Recorder
	reach     *reach
	channels  channels
	resolvers *resolvers
	journals  *journals
	lives     *lives
	list      roundRobin[attempt.Attempt, int64]
	// refused has, for each post, when its account last could not be asked.
	refused channel.Memory[time.Time]
}

// search looks at the next few attempts.
func (s *searcher) search(ctx context.Context) error {
	searched := s.list.walk(
		func(after int64) ([]attempt.Attempt, error) { return attempt.Unsettled(ctx, s.db, after, batchSize) },
		func(a attempt.Attempt) error { return s.searchFor(ctx, a) },
		func(a attempt.Attempt) int64 { return a.Seq })
	return errors.Join(searched, s.resolvers.forgetSettled(ctx))
}

func (s *searcher) searchFor(ctx context.Context, a attempt.Attempt) error {
	if a.Asked() >= searchTimeout {
		return s.giveUp(ctx, a, "it was looked for, and not found, for a day")
	}
	post, err := s.posts.Post(ctx, a.PostID)
	if apperror.CodeOf(err) == apperror.NotFound {
		return s.count(ctx, a) // Its post was deleted: nobody asks, but others' items must not be taken for it.
	}
	if err != nil || !isOver(post, a) {
		return err
	}
	switch answer, err := s.askability(ctx, a); {
	case err != nil || answer == cannotAskNow:
		return err
	case answer == disconnected:
		return s.giveUp(ctx, a, "its account has been disconnected for a month")
	}
	ch := s.channels.byName(a.Channel)
	if ch.Rules().BacksOff && !isRareRound(a) {
		return s.count(ctx, a)
	}
	return recorded(ctx, s.recorder, post, func(ctx context.Context, post posts.Post) error {
		return s.ask(ctx, ch, &channel.Run{Post: post, Last: a})
	})
}

// askability says whether the account of an attempt can be asked.
type askability int

const (
	canAsk askability = iota
	// cannotAskNow: the account is disconnected or of the other network mode, or it was asked a
	// while ago, was marked for its answer, and still is.
	cannotAskNow
	// disconnected: the account was disconnected so long ago that nobody is likely to connect it
	// again.
	disconnected
)

func (s *searcher) askability(ctx context.Context, a attempt.Attempt) (askability, error) {
	account, err := s.lives.accounts.Account(ctx, s.db, a.AccountID)
	if apperror.CodeOf(err) == apperror.NotFound {
		return s.askabilityOfMissing(ctx, a)
	}
	asked := s.refused.Take(a.PostID)
	if err != nil || asked == nil || !account.IsMarked() || s.clock.Now().Sub(*asked).Abs() >= refusedPause {
		return canAsk, err
	}
	s.refused.Keep(a.PostID, asked)
	return cannotAskNow, nil
}

// askabilityOfMissing is askability for an account that is not connected in this mode. One of the
// other network mode is asked again in its own mode.
func (s *searcher) askabilityOfMissing(ctx context.Context, a attempt.Attempt) (askability, error) {
	if s.clock.RanSince(a) < disconnectedTimeout {
		return cannotAskNow, nil
	}
	foreign, err := s.lives.accounts.ForeignAccounts(ctx)
	if err != nil || slices.ContainsFunc(foreign, func(other auth.SocialAccount) bool { return other.ID == a.AccountID }) {
		return cannotAskNow, err
	}
	return disconnected, nil
}

// isRareRound reports whether a network for which the search backs off is asked in this round: in
// rounds 0, 1, 2, 4, 8 and so on, because it is suspicious of an app that asks while nobody uses
// it.
func isRareRound(a attempt.Attempt) bool {
	round := a.AskedMs / searchRound.Milliseconds()
	return round&(round-1) == 0
}

// isOver reports whether no job is at the post's attempt.
func isOver(post posts.Post, a attempt.Attempt) bool {
	switch a.Channel {
	case attempt.Page:
		return post.Status == posts.Published && !post.IsSharing()
	case attempt.Comment:
		return post.Status == posts.Published && !post.IsCommenting()
	case attempt.Feed, attempt.Story:
	}
	return post.Status == posts.Failed || post.Status == posts.Published
}

// ask asks the network once what became of an attempt whose post has ended.
func (s *searcher) ask(ctx context.Context, ch channel.Channel, run *channel.Run) error {
	timeline.Note(ctx, "a background check asks the network whether the post is live after all")
	f, work, err := s.find(ctx, ch, run)
	if failure.CannotAsk(err) {
		if failure.IsSilent(err) {
			timeline.Note(ctx, "it cannot be told now: %s", failure.Judge(err, 0).Message)
			return nil
		}
		return s.recordInconclusive(ctx, run, err)
	}
	if err != nil {
		return err
	}
	switch {
	case f.verdict == verdictAbsent, f.verdict == verdictDead:
		return s.settleAbsent(ctx, run, f.why)
	case f.verdict == verdictLive && (f.item != nil || run.Last.IsOpen()):
		failpoint.Reach("posts.verify.proven")
		err := s.settleLive(ctx, s.journals.newJournal(run, ch, work), f)
		if errors.Is(err, errOwned) {
			return nil // Another post took the item meanwhile; there will be another round.
		}
		return err
	}
	return s.count(ctx, run.Last)
}

// find asks the network once, without pauses, what became of an attempt.
func (s *searcher) find(ctx context.Context, ch channel.Channel, run *channel.Run) (f finding, work channel.Work, err error) {
	work = ch.At(run)
	r := s.resolvers.newResolver(run, ch, work)
	r.isBrief = true
	if err = work.Identify(ctx); err == nil {
		f, err = r.resolve(ctx)
	}
	return f, work, err
}

// recordInconclusive notes that a round told nothing. One in which the account could not be asked
// at all does not count, and an account whose token the network refuses is marked.
func (s *searcher) recordInconclusive(ctx context.Context, run *channel.Run, why error) error {
	v := failure.Judge(why, 0)
	timeline.Note(ctx, "it cannot be told now: %s", v.Message)
	if !failure.NeedsUser(why) {
		return s.count(ctx, run.Last)
	}
	s.refused.Keep(run.Post.ID, new(s.clock.Now()))
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.lives.markAccount(ctx, tx, run, v) })
}

// count adds a round to the time for which an attempt was asked about.
func (s *searcher) count(ctx context.Context, a attempt.Attempt) error {
	if s.reach.isLost() {
		return nil
	}
	return s.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return attempt.AddAskedTime(ctx, tx, a.Seq, searchRound.Milliseconds())
	})
}

// giveUp gives up an attempt whose outcome could not be found out for a day. Its post goes on
// telling its user to look for it before a retry, because a retry that cannot find it out either
// sends it again.
func (s *searcher) giveUp(ctx context.Context, a attempt.Attempt, why string) error {
	if !a.IsOpen() {
		return s.giveUpComment(ctx, a)
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		post, err := posts.SelectPost(ctx, tx, a.PostID)
		if !isNotFound(err) && (err != nil || !isOver(post, a)) {
			return err // A retry was quicker.
		}
		_, err = attempt.Settle(ctx, tx, a.Seq, s.clock.Stored(), attempt.Settlement{Verdict: attempt.GivenUp, Evidence: why})
		return err
	})
}

// giveUpComment ends the first comment of a post that is live as an item that nobody has found: it
// has nothing to be below.
func (s *searcher) giveUpComment(ctx context.Context, a attempt.Attempt) error {
	post, err := s.posts.Post(ctx, a.PostID)
	if apperror.CodeOf(err) == apperror.NotFound {
		return nil
	}
	if err != nil || !post.IsCommenting() || post.IsCommentDue() {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		err := posts.Update(ctx, tx, post.ID, s.clock.Stored(), func(u *database.Update) {
			u.Set("first_comment_state = ?, comment_code = ?, comment_message = ?", posts.CommentNotMade, apperror.UnknownError,
				posts.NotCommented+"Crier could not find out which of the account's posts it is; write it in the network's own app").Where("sn_media_id IS NULL")
		})
		return errors.Join(err, s.lives.tell(ctx, tx, post.ID))
	})
}

// settleAbsent settles an attempt that took no effect, and takes off its post what says that it may
// be live.
func (s *searcher) settleAbsent(ctx context.Context, run *channel.Run, why string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if _, err := attempt.Settle(ctx, tx, run.Last.Seq, s.clock.Stored(), absent(why)); err != nil {
			return err
		}
		post, err := posts.SelectPost(ctx, tx, run.Post.ID)
		if isNotFound(err) || err == nil && !isOver(post, run.Last) {
			return nil // It was deleted, or a retry was quicker.
		}
		if err != nil {
			return err
		}
		return s.lives.showAbsent(ctx, tx, post, run.Last.Channel, why)
	})
}

// settleLive records that an attempt took effect whose post has ended. A retry that was quicker
// finds out by itself.
func (s *searcher) settleLive(ctx context.Context, j *journal, f finding) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		settlement := attempt.Settlement{Verdict: attempt.Live, Evidence: f.why}
		if f.item != nil {
			if err := checkUnowned(ctx, tx, j.ch, f.item.ID); err != nil {
				return err
			}
			settlement.MediaID, settlement.How = f.item.ID, f.how
		}
		changed, err := s.lives.show(ctx, tx, j.run, f)
		if err != nil || !changed {
			return err
		}
		return j.settle(ctx, tx, settlement)
	})
}
