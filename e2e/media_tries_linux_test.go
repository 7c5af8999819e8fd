package e2e_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/media"
	"crier/platform/corpus"
	"crier/platform/programtest"
)

// TestMedia_ConversionThatTakesCrierDown: a conversion during which Crier dies three times is not
// begun by the fourth start, which says why. Asked for again, it is.
func TestMedia_ConversionThatTakesCrierDown(t *testing.T) {
	t.Parallel()
	// This ffmpeg looks into a video, and then encodes without an end.
	const script = `#!/bin/sh
case "$*" in *-encoders) ;; *"-f null -") exit ;; *) kill -STOP $$ ;; esac
echo "ffmpeg version 9.9-fake Copyright" >&2
echo " V....D libx264 H.264
 A....D aac AAC
 V....D mjpeg MJPEG"
`
	tools := t.TempDir()
	programtest.Write(t, filepath.Join(tools, "ffmpeg"), script)
	service := e2e.Program(t).Serve(t) // Without an ffmpeg, which would have to take a picture.
	id := service.Client(t).Upload("file", "long.mp4", corpus.Clip(1080, 1920, 61*time.Second, 0)).Want(http.StatusCreated).String("id")
	service.Stop(t)
	service = e2e.Program(t).Serve(t, "CRIER_DATA_DIR="+service.Dir(), "CRIER_FFMPEG=auto", "PATH="+tools)
	path := "/api/media/" + id + "/conversion"
	begins := func(try string) {
		t.Helper()
		service.AwaitLog(t, "a conversion begins")
		if said := service.Stderr(); !strings.Contains(said, "try="+try+"\n") {
			t.Errorf("it is not try %s", try)
		}
	}
	ask := func() {
		t.Helper()
		service.Browser(t).InternalDo(http.MethodPost, path, body{"purpose": "STORIES"}).Want(http.StatusAccepted)
	}
	ask()
	for _, try := range []string{"1", "2", "3"} {
		begins(try)
		service.Kill(t)
		service = service.Again(t)
	}
	client := service.Browser(t)
	var c media.Conversion
	e2e.Until(t, func() bool {
		client.Internal(path).Want(http.StatusOK).JSON(&c)
		return c.State == media.ConversionFailed
	})
	if c.Error == nil || !strings.Contains(*c.Error, "Crier ended three times") || strings.Contains(service.Stderr(), "a conversion begins") {
		t.Errorf("after three deaths it is %+v", c)
	}
	ask()
	begins("1")
	service.Stop(t)
	service = service.Again(t)
	begins("1") // A stop is no try.
}
