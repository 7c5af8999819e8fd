package ffmpeg_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/platform/corpus"
	"crier/platform/ffmpeg"
	"crier/platform/needtest"
)

// For any file, the result is a good file without its secret, or a reason.
func TestTool_Corpus(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	tool := realTool(t)
	dir := t.TempDir()
	for _, c := range corpus.Videos() {
		if c.Want.Verdict != corpus.Either && !strings.Contains(c.Name, "place") {
			continue // The others are refused, or tested elsewhere.
		}
		src, poster, made := filepath.Join(dir, "video"), filepath.Join(dir, "poster.jpg"), filepath.Join(dir, "copy.mp4")
		if err := os.WriteFile(src, c.Content, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := tool.Poster(t.Context(), src, poster, ffmpeg.PosterOptions{}); err != nil {
			_ = failed(t, err)
		} else {
			picture(t, poster)
		}
		if err := tool.Copy(t.Context(), src, made, alone()); err != nil {
			_ = failed(t, err)
		} else if b, err := os.ReadFile(made); err != nil || bytes.Contains(b, []byte(corpus.Secret)) {
			t.Errorf("%s: its copy has the secret, or %v", c.Name, err)
		}
		_, _, _ = os.Remove(src), os.Remove(poster), os.Remove(made)
		wantFiles(t, dir)
	}
}
