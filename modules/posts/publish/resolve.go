package publish

import (
	"context"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
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
	// isRefused says that the network has just answered the call, which is not on its way any more.
	isRefused bool
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
	if r.isRefused {
		left = 0
	}
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
