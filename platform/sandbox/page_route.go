package sandbox

import (
	"context"
	"net/http"
	"strconv"

	"crier/platform/sandbox/wire"
)

// pageAPI is what the partner host has for Pages.
type pageAPI struct {
	*store

	fetcher *fetcher
	spool   *spool
	album   *album
	reader  pageReader
}

// route does what a call of an edge of a Page is for; false says that Pages have no such edge.
func (api *pageAPI) route(ctx context.Context, c *wire.Call) (wire.Answer, bool) {
	switch c.Method + " " + c.Edge {
	case "POST photos":
		return api.postPhoto(ctx, c), true
	case "POST feed":
		return api.postFeed(c), true
	case "POST photo_stories":
		return api.postPhotoStory(c), true
	case "POST videos":
		return api.postVideo(ctx, c), true
	case "POST video_reels":
		return api.postVideoPhase(c, kindReel), true
	case "POST video_stories":
		return api.postVideoPhase(c, kindVideoStory), true
	case "GET stories":
		return api.listPageStories(c), true
	case "GET posts":
		return api.listOnPage(c, "Post", func(i *pageItem) bool { return !i.isStory() }, pagePostField), true
	case "GET video_reels":
		return api.listOnPage(c, "Video", func(i *pageItem) bool { return i.Kind == kindReel }, api.reader.videoField), true
	case "GET videos":
		return api.listOnPage(c, "Video", func(i *pageItem) bool { return i.isVideo() && !i.isStory() }, api.reader.videoField), true
	}
	return wire.Answer{}, false
}

// isPage reports whether the call is about a Page of one of the accounts.
func (api *pageAPI) isPage(c *wire.Call) bool {
	is := false
	api.view(func(w *world) { is = c.Host == wire.HostFB && w.accounts.ofPage(c.Node) != nil })
	return is
}

// asPage runs f for the account whose Page the call is about. Its token must be the Page's own.
func (api *pageAPI) asPage(c *wire.Call, f func(*world, *account) wire.Answer) wire.Answer {
	return api.answer(func(w *world) wire.Answer {
		g, gerr := w.logins.authorize(c.Host, c.Token)
		switch {
		case gerr != nil:
			return wire.Failed(gerr)
		case g.account.profile.PageID != c.Node:
			return wire.Failed(wire.UnknownObject(c.Method, c.Node))
		case g.scope != scopePage:
			return wire.Failed(&wire.Error{
				HTTP: http.StatusForbidden, Code: wire.CodePermission, Message: "(#200) This needs the access token of the Page itself",
			})
		}
		c.NodeAccount = g.account.ID
		return f(w, g.account)
	})
}

// allowedOnPage returns the refusal of a call that may not act for the Page, before anything is fetched for it.
func (api *pageAPI) allowedOnPage(c *wire.Call) *wire.Error {
	return api.asPage(c, func(*world, *account) wire.Answer { return wire.OK(nil) }).Err
}

// listOnPage answers the lists of what is on a Page, newest first.
func (api *pageAPI) listOnPage(c *wire.Call, node string, take func(*pageItem) bool, get pageField) wire.Answer {
	sel, gerr := c.Selection()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	p, gerr := c.ReadPage()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	return api.asPage(c, func(w *world, a *account) wire.Answer {
		data := []wire.Object{}
		shown := w.pages.shown(a, take)
		for _, item := range shown[:min(len(shown), p.Limit)] {
			o, gerr := wire.Pick(node, sel, func(f wire.Field) (any, bool) { return get(w, item, f) })
			if gerr != nil {
				return wire.Failed(gerr)
			}
			data = append(data, o)
		}
		return wire.OK(wire.Object{{"data", data}})
	})
}

// listPageStories answers GET /{page}/stories, which has words of its own.
func (api *pageAPI) listPageStories(c *wire.Call) wire.Answer {
	return api.asPage(c, func(w *world, a *account) wire.Answer {
		data := []wire.Object{}
		for _, p := range w.pages.shown(a, (*pageItem).isStory) {
			kind, media := kindPhoto, p.MediaID
			if p.Kind == kindVideoStory {
				kind, media = kindVideo, p.ID
			}
			data = append(data, wire.Object{
				{"post_id", p.PostID},
				{"status", "PUBLISHED"},
				{"creation_time", strconv.FormatInt(p.ShownAt.Time().Unix(), 10)},
				{"media_type", kind},
				{"media_id", media},
				{"url", w.pages.permalink(p)},
			})
		}
		return wire.OK(wire.Object{{"data", data}})
	})
}
