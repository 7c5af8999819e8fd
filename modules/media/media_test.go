package media

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"crier/modules/media/editing"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/corpus"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/ffmpeg"
	"crier/platform/imaging"
	"crier/platform/objectstore/disk"
	"crier/platform/wireid"
)

func TestMain(m *testing.M) {
	if isWorker, code := editing.WorkerMain(); isWorker {
		syscall.Exit(code) // At os.Exit the race detector waits for a second.
	}
	if isRunner, code := ffmpeg.RunnerMain(); isRunner {
		syscall.Exit(code) // At os.Exit the race detector waits for a second.
	}
	os.Exit(m.Run())
}

var start = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

type bundle struct {
	*Service
	*Uploads
	*Editor
	*converter
	videos  *videos
	api     api
	clock   *clock.Fake
	objects *disk.Store
}

const maxSize = 1 << 20

func setup(t *testing.T) *bundle {
	t.Helper()
	dir, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := &bundle{clock: clock.NewFake(start), objects: disk.New(dir.Public(), func() string { return "http://127.0.0.1:1" })}
	b.Service = NewService(Deps{
		DB: databasetest.New(t), Clock: b.clock, Log: slog.New(slog.DiscardHandler), Dir: dir, Images: imaging.NewPool(imaging.PoolOptions{}),
		Objects: b.objects, MaxSize: maxSize, NoTools: true,
	})
	b.videos = newVideos(b.Service)
	b.Uploads, b.converter = newUploads(b.Service, b.videos), newConverter(b.Service, b.videos)
	b.Editor = newEditor(b.Service, b.videos, b.converter)
	b.api = newAPI(b.Service, b.Uploads, b.converter, b.Editor)
	if err := b.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// send uploads one request's body as the handler does.
func (b *bundle) send(t *testing.T, contentType string, body io.Reader) (MediaFile, error) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", body)
	r.Header.Set("Content-Type", contentType)
	up, err := b.receive(httptest.NewRecorder(), r)
	if err != nil {
		return MediaFile{}, err
	}
	return b.add(t.Context(), up, nil)
}

type part struct {
	field, filename string
	content         []byte
}

func form(t *testing.T, parts ...part) (contentType string, body *bytes.Buffer) {
	t.Helper()
	body = &bytes.Buffer{}
	w := multipart.NewWriter(body)
	for _, p := range parts {
		var dst io.Writer
		var err error
		if p.filename == "" {
			dst, err = w.CreateFormField(p.field)
		} else {
			dst, err = w.CreateFormFile(p.field, p.filename)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := dst.Write(p.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), body
}

func (b *bundle) upload(t *testing.T, filename string, content []byte) (MediaFile, error) {
	t.Helper()
	contentType, body := form(t, part{fileField, filename, content})
	return b.send(t, contentType, body)
}

func picture(t *testing.T, w, h int, encode func(io.Writer, image.Image) error) []byte {
	t.Helper()
	// The encoder of JPEG takes an RGBA as it is. It asks other pictures for each pixel, which
	// takes long with the race detector.
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		copy(img.Pix[4*i:], []uint8{uint8(i), uint8(i / w), 90, 255})
	}
	var b bytes.Buffer
	if err := encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func toJPEG(w io.Writer, img image.Image) error { return jpeg.Encode(w, img, nil) }

// leftovers lists every file in the data folder's media folders.
func (b *bundle) leftovers(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, dir := range []string{b.storage.dir.Uploads(), b.storage.dir.Staging(), b.storage.dir.Public()} {
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func TestModels_FitTheSchema(t *testing.T) {
	t.Parallel()
	if err := databasetest.New(t).CheckModels(t.Context(), []database.Model{(*MediaFile)(nil)}); err != nil {
		t.Error(err)
	}
}

func TestUpload_Image(t *testing.T) {
	t.Parallel()
	b := setup(t)
	jpg := picture(t, 1600, 2000, toJPEG)
	for name, content := range map[string][]byte{"a.jpg": jpg, "b.png": picture(t, 1600, 2000, png.Encode), "lying.mp4": jpg} {
		file, err := b.upload(t, name, content)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if *file.Width != 1440 || *file.Height != 1800 || *file.AspectRatio != "4:5" || file.MimeType != jpegType || !file.IsValid ||
			file.OriginalFilename != name || file.PublicURL != nil || file.DurationSeconds != nil {
			t.Errorf("%s: got %+v", name, file)
		}
		info, err := os.Stat(filepath.Join(b.storage.dir.Uploads(), file.StoragePath))
		if err != nil || info.Size() != file.FileSize || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: stored %v, %v", name, info, err)
		}
		if *file.PreviewURL != "/uploads/"+file.StoragePath || *file.ThumbnailURL != "/uploads/"+*file.ThumbnailPath {
			t.Errorf("%s: addresses %s, %s", name, *file.PreviewURL, *file.ThumbnailURL)
		}
		again, err := b.File(t.Context(), file.ID)
		if err != nil || fmt.Sprint(deref(again)) != fmt.Sprint(deref(file)) {
			t.Errorf("%s: read back %+v, %v", name, again, err)
		}
	}
	if files := b.leftovers(t); len(files) != 6 {
		t.Errorf("three uploads left %d files: %v", len(files), files)
	}
}

// deref makes two files comparable by their values.
func deref(f MediaFile) []any {
	return []any{f.ID, f.StoragePath, f.MimeType, f.FileSize, *f.Width, *f.Height, *f.AspectRatio, f.IsValid, f.CreatedAt, *f.ThumbnailPath, *f.PreviewURL}
}

func TestUpload_Video(t *testing.T) {
	t.Parallel()
	b := setup(t)
	mp4 := corpus.Clip(720, 1280, 10*time.Second, 5000)
	file, err := b.upload(t, "clip.mov", mp4)
	if err != nil || file.MimeType != "video/mp4" || !file.IsValid || file.FileSize != int64(len(mp4)) || !file.IsVideo() ||
		*file.Width != 720 || *file.Height != 1280 || *file.DurationSeconds != 10 || *file.AspectRatio != "9:16" || file.ProcessedPath != nil || file.ThumbnailPath == nil {
		t.Errorf("got %+v, %v", file, err)
	}
	stored, err := os.ReadFile(filepath.Join(b.storage.dir.Uploads(), file.StoragePath))
	if err != nil || !bytes.Equal(stored, mp4) {
		t.Errorf("the video was changed: %v", err)
	}
}

func TestUpload_Refused(t *testing.T) {
	t.Parallel()
	b := setup(t)
	good := picture(t, 100, 100, toJPEG)
	bomb := picture(t, 10, 10, png.Encode)
	// The width and height in the header of a PNG.
	copy(bomb[16:24], "\x00\x00\x75\x30\x00\x00\x75\x30")
	cut := func(n int) func() (string, io.Reader) {
		return func() (string, io.Reader) {
			contentType, body := form(t, part{fileField, "a.jpg", good})
			return contentType, io.LimitReader(body, int64(n))
		}
	}
	formOf := func(parts ...part) func() (string, io.Reader) {
		return func() (string, io.Reader) { return form(t, parts...) }
	}
	for name, c := range map[string]struct {
		request func() (string, io.Reader)
		code    apperror.Code
	}{
		"no form":            {func() (string, io.Reader) { return "application/json", strings.NewReader("{}") }, apperror.UploadError},
		"no boundary":        {func() (string, io.Reader) { return "multipart/form-data", strings.NewReader("x") }, apperror.UploadError},
		"no parts":           {formOf(), apperror.UploadError},
		"another field":      {formOf(part{"image", "a.jpg", good}), apperror.UploadError},
		"a field first":      {formOf(part{"caption", "", []byte("x")}, part{fileField, "a.jpg", good}), apperror.UploadError},
		"no file name":       {formOf(part{fileField, "", good}), apperror.UploadError},
		"two files":          {formOf(part{fileField, "a.jpg", good}, part{fileField, "b.jpg", good}), apperror.UploadError},
		"a field after":      {formOf(part{fileField, "a.jpg", good}, part{"caption", "", []byte("x")}), apperror.UploadError},
		"nothing":            {formOf(part{fileField, "a.jpg", nil}), apperror.UploadError},
		"one byte too many":  {formOf(part{fileField, "a.mp4", make([]byte, maxSize+1)}), apperror.UploadError},
		"much too large":     {formOf(part{fileField, "a.mp4", make([]byte, 3*maxSize)}), apperror.UploadError},
		"broken off early":   {cut(60), apperror.UploadError},
		"broken off late":    {cut(700), apperror.UploadError},
		"broken off sniffed": {cut(len(good) / 2), apperror.UploadError},
		"text":               {formOf(part{fileField, "a.jpg", []byte("just some text, called a picture")}), apperror.MediaInvalid},
		"truncated JPEG":     {formOf(part{fileField, "a.jpg", good[:len(good)/2]}), apperror.MediaInvalid},
		"bomb":               {formOf(part{fileField, "a.png", bomb}), apperror.MediaInvalid},
		"exactly the limit":  {formOf(part{fileField, "a.mp4", make([]byte, maxSize)}), apperror.MediaInvalid},
	} {
		contentType, body := c.request()
		if file, err := b.send(t, contentType, body); apperror.CodeOf(err) != c.code {
			t.Errorf("%s: got %+v, %v, want %s", name, file, err, c.code)
		}
	}
	if files := b.leftovers(t); len(files) != 0 {
		t.Errorf("refused uploads left %v", files)
	}
	if files, total, err := b.list(t.Context(), "", 20, 0); len(files) != 0 || total != 0 || err != nil {
		t.Errorf("refused uploads left records: %v", files)
	}
}

// TestUpload_RefusedWithARemedy: the refusal of a picture in another format says to export it; that
// of a file that is no picture does not.
func TestUpload_RefusedWithARemedy(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const remedy = "export it as JPEG"
	for content, want := range map[string]bool{
		"BM" + strings.Repeat("\x00", 12) + "(" + strings.Repeat("\x00", 40): true, "II*\x00 and more": true, "%PDF-1.4": false,
	} {
		if _, err := b.upload(t, "a.jpg", []byte(content)); apperror.CodeOf(err) != apperror.MediaInvalid || strings.Contains(err.Error(), remedy) != want {
			t.Errorf("%q: %v", content, err)
		}
	}
}

func TestUpload_ManyAtOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	content := picture(t, 300, 300, toJPEG)
	var all sync.WaitGroup
	for i := range 12 {
		contentType, body := form(t, part{fileField, fmt.Sprintf("%d.jpg", i), content})
		all.Go(func() {
			if _, err := b.send(t, contentType, body); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if _, total, err := b.list(t.Context(), "image", 20, 0); total != 12 || err != nil {
		t.Errorf("%d files, %v", total, err)
	}
}

func TestList_PagesAndKinds(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var want []wireid.ID
	for i := range 5 {
		content := picture(t, 40, 40, toJPEG)
		if i == 2 {
			content = corpus.Clip(720, 1280, 10*time.Second, 0)
		}
		file, err := b.upload(t, "x", content)
		if err != nil {
			t.Fatal(err)
		}
		want = append([]wireid.ID{file.ID}, want...)
		b.clock.Advance(time.Second)
	}
	files, total, err := b.list(t.Context(), "", 2, 1)
	if err != nil || total != 5 || len(files) != 2 || files[0].ID != want[1] || files[1].ID != want[2] {
		t.Errorf("got %v of %d, %v", files, total, err)
	}
	for kind, n := range map[string]int64{"image": 4, "video": 1} {
		if _, total, err := b.list(t.Context(), kind, 20, 0); total != n || err != nil {
			t.Errorf("%s: %d, %v", kind, total, err)
		}
	}
	if files, total, err := b.list(t.Context(), "", 20, 99); files == nil || len(files) != 0 || total != 5 || err != nil {
		t.Errorf("past the end: %v, %d, %v", files, total, err)
	}
}

func TestMakePublicAndDelete(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file, err := b.upload(t, "a.jpg", picture(t, 100, 100, toJPEG))
	if err != nil {
		t.Fatal(err)
	}
	url, err := b.MakePublic(t.Context(), file)
	if err != nil || !strings.HasPrefix(url, "http://127.0.0.1:1/public/") {
		t.Fatalf("got %s, %v", url, err)
	}
	if again, err := b.MakePublic(t.Context(), file); err != nil || again != url {
		t.Errorf("a second time: %s, %v", again, err)
	}
	shown, err := b.File(t.Context(), file.ID)
	if err != nil || shown.PublicURL == nil || *shown.PublicURL != url {
		t.Errorf("the file shows %v, %v", shown.PublicURL, err)
	}
	if err := b.Delete(t.Context(), file.ID); err != nil {
		t.Fatal(err)
	}
	if files := b.leftovers(t); len(files) != 0 {
		t.Errorf("a deleted file left %v", files)
	}
	for what, err := range map[string]error{"get": second(b.File(t.Context(), file.ID)), "delete": b.Delete(t.Context(), file.ID)} {
		if apperror.CodeOf(err) != apperror.NotFound {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := b.MakePublic(t.Context(), file); apperror.CodeOf(err) != apperror.MediaInvalid {
		t.Errorf("publishing a deleted file: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

// TestReceive_EndsWithTheBody: a body that failed is not read once more, because the client that
// made it fail by a pause would be waited for twice.
func TestReceive_EndsWithTheBody(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const form = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n"
	for _, sent := range []string{"", form, form + strings.Repeat("x", 1<<20)} {
		body := &stalledBody{sent: strings.NewReader(sent)}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", body)
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		_, err := b.receive(httptest.NewRecorder(), r)
		if apperror.CodeOf(err) != apperror.UploadError || body.failures != 1 {
			t.Errorf("after %d bytes: %v, waited for %d times", len(sent), err, body.failures)
		}
	}
	if left := b.leftovers(t); len(left) != 0 {
		t.Errorf("there are %v", left)
	}
}

// stalledBody is a body whose client pauses for too long after what it has sent.
type stalledBody struct {
	sent     *strings.Reader
	failures int
}

func (b *stalledBody) Read(p []byte) (int, error) {
	if b.sent.Len() > 0 {
		return b.sent.Read(p)
	}
	b.failures++
	return 0, os.ErrDeadlineExceeded
}

func TestStart_SweepsWhatACrashLeft(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file, err := b.upload(t, "a.jpg", picture(t, 100, 100, toJPEG))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(b.storage.dir.Staging(), "convert-1"), dirMode); err != nil {
		t.Fatal(err)
	}
	// A backup that somebody has uploaded, to restore it after the start.
	kept := filepath.Join(b.storage.dir.Staging(), "backup-upload-1")
	if err := os.WriteFile(kept, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	orphans := []string{
		filepath.Join(b.storage.dir.Staging(), "backup-1"), filepath.Join(b.storage.dir.Staging(), "convert-1", "result.mp4"), filepath.Join(b.storage.dir.Staging(), "upload-1"), filepath.Join(b.storage.dir.Uploads(), imagesDir, wireid.New().String()+".jpg"),
		filepath.Join(b.storage.dir.Uploads(), thumbnailsDir, wireid.New().String()+".jpg"), filepath.Join(b.storage.dir.Uploads(), videosDir, wireid.New().String()+".mp4"),
	}
	for _, path := range orphans {
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, path := range orphans {
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is still there", path)
		}
	}
	if err := os.Remove(kept); err != nil {
		t.Errorf("the upload of a backup: %v", err)
	}
	if left := b.leftovers(t); len(left) != 2 {
		t.Errorf("of the upload there are %v", left)
	}
	if _, err := b.File(t.Context(), file.ID); err != nil {
		t.Error(err)
	}
}

func TestServeUpload(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file, err := b.upload(t, "a.jpg", picture(t, 100, 100, toJPEG))
	if err != nil {
		t.Fatal(err)
	}
	get := func(path string, header ...string) (*httptest.ResponseRecorder, error) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody)
		r.URL.Path = path
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w, failed := httptest.NewRecorder(), error(nil)
		serveUpload(b.storage.dir.Uploads(), w, r, func(err error) { failed = err })
		return w, failed
	}
	w, err := get(*file.PreviewURL)
	if err != nil || w.Code != 200 || int64(w.Body.Len()) != file.FileSize || w.Header().Get("Content-Type") != jpegType {
		t.Errorf("got %d, %d bytes, %v, %v", w.Code, w.Body.Len(), w.Header(), err)
	}
	if w, _ := get(*file.PreviewURL, "If-None-Match", w.Header().Get("ETag")); w.Code != http.StatusNotModified {
		t.Errorf("with its ETag: %d", w.Code)
	}
	if w, _ := get(*file.PreviewURL, "Range", "bytes=0-1"); w.Code != http.StatusPartialContent || w.Body.String() != "\xff\xd8" {
		t.Errorf("a range: %d %q", w.Code, w.Body)
	}
	if w, err := get(*file.ThumbnailURL); err != nil || w.Code != 200 {
		t.Errorf("the thumbnail: %d, %v", w.Code, err)
	}
	for _, path := range []string{
		"/uploads/", "/uploads/images/", "/uploads/images/" + wireid.New().String() + ".jpg", "/uploads/../crier.db", "/uploads/images/../../crier.db",
		"/uploads/images/..%2f..%2fcrier.db", "/uploads//etc/passwd", "/uploads/" + file.StoragePath + "\x00", "/uploads/" + strings.ToUpper(file.StoragePath),
	} {
		if w, err := get(path); apperror.CodeOf(err) != apperror.NotFound {
			t.Errorf("%q: %d, %v", path, w.Code, err)
		}
	}
}

func TestCleanFilename(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"photo.jpg": "photo.jpg", "../../etc/passwd": "passwd", `C:\Users\me\photo.jpg`: "photo.jpg", "фото 1.jpg": "фото 1.jpg",
		"a\x00b\nc.jpg": "abc.jpg", "x\u202egpj.exe": "xgpj.exe", "\xff\xfe": "unnamed", "..": "unnamed", ".\x01.": "unnamed", "": "unnamed", strings.Repeat("é", 300): strings.Repeat("é", 127),
		strings.Repeat("é", 5<<20): strings.Repeat("é", 127), strings.Repeat("é", 300) + ".jpeg": strings.Repeat("é", 125) + ".jpeg",
		"a." + strings.Repeat("x", 300): "a." + strings.Repeat("x", 253),
	} {
		if got := cleanFilename(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
