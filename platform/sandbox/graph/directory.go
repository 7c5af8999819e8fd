package graph

import (
	"encoding/base64"
	"slices"

	"crier/platform/sandbox/edges"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// listed is an entry of a list of Pages or businesses.
type listed struct {
	id  string
	get func(wire.Field) (any, bool)
}

// directory serves the lists of a partner's user: Pages and businesses.
type directory struct{ *world.Store }

// listPages answers GET /me/accounts: the Pages of the user of the token.
func (d *directory) listPages(c *wire.Call) wire.Answer {
	return d.listNodes(c, "Page", func(w *world.World, g world.Grant) ([]listed, *wire.Error) {
		all := pagesOf(w, g, c, g.User.Pages)
		if len(g.User.Owned) > 0 {
			all = append(all, barePage(g.User))
		}
		return all, nil
	})
}

// listBusinesses answers GET /me/businesses.
func (d *directory) listBusinesses(c *wire.Call) wire.Answer {
	return d.listNodes(c, "Business", func(_ *world.World, g world.Grant) ([]listed, *wire.Error) {
		if len(g.User.Owned) == 0 {
			return nil, nil
		}
		return []listed{{id: g.User.BusinessID(), get: func(f wire.Field) (any, bool) {
			switch f.Name {
			case "id":
				return g.User.BusinessID(), true
			case "name":
				return "Demo business (sandbox)", true
			}
			return nil, false
		}}}, nil
	})
}

// listBusinessPages answers GET /{business}/owned_pages and client_pages.
func (d *directory) listBusinessPages(c *wire.Call) wire.Answer {
	return d.listNodes(c, "Page", func(w *world.World, g world.Grant) ([]listed, *wire.Error) {
		if c.Node != g.User.BusinessID() || len(g.User.Owned) == 0 {
			return nil, wire.UnknownObject(c.Method, c.Node)
		}
		if c.Edge == "client_pages" {
			return nil, nil
		}
		return pagesOf(w, g, c, g.User.Owned), nil
	})
}

func pagesOf(w *world.World, g world.Grant, c *wire.Call, accounts []*world.Account) []listed {
	all := make([]listed, len(accounts))
	for i, a := range accounts {
		one := g
		one.Account = a
		all[i] = listed{id: a.Profile.PageID, get: func(f wire.Field) (any, bool) { return fieldOfPage(w, one, c, f) }}
	}
	return all
}

func barePage(u *world.PartnerUser) listed {
	return listed{id: u.BarePageID(), get: func(f wire.Field) (any, bool) {
		switch f.Name {
		case "id":
			return u.BarePageID(), true
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

// listNodes answers with the requested part of a list. Only a user's token has such lists.
func (d *directory) listNodes(c *wire.Call, node string, find func(*world.World, world.Grant) ([]listed, *wire.Error)) wire.Answer {
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
	return d.Answer(func(w *world.World) wire.Answer {
		g, gerr := w.Logins.Authorize(c.Host, c.Token)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		if g.Scope != world.ScopeUser {
			return wire.Failed(wire.UnknownField(c.Edge, "Page"))
		}
		all, gerr := find(w, g)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		return showNodes(c, node, sel, all, p)
	})
}

// edgeRow returns the row of the table for a call that can belong to one edge only, and an empty
// row for any other call.
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

func cursorOf(id string) string { return base64.URLEncoding.EncodeToString([]byte(id)) }
