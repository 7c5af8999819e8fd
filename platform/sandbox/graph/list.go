package graph

import (
	"slices"
	"time"

	"crier/platform/sandbox/edges"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// maxListed is how many posts an account's list has at most.
const maxListed = 10_000

// listFeed answers GET /{IGID}/media: newest first, without stories.
func (api *API) listFeed(c *wire.Call) wire.Answer {
	return api.list(c, func(_ *world.World, a *world.Account) []*world.Media { return a.Feed })
}

// listStories answers GET /{IGID}/stories: those that are live, newest first.
func (api *API) listStories(c *wire.Call) wire.Answer {
	return api.list(c, func(w *world.World, a *world.Account) []*world.Media {
		first, _ := world.FindMedia(a.Stories, world.DayBefore(w.Now()))
		return a.Stories[first:]
	})
}

func (api *API) list(c *wire.Call, of func(*world.World, *world.Account) []*world.Media) wire.Answer {
	sel, gerr := c.Selection()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	p, gerr := c.ReadPage()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	return asAccount(api.Store, c, func(w *world.World, a *world.Account) wire.Answer {
		if p.After != "" && w.Media.ByID[p.After] == nil || p.Before != "" && w.Media.ByID[p.Before] == nil {
			return wire.Failed(wire.BadCursor())
		}
		all := w.Media.Listed(of(w, a))
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

// cutPage returns what of all, oldest first, is between since and until, and the requested page of
// it.
func cutPage(w *world.World, all []*world.Media, p wire.Page) (found []*world.Media, start, end int) {
	from, _ := world.FindMedia(all, secondOf(w, p.Since))
	to, _ := world.FindMedia(all, secondOf(w, p.Until+1))
	found = all[from:max(from, to)]
	start, end = 0, len(found)
	if m := w.Media.ByID[p.After]; m != nil {
		end, _ = world.FindMedia(found, m.Mark())
	}
	if m := w.Media.ByID[p.Before]; m != nil {
		i, exact := world.FindMedia(found, m.Mark())
		if exact {
			i++
		}
		return found, i, max(i, min(end, i+p.Limit))
	}
	return found, max(start, end-p.Limit), end
}

// secondOf returns the mark before all that appeared in the second of the Date or later.
func secondOf(w *world.World, date int64) world.Mark {
	return world.Mark{At: w.Settings.OfDate(time.Unix(date, 0)).UnixMilli()}
}

// paging returns the cursors of the page, and the addresses of the pages beside it.
func paging(c *wire.Call, found []*world.Media, start, end int) wire.Object {
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

// listChildren answers GET /{media}/children.
func (api *API) listChildren(c *wire.Call) wire.Answer {
	sel, gerr := c.Selection()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	return api.Answer(func(w *world.World) wire.Answer {
		g, gerr := w.Logins.Authorize(c.Host, c.Token)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		m := w.Media.ByID[c.Node]
		if m == nil || m.AccountID != g.Account.ID || m.MediaType != world.MediaCarousel || m.IsGone(w.Now()) {
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
func (api *API) readLimit(c *wire.Call) wire.Answer {
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
	return asAccount(api.Store, c, func(w *world.World, a *world.Account) wire.Answer {
		from := world.DayBefore(w.Now())
		if since != 0 {
			asked, date := time.Unix(since, 0), w.Settings.Dated(w.Now())
			if asked.Before(date.Add(-world.CapWindow)) || asked.After(date) {
				return wire.Failed(wire.BadParameter("Param since must be a unix timestamp of the last 24 hours"))
			}
			if later := secondOf(w, since); later.At > from.At {
				from = later
			}
		}
		o := wire.Object{}
		for _, f := range sel {
			if !edges.Has("ContentPublishingLimit", f.Name, edges.Edge{}) {
				return wire.Failed(wire.UnknownField(f.Name, "ContentPublishingLimit"))
			}
			switch f.Name {
			case "quota_usage":
				o = append(o, wire.Member{f.Name, a.UsedSince(from)})
			case "config":
				config := wire.Object{{"quota_total", a.QuotaTotal}, {"quota_duration", int(world.CapWindow.Seconds())}}
				o = append(o, wire.Member{f.Name, config})
			default:
				return wire.Failed(wire.UnknownField(f.Name, "ContentPublishingLimit"))
			}
		}
		return wire.OK(wire.Object{{"data", []wire.Object{o}}})
	})
}
