package publish

import (
	"context"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/match"
	"crier/modules/posts/publish/timing"
	"crier/modules/posts/timeline"
	"crier/platform/failpoint"
)

// sighting is what the account shows of an attempt.
type sighting struct {
	// bound is the item that it is, nil when that cannot be told.
	bound *channel.Item
	// shown is how many items the account shows, fitting how many of them look alike and fit,
	// possible how many could be it in any way.
	shown, fitting, possible int
	// isAbsent says that the list covers the attempt's window and shows nothing that it could be.
	isAbsent bool
	// isTaken says that the item that names the attempt's reference, or can only be this post's, is
	// held for another post's: one of the two is wrong.
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
		if err != nil && (a.Verdict != attempt.Live || needed == 1 || reads >= maxReads || !failure.IsTransient(err)) {
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
		isNamed := seen.bound != nil && seen.how(a) == attempt.Read
		if r.isBrief && !r.agreed.add(a.Seq, bound, r.clock.Ran()) && !isNamed && r.clock.Elapsed(a) <= settledAfter {
			// One read may lack the attempt's own item and have one that somebody posted by
			// hand. The chore binds none before lists are whole, or enough of its looks agree.
			seen.bound = nil
		}
		if isNamed || seen.bound == nil && seen.fitting > 1 || seen.bound != nil && agreeing >= needed ||
			seen.bound == nil && (needed == 1 || reads >= maxReads || a.Verdict != attempt.Live && agreeing >= agreeingReads) {
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
	shown, rivals, err := r.list(ctx, a)
	if err != nil {
		return sighting{}, err
	}
	owned, err := ownedItems(ctx, r.db, r.ch, shown.IDs())
	if err != nil {
		return sighting{}, err
	}
	alike := match.Evidence{Attempts: rivals, Since: shown.Since}
	possible := match.Evidence{Attempts: rivals[:1], Since: shown.Since}
	free, isTaken := map[string]channel.Item{}, false
	for _, one := range shown.Items {
		if owned[one.ID] || r.others[one.ID] {
			isTaken = isTaken || one.Ref != "" && one.Ref == a.Ref || one.IsAlike && r.ch.Rules().ListsOfPost
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

// list reads what the account shows, from the instant on from which it must be whole, and returns
// the attempt and all else that may own what it shows. An attempt that was found live while the
// list was read may want an earlier begin: then the list is read again.
func (r *resolver) list(ctx context.Context, a attempt.Attempt) (shown channel.Listing, rivals []match.Attempt, err error) {
	if rivals, err = r.alike(ctx, a); err != nil {
		return shown, nil, err
	}
	for isWhole := false; !isWhole; {
		from := wholeFrom(rivals)
		if shown, err = r.work.Visible(ctx, from); err != nil {
			return shown, nil, err
		}
		if from.After(shown.Since) {
			shown.Since = from
		}
		if rivals, err = r.alike(ctx, a); err != nil {
			return shown, nil, err
		}
		isWhole = !wholeFrom(rivals).Before(from)
	}
	strangers, err := r.work.Rivals(ctx)
	return shown, append(rivals, strangers...), err
}

// alike returns the attempt, and the others of its look.
func (r *resolver) alike(ctx context.Context, a attempt.Attempt) ([]match.Attempt, error) {
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
	err = r.addUnreadable(ctx, a, &all)
	return all, err
}

// addUnreadable adds the attempts of the account and channel of which nobody knows what they look
// like and when they were sent: each may own any item, until it was asked about for as long as
// about any other.
func (r *resolver) addUnreadable(ctx context.Context, a attempt.Attempt, all *[]match.Attempt) error {
	damaged, err := attempt.Unreadable(ctx, r.db, a.AccountID, a.Channel)
	for _, other := range damaged {
		if other.Seq != a.Seq && other.Asked() < searchTimeout {
			*all = append(*all, match.Attempt{Seq: other.Seq, Until: r.clock.Now().Add(timing.ReferenceDay)})
		}
	}
	return err
}

// wholeFrom returns the instant from which the list must be whole: the begin of the first attempt's
// window, or of an earlier one of a live attempt that reaches into it, also by way of others. An
// item that such an attempt can have made must be seen, or that attempt would seem to have nothing
// but the first's. Others count only by the items that fit the first.
func wholeFrom(attempts []match.Attempt) time.Time {
	from := attempts[0].From
	for range attempts {
		for _, other := range attempts {
			if other.IsLive && other.From.Before(from) && !other.Until.Before(from) {
				from = other.From
			}
		}
	}
	return from
}

func (s sighting) note(ctx context.Context) {
	if s.bound != nil {
		timeline.NoteAs(ctx, timeline.Matched, "one of %d media of the account matches the post: %s", s.shown, s.bound.ID)
		return
	}
	timeline.Note(ctx, "%d of %d media of the account could be the post", max(s.fitting, s.possible), s.shown)
}
