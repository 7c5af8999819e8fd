package pages

import (
	"net/http"

	"crier/platform/sandbox/files"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// API is the partner host's API of Pages.
type API struct {
	*world.Store

	fetcher *files.Fetcher
	spool   *files.Spool
	album   *files.Album
	reader  reader
}

// New returns the API of Pages on the world that the store keeps.
func New(s *world.Store, f *files.Fetcher, sp *files.Spool, a *files.Album) *API {
	return &API{Store: s, fetcher: f, spool: sp, album: a, reader: reader{sp}}
}

// asPage runs f with the account whose Page the call names. The token must be the Page's own.
func asPage(s *world.Store, c *wire.Call, f func(*world.World, *world.Account) wire.Answer) wire.Answer {
	return s.Answer(func(w *world.World) wire.Answer {
		g, gerr := w.Logins.Authorize(c.Host, c.Token)
		switch {
		case gerr != nil:
			return wire.Failed(gerr)
		case g.Account.Profile.PageID != c.Node:
			return wire.Failed(wire.UnknownObject(c.Method, c.Node))
		case g.Scope != world.ScopePage:
			return wire.Failed(&wire.Error{
				HTTP: http.StatusForbidden, Code: wire.CodePermission, Message: "(#200) This needs the access token of the Page itself",
			})
		}
		c.NodeAccount = g.Account.ID
		return f(w, g.Account)
	})
}

// allowedOnPage returns the refusal of a call that may not act for the Page, before anything is
// fetched.
func allowedOnPage(s *world.Store, c *wire.Call) *wire.Error {
	return asPage(s, c, func(*world.World, *world.Account) wire.Answer { return wire.OK(nil) }).Err
}
