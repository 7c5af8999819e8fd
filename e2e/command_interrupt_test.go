package e2e_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"crier/e2e"
	"crier/platform/datadir"
)

// holdUpload is a proxy between a service and its commands that does not answer the upload with
// this number; it reads all of it or nothing. It returns a channel that is closed when that is
// done.
func holdUpload(t *testing.T, s *e2e.Service, number int32, isRead bool) <-chan struct{} {
	t.Helper()
	target, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	begun, uploads := make(chan struct{}), atomic.Int32{}
	pass := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
	}}
	between := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/media/upload") && uploads.Add(1) == number {
			if isRead {
				_, _ = io.Copy(io.Discard, r.Body)
			}
			close(begun)
			<-t.Context().Done()
			return
		}
		pass.ServeHTTP(w, r)
	}))
	t.Cleanup(between.Close)
	dir, err := datadir.Existing(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	known, err := dir.ReadRuntime()
	if err != nil {
		t.Fatal(err)
	}
	known.APIURL = between.URL + "/api/v1"
	if err := dir.WriteRuntime(known); err != nil {
		t.Fatal(err)
	}
	return begun
}

// TestCommand_UploadIsInterrupted: Ctrl-C during an upload leaves no file behind, and the command
// says so.
func TestCommand_UploadIsInterrupted(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	large := filepath.Join(t.TempDir(), "large.mp4")
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 64<<20); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"publish", "draft"} {
		begun := holdUpload(t, s.Service, 2, false)
		call := e2e.Program(t).Start(t, []string{"CRIER_DATA_DIR=" + s.Dir()}, command, s.square, large, "--account", s.bakery)
		e2e.Await(t, begun, "the upload")
		call.Signal(t, os.Interrupt)
		exit := call.Wait(t)
		if exit.Code != 1 || exit.Stdout != "" || exit.Stderr != "crier: stopped before anything was made; no file of this call stays in the library\n" {
			t.Errorf("%s: %+v", command, exit)
		}
		if n := s.files(); n != 0 {
			t.Errorf("%s: %d files stay", command, n)
		}
	}
	begun := holdUpload(t, s.Service, 2, false)
	call := e2e.Program(t).Start(t, []string{"CRIER_DATA_DIR=" + s.Dir()}, "upload", "--json", s.square, large)
	e2e.Await(t, begun, "the upload")
	call.Signal(t, syscall.SIGTERM)
	if exit := call.Wait(t); exit.Code != 1 || !strings.Contains(exit.Stdout, `"files":[{"id":"`) || !strings.Contains(exit.Stdout, `"error":"stopped before the command was done"`) {
		t.Errorf("upload: %+v", exit)
	}
}

// TestCommand_ASecondSignalEndsItAtOnce, also while the command waits for an answer that says what
// to delete. The message is the one for a command, which nothing starts again.
func TestCommand_ASecondSignalEndsItAtOnce(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	begun := holdUpload(t, s.Service, 1, true)
	call := e2e.Program(t).Start(t, []string{"CRIER_DATA_DIR=" + s.Dir()}, "publish", s.square, "--account", s.bakery)
	e2e.Await(t, begun, "the upload")
	call.Signal(t, os.Interrupt)
	call.Signal(t, syscall.SIGTERM)
	exit := call.Wait(t)
	if exit.Code != 1 || !strings.HasPrefix(exit.Stderr, "crier: stopped at once, before the command was done; ") || strings.Contains(exit.Stderr, "next start") {
		t.Errorf("got %+v", exit)
	}
}
