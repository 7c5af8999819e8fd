package publish

import (
	"context"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/match"
	"crier/modules/posts/timeline"
	"crier/platform/killpoint"
)

const (
	// proofPause lies between the two reads that prove that an attempt took no effect.
	proofPause = 5 * time.Second
	// An item is taken for an attempt's once it was the only possibility in so many reads in a row, with a pause before each: lists lag.
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
	item *item
	how  attempt.How
	// why says in words what the finding rests on.
	why string
	// after is how long to wait at least before the next look.
	after time.Duration
	// failure is what the post says of an attempt that is dead.
	failure verdict
}

// resolver finds out what became of one attempt. It only reads:
//
//	the network says which item it is              -> live, read
//	the network says that it is visible            -> live; the item is the one that every assignment has, in several reads
//	             that it is not, and could be      -> once the call can no longer be on its way, and once more after a pause: absent
//	             that it never will be             -> dead
//	             nothing                           -> by what the account shows: live, absent or unknown
//	             something else, or cannot be asked -> unknown
type resolver struct {
	*work
	channel channel
	attempt attempt.Attempt
	// isBrief says that a chore looks, which does not wait between reads: it comes again.
	isBrief bool
}

// resolve asks the network. An error says that it cannot be asked, or that the work was told to end.
func (r *resolver) resolve(ctx context.Context) (finding, error) {
	said, err := r.channel.status(ctx, r.work, r.attempt)
	killpoint.Reach("posts.resolve.read")
	for again := false; err == nil && said.state == ready; again = true {
		if left := r.onItsWay(r.attempt); left > 0 {
			return finding{why: "the post is not live, but the call may still be on its way", after: left}, nil
		}
		if again || r.isBrief && r.wasReady(r.attempt.Seq) {
			return finding{outcome: isAbsent, why: fmt.Sprintf("the network said twice, %s apart, that it is not published", proofPause)}, nil
		}
		if r.isBrief {
			return finding{why: "the post is not live so far"}, nil
		}
		if err = r.claim.Sleep(ctx, proofPause); err != nil {
			break
		}
		killpoint.Reach("posts.proof.waited")
		said, err = r.channel.status(ctx, r.work, r.attempt)
		killpoint.Reach("posts.resolve.proven")
	}
	if err != nil {
		return finding{}, err
	}
	switch said.state {
	case visible:
		if said.item != nil {
			return finding{outcome: isLive, item: said.item, how: attempt.Read, why: "the network says that it is published"}, nil
		}
		return r.which(ctx)
	case dead:
		return finding{outcome: isDead, failure: said.failure, why: said.text}, nil
	case forgotten:
		return r.gone(ctx, said.text)
	case notTold:
		return r.byList(ctx)
	default:
		return finding{why: fmt.Sprintf("the network says %q", said.text)}, nil
	}
}

// which finds the item of an attempt that is live. Where several fit, or none is shown, the attempt is live all the same.
func (r *resolver) which(ctx context.Context) (finding, error) {
	live := r.attempt
	live.Verdict = attempt.Live
	seen, err := r.search(ctx, live)
	if err != nil {
		if unprovable(err) {
			return finding{outcome: isLive, why: "the network says that it is published, and the account's list cannot be read"}, nil
		}
		return finding{}, err
	}
	if seen.bound == nil {
		return finding{outcome: isLive, why: fmt.Sprintf("the network says that it is published; %d items of the account could be it", seen.fitting)}, nil
	}
	return finding{outcome: isLive, item: seen.bound, how: seen.how(r.attempt), why: "no other item of the account can be it"}, nil
}

// byList finds out what became of an attempt of which the network says nothing.
func (r *resolver) byList(ctx context.Context) (finding, error) {
	seen, err := r.search(ctx, r.attempt)
	if err != nil {
		return finding{}, err
	}
	rules, elapsed := r.channel.rules(), r.elapsed(r.attempt)
	switch {
	case seen.bound != nil:
		return finding{outcome: isLive, item: seen.bound, how: seen.how(r.attempt), why: "no other item of the account can be it"}, nil
	case seen.possible > 0:
		return finding{why: fmt.Sprintf("%d items of the account could be it", seen.possible)}, nil
	case !seen.isAbsent || !rules.absenceByList && (!r.attempt.IsAnswered() || r.attempt.Ref == ""):
		return finding{why: "the account does not show it"}, nil
	case elapsed > rules.sight:
		return finding{why: "it was too long ago to be told from what the account shows"}, nil
	case (r.isBrief || !r.attempt.IsAnswered()) && elapsed < rules.listedWithin: // A chore reads once, and lists lag.
		return finding{why: "the account does not show it yet"}, nil
	}
	return finding{outcome: isAbsent, why: "the account was read several times without it"}, nil
}

// gone is for a reference that the network does not know any more. It cannot have become visible when its day is over, or its call was
// refused, and the account, seen as a whole, shows nothing that it could be, whatever somebody has changed about it since.
func (r *resolver) gone(ctx context.Context, text string) (finding, error) {
	needed := containerDay
	if r.attempt.IsAnswered() {
		needed = settledAfter // It was refused.
	}
	// A story's day is over with its container's: that it is not there says nothing.
	if elapsed := r.elapsed(r.attempt); elapsed < needed || r.post.MediaType == posts.Stories && elapsed >= containerDay {
		return finding{why: text}, nil
	}
	seen, err := r.search(ctx, r.attempt)
	if err != nil {
		return finding{}, err
	}
	if seen.possible > 0 || !seen.isAbsent {
		return finding{why: text}, nil
	}
	timeline.Note(ctx, "the network has forgotten it, and the account does not show it: it was not published")
	return finding{outcome: isDead, why: text, failure: verdict{remedy: anew}}, nil
}

// sighting is what the account shows of an attempt.
type sighting struct {
	// bound is the item that it is, nil when that cannot be told.
	bound *item
	// shown is how many items the account shows, fitting how many of them look alike and fit, possible how many could be it in any way.
	shown, fitting, possible int
	// isAbsent says that the list covers the attempt's window and shows nothing that it could be.
	isAbsent bool
}

// how says how the item of a sighting is known.
func (s sighting) how(a attempt.Attempt) attempt.How {
	if s.bound.ref != "" && s.bound.ref == a.Ref {
		return attempt.Read
	}
	return attempt.Found
}

// search reads what the account shows until the same item was the only possibility often enough, until it is clear that several are,
// or until it was read often enough without one.
func (r *resolver) search(ctx context.Context, a attempt.Attempt) (sighting, error) {
	needed := agreeingReads
	if r.isBrief || r.elapsed(a) > settledAfter {
		needed = 1
	}
	var last string
	for reads, agreeing := 1, 0; ; reads++ {
		seen, err := r.sight(ctx, a)
		killpoint.Reach("posts.resolve.searched")
		if err != nil && (a.Verdict != attempt.Live || needed == 1 || reads >= mostReads || !worthAnotherLook(err)) {
			return seen, err
		}
		bound := ""
		if seen.bound != nil {
			bound = seen.bound.id
		}
		if bound != last {
			last, agreeing = bound, 0
		}
		agreeing++
		if err != nil {
			agreeing = 0
			if err := r.claim.Sleep(ctx, agreePause); err != nil {
				return seen, err
			}
			continue
		}
		isNamed := seen.bound != nil && seen.bound.ref != "" && seen.bound.ref == a.Ref
		if isNamed || seen.bound == nil && seen.fitting > 1 || seen.bound != nil && agreeing >= needed ||
			seen.bound == nil && (needed == 1 || reads >= mostReads || a.Verdict != attempt.Live && agreeing >= agreeingReads) {
			seen.note(ctx)
			return seen, nil
		}
		if err := r.claim.Sleep(ctx, agreePause); err != nil {
			return seen, err
		}
	}
}

// sight reads what the account shows once, and has package match tell which item is whose.
func (r *resolver) sight(ctx context.Context, a attempt.Attempt) (sighting, error) {
	from, _ := window(a, r.channel.rules().slack)
	shown, err := r.channel.visible(ctx, r.work, from)
	if err != nil {
		return sighting{}, err
	}
	ids := make([]string, len(shown.items))
	for i, one := range shown.items {
		ids[i] = one.id
	}
	owned, err := r.ownedItems(ctx, a.Channel, ids)
	if err != nil {
		return sighting{}, err
	}
	rivals, err := r.rivals(ctx, a)
	if err != nil {
		return sighting{}, err
	}
	alike := match.Evidence{Attempts: rivals, Since: shown.since}
	possible := match.Evidence{Attempts: rivals[:1], Since: shown.since}
	free := map[string]item{}
	for _, one := range shown.items {
		if owned[one.id] {
			continue
		}
		candidate := match.Item{ID: one.id, Ref: one.ref, At: one.at}
		// One that names the reference is the attempt's, whatever the network has left out of it.
		if one.isAlike || one.ref != "" && one.ref == a.Ref {
			free[one.id] = one
			alike.Items = append(alike.Items, candidate)
		}
		if one.isAlike || one.isPossible {
			possible.Items = append(possible.Items, candidate)
		}
	}
	seen := sighting{isAbsent: match.IsAbsent(possible, a.Seq), fitting: match.Fitting(alike, a.Seq), possible: match.Fitting(possible, a.Seq)}
	if id, ok := match.Bind(alike)[a.Seq]; ok {
		bound := free[id]
		seen.bound = &bound
	}
	seen.shown = len(shown.items)
	return seen, nil
}

// rivals returns the attempt, and the others of its look that may own what the account shows.
func (r *resolver) rivals(ctx context.Context, a attempt.Attempt) ([]match.Attempt, error) {
	rules := r.channel.rules()
	_, isDistinct := r.channel.look(r.post)
	claim := func(a attempt.Attempt) match.Attempt {
		from, until := window(a, rules.slack)
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
	if a.Channel != attempt.Feed {
		return all, nil
	}
	strangers, err := r.strangers(ctx)
	return append(all, strangers...), err
}

func (s sighting) note(ctx context.Context) {
	if s.bound != nil {
		timeline.Note(ctx, "one of %d media of the account matches the post: %s", s.shown, s.bound.id)
		return
	}
	timeline.Note(ctx, "%d of %d media of the account could be the post", max(s.fitting, s.possible), s.shown)
}
