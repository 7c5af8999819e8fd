package sandbox

import (
	"context"
	"net/http"
	"strconv"
	"strings"
)

const (
	// defaultVersion is what a path without a version gets.
	defaultVersion = "v25.0"
	oldestVersion  = 20
	newestVersion  = 26
	// me stands for whatever node the token belongs to.
	me = "me"
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
func (api *graphAPI) route(ctx context.Context, c *call) answer {
	if c.host == hostUpload {
		return api.uploads.route(c)
	}
	if ans, done := api.logins.route(c); done {
		return ans
	}
	if c.host != hostIG && c.host != hostFB || !c.splitPath() {
		return api.unexpected(c)
	}
	if c.unreadable != nil {
		return failed(c.unreadable)
	}
	if gerr := offTable(c); gerr != nil {
		return failed(gerr)
	}
	if c.edge != "" && api.pages.isPage(c) {
		if ans, known := api.pages.route(ctx, c); known {
			return ans
		}
	}
	switch c.method + " " + c.edge {
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
		if c.host == hostFB && c.node == me {
			return api.directory.listPages(c)
		}
	case "GET businesses":
		if c.host == hostFB && c.node == me {
			return api.directory.listBusinesses(c)
		}
	case "GET owned_pages", "GET client_pages":
		if c.host == hostFB {
			return api.directory.listBusinessPages(c)
		}
	}
	return api.unexpected(c)
}

// splitPath reads /{version}/{node} or /{version}/{node}/{edge}, and reports whether the path is one of them.
func (c *call) splitPath() bool {
	parts := strings.Split(strings.TrimSuffix(strings.TrimPrefix(c.inner(), "/"), "/"), "/")
	if isVersion(parts[0]) {
		c.version, parts = parts[0], parts[1:]
	}
	if len(parts) == 0 || len(parts) > 2 || !isNode(parts[0]) {
		return false
	}
	c.node = parts[0]
	if len(parts) == 2 {
		c.edge = parts[1]
		return c.edge != ""
	}
	return true
}

func isVersion(s string) bool {
	major, found := strings.CutSuffix(s, ".0")
	number, err := strconv.Atoi(strings.TrimPrefix(major, "v"))
	return found && err == nil && strings.HasPrefix(s, "v") && number >= oldestVersion && number <= newestVersion
}

func isNode(s string) bool {
	if s == me {
		return true
	}
	page, post, isPost := strings.Cut(s, "_")
	_, err := strconv.ParseUint(page, 10, 64)
	if err == nil && isPost {
		_, err = strconv.ParseUint(post, 10, 64)
	}
	return err == nil
}

// authorized returns the account whose edge the call is about, or the network's refusal. The call's token must be
// good on its host and must lead to the account.
func authorized(w *world, c *call) (*account, *graphError) {
	g, gerr := w.logins.authorize(c.host, c.token)
	if gerr != nil {
		return nil, gerr
	}
	if g = g.at(c.node); g.account.profile.AccountType == accountPersonal {
		return nil, errPersonal()
	}
	if c.node == g.account.ID || c.node == me && g.scope == scopeAccount {
		c.nodeAccount = g.account.ID
		return g.account, nil
	}
	return nil, errUnknownObject(c.method, c.node)
}

// asAccount runs f for the account whose edge the call is about.
func (api *graphAPI) asAccount(c *call, f func(*world, *account) answer) answer {
	return api.answer(func(w *world) answer {
		a, gerr := authorized(w, c)
		if gerr != nil {
			return failed(gerr)
		}
		return f(w, a)
	})
}

// readNode answers about whatever has the id: the token's own profile, a Page, a container or media.
func (api *graphAPI) readNode(ctx context.Context, c *call) answer {
	sel, gerr := c.selection()
	if gerr != nil {
		return failed(gerr)
	}
	if sel.asksForStatus() {
		api.processor.settleFor(ctx, c, c.node)
	}
	if sel.has("video_status") && c.node != me {
		c.received = api.spool.size(c.node)
	}
	return api.answer(func(w *world) answer {
		g, gerr := w.logins.authorize(c.host, c.token)
		if gerr != nil {
			return failed(gerr)
		}
		g = g.at(c.node)
		if p := w.pages.find(g.account, c.node); p != nil && c.host == hostFB {
			c.nodeAccount = g.account.ID
			return api.pages.reader.read(w, p, c, sel)
		}
		return readNodeOf(w, g, c, sel)
	})
}

func readNodeOf(w *world, g grant, c *call, sel selection) answer {
	if c.node == me || c.node == g.account.ID || c.host == hostFB && c.node == g.account.profile.PageID {
		return readProfile(w, g, c, sel)
	}
	c.nodeAccount = g.account.ID
	if one := w.containers.byID[c.node]; one != nil && one.AccountID == g.account.ID {
		return readContainer(w, one, c, sel)
	}
	if m := w.media.byID[c.node]; m != nil && m.AccountID == g.account.ID && !m.isGone(w.now()) {
		return readMedia(w, m, c, sel)
	}
	return failed(errUnknownObject(http.MethodGet, c.node))
}
