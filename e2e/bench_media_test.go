package e2e_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/corpus"
	"crier/platform/video/probe"
)

// sideBySide measures two ways to do the same in turns, so that other work of the machine affects
// both.
type sideBySide struct{ ours, theirs spread }

// run times one turn.
func (s *sideBySide) run(b *testing.B, ours, theirs func() error) {
	b.Helper()
	clk := clock.System()
	for _, way := range []struct {
		work  func() error
		taken *spread
	}{{ours, &s.ours}, {theirs, &s.theirs}} {
		start := clk.Now()
		if err := way.work(); err != nil {
			b.Fatal(err)
		}
		way.taken.add(clk.Now().Sub(start))
	}
}

// report adds the medians, and the ratio of the two.
func (s *sideBySide) report(b *testing.B, ours, theirs, ratio string) {
	b.Helper()
	var ratios []float64
	for i := range s.ours {
		ratios = append(ratios, float64(s.ours[i])/float64(s.theirs[i]))
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], ratio)
	s.ours.report(b, ours)
	s.theirs.report(b, theirs)
}

// writeMovie writes a movie of the largest size that is accepted.
func writeMovie(b *testing.B) (path string) {
	b.Helper()
	path = filepath.Join(b.TempDir(), "movie.mp4")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	if _, err := io.Copy(w, corpus.Movie(100<<20).Reader()); err != nil {
		b.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkUploadBesideDisk uploads 100 MB to the real program and, in turns, writes the same bytes
// to a synced file beside the program's: x-disk is the median ratio of the two times.
func BenchmarkUploadBesideDisk(b *testing.B) {
	path := writeMovie(b)
	service := e2e.Program(b).Serve(b, usualLog, "CRIER_FFMPEG=off")
	key := service.Key(b)
	beside := filepath.Join(service.Dir(), "beside.mp4")
	var turns sideBySide
	b.SetBytes(100 << 20)
	for b.Loop() {
		var id string
		turns.run(b, func() error {
			id = uploadPlainly(b, service, key, path)
			return nil
		}, func() error { return copySynced(path, beside) })
		do(b, key, http.MethodDelete, service.BaseURL()+"/media/"+id, "", http.NoBody, http.StatusOK)
		if err := os.Remove(beside); err != nil {
			b.Fatal(err)
		}
	}
	turns.report(b, "ms-upload", "ms-disk", "x-disk")
}

// uploadPlainly is uploadFile with a Content-Length and large writes.
func uploadPlainly(b *testing.B, service *e2e.Service, key, path string) (id string) {
	b.Helper()
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	const open, end = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"movie.mp4\"\r\n\r\n", "\r\n--b--\r\n"
	body := io.MultiReader(strings.NewReader(open), f, strings.NewReader(end))
	r, err := http.NewRequestWithContext(b.Context(), http.MethodPost, service.BaseURL()+"/media/upload", body)
	if err != nil {
		b.Fatal(err)
	}
	r.ContentLength = int64(len(open)+len(end)) + 100<<20
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	transport := &http.Transport{WriteBufferSize: 256 << 10}
	defer transport.CloseIdleConnections()
	resp, err := transport.RoundTrip(r)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var answer answered
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || resp.StatusCode != http.StatusCreated {
		b.Fatal(resp.Status, err)
	}
	return answer.ID
}

// copySynced copies a file as simply as possible, and syncs it.
func copySynced(from, to string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = src.Close() }()
	dst, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	// The bytes pass through memory as in an upload: the kernel could copy the file by itself.
	if _, err := io.CopyBuffer(struct{ io.Writer }{dst}, struct{ io.Reader }{src}, make([]byte, 256<<10)); err != nil {
		return err
	}
	if err := dst.Sync(); err != nil {
		return err
	}
	return dst.Close()
}

// BenchmarkProbe reads the description of an MP4 of 100 MB and 36,000 samples, with its index first
// and last.
func BenchmarkProbe(b *testing.B) {
	path := writeMovie(b)
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	b.ReportAllocs()
	for b.Loop() {
		if info, err := probe.File(f, 100<<20); err != nil || info.Duration != 10*time.Minute {
			b.Fatal(info, err)
		}
	}
	b.ReportMetric(milliseconds(b.Elapsed())/float64(b.N), "ms-probe")
}

// BenchmarkProbeBesideFFprobe is BenchmarkProbe and, in turns, ffprobe on the same file.
func BenchmarkProbeBesideFFprobe(b *testing.B) {
	ffprobe, err := exec.LookPath("ffprobe")
	if err != nil {
		b.Skip("ffprobe is not installed")
	}
	path := writeMovie(b)
	var turns sideBySide
	for b.Loop() {
		turns.run(b, func() error {
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			defer func() { _ = f.Close() }()
			_, err = probe.File(f, 100<<20)
			return err
		}, func() error {
			out, err := exec.CommandContext(b.Context(), ffprobe, "-v", "fatal", "-show_format", "-show_streams", path).Output()
			if err == nil && len(out) == 0 {
				err = fmt.Errorf("ffprobe says nothing of %s", path)
			}
			return err
		})
	}
	turns.report(b, "ms-probe", "ms-ffprobe", "x-ffprobe")
}
