package e2e_test

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/corpus"
)

// BenchmarkIdleMemory is the memory of the real program after a start and a few requests: the
// whole, and the part that is not mapped from the program's file. The peak is that of the start.
func BenchmarkIdleMemory(b *testing.B) {
	program := e2e.Program(b)
	b.Run("new folder", func(b *testing.B) {
		benchmarkIdle(b, func(tb testing.TB) *e2e.Service { return program.Serve(tb, usualLog) })
	})
	b.Run("50000 posts", func(b *testing.B) {
		first := program.Serve(b, usualLog)
		first.Stop(b)
		fillFolder(b, first.Dir(), manyPosts)
		benchmarkIdle(b, first.Again)
	})
}

func benchmarkIdle(b *testing.B, start func(testing.TB) *e2e.Service) {
	b.Helper()
	var resident, anonymous, peak float64
	for b.Loop() {
		service := start(b)
		// A second after its start the service frees the memory that only the start needed.
		<-clock.System().NewTimer(3 * time.Second).C
		for range 100 {
			e2e.GetJSON(b, service.BaseURL()+"/health", &struct{}{})
		}
		resident = max(resident, memory(b, service.PID(), "VmRSS"))
		anonymous = max(anonymous, memory(b, service.PID(), "RssAnon"))
		peak = max(peak, memory(b, service.PID(), "VmHWM"))
		service.Stop(b)
	}
	b.ReportMetric(resident, "MB-resident")
	b.ReportMetric(anonymous, "MB-anonymous")
	b.ReportMetric(peak, "MB-peak")
}

// largestUpload is the default limit of an upload, in bytes.
const largestUpload = 100 << 20

// BenchmarkUploadMemory is by how much the largest uploads make the real program grow at their
// peak. The picture is the largest accepted JPEG, in bytes and in pixels; MB-child is the peak of
// the process that decodes it.
func BenchmarkUploadMemory(b *testing.B) {
	program := e2e.Program(b)
	for _, c := range []struct {
		name  string
		write func(testing.TB, io.Writer)
	}{{"movie.mp4", writeLargestMovie}, {"picture.jpg", writeLargestPicture}} {
		b.Run(c.name, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), c.name)
			writeFile(b, path, c.write)
			service := program.Serve(b, usualLog)
			key := service.Key(b)
			children := watchChildren(b, service.PID())
			forgetPeak(b, service.PID())
			before := memory(b, service.PID(), "VmRSS")
			b.SetBytes(largestUpload)
			for b.Loop() {
				id := uploadFile(b, service, key, path)
				b.StopTimer()
				do(b, key, http.MethodDelete, service.BaseURL()+"/media/"+id, "", http.NoBody, http.StatusOK)
				b.StartTimer()
			}
			b.ReportMetric(memory(b, service.PID(), "VmHWM")-before, "MB-growth")
			b.ReportMetric(memory(b, service.PID(), "VmHWM"), "MB-peak")
			if peak := children(); peak > 0 {
				b.ReportMetric(peak, "MB-child")
			}
		})
	}
}

// memory returns a size from the status of a process, in MB.
func memory(tb testing.TB, pid int, name string) float64 {
	tb.Helper()
	kib, ok := readStatus(pid)[name]
	if !ok {
		tb.Fatalf("process %d tells nothing of its %s", pid, name)
	}
	return float64(kib) * 1024 / 1e6
}

// readStatus returns the numbers in the status of a process: in kB where they are sizes. It is
// empty when there is no process.
func readStatus(pid int) map[string]int {
	// A process that has ended has no status.
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	numbers := make(map[string]int)
	for line := range strings.Lines(string(b)) {
		name, value, _ := strings.Cut(line, ":")
		if n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB"))); err == nil {
			numbers[name] = n
		}
	}
	return numbers
}

// forgetPeak resets the VmHWM of a process to its present size, so that the peak of its start hides
// nothing.
func forgetPeak(b *testing.B, pid int) {
	b.Helper()
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0o200); err != nil {
		b.Fatal(err)
	}
}

// watchChildren watches the children of a process until stop is called. stop returns their greatest
// peak in MB.
func watchChildren(b *testing.B, parent int) (stop func() float64) {
	b.Helper()
	var wait sync.WaitGroup
	stopped, clk, peak := make(chan struct{}), clock.System(), 0
	wait.Go(func() {
		for {
			for _, pid := range processes() {
				if s := readStatus(pid); s["PPid"] == parent {
					peak = max(peak, s["VmHWM"])
				}
			}
			select {
			case <-clk.NewTimer(5 * time.Millisecond).C:
			case <-stopped:
				return
			}
		}
	})
	stop = sync.OnceValue(func() float64 {
		close(stopped)
		wait.Wait()
		return float64(peak) * 1024 / 1e6
	})
	b.Cleanup(func() { stop() })
	return stop
}

func processes() []int {
	// A name that is no number is no process.
	entries, _ := os.ReadDir("/proc")
	var pids []int
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

func writeFile(tb testing.TB, path string, write func(testing.TB, io.Writer)) {
	tb.Helper()
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	write(tb, w)
	if err := w.Flush(); err != nil {
		tb.Fatal(err)
	}
	if err := f.Close(); err != nil {
		tb.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != largestUpload {
		tb.Fatal(info.Size(), err)
	}
}

// writeLargestMovie writes an MP4 file of ten seconds that is as large as an upload may be.
func writeLargestMovie(tb testing.TB, w io.Writer) {
	tb.Helper()
	head, _ := corpus.ClipParts(720, 1280, 10*time.Second, 0)
	head, rest := corpus.ClipParts(720, 1280, 10*time.Second, largestUpload-len(head))
	random := io.LimitReader(rand.NewChaCha8([32]byte{}), int64(rest))
	if _, err := io.Copy(w, io.MultiReader(bytes.NewReader(head), random)); err != nil {
		tb.Fatal(err)
	}
}

// writeLargestPicture writes a JPEG of 80 million pixels that ends in as many bytes of padding as
// an upload may have.
func writeLargestPicture(tb testing.TB, w io.Writer) {
	tb.Helper()
	picture := image.NewYCbCr(image.Rect(0, 0, 10_000, 8_000), image.YCbCrSubsampleRatio420)
	noise := rand.NewChaCha8([32]byte{})
	for _, plane := range [][]byte{picture.Y, picture.Cb, picture.Cr} {
		_, _ = noise.Read(plane) // It never fails.
		for i := range plane {
			plane[i] = plane[i]>>2 + byte(i>>7)
		}
	}
	counted := &countingWriter{w: w}
	if err := jpeg.Encode(counted, picture, &jpeg.Options{Quality: 90}); err != nil {
		tb.Fatal(err)
	}
	if _, err := counted.Write(make([]byte, max(0, largestUpload-counted.n))); err != nil {
		tb.Fatal(err)
	}
}

type countingWriter struct {
	w io.Writer
	n int
}

func (c *countingWriter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += n
	return n, err
}
