package publicurl_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"crier/platform/publicurl"

	"golang.org/x/net/dns/dnsmessage"
)

// TestCheck_PrivateByLookUp: a name that the name server of this machine gives an address of its
// own network is not asked, and may be another one later: a block list, a private zone or a sign-in
// page answers so.
func TestCheck_PrivateByLookUp(t *testing.T) {
	t.Parallel()
	checker := publicurl.Through(false, transport(func(r *http.Request) (*http.Response, error) {
		t.Errorf("%s was asked", r.URL.Host)
		return nil, errors.New("not to be asked")
	}))
	for _, ip := range []string{"0.0.0.0", "10.0.0.1", "127.0.0.1", "192.168.1.20", "100.64.1.1"} {
		at := nameServer(t, netip.MustParseAddr(ip))
		names := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "udp", at)
		}}
		var refused *publicurl.Error
		err := checker.Asking(names).Check(t.Context(), "https://pub.example.org/secret.jpg", publicurl.File{ContentType: "image/jpeg", Size: 1})
		if !errors.As(err, &refused) || refused.Permanent || strings.Contains(err.Error(), "secret") ||
			!strings.Contains(err.Error(), "the name server of this machine says that pub.example.org is "+ip) {
			t.Errorf("%s: got %v", ip, err)
		}
	}
}

// transport is a RoundTripper made of a function.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// nameServer gives every name the IPv4 address. It returns where it listens.
func nameServer(t *testing.T, ip netip.Addr) string {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			_, _ = conn.WriteTo(lookedUp(buf[:n], ip), from)
		}
	}()
	return conn.LocalAddr().String()
}

// lookedUp returns the answer to a question, nil if it is none.
func lookedUp(question []byte, ip netip.Addr) []byte {
	var m dnsmessage.Message
	if err := m.Unpack(question); err != nil || len(m.Questions) == 0 {
		return nil
	}
	q := m.Questions[0]
	answer := dnsmessage.Message{Header: dnsmessage.Header{ID: m.ID, Response: true, RecursionAvailable: true}, Questions: m.Questions[:1]}
	if q.Type == dnsmessage.TypeA {
		answer.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 60},
			Body:   &dnsmessage.AResource{A: ip.As4()},
		}}
	}
	packed, err := answer.Pack()
	if err != nil {
		return nil
	}
	return packed
}
