package sandbox

import (
	"encoding/base64"
	"slices"

	"crier/platform/sandbox/edges"
	"crier/platform/sandbox/wire"
)

// partnerUser is a person who has the Pages of one or more accounts.
type partnerUser struct {
	token string
	// pages are the accounts whose Pages the user has, owned those whose Pages a business of the user's has.
	pages, owned []*account
}

// studioOwned is the account whose Page belongs to a business.
const studioOwned = "17841400000000606"

func (u *partnerUser) all() []*account { return slices.Concat(u.pages, u.owned) }

func (u *partnerUser) id() string { return "9" + u.pages[0].profile.PageID[1:] }

func (u *partnerUser) businessID() string { return "7" + u.pages[0].profile.PageID[1:] }

// barePageID is a Page of the user's that no account is linked with; only who has a business has one.
func (u *partnerUser) barePageID() string { return "8" + u.pages[0].profile.PageID[1:] }

func userField(u *partnerUser, f wire.Field) (any, bool) {
	switch f.Name {
	case "id":
		return u.id(), true
	case "name":
		return u.pages[0].profile.Name, true
	}
	return nil, false
}

// listed is an entry of a list of Pages or businesses.
type listed struct {
	id  string
	get func(wire.Field) (any, bool)
}

// directory is the lists of what a partner's user has: Pages and businesses.
type directory struct{ *store }

// listPages answers GET /me/accounts: the Pages that the partner's user token leads to.
func (d *directory) listPages(c *wire.Call) wire.Answer {
	return d.listNodes(c, "Page", func(w *world, g grant) ([]listed, *wire.Error) {
		all := pagesOf(w, g, c, g.user.pages)
		if len(g.user.owned) > 0 {
			all = append(all, barePage(g.user))
		}
		return all, nil
	})
}

// listBusinesses answers GET /me/businesses.
func (d *directory) listBusinesses(c *wire.Call) wire.Answer {
	return d.listNodes(c, "Business", func(_ *world, g grant) ([]listed, *wire.Error) {
		if len(g.user.owned) == 0 {
			return nil, nil
		}
		return []listed{{id: g.user.businessID(), get: func(f wire.Field) (any, bool) {
			switch f.Name {
			case "id":
				return g.user.businessID(), true
			case "name":
				return "Demo business (sandbox)", true
			}
			return nil, false
		}}}, nil
	})
}

// listBusinessPages answers GET /{business}/owned_pages and client_pages.
func (d *directory) listBusinessPages(c *wire.Call) wire.Answer {
	return d.listNodes(c, "Page", func(w *world, g grant) ([]listed, *wire.Error) {
		if c.Node != g.user.businessID() || len(g.user.owned) == 0 {
			return nil, wire.UnknownObject(c.Method, c.Node)
		}
		if c.Edge == "client_pages" {
			return nil, nil
		}
		return pagesOf(w, g, c, g.user.owned), nil
	})
}

func pagesOf(w *world, g grant, c *wire.Call, accounts []*account) []listed {
	all := make([]listed, len(accounts))
	for i, a := range accounts {
		one := g
		one.account = a
		all[i] = listed{id: a.profile.PageID, get: func(f wire.Field) (any, bool) { return fieldOfPage(w, one, c, f) }}
	}
	return all
}

func barePage(u *partnerUser) listed {
	return listed{id: u.barePageID(), get: func(f wire.Field) (any, bool) {
		switch f.Name {
		case "id":
			return u.barePageID(), true
		case "name":
			return "A Page without an account (sandbox)", true
		case "access_token":
			return "SANDBOX-FB-PAGE-BARE", true
		case "category", "link", "username", "picture", "tasks", "permitted_tasks", "followers_count", "fan_count", "instagram_business_account":
			return nil, true
		}
		return nil, false
	}}
}

// listNodes answers with the part of a list that the call asks for; only a user's token has such lists.
func (d *directory) listNodes(c *wire.Call, node string, find func(*world, grant) ([]listed, *wire.Error)) wire.Answer {
	sel, gerr := c.Selection()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	p, gerr := c.ReadPage()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	if sel == nil && node == "Page" {
		sel = wire.Selection{{Name: "access_token"}, {Name: "category"}, {Name: "name"}, {Name: "id"}}
		if edges.Has(node, "tasks", edgeRow(c)) {
			sel = append(sel, wire.Field{Name: "tasks"})
		}
	}
	return d.answer(func(w *world) wire.Answer {
		g, gerr := w.logins.authorize(c.Host, c.Token)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		if g.scope != scopeUser {
			return wire.Failed(wire.UnknownField(c.Edge, "Page"))
		}
		all, gerr := find(w, g)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		return showNodes(c, node, sel, all, p)
	})
}

// edgeRow returns the row of the table for a call that can be about one edge alone, else none.
func edgeRow(c *wire.Call) edges.Edge {
	if rows := edges.Rows(wire.OnEdge(c)); len(rows) == 1 {
		return rows[0]
	}
	return edges.Edge{}
}

func showNodes(c *wire.Call, node string, sel wire.Selection, all []listed, p wire.Page) wire.Answer {
	first := 1 + slices.IndexFunc(all, func(l listed) bool { return p.After == l.id })
	shown := all[first:min(len(all), first+p.Limit)]
	data := make([]wire.Object, len(shown))
	for i, one := range shown {
		o, gerr := wire.PickBy(edgeRow(c), node, sel, one.get)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		data[i] = o
	}
	o := wire.Object{{"data", data}}
	if len(shown) > 0 {
		last := base64.URLEncoding.EncodeToString([]byte(shown[len(shown)-1].id))
		paging := wire.Object{{"cursors", wire.Object{{"before", cursorOf(shown[0].id)}, {"after", last}}}}
		if first+len(shown) < len(all) {
			paging = append(paging, wire.Member{"next", c.PageURL("after", last)})
		}
		o = append(o, wire.Member{"paging", paging})
	}
	return wire.OK(o)
}
