package probe_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"crier/platform/video"
	"crier/platform/video/mp4/mp4test"
	"crier/platform/video/probe"
)

// large writes an MP4 file with 100 MB of media data, which are a hole, and returns its path.
func large(b *testing.B, movie []byte) string {
	b.Helper()
	const size = 100 << 20
	moov := bytes.LastIndex(movie, []byte("moov")) - 4
	path := filepath.Join(b.TempDir(), "large.mp4")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	hole := append(binary.BigEndian.AppendUint32(nil, size), "mdat"...)
	for at, part := range map[int64][]byte{0: movie[:moov], int64(moov): hole, int64(moov) + size: movie[moov:]} {
		if _, err := f.WriteAt(part, at); err != nil {
			b.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

// realMovie returns a movie from ffmpeg or, without ffmpeg, from mp4test.
func realMovie(b *testing.B) []byte {
	b.Helper()
	path := filepath.Join(b.TempDir(), "movie.mp4")
	full := args([]string{"-nostdin", "-v", "error"}, picture("180x320", "30"), sound("44100", "stereo"), words(x264+"-c:a aac"), []string{path})
	if out, err := exec.CommandContext(b.Context(), "ffmpeg", full...).CombinedOutput(); err != nil {
		b.Logf("no ffmpeg: %v: %s", err, out)
		return mp4test.Movie{Late: true, Duration: time.Minute}.Bytes()
	}
	movie, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	return movie
}

func BenchmarkProbe_100MB(b *testing.B) {
	b.Run("long", func(b *testing.B) {
		probeLarge(b, large(b, mp4test.Movie{Late: true, Duration: 10 * time.Minute, Shifts: []int32{6000, 12_000, 0}}.Bytes()))
	})
	path := large(b, realMovie(b))
	b.Run("crier", func(b *testing.B) { probeLarge(b, path) })
	b.Run("ffprobe", func(b *testing.B) {
		if _, err := exec.LookPath("ffprobe"); err != nil {
			b.Skip("ffprobe is not installed")
		}
		for b.Loop() {
			if out, err := exec.CommandContext(b.Context(), "ffprobe", "-v", "error", "-show_format", "-show_streams", path).CombinedOutput(); err != nil {
				b.Fatalf("%v: %s", err, out)
			}
		}
	})
}

func probeLarge(b *testing.B, path string) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		f, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		stat, err := f.Stat()
		if err != nil {
			b.Fatal(err)
		}
		i, err := probe.File(f, stat.Size())
		if err != nil || !i.MoovLate || i.Width == 0 {
			b.Fatal(i, err)
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMend_100MB(b *testing.B) {
	path := large(b, realMovie(b))
	b.Run("crier", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			mendLarge(b.Context(), b, path)
		}
	})
	b.Run("copy", func(b *testing.B) {
		for b.Loop() {
			whole, err := os.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(path+".copy.mp4", whole, 0o600); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func mendLarge(ctx context.Context, b *testing.B, path string) {
	b.Helper()
	src, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	stat, err := src.Stat()
	if err != nil {
		b.Fatal(err)
	}
	dst, err := os.Create(path + ".mended.mp4")
	if err != nil {
		b.Fatal(err)
	}
	if err := video.Mend(ctx, dst, src, stat.Size()); err != nil {
		b.Fatal(err)
	}
	if err := dst.Close(); err != nil {
		b.Fatal(err)
	}
	if err := src.Close(); err != nil {
		b.Fatal(err)
	}
}
