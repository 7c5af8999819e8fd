package publicurl_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"crier/platform/publicurl"
)

var photo = "\xff\xd8\xff\xe0" + strings.Repeat("x", 2000)

// serveFile answers as a host does that has the file under the type.
func serveFile(contentType, content string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", contentType)
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(content))
	}
}

// whole answers every request with all that there is.
func whole(contentType, content string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(content))
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	jpeg := publicurl.File{ContentType: "image/jpeg", Size: int64(len(photo))}
	mp4 := publicurl.File{ContentType: "video/mp4", Size: int64(len(photo))}
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
	}
	for name, c := range map[string]struct {
		serve http.HandlerFunc
		want  publicurl.File
		says  string
	}{
		"a picture":               {serveFile("image/jpeg", photo), jpeg, ""},
		"a type with a parameter": {serveFile("image/jpeg; charset=binary", photo), jpeg, ""},
		"a video":                 {serveFile("video/mp4", photo), mp4, ""},
		"a picture, no ranges":    {whole("image/jpeg", photo), jpeg, ""},
		"a video, no ranges":      {whole("video/mp4", photo), mp4, "does not know HTTP ranges"},
		"no HEAD": {func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodHead {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			serveFile("image/jpeg", photo)(w, r)
		}, jpeg, ""},
		"another type":              {serveFile("image/png", photo), jpeg, `says that the file is "image/png"`},
		"no type":                   {serveFile("", photo), jpeg, "says that the file is"},
		"another length":            {serveFile("image/jpeg", photo[1:]), jpeg, "2003 bytes; it should have 2004"},
		"a page":                    {serveFile("text/html; charset=utf-8", "<html>sign in</html>"), jpeg, "gives a page"},
		"a page in hiding":          {serveFile("image/jpeg", "<!DOCTYPE html>"+photo[15:]), jpeg, "gives a page"},
		"gone":                      {status(http.StatusNotFound), jpeg, "HTTP 404"},
		"forbidden":                 {status(http.StatusForbidden), jpeg, "HTTP 403"},
		"down":                      {status(http.StatusBadGateway), jpeg, "answers HTTP 502"},
		"nothing":                   {status(http.StatusNoContent), jpeg, "HTTP 204"},
		"a redirect without an aim": {status(http.StatusFound), jpeg, "HTTP 302"},
		"round and round": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/again", http.StatusFound)
		}, jpeg, "redirects more than 3 times"},
		"to the file": {func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/secret" {
				http.Redirect(w, r, "/file", http.StatusFound)
				return
			}
			serveFile("image/jpeg", photo)(w, r)
		}, jpeg, ""},
		"to a page": {func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/secret" {
				http.Redirect(w, r, "/login", http.StatusFound)
				return
			}
			serveFile("text/html", "<html>sign in</html>")(w, r)
		}, jpeg, "redirects to a page"},
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "2004")
			panic(http.ErrAbortHandler)
		}, jpeg, "cannot be reached"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(c.serve)
			defer server.Close()
			checker := publicurl.New(true)
			defer checker.CloseIdleConnections()
			err := checker.Check(t.Context(), server.URL+"/secret", c.want)
			if c.says == "" {
				if err != nil {
					t.Errorf("got %v", err)
				}
				return
			}
			var refused *publicurl.Error
			if !errors.As(err, &refused) || refused.Permanent || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestCheck_Unusable: what the network could never reach is refused without being asked.
func TestCheck_Unusable(t *testing.T) {
	t.Parallel()
	checker := publicurl.New(false)
	for _, address := range []string{
		"", "photo.jpg", "/uploads/photo.jpg", "ftp://example.com/photo.jpg", "http://", "http://exämple.com/p.jpg", "https://example.com/a b",
		"https://user:pass@example.com/p.jpg", "http://127.0.0.1:7171/public/p.jpg", "http://localhost/p.jpg", "http://LOCALHOST./p.jpg",
		"http://[::1]/p.jpg", "http://[::ffff:127.0.0.1]/p.jpg", "http://10.0.0.8/p.jpg", "http://192.168.1.4/p.jpg", "http://172.20.0.1/p.jpg",
		"http://169.254.1.1/p.jpg", "http://0.0.0.0/p.jpg", "http://100.64.1.1/p.jpg", "http://nas.local/p.jpg", "http://my.localhost/p.jpg",
		"http://[fe80::1]/p.jpg", "http://[fd00::1]/p.jpg", "http://224.0.0.1/p.jpg", "https://minio.internal/p.jpg",
	} {
		var refused *publicurl.Error
		if err := checker.Check(t.Context(), address, publicurl.File{}); !errors.As(err, &refused) || !refused.Permanent {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestCheck_Ended(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(serveFile("image/jpeg", photo))
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := publicurl.New(true).Check(ctx, server.URL, publicurl.File{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestCheck_NobodyThere: a host that does not listen may do so later.
func TestCheck_NobodyThere(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	var refused *publicurl.Error
	err := publicurl.New(true).Check(t.Context(), server.URL+"/secret", publicurl.File{})
	if !errors.As(err, &refused) || refused.Permanent || strings.Contains(err.Error(), "secret") || refused.Unwrap() == nil {
		t.Errorf("got %v", err)
	}
}
