package handoff

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/networkclock"
	"crier/modules/posts/publish"
	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/imaging"
	"crier/platform/instance"
	"crier/platform/jobs"
	"crier/platform/objectstore"
	"crier/platform/objectstore/bucket"
	"crier/platform/objectstore/disk"
	"crier/platform/secrets"
	"crier/platform/uptime"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

var start = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// bundle is the module on a database, with a worker of the test's own.
type bundle struct {
	t        *testing.T
	db       *database.DB
	clock    *clock.Fake
	box      *secrets.Box
	dir      *datadir.Dir
	worker   *fakeWorker
	provider *provider
	network  *sights
	accounts *auth.Service
	account  auth.SocialAccount
	media    *media.Service
	// state is the folder of the mark, and base the address of the objects, empty without a bucket.
	state, base string
	parts
}

// provider is Cloudflare's API, as far as a fence needs it.
type provider struct {
	url    string
	isDown atomic.Bool
	// isCut says that a proxy by the clock of this machine answers in its place.
	isCut atomic.Bool
}

func newProvider(t *testing.T, worker *fakeWorker) *provider {
	t.Helper()
	p := &provider{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.isCut.Load() {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Date", worker.clock.Now().Format(http.TimeFormat))
			_, _ = w.Write([]byte("<html>sign in</html>"))
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Date", worker.now().Format(http.TimeFormat))
		if p.isDown.Load() {
			w.WriteHeader(http.StatusForbidden)
			_, _ = w.Write([]byte(`{"success":false,"errors":[{"code":10000,"message":"Authentication error"}],"messages":[],"result":null}`))
			return
		}
		if r.Method == http.MethodPut {
			worker.write(fenceIn(r))
		}
		_, _ = w.Write([]byte(`{"success":true,"errors":[],"messages":[],"result":[]}`))
	}))
	p.url = server.URL
	t.Cleanup(server.Close)
	return p
}

// fenceIn returns the fence that is written into KV: the digits at the end of what is sent, or in a
// form.
func fenceIn(r *http.Request) int64 {
	body, _ := io.ReadAll(r.Body)
	for _, line := range strings.Fields(string(body)) {
		if n, err := strconv.ParseInt(line, 10, 64); err == nil {
			return n
		}
	}
	return 0
}

// parts are what a restart makes again.
type parts struct {
	queue      *jobs.Queue
	intake     *posts.Intake
	waiting    *posts.Schedule
	history    *posts.History
	retrier    *posts.Retrier
	deleter    *posts.Deleter
	link       *cloud.Link
	folder     *instance.Instance
	entries    *queue
	exchange   *exchange
	packer     *packer
	records    *records
	withdrawer *withdrawer
	results    *fetcher
	sender     *Sender
	editor     *Editor
	reconciler *reconciler
	reclaimer  *Reclaimer
	syncer     *Syncer
	strays     *Strays
}

// sights is what the network shows of posts.
type sights struct {
	mu     sync.Mutex
	seen   map[wireid.ID]publish.Sight
	worker *fakeWorker
	// hiddenBy names for a post the one that must be found before it can be told; found are those
	// that were.
	hiddenBy, found map[wireid.ID]wireid.ID
}

func (s *sights) Sight(_ context.Context, post posts.Post) (publish.Sight, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if other, isHidden := s.hiddenBy[post.ID]; isHidden && s.found[other] != other {
		return publish.Sight{Why: "1 media on the network could be it"}, nil
	}
	if sight, ok := s.seen[post.ID]; ok {
		if sight.MediaID != "" {
			s.found[post.ID] = post.ID
		}
		return sight, nil
	}
	if s.worker.shows(post) {
		return publish.Sight{MediaID: "m" + post.ID.String(), At: start}, nil
	}
	return publish.Sight{IsAbsent: true}, nil
}

// show has the network show a post so.
func (s *sights) show(id wireid.ID, sight publish.Sight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[id] = sight
}

func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{t: t, db: databasetest.New(t), clock: clock.NewFake(start), network: &sights{seen: map[wireid.ID]publish.Sight{}, hiddenBy: map[wireid.ID]wireid.ID{}, found: map[wireid.ID]wireid.ID{}}, state: t.TempDir(), base: "http://127.0.0.1:1"}
	b.worker = newFakeWorker(t, b.clock)
	b.provider, b.network.worker = newProvider(t, b.worker), b.worker
	var err error
	if b.box, err = secrets.NewBox(secrets.NewKey()); err != nil {
		t.Fatal(err)
	}
	if b.dir, err = datadir.Open(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	b.connect()
	b.accounts = auth.NewService(b.db, b.clock, b.box, config.Sandbox, []auth.DemoAccount{
		{ID: wireid.New(), SNUserID: "17841400000000001", Username: "bakery", AccountType: "BUSINESS", LoginMethod: auth.Primary, Token: secrets.NewText("a")},
	})
	if err := b.accounts.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	list, err := b.accounts.Accounts(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatal(err, list)
	}
	b.account = list[0]
	b.start()
	t.Cleanup(func() { b.stop() })
	return b
}

// connect stores a worker that was set up and found to work.
func (b *bundle) connect() {
	b.t.Helper()
	const insert = `INSERT INTO cloud_worker (network, epoch, fence, account_id, token_id, sealed_token, sealed_worker_key, sealed_encryption_key, namespace_id,
			worker_name, subdomain, claimed_at, deployed_version, deployed_fingerprint, is_verified, problem_code, problem, diagnostics, updated_at)
		VALUES ('sandbox', 0, 0, '0123456789abcdef0123456789abcdef', '', ?, ?, ?, 'namespace', 'crier', 'example', 1, 'v', 'f', 1, '', '', '{"schema": 5}', 1)`
	key := secrets.NewText("0123456789abcdef0123456789abcdef")
	_, err := b.db.NewRaw(insert, b.box.Seal(key, "cloud-worker:sandbox:token"), b.box.Seal(key, "cloud-worker:sandbox:key:crier.example"), b.box.Seal(key, "cloud-worker:sandbox:encryption")).Exec(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
}

// start makes what a process has, without its loop: tests decide when an attempt is made.
func (b *bundle) start() {
	t := b.t
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	var objects objectstore.Store = objectstore.Unconfigured{}
	if b.base != "" {
		objects = disk.New(b.dir.Public(), func() string { return b.base })
	}
	b.media = media.NewService(media.Deps{
		DB: b.db, Clock: b.clock, Log: log, Dir: b.dir, Images: imaging.NewPool(imaging.PoolOptions{}), Objects: objects, MaxSize: 1 << 20, NoTools: true,
	})
	b.queue = jobs.NewQueue(b.clock)
	fixed := bucket.Config{
		Endpoint: "http://127.0.0.1:1", Name: "media", AccessKeyID: "id", SecretAccessKey: secrets.NewText("s"), PublicURL: "http://127.0.0.1:1",
	}
	config, err := fixed.Normalise()
	if err != nil {
		t.Fatal(err)
	}
	buckets := cloud.NewBuckets(cloud.BucketDeps{
		DB: b.db, Clock: b.clock, Log: log, Box: b.box, Objects: objectstore.NewSwitch(objectstore.Unconfigured{}, objectstore.Unconfigured{}), IsLocal: true, Fixed: &config,
	})
	worker := cloud.New(cloud.Deps{
		DB: b.db, Clock: b.clock, Log: log, Box: b.box, Buckets: buckets,
		Cloudflare: cloudflare.New(cloudflare.Options{BaseURL: func() string { return b.provider.url }, Clock: b.clock}),
	}, cloud.Options{Network: "sandbox", WorkersURL: b.worker.url})
	if err := buckets.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(worker.Stop)
	t.Cleanup(buckets.Stop)
	b.link = worker.Link
	b.folder = instance.New(instance.Options{DB: b.db, Clock: b.clock, Log: log, StateDir: b.state, Folder: b.state})
	if err := b.folder.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.handOver(log)
	if !b.link.Ready() {
		t.Fatal("the link is not ready")
	}
}

// handOver makes the parts of this package.
func (b *bundle) handOver(log *slog.Logger) {
	p := posts.NewCloudPosts(b.db, b.clock, b.queue, b.media)
	results := posts.NewCloudResults(b.clock, b.queue, b.accounts, b.media)
	identities := newIdentities(b.db, b.accounts, b.link)
	b.entries = newQueue(b.db, b.clock, b.accounts, b.link)
	watchFolder(b.entries, b.link, b.folder)
	b.exchange = newExchange(b.entries, b.link, p, b.folder)
	b.packer = newPacker(b.entries, p, identities, b.media, b.link, b.link)
	b.records = newRecords(b.entries, p, results, identities, log)
	b.withdrawer = newWithdrawer(b.entries, b.exchange, b.records, p)
	port := port{b.entries, b.withdrawer}
	checker := posts.NewChecker(b.clock, b.accounts, nil, b.media)
	warner := posts.NewWarner(b.clock, new(networkclock.Clock), b.media, port)
	answers := posts.NewAnswers(b.db, b.clock, uptime.New(b.db, b.clock, config.Sandbox))
	b.history = posts.NewHistory(b.db, b.media)
	b.intake = posts.NewIntake(b.clock, b.queue, b.accounts, answers, checker, warner, port)
	b.waiting = posts.NewSchedule(b.db, b.clock, b.queue, b.media, b.history, checker, port)
	b.retrier = posts.NewRetrier(b.db, b.clock, b.queue, b.accounts, b.history, port)
	b.deleter = posts.NewDeleter(b.db, b.clock, b.queue, port)
	b.sender = newSender(b.entries, b.exchange, b.packer, b.records, b.withdrawer, p, log, 24*time.Hour)
	b.editor = newEditor(b.entries, b.exchange, b.packer, b.records, b.withdrawer, b.sender, p, b.waiting)
	b.results = newFetcher(b.entries, b.exchange, b.records, b.withdrawer, newRenewals(b.link, auth.NewRenewals(b.accounts, log), log), log)
	seeker := newSeeker(b.entries, b.records, p, results, b.network)
	b.strays = newStrays(b.entries, b.exchange, b.accounts, p, log)
	b.reconciler = newReconciler(b.entries, b.exchange, b.results, b.records, newOutdated(b.entries, identities, p, b.media), seeker, b.strays, p, log)
	b.reclaimer = newReclaimer(b.entries, b.link, b.folder, b.records, b.withdrawer, p, log)
	b.syncer = newSyncer(b.entries, b.exchange, b.sender, b.results, seeker, b.reconciler)
}

func (b *bundle) stop() {
	b.sender.Stop()
	b.reconciler.Stop()
	_ = b.folder.Stop(context.Background())
}

// restart ends the process and begins another one.
func (b *bundle) restart() {
	b.t.Helper()
	b.stop()
	b.start()
}

// photo stores a square picture.
func (b *bundle) photo() wireid.ID {
	b.t.Helper()
	size := 320
	id := wireid.New()
	file := media.MediaFile{
		ID: id, OriginalFilename: "photo.jpg", StoragePath: "images/" + id.String() + ".jpg", MimeType: "image/jpeg", FileSize: 1,
		Width: &size, Height: &size, IsValid: true, CreatedAt: wiretime.Of(b.clock.Now()),
	}
	path := filepath.Join(b.dir.Uploads(), filepath.FromSlash(file.StoragePath))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.db.NewInsert().Model(&file).Exec(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	return id
}

// request is a picture to be published after a while.
func (b *bundle) request(after time.Duration) posts.Submission {
	photo, caption := b.photo(), "rye"
	return posts.Submission{
		PublishablePost: posts.PublishablePost{AccountID: b.account.ID, MediaType: posts.Image, MediaFileID: &photo, Content: posts.Content{Caption: &caption}},
		At:              at(b.clock.Now().Add(after)), Timezone: "UTC",
	}
}

// submit takes a post in as the service of schedule does.
func (b *bundle) submit(request posts.Submission) (posts.Accepted, error) {
	accepted, err := b.intake.Submit(b.t.Context(), request)
	if err != nil || accepted.CloudJobID == nil {
		return accepted, err
	}
	return b.sender.HandOver(b.t.Context(), accepted)
}

// reschedule changes a post as the service of schedule does.
func (b *bundle) reschedule(id wireid.ID, change posts.Reschedule) (posts.Post, error) {
	post, err := b.waiting.Reschedule(b.t.Context(), id, change)
	if errors.Is(err, posts.ErrInCloud) {
		return b.editor.Reschedule(b.t.Context(), id, change)
	}
	return post, err
}

// schedule has a picture published after a while.
func (b *bundle) schedule(after time.Duration) posts.Accepted {
	b.t.Helper()
	accepted, err := b.submit(b.request(after))
	if err != nil {
		b.t.Fatal(err)
	}
	return accepted
}

// post returns the post as it is stored.
func (b *bundle) post(id wireid.ID) posts.Post {
	b.t.Helper()
	post, err := b.history.Post(b.t.Context(), id)
	if err != nil {
		b.t.Fatal(err)
	}
	return post
}

// entry returns what the worker is to know of the post, nil for nothing.
func (b *bundle) entry(id wireid.ID) *entry {
	b.t.Helper()
	row, err := selectEntry(b.t.Context(), b.db, id)
	if err != nil {
		b.t.Fatal(err)
	}
	return row
}

// advance lets time pass and then makes the attempts that are due.
func (b *bundle) advance(d time.Duration) {
	b.t.Helper()
	b.clock.Advance(d)
	if err := b.sender.sendDue(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// fetch takes results home.
func (b *bundle) fetch() {
	b.t.Helper()
	if _, err := b.results.Fetch(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// renew stores another token of the account.
func (b *bundle) renew(token string) {
	b.t.Helper()
	sealed := b.box.Seal(secrets.NewText(token), "account-token:"+b.account.ID.String())
	if _, err := b.db.NewRaw("UPDATE account_tokens SET sealed = ? WHERE account_id = ?", sealed, b.account.ID).Exec(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// caption changes a post's caption.
func caption(text string) posts.Reschedule {
	var change posts.Reschedule
	change.Caption.IsSet, change.Caption.Value = true, &text
	return change
}

// picture returns the change with another picture for the post.
func picture(change posts.Reschedule, file wireid.ID) posts.Reschedule {
	change.MediaFileID.IsSet, change.MediaFileID.Value = true, &file
	return change
}

func at(t time.Time) *wiretime.Time { return wiretime.Ptr(t) }
