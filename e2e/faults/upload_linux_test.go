package faults_test

import (
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/corpus"
)

// TestFaults_WritesOfAnUpload has the disk fail half-way through an upload: it is refused, nothing
// of it stays, and the same upload is taken afterwards.
func TestFaults_WritesOfAnUpload(t *testing.T) {
	t.Parallel()
	needStrace(t)
	w := startWorld(t)
	staging := filepath.Join(w.service.Dir(), "staging")
	content := corpus.Clip(720, 1280, 5*time.Second, 2<<20)
	for name, wantFull := range map[string]bool{"EIO": false, "ENOSPC": true} {
		status, said := w.uploadUnder(t, staging, content, fault{calls: "write,pwrite64,splice,copy_file_range", how: "error=" + name})
		switch {
		case wantFull && !isFull(said):
			t.Errorf("%s: %d %+v", name, status, said)
		case !wantFull && (status < http.StatusInternalServerError || said.Error == "" || said.Code == ""):
			t.Errorf("%s: %d %+v", name, status, said)
		}
		w.awaitEmpty(t, staging)
	}
	before := len(w.files)
	if w.upload(t.Context(), nil); len(w.files) != before+1 {
		t.Error("no upload is taken any more")
	}
	w.judge(t)
}

// uploadUnder sends half of a file, has writes to where it lies fail, and sends the rest.
func (w *world) uploadUnder(t *testing.T, staging string, content []byte, f fault) (status int, said refusal) {
	t.Helper()
	body, form := io.Pipe()
	m := multipart.NewWriter(form)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.service.BaseURL()+"/media/upload", body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", m.FormDataContentType())
	req.Header.Set("Authorization", "Bearer "+w.key)
	half := make(chan struct{})
	go func() {
		part, err := m.CreateFormFile("file", "clip.mp4")
		if err == nil {
			_, err = part.Write(content[:len(content)/2])
		}
		<-half
		if err == nil {
			_, err = part.Write(content[len(content)/2:])
		}
		if err == nil {
			err = m.Close()
		}
		form.CloseWithError(err)
	}()
	var tracing *injection
	go func() {
		defer close(half)
		f.paths = []string{awaitFile(t, staging)}
		tracing = inject(t, w.service.PID(), f)
	}()
	resp, err := w.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	<-half
	if tracing == nil || tracing.count() == 0 {
		t.Errorf("%s: nothing failed", f.how)
	}
	if tracing != nil {
		tracing.end(t)
	}
	if err := json.NewDecoder(resp.Body).Decode(&said); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, said
}

// awaitFile waits for a file with something in it, and returns "" when none comes.
func awaitFile(t *testing.T, dir string) string {
	t.Helper()
	clk := clock.System()
	for limit := clk.Now().Add(patience); clk.Now().Before(limit); <-clk.NewTimer(5 * time.Millisecond).C {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if info, err := e.Info(); err == nil && info.Size() > 0 {
				return filepath.Join(dir, e.Name())
			}
		}
	}
	t.Error("no upload comes in")
	return ""
}

func (w *world) awaitEmpty(t *testing.T, dir string) {
	t.Helper()
	clk := clock.System()
	for limit := clk.Now().Add(patience); ; <-clk.NewTimer(10 * time.Millisecond).C {
		left, err := os.ReadDir(dir)
		if err == nil && len(left) == 0 {
			return
		}
		if clk.Now().After(limit) {
			t.Fatalf("left of an upload that failed: %v %v", left, err)
		}
	}
}
