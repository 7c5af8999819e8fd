package graph

import (
	"log/slog"

	"crier/platform/sandbox/files"
	"crier/platform/sandbox/pages"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// API is the publishing API as both Graph hosts have it, with its logins and the upload host.
type API struct {
	*world.Store

	album     *files.Album
	spool     *files.Spool
	processor *processor
	logins    *loginAPI
	uploads   *uploadAPI
	directory *directory
	comments  *comments
	pages     *pages.API
}

// New returns the publishing API on the world that the store keeps.
func New(s *world.Store, f *files.Fetcher, sp *files.Spool, a *files.Album, log *slog.Logger) *API {
	return &API{
		Store: s, album: a, spool: sp, processor: &processor{Store: s, fetcher: f, spool: sp, album: a, log: log, fetching: map[string]chan struct{}{}},
		logins: &loginAPI{s}, uploads: &uploadAPI{Store: s, spool: sp}, directory: &directory{s}, comments: &comments{s},
		pages: pages.New(s, f, sp, a),
	}
}

// authorized returns the account of the call, or the network's refusal. The call's token must be
// valid on its host and give access to the account.
func authorized(w *world.World, c *wire.Call) (*world.Account, *wire.Error) {
	g, gerr := w.Logins.Authorize(c.Host, c.Token)
	if gerr != nil {
		return nil, gerr
	}
	if g = g.At(c.Node); g.Account.Profile.AccountType == world.AccountPersonal {
		return nil, wire.NotProfessional()
	}
	if c.Node == g.Account.ID || c.Node == wire.Me && g.Scope == world.ScopeAccount {
		c.NodeAccount = g.Account.ID
		return g.Account, nil
	}
	return nil, wire.UnknownObject(c.Method, c.Node)
}

func asAccount(s *world.Store, c *wire.Call, f func(*world.World, *world.Account) wire.Answer) wire.Answer {
	return s.Answer(func(w *world.World) wire.Answer {
		a, gerr := authorized(w, c)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		return f(w, a)
	})
}
