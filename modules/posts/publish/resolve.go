package publish

import (
	"context"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/match"
	"crier/modules/posts/publish/timing"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/failpoint"
)

const (
	// proofPause lies between the two reads that prove that an attempt took no effect.
	proofPause = 5 * time.Second
	// An item is taken for an attempt's once it was the only possibility in so many reads in a row,
	// with a pause before each: lists lag.
	agreeingReads = 4
	agreePause    = 2 * time.Second
	// mostReads is how often a list is read in one go for an item that is not shown yet.
	mostReads = 8
	// settledAfter is after how long no list lags any more, so that one read is enough.
	settledAfter = 5 * time.Minute
)

// outcome is what the resolver has found out about an attempt.
type outcome int

const (
	// isUnknown: it cannot be told now.
	isUnknown outcome = iota
	// isLive: it took effect.
	isLive
	// isAbsent: it took no effect, and the same reference can be sent again.
	isAbsent
	// isDead: it took no effect, and its reference never will.
	isDead
)

// finding is what became of an attempt.
type finding struct {
	outcome outcome
	// item is what it became, nil where that cannot be told; how says how it is known.
	item *channel.Item
	how  attempt.How
	// why says in words what the finding rests on.
	why string
	// after is how long to wait at least before the next look.
	after time.Duration
	// failure is what the post says of an attempt that is dead.
	failure failure.Verdict
}

// resolver finds out what became of the latest attempt of a run. It only reads:
//
//	the network says which item it is              -> live, read
//	the network says that it is visible            -> live; the item is the one that every assignment has, in several reads
//	             that it is not, and could be      -> once the call can no longer be on its way, and once more after a pause: absent
//	             that it never will be             -> dead
//	             nothing                           -> by what the account shows: live, absent or unknown
//	             something else, or cannot be asked -> unknown
type resolver struct {
	*resolvers
	run  *channel.Run
	ch   channel.Channel
	work channel.Work
	// isBrief says that a chore looks, which does not wait between reads: it comes again.
	isBrief bool
}

// resolvers are what all resolvers share.
type resolvers struct {
	db    *database.DB
	clock *timing.Clock
	// ready is which attempts a chore found not to be live; what it finds so twice is not.
	ready seqs
}

func (r *resolvers) of(run *channel.Run, ch channel.Channel, work channel.Work) *resolver {
	return &resolver{resolvers: r, run: run, ch: ch, work: work}
}

// resolve asks the network. An error says that it cannot be asked, or that the work was told to
// end.
func (r *resolver) resolve(ctx context.Context) (finding, error) {
	last := r.run.Last
	said, err := r.work.Status(ctx, last)
	failpoint.Reach("posts.resolve.read")
	for again := false; err == nil && said.State == channel.Ready; again = true {
		if left := r.clock.OnItsWay(last); left > 0 {
			return finding{why: "the post is not live, but the call may still be on its way", after: left}, nil
		}
		if again || r.isBrief && r.ready.add(last.Seq) {
			return finding{outcome: isAbsent, why: fmt.Sprintf("the network said twice, %s apart, that it is not published", proofPause)}, nil
		}
		if r.isBrief {
			return finding{why: "the post is not live so far"}, nil
		}
		if err = r.run.Claim.Sleep(ctx, proofPause); err != nil {
			break
		}
		failpoint.Reach("posts.proof.waited")
		said, err = r.work.Status(ctx, last)
		failpoint.Reach("posts.resolve.proven")
	}
	if err != nil {
		return finding{}, err
	}
	switch said.State {
	case channel.Visible:
		if said.Item != nil {
			return finding{outcome: isLive, item: said.Item, how: attempt.Read, why: "the network says that it is published"}, nil
		}
		return r.findItem(ctx)
	case channel.Dead:
		return finding{outcome: isDead, failure: said.Failure, why: said.Text}, nil
	case channel.Forgotten:
		return r.resolveForgotten(ctx, said.Text)
	case channel.NotTold:
		return r.byList(ctx)
	default:
		return finding{why: fmt.Sprintf("the network says %q", said.Text)}, nil
	}
}

// findItem finds the item of an attempt that is live. Where several fit, or none is shown, the
// attempt is live all the same.
func (r *resolver) findItem(ctx context.Context) (finding, error) {
	live := r.run.Last
	live.Verdict = attempt.Live
	seen, err := r.search(ctx, live)
	if err != nil {
		if failure.IsUntold(err) {
			return finding{outcome: isLive, why: "the network says that it is published, and the account's list cannot be read"}, nil
		}
		return finding{}, err
	}
	if seen.bound == nil {
		return finding{outcome: isLive, why: fmt.Sprintf("the network says that it is published; %d items of the account could be it", seen.fitting)}, nil
	}
	return finding{outcome: isLive, item: seen.bound, how: seen.how(r.run.Last), why: "no other item of the account can be it"}, nil
}

// byList finds out from the account's list what became of an attempt, when the network itself says
// nothing.
func (r *resolver) byList(ctx context.Context) (finding, error) {
	last := r.run.Last
	left := r.clock.OnItsWay(last)
	seen, err := r.search(ctx, last)
	if err != nil {
		return finding{}, err
	}
	rules, elapsed := r.ch.Rules(), r.clock.Elapsed(last)
	switch {
	case seen.bound != nil && seen.how(last) == attempt.Found && left > 0:
		// The item may be one that somebody posted by hand, while the call's own is still to come.
		return finding{why: "one item of the account could be it, but the call may still be on its way", after: left}, nil
	case seen.bound != nil:
		return finding{outcome: isLive, item: seen.bound, how: seen.how(last), why: "no other item of the account can be it"}, nil
	case seen.isTaken:
		return finding{why: "the item that names it is held for another post's"}, nil
	case seen.possible > 0:
		return finding{why: fmt.Sprintf("%d items of the account could be it", seen.possible)}, nil
	case !seen.isAbsent || !rules.AbsenceByList && (!last.IsAnswered() || last.Ref == ""):
		return finding{why: "the account does not show it"}, nil
	case elapsed > rules.ListedFor:
		return finding{why: "it was too long ago to be told from what the account shows"}, nil
	case (r.isBrief || !last.IsAnswered()) && elapsed < rules.ListedWithin: // A chore reads once, and lists lag.
		return finding{why: "the account does not show it yet"}, nil
	}
	return finding{outcome: isAbsent, why: "the account was read several times without it"}, nil
}

// resolveForgotten is for a reference that the network does not know any more. It cannot have
// become visible when its day is over, or its call was refused, and the account, seen as a whole,
// shows nothing that it could be, whatever somebody has changed about it since.
func (r *resolver) resolveForgotten(ctx context.Context, text string) (finding, error) {
	last := r.run.Last
	needed := timing.ReferenceDay
	if last.IsAnswered() {
		needed = settledAfter // It was refused.
	}
	// A story's day is over with its container's: that it is not there says nothing.
	if elapsed := r.clock.Elapsed(last); elapsed < needed || r.run.Post.MediaType == posts.Stories && elapsed >= timing.ReferenceDay {
		return finding{why: text}, nil
	}
	seen, err := r.search(ctx, last)
	if err != nil {
		return finding{}, err
	}
	if seen.possible > 0 || !seen.isAbsent {
		return finding{why: text}, nil
	}
	timeline.Note(ctx, "the network has forgotten it, and the account does not show it: it was not published")
	return finding{outcome: isDead, why: text, failure: failure.Verdict{
		Remedy: failure.Remake, Code: apperror.UnknownError, Message: "the network has forgotten what was prepared before it was published; a retry prepares it again",
	}}, nil
}

// sighting is what the account shows of an attempt.
type sighting struct {
	// bound is the item that it is, nil when that cannot be told.
	bound *channel.Item
	// shown is how many items the account shows, fitting how many of them look alike and fit,
	// possible how many could be it in any way.
	shown, fitting, possible int
	// isAbsent says that the list covers the attempt's window and shows nothing that it could be.
	isAbsent bool
	// isTaken says that the item that names the attempt's reference is held for another post's: one
	// of the two is wrong.
	isTaken bool
}

// how says how the item of a sighting is known.
func (s sighting) how(a attempt.Attempt) attempt.How {
	if s.bound.Ref != "" && s.bound.Ref == a.Ref {
		return attempt.Read
	}
	return attempt.Found
}

// search reads what the account shows until the same item was the only possibility often enough,
// until it is clear that several are, or until it was read often enough without one.
func (r *resolver) search(ctx context.Context, a attempt.Attempt) (sighting, error) {
	needed := agreeingReads
	if r.isBrief || r.clock.Elapsed(a) > settledAfter {
		needed = 1
	}
	var last string
	for reads, agreeing := 1, 0; ; reads++ {
		seen, err := r.readAccount(ctx, a)
		failpoint.Reach("posts.resolve.searched")
		if err != nil && (a.Verdict != attempt.Live || needed == 1 || reads >= mostReads || !failure.IsPassing(err)) {
			return seen, err
		}
		bound := ""
		if seen.bound != nil {
			bound = seen.bound.ID
		}
		if bound != last {
			last, agreeing = bound, 0
		}
		agreeing++
		if err != nil {
			agreeing = 0
			if err := r.run.Claim.Sleep(ctx, agreePause); err != nil {
				return seen, err
			}
			continue
		}
		isNamed := seen.bound != nil && seen.bound.Ref != "" && seen.bound.Ref == a.Ref
		if isNamed || seen.bound == nil && seen.fitting > 1 || seen.bound != nil && agreeing >= needed ||
			seen.bound == nil && (needed == 1 || reads >= mostReads || a.Verdict != attempt.Live && agreeing >= agreeingReads) {
			seen.note(ctx)
			return seen, nil
		}
		if err := r.run.Claim.Sleep(ctx, agreePause); err != nil {
			return seen, err
		}
	}
}

// readAccount reads what the account shows once, and has package match tell which item is whose.
func (r *resolver) readAccount(ctx context.Context, a attempt.Attempt) (sighting, error) {
	rivals, err := r.rivals(ctx, a)
	if err != nil {
		return sighting{}, err
	}
	from := wholeFrom(rivals)
	shown, err := r.work.Visible(ctx, from)
	if err != nil {
		return sighting{}, err
	}
	owned, err := ownedItems(ctx, r.db, r.ch, shown.IDs())
	if err != nil {
		return sighting{}, err
	}
	// One that was sent while the list was read may have made what it shows.
	if rivals, err = r.rivals(ctx, a); err != nil {
		return sighting{}, err
	}
	since := shown.Since
	if from.After(since) {
		since = from
	}
	alike := match.Evidence{Attempts: rivals, Since: since}
	possible := match.Evidence{Attempts: rivals[:1], Since: since}
	free, isTaken := map[string]channel.Item{}, false
	for _, one := range shown.Items {
		if owned[one.ID] {
			isTaken = isTaken || one.Ref != "" && one.Ref == a.Ref
			continue
		}
		candidate := match.Item{ID: one.ID, Ref: one.Ref, At: one.At}
		// One that names the reference is the attempt's, whatever the network has left out of it.
		if one.IsAlike || one.Ref != "" && one.Ref == a.Ref {
			free[one.ID] = one
			alike.Items = append(alike.Items, candidate)
		}
		if one.IsAlike || one.IsPossible {
			possible.Items = append(possible.Items, candidate)
		}
	}
	seen := sighting{isTaken: isTaken, isAbsent: !isTaken && match.IsAbsent(possible, a.Seq), fitting: match.Fitting(alike, a.Seq), possible: match.Fitting(possible, a.Seq)}
	if id, ok := match.Bind(alike)[a.Seq]; ok {
		bound := free[id]
		seen.bound = &bound
	}
	seen.shown = len(shown.Items)
	return seen, nil
}

// rivals returns the attempt, and the others of its look that may own what the account shows.
func (r *resolver) rivals(ctx context.Context, a attempt.Attempt) ([]match.Attempt, error) {
	slack := r.ch.Rules().Slack
	_, isDistinct := r.ch.Look(r.run.Post)
	claim := func(a attempt.Attempt) match.Attempt {
		from, until := timing.Window(a, slack)
		return match.Attempt{Seq: a.Seq, Ref: a.Ref, IsLive: a.Verdict == attempt.Live, IsDistinct: isDistinct, From: from, Until: until, SeenBefore: a.SeenBefore}
	}
	all := []match.Attempt{claim(a)}
	others, err := attempt.Alike(ctx, r.db, a.AccountID, a.Channel, a.Look)
	if err != nil {
		return nil, err
	}
	for _, other := range others {
		if other.Seq != a.Seq {
			all = append(all, claim(other))
		}
	}
	strangers, err := r.work.Rivals(ctx)
	return append(all, strangers...), err
}

// wholeFrom returns the instant from which the list must be whole: the begin of the first attempt's
// window, or of an earlier one that meets it, also by way of others. An item that such an attempt
// can have made must be seen, or that attempt would seem to have nothing but the first's.
func wholeFrom(rivals []match.Attempt) time.Time {
	from, until := rivals[0].From, rivals[0].Until
	for range rivals {
		for _, other := range rivals {
			if other.From.After(until) || other.Until.Before(from) {
				continue
			}
			if other.From.Before(from) {
				from = other.From
			}
			if other.Until.After(until) {
				until = other.Until
			}
		}
	}
	return from
}

func (s sighting) note(ctx context.Context) {
	if s.bound != nil {
		timeline.Note(ctx, "one of %d media of the account matches the post: %s", s.shown, s.bound.ID)
		return
	}
	timeline.Note(ctx, "%d of %d media of the account could be the post", max(s.fitting, s.possible), s.shown)
}
