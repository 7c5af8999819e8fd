package e2e_test

import (
	"bytes"
	"fmt"
	"image/color"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/corpus"
	"crier/platform/wireid"
)

type mediaFile struct {
	ID, OriginalFilename, StoragePath, MimeType, CreatedAt      string
	FileSize                                                    int64
	Width, Height                                               *int
	DurationSeconds                                             *float64
	IsValid                                                     bool
	AspectRatio, ValidationErrors, ThumbnailPath, ProcessedPath *string
	PreviewURL, PublicURL, ThumbnailURL, ThumbnailPreviewURL    *string
}

func sample(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "media", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func upload(t *testing.T, client *e2e.Client, name string) (file mediaFile) {
	t.Helper()
	client.Upload("file", name, sample(t, name)).Want(http.StatusCreated).JSON(&file)
	return file
}

// TestMedia_PicturesBecomeUprightJPEGs is scenario 31 with files of other programs.
func TestMedia_PicturesBecomeUprightJPEGs(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client := app.Client(t)
	for _, name := range []string{"quarters.png", "alpha.png", "quarters.webp", "progressive.jpg", "cmyk.jpg", "rotated.jpg"} {
		file := upload(t, client, name)
		if file.OriginalFilename != name || file.MimeType != "image/jpeg" || *file.Width != 64 || *file.Height != 48 || *file.AspectRatio != "4:3" || !file.IsValid ||
			file.ValidationErrors != nil || file.DurationSeconds != nil || file.ProcessedPath != nil || file.PublicURL != nil {
			t.Errorf("%s: %+v", name, file)
		}
		for what, at := range map[string]*string{"preview": file.PreviewURL, "thumbnail": file.ThumbnailURL} {
			b := client.Get(*at).Want(http.StatusOK).Body
			if what == "preview" && int64(len(b)) != file.FileSize {
				t.Errorf("%s: %d bytes, the record says %d", name, len(b), file.FileSize)
			}
			checkQuarters(t, name+", "+what, b)
			checkNoMetadata(t, name+", "+what, b)
		}
	}
}

// checkQuarters compares a picture with the colours of the samples; a transparent quarter has
// become white.
func checkQuarters(t *testing.T, name string, b []byte) {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(b))
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	last := color.RGBA{255, 255, 0, 255}
	if strings.HasPrefix(name, "alpha") {
		last = color.RGBA{255, 255, 255, 255}
	}
	size := img.Bounds().Size()
	for i, want := range []color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, last} {
		x, y := size.X/4+size.X/2*(i%2), size.Y/4+size.Y/2*(i/2)
		if got := img.At(x, y); !near(got, want) {
			t.Errorf("%s: quarter %d is %v, want %v", name, i+1, got, want)
		}
	}
}

func near(a, b color.Color) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	const tolerance = 40 << 8 // A CMYK picture without a profile is not exact.
	return max(r1, r2)-min(r1, r2) < tolerance && max(g1, g2)-min(g1, g2) < tolerance && max(b1, b2)-min(b1, b2) < tolerance
}

func checkNoMetadata(t *testing.T, name string, b []byte) {
	t.Helper()
	for _, trace := range []string{"Exif", "GPS", "Secret", "hidden", "http://ns.adobe.com", "Photoshop", "\xff\xfe"} {
		if bytes.Contains(b[:min(len(b), 1000)], []byte(trace)) || len(trace) > 4 && bytes.Contains(b, []byte(trace)) {
			t.Errorf("%s: %q is still there", name, trace)
		}
	}
}

// TestMedia_VideosStayAsTheyAre is contract 4 (images are normalised, videos stored as they are):
// the stored file is the uploaded one, and a repaired copy is published where that helps.
func TestMedia_VideosStayAsTheyAre(t *testing.T) {
	t.Parallel()
	client := e2e.Boot(t).Client(t)
	for name, mime := range map[string]string{
		"clip.mp4": "video/mp4", "clip.mov": "video/quicktime", "clip.mkv": "video/x-matroska", "clip.webm": "video/webm", "clip.avi": "video/x-msvideo",
	} {
		file := upload(t, client, name)
		if file.MimeType != mime || file.IsValid || file.FileSize != int64(len(sample(t, name))) || *file.Width != 64 || *file.DurationSeconds != 0.5 {
			t.Errorf("%s: %+v", name, file)
		}
		for _, says := range []string{"The video lasts 0.5 s; ", " at least 3 s: ", "10 frames a second"} {
			if !strings.Contains(*file.ValidationErrors, says) {
				t.Errorf("%s: it says %s", name, *file.ValidationErrors)
			}
		}
		r := client.Get("/uploads/" + file.StoragePath).Want(http.StatusOK)
		if !bytes.Equal(r.Body, sample(t, name)) || r.Header.Get("Content-Type") != mime {
			t.Errorf("%s: %q, %d bytes", name, r.Header.Get("Content-Type"), len(r.Body))
		}
	}
	whole := corpus.Clip(720, 1280, 10*time.Second, 0)
	var file mediaFile
	client.Upload("file", "movie.mp4", whole).Want(http.StatusCreated).JSON(&file)
	if !file.IsValid || file.ValidationErrors != nil || file.ProcessedPath != nil || !bytes.Equal(client.Get(*file.PreviewURL).Want(http.StatusOK).Body, whole) {
		t.Errorf("a video that everybody takes is %+v", file)
	}
}

// TestMedia_TypeIsWhatTheBytesSay: neither the name nor the declared type counts.
func TestMedia_TypeIsWhatTheBytesSay(t *testing.T) {
	t.Parallel()
	client := e2e.Boot(t).Client(t)
	for name, c := range map[string]struct{ sample, want string }{
		"photo.jpg": {"quarters.png", "image/jpeg"}, "clip.png": {"clip.mp4", "video/mp4"}, "nothing": {"quarters.webp", "image/jpeg"},
		"../../../etc/passwd": {"quarters.png", "image/jpeg"}, `C:\Users\ada\photo.jpg`: {"quarters.png", "image/jpeg"},
		strings.Repeat("é", 400) + ".png": {"quarters.png", "image/jpeg"}, "<script>alert(1)</script>.html": {"quarters.png", "image/jpeg"},
	} {
		var file mediaFile
		client.Upload("file", name, sample(t, c.sample)).Want(http.StatusCreated).JSON(&file)
		if file.MimeType != c.want || strings.ContainsAny(file.OriginalFilename, `/\`) || len(file.OriginalFilename) > 255 {
			t.Errorf("%q: %+v", name, file)
		}
		if strings.Contains(file.StoragePath, "..") || !strings.HasSuffix(file.StoragePath, file.ID+filepath.Ext(file.StoragePath)) {
			t.Errorf("%q is stored at %s", name, file.StoragePath)
		}
	}
}

func TestMedia_PreviewsAreServedInPartsAndOnlyToWhoMay(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client := app.Client(t)
	file := upload(t, client, "clip.avi")
	whole, path := sample(t, "clip.avi"), *file.PreviewURL
	part := client.With("Range", "bytes=100-199").Get(path).Want(http.StatusPartialContent)
	if !bytes.Equal(part.Body, whole[100:200]) || part.Header.Get("Content-Range") != fmt.Sprintf("bytes 100-199/%d", len(whole)) {
		t.Errorf("got %q, %d bytes", part.Header.Get("Content-Range"), len(part.Body))
	}
	if tail := client.With("Range", "bytes=-10").Get(path).Want(http.StatusPartialContent); !bytes.Equal(tail.Body, whole[len(whole)-10:]) {
		t.Error("the last ten bytes are others")
	}
	client.With("Range", "bytes=999999-").Get(path).WantError(http.StatusRequestedRangeNotSatisfiable, "INVALID_PARAM")
	tag := client.Get(path).Header.Get("ETag")
	if r := client.With("If-None-Match", tag).Get(path); tag == "" || r.Status != http.StatusNotModified || len(r.Body) != 0 {
		t.Errorf("with the tag %q: %d", tag, r.Status)
	}
	client.With("If-Match", tag).Get(path).Want(http.StatusOK)
	for name, conditional := range map[string]*e2e.Client{
		"If-Match": client.With("If-Match", `"x"`), "If-Unmodified-Since": client.With("If-Unmodified-Since", "Mon, 01 Jan 2001 00:00:00 GMT"),
	} {
		r := conditional.Get(path)
		says(t, name, r, http.StatusPreconditionFailed, "INVALID_PARAM", name)
		if h := r.Header; h.Get("Content-Type") != "application/json" || h.Get("Cache-Control") != "no-store" || h.Get("ETag") != "" {
			t.Errorf("%s: %v", name, h)
		}
	}
	if r := client.With("If-Range", `"another"`).With("Range", "bytes=0-9").Get(path); r.Status != http.StatusOK || len(r.Body) != len(whole) {
		t.Errorf("with another tag: %d, %d bytes", r.Status, len(r.Body))
	}
	if r := client.Do(http.MethodHead, path, nil).Want(http.StatusOK); r.Header.Get("Content-Length") != strconv.Itoa(len(whole)) {
		t.Errorf("HEAD: %q", r.Header.Get("Content-Length"))
	}
	app.Browser(t).Get(path).Want(http.StatusOK)
	h := client.Get(path).Header
	if h.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(h.Get("Content-Security-Policy"), "sandbox") || !strings.HasPrefix(h.Get("Cache-Control"), "private") {
		t.Errorf("the headers are %v", h)
	}
	app.Anonymous(t).Get(path).WantError(http.StatusUnauthorized, "AUTH_REQUIRED")
	for _, bad := range []string{
		"/uploads/", "/uploads/images", "/uploads/images/", "/uploads/videos/" + wireid.New().String() + ".avi", path + "/", path + "x", "/uploads//" + strings.TrimPrefix(path, "/uploads/"),
		"/uploads/../crier.db", "/uploads/..%2fcrier.db", "/uploads/%2e%2e/crier.db", "/uploads/images/..%2f..%2fcrier.db", "/uploads/videos/%00", "/uploads/staging/x", `/uploads/..\crier.db`,
	} {
		if r := client.Get(bad); r.Status != http.StatusNotFound && r.Status != http.StatusTemporaryRedirect && r.Status != http.StatusMovedPermanently {
			t.Errorf("%s: %d %.200s", bad, r.Status, r.Body)
		}
	}
}

// TestMedia_Pages is contract 4 and 8: newest first, limit 1 to 100, offset, type, hasMore.
func TestMedia_Pages(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client := app.Client(t)
	type page struct {
		Files   []mediaFile
		Total   int
		HasMore bool
	}
	get := func(query string) (p page) {
		client.Get("/api/v1/media" + query).Want(http.StatusOK).JSON(&p)
		return p
	}
	if p := get(""); p.Files == nil || len(p.Files) != 0 || p.Total != 0 || p.HasMore {
		t.Errorf("at first: %+v", p)
	}
	var newest []string
	for i := range 7 {
		name := []string{"quarters.png", "clip.mp4"}[i%2]
		newest = append([]string{upload(t, client, name).ID}, newest...)
		app.Clock.Advance(time.Second)
	}
	var got []string
	for offset := 0; ; offset += 3 {
		p := get(fmt.Sprintf("?limit=3&offset=%d", offset))
		for _, f := range p.Files {
			got = append(got, f.ID)
		}
		if p.Total != 7 || p.HasMore != (offset+3 < 7) {
			t.Errorf("offset %d: total %d, hasMore %t", offset, p.Total, p.HasMore)
		}
		if !p.HasMore {
			break
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(newest) {
		t.Errorf("got %v, want %v", got, newest)
	}
	if p := get("?type=video"); p.Total != 3 || len(p.Files) != 3 || p.Files[0].MimeType != "video/mp4" {
		t.Errorf("videos: %+v", p)
	}
	if p := get("?type=image&limit=1"); p.Total != 4 || len(p.Files) != 1 || !p.HasMore {
		t.Errorf("images: %+v", p)
	}
	if p := get("?offset=7"); p.Files == nil || len(p.Files) != 0 || p.HasMore {
		t.Errorf("beyond the end: %+v", p)
	}
	get("?limit=100&offset=9223372036854775807")
	for query, code := range map[string]string{
		"?limit=0": "VALIDATION_ERROR", "?limit=101": "VALIDATION_ERROR", "?offset=-1": "VALIDATION_ERROR", "?limit=x": "INVALID_PARAM", "?limit=": "INVALID_PARAM",
		"?offset=1.5": "INVALID_PARAM", "?type=audio": "INVALID_PARAM", "?type=": "INVALID_PARAM", "?limit=99999999999999999999": "INVALID_PARAM",
	} {
		client.Get("/api/v1/media"+query).WantError(http.StatusBadRequest, code)
	}
}

func TestMedia_Delete(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client := app.Client(t)
	file := upload(t, client, "quarters.png")
	path := "/api/v1/media/" + file.ID
	var again mediaFile
	if client.Get(path).Want(http.StatusOK).JSON(&again); again.StoragePath != file.StoragePath {
		t.Errorf("got %+v", again)
	}
	draft := client.Post("/api/v1/posts/draft", map[string]any{"accountId": demoAccount, "mediaType": "IMAGE", "mediaFileId": file.ID}).Want(http.StatusCreated).String("id")
	var done struct{ Success bool }
	if client.Delete(path).Want(http.StatusOK).JSON(&done); !done.Success {
		t.Error("no success")
	}
	client.Delete(path).WantError(http.StatusNotFound, "NOT_FOUND")
	client.Get(path).WantError(http.StatusNotFound, "NOT_FOUND")
	client.Get(*file.PreviewURL).WantError(http.StatusNotFound, "NOT_FOUND")
	client.Get(*file.ThumbnailURL).WantError(http.StatusNotFound, "NOT_FOUND")
	if stored := e2e.StoredFiles(t, app.Dir); len(stored) != 0 {
		t.Errorf("left behind: %v", stored)
	}
	var post struct{ MediaFiles []mediaFile }
	if client.Get("/api/v1/posts/" + draft).Want(http.StatusOK).JSON(&post); len(post.MediaFiles) != 0 {
		t.Errorf("the draft still has %+v", post.MediaFiles)
	}
	for _, id := range []string{"x", "%00", strings.Repeat("1", 3000)} {
		client.Get("/api/v1/media/"+id).WantError(http.StatusBadRequest, "INVALID_PARAM")
		client.Delete("/api/v1/media/"+id).WantError(http.StatusBadRequest, "INVALID_PARAM")
	}
}

// TestMedia_ManyAtOnce is part of scenario 30.
func TestMedia_ManyAtOnce(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	key := strings.TrimSpace(service.Command(t, "keys", "create", "many").Stdout)
	statuses := make(chan int, 12)
	for i := range cap(statuses) {
		content := picture(t, 200+i, 200)
		go func() { statuses <- rawUpload(t, service.URL(), key, content) }()
	}
	for range cap(statuses) {
		if status := <-statuses; status != http.StatusCreated {
			t.Errorf("got %d", status)
		}
	}
	client := service.Anonymous(t).With("Authorization", "Bearer "+key)
	if stored, recorded := e2e.StoredFiles(t, service.Dir()), e2e.RecordedFiles(t, client); len(recorded) != 2*cap(statuses) || fmt.Sprint(stored) != fmt.Sprint(recorded) {
		t.Errorf("stored %v, recorded %v", stored, recorded)
	}
}
