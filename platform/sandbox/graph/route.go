package graph

import (
	"context"
	"net/http"

	"crier/platform/sandbox/edges"
	"crier/platform/sandbox/pages"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// Route handles a call. It records a path or a method that the network does not have.
func (api *API) Route(ctx context.Context, c *wire.Call) wire.Answer {
	if c.Host == wire.HostUpload {
		return api.uploads.route(c)
	}
	if ans, done := api.logins.route(c); done {
		return ans
	}
	if c.Host != wire.HostIG && c.Host != wire.HostFB || !c.SplitPath() {
		return api.Unexpected(c)
	}
	if c.Unreadable != nil {
		return api.refused(c, c.Unreadable)
	}
	api.View(func(w *world.World) { c.About = typeOf(w, c) })
	if gerr := api.OffTable(c); gerr != nil {
		return api.refused(c, gerr)
	}
	if !wire.HasRow(c) && c.Method != http.MethodDelete { // A deletion is refused by the node.
		return api.Unexpected(c)
	}
	if c.Edge != "" && api.pages.Has(c) {
		if ans, known := api.pages.Route(ctx, c); known {
			return ans
		}
	}
	switch c.Method + " " + c.Edge {
	case "GET ":
		return api.readNode(ctx, c)
	case "DELETE ":
		return api.deleteMedia(c)
	case "POST media":
		return api.createContainer(ctx, c)
	case "GET media":
		return api.listFeed(c)
	case "GET stories":
		return api.listStories(c)
	case "POST comments":
		return api.comments.create(c)
	case "GET comments":
		return api.comments.list(c)
	case "GET children":
		return api.listChildren(c)
	case "POST media_publish":
		return api.publish(ctx, c)
	case "GET content_publishing_limit":
		return api.readLimit(c)
	case "GET accounts":
		if c.Host == wire.HostFB && c.Node == wire.Me {
			return api.directory.listPages(c)
		}
	case "GET businesses":
		if c.Host == wire.HostFB && c.Node == wire.Me {
			return api.directory.listBusinesses(c)
		}
	case "GET owned_pages", "GET client_pages":
		if c.Host == wire.HostFB {
			return api.directory.listBusinessPages(c)
		}
	}
	return api.Unexpected(c)
}

// readNode answers about the node with the id: the token's own profile, a Page, a container or
// media.
func (api *API) readNode(ctx context.Context, c *wire.Call) wire.Answer {
	sel, gerr := c.Selection()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	if asksForStatus(sel) {
		api.processor.settleFor(ctx, c, c.Node)
	}
	if sel.Has("video_status") && c.Node != wire.Me {
		c.Received = api.spool.Size(c.Node)
	}
	return api.Answer(func(w *world.World) wire.Answer {
		g, gerr := w.Logins.Authorize(c.Host, c.Token)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		g = g.At(c.Node)
		if p := w.Pages.Find(g.Account, c.Node); p != nil && c.Host == wire.HostFB {
			c.NodeAccount = g.Account.ID
			return api.pages.Read(w, p, c, sel)
		}
		return readNodeOf(w, g, c, sel)
	})
}

func readNodeOf(w *world.World, g world.Grant, c *wire.Call, sel wire.Selection) wire.Answer {
	if c.Node == wire.Me || c.Node == g.Account.ID || c.Host == wire.HostFB && c.Node == g.Account.Profile.PageID {
		return readProfile(w, g, c, sel)
	}
	c.NodeAccount = g.Account.ID
	if one := w.Containers.ByID[c.Node]; one != nil && one.AccountID == g.Account.ID {
		return readContainer(w, one, c, sel)
	}
	if m := w.Media.ByID[c.Node]; m != nil && m.AccountID == g.Account.ID && !m.IsGone(w.Now()) {
		return readMedia(w, m, c, sel)
	}
	return wire.Failed(wire.UnknownObject(http.MethodGet, c.Node))
}

// typeOf returns the type of the node that the call's path begins with. It is empty for what is not
// there, and for a token that opens nothing: such a call is refused for that.
func typeOf(w *world.World, c *wire.Call) string {
	g, gerr := w.Logins.Authorize(c.Host, c.Token)
	if gerr != nil {
		return ""
	}
	g = g.At(c.Node)
	switch {
	case c.Node == g.Account.ID, c.Node == wire.Me && g.Scope == world.ScopeAccount:
		return edges.TypeAccount
	case c.Node == wire.Me && g.Scope == world.ScopeUser:
		return edges.TypeUser
	case c.Node == wire.Me, c.Host == wire.HostFB && w.Accounts.OfPage(c.Node) != nil:
		return edges.TypePage
	case g.User != nil && len(g.User.Owned) > 0 && c.Node == g.User.BusinessID():
		return edges.TypeBusiness
	}
	if p := w.Pages.Find(g.Account, c.Node); p != nil && c.Host == wire.HostFB {
		return pages.TypeOf(p, c.Node)
	}
	if one := w.Containers.ByID[c.Node]; one != nil && one.AccountID == g.Account.ID {
		return edges.TypeContainer
	}
	if m := w.Media.ByID[c.Node]; m != nil && m.AccountID == g.Account.ID {
		return edges.TypeMedia
	}
	return ""
}
