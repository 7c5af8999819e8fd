package publicurl

import "net"

// Asking returns a Checker that looks names up with the resolver.
func (c *Checker) Asking(names *net.Resolver) *Checker {
	return &Checker{transport: c.transport, names: names, isLocal: c.isLocal}
}
