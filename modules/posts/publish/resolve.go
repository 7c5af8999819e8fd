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
	"crier/platform/failpoint"
)

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
		apart := proofPause
		if r.isBrief {
			apart = r.ready.since(last.Seq, r.clock.Ran())
		}
		if again || r.isBrief && apart >= proofPause {
			return finding{verdict: verdictAbsent, why: fmt.Sprintf("the network said twice, %s apart, that it is not published", apart.Round(time.Second))}, nil
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
			return finding{verdict: verdictLive, item: said.Item, how: attempt.Read, why: "the network says that it is published"}, nil
		}
		return r.findItem(ctx)
	case channel.Dead:
		return finding{verdict: verdictDead, failure: said.Failure, why: said.Text}, nil
	case channel.Forgotten:
		return r.resolveForgotten(ctx, said.Text)
	case channel.NoStatus:
		return r.byList(ctx)
	default:
		return finding{why: fmt.Sprintf("the network says %q", said.Text)}, nil
	}
}

// findItem finds the item of an attempt that is live. Where several fit, or none is shown, the
// attempt is live all the same. A post during whose search the process keeps dying is not searched
// for with pauses any more, so that it is stored to be live before the next death; its item follows
// from the chore.
func (r *resolver) findItem(ctx context.Context) (finding, error) {
	live := r.run.Last
	live.Verdict = attempt.Live
	r.isBrief = r.isBrief || r.run.Claim.Job.Interruptions >= hurriedAfter
	seen, err := r.search(ctx, live)
	if err != nil {
		if failure.CannotAsk(err) {
			return finding{verdict: verdictLive, why: "the network says that it is published, and the account's list cannot be read"}, nil
		}
		return finding{}, err
	}
	if seen.bound == nil {
		return finding{verdict: verdictLive, why: fmt.Sprintf("the network says that it is published; %d items of the account could be it", seen.fitting)}, nil
	}
	return finding{verdict: verdictLive, item: seen.bound, how: seen.how(r.run.Last), why: "no other item of the account can be it"}, nil
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
		return finding{verdict: verdictLive, item: seen.bound, how: seen.how(last), why: "no other item of the account can be it"}, nil
	case seen.isTaken:
		return finding{why: "the item that names it is held for another post's"}, nil
	case seen.possible > 0:
		return finding{why: fmt.Sprintf("%d items of the account could be it", seen.possible)}, nil
	case !seen.isAbsent || !rules.AbsenceByList && (!last.IsAnswered() || last.Ref == ""):
		return finding{why: "the account does not show it"}, nil
	case elapsed > rules.ListedFor:
		return finding{why: "it was too long ago to be told from what the account shows"}, nil
	case elapsed < rules.ListedWithin && last.IsAnswered():
		// Lists lag behind what was refused, too. It is hardly there: the next look is the one that
		// tells.
		return finding{why: "the account does not show it so far", after: rules.ListedWithin - elapsed}, nil
	case elapsed < rules.ListedWithin:
		return finding{why: "the account does not show it yet"}, nil
	}
	return finding{verdict: verdictAbsent, why: "the account was read several times without it"}, nil
}

// resolveForgotten is for a reference that the network does not know any more. The account decides.
// It cannot have become visible when its day is over, or its call was refused, and the account,
// seen as a whole, shows nothing that it could be, whatever somebody has changed about it since.
func (r *resolver) resolveForgotten(ctx context.Context, text string) (finding, error) {
	last := r.run.Last
	if left := r.clock.OnItsWay(last); left > 0 {
		return finding{why: text, after: left}, nil
	}
	seen, err := r.search(ctx, last)
	if err != nil {
		return finding{}, err
	}
	if seen.bound != nil {
		return finding{verdict: verdictLive, item: seen.bound, how: seen.how(last), why: "no other item of the account can be it"}, nil
	}
	needed := timing.ReferenceDay
	if last.IsAnswered() {
		needed = settledAfter // It was refused.
	}
	// A story's day is over with its container's: that it is not there says nothing.
	if elapsed := r.clock.Elapsed(last); elapsed < needed || r.run.Post.MediaType == posts.Stories && elapsed >= timing.ReferenceDay {
		return finding{why: text}, nil
	}
	if seen.possible > 0 || !seen.isAbsent {
		return finding{why: text}, nil
	}
	timeline.Note(ctx, "the network has forgotten it, and the account does not show it: it was not published")
	return finding{verdict: verdictDead, why: text, failure: failure.Failure{
		Action: failure.Remake, Code: apperror.UnknownError, Message: "the network has forgotten what was prepared before it was published; a retry prepares it again",
	}}, nil
}
