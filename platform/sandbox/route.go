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

// route finds what the call is about and does it. A path or a method that the network does not have is recorded.
func (n *Network) route(ctx context.Context, c *call) answer {
	switch c.host {
	case hostNative:
		return n.routeNative(c)
	case hostManifest:
		return n.routeManifest(c)
	case hostUpload:
		return n.routeUpload(c)
	}
	if ans, done := n.routeLogin(c); done {
		return ans
	}
	if c.host != hostIG && c.host != hostFB || !c.splitPath() {
		return n.unexpected(c)
	}
	if c.unreadable != nil {
		return failed(c.unreadable)
	}
	if gerr := offTable(c); gerr != nil {
		return failed(gerr)
	}
	if c.edge != "" && n.isPage(c) {
		if ans, known := n.routePage(ctx, c); known {
			return ans
		}
	}
	switch c.method + " " + c.edge {
	case "GET ":
		return n.readNode(ctx, c)
	case "DELETE ":
		return n.deleteMedia(c)
	case "POST media":
		return n.createContainer(ctx, c)
	case "GET media":
		return n.listFeed(c)
	case "GET stories":
		return n.listStories(c)
	case "GET children":
		return n.listChildren(c)
	case "POST media_publish":
		return n.publish(ctx, c)
	case "GET content_publishing_limit":
		return n.readLimit(c)
	case "GET accounts":
		if c.host == hostFB && c.node == me {
			return n.listPages(c)
		}
	case "GET businesses":
		if c.host == hostFB && c.node == me {
			return n.listBusinesses(c)
		}
	case "GET owned_pages", "GET client_pages":
		if c.host == hostFB {
			return n.listBusinessPages(c)
		}
	}
	return n.unexpected(c)
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
func (n *Network) asAccount(c *call, f func(*world, *account) answer) answer {
	return n.answer(func(w *world) answer {
		a, gerr := authorized(w, c)
		if gerr != nil {
			return failed(gerr)
		}
		return f(w, a)
	})
}

// readNode answers about whatever has the id: the token's own profile, a Page, a container or media.
func (n *Network) readNode(ctx context.Context, c *call) answer {
	sel, gerr := c.selection()
	if gerr != nil {
		return failed(gerr)
	}
	if sel.asksForStatus() {
		n.settleFor(ctx, c, c.node)
	}
	if sel.has("video_status") && c.node != me {
		c.received = n.spool.size(c.node)
	}
	return n.answer(func(w *world) answer {
		g, gerr := w.logins.authorize(c.host, c.token)
		if gerr != nil {
			return failed(gerr)
		}
		g = g.at(c.node)
		if p := w.pages.find(g.account, c.node); p != nil && c.host == hostFB {
			c.nodeAccount = g.account.ID
			return n.readPageItem(w, p, c, sel)
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
