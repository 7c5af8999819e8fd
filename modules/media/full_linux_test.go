package media

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/corpus"
	"crier/platform/programtest"
)

// onFullDisk returns a folder for PATH with the native ffmpeg of this machine on a disk of its own.
// The disk is full after fill(true), and has room after fill(false).
func onFullDisk(t *testing.T) (path string, fill func(isFull bool)) {
	t.Helper()
	native, dir := nativeTool(t), t.TempDir()
	full := filepath.Join(dir, "full")
	script := `#!/bin/sh
for last; do :; done
case $last in file:*) [ ! -e "` + full + `" ] || /bin/ln -sf /dev/full "${last#file:}" ;; esac
exec "` + native + `" "$@"
`
	programtest.Write(t, filepath.Join(dir, "ffmpeg"), script)
	return dir, func(isFull bool) {
		err := os.Remove(full)
		if isFull {
			err = os.WriteFile(full, nil, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestTools_OnAFullDisk: when ffmpeg finds the disk full, a conversion waits until there is room,
// and an upload is refused with that reason.
func TestTools_OnAFullDisk(t *testing.T) {
	path, fill := onFullDisk(t)
	streams := made(t, "a.mkv", "-c:v", "libx264", "-c:a", "aac")
	content := made(t, "a.webm", "-c:v", "libvpx", "-threads", "1", "-b:v", "500k", "-c:a", "libopus")
	t.Setenv("PATH", path)
	b := withTools(t)
	file, err := b.upload(t, "a.webm", content)
	if err != nil || file.IsValid {
		t.Fatalf("%+v, %v", file, err)
	}
	if _, err := b.Convert(t.Context(), file.ID, rules.Reel); err != nil {
		t.Fatal(err)
	}
	before := b.leftovers(t)
	fill(true)
	if after := b.converted(t, file.ID); after.ProcessedPath != nil {
		t.Errorf("on a full disk it is %+v", after)
	}
	if c, err := b.Conversion(t.Context(), file.ID); err != nil || c.State != ConversionWaiting || c.Error != nil {
		t.Fatalf("on a full disk the conversion is %+v, %v", c, err)
	}
	for name, content := range map[string][]byte{"a.mkv": streams, "dance.gif": corpus.AnimatedGIF(64, 64, 3, 10)} {
		_, err := b.upload(t, name, content)
		if known := apperror.From(err); known == nil || known.Code != apperror.UploadError || !strings.Contains(known.Message, "the disk is full") {
			t.Errorf("%s, on a full disk: %v", name, err)
		}
	}
	if left := b.leftovers(t); len(left) != len(before) {
		t.Errorf("there are %q, and were %q", left, before)
	}
	fill(false)
	if err := b.clock.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(conversionPause)
	<-b.woken
	if after := b.converted(t, file.ID); !after.IsValid || after.ProcessedPath == nil {
		t.Errorf("once there is room it is %+v", after)
	}
	if _, err := b.Conversion(t.Context(), file.ID); apperror.CodeOf(err) != apperror.NotFound {
		t.Error(err)
	}
}
