package media

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"crier/platform/programtest"
)

// mortalTool returns a folder for PATH with an ffmpeg that the system ends whenever it works on a
// video, as it does when memory is short.
func mortalTool(t *testing.T) string {
	t.Helper()
	const script = `#!/bin/sh
case "$*" in *-encoders) ;; *) kill -9 $$ ;; esac
echo "ffmpeg version 9.9-fake Copyright" >&2
echo " V....D libx264 H.264
 A....D aac AAC
 V....D mjpeg MJPEG"
`
	dir := t.TempDir()
	programtest.Write(t, filepath.Join(dir, "ffmpeg"), script)
	return dir
}

// withMortalTool is setup with the ffmpeg on PATH.
func withMortalTool(t *testing.T) *bundle {
	t.Helper()
	b := setup(t)
	b.tools.off = false
	if b.tools.find(t.Context()) == nil {
		t.Fatal("the ffmpeg of this test does not answer")
	}
	return b
}

// ended carries out what waits until the system has ended it, and then lets the time pass in which
// Crier might be stopped.
func (b *bundle) ended(t *testing.T) {
	t.Helper()
	working, worked := context.WithCancel(t.Context())
	go func() {
		b.work(t.Context())
		worked()
	}()
	if err := b.clock.BlockUntil(working, 1); err != nil {
		t.Fatal("the work ended at once")
	}
	b.clock.Advance(stopGrace)
	<-working.Done()
}

// TestConverter_KillsAreTries: a conversion that the system ends is tried again after a pause, and
// has failed the third time.
func TestConverter_KillsAreTries(t *testing.T) {
	t.Setenv("PATH", mortalTool(t))
	b := withMortalTool(t)
	id := b.requested(t)
	for try := range maxTries {
		b.ended(t)
		c, err := b.Conversion(t.Context(), id)
		if err != nil || c.Tries != try+1 {
			t.Fatalf("after try %d it is %+v, %v", try+1, c, err)
		}
		if try+1 == maxTries {
			if c.State != ConversionFailed || c.Error == nil || *c.Error != killed {
				t.Errorf("after the last try it is %+v", c)
			}
			return
		}
		if c.State != ConversionWaiting {
			t.Fatalf("after try %d it is %+v", try+1, c)
		}
		if err := b.clock.BlockUntil(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(conversionPause)
		<-b.woken
	}
}

// TestConverter_AStopEndsFFmpegFirst: a system that stops may end ffmpeg before Crier is told.
func TestConverter_AStopEndsFFmpegFirst(t *testing.T) {
	t.Setenv("PATH", mortalTool(t))
	b := withMortalTool(t)
	id := b.requested(t)
	ctx, stop := context.WithCancel(t.Context())
	working, worked := context.WithCancel(t.Context())
	go func() {
		b.work(ctx)
		worked()
	}()
	if err := b.clock.BlockUntil(working, 1); err != nil {
		t.Fatal("the work ended at once")
	}
	stop()
	<-working.Done()
	if c, err := b.Conversion(t.Context(), id); err != nil || c.State != ConversionWaiting || c.Tries != 0 {
		t.Errorf("after the stop it is %+v, %v", c, err)
	}
}

// TestReview_KillsAreTries: a picture of a video whose ffmpeg the system ends is taken by a review,
// which is tried three times.
func TestReview_KillsAreTries(t *testing.T) {
	t.Setenv("PATH", mortalTool(t))
	b := withMortalTool(t)
	file, err := b.upload(t, "movie.mp4", sampleVideo(t, "mp4 plain"))
	if err != nil || file.Card == nil || *file.Card != noTool {
		t.Fatalf("%+v, %v", file, err)
	}
	for try := range maxTries {
		if err := b.videos.Review(t.Context()); err != nil {
			t.Fatal(err)
		}
		if after := b.file(t, file.ID); *after.Card != noTool || after.Reviews != try+1 {
			t.Fatalf("after try %d it is %+v", try+1, after)
		}
	}
	if err := b.videos.Review(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := b.file(t, file.ID); *after.Card != noPicture || after.Reviews != 0 || !after.IsValid {
		t.Errorf("after the last try it is %+v", after)
	}
}

// TestTexts_OfTries: what is told of a conversion that is not tried once more names the number of
// tries.
func TestTexts_OfTries(t *testing.T) {
	t.Parallel()
	for _, text := range []string{interrupted, killed, unreviewed} {
		if maxTries != 3 || !strings.Contains(text, "three times") {
			t.Errorf("%q does not speak of %d tries", text, maxTries)
		}
	}
}
