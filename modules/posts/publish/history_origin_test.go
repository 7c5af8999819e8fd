package publish

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/imaging"
	"crier/platform/sandbox"
	"crier/platform/secrets"
	"crier/platform/video/mp4/mp4test"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// origin is what all histories begin with: accounts, a session of the app API, a picture and a
// video.
type origin struct {
	dir *datadir.Dir
	// db is the database of the histories, one after another, at path; nil before it is opened, as
	// it was opened times before. empty is what makes it again what it was, from a copy that is
	// attached to it.
	db                 *database.DB
	place, path, empty string
	opened             int
	key                secrets.Key
	database, state    []byte
	files              static
	pictures           drawnOnce
	// second is another photo, wide a movie that is no reel for the Page.
	photo, second, movie, wide wireid.ID
	bakery, potter             auth.SocialAccount
}

// newOrigin makes what all histories begin with, once: it takes a login, whose key alone takes
// longer than a history.
func newOrigin(t *testing.T) *origin {
	t.Helper()
	place := t.TempDir()
	o := &origin{place: t.TempDir()}
	var err error
	if o.dir, err = datadir.Open(place); err != nil {
		t.Fatal(err)
	}
	o.key = secrets.NewKey()
	o.pictures.pool = imaging.NewPool(imaging.PoolOptions{})
	o.files.picture = gray(t, 320, 320)
	o.files.movie = mp4test.Movie{Duration: 4 * time.Second, Width: 720, Height: 1280}.Bytes()
	wideMovie := mp4test.Movie{Duration: 4 * time.Second, Width: 1280, Height: 720}.Bytes()
	for name, content := range map[string][]byte{
		"images/photo.jpg": o.files.picture, "images/second.jpg": o.files.picture, "thumbnails/cover.jpg": gray(t, 36, 64), // The network decodes it at each upload.
		"videos/movie.mp4": o.files.movie, "videos/wide.mp4": wideMovie,
	} {
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
	if contact, err := settings.NewSignIns(v.natives).Save(t.Context(), o.bakery.ID, user.Username, user.Password); err != nil || contact != nil {
		t.Fatal(contact, err)
	}
	o.photo, o.second, o.movie, o.wide = wireid.New(), wireid.New(), wireid.New(), wireid.New()
	square, short, long, lasts, cover := 320, 720, 1280, 4.0, "thumbnails/cover.jpg"
	for _, file := range []media.MediaFile{
		{ID: o.photo, OriginalFilename: "photo.jpg", StoragePath: "images/photo.jpg", MimeType: "image/jpeg", FileSize: int64(len(o.files.picture)), Width: &square, Height: &square},
		{ID: o.second, OriginalFilename: "second.jpg", StoragePath: "images/second.jpg", MimeType: "image/jpeg", FileSize: int64(len(o.files.picture)), Width: &square, Height: &square},
		{ID: o.movie, OriginalFilename: "movie.mp4", StoragePath: "videos/movie.mp4", MimeType: "video/mp4", FileSize: int64(len(o.files.movie)), Width: &short, Height: &long, DurationSeconds: &lasts, ThumbnailPath: &cover},
		{ID: o.wide, OriginalFilename: "wide.mp4", StoragePath: "videos/wide.mp4", MimeType: "video/mp4", FileSize: int64(len(wideMovie)), Width: &long, Height: &short, DurationSeconds: &lasts, ThumbnailPath: &cover},
	} {
		file.IsValid, file.CreatedAt = true, wiretime.Of(start)
		if _, err := v.db.NewInsert().Model(&file).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	letBeEmptied(t, v.db)
	v.close()
	if o.state, err = os.ReadFile(statePath); err != nil {
		t.Fatal(err)
	}
	if o.database, err = os.ReadFile(databasePath); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if o.db != nil {
			_ = o.db.Close()
		}
	})
	return o
}

func gray(t *testing.T, width, height int) []byte {
	t.Helper()
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, image.NewGray(image.Rect(0, 0, width, height)), nil); err != nil {
		t.Fatal(err)
	}
	return picture.Bytes()
}

// fresh opens the database, or makes it again what it was: that takes a tenth of the time.
func (o *origin) fresh(t *testing.T) {
	t.Helper()
	if o.db != nil {
		o.exec(t, "PRAGMA foreign_keys = 0")
		err := o.db.InRelaxedTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			_, err := tx.ExecContext(ctx, o.empty)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		o.exec(t, "PRAGMA foreign_keys = 1")
		return
	}
	if o.path != "" {
		if err := os.RemoveAll(filepath.Dir(o.path)); err != nil {
			t.Fatal(err)
		}
	}
	o.opened++
	place := filepath.Join(o.place, strconv.Itoa(o.opened))
	if err := os.Mkdir(place, 0o700); err != nil {
		t.Fatal(err)
	}
	o.path = filepath.Join(place, "crier.db")
	copied := filepath.Join(place, "origin.db")
	for _, path := range []string{o.path, copied} {
		if err := os.WriteFile(path, o.database, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	if o.db, err = database.Open(t.Context(), o.path); err != nil {
		t.Fatal(err)
	}
	forgetTimeline(t, o.db)
	o.exec(t, "ATTACH '"+copied+"' AS origin")
	if o.empty == "" {
		o.empty = emptying(t, o.db)
	}
}

func (o *origin) exec(t *testing.T, statement string) {
	t.Helper()
	if _, err := o.db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// emptying returns the statements that make every table what it is in the copy. What is empty there
// has nothing to be put back: to read such a statement takes SQLite longer than to run it.
func emptying(t *testing.T, db *database.DB) string {
	t.Helper()
	var tables []string
	err := db.NewRaw(`SELECT name FROM origin.sqlite_schema
		WHERE type = 'table' AND name <> 'post_steps' AND (name NOT LIKE 'sqlite_%' OR name = 'sqlite_sequence')`).Scan(t.Context(), &tables)
	if err != nil {
		t.Fatal(err)
	}
	statements := "INSERT INTO main.emptied VALUES (1); DELETE FROM main.posts;"
	for _, table := range tables {
		statements += "DELETE FROM main." + table + ";"
		var isFull bool
		if err := db.QueryRowContext(t.Context(), "SELECT EXISTS (SELECT 1 FROM origin."+table+")").Scan(&isFull); err != nil {
			t.Fatal(err)
		}
		if isFull {
			statements += "INSERT INTO main." + table + " SELECT * FROM origin." + table + ";"
		}
	}
	return statements
}

// forgetTimeline has what is told of posts go nowhere. Nobody who decides reads it, and it makes a
// sixth of what a history costs. The statements that write it run all the same.
func forgetTimeline(t *testing.T, db *database.DB) {
	t.Helper()
	var columns string
	row := db.QueryRowContext(t.Context(), "SELECT group_concat('NULL AS ' || name, ', ') FROM pragma_table_info('post_steps')")
	if err := row.Scan(&columns); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		"DROP TABLE post_steps",
		"CREATE VIEW post_steps AS SELECT " + columns + " WHERE 0",
		"CREATE TRIGGER post_steps_go_nowhere INSTEAD OF INSERT ON post_steps BEGIN SELECT 1; END",
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// letBeEmptied lets the ledger be emptied, which is never done to it otherwise: while the table
// emptied, which is empty then, is not.
func letBeEmptied(t *testing.T, db *database.DB) {
	t.Helper()
	var trigger string
	row := db.QueryRowContext(t.Context(), "SELECT replace(sql, 'BEFORE DELETE ON attempts', 'BEFORE DELETE ON attempts WHEN NOT EXISTS (SELECT 1 FROM emptied)') "+
		"FROM sqlite_schema WHERE name = 'attempts_stay' AND sql LIKE '%BEFORE DELETE ON attempts%'")
	if err := row.Scan(&trigger); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"CREATE TABLE emptied (now INTEGER)", "DROP TRIGGER attempts_stay", trigger} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}
