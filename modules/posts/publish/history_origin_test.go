package publish

import (
	"bytes"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/platform/clock"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/mp4/mp4test"
	"crier/platform/sandbox"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// origin is what all histories begin with: accounts, a session of the app API, a picture and a video.
type origin struct {
	dir             *datadir.Dir
	key             secrets.Key
	database, state []byte
	picture         []byte
	photo, movie    wireid.ID
	bakery, potter  auth.SocialAccount
}

// newOrigin makes what all histories begin with, once: it takes a login, whose key alone takes longer than a history.
func newOrigin(t *testing.T) *origin {
	t.Helper()
	place, o := t.TempDir(), &origin{}
	var err error
	if o.dir, err = datadir.Open(place); err != nil {
		t.Fatal(err)
	}
	o.key = secrets.NewKey()
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, image.NewGray(image.Rect(0, 0, 320, 320)), nil); err != nil {
		t.Fatal(err)
	}
	o.picture = picture.Bytes()
	movie := mp4test.Movie{Duration: 4 * time.Second, Width: 720, Height: 1280}.Bytes()
	for name, content := range map[string][]byte{"images/photo.jpg": o.picture, "videos/movie.mp4": movie, "thumbnails/cover.jpg": o.picture} {
		path := filepath.Join(o.dir.Uploads(), name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	databasePath, statePath := filepath.Join(place, "origin.db"), filepath.Join(place, "origin.state")
	databasetest.Put(t, databasePath)
	v := &village{t: t, origin: o, machine: clock.NewFake(start), right: clock.NewFake(start), database: databasePath, state: statePath}
	v.open()
	v.start()
	accounts, err := v.accounts.Accounts(t.Context())
	if err != nil || len(accounts) != 2 {
		t.Fatalf("accounts %v, %v", accounts, err)
	}
	o.bakery, o.potter = accounts[0], accounts[1]
	user := sandbox.DemoNativeUser()
	if contact, err := v.natives.Save(t.Context(), o.bakery.ID, user.Username, user.Password); err != nil || contact != nil {
		t.Fatal(contact, err)
	}
	o.photo, o.movie = wireid.New(), wireid.New()
	square, wide, tall, lasts, cover := 320, 720, 1280, 4.0, "thumbnails/cover.jpg"
	for _, file := range []media.MediaFile{
		{ID: o.photo, OriginalFilename: "photo.jpg", StoragePath: "images/photo.jpg", MimeType: "image/jpeg", FileSize: int64(len(o.picture)), Width: &square, Height: &square},
		{ID: o.movie, OriginalFilename: "movie.mp4", StoragePath: "videos/movie.mp4", MimeType: "video/mp4", FileSize: int64(len(movie)), Width: &wide, Height: &tall, DurationSeconds: &lasts, ThumbnailPath: &cover},
	} {
		file.IsValid, file.CreatedAt = true, wiretime.Of(start)
		if _, err := v.db.NewInsert().Model(&file).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	v.close()
	if o.state, err = os.ReadFile(statePath); err != nil {
		t.Fatal(err)
	}
	if o.database, err = os.ReadFile(databasePath); err != nil {
		t.Fatal(err)
	}
	return o
}
