package sandbox

import (
	"context"
	"fmt"
)

// The words of POST containers/next.
const (
	forceError = "ERROR"
	forceStuck = "STUCK"
)

// settle brings a container to where its age and its polls put it, fetching its media if that is due. When
// another call settles it already, it returns after that.
func (n *Network) settle(ctx context.Context, id string) {
	for {
		d, busy := n.startSettling(id)
		if d != nil {
			n.finishSettling(ctx, d)
			return
		}
		if busy == nil {
			return
		}
		select {
		case <-busy:
		case <-n.closing:
			return
		}
	}
}

// startSettling returns a copy of the container if it is up to the caller to settle it, and what to wait for if
// somebody else is at it.
func (n *Network) startSettling(id string) (d *container, busy <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	c := n.w.containers.byID[id]
	if c == nil || !c.isDue(n.w) || n.closed {
		return nil, nil
	}
	if done := n.fetching[id]; done != nil {
		return nil, done
	}
	n.fetching[id] = make(chan struct{})
	copied := *c
	return &copied, nil
}

func (c *container) isDue(w *world) bool {
	now := w.now()
	return c.status(now) == statusInProgress && c.PollsLeft == 0 && c.Upload == c.Uploaded && c.Forced != forceStuck && !now.Before(c.ReadyAt.Time())
}

// finishSettling fetches what d is made of and stores the verdict. When the network is closed meanwhile there is none.
func (n *Network) finishSettling(ctx context.Context, d *container) {
	ctx, cancel := n.untilClosed(ctx)
	defer cancel()
	copied := n.album.begin()
	defer copied.drop()
	if d.Forced == "" {
		found := n.check(ctx, d, copied)
		if ctx.Err() == nil {
			finish(d, found)
		}
	} else {
		d.Status = statusError
	}
	// A world that was reset meanwhile has no such container any more, and shows nothing of it.
	err := n.update(func(w *world) {
		if w.containers.byID[d.ID] == nil || d.Status == statusInProgress {
			return
		}
		if d.Status == statusFinished {
			copied.keep(d.ID)
		}
		w.containers.put(d)
	})
	if err != nil {
		n.log.Warn("sandbox container not settled", "container", d.ID, "error", err)
	}
	if d.Upload && d.Status != statusInProgress {
		n.spool.drop(d.ID)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	close(n.fetching[d.ID])
	delete(n.fetching, d.ID)
}

// check looks at the media of d, wherever they come from.
func (n *Network) check(ctx context.Context, d *container, copied *draft) *finding {
	if d.Upload {
		found := n.checkUpload(d)
		if found == nil {
			n.spool.copyTo(d.ID, copied)
		}
		return found
	}
	return n.fetcher.check(ctx, d, copied)
}

// finish ends the processing of c with what the fetch found, nil when all was well.
func finish(c *container, found *finding) {
	if found == nil {
		c.Status = statusFinished
		return
	}
	c.Status, c.Subcode = statusError, found.err.Subcode
}

// settleFor settles the container id for a call that asks how far it is, if its token is good for anything at all.
func (n *Network) settleFor(ctx context.Context, c *call, id string) {
	n.mu.Lock()
	_, gerr := n.w.logins.authorize(c.host, c.token)
	n.mu.Unlock()
	if gerr == nil {
		n.settle(ctx, id)
	}
}

// asksForStatus tells the reads that count as a poll.
func (s selection) asksForStatus() bool { return s.has("status_code", "status", "video_status") }

// readContainer answers GET /{container}: of all fields a container has but a few. A read that says IN_PROGRESS is one
// of the polls that the container still asks for.
func readContainer(w *world, c *container, asked *call, sel selection) answer {
	o, gerr := pick("IGContainer", sel, func(f field) (any, bool) { return containerField(c, w, asked, f) })
	if gerr != nil {
		return failed(gerr)
	}
	if c.PollsLeft > 0 && c.Status == statusInProgress && sel.asksForStatus() {
		c.PollsLeft--
		w.containers.put(c)
	}
	return ok(o)
}

func containerField(c *container, w *world, asked *call, f field) (any, bool) {
	switch f.name {
	case "id":
		return c.ID, true
	case "status_code":
		return c.status(w.now()), true
	case "status":
		return statusText(c, c.status(w.now())), true
	case "video_status":
		if !c.Upload {
			return nil, false
		}
		return videoStatus(c, asked, c.status(w.now())), true
	case "copyright_check_status":
		return object{{"status", "completed"}, {"matches_found", false}}, true
	}
	return nil, false
}

func statusText(c *container, status string) string {
	switch status {
	case statusInProgress:
		return "In Progress: Media is still being processed."
	case statusFinished:
		return "Finished: Media has been uploaded and it is ready to be published."
	case statusPublished:
		return "Published: Media has been successfully published."
	case statusExpired:
		return "Expired: The container was not published within 24 hours and has expired."
	default:
		return fmt.Sprintf("Error: Media upload has failed with error code %d", c.Subcode)
	}
}
