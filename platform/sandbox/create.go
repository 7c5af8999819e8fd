package sandbox

import (
	"context"
	"net/http"

	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

// maxContainers is how many containers an account may make in 24 hours, unless its cap on publications was set higher.
const maxContainers = 400

// createContainer answers POST /{IGID}/media. With a latency the fetch is left to the first read of the status that
// comes when the latency is over; without, it is done before the answer.
func (api *graphAPI) createContainer(ctx context.Context, c *wire.Call) wire.Answer {
	d, gerr := rules{c}.draft()
	if gerr == nil {
		for _, id := range d.Children {
			api.processor.settleFor(ctx, c, id)
		}
	}
	ans := api.asAccount(c, func(w *world, a *account) wire.Answer {
		if gerr == nil {
			gerr = w.containers.prepare(a, d)
		}
		if gerr != nil {
			return wire.Failed(gerr)
		}
		return wire.OK(nil)
	})
	if ans.Err != nil {
		return ans
	}
	copied := api.album.begin()
	defer copied.drop()
	if d.PollsLeft == 0 && d.ReadyAt == d.CreatedAt && d.Forced == "" && !d.Upload {
		if gerr := api.processor.fetchAtOnce(ctx, d, copied); gerr != nil {
			return wire.Failed(gerr)
		}
	}
	return api.asAccount(c, func(w *world, _ *account) wire.Answer {
		d.Seq = w.nextSeq()
		d.ID = containerID(d.Seq)
		if !copied.keep(d.ID) {
			return wire.Failed(wire.Unavailable()) // The world was reset since the call came in.
		}
		w.containers.put(d)
		if d.Upload {
			return wire.OK(wire.Object{{"id", d.ID}, {"uri", c.UploadURL(doorContainers, d.ID)}})
		}
		return wire.OK(wire.Object{{"id", d.ID}})
	})
}

// publish answers POST /{IGID}/media_publish and records the call, whatever comes of it.
func (api *graphAPI) publish(ctx context.Context, c *wire.Call) wire.Answer {
	id := c.Params[paramCreation]
	api.processor.settleFor(ctx, c, id)
	return api.answer(func(w *world) wire.Answer {
		outcome, m, gerr := w.publishOnce(c, id)
		recordPublish(w, c, outcome)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		return wire.OK(wire.Object{{"id", m.ID}})
	})
}

// recordFaultedPublish records a call of media_publish that a fault answered before it took effect.
func (api *graphAPI) recordFaultedPublish(c *wire.Call, ans wire.Answer) wire.Answer {
	if c.Method != http.MethodPost || !c.SplitPath() || c.Edge != edgePublish {
		return ans
	}
	if err := api.update(func(w *world) { recordPublish(w, c, outcomeFault) }); err != nil && !ans.Cut {
		return wire.Failed(wire.Unavailable())
	}
	return ans
}

// deleteMedia answers DELETE /{media}, which the partner host alone has: posts, reels, stories and whole carousels, but
// not the items of one.
func (api *graphAPI) deleteMedia(c *wire.Call) wire.Answer {
	return api.answer(func(w *world) wire.Answer {
		g, gerr := w.logins.authorize(c.Host, c.Token)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		if p := w.pages.find(g.account, c.Node); p != nil && c.Host == wire.HostFB {
			return deletePageItem(w, c, p)
		}
		m := w.media.byID[c.Node]
		if c.Host != wire.HostFB || m == nil || m.AccountID != g.account.ID || m.isGone(w.now()) {
			return wire.Failed(wire.UnknownObject(c.Method, c.Node))
		}
		c.NodeAccount = g.account.ID
		if m.ParentID != "" {
			return wire.Failed(wire.MediaError(wire.CodeServer, wire.SubDeleteType, "Media Type Not Supported", "This media type cannot be deleted."))
		}
		at := wiretime.Ptr(w.now())
		for _, id := range m.Items {
			if item := w.media.byID[id]; item != nil {
				item.DeletedAt = at
				w.media.put(item)
			}
		}
		m.DeletedAt = at
		w.media.put(m)
		return wire.OK(wire.Object{{"success", true}, {"deleted_id", m.ID}})
	})
}
