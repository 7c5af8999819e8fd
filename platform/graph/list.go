package graph

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	pageSize = 50
	maxPages = 10
	// maxPageItems bounds the memory that a page can take.
	maxPageItems = 10 * pageSize
)

// RecentMedia returns the account's own posts and reels (the network lists no stories here) that
// were published at since or later, newest first; since counts in whole seconds, as the network
// does. It reads at most 10 pages of 50: if there was more, it returns what it read together with
// an error that wraps ErrTruncated. Any other error comes without media.
func (c *Publications) RecentMedia(ctx context.Context, a Account, since time.Time) ([]Media, error) {
	return c.list(ctx, OpRecentMedia, a, "media", since.Truncate(time.Second))
}

// Stories returns the account's stories that are live, newest first. It is bounded as RecentMedia
// is.
func (c *Publications) Stories(ctx context.Context, a Account) ([]Media, error) {
	return c.list(ctx, OpStories, a, "stories", time.Time{})
}

func (c *Publications) list(ctx context.Context, op string, a Account, edge string, since time.Time) ([]Media, error) {
	if !isID(a.ID) {
		return nil, refuse(op, Permanent, "the account's id is no id of the network")
	}
	all := []Media{}
	params := url.Values{"fields": {mediaFields}, "limit": {strconv.Itoa(pageSize)}}
	for range maxPages {
		page, err := c.page(ctx, request{
			op: op, method: http.MethodGet, account: a, path: []string{a.ID, edge}, params: params, list: true,
		})
		if err != nil {
			return nil, err
		}
		all = append(all, page.since(since)...)
		if page.next == nil || page.endsBefore(since) {
			newestFirst(all)
			return all, nil
		}
		params = page.next
	}
	newestFirst(all)
	return all, truncated(op)
}

// truncated says that a list goes on after the last page that is read of one.
func truncated(op string) *Error {
	return &Error{Op: op, HTTPStatus: http.StatusOK, Class: Permanent, Meaning: ErrTruncated.Error(), cause: ErrTruncated}
}

func newestFirst(all []Media) {
	slices.SortStableFunc(all, func(a, b Media) int { return b.Timestamp.Compare(a.Timestamp) })
}

// page is one page of a list; next are the parameters of the one after it, nil on the last.
type page struct {
	media []Media
	next  url.Values
}

func (c *Publications) page(ctx context.Context, r request) (page, error) {
	got, err := call[pageAnswer](ctx, c.caller, r)
	if err != nil {
		return page{}, err
	}
	p := page{media: make([]Media, len(got.Data)), next: got.Paging.params(r.params, mediaPositions...)}
	for i, m := range got.Data {
		p.media[i] = m.media()
	}
	return p, nil
}

// since returns the media of the page that are not older than t.
func (p page) since(t time.Time) []Media {
	return slices.DeleteFunc(slices.Clone(p.media), func(m Media) bool { return m.isBefore(t) })
}

// endsBefore reports whether the last media of the page is older than t. The last one decides, for
// older media may be pinned to the top.
func (p page) endsBefore(t time.Time) bool {
	return len(p.media) > 0 && p.media[len(p.media)-1].isBefore(t)
}

func (m Media) isBefore(t time.Time) bool { return m.Timestamp.Before(t) }

// mostAhead is how far the time of an item may be ahead of the time of the answer that lists it.
const mostAhead = 5 * time.Minute

// timeFlaw says what is wrong with the time of an item of a list that was answered at an instant.
// By it callers tell which item was made by which call, and that none was: an item without a time,
// or of a time that has not come by the network's own clock, would pass for one that they did not
// make.
func timeFlaw(at, answered time.Time) string {
	switch {
	case at.IsZero():
		return "an item without a time"
	case !answered.IsZero() && at.After(answered.Add(mostAhead)):
		return "an item of a time that has not come"
	}
	return ""
}

type pageAnswer struct {
	Data   []mediaAnswer `json:"data"`
	Paging paging        `json:"paging"`
}

// mediaPositions are the parameters by which a list of media says where its next page begins.
var mediaPositions = []string{"after", "until"}

func (a pageAnswer) flaw(x *exchange) string {
	switch {
	case a.Data == nil:
		return "no list"
	case len(a.Data) > maxPageItems:
		return "far more items than were asked for"
	}
	for _, m := range a.Data {
		if flaw := m.flaw(x); flaw != "" {
			return flaw
		}
		if flaw := timeFlaw(m.Timestamp.Time, x.date); flaw != "" {
			return flaw
		}
	}
	return a.Paging.flaw(x, mediaPositions...)
}

// paging has the link to the page of a list that comes after this one; it is empty on the last.
type paging struct {
	Next string `json:"next"`
}

// flaw says what is wrong with the link, which has to name one of the positions.
func (p paging) flaw(x *exchange, positions ...string) string {
	if p.Next == "" {
		return ""
	}
	next := p.params(x.params, positions...)
	switch {
	case next == nil || !sameHost(p.Next, x.url):
		return "a link to the next page that leads elsewhere or nowhere"
	case next.Encode() == x.params.Encode():
		return "a link to the next page that leads back"
	}
	return ""
}

// params returns the parameters with the positions that the link names, and nil if it names none.
// Nothing else of the link is used: the network puts the token into it.
func (p paging) params(params url.Values, positions ...string) url.Values {
	link, err := url.Parse(p.Next)
	if err != nil {
		return nil
	}
	query, next := link.Query(), maps.Clone(params)
	named := false
	for _, position := range positions {
		next.Del(position)
		if v := query.Get(position); v != "" {
			next.Set(position, v)
			named = true
		}
	}
	if !named {
		return nil
	}
	return next
}

func sameHost(link string, asked *url.URL) bool {
	u, err := url.Parse(link)
	return err == nil && u.Scheme == asked.Scheme && strings.EqualFold(u.Host, asked.Host)
}
