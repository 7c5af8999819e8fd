package sandbox

import (
	"context"
	"net/http"

	"crier/platform/wiretime"
)

// maxContainers is how many containers an account may make in 24 hours, unless its cap on publications was set higher.
const maxContainers = 400

// createContainer answers POST /{IGID}/media. With a latency the fetch is left to the first read of the status that
// comes when the latency is over; without, it is done before the answer.
func (api *graphAPI) createContainer(ctx context.Context, c *call) answer {
	d, gerr := rules{c}.draft()
	if gerr == nil {
		for _, id := range d.Children {
			api.processor.settleFor(ctx, c, id)
		}
	}
	ans := api.asAccount(c, func(w *world, a *account) answer {
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
	copied := api.album.begin()
	defer copied.drop()
	if d.PollsLeft == 0 && d.ReadyAt == d.CreatedAt && d.Forced == "" && !d.Upload {
		if gerr := api.processor.fetchAtOnce(ctx, d, copied); gerr != nil {
			return failed(gerr)
		}
	}
	return api.asAccount(c, func(w *world, _ *account) answer {
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

// publish answers POST /{IGID}/media_publish and records the call, whatever comes of it.
func (api *graphAPI) publish(ctx context.Context, c *call) answer {
	id := c.params[paramCreation]
	api.processor.settleFor(ctx, c, id)
	return api.answer(func(w *world) answer {
		outcome, m, gerr := w.publishOnce(c, id)
		recordPublish(w, c, outcome)
		if gerr != nil {
			return failed(gerr)
		}
		return ok(object{{"id", m.ID}})
	})
}

// recordFaultedPublish records a call of media_publish that a fault answered before it took effect.
func (api *graphAPI) recordFaultedPublish(c *call, ans answer) answer {
	if c.method != http.MethodPost || !c.splitPath() || c.edge != edgePublish {
		return ans
	}
	if err := api.update(func(w *world) { recordPublish(w, c, outcomeFault) }); err != nil && !ans.cut {
		return failed(errUnavailable())
	}
	return ans
}

// deleteMedia answers DELETE /{media}, which the partner host alone has: posts, reels, stories and whole carousels, but
// not the items of one.
func (api *graphAPI) deleteMedia(c *call) answer {
	return api.answer(func(w *world) answer {
		g, gerr := w.logins.authorize(c.host, c.token)
		if gerr != nil {
			return failed(gerr)
		}
		if p := w.pages.find(g.account, c.node); p != nil && c.host == hostFB {
			return deletePageItem(w, c, p)
		}
		m := w.media.byID[c.node]
		if c.host != hostFB || m == nil || m.AccountID != g.account.ID || m.isGone(w.now()) {
			return failed(errUnknownObject(c.method, c.node))
		}
		c.nodeAccount = g.account.ID
		if m.ParentID != "" {
			return failed(errMedia(codeServer, subDeleteType, "Media Type Not Supported", "This media type cannot be deleted."))
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
		return ok(object{{"success", true}, {"deleted_id", m.ID}})
	})
}
