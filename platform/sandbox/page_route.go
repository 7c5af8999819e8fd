package sandbox

import (
	"context"
	"net/http"
	"strconv"
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
func (api *pageAPI) route(ctx context.Context, c *call) (answer, bool) {
	switch c.method + " " + c.edge {
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
	return answer{}, false
}

// isPage reports whether the call is about a Page of one of the accounts.
func (api *pageAPI) isPage(c *call) bool {
	is := false
	api.view(func(w *world) { is = c.host == hostFB && w.accounts.ofPage(c.node) != nil })
	return is
}

// asPage runs f for the account whose Page the call is about. Its token must be the Page's own.
func (api *pageAPI) asPage(c *call, f func(*world, *account) answer) answer {
	return api.answer(func(w *world) answer {
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
func (api *pageAPI) allowedOnPage(c *call) *graphError {
	return api.asPage(c, func(*world, *account) answer { return ok(nil) }).err
}

// listOnPage answers the lists of what is on a Page, newest first.
func (api *pageAPI) listOnPage(c *call, node string, take func(*pageItem) bool, get pageField) answer {
	sel, gerr := c.selection()
	if gerr != nil {
		return failed(gerr)
	}
	p, gerr := c.readPage()
	if gerr != nil {
		return failed(gerr)
	}
	return api.asPage(c, func(w *world, a *account) answer {
		data := []object{}
		shown := w.pages.shown(a, take)
		for _, item := range shown[:min(len(shown), p.limit)] {
			o, gerr := pick(node, sel, func(f field) (any, bool) { return get(w, item, f) })
			if gerr != nil {
				return failed(gerr)
			}
			data = append(data, o)
		}
		return ok(object{{"data", data}})
	})
}

// listPageStories answers GET /{page}/stories, which has words of its own.
func (api *pageAPI) listPageStories(c *call) answer {
	return api.asPage(c, func(w *world, a *account) answer {
		data := []object{}
		for _, p := range w.pages.shown(a, (*pageItem).isStory) {
			kind, media := kindPhoto, p.MediaID
			if p.Kind == kindVideoStory {
				kind, media = kindVideo, p.ID
			}
			data = append(data, object{
				{"post_id", p.PostID},
				{"status", "PUBLISHED"},
				{"creation_time", strconv.FormatInt(p.ShownAt.Time().Unix(), 10)},
				{"media_type", kind},
				{"media_id", media},
				{"url", w.pages.permalink(p)},
			})
		}
		return ok(object{{"data", data}})
	})
}
