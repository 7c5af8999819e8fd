package e2e_test

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/e2e"
)

// TestMedia_Ranges sends the requests of a player.
func TestMedia_Ranges(t *testing.T) {
	t.Parallel()
	client := e2e.Boot(t).Client(t)
	whole := sample(t, "clip.mp4")
	path := "/uploads/" + upload(t, client, "clip.mp4").StoragePath
	n := len(whole)
	for header, want := range map[string][2]int{
		"bytes=0-0": {0, 1}, "bytes=0-99": {0, 100}, fmt.Sprintf("bytes=%d-", n-1): {n - 1, n}, "bytes=-1": {n - 1, n}, "bytes=-500": {n - 500, n},
		fmt.Sprintf("bytes=10-%d", 10*n): {10, n}, fmt.Sprintf("bytes=-%d", 10*n): {0, n},
	} {
		r := client.With("Range", header).Get(path).Want(http.StatusPartialContent)
		if !bytes.Equal(r.Body, whole[want[0]:want[1]]) || r.Header.Get("Content-Range") != fmt.Sprintf("bytes %d-%d/%d", want[0], want[1]-1, n) || r.Header.Get("Content-Type") != "video/mp4" {
			t.Errorf("%s: %d bytes, %v", header, len(r.Body), r.Header)
		}
	}
	for _, header := range []string{fmt.Sprintf("bytes=%d-", n), "bytes=99999999999-", fmt.Sprintf("bytes=%d-%d", n, n+5)} {
		r := client.With("Range", header).Get(path)
		r.WantError(http.StatusRequestedRangeNotSatisfiable, "INVALID_PARAM")
		if r.Header.Get("Content-Range") != fmt.Sprintf("bytes */%d", n) {
			t.Errorf("%s: %v", header, r.Header)
		}
	}
	for _, header := range []string{"items=0-1", "bytes", "0-1"} {
		if r := client.With("Range", header).Get(path).Want(http.StatusOK); !bytes.Equal(r.Body, whole) || r.Header.Get("Content-Range") != "" {
			t.Errorf("%s: %d bytes, %v", header, len(r.Body), r.Header)
		}
	}
	checkTwoRanges(t, client.With("Range", "bytes=0-9,20-29").Get(path).Want(http.StatusPartialContent), whole)
	// More ranges than there are bytes are an attack on the server, so it answers with the whole
	// file.
	many := client.With("Range", "bytes="+strings.Repeat("0-,", 2000)+"0-").Get(path)
	if many.Status == http.StatusPartialContent || len(many.Body) > 2*n {
		t.Errorf("2,001 ranges: %d, %d bytes", many.Status, len(many.Body))
	}
}

func checkTwoRanges(t *testing.T, r e2e.Response, whole []byte) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/byteranges" {
		t.Fatal(r.Header, err)
	}
	parts := multipart.NewReader(bytes.NewReader(r.Body), params["boundary"])
	for _, want := range [][]byte{whole[0:10], whole[20:30]} {
		part, err := parts.NextPart()
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(part); err != nil || !bytes.Equal(b, want) || part.Header.Get("Content-Type") != "video/mp4" {
			t.Errorf("a part of %d bytes, %v, %v", len(b), part.Header, err)
		}
	}
}

// TestMedia_ConditionsAndHeaders: a browser's valid copy is not sent again, and the browser does
// not guess types.
func TestMedia_ConditionsAndHeaders(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client := app.Client(t)
	for name, kind := range map[string]string{"quarters.png": "image/jpeg", "clip.mp4": "video/mp4", "clip.mov": "video/quicktime", "clip.mkv": "video/x-matroska", "clip.webm": "video/webm", "clip.avi": "video/x-msvideo"} {
		file := upload(t, client, name)
		path := "/uploads/" + file.StoragePath
		whole := client.Get(path).Want(http.StatusOK)
		tag := whole.Header.Get("ETag")
		for condition, want := range map[string]int{tag: http.StatusNotModified, `"x", ` + tag: http.StatusNotModified, "W/" + tag: http.StatusNotModified, "*": http.StatusNotModified, `"x"`: http.StatusOK} {
			if r := client.With("If-None-Match", condition).Get(path); r.Status != want || (want == http.StatusNotModified) != (len(r.Body) == 0) {
				t.Errorf("%s, If-None-Match %s: %d, %d bytes", name, condition, r.Status, len(r.Body))
			}
		}
		if r := client.With("If-Range", tag).With("Range", "bytes=0-9").Get(path); r.Status != http.StatusPartialContent {
			t.Errorf("%s, If-Range: %d", name, r.Status)
		}
		if r := client.With("If-Match", `"x"`).Get(path); r.Status != http.StatusPreconditionFailed {
			t.Errorf("%s, If-Match: %d", name, r.Status)
		}
		head := client.Do(http.MethodHead, path, nil).Want(http.StatusOK)
		for _, h := range []http.Header{whole.Header, head.Header} {
			if h.Get("Content-Type") != kind || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Length") != fmt.Sprint(len(whole.Body)) ||
				!strings.Contains(h.Get("Content-Security-Policy"), "sandbox") || h.Get("Accept-Ranges") != "bytes" || !strings.HasPrefix(h.Get("Cache-Control"), "private") {
				t.Errorf("%s: %v", name, h)
			}
		}
		if len(head.Body) != 0 {
			t.Errorf("%s: HEAD has %d bytes", name, len(head.Body))
		}
		app.Browser(t).Get(path).Want(http.StatusOK)
		for _, stranger := range []*e2e.Client{app.Anonymous(t), app.Anonymous(t).With("Authorization", "Bearer svc_live_x"), app.Anonymous(t).With("Cookie", "session=x")} {
			if r := stranger.With("If-None-Match", tag).Get(path); r.Status != http.StatusUnauthorized || r.Header.Get("ETag") != "" {
				t.Errorf("%s: a stranger gets %d, %v", name, r.Status, r.Header)
			}
		}
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch} {
		if r := client.Do(method, "/uploads/images/x.jpg", nil); r.Status != http.StatusNotFound && r.Status != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d", method, r.Status)
		}
	}
}

// TestMedia_PathsStayInTheFolder sends paths that no Go client would, beside a file that must not
// be served.
func TestMedia_PathsStayInTheFolder(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	_, key, err := app.Keys.Create(t.Context(), "paths")
	if err != nil {
		t.Fatal(err)
	}
	file := upload(t, app.Client(t), "quarters.png")
	name := filepath.Base(file.StoragePath)
	for _, path := range []string{
		"/uploads/../crier.db", "/uploads/..%2fcrier.db", "/uploads/..%2Fcrier.db", "/uploads/%2e%2e/crier.db", "/uploads/%2e%2e%2fcrier.db", "/uploads/images/../../crier.db",
		"/uploads/images/..%2f..%2fcrier.db", "/uploads/images/%2e%2e%2f%2e%2e%2fcrier.db", "/uploads/..%5ccrier.db", `/uploads/..\crier.db`, `/uploads/images\` + name, "/uploads/images%5c" + name,
		"/uploads//crier.db", "/uploads//etc/passwd", "/uploads/%2fetc%2fpasswd", "/uploads/%2Fetc/passwd", "/uploads/file:///etc/passwd", "/uploads/images/" + name + "%00", "/uploads/images/" + name + "%00.png",
		"/uploads/%00", "/uploads/images/%00" + name, "/uploads/images/" + name + "/", "/uploads/images/" + name + "/.", "/uploads/images/" + name + "/..", "/uploads/images/./" + name + "x",
		"/uploads/images/" + strings.ToUpper(name), "/uploads/IMAGES/" + name, "/uploads/images/" + name + "::$DATA", "/uploads/images/" + name + ".", "/uploads/images/" + name + "%20", "/uploads/images/CON",
		"/uploads/%c0%ae%c0%ae/crier.db", "/uploads/%252e%252e/crier.db", "/uploads/..;/crier.db", "/uploads/" + strings.Repeat("../", 50) + "etc/passwd", "/uploads/staging/x", "/uploads/images/" + strings.Repeat("a", 5000),
		"/uploads/videos/" + strings.TrimSuffix(name, ".jpg") + ".mp4", "/uploads/thumbnails", "/uploads/", "/uploads", "/uploads?x=/etc/passwd", "http://127.0.0.1/uploads/../crier.db",
	} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			w := dial(t, app.Server.URL()).send(fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n", method, path, strings.TrimPrefix(app.Server.URL(), "http://"), key.Reveal()))
			b, err := io.ReadAll(w)
			_ = w.Close()
			status := strings.TrimPrefix(string(b[:min(len(b), 12)]), "HTTP/1.1 ")
			if err != nil || len(status) != 3 || status < "300" || status >= "500" || strings.Contains(string(b), "SQLite format") || strings.Contains(string(b), "root:") || strings.Contains(string(b), "\xff\xd8") {
				t.Errorf("%s %s: %.200q, %v", method, path, b, err)
			}
		}
	}
	app.Client(t).Get("/uploads/images/" + name).Want(http.StatusOK)
}

// TestMedia_DeleteWhatPostsUse: the posts stay without the file, in every status (contract 4,
// DELETE /media/{id}).
func TestMedia_DeleteWhatPostsUse(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client := app.Client(t)
	file, other := upload(t, client, "quarters.png"), upload(t, client, "rotated.jpg")
	b := body{"accountId": demoAccount, "mediaType": "IMAGE", "mediaFileId": file.ID, "caption": "with a file"}
	carousel := body{"accountId": demoAccount, "mediaType": "CAROUSEL", "mediaFileIds": []string{file.ID, other.ID}}
	posts := map[string]string{
		"draft":          client.Post("/api/v1/posts/draft", b).Want(http.StatusCreated).String("id"),
		"carousel draft": client.Post("/api/v1/posts/draft", carousel).Want(http.StatusCreated).String("id"),
		"scheduled":      client.Post("/api/v1/schedule", b.with("scheduledFor", "2027-03-01T10:00:00Z")).Want(http.StatusCreated).String("postId"),
	}
	published := client.Post("/api/v1/posts/publish", b.with("caption", "published")).Want(http.StatusAccepted).String("postId")
	app.AdvanceUntil(t, time.Hour, func() bool { return client.Get("/api/v1/posts/"+published).String("status") == "PUBLISHED" })
	posts["published"] = published
	client.Delete("/api/v1/media/" + file.ID).Want(http.StatusOK)
	for name, id := range posts {
		var post struct {
			Status     string
			MediaFiles []mediaFile
		}
		client.Get("/api/v1/posts/" + id).Want(http.StatusOK).JSON(&post)
		for _, f := range post.MediaFiles {
			if f.ID == file.ID {
				t.Errorf("the %s post still has the file", name)
			}
		}
		if want := strings.ToUpper(strings.TrimPrefix(name, "carousel ")); post.Status != want {
			t.Errorf("the %s post is %s", name, post.Status)
		}
	}
	for _, path := range []*string{file.PreviewURL, file.ThumbnailURL} {
		client.Get(*path).WantError(http.StatusNotFound, "NOT_FOUND")
	}
	awaitNoOrphans(t, client, app.Dir)
	if stored := fmt.Sprint(e2e.StoredFiles(t, app.Dir)); strings.Contains(stored, file.ID) || !strings.Contains(stored, other.ID) {
		t.Errorf("stored are %s", stored)
	}
}

// TestMedia_FileThatCannotBeOpenedIsNotGone: the file exists, and the system does not open it. That
// is an internal error.
func TestMedia_FileThatCannotBeOpenedIsNotGone(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client := app.Client(t)
	file := client.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated)
	stored := filepath.Join(app.Dir, "uploads", file.String("storagePath"))
	if err := os.Remove(stored); err != nil {
		t.Fatal(err)
	}
	client.Get(file.String("previewUrl")).WantError(http.StatusNotFound, "NOT_FOUND")
	if err := os.Symlink(filepath.Base(stored), stored); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	client.Get(file.String("previewUrl")).WantError(http.StatusInternalServerError, "INTERNAL_ERROR")
}
