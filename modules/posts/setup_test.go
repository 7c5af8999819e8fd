package posts

import (
	"log/slog"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/modules/auth/authtest"
	"crier/modules/media"
	"crier/modules/posts/networkclock"
	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/imaging"
	"crier/platform/jobs"
	"crier/platform/objectstore/disk"
	"crier/platform/uptime"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

var start = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// bundle is the module on a database of the test's own.
type bundle struct {
	db       *database.DB
	clock    *clock.Fake
	queue    *jobs.Queue
	accounts *auth.Service
	natives  *settings.Natives
	files    *media.Service
	history  *History
	drafts   *Drafts
	intake   *Intake
	schedule *Schedule
	retrier  *Retrier
	deleter  *Deleter
	cloud    *CloudPosts
	results  *CloudResults
	// The accounts, of the primary and of the partner login.
	bakery, potter auth.SocialAccount
	dir            *datadir.Dir
}

func setup(t testing.TB) *bundle {
	t.Helper()
	clk := clock.NewFake(start)
	b := &bundle{db: databasetest.New(t), clock: clk}
	log := slog.New(slog.DiscardHandler)
	accounts, list := authtest.Start(t, b.db, b.clock, authtest.Bakery(), authtest.Potter())
	b.bakery, b.potter = list[0], list[1]
	dir, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b.dir = dir
	objects := disk.New(dir.Public(), func() string { return "http://127.0.0.1:1" })
	b.files = media.NewService(media.Deps{DB: b.db, Clock: b.clock, Log: log, Dir: dir, Images: imaging.NewPool(imaging.PoolOptions{}), Objects: objects, MaxSize: 1 << 20, NoTools: true})
	b.queue = jobs.NewQueue(b.clock)
	b.natives = settings.NewNatives(settings.NativeDeps{DB: b.db, Clock: b.clock})
	b.accounts = accounts
	b.cloud = NewCloudPosts(b.db, b.clock, b.queue, b.files)
	b.results = NewCloudResults(b.clock, b.queue, accounts, b.files)
	b.connect(NoCloud{})
	return b
}

// connect makes the parts of the module with a cloud.
func (b *bundle) connect(cloud Cloud) {
	checker := NewChecker(b.clock, b.accounts, b.natives, b.files)
	warner := NewWarner(b.clock, new(networkclock.Clock), b.files, cloud)
	answers := NewAnswers(b.db, b.clock, uptime.New(b.db, b.clock, config.Sandbox))
	b.history = NewHistory(b.db, b.files)
	b.drafts = NewDrafts(b.db, b.clock, b.accounts, b.files, answers, checker)
	b.intake = NewIntake(b.clock, b.queue, b.accounts, answers, checker, warner, cloud)
	b.schedule = NewSchedule(b.db, b.clock, b.queue, b.files, b.history, checker, cloud)
	b.retrier = NewRetrier(b.db, b.clock, b.queue, b.accounts, b.history, cloud)
	b.deleter = NewDeleter(b.db, b.clock, b.queue, cloud)
}

// insert stores a post with its files in any status, also one in which no post begins, and fills in
// what a row must have.
func (b *bundle) insert(t testing.TB, post Post, files ...wireid.ID) Post {
	t.Helper()
	now := wiretime.Of(b.clock.Now())
	if post.ID.IsZero() {
		post.ID = wireid.New()
	}
	if post.SocialAccountID.IsZero() {
		post.SocialAccountID = b.bakery.ID
	}
	if post.MediaType == "" {
		post.MediaType = Image
	}
	if post.CreatedAt.IsZero() {
		post.CreatedAt = now
	}
	post.UserID, post.SourceType, post.Timezone, post.UpdatedAt = b.accounts.UserID(), Manual, "UTC", now
	if _, err := b.db.NewInsert().Model(&post).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := insertLinks(t.Context(), b.db, post.ID, files); err != nil {
		t.Fatal(err)
	}
	return post
}

// read returns the stored post.
func (b *bundle) read(t testing.TB, id wireid.ID) Post {
	t.Helper()
	post, err := SelectPost(t.Context(), b.db, id)
	if err != nil {
		t.Fatal(err)
	}
	return post
}

// photo stores the record of a square picture.
func (b *bundle) photo(t testing.TB) wireid.ID {
	t.Helper()
	size := 320
	id := wireid.New()
	file := media.MediaFile{
		ID: id, OriginalFilename: "photo.jpg", StoragePath: "images/" + id.String() + ".jpg", MimeType: "image/jpeg", FileSize: 1,
		Width: &size, Height: &size, IsValid: true, CreatedAt: wiretime.Of(b.clock.Now()),
	}
	if _, err := b.db.NewInsert().Model(&file).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	return file.ID
}

func at(t time.Time) *wiretime.Time { return wiretime.Ptr(t) }
