package sandbox

import (
	"context"
	"net/http"

	"crier/platform/sandbox/wire"
)

// graphAPI is the publishing API, as both Graph hosts have it, with its logins and the host for the bytes of videos.
type graphAPI struct {
	*store

	album     *album
	spool     *spool
	processor *processor
	logins    *loginAPI
	uploads   *uploadAPI
	directory *directory
	pages     *pageAPI
}

func newGraphAPI(s *store, f *fetcher, sp *spool, a *album) *graphAPI {
	return &graphAPI{
		store: s, album: a, spool: sp, processor: &processor{store: s, fetcher: f, spool: sp, album: a, fetching: map[string]chan struct{}{}},
		logins: &loginAPI{s}, uploads: &uploadAPI{store: s, spool: sp}, directory: &directory{s},
		pages: &pageAPI{store: s, fetcher: f, spool: sp, album: a, reader: pageReader{sp}},
	}
}

// route finds what the call is about and does it. A path or a method that the network does not have is recorded.
func (api *graphAPI) route(ctx context.Context, c *wire.Call) wire.Answer {
	if c.Host == wire.HostUpload {
		return api.uploads.route(c)
	}
	if ans, done := api.logins.route(c); done {
		return ans
	}
	if c.Host != wire.HostIG && c.Host != wire.HostFB || !c.SplitPath() {
		return api.unexpected(c)
	}
	if c.Unreadable != nil {
		return wire.Failed(c.Unreadable)
	}
	if gerr := wire.OffTable(c); gerr != nil {
		return wire.Failed(gerr)
	}
	if c.Edge != "" && api.pages.isPage(c) {
		if ans, known := api.pages.route(ctx, c); known {
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
	return api.unexpected(c)
}

// authorized returns the account whose edge the call is about, or the network's refusal. The call's token must be
// good on its host and must lead to the account.
func authorized(w *world, c *wire.Call) (*account, *wire.Error) {
	g, gerr := w.logins.authorize(c.Host, c.Token)
	if gerr != nil {
		return nil, gerr
	}
	if g = g.at(c.Node); g.account.profile.AccountType == accountPersonal {
		return nil, wire.NotProfessional()
	}
	if c.Node == g.account.ID || c.Node == wire.Me && g.scope == scopeAccount {
		c.NodeAccount = g.account.ID
		return g.account, nil
	}
	return nil, wire.UnknownObject(c.Method, c.Node)
}

// asAccount runs f for the account whose edge the call is about.
func (api *graphAPI) asAccount(c *wire.Call, f func(*world, *account) wire.Answer) wire.Answer {
	return api.answer(func(w *world) wire.Answer {
		a, gerr := authorized(w, c)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		return f(w, a)
	})
}

// readNode answers about whatever has the id: the token's own profile, a Page, a container or media.
func (api *graphAPI) readNode(ctx context.Context, c *wire.Call) wire.Answer {
	sel, gerr := c.Selection()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	if asksForStatus(sel) {
		api.processor.settleFor(ctx, c, c.Node)
	}
	if sel.Has("video_status") && c.Node != wire.Me {
		c.Received = api.spool.size(c.Node)
	}
	return api.answer(func(w *world) wire.Answer {
		g, gerr := w.logins.authorize(c.Host, c.Token)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		g = g.at(c.Node)
		if p := w.pages.find(g.account, c.Node); p != nil && c.Host == wire.HostFB {
			c.NodeAccount = g.account.ID
			return api.pages.reader.read(w, p, c, sel)
		}
		return readNodeOf(w, g, c, sel)
	})
}

func readNodeOf(w *world, g grant, c *wire.Call, sel wire.Selection) wire.Answer {
	if c.Node == wire.Me || c.Node == g.account.ID || c.Host == wire.HostFB && c.Node == g.account.profile.PageID {
		return readProfile(w, g, c, sel)
	}
	c.NodeAccount = g.account.ID
	if one := w.containers.byID[c.Node]; one != nil && one.AccountID == g.account.ID {
		return readContainer(w, one, c, sel)
	}
	if m := w.media.byID[c.Node]; m != nil && m.AccountID == g.account.ID && !m.isGone(w.now()) {
		return readMedia(w, m, c, sel)
	}
	return wire.Failed(wire.UnknownObject(http.MethodGet, c.Node))
}
