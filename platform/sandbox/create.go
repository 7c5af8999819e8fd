package sandbox

import (
	"context"
	"math"
	"time"

	"crier/platform/wiretime"
)

// maxContainers is how many containers an account may make in 24 hours, unless its cap on publications was set higher.
const maxContainers = 400

// createContainer answers POST /{IGID}/media. With a latency the fetch is left to the first read of the status that
// comes when the latency is over; without, it is done before the answer.
func (n *Network) createContainer(ctx context.Context, c *call) answer {
	d, gerr := c.draft()
	if gerr == nil {
		for _, id := range d.Children {
			n.settleFor(ctx, c, id)
		}
	}
	ans := n.asAccount(c, func(w *world, a *account) answer {
		if gerr == nil {
			gerr = w.prepare(a, d)
		}
		if gerr != nil {
			return failed(gerr)
		}
		return ok(nil)
	})
	if ans.err != nil {
		return ans
	}
	copied := n.album.begin()
	defer copied.drop()
	if d.PollsLeft == 0 && d.ReadyAt == d.CreatedAt && d.Forced == "" && !d.Upload {
		if gerr := n.fetchAtOnce(ctx, d, copied); gerr != nil {
			return failed(gerr)
		}
	}
	return n.asAccount(c, func(w *world, _ *account) answer {
		d.Seq = w.nextSeq()
		d.ID = containerID(d.Seq)
		if !copied.keep(d.ID) {
			return failed(errUnavailable()) // The world was reset since the call came in.
		}
		w.putContainer(d)
		if d.Upload {
			return ok(object{{"id", d.ID}, {"uri", c.uploadURL(doorContainers, d.ID)}})
		}
		return ok(object{{"id", d.ID}})
	})
}

// prepare checks d against the world and settles all about it that is known before the fetch: its account, its times,
// and whether its end is forced.
func (w *world) prepare(a *account, d *container) *graphError {
	now := w.now()
	if countAfter(a.created, dayBefore(now)) >= max(maxContainers, a.QuotaTotal) {
		return errContainerLimit()
	}
	if gerr := w.checkItems(a, d); gerr != nil {
		return gerr
	}
	latency := time.Duration(w.settings.Latency.ImageMS) * time.Millisecond
	if d.isVideo() {
		latency = w.videoLatency()
	}
	d.AccountID, d.Status, d.CreatedAt = a.ID, statusInProgress, wiretime.Of(now)
	d.ReadyAt = wiretime.Of(now.Add(latency))
	d.PollsLeft = w.settings.Latency.PollsUntilFinished
	if next := w.settings.Next; len(next) > 0 {
		d.Forced, d.Subcode = next[0].Force, next[0].Subcode
		w.settings.Next = next[1:]
		w.putSettings()
	}
	return nil
}

// fetchAtOnce fetches the media of d. A picture that is refused, and any URL that cannot be fetched, refuse the
// container; a video that is refused makes it one in ERROR, as the network finds that out only later.
func (n *Network) fetchAtOnce(ctx context.Context, d *container, copied *draft) *graphError {
	ctx, cancel := n.untilClosed(ctx)
	defer cancel()
	found := n.fetcher.check(ctx, d, copied)
	if found != nil && found.refuses {
		return found.err
	}
	if found != nil {
		copied.spoil()
	}
	d.finish(found)
	return nil
}

// checkItems wants the children of a carousel to be finished items of the same account.
func (w *world) checkItems(a *account, d *container) *graphError {
	for _, id := range d.Children {
		item := w.containers[id]
		if item == nil || item.AccountID != a.ID {
			return errContainerGone(id)
		}
		if !item.Item {
			return errParameter("The container %s is not a carousel item", id)
		}
		switch item.status(w.now()) {
		case statusFinished:
		case statusExpired:
			return errContainerGone(id)
		default:
			return errNotReady()
		}
	}
	return nil
}

// dayBefore returns the mark after which everything lies within the 24 hours that end now.
func dayBefore(now time.Time) mark {
	return mark{at: now.Add(-day).UnixMilli(), seq: math.MaxInt64}
}
