package wire

import (
	"errors"
	"net/http"

	"crier/platform/sandbox/edges"
)

// OffTable refuses what of the call stands on no row of the table: a parameter, a field of what the
// call gives, whether or not there is any, or the edge of such a node. Some parameters the network
// would ignore; here one shows that the table or the client is wrong. A path of which the table has
// nothing is left to the caller.
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

// HasRow reports whether the table has such a call, whatever the node is that its path names.
func HasRow(c *Call) bool { return len(edges.Rows(OnEdge(c).OfAnyType())) > 0 }

// IsProbe reports whether the call is about me and as a token of some kind may make it: clients
// find out by such calls whose a token is.
func IsProbe(c *Call) bool { return c.Node == Me && edges.Check(OnEdge(c).OfAnyType()) == nil }

// OnEdge returns the call as the table of edges takes it.
func OnEdge(c *Call) edges.Call {
	return edges.Call{Host: c.Host, Method: c.Method, Path: c.Inner(), About: c.About, Params: c.Params}
}
