package e2e_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/sandbox"
)

// TestSoak has the real program work for as long as CRIER_TEST_SOAK says, such as 1h, and holds
// that its memory stays as it is: what it has in the last quarter of that time is at most
// soakGrowth more than in the second quarter. It uploads and deletes files, publishes, schedules,
// keeps drafts and lists. The sandbox network runs inside it, as for a user. It begins with 50,000
// posts, and with a network that has published as much as it still answers for: the caches of the
// one and the past of the other grow up to their limits, and are to be full.
func TestSoak(t *testing.T) {
	t.Parallel()
	length, isSet := e2e.DurationOf(t, "CRIER_TEST_SOAK")
	if !isSet {
		t.Skip("CRIER_TEST_SOAK says for how long, such as 1h; make soak does")
	}
	s := startSoak(t)
	var work sync.WaitGroup
	ctx, cancel := context.WithTimeout(t.Context(), length)
	defer cancel()
	for _, job := range []struct {
		every time.Duration
		do    func(n int)
	}{
		{100 * time.Millisecond, s.publish},
		{time.Second, s.schedule},
		{time.Second, s.upload},
		{250 * time.Millisecond, s.list},
	} {
		work.Go(func() { repeat(ctx, job.every, job.do) })
	}
	var sizes []float64
	repeat(ctx, length/60, func(int) {
		sizes = append(sizes, memory(t, s.service.PID(), "VmRSS"))
		t.Logf("%.1f MB resident, %.1f MB of it anonymous", sizes[len(sizes)-1], memory(t, s.service.PID(), "RssAnon"))
	})
	work.Wait()
	second, last := middle(sizes[len(sizes)/4:len(sizes)/2]), middle(sizes[len(sizes)*3/4:])
	t.Logf("%d posts and %d files in %s: %.1f MB in the second quarter, %.1f MB in the last", s.posts, s.uploads, length, second, last)
	if last-second > soakGrowth {
		t.Errorf("the memory grows")
	}
}

const (
	// soakGrowth is in MB.
	soakGrowth = 4
	// soakFiles is how many files are kept at a time.
	soakFiles = 120
)

// soak is a service under a load that goes on and on.
type soak struct {
	publishing
	path string

	mu             sync.Mutex
	files          []string
	posts, uploads int
}

func startSoak(t *testing.T) *soak {
	t.Helper()
	first := e2e.Program(t).Serve(t, "CRIER_LOG_LEVEL=warn", "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000")
	first.Stop(t)
	fillFolder(t, first.Dir(), manyPosts)
	fillNetwork(t, first.Dir())
	service := first.Again(t)
	s := &soak{
		publishing: publishing{tb: t, service: service, key: service.Key(t)}, path: filepath.Join(t.TempDir(), "picture.png"),
	}
	if err := os.WriteFile(s.path, e2e.Picture(t, 320, 320), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, a := range s.do(http.MethodGet, "/auth/me", "", http.StatusOK).Accounts {
		service.Control(t).Quota(a.SNUserID, 1_000_000, 0)
	}
	s.upload(0)
	s.fillCaches()
	return s
}

// fillCaches reads every page of the history over and over, at once: otherwise the caches of
// connections that are seldom used fill for hours.
func (s *soak) fillCaches() {
	var readers sync.WaitGroup
	for reader := range 8 {
		readers.Go(func() {
			for page := 1; page <= manyPosts/100; page++ {
				s.do(http.MethodGet, fmt.Sprintf("/posts?limit=100&page=%d", (page*7+reader*61)%(manyPosts/100)+1), "", http.StatusOK)
			}
		})
	}
	readers.Wait()
}

// fillNetwork adds to the state of the sandbox network what it keeps of the past at most.
func fillNetwork(tb testing.TB, dir string) {
	tb.Helper()
	// The network keeps 20,000 publications of the past, and further ones that are still live. The
	// ids begin above those of the posts in the folder.
	const first, published = 1_000_000, 25_000
	accounts := sandbox.DemoAccounts()
	caption := strings.Repeat("and what it says ", 10)
	err := appendTo(filepath.Join(dir, "sandbox.state"), func(w io.Writer) error {
		for i := first; i < first+published; i++ {
			_, err := fmt.Fprintf(w, `{"seq":%d,"media":[{"id":"%d","seq":%d,"accountId":%q,"mediaType":"IMAGE","caption":"post %d, %s",`+
				`"publishedAt":"2026-01-02T03:04:05.678Z"}],"publishCalls":[{"containerId":"%d","outcome":"published"}]}`+"\n",
				i+1, 18_000_000_000_000_001+i, i+1, accounts[i%len(accounts)].SNUserID, i, caption, 17_890_000_000_000_001+i)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
}

func appendTo(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	return errors.Join(write(w), w.Flush(), f.Close())
}

// repeat calls do with 0, 1, 2 and so on at that pace until ctx ends.
func repeat(ctx context.Context, every time.Duration, do func(n int)) {
	clk := clock.System()
	next := clk.Now()
	for n := 0; ; n++ {
		next = next.Add(every)
		timer := clk.NewTimer(next.Sub(clk.Now()))
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
			do(n)
		}
	}
}

func (s *soak) body(n int, more string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.posts++
	account := []string{demoAccount, e2e.PotterAccount}[n%2]
	return fmt.Sprintf(`{"accountId":%q,"mediaType":"IMAGE","mediaFileId":%q,"caption":"post %d, %s"%s}`,
		account, s.files[len(s.files)-1], s.posts, strings.Repeat("and what it says ", 10), more)
}

func (s *soak) publish(n int) {
	if n%10 == 9 {
		post := s.do(http.MethodPost, "/posts/draft", s.body(n, ""), http.StatusCreated)
		s.do(http.MethodDelete, "/posts/"+post.ID, "", http.StatusOK)
		return
	}
	s.do(http.MethodPost, "/posts/publish", s.body(n, ""), http.StatusAccepted)
}

func (s *soak) schedule(n int) {
	at := clock.System().Now().Add(time.Minute).UTC().Format(time.RFC3339)
	s.do(http.MethodPost, "/schedule", s.body(n, fmt.Sprintf(`,"scheduledFor":%q`, at)), http.StatusCreated)
}

func (s *soak) upload(int) {
	id := uploadFile(s.tb, s.service, s.key, s.path)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.uploads++
	s.files = append(s.files, id)
	if len(s.files) > soakFiles {
		s.do(http.MethodDelete, "/media/"+s.files[0], "", http.StatusOK)
		s.files = s.files[1:]
	}
}

func (s *soak) list(n int) {
	path := []string{"/posts?limit=50", "/media?limit=50", "/posts/recent-completions?since=2020-01-01T00:00:00Z", "/schedule/queue/status", "/health"}[n%5]
	s.do(http.MethodGet, path, "", http.StatusOK)
}

// middle returns the median, and NaN of none.
func middle(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
