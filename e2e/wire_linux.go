package e2e

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/platform/clock"
)

// Holds holds the next request to a host whose path contains the text, before it is passed on or,
// with isAnswer, before its answer is. The request has come when reached is closed, and goes on
// when release is called.
func (w *LiveWorld) Holds(method, host, path string, isAnswer bool) (reached <-chan struct{}, release func()) {
	h := &hold{method: method, host: host, path: path, isAnswer: isAnswer, reached: make(chan struct{}), released: make(chan struct{})}
	release = sync.OnceFunc(func() { close(h.released) })
	w.tb.Cleanup(release)
	w.wire.mu.Lock()
	w.wire.holds = append(w.wire.holds, h)
	w.wire.mu.Unlock()
	return h.reached, release
}

// hold is a request that waits.
type hold struct {
	method, host, path string
	isAnswer           bool
	reached, released  chan struct{}
}

// wire is a proxy that answers for the hosts behind it.
type wire struct {
	tb    testing.TB
	proxy *httptest.Server
	// route returns who answers for a host, nil for nobody.
	route func(host string) http.Handler
	key   *ecdsa.PrivateKey
	root  *x509.Certificate
	raw   []byte
	inner *http.Server
	conns connections

	mu    sync.Mutex
	holds []*hold
	certs map[string]*tls.Certificate
}

func newWire(tb testing.TB) *wire {
	tb.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	w := &wire{tb: tb, key: key, conns: connections{make(chan net.Conn), make(chan struct{})}, certs: map[string]*tls.Certificate{}}
	w.root = &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Crier's tests"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature, NotBefore: clock.System().Now().Add(-time.Hour), NotAfter: clock.System().Now().Add(24 * time.Hour),
	}
	if w.raw, err = x509.CreateCertificate(rand.Reader, w.root, w.root, &key.PublicKey, key); err != nil {
		tb.Fatal(err)
	}
	w.inner = &http.Server{Handler: http.HandlerFunc(w.serve), ReadHeaderTimeout: time.Minute}
	go func() { _ = w.inner.Serve(w.conns) }()
	w.proxy = httptest.NewServer(http.HandlerFunc(w.connect))
	tb.Cleanup(func() {
		_ = w.inner.Close()
		w.proxy.CloseClientConnections()
		w.proxy.Close()
	})
	return w
}

// trusted writes the file with the one certificate to trust.
func (w *wire) trusted(tb testing.TB) string {
	tb.Helper()
	file := filepath.Join(tb.TempDir(), "trusted.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: w.raw}), 0o600); err != nil {
		tb.Fatal(err)
	}
	return file
}

// connect takes what a client wants to send to a host.
func (w *wire) connect(answer http.ResponseWriter, r *http.Request) {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil || r.Method != http.MethodConnect || w.route(host) == nil {
		w.tb.Errorf("the program asks for %s %s", r.Method, r.Host)
		answer.WriteHeader(http.StatusBadGateway)
		return
	}
	conn, _, err := http.NewResponseController(answer).Hijack()
	if err != nil {
		return
	}
	if _, err := conn.Write([]byte("HTTP/1.1 200 Connection established\r\n\r\n")); err != nil {
		_ = conn.Close()
		return
	}
	secure := &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return w.certificate(host) }}
	select {
	case w.conns.come <- tls.Server(conn, secure):
	case <-w.conns.done:
		_ = conn.Close()
	}
}

// certificate returns that of a host.
func (w *wire) certificate(host string) (*tls.Certificate, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if made := w.certs[host]; made != nil {
		return made, nil
	}
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(int64(len(w.certs) + 2)), DNSNames: []string{host}, NotBefore: w.root.NotBefore, NotAfter: w.root.NotAfter,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	raw, err := x509.CreateCertificate(rand.Reader, leaf, w.root, &w.key.PublicKey, w.key)
	if err != nil {
		return nil, err
	}
	w.certs[host] = &tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: w.key}
	return w.certs[host], nil
}

// serve passes a request to who answers for its host.
func (w *wire) serve(answer http.ResponseWriter, r *http.Request) {
	held := w.held(r)
	if held == nil {
		w.route(r.Host).ServeHTTP(answer, r)
		return
	}
	if held.isAnswer {
		// It takes effect also when the program is dead by then.
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		r = r.WithContext(context.WithoutCancel(r.Context()))
		r.Body = io.NopCloser(bytes.NewReader(body))
		later := httptest.NewRecorder()
		w.route(r.Host).ServeHTTP(later, r)
		close(held.reached)
		<-held.released
		later.Result().Write(answer) //nolint:errcheck // The program is dead.
		return
	}
	close(held.reached)
	<-held.released
	w.route(r.Host).ServeHTTP(answer, r)
}

// held returns the hold for a request, nil for none.
func (w *wire) held(r *http.Request) *hold {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, h := range w.holds {
		if h.method == r.Method && strings.HasSuffix(r.Host, h.host) && strings.Contains(r.URL.Path, h.path) {
			w.holds = slices.Delete(w.holds, i, i+1)
			return h
		}
	}
	return nil
}

// connections is a listener for connections that have been accepted elsewhere.
type connections struct {
	come chan net.Conn
	done chan struct{}
}

func (c connections) Accept() (net.Conn, error) {
	select {
	case conn := <-c.come:
		return conn, nil
	case <-c.done:
		return nil, net.ErrClosed
	}
}

func (c connections) Close() error {
	close(c.done)
	return nil
}

func (c connections) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }
