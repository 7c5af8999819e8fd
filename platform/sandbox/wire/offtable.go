package wire

import (
	"errors"
	"net/http"

	"crier/platform/sandbox/edges"
)

// OffTable refuses a call with something that no row of the table has: a parameter, a selected
// field, even if no node is found, or an edge of such a node. The network would ignore some of the
// parameters. Here one shows that the table or the client is wrong. The caller handles a path that
// the table does not have at all.
func OffTable(c *Call) *Error {
	if _, gerr := c.Selection(); gerr != nil {
		return gerr
	}
	unknown, ok := errors.AsType[*edges.Unknown](edges.Check(OnEdge(c)))
	switch {
	case !ok, unknown.IsCall() && !HasRow(c):
		return nil
	case unknown.IsCall() && c.Method == http.MethodGet && c.Edge != "":
		return UnknownField(c.Edge, c.About)
	case unknown.IsCall():
		return UnknownObject(c.Method, c.Node)
	case unknown.Field != "":
		return UnknownField(unknown.Field, unknown.Node)
	}
	return BadParameter("The parameter %s is not one of this call's, as far as the sandbox knows", unknown.Param)
}

// HasRow reports whether the table has the call for any type of node.
func HasRow(c *Call) bool { return len(edges.Rows(OnEdge(c).OfAnyType())) > 0 }

// IsProbe reports whether the call is about me and a token of some kind may make it. Clients make
// such calls to find out whose a token is.
func IsProbe(c *Call) bool { return c.Node == Me && edges.Check(OnEdge(c).OfAnyType()) == nil }

// OnEdge returns the call in the form of the table of edges.
func OnEdge(c *Call) edges.Call {
	return edges.Call{Host: c.Host, Method: c.Method, Path: c.Inner(), About: c.About, Params: c.Params}
}
