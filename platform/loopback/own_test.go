package loopback

import (
	"net"
	"runtime"
	"slices"
	"testing"
)

// TestGlobalAddresses: addresses of the loopback interface and of one link are none of the
// container's own.
func TestGlobalAddresses(t *testing.T) {
	t.Parallel()
	var all []net.Addr
	for _, text := range []string{"127.0.0.1/8", "172.17.0.2/16", "::1/128", "fe80::1/64", "fd00::2/64", "169.254.1.1/16", "224.0.0.1/4"} {
		ip, network, err := net.ParseCIDR(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, &net.IPNet{IP: ip, Mask: network.Mask})
	}
	if got := globalAddresses(all); !slices.Equal(got, []string{"172.17.0.2", "fd00::2"}) {
		t.Errorf("got %v", got)
	}
}

// TestListenOn: one port is open on the loopback addresses and on those that are added; one that
// the machine has not yet is left out.
func TestListenOn(t *testing.T) {
	t.Parallel()
	l, err := listenOn(t.Context(), 0, []string{"127.0.0.2", "192.0.2.77"})
	if err != nil {
		t.Fatal(err)
	}
	var hosts []string
	for _, one := range l.all {
		if port := portOf(one); port != l.port {
			t.Errorf("%v: not port %d", one.Addr(), l.port)
		}
		host, _, _ := net.SplitHostPort(one.Addr().String())
		hosts = append(hosts, host)
	}
	hasMore := runtime.GOOS != "linux" || slices.Contains(hosts, "127.0.0.2") // Only Linux has all of 127.0.0.0/8.
	if !slices.Contains(hosts, ipv4) || !hasMore || slices.Contains(hosts, "192.0.2.77") {
		t.Errorf("listens on %v", hosts)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}
