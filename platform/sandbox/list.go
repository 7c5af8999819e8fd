package sandbox

import (
	"encoding/base64"
	"slices"
	"time"

	"crier/platform/sandbox/edges"
	"crier/platform/sandbox/wire"
)

// maxListed is how far back an account's list goes.
const maxListed = 10_000

// listFeed answers GET /{IGID}/media: newest first, without stories.
func (api *graphAPI) listFeed(c *wire.Call) wire.Answer {
	return api.list(c, func(_ *world, a *account) []*media { return a.feed })
}

// listStories answers GET /{IGID}/stories: those that are still live, newest first.
func (api *graphAPI) listStories(c *wire.Call) wire.Answer {
	return api.list(c, func(w *world, a *account) []*media {
		first, _ := findMedia(a.stories, dayBefore(w.now()))
		return a.stories[first:]
	})
}

func (api *graphAPI) list(c *wire.Call, of func(*world, *account) []*media) wire.Answer {
	sel, gerr := c.Selection()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	p, gerr := c.ReadPage()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	return api.asAccount(c, func(w *world, a *account) wire.Answer {
		if p.After != "" && w.media.byID[p.After] == nil || p.Before != "" && w.media.byID[p.Before] == nil {
			return wire.Failed(wire.BadCursor())
		}
		all := leaveOut(w.core, of(w, a), mediaSince, (*media).unlisted, w.media.put)
		found, start, end := cutPage(w, all[max(0, len(all)-maxListed):], p)
		data := []wire.Object{}
		for _, m := range slices.Backward(found[start:end]) {
			o, gerr := showMedia(w, m, c, sel)
			if gerr != nil {
				return wire.Failed(gerr)
			}
			data = append(data, o)
		}
		body := wire.Object{{"data", data}}
		if len(data) > 0 {
			body = append(body, wire.Member{"paging", paging(c, found, start, end)})
		}
		return wire.OK(body)
	})
}

// cutPage returns what of all, oldest first, lies between since and until, and the part of it that is the page.
func cutPage(w *world, all []*media, p wire.Page) (found []*media, start, end int) {
	const second = 1000
	from, _ := findMedia(all, mark{at: p.Since * second})
	to, _ := findMedia(all, mark{at: p.Until*second + second})
	found = all[from:max(from, to)]
	start, end = 0, len(found)
	if m := w.media.byID[p.After]; m != nil {
		end, _ = findMedia(found, m.mark())
	}
	if m := w.media.byID[p.Before]; m != nil {
		i, exact := findMedia(found, m.mark())
		if exact {
			i++
		}
		return found, i, max(i, min(end, i+p.Limit))
	}
	return found, max(start, end-p.Limit), end
}

// paging returns the cursors of the page, and where the pages beside it are.
func paging(c *wire.Call, found []*media, start, end int) wire.Object {
	first, last := cursorOf(found[end-1].ID), cursorOf(found[start].ID)
	o := wire.Object{{"cursors", wire.Object{{"before", first}, {"after", last}}}}
	if start > 0 {
		o = append(o, wire.Member{"next", c.PageURL("after", last)})
	}
	if end < len(found) {
		o = append(o, wire.Member{"previous", c.PageURL("before", first)})
	}
	return o
}

func cursorOf(id string) string { return base64.URLEncoding.EncodeToString([]byte(id)) }

// listChildren answers GET /{media}/children.
func (api *graphAPI) listChildren(c *wire.Call) wire.Answer {
	sel, gerr := c.Selection()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	return api.answer(func(w *world) wire.Answer {
		g, gerr := w.logins.authorize(c.Host, c.Token)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		m := w.media.byID[c.Node]
		if m == nil || m.AccountID != g.account.ID || m.MediaType != mediaCarousel || m.isGone(w.now()) {
			return wire.Failed(wire.UnknownObject(c.Method, c.Node))
		}
		list, gerr := showItems(w, m, c, sel)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		return wire.OK(wire.Object{{"data", list}})
	})
}

// readLimit answers GET /{IGID}/content_publishing_limit.
func (api *graphAPI) readLimit(c *wire.Call) wire.Answer {
	sel, gerr := c.Selection()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	if sel == nil {
		sel = wire.Selection{{Name: "quota_usage"}}
	}
	var since int64
	if gerr := c.ReadInstant("since", &since); gerr != nil {
		return wire.Failed(gerr)
	}
	return api.asAccount(c, func(w *world, a *account) wire.Answer {
		from := dayBefore(w.now())
		if since != 0 {
			asked := time.Unix(since, 0)
			if asked.Before(w.now().Add(-capWindow)) || asked.After(w.now()) {
				return wire.Failed(wire.BadParameter("Param since must be a unix timestamp of the last 24 hours"))
			}
			from = mark{at: asked.UnixMilli()}
		}
		o := wire.Object{}
		for _, f := range sel {
			if !edges.Has("ContentPublishingLimit", f.Name, edges.Edge{}) {
				return wire.Failed(wire.UnknownField(f.Name, "ContentPublishingLimit"))
			}
			switch f.Name {
			case "quota_usage":
				o = append(o, wire.Member{f.Name, a.quotaUsed(from)})
			case "config":
				config := wire.Object{{"quota_total", a.QuotaTotal}, {"quota_duration", int(capWindow.Seconds())}}
				o = append(o, wire.Member{f.Name, config})
			default:
				return wire.Failed(wire.UnknownField(f.Name, "ContentPublishingLimit"))
			}
		}
		return wire.OK(wire.Object{{"data", []wire.Object{o}}})
	})
}
