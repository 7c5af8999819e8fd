package publicurl

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// usable returns the parsed address if the network can reach its host.
func (c *Checker) usable(ctx context.Context, address string) (*url.URL, error) {
	if address == "" {
		return nil, unusable("the file has no public address")
	}
	if !isPlainASCII(address) {
		return nil, unusable("the public address has characters that the network does not take")
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, unusable("the public address does not begin with http:// or https://")
	}
	if u.User != nil {
		return nil, unusable("the public address needs a password, which the network does not have")
	}
	if c.isLocal {
		return u, nil
	}
	return u, c.checkHost(ctx, u)
}

func isPlainASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

// checkHost refuses a host that the network cannot reach from outside. A name is looked up, unless
// a proxy does that. A private address that a look-up gives is not Permanent: a block list, a
// private zone or a sign-in page answers so on this machine, and the name may be right.
func (c *Checker) checkHost(ctx context.Context, u *url.URL) error {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if isLocalName(host) {
		return unusable("%s is this machine or its own network, which the network cannot reach", host)
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		if !isPublic(ip) {
			return unusable("%s is an address of this machine or its own network, which the network cannot reach", host)
		}
		return nil
	}
	if proxy, err := http.ProxyFromEnvironment(&http.Request{URL: u}); err == nil && proxy != nil {
		return nil
	}
	ips, err := c.names.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return unreachable(host, err)
	}
	for _, ip := range ips {
		if !isPublic(ip) {
			return refused("the name server of this machine says that %s is %s, an address of this machine or its own network, "+
				"which the network cannot reach; look there for a block list or a private zone", host, ip.Unmap())
		}
	}
	return nil
}

// IsLocal reports whether a host is this machine or on its local network, which nobody reaches from
// outside. The host is a name or an IP address; a name is not looked up.
func IsLocal(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	ip, err := netip.ParseAddr(host)
	return isLocalName(host) || err == nil && !isPublic(ip)
}

func isLocalName(host string) bool {
	for _, suffix := range []string{"localhost", "local", "internal", "home.arpa", "lan"} {
		if host == suffix || strings.HasSuffix(host, "."+suffix) {
			return true
		}
	}
	return false
}

// sharedSpace is the range of addresses behind a carrier's address translation (RFC 6598).
var sharedSpace = netip.MustParsePrefix("100.64.0.0/10")

func isPublic(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !sharedSpace.Contains(ip)
}
