package sandbox

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"crier/platform/loopback"
)

const (
	readHeaderTimeout = 10 * time.Second
	idleTimeout       = 2 * time.Minute
)

// Server serves a Network on a loopback port of its own.
type Server struct {
	network *Network
	http    *http.Server
	served  chan error
}

// NewServer returns a server for n that does not listen yet.
func NewServer(n *Network) *Server {
	return &Server{network: n, served: make(chan error, 1), http: &http.Server{
		Handler: n.Handler(), ReadHeaderTimeout: readHeaderTimeout, IdleTimeout: idleTimeout,
		ErrorLog: slog.NewLogLogger(n.log.Handler(), slog.LevelWarn),
	}}
}

// Start listens on port of the loopback interface, and returns the address for clients without a
// closing slash. Port 0 means the port of the last time, so that the addresses of posts stay valid,
// or any free port when another program uses that one. Start returns loopback.ErrPortInUse,
// wrapped, when another program uses the requested port.
func (s *Server) Start(ctx context.Context, port int) (url string, err error) {
	l, err := loopback.Listen(ctx, cmp.Or(port, s.network.store.LastPort()))
	if port == 0 && err != nil { // Another program has it, or the system keeps it for itself.
		l, err = loopback.Listen(ctx, 0)
	}
	if err != nil {
		return "", err
	}
	if err := s.network.store.SettleAt(l.URL()); err != nil {
		return "", errors.Join(err, l.Close())
	}
	go func() { s.served <- l.Serve(s.http) }()
	return l.URL(), nil
}

// Done receives once when a started server has ended: nil after Shutdown, and otherwise the error
// that ended it.
func (s *Server) Done() <-chan error { return s.served }

// Shutdown ends all delays for good, waits for the running calls until ctx ends, and then cuts
// them. The network stays open until its Close.
func (s *Server) Shutdown(ctx context.Context) error {
	s.network.store.EndWaits()
	err := s.http.Shutdown(ctx)
	if err != nil {
		err = errors.Join(err, s.http.Close())
	}
	return err
}
