package sandbox

import "context"

// maxContainers is how many containers an account may make in 24 hours, unless its cap on publications was set higher.
const maxContainers = 400

// createContainer answers POST /{IGID}/media. With a latency the fetch is left to the first read of the status that
// comes when the latency is over; without, it is done before the answer.
func (n *Network) createContainer(ctx context.Context, c *call) answer {
	d, gerr := rules{c}.draft()
	if gerr == nil {
		for _, id := range d.Children {
			n.settleFor(ctx, c, id)
		}
	}
	ans := n.asAccount(c, func(w *world, a *account) answer {
		if gerr == nil {
			gerr = w.containers.prepare(a, d)
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
		w.containers.put(d)
		if d.Upload {
			return ok(object{{"id", d.ID}, {"uri", c.uploadURL(doorContainers, d.ID)}})
		}
		return ok(object{{"id", d.ID}})
	})
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
	finish(d, found)
	return nil
}
