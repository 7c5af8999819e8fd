package delivery_test

import (
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crier/modules/media"
	"crier/modules/posts/publish/delivery"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/imaging"
	"crier/platform/objectstore/disk"
	"crier/platform/publicurl"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestFiles_EditedMeanwhile: a picture that is edited after the work on its post has read it goes
// out as it is now. Its former copy is not on the disk any more, and the post has not failed.
func TestFiles_EditedMeanwhile(t *testing.T) {
	t.Parallel()
	dir, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	public := httptest.NewServer(http.StripPrefix(disk.Prefix, http.FileServer(http.Dir(dir.Public()))))
	t.Cleanup(public.Close)
	db, now := databasetest.New(t), clock.NewFake(time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC))
	service := media.NewService(media.Deps{
		DB: db, Clock: now, Log: slog.New(slog.DiscardHandler), Dir: dir, Images: imaging.NewPool(imaging.PoolOptions{}),
		Objects: disk.New(dir.Public(), func() string { return public.URL }), MaxSize: 1 << 20, NoTools: true,
	})
	urls := publicurl.New(true)
	t.Cleanup(urls.CloseIdleConnections)
	files := delivery.New(service, urls, nil, slog.New(slog.DiscardHandler))

	size, id := 320, wireid.New()
	stored := media.MediaFile{
		ID: id, OriginalFilename: "photo.jpg", StoragePath: "images/" + id.String() + ".jpg", ProcessedPath: new("processed/now.jpg"), MimeType: "image/jpeg",
		FileSize: 1, Width: &size, Height: &size, IsValid: true, CreatedAt: wiretime.Of(now.Now()),
	}
	if _, err := db.NewInsert().Model(&stored).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir.Uploads(), "processed", "now.jpg")
	const content = "\xff\xd8\xff\xe0 as it is now"
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600)); err != nil {
		t.Fatal(err)
	}
	before := stored
	before.ProcessedPath = new("processed/before.jpg")

	if got, err := files.OnDisk(t.Context(), before); err != nil || got != int64(len(content)) {
		t.Errorf("on the disk are %d bytes, %v", got, err)
	}
	url, err := files.MakePublic(t.Context(), before)
	if err != nil {
		t.Fatalf("it is not public: %v", err)
	}
	if got := fetched(t, url); got != content {
		t.Errorf("the network fetches %q", got)
	}

	if _, _, err := files.Open(t.Context(), before); !errors.Is(err, delivery.ErrReplaced) {
		t.Errorf("opened, it is %v", err)
	}

	// A file that nobody has edited and that is gone is still an error.
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	for _, file := range []media.MediaFile{before, stored} {
		if _, err := files.OnDisk(t.Context(), file); apperror.CodeOf(err) != apperror.MediaInvalid || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("without a file: %v", err)
		}
		if _, err := files.MakePublic(t.Context(), file); apperror.CodeOf(err) != apperror.MediaInvalid {
			t.Errorf("made public without a file: %v", err)
		}
	}
	if _, _, err := files.Open(t.Context(), stored); apperror.CodeOf(err) != apperror.MediaInvalid {
		t.Errorf("opened without a file: %v", err)
	}
}

func fetched(t *testing.T, url string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	if err := errors.Join(err, answer.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return string(body)
}
