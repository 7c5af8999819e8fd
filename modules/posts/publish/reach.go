package publish

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// heldOffline is the reason of a job while it waits for the network to be reached. It goes on as
// soon as the network answers any call, see reach.
var heldOffline = jobs.Reason{Wait: "OFFLINE", Text: "the network cannot be reached"}

const (
	// It is tried again after a pause that grows with the time for which the host has been away.
	shortestOfflinePause, longestOfflinePause = 5 * time.Second, time.Minute
	// longestCallPause is the longest before a call is looked for to which something else has
	// answered: each one that is sent again may take effect unnoticed.
	longestCallPause = 15 * time.Minute
	offlineGrowth    = 8
	// forgottenAfter is for how long nobody tries a host that alone is away until nobody knows any
	// more since when it is.
	forgottenAfter = time.Hour
)

// reach knows which hosts of the network cannot be reached, and since when. Where something else
// answers in a host's place, it knows that of each kind of call. While one host is blocked, others
// answer: that they do is news once, and then ends no wait for the one that is blocked. It is safe
// for concurrent use.
type reach struct {
	clock *timing.Clock
	log   *slog.Logger
	db    *database.DB
	queue *jobs.Queue

	mu sync.Mutex
	// outages are by host, or by host and kind of call.
	outages map[string]*outage
	// news counts the answers that ended waits.
	news int
}

// outage is a time in which a host cannot be reached.
type outage struct {
	since time.Time
	// began and tried are for how long Crier had run when it began, and when the host was tried
	// last: setting the clock does not change how long ago that is.
	began, tried time.Duration
	// isPartial says that another host has answered meanwhile.
	isPartial bool
}

// noteLost notes that a host could not be reached, in the log once. It returns since when that is
// so, in words, and the hold of what waits for the network, for no longer than longest.
func (r *reach) noteLost(err error, longest time.Duration) (why string, held *hold) {
	host, obstacle := failure.HostOf(err)
	ran := r.clock.Ran()
	r.mu.Lock()
	defer r.mu.Unlock()
	out := r.outages[host]
	if out == nil || out.isPartial && ran-out.tried >= forgottenAfter {
		out = &outage{since: r.clock.Now(), began: ran}
		if r.outages == nil {
			r.outages = map[string]*outage{}
		}
		r.outages[host] = out
		r.log.Warn("posts: the network cannot be reached; posts that are due wait for it", "part", host, "error", err)
	}
	out.tried = ran
	who := "the network"
	if out.isPartial {
		who = "the network's " + host
	}
	news := r.news
	why = fmt.Sprintf("%s cannot be reached since %s", who, wiretime.Of(out.since))
	if obstacle != "" {
		why += ": " + obstacle
	}
	return why, &hold{
		pause:  min(max((ran-out.began)/offlineGrowth, shortestOfflinePause), longest),
		reason: heldOffline,
		isOver: func(context.Context, bun.IDB) (bool, error) { return r.newsSoFar() != news, nil },
	}
}

// noteAnswer has everything go on that waits for the network, once a host has answered that could
// not be reached, or the first one while another cannot be. op is the kind of the call.
func (r *reach) noteAnswer(ctx context.Context, host, op string) {
	if !r.endOutage(host, op) {
		return
	}
	r.log.Info("posts: the network can be reached again", "part", host)
	err := r.db.InRelaxedTx(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.Tx) error { return r.queue.MakeAllDue(ctx, tx, heldOffline.Wait) })
	if err != nil {
		r.log.Warn("posts: the posts that wait for the network could not be started; they start when their pause ends", "error", err)
	}
}

// endOutage ends the outage of a host that has answered a kind of call. It reports whether the
// answer is news to what waits.
func (r *reach) endOutage(host, op string) (isNews bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, part := range []string{host, failure.Call(host, op)} {
		_, isAway := r.outages[part]
		isNews = isNews || isAway
		delete(r.outages, part)
	}
	for _, other := range r.outages {
		isNews = isNews || !other.isPartial
		other.isPartial = true
	}
	if isNews {
		r.news++
	}
	return isNews
}

func (r *reach) newsSoFar() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.news
}

// isLost reports whether nobody has answered since a host could not be reached.
func (r *reach) isLost() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, out := range r.outages {
		if !out.isPartial {
			return true
		}
	}
	return false
}
