package graph

import (
	"errors"
	"net"
	"os"
	"syscall"
	"testing"
)

func TestPlainly(t *testing.T) {
	t.Parallel()
	here := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}
	for want, err := range map[string]error{
		"the name graph.instagram.com could not be looked up: no such host": &net.OpError{
			Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "graph.instagram.com"},
		},
		"no connection to 127.0.0.1:1: connection refused": &net.OpError{Op: "dial", Net: "tcp", Addr: here, Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)},
		"no connection: connection refused":                &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED},
		"read tcp 127.0.0.1:1: connection reset by peer":   &net.OpError{Op: "read", Net: "tcp", Addr: here, Err: syscall.ECONNRESET},
		"anything else": errors.New("anything else"),
	} {
		if got := plainly(err); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
