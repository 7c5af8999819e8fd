package graph

import (
	"context"
	"fmt"
	"log/slog"

	"crier/platform/sandbox/files"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// processor does with containers what the network does in its own time: it fetches their media, and
// says whether it takes them.
type processor struct {
	*world.Store

	fetcher *files.Fetcher
	spool   *files.Spool
	album   *files.Album
	log     *slog.Logger
	// fetching has a channel for each container that somebody settles, closed when that is done. It
	// is used in Update and View alone, whose mutex guards it.
	fetching map[string]chan struct{}
}

// settle brings a container to where its age and its polls put it, fetching its media if that is
// due. When another call settles it already, it returns after that.
func (p *processor) settle(ctx context.Context, id string) {
	for {
		d, busy := p.startSettling(id)
		if d != nil {
			p.finishSettling(ctx, d)
			return
		}
		if busy == nil {
			return
		}
		select {
		case <-busy:
		case <-p.Done():
			return
		}
	}
}

// startSettling returns a copy of the container if it is up to the caller to settle it, and what to
// wait for if somebody else is at it.
func (p *processor) startSettling(id string) (d *world.Container, busy <-chan struct{}) {
	// A closed store settles nothing: then Update does not run the function.
	_ = p.Update(func(w *world.World) {
		c := w.Containers.ByID[id]
		if c == nil || !c.IsDue(w.Now()) {
			return
		}
		if done := p.fetching[id]; done != nil {
			busy = done
			return
		}
		p.fetching[id] = make(chan struct{})
		copied := *c
		d = &copied
	})
	return d, busy
}

// finishSettling fetches what d is made of and stores the verdict. When the network is closed
// meanwhile there is none.
func (p *processor) finishSettling(ctx context.Context, d *world.Container) {
	ctx, cancel := p.UntilClosed(ctx)
	defer cancel()
	copied := p.album.Begin()
	defer copied.Drop()
	if d.Forced == "" {
		found := p.check(ctx, d, copied)
		if ctx.Err() == nil {
			finish(d, found)
		}
	} else {
		d.Status = world.StatusError
	}
	// A world that was reset meanwhile has no such container any more, and shows nothing of it.
	err := p.Update(func(w *world.World) {
		if w.Containers.ByID[d.ID] == nil || d.Status == world.StatusInProgress {
			return
		}
		if d.Status == world.StatusFinished {
			copied.Keep(d.ID)
		}
		w.Containers.Put(d)
	})
	if err != nil {
		p.log.Warn("sandbox container not settled", "container", d.ID, "error", err)
	}
	if d.Upload && d.Status != world.StatusInProgress {
		p.spool.Drop(d.ID)
	}
	p.View(func(*world.World) {
		close(p.fetching[d.ID])
		delete(p.fetching, d.ID)
	})
}

// check looks at the media of d, wherever they come from.
func (p *processor) check(ctx context.Context, d *world.Container, copied *files.Draft) *files.Finding {
	if d.Upload {
		found := p.checkUpload(d)
		if found == nil {
			p.spool.CopyTo(d.ID, copied)
		}
		return found
	}
	return p.fetcher.Check(ctx, d, copied)
}

// finish ends the processing of c with what the fetch found, nil when all was well.
func finish(c *world.Container, found *files.Finding) {
	if found == nil {
		c.Status = world.StatusFinished
		return
	}
	c.Status, c.Subcode = world.StatusError, found.Err.Subcode
}

// settleFor settles the container id for a call that asks how far it is, if its token is good for
// anything at all.
func (p *processor) settleFor(ctx context.Context, c *wire.Call, id string) {
	var gerr *wire.Error
	p.View(func(w *world.World) { _, gerr = w.Logins.Authorize(c.Host, c.Token) })
	if gerr == nil {
		p.settle(ctx, id)
	}
}

// asksForStatus tells the reads that count as a poll.
func asksForStatus(s wire.Selection) bool { return s.Has("status_code", "status", "video_status") }

// readContainer answers GET /{container}: of all fields a container has but a few. A read that says
// IN_PROGRESS is one of the polls that the container still asks for.
func readContainer(w *world.World, c *world.Container, asked *wire.Call, sel wire.Selection) wire.Answer {
	o, gerr := wire.Pick("IGContainer", sel, func(f wire.Field) (any, bool) { return containerField(c, w, asked, f) })
	if gerr != nil {
		return wire.Failed(gerr)
	}
	if c.PollsLeft > 0 && c.Status == world.StatusInProgress && asksForStatus(sel) {
		c.PollsLeft--
		w.Containers.Put(c)
	}
	return wire.OK(o)
}

func containerField(c *world.Container, w *world.World, asked *wire.Call, f wire.Field) (any, bool) {
	switch f.Name {
	case "id":
		return c.ID, true
	case "status_code":
		return c.StatusAt(w.Now()), true
	case "status":
		return statusText(c, c.StatusAt(w.Now())), true
	case "video_status":
		if !c.Upload {
			return nil, false
		}
		return videoStatus(c, asked, c.StatusAt(w.Now())), true
	case "copyright_check_status":
		return wire.Object{{"status", "completed"}, {"matches_found", false}}, true
	}
	return nil, false
}

func statusText(c *world.Container, status string) string {
	switch status {
	case world.StatusInProgress:
		return "In Progress: Media is still being processed."
	case world.StatusFinished:
		return "Finished: Media has been uploaded and it is ready to be published."
	case world.StatusPublished:
		return "Published: Media has been successfully published."
	case world.StatusExpired:
		return "Expired: The container was not published within 24 hours and has expired."
	default:
		return fmt.Sprintf("Error: Media upload has failed with error code %d", c.Subcode)
	}
}

// fetchAtOnce fetches the media of d. A picture that is refused, and any URL that cannot be
// fetched, refuse the container; a video that is refused makes it one in ERROR, as the network
// finds that out only later.
func (p *processor) fetchAtOnce(ctx context.Context, d *world.Container, copied *files.Draft) *wire.Error {
	ctx, cancel := p.UntilClosed(ctx)
	defer cancel()
	found := p.fetcher.Check(ctx, d, copied)
	if found != nil && found.Refuses {
		return found.Err
	}
	if found != nil {
		copied.Spoil()
	}
	finish(d, found)
	return nil
}

// checkUpload is check for a container whose video was sent.
func (p *processor) checkUpload(d *world.Container) *files.Finding {
	if d.FileSize > files.LimitsOf(d.MediaType).Size {
		return &files.Finding{Err: files.BadVideo()}
	}
	m, err := p.spool.Movie(d.ID, d.FileSize)
	if err != nil {
		return &files.Finding{Err: files.BadVideo()}
	}
	return files.CheckMovie(d, m)
}
