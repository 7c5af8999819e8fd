package e2e_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/database"
)

// BenchmarkRequests sends requests to the real program over four connections, as a polling client
// does: for one post, for the latest twenty of 5,000, and to create drafts. cpu-us is what a
// request costs the program of both cores, requests/s what four connections get.
func BenchmarkRequests(b *testing.B) {
	service := serviceWith(b, 5_000)
	client := publishing{tb: b, service: service, key: service.Key(b)}
	path := filepath.Join(b.TempDir(), "picture.png")
	if err := os.WriteFile(path, picture(b, 320, 320), 0o600); err != nil {
		b.Fatal(err)
	}
	file := uploadFile(b, service, client.key, path)
	draft := fmt.Sprintf(`{"accountId":%q,"mediaType":"IMAGE","mediaFileId":%q,"caption":"A draft of a benchmark"}`, demoAccount, file)
	one := client.do(http.MethodPost, "/posts/draft", draft, http.StatusCreated).ID
	for _, c := range []struct {
		name, method, path, body string
		want                     int
	}{
		{"one", http.MethodGet, "/posts/" + one, "", http.StatusOK},
		{"list of 20", http.MethodGet, "/posts?limit=20", "", http.StatusOK},
		{"create", http.MethodPost, "/posts/draft", draft, http.StatusCreated},
	} {
		b.Run(c.name, func(b *testing.B) {
			cpu := processorTime(b, service.PID())
			var clients sync.WaitGroup
			left := make(chan struct{}, b.N)
			for range b.N {
				left <- struct{}{}
			}
			close(left)
			b.ResetTimer()
			for range 4 {
				clients.Go(func() {
					for range left {
						client.do(c.method, c.path, c.body, c.want)
					}
				})
			}
			clients.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
			b.ReportMetric(float64((processorTime(b, service.PID())-cpu).Microseconds())/float64(b.N), "cpu-us")
		})
	}
}

// BenchmarkListAfterChange requests pages of 1,000 and of 100,000 posts from the real program, each
// time after a change of the database, so that no page is cached.
func BenchmarkListAfterChange(b *testing.B) {
	for _, count := range []int{1_000, 100_000} {
		service := serviceWith(b, count)
		client := publishing{tb: b, service: service, key: service.Key(b)}
		db, err := database.Open(b.Context(), filepath.Join(service.Dir(), "crier.db"))
		if err != nil {
			b.Fatal(err)
		}
		for _, query := range []string{"", "&status=PUBLISHED", fmt.Sprintf("&page=%d", count/20)} {
			b.Run(fmt.Sprintf("%d posts%s", count, query), func(b *testing.B) {
				cpu := processorTime(b, service.PID())
				for b.Loop() {
					if _, err := db.ExecContext(b.Context(), "UPDATE uptime SET ran_ms = ran_ms + 1"); err != nil {
						b.Fatal(err)
					}
					client.do(http.MethodGet, "/posts?limit=20"+query, "", http.StatusOK)
				}
				b.ReportMetric(float64((processorTime(b, service.PID())-cpu).Microseconds())/float64(b.N), "cpu-us")
			})
		}
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
		service.Stop(b)
	}
}

// serviceWith returns the real program on a folder of so many posts, without limits.
func serviceWith(b *testing.B, posts int) *e2e.Service {
	b.Helper()
	first := e2e.Program(b).Serve(b, usualLog, "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000")
	first.Stop(b)
	fillFolder(b, first.Dir(), posts)
	return first.Again(b)
}

// clockTick is the unit of processor time on Linux, on every machine.
const clockTick = 10 * time.Millisecond

// processorTime returns the processor time of a process, in all its threads.
func processorTime(tb testing.TB, pid int) time.Duration {
	tb.Helper()
	return computed(tb, pid, 14)
}

// childrenTime returns the processor time of a process's children that have ended.
func childrenTime(tb testing.TB, pid int) time.Duration {
	tb.Helper()
	return computed(tb, pid, 16)
}

// computed adds user and system time, which are two adjacent fields of a process, counted from 1.
func computed(tb testing.TB, pid, field int) time.Duration {
	tb.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		tb.Fatal(err)
	}
	// The second field is the name, in brackets.
	_, rest, _ := strings.Cut(string(stat), ") ")
	var ticks int
	for _, number := range strings.Fields(rest)[field-3 : field-1] {
		n, err := strconv.Atoi(number)
		if err != nil {
			tb.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * clockTick
}
