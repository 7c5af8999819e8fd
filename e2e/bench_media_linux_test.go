package e2e_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/corpus"
)

// BenchmarkFiftyPictures uploads fifty pictures of 12 megapixels at once: MB-service is the peak of
// the service, MB-children that of all its children together, and children how many ran at once at
// most.
func BenchmarkFiftyPictures(b *testing.B) {
	path := filepath.Join(b.TempDir(), "photo.jpg")
	if err := os.WriteFile(path, photo12MP(b), 0o600); err != nil {
		b.Fatal(err)
	}
	service := e2e.Program(b).Serve(b, usualLog, "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000")
	key := service.Key(b)
	ids := make([]string, 50)
	var memoryPeak float64
	var children int
	forgetPeak(b, service.PID())
	for b.Loop() {
		stop := watchTogether(service.PID())
		var clients sync.WaitGroup
		for i := range ids {
			clients.Go(func() { ids[i] = uploadFile(b, service, key, path) })
		}
		clients.Wait()
		together, count := stop()
		memoryPeak, children = max(memoryPeak, together), max(children, count)
		for _, id := range ids {
			do(b, key, http.MethodDelete, service.BaseURL()+"/media/"+id, "", http.NoBody, http.StatusOK)
		}
	}
	b.ReportMetric(memory(b, service.PID(), "VmHWM"), "MB-service")
	b.ReportMetric(memoryPeak, "MB-children")
	b.ReportMetric(float64(children), "children")
	b.ReportMetric(milliseconds(b.Elapsed())/float64(b.N*len(ids)), "ms/picture")
}

// BenchmarkUploadHEIC uploads a picture of 12 megapixels as an iPhone makes it, and waits until the
// published copy and its preview are made: MB-child is the peak of the process that decodes it, and
// cpu-ms the processor time of that process and of the service.
func BenchmarkUploadHEIC(b *testing.B) {
	path := filepath.Join(b.TempDir(), "IMG_0001.HEIC")
	if err := os.WriteFile(path, corpus.LargePhoto(), 0o600); err != nil {
		b.Fatal(err)
	}
	service := e2e.Program(b).Serve(b, usualLog, "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000")
	key := service.Key(b)
	peak := watchChildren(b, service.PID())
	together := func() time.Duration { return processorTime(b, service.PID()) + childrenTime(b, service.PID()) }
	cpu := together()
	for b.Loop() {
		id := uploadFile(b, service, key, path)
		b.StopTimer()
		do(b, key, http.MethodDelete, service.BaseURL()+"/media/"+id, "", http.NoBody, http.StatusOK)
		b.StartTimer()
	}
	b.ReportMetric(milliseconds(together()-cpu)/float64(b.N), "cpu-ms")
	b.ReportMetric(peak(), "MB-child")
	b.ReportMetric(milliseconds(b.Elapsed())/float64(b.N), "ms/picture")
}

// watchTogether watches the children of a process until stop is called. stop returns the most
// memory that they had together, in MB, and how many ran at once at most.
func watchTogether(parent int) (stop func() (mb float64, count int)) {
	stopped, clk := make(chan struct{}), clock.System()
	var wait sync.WaitGroup
	var mb float64
	var count int
	wait.Go(func() {
		for {
			select {
			case <-stopped:
				return
			case <-clk.NewTimer(10 * time.Millisecond).C:
			}
			sum, n := 0, 0
			for _, pid := range processes() {
				if s := readStatus(pid); s["PPid"] == parent {
					sum, n = sum+s["VmRSS"], n+1
				}
			}
			mb, count = max(mb, float64(sum)*1024/1e6), max(count, n)
		}
	})
	return func() (float64, int) {
		close(stopped)
		wait.Wait()
		return mb, count
	}
}

// photo12MP compresses about as a photo does.
func photo12MP(tb testing.TB) []byte {
	tb.Helper()
	m := image.NewYCbCr(image.Rect(0, 0, 4000, 3000), image.YCbCrSubsampleRatio420)
	noise := rand.NewChaCha8([32]byte{})
	for _, plane := range [][]byte{m.Y, m.Cb, m.Cr} {
		_, _ = noise.Read(plane) // It never fails.
		for i := range plane {
			plane[i] = plane[i]>>5 + byte(i>>9) + byte(i%4000/97&3*20)
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 95}); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}
