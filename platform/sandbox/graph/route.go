package graph

import (
	"context"
	"log/slog"
	"net/http"

	"crier/platform/sandbox/files"
	"crier/platform/sandbox/pages"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// API is the publishing API, as both Graph hosts have it, with its logins and the host for the
// bytes of videos.
type API struct {
	*world.Store

	album     *files.Album
	spool     *files.Spool
	processor *processor
	logins    *loginAPI
	uploads   *uploadAPI
	directory *directory
	pages     *pages.API
}

// New returns the publishing API on the world that the store keeps.
func New(s *world.Store, f *files.Fetcher, sp *files.Spool, a *files.Album, log *slog.Logger) *API {
	return &API{
		Store: s, album: a, spool: sp, processor: &processor{Store: s, fetcher: f, spool: sp, album: a, log: log, fetching: map[string]chan struct{}{}},
		logins: &loginAPI{s}, uploads: &uploadAPI{Store: s, spool: sp}, directory: &directory{s},
		pages: pages.New(s, f, sp, a),
	}
}

// Route finds what the call is about and does it. A path or a method that the network does not have
// is recorded.
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
		return wire.Failed(c.Unreadable)
	}
	if gerr := wire.OffTable(c); gerr != nil {
		return wire.Failed(gerr)
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

// authorized returns the account whose edge the call is about, or the network's refusal. The call's
// token must be good on its host and must lead to the account.
func authorized(w *world.World, c *wire.Call) (*world.Account, *wire.Error) {
	g, gerr := w.Logins.Authorize(c.Host, c.Token)
	if gerr != nil {
		return nil, gerr
	}
	if g = g.At(c.Node); g.Account.Profile.AccountType == world.AccountPersonal {
		return nil, wire.NotProfessional()
	}
	if c.Node == g.Account.ID || c.Node == wire.Me && g.Scope == world.ScopeAccount {
		c.NodeAccount = g.Account.ID
		return g.Account, nil
	}
	return nil, wire.UnknownObject(c.Method, c.Node)
}

// asAccount runs f for the account whose edge the call is about.
func (api *API) asAccount(c *wire.Call, f func(*world.World, *world.Account) wire.Answer) wire.Answer {
	return api.Answer(func(w *world.World) wire.Answer {
		a, gerr := authorized(w, c)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		return f(w, a)
	})
}

// readNode answers about whatever has the id: the token's own profile, a Page, a container or
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
