package imaging_test

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"testing"

	"crier/platform/corpus"
	"crier/platform/imaging"
)

// photo is a picture that compresses about like a photo: slopes, edges and a little noise.
func photo(w, h int) *image.NRGBA {
	m := noise(w, h)
	for y := range h {
		for x := range w {
			p := m.Pix[m.PixOffset(x, y):][:3]
			edge := ((x/97 + y/61) & 3) * 20
			p[0] = uint8(40 + 120*x/w + edge + int(p[0])>>5)
			p[1] = uint8(60 + 100*y/h + edge + int(p[1])>>5)
			p[2] = uint8(180 - 100*x/w + edge/2 + int(p[2])>>5)
		}
	}
	return m
}

// benchmark normalises a file in one child after the other and reports the peak memory of a child.
func benchmark(b *testing.B, file []byte) {
	b.Helper()
	pool := imaging.NewPool(imaging.PoolOptions{})
	job := poolJob(b, file)
	var peak int
	for b.Loop() {
		_, stderr, err := pool.NormaliseVerbose(b.Context(), job)
		if err != nil {
			b.Fatal(err)
		}
		var kib int
		if _, err := fmt.Sscanf(stderr, "VmHWM: %d kB", &kib); err == nil {
			peak = max(peak, kib)
		}
		for _, path := range []string{job.Destination, job.Thumbnail} {
			if err := os.Remove(path); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(peak)/1024, "MiB-peak")
}

func BenchmarkNormalise_JPEG12MP(b *testing.B) { benchmark(b, jpegOf(b, photo(4000, 3000))) }
func BenchmarkNormalise_JPEG24MP(b *testing.B) { benchmark(b, jpegOf(b, photo(6000, 4000))) }
func BenchmarkNormalise_PNG12MP(b *testing.B)  { benchmark(b, pngOf(b, photo(4000, 3000))) }

func BenchmarkNormalise_HEIC12MP(b *testing.B) { benchmark(b, corpus.LargePhoto()) }

func BenchmarkNormalise_PNG12MPAlpha(b *testing.B) {
	m := photo(4000, 3000)
	m.SetNRGBA(0, 0, color.NRGBA{A: 128})
	benchmark(b, pngOf(b, m))
}

func BenchmarkNormalise_JPEG12MPTurnedAndP3(b *testing.B) {
	file := withSegments(jpegOf(b, photo(4000, 3000)), exifSegment([]byte(
		"MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00")))
	benchmark(b, withSegments(file, iccSegments(p3Profile(), 1)...))
}

// BenchmarkNormalise_Overhead measures the cost of a child without its work: its start, its answer,
// its end, and the sync of two files. That was 5 ms on two cores of an EPYC. In a program the
// initialisation of all its packages adds to that, because WorkerMain runs after it.
func BenchmarkNormalise_Overhead(b *testing.B) {
	benchmark(b, jpegOf(b, uniform(quadColours()[0], 8, 8)))
}

// BenchmarkNormalise_HEICSmall measures mostly how long a child compiles the decoder.
func BenchmarkNormalise_HEICSmall(b *testing.B) { benchmark(b, corpus.PhonePictures()[0].Content) }
