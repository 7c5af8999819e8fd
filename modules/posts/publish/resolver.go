package publish

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/platform/database"
)

const (
	// proofPause lies between the two reads that prove that an attempt took no effect.
	proofPause = 5 * time.Second
	// An item is taken for an attempt's once it was the only possibility in so many reads in a row,
	// with a pause before each: lists lag.
	agreeingReads = 4
	agreePause    = 2 * time.Second
	// maxReads is how often a list is read in one go for an item that is not shown yet.
	maxReads = 8
	// settledAfter is after how long no list lags any more, so that one read is enough.
	settledAfter = 5 * time.Minute
	// searchTimeout is for how long an attempt is looked for after its post has ended, in time in
	// which its account can be asked.
	searchTimeout = 24 * time.Hour
	// maxResolveInterruptions is how often the process may die in the reads that decide whether a
	// post is live, before that is put aside.
	maxResolveInterruptions = 10
	// hurriedAfter is after how many of them the item of a live post is looked for without pauses.
	hurriedAfter = maxResolveInterruptions / 2
)

// verdict is what the resolver has found out about an attempt.
type verdict int

const (
	// verdictUnknown: it cannot be told now.
	verdictUnknown verdict = iota
	// verdictLive: it took effect.
	verdictLive
	// verdictAbsent: it took no effect, and the same reference can be sent again.
	verdictAbsent
	// verdictDead: it took no effect, and its reference never will.
	verdictDead
)

// finding is what became of an attempt.
type finding struct {
	verdict verdict
	// item is what it became, nil where that cannot be told; how says how it is known.
	item *channel.Item
	how  attempt.How
	// why says in words what the finding rests on.
	why string
	// after is how long to wait at least before the next look.
	after time.Duration
	// failure is what the post says of an attempt that is dead.
	failure failure.Failure
}

// resolver finds out what became of the latest attempt of a run. It only reads:
//
//	the network's answer           the finding
//	names the item                 live, read
//	it is visible                  live; the item is the one of every assignment, in several reads
//	it is not visible, but may be  absent, once the call can no longer be on its way, after two reads
//	it never will be visible       dead
//	nothing about it               what the account shows: live, absent or unknown
//	anything else, or none         unknown
type resolver struct {
	*resolvers
	run  *channel.Run
	ch   channel.Channel
	work channel.Work
	// isBrief says that there are no pauses between reads: a chore looks, which comes again.
	isBrief bool
	// isRefused says that the network has just answered the call, which is not on its way any more.
	isRefused bool
	// others are items that are known to be other posts' although the ledger does not say so.
	others map[string]bool
}

// resolvers are what all resolvers share.
type resolvers struct {
	db    *database.DB
	clock *timing.Clock
	// ready are the attempts that a chore found not to be live; what it finds so twice is not.
	ready firsts
	// agreed are the items that chores found for attempts, and how often in a row.
	agreed agreements
}

// agreements remember for attempts which item was the only possibility in the latest reads.
type agreements struct {
	mu sync.Mutex
	of map[int64]agreement
}

type agreement struct {
	item  string
	reads int
	// at is for how long Crier had run at the latest read.
	at time.Duration
}

// add notes what a read found, an empty item for nothing, and reports whether enough of them have
// found the same; it forgets them then. One that comes right after another does not count.
func (a *agreements) add(seq int64, item string, ran time.Duration) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.of == nil {
		a.of = map[int64]agreement{}
	}
	one := a.of[seq]
	switch {
	case item == "":
		delete(a.of, seq)
		return false
	case one.item != item:
		one = agreement{item, 1, ran}
	case ran-one.at >= agreePause:
		one.reads, one.at = one.reads+1, ran
	}
	if one.reads >= agreeingReads {
		delete(a.of, seq)
		return true
	}
	a.of[seq] = one
	return false
}

func (r *resolvers) newResolver(run *channel.Run, ch channel.Channel, work channel.Work) *resolver {
	return &resolver{resolvers: r, run: run, ch: ch, work: work}
}

// firsts remember for attempts for how long Crier had run at the first of several reads.
type firsts struct {
	mu sync.Mutex
	at map[int64]time.Duration
}

// since returns how long ago the first read of an attempt was, 0 for one that is the first itself.
func (f *firsts) since(seq int64, ran time.Duration) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.at == nil {
		f.at = map[int64]time.Duration{}
	}
	if _, isKnown := f.at[seq]; !isKnown {
		f.at[seq] = ran
	}
	return ran - f.at[seq]
}

// forgetSettled forgets what chores found about attempts that nobody asks about any more: they were
// settled, or their post is gone.
func (r *resolvers) forgetSettled(ctx context.Context) error {
	r.ready.mu.Lock()
	known := slices.Collect(maps.Keys(r.ready.at))
	r.ready.mu.Unlock()
	r.agreed.mu.Lock()
	known = slices.AppendSeq(known, maps.Keys(r.agreed.of))
	r.agreed.mu.Unlock()
	if len(known) == 0 {
		return nil
	}
	still, err := attempt.StillUnsettled(ctx, r.db, known)
	if err != nil {
		return err
	}
	isSettled := func(seq int64) bool { return slices.Contains(known, seq) && !still[seq] }
	r.ready.mu.Lock()
	maps.DeleteFunc(r.ready.at, func(seq int64, _ time.Duration) bool { return isSettled(seq) })
	r.ready.mu.Unlock()
	r.agreed.mu.Lock()
	maps.DeleteFunc(r.agreed.of, func(seq int64, _ agreement) bool { return isSettled(seq) })
	r.agreed.mu.Unlock()
	return nil
}
