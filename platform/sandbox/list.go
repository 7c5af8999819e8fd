package sandbox

import (
	"encoding/base64"
	"math"
	"net/url"
	"slices"
	"strconv"
	"time"

	"crier/platform/sandbox/edges"
)

const (
	defaultLimit = 25
	maxLimit     = 100
	// maxListed is how far back an account's list goes.
	maxListed = 10_000
)

// page is what a list is asked for.
type page struct {
	limit         int
	since, until  int64
	after, before string
}

// listFeed answers GET /{IGID}/media: newest first, without stories.
func (api *graphAPI) listFeed(c *call) answer {
	return api.list(c, func(_ *world, a *account) []*media { return a.feed })
}

// listStories answers GET /{IGID}/stories: those that are still live, newest first.
func (api *graphAPI) listStories(c *call) answer {
	return api.list(c, func(w *world, a *account) []*media {
		first, _ := findMedia(a.stories, dayBefore(w.now()))
		return a.stories[first:]
	})
}

func (api *graphAPI) list(c *call, of func(*world, *account) []*media) answer {
	sel, gerr := c.selection()
	if gerr != nil {
		return failed(gerr)
	}
	p, gerr := c.readPage()
	if gerr != nil {
		return failed(gerr)
	}
	return api.asAccount(c, func(w *world, a *account) answer {
		if p.after != "" && w.media.byID[p.after] == nil || p.before != "" && w.media.byID[p.before] == nil {
			return failed(errCursor())
		}
		all := leaveOut(w.core, of(w, a), mediaSince, (*media).unlisted, w.media.put)
		found, start, end := cutPage(w, all[max(0, len(all)-maxListed):], p)
		data := []object{}
		for _, m := range slices.Backward(found[start:end]) {
			o, gerr := showMedia(w, m, c, sel)
			if gerr != nil {
				return failed(gerr)
			}
			data = append(data, o)
		}
		body := object{{"data", data}}
		if len(data) > 0 {
			body = append(body, member{"paging", paging(c, found, start, end)})
		}
		return ok(body)
	})
}

// cutPage returns what of all, oldest first, lies between since and until, and the part of it that is the page.
func cutPage(w *world, all []*media, p page) (found []*media, start, end int) {
	const second = 1000
	from, _ := findMedia(all, mark{at: p.since * second})
	to, _ := findMedia(all, mark{at: p.until*second + second})
	found = all[from:max(from, to)]
	start, end = 0, len(found)
	if m := w.media.byID[p.after]; m != nil {
		end, _ = findMedia(found, m.mark())
	}
	if m := w.media.byID[p.before]; m != nil {
		i, exact := findMedia(found, m.mark())
		if exact {
			i++
		}
		return found, i, max(i, min(end, i+p.limit))
	}
	return found, max(start, end-p.limit), end
}

// paging returns the cursors of the page, and where the pages beside it are.
func paging(c *call, found []*media, start, end int) object {
	first, last := cursorOf(found[end-1].ID), cursorOf(found[start].ID)
	o := object{{"cursors", object{{"before", first}, {"after", last}}}}
	if start > 0 {
		o = append(o, member{"next", c.pageURL("after", last)})
	}
	if end < len(found) {
		o = append(o, member{"previous", c.pageURL("before", first)})
	}
	return o
}

// pageURL returns the address of a page beside this one. As on the network it carries the token.
func (c *call) pageURL(name, cursor string) string {
	q := url.Values{name: {cursor}, "access_token": {c.token}}
	for _, kept := range []string{"fields", "limit", "since", "until"} {
		if value, given := c.params[kept]; given {
			q.Set(kept, value)
		}
	}
	return c.base + (&url.URL{Path: c.path}).EscapedPath() + "?" + q.Encode()
}

func errCursor() *graphError { return errParameter("Invalid cursors values") }

func cursorOf(id string) string { return base64.URLEncoding.EncodeToString([]byte(id)) }

func (c *call) readPage() (page, *graphError) {
	p := page{limit: defaultLimit, until: math.MaxInt32}
	if text := c.params["limit"]; text != "" {
		limit, err := strconv.Atoi(text)
		if err != nil || limit < 1 {
			return page{}, errParameter("Param limit must be a positive number")
		}
		p.limit = min(limit, maxLimit)
	}
	for name, at := range map[string]*int64{"since": &p.since, "until": &p.until} {
		if gerr := c.readInstant(name, at); gerr != nil {
			return page{}, gerr
		}
	}
	for name, id := range map[string]*string{"after": &p.after, "before": &p.before} {
		text := c.params[name]
		b, err := base64.URLEncoding.DecodeString(text)
		if err != nil {
			return page{}, errCursor()
		}
		*id = string(b)
	}
	return p, nil
}

// readInstant reads a parameter that is a number of Unix seconds or a date, if it is there.
func (c *call) readInstant(name string, at *int64) *graphError {
	text := c.params[name]
	if text == "" {
		return nil
	}
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil && seconds >= 0 && seconds <= math.MaxInt32 {
		*at = seconds
		return nil
	}
	for _, layout := range []string{time.RFC3339, networkTime, time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil && t.Unix() >= 0 && t.Unix() <= math.MaxInt32 {
			*at = t.Unix()
			return nil
		}
	}
	return errParameter("Param %s must be a unix timestamp or a date", name)
}

// listChildren answers GET /{media}/children.
func (api *graphAPI) listChildren(c *call) answer {
	sel, gerr := c.selection()
	if gerr != nil {
		return failed(gerr)
	}
	return api.answer(func(w *world) answer {
		g, gerr := w.logins.authorize(c.host, c.token)
		if gerr != nil {
			return failed(gerr)
		}
		m := w.media.byID[c.node]
		if m == nil || m.AccountID != g.account.ID || m.MediaType != mediaCarousel || m.isGone(w.now()) {
			return failed(errUnknownObject(c.method, c.node))
		}
		list, gerr := showItems(w, m, c, sel)
		if gerr != nil {
			return failed(gerr)
		}
		return ok(object{{"data", list}})
	})
}

// readLimit answers GET /{IGID}/content_publishing_limit.
func (api *graphAPI) readLimit(c *call) answer {
	sel, gerr := c.selection()
	if gerr != nil {
		return failed(gerr)
	}
	if sel == nil {
		sel = selection{{name: "quota_usage"}}
	}
	var since int64
	if gerr := c.readInstant("since", &since); gerr != nil {
		return failed(gerr)
	}
	return api.asAccount(c, func(w *world, a *account) answer {
		from := dayBefore(w.now())
		if since != 0 {
			asked := time.Unix(since, 0)
			if asked.Before(w.now().Add(-capWindow)) || asked.After(w.now()) {
				return failed(errParameter("Param since must be a unix timestamp of the last 24 hours"))
			}
			from = mark{at: asked.UnixMilli()}
		}
		o := object{}
		for _, f := range sel {
			if !edges.Has("ContentPublishingLimit", f.name, edges.Edge{}) {
				return failed(errUnknownField(f.name, "ContentPublishingLimit"))
			}
			switch f.name {
			case "quota_usage":
				o = append(o, member{f.name, a.quotaUsed(from)})
			case "config":
				config := object{{"quota_total", a.QuotaTotal}, {"quota_duration", int(capWindow.Seconds())}}
				o = append(o, member{f.name, config})
			default:
				return failed(errUnknownField(f.name, "ContentPublishingLimit"))
			}
		}
		return ok(object{{"data", []object{o}}})
	})
}
