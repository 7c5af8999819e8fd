package graph

import (
	"context"
	"net/http"

	"crier/platform/sandbox/pages"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
	"crier/platform/wiretime"
)

const (
	paramCreation = "creation_id"
	edgePublish   = "media_publish"
)

// createContainer answers POST /{IGID}/media. Without a latency it fetches the media before it
// answers. With a latency the first read of the status after the latency fetches them.
func (api *API) createContainer(ctx context.Context, c *wire.Call) wire.Answer {
	d, gerr := rules{c}.draft()
	if gerr == nil {
		for _, id := range d.Children {
			api.processor.settleFor(ctx, c, id)
		}
	}
	ans := asAccount(api.Store, c, func(w *world.World, a *world.Account) wire.Answer {
		if gerr == nil {
			gerr = mayTry(a, d)
		}
		if gerr == nil {
			gerr = w.Containers.Prepare(a, d)
		}
		if gerr != nil {
			return wire.Failed(gerr)
		}
		return wire.OK(nil)
	})
	if ans.Err != nil {
		return ans
	}
	copied := api.album.Begin()
	defer copied.Drop()
	if d.PollsLeft == 0 && d.ReadyAt == d.CreatedAt && d.Forced == "" && !d.Upload {
		if gerr := api.processor.fetchAtOnce(ctx, d, copied); gerr != nil {
			return wire.Failed(gerr)
		}
	}
	return asAccount(api.Store, c, func(w *world.World, _ *world.Account) wire.Answer {
		d.Seq = w.NextSeq()
		d.ID = world.ContainerID(d.Seq)
		if !copied.Keep(d.ID) {
			return wire.Failed(wire.Unavailable()) // The world was reset since the call came in.
		}
		w.Containers.Put(d)
		if d.Upload {
			return wire.OK(wire.Object{{"id", d.ID}, {"uri", c.UploadURL(wire.DoorContainers, d.ID)}})
		}
		return wire.OK(wire.Object{{"id", d.ID}})
	})
}

// publish answers POST /{IGID}/media_publish and records the call with its outcome.
func (api *API) publish(ctx context.Context, c *wire.Call) wire.Answer {
	id := c.Params[paramCreation]
	api.processor.settleFor(ctx, c, id)
	return api.Answer(func(w *world.World) wire.Answer {
		outcome, m, gerr := publishOnce(w, c, id)
		w.Past.PutPublishCall(id, outcome)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		return wire.OK(wire.Object{{"id", m.ID}})
	})
}

// RecordFaultedPublish records a call of media_publish that a fault answered before it took effect.
func (api *API) RecordFaultedPublish(c *wire.Call, ans wire.Answer) wire.Answer {
	if c.Method != http.MethodPost || !c.SplitPath() || c.Edge != edgePublish {
		return ans
	}
	if err := api.Update(func(w *world.World) { w.Past.PutPublishCall(c.Params[paramCreation], world.OutcomeFault) }); err != nil && !ans.Cut {
		return wire.Failed(wire.Unavailable())
	}
	return ans
}

// refused answers a call that is refused for its form, and records it if it is one of
// media_publish.
func (api *API) refused(c *wire.Call, gerr *wire.Error) wire.Answer {
	return api.Answer(func(w *world.World) wire.Answer {
		if c.Method == http.MethodPost && c.Edge == edgePublish {
			w.Past.PutPublishCall(c.Params[paramCreation], world.OutcomeRefused)
		}
		return wire.Failed(gerr)
	})
}

// deleteMedia answers DELETE /{media}, which only the partner host has: posts, reels, stories and
// whole carousels, but not their items.
func (api *API) deleteMedia(c *wire.Call) wire.Answer {
	return api.Answer(func(w *world.World) wire.Answer {
		g, gerr := w.Logins.Authorize(c.Host, c.Token)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		if p := w.Pages.Find(g.Account, c.Node); p != nil && c.Host == wire.HostFB {
			return pages.Delete(w, c, p)
		}
		m := w.Media.ByID[c.Node]
		if c.Host != wire.HostFB || m == nil || m.AccountID != g.Account.ID || m.IsGone(w.Now()) {
			return wire.Failed(wire.UnknownObject(c.Method, c.Node))
		}
		c.NodeAccount = g.Account.ID
		if m.ParentID != "" {
			return wire.Failed(wire.MediaError(wire.CodeServer, wire.SubDeleteType, "Media Type Not Supported", "This media type cannot be deleted."))
		}
		at := wiretime.Ptr(w.Now())
		for _, id := range m.Items {
			if item := w.Media.ByID[id]; item != nil {
				item.DeletedAt = at
				w.Media.Put(item)
			}
		}
		m.DeletedAt = at
		w.Media.Put(m)
		w.Comments.DropOn(m.ID, at)
		return wire.OK(wire.Object{{"success", true}, {"deleted_id", m.ID}})
	})
}

// publishOnce publishes the container of the id for the account of the call.
func publishOnce(w *world.World, c *wire.Call, id string) (outcome string, m *world.Media, gerr *wire.Error) {
	a, gerr := authorized(w, c)
	switch {
	case gerr != nil && gerr.Code == wire.CodeToken:
		return world.OutcomeTokenDead, nil, gerr
	case gerr != nil:
		return world.OutcomeNotAllowed, nil, gerr
	case id == "":
		return world.OutcomeUnknown, nil, wire.MissingParameter(paramCreation)
	}
	return w.Publish(a, id)
}
