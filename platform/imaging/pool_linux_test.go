//go:build linux && !race

package imaging_test

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/corpus"
	"crier/platform/imaging"
)

func TestPool_KeepsAChildWithinItsMemory(t *testing.T) {
	t.Parallel()
	file := pngOf(t, image.NewNRGBA(image.Rect(0, 0, 5000, 5000)))
	job := poolJob(t, file)
	// With the default limit the picture would be refused before it is decoded.
	unlimited := imaging.Options{MaxMemory: 1 << 40}
	_, err := imaging.NewPool(imaging.PoolOptions{MemoryLimit: 96 << 20, Options: unlimited}).Normalise(t.Context(), job)
	e := refusal(t, "100 MB in 96 MiB", err)
	// The runtime reports that it is out of memory, or crashes if its garbage collector is.
	if e.Reason != imaging.Unprocessable || !strings.Contains(e.Detail, "memory") && !strings.Contains(e.Detail, "SIGSEGV") {
		t.Errorf("%+v", e)
	}
	checkNoOutputs(t, "100 MB in 96 MiB", job)
	_, err = imaging.NewPool(imaging.PoolOptions{MemoryLimit: 96 << 20}).Normalise(t.Context(), job)
	if e := refusal(t, "100 MB in 96 MiB, looked at first", err); e.Reason != imaging.TooLarge {
		t.Errorf("%+v", e)
	}
	if _, err := imaging.NewPool(imaging.PoolOptions{MemoryLimit: 192 << 20}).Normalise(t.Context(), job); err != nil {
		t.Errorf("in 192 MiB: %v", err)
	}
}

// TestPool_ChildrenGiveWay: when memory is short, the kernel ends a picture worker before the
// service.
func TestPool_ChildrenGiveWay(t *testing.T) {
	t.Parallel()
	_, stderr, err := imaging.NewPool(imaging.PoolOptions{}).NormaliseVerbose(t.Context(), poolJob(t, jpegOf(t, quad())))
	if err != nil || !strings.Contains(stderr, "score: 1000\n") {
		t.Errorf("the child wrote %q, %v", stderr, err)
	}
}

// TestPool_LargeSource: a child with a large file has less of the program in memory than one with a
// small file, which does the same work.
func TestPool_LargeSource(t *testing.T) {
	t.Parallel()
	small := jpegOf(t, photo(640, 640))
	large := slices.Concat(small, make([]byte, 1<<20)) // Nothing reads what follows the picture.
	program := func(file []byte) (kib int) {
		_, stderr, err := imaging.NewPool(imaging.PoolOptions{}).NormaliseVerbose(t.Context(), poolJob(t, file))
		if err != nil {
			t.Fatal(err)
		}
		_, line, _ := strings.Cut(stderr, "RssFile:")
		if _, err := fmt.Sscanf(line, "%d kB", &kib); err != nil {
			t.Fatalf("the child wrote %q: %v", stderr, err)
		}
		return kib
	}
	if whole, kept := program(small), program(large); kept > whole-512 {
		t.Errorf("%d KiB of the program are in memory with a small file, %d with a large one", whole, kept)
	}
}

// TestPool_TransparentPictureOf12MP: a picture that passes the memory check can be decoded in that
// memory, with its transparency; one that does not is refused with a sentence.
func TestPool_TransparentPictureOf12MP(t *testing.T) {
	t.Parallel()
	job := poolJob(t, corpus.LargeTransparent())
	// On a busy machine this picture takes longer than the default deadline.
	_, err := imaging.NewPool(imaging.PoolOptions{MemoryLimit: 960 << 20, Deadline: time.Hour}).Normalise(t.Context(), job)
	e := refusal(t, "in 960 MiB", err)
	if e.Reason != imaging.TooLarge || !strings.Contains(e.Message, "AVIF picture of this form (10 bits a colour, with transparency)") {
		t.Errorf("%+v", e)
	}
	if res, err := imaging.NewPool(imaging.PoolOptions{Deadline: time.Hour}).Normalise(t.Context(), job); err != nil || res.Width != imaging.DefaultMaxWidth {
		t.Errorf("%+v, %v", res, err)
	}
}

// A bomb must be refused before it takes memory.
func TestPool_BombsStayWithinLittleMemory(t *testing.T) {
	t.Parallel()
	pool := imaging.NewPool(imaging.PoolOptions{MemoryLimit: 32 << 20})
	for name, b := range bombs(t) {
		if name == "jpeg promising too much" { // 64 megapixels are within the limits
			continue
		}
		job := poolJob(t, b.file)
		_, err := pool.Normalise(t.Context(), job)
		if e := refusal(t, name, err); e.Reason != b.reason {
			t.Errorf("%s: %+v", name, e)
		}
		checkNoOutputs(t, name, job)
	}
}
