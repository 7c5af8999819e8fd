package sandbox

import (
	"context"
	"net/http"
)

// routePage does what a call of an edge of a Page is for; false says that Pages have no such edge.
func (n *Network) routePage(ctx context.Context, c *call) (answer, bool) {
	switch c.method + " " + c.edge {
	case "POST photos":
		return n.postPhoto(ctx, c), true
	case "POST feed":
		return n.postFeed(c), true
	case "POST photo_stories":
		return n.postPhotoStory(c), true
	case "POST videos":
		return n.postVideo(ctx, c), true
	case "POST video_reels":
		return n.postVideoPhase(c, kindReel), true
	case "POST video_stories":
		return n.postVideoPhase(c, kindVideoStory), true
	case "GET stories":
		return n.listPageStories(c), true
	case "GET posts":
		return n.listOnPage(c, "Post", func(p *pageItem) bool { return !p.isStory() }, pagePostField), true
	case "GET video_reels":
		return n.listOnPage(c, "Video", func(p *pageItem) bool { return p.Kind == kindReel }, n.pageVideoField), true
	case "GET videos":
		return n.listOnPage(c, "Video", func(p *pageItem) bool { return p.isVideo() && !p.isStory() }, n.pageVideoField), true
	}
	return answer{}, false
}

// isPage reports whether the call is about a Page of one of the accounts.
func (n *Network) isPage(c *call) bool {
	if c.host != hostFB {
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.w.accounts.ofPage(c.node) != nil
}

// asPage runs f for the account whose Page the call is about. Its token must be the Page's own.
func (n *Network) asPage(c *call, f func(*world, *account) answer) answer {
	return n.answer(func(w *world) answer {
		g, gerr := w.logins.authorize(c.host, c.token)
		switch {
		case gerr != nil:
			return failed(gerr)
		case g.account.profile.PageID != c.node:
			return failed(errUnknownObject(c.method, c.node))
		case g.scope != scopePage:
			return failed(&graphError{
				HTTP: http.StatusForbidden, Code: codePermission, Message: "(#200) This needs the access token of the Page itself",
			})
		}
		c.nodeAccount = g.account.ID
		return f(w, g.account)
	})
}

// allowedOnPage returns the refusal of a call that may not act for the Page, before anything is fetched for it.
func (n *Network) allowedOnPage(c *call) *graphError {
	return n.asPage(c, func(*world, *account) answer { return ok(nil) }).err
}
