package ffmpeg_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"crier/platform/ffmpeg"
)

func TestFind_SaysWhatIsThere(t *testing.T) {
	t.Parallel()
	for how, lacks := range map[string][]string{"whole": nil, "bare": {"libx264"}} {
		tool, err := ffmpeg.Inspect(t.Context(), fakeAt(t, t.TempDir(), how))
		if err != nil {
			t.Errorf("%s: %v", how, err)
			continue
		}
		if tool.Version() != "9.9-fake" || !slices.Equal(tool.Lacks(), lacks) {
			t.Errorf("%s: version %q, lacks %v", how, tool.Version(), tool.Lacks())
		}
	}
	for _, how := range []string{"stranger", "silent", "useless", "crash", "environment", "flood"} {
		if tool, err := ffmpeg.Inspect(t.Context(), fakeAt(t, t.TempDir(), how)); !errors.Is(err, ffmpeg.ErrMissing) || tool != nil {
			t.Errorf("%s: %v, %v", how, tool, err)
		}
	}
	gone := filepath.Join(t.TempDir(), "ffmpeg")
	if _, err := ffmpeg.Inspect(t.Context(), gone); err == nil {
		t.Error("found a program that is not there")
	}
}

func TestFind_LooksOnPath(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	if _, err := ffmpeg.Find(t.Context()); !errors.Is(err, ffmpeg.ErrMissing) {
		t.Errorf("on an empty path: %v", err)
	}
	if err := os.Rename(fakeAt(t, dir, "whole"), filepath.Join(dir, "ffmpeg")); err != nil {
		t.Fatal(err)
	}
	// Under that name the fake is an ordinary test program, which has no flag -nostdin.
	if _, err := ffmpeg.Find(t.Context()); !errors.Is(err, ffmpeg.ErrMissing) {
		t.Errorf("a program of another kind: %v", err)
	}
}

// detailOf makes a poster with the tool, which must fail, and returns the detail of the error.
func detailOf(t *testing.T, tool *ffmpeg.Tool) string {
	t.Helper()
	return failed(t, poster(t.Context(), t, tool)).Detail
}

// failed returns err as an *ffmpeg.Error, which it must be.
func failed(t *testing.T, err error) *ffmpeg.Error {
	t.Helper()
	failure, ok := errors.AsType[*ffmpeg.Error](err)
	if !ok {
		t.Fatalf("%v", err)
	}
	if failure.Sentence() == "" || !strings.HasPrefix(failure.Error(), "video ") {
		t.Errorf("%q, %q", failure.Sentence(), failure.Error())
	}
	return failure
}

// poster makes a poster, and checks that a failure leaves no file.
func poster(ctx context.Context, t *testing.T, tool *ffmpeg.Tool) error {
	t.Helper()
	dir := t.TempDir()
	dst := filepath.Join(dir, "poster.jpg")
	err := tool.Poster(ctx, filepath.Join(dir, "video.mp4"), dst, ffmpeg.PosterOptions{})
	if _, statErr := os.Stat(dst); err != nil && !errors.Is(statErr, fs.ErrNotExist) {
		t.Errorf("a file is left: %v", statErr)
	}
	return err
}

func TestTool_SaysHowFFmpegFailed(t *testing.T) {
	t.Parallel()
	for how, want := range map[string]ffmpeg.Error{
		"crash": {Reason: ffmpeg.Killed, Detail: "signal: killed"},
		"fault": {Reason: ffmpeg.Crashed, Detail: "a fault"},
		"told":  {Reason: ffmpeg.Killed, Detail: "exit status 255"},
		"flood": {Reason: ffmpeg.Unusable, Detail: "words words"},
		"blank": {Reason: ffmpeg.Unusable, Detail: "the poster"},
		"write": {Reason: ffmpeg.Unusable, Detail: "missing SOI"},
	} {
		got := failed(t, poster(t.Context(), t, fakeTool(t, how)))
		if got.Reason != want.Reason || !strings.Contains(got.Detail, want.Detail) || len(got.Detail) > 500 {
			t.Errorf("%s: %v", how, got)
		}
	}
	err := poster(t.Context(), t, ffmpeg.At(filepath.Join(t.TempDir(), "gone")))
	if _, ok := errors.AsType[*ffmpeg.Error](err); ok || err == nil {
		t.Errorf("without a program: %v", err)
	}
}

// TestTool_TellsOfAFullDisk: a full disk is no fault of the video, also when ffmpeg ends as if it
// had succeeded.
func TestTool_TellsOfAFullDisk(t *testing.T) {
	t.Parallel()
	tool := fakeTool(t, "full")
	dst := filepath.Join(t.TempDir(), "made.mp4")
	if err := tool.Transcode(t.Context(), "video.mkv", dst, ffmpeg.TranscodeOptions{}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(dst); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file is left: %v", err)
	}
}

func TestTool_GivesFFmpegNoEnvironment(t *testing.T) {
	t.Parallel()
	if said := detailOf(t, fakeTool(t, "environment")); said != "environment:" {
		t.Errorf("%q", said)
	}
}

func TestTool_PathsAreNothingElse(t *testing.T) {
	t.Parallel()
	tool := fakeTool(t, "arguments")
	for _, name := range []string{"-y", "%d.jpg", "$(id).jpg", "a'b\"c.jpg", "http:x.jpg", "\xff\xfe.jpg"} {
		dst := filepath.Join(t.TempDir(), name)
		err := tool.Poster(t.Context(), "pipe:0", dst, ffmpeg.PosterOptions{})
		if said := failed(t, err).Detail; said != quoted("file:"+dst) {
			t.Errorf("%s became %s", quoted("file:"+dst), said)
		}
	}
}

func TestTool_EndsWithItsDeadlineAndItsContext(t *testing.T) {
	t.Parallel()
	slow := fakeTool(t, "hang").WithPosterDeadline(time.Millisecond)
	if e := failed(t, poster(t.Context(), t, slow)); e.Reason != ffmpeg.TooSlow {
		t.Errorf("%v", e)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := poster(ctx, t, fakeTool(t, "hang")); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestTool_KeepsAFileThatIsThere(t *testing.T) {
	t.Parallel()
	dst := filepath.Join(t.TempDir(), "poster.jpg")
	if err := os.WriteFile(dst, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := fakeTool(t, "blank").Poster(t.Context(), "video.mp4", dst, ffmpeg.PosterOptions{})
	if kept, _ := os.ReadFile(dst); !errors.Is(err, fs.ErrExist) || string(kept) != "precious" {
		t.Errorf("%v, %q", err, kept)
	}
}

func TestTool_TranscodesOneAtATime(t *testing.T) {
	t.Parallel()
	tool, dir := fakeTool(t, "alone"), t.TempDir()
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			err := tool.Transcode(t.Context(), "video.mkv", filepath.Join(dir, strconv.Itoa(i)), ffmpeg.TranscodeOptions{})
			if said, ok := errors.AsType[*ffmpeg.Error](err); !ok || said.Detail != "alone" {
				t.Errorf("%v", err)
			}
		})
	}
	all.Wait()
}
