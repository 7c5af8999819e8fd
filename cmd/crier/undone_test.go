package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/modules/media"
	"crier/platform/wireid"
)

// stopping is a service whose answers to some requests come after the command was told to stop.
type stopping struct {
	*serviceClient

	stop context.CancelFunc
	// taken are the ids of the files that were taken in, deleted of those that were deleted.
	taken, deleted []string
	// stays says that no file can be deleted.
	stays bool
}

func newStopping(t *testing.T, stop context.CancelFunc) *stopping {
	t.Helper()
	s := &stopping{stop: stop}
	server := httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(server.Close)
	s.serviceClient = newServiceClient(address{origin: server.URL, app: server.URL})
	return s
}

// answer takes one request after the other, as commands send them.
func (s *stopping) answer(w http.ResponseWriter, r *http.Request) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return
	}
	switch {
	case r.Method == http.MethodDelete && s.stays:
		w.WriteHeader(http.StatusInternalServerError)
	case r.Method == http.MethodDelete:
		s.deleted = append(s.deleted, filepath.Base(r.URL.Path))
	case r.URL.Path == "/api/v1/media/upload":
		s.stop()
		id := wireid.New()
		s.taken = append(s.taken, id.String())
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(media.MediaFile{ID: id, MimeType: "image/png", IsValid: true})
	default:
		s.stop()
		_, _ = io.WriteString(w, `{"postId":"`+wireid.New().String()+`","status":"QUEUED"}`)
	}
}

func twoSmallFiles(t *testing.T) []localFile {
	t.Helper()
	var paths []string
	for _, name := range []string{"a.png", "b.png"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	files, err := findFiles(paths)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestBring_IsStopped: a signal while the service looks at a file that was sent does not lose the
// answer, so that the file is deleted again, or named when it cannot be.
func TestBring_IsStopped(t *testing.T) {
	t.Parallel()
	for name, stays := range map[string]bool{"deleted": false, "named": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			service := newStopping(t, stop)
			service.stays = stays
			err := new(content).bring(ctx, service.serviceClient, twoSmallFiles(t), new(request))
			if err == nil || !strings.HasPrefix(err.Error(), "stopped before anything was made") || len(service.taken) != 1 {
				t.Fatalf("taken are %v: %v", service.taken, err)
			}
			if isNamed := strings.Contains(err.Error(), service.taken[0]); isNamed != stays || (len(service.deleted) == 1) == stays {
				t.Errorf("deleted are %v: %v", service.deleted, err)
			}
		})
	}
}

// TestSubmit_IsStopped: a signal while the service takes a post does not lose which post it is.
func TestSubmit_IsStopped(t *testing.T) {
	t.Parallel()
	for name, submit := range map[string]func(context.Context, *serviceClient) (wireid.ID, error){
		"files": func(ctx context.Context, s *serviceClient) (wireid.ID, error) {
			told, err := submit(ctx, s, request{}, "key")
			return told.PostID, err
		},
		"a draft": func(ctx context.Context, s *serviceClient) (wireid.ID, error) {
			told, err := publishedDraft{}.submit(ctx, s, "/api/v1/posts/publish")
			return told.PostID, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			id, err := submit(ctx, newStopping(t, stop).serviceClient)
			if err != nil || id.IsZero() || ctx.Err() == nil {
				t.Errorf("got %s, %v", id, err)
			}
		})
	}
}

// TestUploadFile_IsStopped: a signal before the file is sent ends the request at once.
func TestUploadFile_IsStopped(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	service := newServiceClient(address{})
	gone := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		stop()
		_, _ = io.Copy(io.Discard, r.Body)
		close(gone)
	}))
	defer server.Close()
	service.service = address{origin: server.URL, app: server.URL}
	path := filepath.Join(t.TempDir(), "large.png")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<30); err != nil {
		t.Fatal(err)
	}
	if _, err := uploadFile(ctx, service, localFile{path: path, size: 1 << 30}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	<-gone
}

// TestUploadFile_OfOtherContent: what is uploaded is what the call was told apart by, and a file
// that has changed since, with as many bytes, is deleted again.
func TestUploadFile_OfOtherContent(t *testing.T) {
	t.Parallel()
	service := newStopping(t, func() {})
	files := twoSmallFiles(t)
	if _, err := fingerprint(request{}, files); err != nil {
		t.Fatal(err)
	}
	if _, err := uploadFile(t.Context(), service.serviceClient, files[0]); err != nil || len(service.deleted) != 0 {
		t.Fatalf("%v, deleted %v", err, service.deleted)
	}
	if err := os.WriteFile(files[1].path, []byte("c.png"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := uploadFile(t.Context(), service.serviceClient, files[1])
	if err == nil || !strings.Contains(err.Error(), "has changed since it was first read") || len(service.deleted) != 1 {
		t.Errorf("got %v, deleted %v", err, service.deleted)
	}
}
