// Package loopback opens TCP listeners that only this machine can reach, on IPv4 and IPv6 alike.
//
// Nothing in Crier listens in any other way: a request for another address is refused here, in one
// place. In a container, the container's own addresses are added when the user asks for it.
package loopback

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
)

const (
	ipv4 = "127.0.0.1"
	ipv6 = "::1"
	// portAttempts bounds the search for a port that is free on every address.
	portAttempts = 20
)

// ErrPortInUse says that another program listens on the port.
var ErrPortInUse = errors.New("the port is in use")

// CheckHost returns an error unless host names this machine's loopback interface.
func CheckHost(host string) error {
	switch host {
	case "", "localhost", ipv4, ipv6, "[" + ipv6 + "]":
		return nil
	}
	return fmt.Errorf("refusing to listen on %q: Crier answers this machine only (127.0.0.1 and ::1)", host)
}

// Listeners are the open listeners of one port: one for each address family that the machine has,
// and in a container perhaps those of its own addresses.
type Listeners struct {
	all  []net.Listener
	port int
}

// Listen opens port on 127.0.0.1 and, where the machine has IPv6, on ::1. Port 0 takes a port that
// is free in both. It returns ErrPortInUse, wrapped, when another program has the port in either
// family.
func Listen(ctx context.Context, port int) (*Listeners, error) {
	return listenOn(ctx, port, nil)
}

// listenOn opens port on the loopback addresses and on the container's own.
func listenOn(ctx context.Context, port int, own []string) (*Listeners, error) {
	if port != 0 {
		return listenAll(ctx, port, own)
	}
	var err error
	for range portAttempts {
		var l *Listeners
		if l, err = listenAll(ctx, 0, own); err == nil || !errors.Is(err, ErrPortInUse) {
			return l, err
		}
	}
	return nil, err
}

func listenAll(ctx context.Context, port int, own []string) (*Listeners, error) {
	l := &Listeners{port: port}
	for _, ip := range append([]string{ipv4, ipv6}, own...) {
		one, err := listen(ctx, ip, l.port)
		if lacksFamily(err) && ip != ipv4 {
			continue
		}
		if err != nil {
			return nil, errors.Join(err, l.Close())
		}
		l.all = append(l.all, one)
		l.port = portOf(one)
	}
	return l, nil
}

func listen(ctx context.Context, ip string, port int) (net.Listener, error) {
	addr := net.JoinHostPort(ip, strconv.Itoa(port))
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if isTaken(err) {
		return nil, fmt.Errorf("%w: %s", ErrPortInUse, addr)
	}
	if tcp, ok := l.(*net.TCPListener); ok {
		return &listener{TCPListener: tcp}, err
	}
	return l, err
}

func portOf(l net.Listener) int {
	addr, ok := l.Addr().(*net.TCPAddr)
	if !ok {
		return 0
	}
	return addr.Port
}

// Port returns the port that is listened on.
func (l *Listeners) Port() int { return l.port }

// URL returns the address for clients, http://127.0.0.1:PORT, without a closing slash.
func (l *Listeners) URL() string { return "http://" + net.JoinHostPort(ipv4, strconv.Itoa(l.port)) }

// Beyond returns the listened addresses, with their port, that are not of the loopback interface.
func (l *Listeners) Beyond() []string {
	var all []string
	for _, one := range l.all {
		if addr, ok := one.Addr().(*net.TCPAddr); ok && !addr.IP.IsLoopback() {
			all = append(all, addr.String())
		}
	}
	return all
}

// Close closes every listener that is not closed yet, as a server does that is shut down.
func (l *Listeners) Close() error {
	var errs []error
	for _, one := range l.all {
		if err := one.Close(); !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Serve serves srv on every listener until srv is shut down or closed, or one of them fails. It
// returns nil after a shutdown, and otherwise the failure.
func (l *Listeners) Serve(srv *http.Server) error {
	results := make(chan error, len(l.all))
	for _, one := range l.all {
		go func() { results <- srv.Serve(one) }()
	}
	for range l.all {
		if err := <-results; !errors.Is(err, http.ErrServerClosed) {
			return errors.Join(err, srv.Close())
		}
	}
	return nil
}

// Endpoint is a port whose address others may ask for at any time.
type Endpoint struct {
	port int
	own  func() ([]string, error)
	open atomic.Pointer[Listeners]
}

// NewEndpoint returns an endpoint that is not open yet. Port 0 takes a free one.
func NewEndpoint(port int) *Endpoint {
	return &Endpoint{port: port, own: func() ([]string, error) { return nil, nil }}
}

// NewContainerEndpoint returns an endpoint as NewEndpoint does, which is opened on the addresses of
// this container's own network too. Only from there can a port be published.
func NewContainerEndpoint(port int) *Endpoint { return &Endpoint{port: port, own: ownAddresses} }

// Open opens the endpoint as Listen does. One that was kept is served again.
func (e *Endpoint) Open(ctx context.Context) (*Listeners, error) {
	if l := e.open.Load(); l != nil && l.isKept() {
		again, err := l.again()
		if err != nil {
			return nil, err
		}
		e.open.Store(again)
		return again, nil
	}
	own, err := e.own()
	if err != nil {
		return nil, err
	}
	l, err := listenOn(ctx, e.port, own)
	if err != nil {
		return nil, err
	}
	if own != nil && l.Beyond() == nil {
		return nil, errors.Join(ErrNoOwnAddress, l.Close())
	}
	e.open.Store(l)
	return l, nil
}

// Listeners returns what Open has returned, nil before it.
func (e *Endpoint) Listeners() *Listeners { return e.open.Load() }

// Close closes an endpoint that is open, unless it is kept. Its address stays what it was.
func (e *Endpoint) Close() error {
	if l := e.open.Load(); l != nil {
		return l.Close()
	}
	return nil
}

// Keep has the next Close, and that of a server, leave the port open for the next Open: clients
// that connect in between wait to be served. Keep(false) takes that back.
func (e *Endpoint) Keep(isKept bool) {
	if l := e.open.Load(); l != nil {
		l.keep(isKept)
	}
}

// Port returns the port that is listened on, 0 before Open.
func (e *Endpoint) Port() int {
	if l := e.open.Load(); l != nil {
		return l.Port()
	}
	return 0
}

// URL returns the address for clients, empty before Open.
func (e *Endpoint) URL() string {
	if l := e.open.Load(); l != nil {
		return l.URL()
	}
	return ""
}

const maxPort = 65535

// SplitHost returns the name, in lower case, and the port of a Host header; the port is 0 when the
// header has none. It reports false for a port that is not a plain decimal number, such as that of
// 127.0.0.1:7171.evil.example. An IPv6 address keeps its brackets.
func SplitHost(host string) (name string, port int, ok bool) {
	name = strings.ToLower(host)
	if strings.HasSuffix(name, "]") {
		return name, 0, true
	}
	i := strings.LastIndexByte(name, ':')
	if i < 0 {
		return name, 0, true
	}
	text := name[i+1:]
	port, err := strconv.Atoi(text)
	return name[:i], port, err == nil && port > 0 && port <= maxPort && strconv.Itoa(port) == text
}

// IsName reports whether the name of a Host header, as SplitHost returns it, is one of the loopback
// interface.
func IsName(name string) bool {
	return slices.Contains([]string{ipv4, "localhost", "[" + ipv6 + "]"}, name)
}

// Windows has its own numbers for socket errors. There, the names in syscall that begin with E are
// Go's inventions, which no call returns. No other system uses the numbers of Windows, so the
// functions below look for both on every system.
const (
	windowsDenied       syscall.Errno = 10013 // WSAEACCES: a program has the port for itself, or Windows has set it aside.
	windowsNoFamily     syscall.Errno = 10047 // WSAEAFNOSUPPORT
	windowsInUse        syscall.Errno = 10048 // WSAEADDRINUSE
	windowsNotAvailable syscall.Errno = 10049 // WSAEADDRNOTAVAIL
)

// isTaken reports whether a port could not be opened because another program has it.
func isTaken(err error) bool {
	return isOneOf(err, syscall.EADDRINUSE, windowsInUse, windowsDenied)
}

// lacksFamily reports whether a port could not be opened because the machine has no such addresses.
func lacksFamily(err error) bool {
	return isOneOf(err, syscall.EADDRNOTAVAIL, syscall.EAFNOSUPPORT, windowsNotAvailable, windowsNoFamily)
}

func isOneOf(err error, numbers ...syscall.Errno) bool {
	return slices.ContainsFunc(numbers, func(number syscall.Errno) bool { return errors.Is(err, number) })
}
