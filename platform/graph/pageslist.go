package graph

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"crier/platform/secrets"
)

// codeParameter is the network's code for a call that asks for what there is not.
const codeParameter = 100

// LinkedPage is a Page that a token of the partner login leads to.
type LinkedPage struct {
	ID, Name string
	// Token acts for the Page; empty when the network did not give it.
	Token secrets.Text
	// Tasks are what the user may do for the Page; nil when the network does not say.
	Tasks []string
	// Account is the professional account that is linked with the Page, nil when there is none.
	Account *Profile
}

const (
	accountFields = "instagram_business_account{id,username,name,profile_picture_url,followers_count,follows_count,media_count}"
	pageFields    = "id,name,access_token," + accountFields
	// fieldTasks is a field of the list of a user's own Pages only: in any other list the network
	// refuses the whole call because of it.
	fieldTasks = "tasks"
)

// LinkedPages are the Pages that a token of the partner login leads to.
type LinkedPages struct {
	Pages []LinkedPage
	// Unread says why some of the lists could not be read. Pages may be missing then. Each is an
	// *Error.
	Unread []error
}

// Pages returns the Pages of the user whose token it is, each once, also those that only a business
// of the user's leads to. It reads at most 10 pages of each list. A business that cannot be read is
// no error, because reading it needs a further permission; the answer says why in Unread.
func (c *Profiles) Pages(ctx context.Context, token secrets.Text) (LinkedPages, error) {
	own, err := c.pagesOn(ctx, token, pageFields+","+fieldTasks, "me", "accounts")
	if refusesField(err, fieldTasks) {
		own, err = c.pagesOn(ctx, token, pageFields, "me", "accounts")
	}
	if err != nil {
		return LinkedPages{}, err
	}
	all := LinkedPages{Pages: own}
	businesses, err := readAll[nodeAnswer](ctx, c.caller, onFacebook(OpBusinesses, token, listOf("id,name"), "me", "businesses"))
	if err != nil && !errors.Is(err, ErrTruncated) {
		all.Unread = append(all.Unread, err)
	}
	for _, b := range businesses {
		for _, edge := range []string{"owned_pages", "client_pages"} {
			more, err := c.pagesOn(ctx, token, pageFields, string(b.ID), edge)
			if err != nil {
				all.Unread = append(all.Unread, err)
			}
			all.Pages = append(all.Pages, more...)
		}
	}
	all.Pages = unique(all.Pages)
	return all, nil
}

// refusesField reports whether the network refused a call because the node or the edge has no such
// field.
func refusesField(err error, field string) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == codeParameter && strings.Contains(e.Message, "nonexisting field ("+field+")")
}

// PageOf returns the Page whose token it is, with the token.
func (c *Profiles) PageOf(ctx context.Context, token secrets.Text) (LinkedPage, error) {
	got, err := call[pageNodeAnswer](ctx, c.caller, onFacebook(OpPage, token, url.Values{"fields": {"id,name," + accountFields}}, "me"))
	if err != nil {
		return LinkedPage{}, err
	}
	p := got.page()
	p.Token = token
	return p, nil
}

func (c *Profiles) pagesOn(ctx context.Context, token secrets.Text, fields string, path ...string) ([]LinkedPage, error) {
	got, err := readAll[pageNodeAnswer](ctx, c.caller, onFacebook(OpPages, token, listOf(fields), path...))
	if errors.Is(err, ErrTruncated) {
		err = nil
	}
	pages := make([]LinkedPage, len(got))
	for i, p := range got {
		pages[i] = p.page()
	}
	return pages, err
}

func listOf(fields string) url.Values {
	return url.Values{"fields": {fields}, "limit": {strconv.Itoa(pageSize)}}
}

// unique keeps one entry of each Page: the first that has a token, or the first of all when none
// has.
func unique(pages []LinkedPage) []LinkedPage {
	var kept []LinkedPage
	for _, p := range pages {
		i := slices.IndexFunc(kept, func(k LinkedPage) bool { return k.ID == p.ID })
		switch {
		case i < 0:
			kept = append(kept, p)
		case kept[i].Token.IsEmpty() && !p.Token.IsEmpty():
			kept[i] = p
		}
	}
	return kept
}

// readAll follows a list of nodes to its end, or to the tenth page of it. Then it returns what it
// read together with an error that wraps ErrTruncated.
func readAll[N answer](ctx context.Context, c *caller, r request) ([]N, error) {
	r.list = true
	var all []N
	for range maxPages {
		got, err := call[nodesAnswer[N]](ctx, c, r)
		if err != nil {
			return nil, err
		}
		all = append(all, got.Data...)
		next := got.Paging.params(r.params, nodePosition)
		if next == nil {
			return all, nil
		}
		r.params = next
	}
	return all, truncated(r.op)
}

type nodesAnswer[N answer] struct {
	Data   []N    `json:"data"`
	Paging paging `json:"paging"`
}

// nodePosition is the parameter by which a list of nodes says where its next page begins.
const nodePosition = "after"

func (a nodesAnswer[N]) flaw(x *exchange) string {
	switch {
	case a.Data == nil:
		return "no list"
	case len(a.Data) > maxPageItems:
		return "far more items than were asked for"
	}
	for _, n := range a.Data {
		if flaw := n.flaw(x); flaw != "" {
			return flaw
		}
	}
	return a.Paging.flaw(x, nodePosition)
}

type nodeAnswer struct {
	ID id `json:"id"`
}

func (a nodeAnswer) flaw(*exchange) string { return flawIf(a.ID == "", "an entry without an id") }

type pageNodeAnswer struct {
	ID      id             `json:"id"`
	Name    string         `json:"name"`
	Token   confidential   `json:"access_token"`
	Tasks   words          `json:"tasks"`
	Account *profileAnswer `json:"instagram_business_account"`
}

func (a pageNodeAnswer) flaw(*exchange) string {
	return flawIf(a.ID == "" || a.Account != nil && a.Account.ID == "", "a Page or an account without an id")
}

func (a pageNodeAnswer) page() LinkedPage {
	p := LinkedPage{ID: string(a.ID), Name: a.Name, Token: a.Token.Text, Tasks: a.Tasks}
	if a.Account != nil {
		profile := a.Account.profile(Partner)
		p.Account = &profile
	}
	return p
}
