package ffmpeg_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"crier/platform/ffmpeg"
)

// BenchmarkPoster compares a poster with a bare ffmpeg: the difference is the cost of the runner.
func BenchmarkPoster(b *testing.B) {
	tool := realTool(b)
	src := clip(b, "a.mp4", 1080, 1920, "3")
	dst := filepath.Join(b.TempDir(), "poster.jpg")
	b.Run("confined", func(b *testing.B) {
		for b.Loop() {
			if err := tool.Poster(b.Context(), src, dst, ffmpeg.PosterOptions{At: time.Second}); err != nil {
				b.Fatal(err)
			}
			removed(b, dst)
		}
	})
	b.Run("bare", func(b *testing.B) {
		for b.Loop() {
			native(b, "ffmpeg", "-nostdin", "-v", "error", "-ss", "1", "-i", src, "-frames:v", "1", "-vf", "scale=540:-2", "-q:v", "3", "-f", "mjpeg", dst)
			removed(b, dst)
		}
	})
}

func removed(b *testing.B, path string) {
	b.Helper()
	if err := os.Remove(path); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkCopy(b *testing.B) {
	tool := realTool(b)
	src := clip(b, "a.mkv", 1080, 1920, "3")
	dst := filepath.Join(b.TempDir(), "copy.mp4")
	b.Run("confined", func(b *testing.B) {
		for b.Loop() {
			if err := tool.Copy(b.Context(), src, dst, alone()); err != nil {
				b.Fatal(err)
			}
			removed(b, dst)
		}
	})
	b.Run("bare", func(b *testing.B) {
		for b.Loop() {
			native(b, "ffmpeg", "-nostdin", "-v", "error", "-i", src, "-c", "copy", "-movflags", "+faststart", "-f", "mp4", dst)
			removed(b, dst)
		}
	})
}
