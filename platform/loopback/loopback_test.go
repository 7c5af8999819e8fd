package loopback_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"crier/platform/loopback"
	_ "crier/platform/needtest/raced"
)

func TestListen_AnswersOnBothFamilies(t *testing.T) {
	t.Parallel()
	l, err := loopback.Listen(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	srv := &http.Server{
		ReadHeaderTimeout: time.Minute,
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") }),
	}
	done := make(chan error, 1)
	go func() { done <- l.Serve(srv) }()
	urls := []string{l.URL()}
	if hasIPv6(t) {
		urls = append(urls, fmt.Sprintf("http://[::1]:%d", l.Port()))
	}
	for _, url := range urls {
		if got := get(t, url); got != "here" {
			t.Errorf("%s answered %q", url, got)
		}
	}
	if err := srv.Shutdown(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Errorf("Serve returned %v after a shutdown", err)
	}
}

func TestListen_TakenPort(t *testing.T) {
	t.Parallel()
	for _, ip := range []string{"127.0.0.1", "[::1]"} {
		if ip == "[::1]" && !hasIPv6(t) {
			continue
		}
		taken, err := net.Listen("tcp", ip+":0")
		if err != nil {
			t.Fatal(err)
		}
		port := taken.Addr().(*net.TCPAddr).Port
		if l, err := loopback.Listen(t.Context(), port); !errors.Is(err, loopback.ErrPortInUse) {
			t.Errorf("%s taken: got %v, %v", ip, l, err)
		}
		if err := taken.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestCheckHost(t *testing.T) {
	t.Parallel()
	for host, ok := range map[string]bool{
		"": true, "localhost": true, "127.0.0.1": true, "::1": true, "[::1]": true,
		"0.0.0.0": false, "::": false, "192.168.1.5": false, "127.0.0.1.evil.example": false, "127.0.0.2": false,
	} {
		if err := loopback.CheckHost(host); ok != (err == nil) {
			t.Errorf("%q: got %v", host, err)
		}
	}
}

func hasIPv6(t *testing.T) bool {
	t.Helper()
	l, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		return false
	}
	return l.Close() == nil
}

func get(t *testing.T, url string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestLimit lets no more connections in at once, and the next one when one of them has ended. A
// connection keeps what a server closes it with, and a listener that waits for room can be closed.
func TestLimit(t *testing.T) {
	t.Parallel()
	l, err := loopback.Listen(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{}, 10)
	release := make(chan struct{})
	srv := &http.Server{
		ReadHeaderTimeout: time.Minute,
		Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			served <- struct{}{}
			<-release
		}),
		ConnContext: func(ctx context.Context, conn net.Conn) context.Context {
			if _, ok := conn.(interface{ CloseWrite() error }); !ok {
				t.Errorf("a %T cannot close its writing half", conn)
			}
			return ctx
		},
	}
	l.Limit(srv, 2)
	srv.SetKeepAlivesEnabled(false)
	done := make(chan error, 1)
	go func() { done <- l.Serve(srv) }()
	answered := make(chan string, 3)
	for range 3 {
		go func() { answered <- get(t, l.URL()) }()
	}
	<-served
	<-served
	select {
	case <-served:
		t.Error("a third connection was let in")
	case <-time.After(50 * time.Millisecond): //nolint:forbidigo // Nothing tells that a connection was not let in.
	}
	close(release)
	<-served
	for range 3 {
		<-answered
	}
	if err := srv.Shutdown(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestSplitHost(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]struct {
		name string
		port int
		ours bool
	}{
		"127.0.0.1":                   {"127.0.0.1", 0, true},
		"127.0.0.1:7171":              {"127.0.0.1", 7171, true},
		"LocalHost:65535":             {"localhost", 65535, true},
		"[::1]":                       {"[::1]", 0, true},
		"[::1]:80":                    {"[::1]", 80, true},
		"127.0.0.1:7171.evil.example": {},
		"127.0.0.1:7171:7171":         {},
		"127.0.0.1:":                  {},
		"127.0.0.1:0":                 {},
		"127.0.0.1:65536":             {},
		"127.0.0.1:+80":               {},
		"127.0.0.1:080":               {},
		"127.0.0.1:99999999999999999": {},
		"127.0.0.1.evil.example:7171": {},
		"evil.localhost":              {},
		"::1":                         {},
		"[::1]x:80":                   {},
		"[::1]:80]":                   {},
		"localhost.":                  {},
		"":                            {},
		":7171":                       {},
		"user@127.0.0.1:7171":         {},
	} {
		name, port, ok := loopback.SplitHost(host)
		if ours := ok && loopback.IsName(name); ours != want.ours || ours && (name != want.name || port != want.port) {
			t.Errorf("%q: got %q, %d, %v", host, name, port, ok)
		}
	}
}
