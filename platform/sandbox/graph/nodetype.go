package graph

import (
	"crier/platform/sandbox/edges"
	"crier/platform/sandbox/pages"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// typeOf returns the type of the node that the call's path begins with. It is empty for what is not
// there, and for a token that opens nothing: such a call is refused for that.
func typeOf(w *world.World, c *wire.Call) string {
	g, gerr := w.Logins.Authorize(c.Host, c.Token)
	if gerr != nil {
		return ""
	}
	g = g.At(c.Node)
	switch {
	case c.Node == g.Account.ID, c.Node == wire.Me && g.Scope == world.ScopeAccount:
		return edges.TypeAccount
	case c.Node == wire.Me && g.Scope == world.ScopeUser:
		return edges.TypeUser
	case c.Node == wire.Me, c.Host == wire.HostFB && w.Accounts.OfPage(c.Node) != nil:
		return edges.TypePage
	case g.User != nil && len(g.User.Owned) > 0 && c.Node == g.User.BusinessID():
		return edges.TypeBusiness
	}
	if p := w.Pages.Find(g.Account, c.Node); p != nil && c.Host == wire.HostFB {
		return pages.TypeOf(p, c.Node)
	}
	if one := w.Containers.ByID[c.Node]; one != nil && one.AccountID == g.Account.ID {
		return edges.TypeContainer
	}
	if m := w.Media.ByID[c.Node]; m != nil && m.AccountID == g.Account.ID {
		return edges.TypeMedia
	}
	return ""
}
