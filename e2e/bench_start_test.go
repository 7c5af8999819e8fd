package e2e_test

import (
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/database"
)

// BenchmarkStart is the time from the start of the real program to its first answer: with a new
// folder, with one that was used before, and with one that holds 50,000 posts with 100,000
// attempts.
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
		fillFolder(b, first.Dir(), manyPosts)
		benchmarkStart(b, first.Again)
	})
}

func fillFolder(b testing.TB, dir string, count int) {
	b.Helper()
	db, err := database.Open(b.Context(), filepath.Join(dir, "crier.db"))
	if err != nil {
		b.Fatal(err)
	}
	fillPosts(b, db, clock.System().Now(), count)
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
}

// usualLog is the default log level.
const usualLog = "CRIER_LOG_LEVEL=info"

func benchmarkStart(b *testing.B, start func(testing.TB) *e2e.Service) {
	b.Helper()
	var taken spread
	for b.Loop() {
		began := b.Elapsed()
		service := start(b)
		e2e.GetJSON(b, service.BaseURL()+"/health", &struct{}{})
		taken.add(b.Elapsed() - began)
		b.StopTimer()
		service.Stop(b)
		b.StartTimer()
	}
	taken.report(b, "ms-start")
}

// spread gathers durations, because the mean alone would hide the worst.
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

// answered is what the benchmarks read of an answer.
type answered struct {
	ID, PostID, Status string
	Accounts           []struct{ ID, SNUserID string }
}

// keptConnections is a client that keeps up to eight connections open, one for each of the requests
// that benchmarks send at once.
var keptConnections = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}}

// do sends a request to a service and fails the benchmark unless the answer has the status. It
// checks nothing else, because that would take longer than the answer.
func do(tb testing.TB, key, method, url, contentType string, body io.Reader, want int) (a answered) {
	tb.Helper()
	r, err := http.NewRequestWithContext(tb.Context(), method, url, body)
	if err != nil {
		tb.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	resp, err := keptConnections.Do(r)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != want {
		tb.Fatalf("%s %s: %s %s %v", method, url, resp.Status, b, err)
	}
	if len(b) == 0 {
		return a
	}
	if err := json.Unmarshal(b, &a); err != nil {
		tb.Fatalf("%s %s: %s %v", method, url, b, err)
	}
	return a
}

// uploadFile streams a file to the service, as a client with little memory does, and returns the id
// of the stored file.
func uploadFile(b testing.TB, service *e2e.Service, key, path string) string {
	b.Helper()
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	body, form := io.Pipe()
	w := multipart.NewWriter(form)
	go func() {
		part, err := w.CreateFormFile("file", filepath.Base(path))
		if err == nil {
			_, err = io.Copy(part, f)
		}
		if err == nil {
			err = w.Close()
		}
		form.CloseWithError(err)
	}()
	return do(b, key, http.MethodPost, service.BaseURL()+"/media/upload", w.FormDataContentType(), body, http.StatusCreated).ID
}
