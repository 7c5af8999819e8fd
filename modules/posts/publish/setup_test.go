package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/modules/auth/authtest"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/networkclock"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/attempt/attempttest"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/timeline"
	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/graph"
	"crier/platform/imaging"
	"crier/platform/intent"
	"crier/platform/jobs"
	"crier/platform/objectstore/disk"
	"crier/platform/publicurl"
	"crier/platform/uptime"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

var (
	linkInsert = database.InsertInto[posts.Link]("")
	postInsert = database.InsertInto[posts.Post]("")
)

// insertLinks makes files the media of a post that has none, in their order.
func insertLinks(ctx context.Context, db bun.IDB, post wireid.ID, files []wireid.ID) error {
	for i, id := range files {
		if err := linkInsert.Exec(ctx, db, &posts.Link{PostID: post, Position: i, MediaFileID: &id}); err != nil {
			return err
		}
	}
	return nil
}

// ids returns the ids of the posts, in their order.
func ids(posts []posts.Post) []wireid.ID {
	list := make([]wireid.ID, len(posts))
	for i, p := range posts {
		list[i] = p.ID
	}
	return list
}

// numbered returns an id that sorts by its number.
func numbered(n byte) wireid.ID {
	return wireid.MustParse("00000000-0000-4000-8000-0000000000" + string([]byte{'0' + n/10, '0' + n%10}))
}

var start = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

var lateness = Lateness{Grace: 24 * time.Hour, Spacing: time.Minute}

// bundle is the module on a database and a network of the test's own.
type bundle struct {
	db       *database.DB
	clock    *clock.Fake
	queue    *jobs.Queue
	accounts *auth.Service
	service  service
	cloud    *posts.CloudResults
	engine   *Engine
	network  *network
	clocks   *networkclock.Clock
	uptime   *uptime.Meter
	// The accounts, of the primary and of the partner login.
	bakery, potter auth.SocialAccount
}

// service is what users do with posts here.
type service struct {
	*posts.History
	*posts.Retrier
	*posts.Deleter
}

func newService(db *database.DB, clk clock.Clock, queue *jobs.Queue, accounts *auth.Service, files *media.Service) service {
	history := posts.NewHistory(db, files)
	return service{history, posts.NewRetrier(db, clk, queue, accounts, history, posts.NoCloud{}), posts.NewDeleter(db, clk, queue, posts.NoCloud{})}
}

func setup(t *testing.T) *bundle {
	t.Helper()
	clk := clock.NewFake(start)
	b := &bundle{db: databasetest.New(t), clock: clk, network: newNetwork(t, clk)}
	b.network.now = b.clock.Now
	log := slog.New(slog.DiscardHandler)
	accounts, list := authtest.Start(t, b.db, b.clock, authtest.Bakery(), authtest.Potter())
	b.bakery, b.potter = list[0], list[1]
	dir, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	objects := disk.New(dir.Public(), func() string { return "http://127.0.0.1:1" })
	files := media.NewService(media.Deps{DB: b.db, Clock: b.clock, Log: log, Dir: dir, Images: imaging.NewPool(imaging.PoolOptions{}), Objects: objects, MaxSize: 1 << 20, NoTools: true})
	b.queue = jobs.NewQueue(b.clock)
	natives := settings.NewNatives(settings.NativeDeps{DB: b.db, Clock: b.clock})
	b.accounts, b.clocks, b.uptime = accounts, new(networkclock.Clock), uptime.New(b.db, b.clock, config.Sandbox)
	b.service = newService(b.db, b.clock, b.queue, accounts, files)
	b.cloud = posts.NewCloudResults(b.clock, b.queue, accounts, files)
	b.engine = New(Deps{
		DB: b.db, Clock: b.clock, Log: log, Queue: b.queue, Posts: b.service.History, Recorder: timeline.NewRecorder(b.db, b.clock, log), Clocks: b.clocks,
		Accounts: accounts, Natives: natives, Media: files, Network: b.network.client, Ledger: attempt.New(intent.NewIssuer(), attempttest.AnyFolder{}), URLs: publicurl.New(true),
		Uptime: b.uptime, Lateness: lateness,
	})
	return b
}

// at returns the publication of a post, as a claim's run finds it.
func (b *bundle) at(t *testing.T, claim *jobs.Claim, post posts.Post) *publication {
	t.Helper()
	run := &channel.Run{Claim: claim, Post: post}
	last, _, err := attempt.Last(t.Context(), b.db, post.ID, b.engine.channels.forPost(post).Name())
	if err != nil {
		t.Fatal(err)
	}
	run.Last = last
	return b.engine.newPublication(run)
}

// feed returns the publishing API at work on a post.
func (b *bundle) feed(t *testing.T, post posts.Post) channel.Work {
	t.Helper()
	work := b.engine.channels.byName(attempt.Feed).At(&channel.Run{Post: post})
	if err := work.Identify(t.Context()); err != nil {
		t.Fatal(err)
	}
	return work
}

func value(s *string) string { return channel.Text(s) }

// insert stores a post with its files in any status, also one in which no post begins, and fills in
// what a row must have. One in PUBLISHING gets the attempt that it must have, an open one that was
// sent at the start.
func (b *bundle) insert(t *testing.T, post posts.Post, files ...wireid.ID) posts.Post {
	t.Helper()
	now := wiretime.Of(b.clock.Now())
	if post.ID.IsZero() {
		post.ID = wireid.New()
	}
	if post.SocialAccountID.IsZero() {
		post.SocialAccountID = b.bakery.ID
	}
	if post.MediaType == "" {
		post.MediaType = posts.Image
	}
	if post.CreatedAt.IsZero() {
		post.CreatedAt = now
	}
	post.UserID, post.SourceType, post.Timezone, post.UpdatedAt = b.accounts.UserID(), posts.Manual, "UTC", now
	if _, err := b.db.NewInsert().Model(&post).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := insertLinks(t.Context(), b.db, post.ID, files); err != nil {
		t.Fatal(err)
	}
	if post.Status == posts.Publishing {
		b.send(t, post, attempt.Attempt{})
	}
	return post
}

// enqueue stores a job for the post with the id, and returns the job's id.
func (b *bundle) enqueue(t *testing.T, post wireid.ID, lane string, due time.Time) wireid.ID {
	t.Helper()
	id, err := b.queue.Enqueue(t.Context(), b.db, jobs.Request{Type: posts.PublishJob, SubjectID: post, Lane: lane, RunAt: due})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// send writes down that the post was sent: at the start, when the attempt does not say when.
func (b *bundle) send(t *testing.T, post posts.Post, a attempt.Attempt) attempt.Attempt {
	t.Helper()
	if a.Channel == "" {
		a.Channel = b.engine.channels.forPost(post).Name()
	}
	a.PostID, a.AccountID = post.ID, post.SocialAccountID
	if a.Ref == "" {
		a.Ref = value(post.SNContainerID)
	}
	if a.Look == "" {
		a.Look, _ = b.engine.channels.byName(a.Channel).Look(post)
	}
	if a.SentAt == (wiretime.Time{}) {
		a.SentAt = *at(start)
	}
	return attempttest.Insert(t, b.db, a)
}

// last returns the post's latest attempt on the channel by which it goes out.
func (b *bundle) last(t *testing.T, post posts.Post) attempt.Attempt {
	t.Helper()
	a, _, err := attempt.Last(t.Context(), b.db, post.ID, b.engine.channels.forPost(post).Name())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// read returns the stored post.
func (b *bundle) read(t *testing.T, id wireid.ID) posts.Post {
	t.Helper()
	post, err := posts.SelectPost(t.Context(), b.db, id)
	if err != nil {
		t.Fatal(err)
	}
	return post
}

// photo stores the record of a square picture.
func (b *bundle) photo(t *testing.T) wireid.ID {
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

// network is a server that shows what a test has put into it.
type network struct {
	client *graph.Client
	// usage is the header that says how much of the allowance for calls is used.
	usage string
	// now is the network's clock; nil is the machine's.
	now func() time.Time

	mu sync.Mutex
	// media is what the accounts' lists show, by "<account>/media" and "<account>/stories".
	media map[string][]graph.Media
	// status is the state of each container.
	status map[string]graph.StatusCode
	// failing is the body of the error that every call gets, if it is not empty.
	failing string
	// deleting is called before a media is deleted.
	deleting func()
	// answering is called before each answer.
	answering func()
	asked     []string
	// isCut says that nobody gets an answer, isAway that it cannot be reached.
	isCut, isAway bool
	// isPartnerAway says that the host for the partner login cannot be reached.
	isPartnerAway bool
	// isEndless says that each page of a list has a next one.
	isEndless bool
	// isOpen says that the network publishes, and published is how many it has.
	isOpen    bool
	published int
	server    string
}

// address is where the network is; nobody listens there while it is away.
func (n *network) address() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.isAway {
		return "http://127.0.0.1:1"
	}
	return n.server
}

// partnerAddress is address for accounts of the partner login.
func (n *network) partnerAddress() string {
	n.mu.Lock()
	isAway := n.isPartnerAway
	n.mu.Unlock()
	if isAway {
		return "http://127.0.0.1:1"
	}
	return n.address()
}

// leave has nobody reach the network, until comeBack.
func (n *network) leave() { n.setAway(true) }

func (n *network) comeBack() { n.setAway(false) }

func (n *network) setAway(isAway bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.isAway = isAway
}

func newNetwork(t *testing.T, clk clock.Clock) *network {
	t.Helper()
	n := &network{media: map[string][]graph.Media{}, status: map[string]graph.StatusCode{}}
	server := httptest.NewServer(n)
	n.server = server.URL
	n.client = graph.New(graph.Options{Clock: clk, Endpoints: func() graph.Endpoints {
		at, partner := n.address(), n.partnerAddress()
		return graph.Endpoints{Instagram: at + "/ig", Facebook: partner + "/fb"}
	}})
	t.Cleanup(func() {
		n.client.CloseIdleConnections()
		server.Close()
	})
	return n
}

// ServeHTTP answers reads of lists and of containers, and deletions.
func (n *network) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n.mu.Lock()
	defer n.mu.Unlock()
	_, path, _ := strings.Cut(r.URL.Path, "/"+graph.Version+"/")
	n.asked = append(n.asked, r.Method+" "+path)
	w.Header().Set("Content-Type", "application/json")
	if n.usage != "" {
		w.Header().Set("X-App-Usage", n.usage)
	}
	if n.now != nil {
		w.Header().Set("Date", n.now().Format(http.TimeFormat))
	}
	if n.answering != nil {
		n.answering()
	}
	list, isList := n.media[path]
	state, isContainer := n.status[path]
	switch {
	case n.isCut:
		panic(http.ErrAbortHandler)
	case n.failing != "":
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, n.failing)
	case n.deleting != nil && r.Method == http.MethodDelete:
		n.deleting()
		_ = json.NewEncoder(w).Encode(map[string]any{"success": true, "deleted_id": path})
	case n.isOpen && strings.HasSuffix(path, "/media_publish"):
		n.published++
		_ = json.NewEncoder(w).Encode(map[string]any{"id": live(n.published, 0).ID})
	case isList:
		answer := map[string]any{"data": wire(list)}
		if n.isEndless {
			answer["paging"] = map[string]any{"next": fmt.Sprintf("%s%s?after=%d", n.server, r.URL.Path, len(n.asked))}
		}
		_ = json.NewEncoder(w).Encode(answer)
	case isContainer:
		_ = json.NewEncoder(w).Encode(map[string]any{"id": path, "status_code": state, "status": string(state)})
	default:
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":{"message":"unknown object","code":100,"error_subcode":33}}`)
	}
}

// wire returns the media as the network writes them.
func wire(list []graph.Media) []map[string]any {
	items := make([]map[string]any, len(list))
	for i, m := range list {
		items[i] = map[string]any{
			"id": m.ID, "caption": m.Caption, "permalink": m.Permalink, "media_type": m.Type, "media_product_type": m.ProductType,
			"timestamp": m.Timestamp.UTC().Format("2006-01-02T15:04:05-0700"),
		}
	}
	return items
}

// show has the account's list show the media.
func (n *network) show(account auth.SocialAccount, edge string, list ...graph.Media) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.media[account.SNUserID+"/"+edge] = list
}

// contain has a container be in a state.
func (n *network) contain(id string, state graph.StatusCode) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.status[id] = state
}

// cut has nobody get an answer, until mend.
func (n *network) cut() { n.setCut(true) }

func (n *network) mend() { n.setCut(false) }

func (n *network) setCut(isCut bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.isCut = isCut
}

// behind has the network's clock be behind this machine's.
func (b *bundle) behind(by time.Duration) {
	b.network.mu.Lock()
	defer b.network.mu.Unlock()
	b.network.now = func() time.Time { return b.clock.Now().Add(-by) }
}

// refuse has every call fail with the network's code.
func (n *network) refuse(body string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.failing = body
}

// heard returns the calls so far.
func (n *network) heard() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.asked)
}

func at(t time.Time) *wiretime.Time { return wiretime.Ptr(t) }

var everyStatus = []posts.Status{posts.Draft, posts.Scheduled, posts.Queued, posts.Processing, posts.Publishing, posts.Published, posts.Failed}

// in returns a post in a status, with what the table demands of it.
func in(status posts.Status) posts.Post {
	return posts.Post{
		Status: status, ScheduledFor: at(start.Add(time.Hour)), SNContainerID: new("17890000000000001"),
		ContainerCreatedAt: at(start),
	}
}

// post returns what a publication does with the post itself.
func (p *publication) post() *postLife { return p.life.(*postLife) }

// share returns what a publication does with the share of a post.
func (p *publication) share() *shareLife { return p.life.(*shareLife) }
