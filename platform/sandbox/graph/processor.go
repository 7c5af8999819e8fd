package graph

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"crier/platform/sandbox/files"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// processor does what the network does with containers in its own time: it fetches their media, and
// decides about them.
type processor struct {
	*world.Store

	fetcher *files.Fetcher
	spool   *files.Spool
	album   *files.Album
	log     *slog.Logger
	// fetching has a channel for each container that is being settled, closed at the end. It is
	// only used in Update and View, whose mutex guards it.
	fetching map[string]chan struct{}
}

// settle brings a container to the status for its age and its polls, and fetches its media if that
// is due. When another call is settling the container, it waits for that call.
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

// startSettling returns a copy of the container if the caller must settle it, and a channel to wait
// for if another call is doing so.
func (p *processor) startSettling(id string) (d *world.Container, busy <-chan struct{}) {
	// Update does not run the function when the store is closed: then nothing is settled.
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

// finishSettling fetches the media of d and stores the verdict. When the network is closed
// meanwhile it stores none.
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
	// The container does not exist in a world that was reset meanwhile.
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
	// When the network was closed meanwhile, the next start settles the container by its bytes.
	if d.Upload && d.Status != world.StatusInProgress && !errors.Is(err, world.ErrClosed) {
		p.spool.Drop(d.ID)
	}
	p.View(func(*world.World) {
		close(p.fetching[d.ID])
		delete(p.fetching, d.ID)
	})
}

// check checks the media of d, wherever they come from.
func (p *processor) check(ctx context.Context, d *world.Container, copied *files.Draft) *files.Finding {
	if found := p.checkCover(ctx, d); found != nil {
		return found
	}
	if d.Upload {
		found := p.checkUpload(d)
		if found == nil {
			p.spool.CopyTo(d.ID, copied)
		}
		return found
	}
	return p.fetcher.Check(ctx, d, copied)
}

// checkCover fetches the picture of a reel's cover, and keeps it for the pages of the gallery.
func (p *processor) checkCover(ctx context.Context, d *world.Container) *files.Finding {
	if d.CoverURL == "" {
		return nil
	}
	copied := p.album.Begin()
	defer copied.Drop()
	found := p.fetcher.CheckCover(ctx, d.CoverURL, copied)
	if found == nil {
		copied.Keep(files.CoverKey(d.CoverURL))
	}
	return found
}

// finish ends the processing of c with the finding of the fetch, which is nil when nothing is
// wrong.
func finish(c *world.Container, found *files.Finding) {
	if found == nil {
		c.Status = world.StatusFinished
		return
	}
	c.Status, c.Subcode = world.StatusError, found.Err.Subcode
}

// settleFor settles the container id for a call that asks for its status, if the token of the call
// is valid.
func (p *processor) settleFor(ctx context.Context, c *wire.Call, id string) {
	var gerr *wire.Error
	p.View(func(w *world.World) { _, gerr = w.Logins.Authorize(c.Host, c.Token) })
	if gerr == nil {
		p.settle(ctx, id)
	}
}

// asksForStatus reports whether a read counts as a poll.
func asksForStatus(s wire.Selection) bool { return s.Has("status_code", "status", "video_status") }

// readContainer answers GET /{container}, which has only a few of the fields. A read that answers
// IN_PROGRESS uses up one of the container's polls.
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

// fetchAtOnce fetches the media of d. A refused picture, and any URL that cannot be fetched, refuse
// the container. A refused video gives a container with the status ERROR, because the network finds
// that out later.
func (p *processor) fetchAtOnce(ctx context.Context, d *world.Container, copied *files.Draft) *wire.Error {
	ctx, cancel := p.UntilClosed(ctx)
	defer cancel()
	found := p.check(ctx, d, copied)
	if found != nil && found.Refuses {
		return found.Err
	}
	if found != nil {
		copied.Spoil()
	}
	finish(d, found)
	return nil
}

// checkUpload is check for a container whose video was uploaded.
func (p *processor) checkUpload(d *world.Container) *files.Finding {
	if d.FileSize > files.MaxVideo(d.MediaType) {
		return &files.Finding{Err: files.BadVideo()}
	}
	m, err := p.spool.Movie(d.ID, d.FileSize)
	if err != nil {
		return &files.Finding{Err: files.BadVideo()}
	}
	return files.CheckMovie(d, m)
}
