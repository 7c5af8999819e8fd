package cloud_test

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/objectstore"
	"crier/platform/objectstore/workerstore"
	"crier/platform/secrets"
)

const (
	// lineRate is the rate of a good line of a home, in bytes a second, and lineDelay is how long
	// an answer is on its way.
	lineRate  = 10e6
	lineDelay = 20 * time.Millisecond
)

// line is a line to the internet, on which all connections have that rate and delay together.
type line struct {
	mu   sync.Mutex
	free time.Time
}

// newLine returns an address that leads to another over a line.
func newLine(b *testing.B, to string) string {
	b.Helper()
	listener, err := new(net.ListenConfig).Listen(b.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = listener.Close() })
	ctx := context.WithoutCancel(b.Context())
	l := &line{}
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := new(net.Dialer).DialContext(ctx, "tcp", strings.TrimPrefix(to, "http://"))
			if err != nil {
				_ = near.Close()
				continue
			}
			go carry(ctx, far, near, l.takes)
			go carry(ctx, near, far, func(int) time.Duration { return lineDelay })
		}
	}()
	return "http://" + listener.Addr().String()
}

// takes returns how long it is until the line has sent so many bytes more.
func (l *line) takes(n int) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := clock.System().Now()
	if l.free.Before(now) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(float64(n) / lineRate * float64(time.Second)))
	return l.free.Sub(now)
}

// carry copies what comes, and takes as long for it as the line does.
func carry(ctx context.Context, to, from net.Conn, takes func(n int) time.Duration) {
	defer func() { _, _ = to.Close(), from.Close() }()
	buffer := make([]byte, 256<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			_ = clock.Sleep(ctx, clock.System(), takes(n))
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// BenchmarkMedia_100MB brings a film of 100 MB to a worker in the real runtime, over a line of 10
// MB/s. of-line is which share of the line's rate that uses.
func BenchmarkMedia_100MB(b *testing.B) {
	_, run := mediaWorker(b)
	const size = 100e6
	path := filepath.Join(b.TempDir(), "film.mp4")
	film, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := io.Copy(film, io.LimitReader(endless("a film of its own"), size)); err != nil {
		b.Fatal(err)
	}
	if err := film.Close(); err != nil {
		b.Fatal(err)
	}
	s, err := workerstore.New(workerstore.Target{URL: "https://" + workerName + ".anna.workers.dev", Key: secrets.NewText(mediaKey)}, workerstore.Options{Override: newLine(b, run.URL()), IsLocal: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(s.CloseIdleConnections)
	for b.Loop() {
		key := objectstore.NewKey("mp4")
		if err := s.Put(b.Context(), key, path, "video/mp4"); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := s.Delete(b.Context(), key); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	b.ReportMetric(size*float64(b.N)/b.Elapsed().Seconds()/lineRate, "of-line")
}

// endless reads a text again and again.
type endless string

func (e endless) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		n += copy(b[n:], e)
	}
	return n, nil
}
