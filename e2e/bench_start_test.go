package e2e_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/database"
)

// BenchmarkStart is the time from the start of the real program to its first answer, with a folder that it has to make,
// one that it has used before, and one that holds 50,000 posts.
func BenchmarkStart(b *testing.B) {
	program := e2e.Program(b)
	b.Run("new folder", func(b *testing.B) {
		benchmarkStart(b, func(tb testing.TB) *e2e.Service { return program.Serve(tb, usualLog) })
	})
	b.Run("used folder", func(b *testing.B) {
		first := program.Serve(b, usualLog)
		first.Stop(b)
		benchmarkStart(b, first.Again)
	})
	b.Run("50000 posts", func(b *testing.B) {
		first := program.Serve(b, usualLog)
		first.Stop(b)
		fillFolder(b, first.Dir())
		benchmarkStart(b, first.Again)
	})
}

func fillFolder(b *testing.B, dir string) {
	b.Helper()
	db, err := database.Open(b.Context(), filepath.Join(dir, "crier.db"))
	if err != nil {
		b.Fatal(err)
	}
	fillPosts(b, db, clock.System().Now())
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
}

// usualLog is what the program logs unless it is told otherwise.
const usualLog = "CRIER_LOG_LEVEL=info"

func benchmarkStart(b *testing.B, start func(testing.TB) *e2e.Service) {
	b.Helper()
	var answered spread
	for b.Loop() {
		began := b.Elapsed()
		service := start(b)
		e2e.GetJSON(b, service.BaseURL()+"/health", &struct{}{})
		answered.add(b.Elapsed() - began)
		b.StopTimer()
		service.Stop(b)
		b.StartTimer()
	}
	answered.report(b, "ms-start")
}

// spread gathers durations, of which the mean alone would hide the worst.
type spread []time.Duration

func (s *spread) add(d time.Duration) { *s = append(*s, d) }

// report adds the median and the greatest to the benchmark's figures, in milliseconds.
func (s *spread) report(b *testing.B, unit string) {
	b.Helper()
	slices.Sort(*s)
	b.ReportMetric(milliseconds((*s)[len(*s)/2]), unit)
	b.ReportMetric(milliseconds((*s)[len(*s)-1]), unit+"-max")
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// keyOf makes an API key of a service.
func keyOf(tb testing.TB, s *e2e.Service) string {
	tb.Helper()
	exit := s.Command(tb, "keys", "create", "bench")
	if exit.Code != 0 {
		tb.Fatalf("keys create: %s", exit.Stderr)
	}
	return strings.TrimSpace(exit.Stdout)
}
