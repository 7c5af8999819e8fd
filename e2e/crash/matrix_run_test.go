package crash_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
)

// run is one run of the matrix.
type run struct {
	*matrix
	plan plan
	// key is the folder's; a folder that is put back has another one.
	key     string
	random  *rand.Rand
	control *e2e.SandboxControl
	network string
	dir     string
	port    int
	service *e2e.Service
	// client sends what changes something, reader only reads.
	client, reader http.Client
	// accounts has the network's ids of the bakery (false) and the potter (true).
	accounts map[bool]string
	posts    []*matrixPost
	// faultIDs has the names of the planned faults, states those of which evidence has to tell.
	faultIDs map[string]string
	states   map[string]func(evidence) bool
	// ends are the errorCodes that the faults so far may lead to; kills counts the deaths.
	ends             map[string]bool
	kills            int
	isStuck, expires bool
	// made is how many containers there were when it was planned that the next one expires.
	made int
	// unshared says that a fault may keep a post from the Page, isDead that the bakery's token is
	// no good now.
	unshared, isDead bool
	// uncommented says that a fault may keep a post from its first comment.
	uncommented bool
	// awaitLong says that a post which is held is not at its end.
	awaitLong bool
	// passed is how much time has gone by that nobody waited for, ahead by how much the clock of
	// the service is wrong.
	passed, ahead time.Duration
	// aged says that a day has passed at the network, after which it shows stories no more.
	aged bool
	// more are further settings of each process.
	more []string
}

// matrixPost is a post that a client has sent.
type matrixPost struct {
	content
	key, path string
	// says is what the request says, as JSON in body.
	says body
	body []byte
	// id is empty until the post was accepted.
	id string
	// mention is who a native story mentions, and no other.
	mention string
	// act is the action for it, done says that it was taken.
	act  action
	done bool
	// now is what the service said of it last.
	now told
}

// told is what the service says of a post.
type told struct {
	ID, Status, Caption                   string
	SNContainerID, SNMediaID, SNPermalink *string
	PartnerPostID, PartnerPermalink       *string
	FirstCommentState, FirstCommentID     *string
	ErrorCode, ErrorMessage               *string
}

// String says what a failure of a test is to say.
func (p told) String() string {
	said := p.Status
	for _, s := range []*string{p.ErrorCode, p.ErrorMessage, p.SNContainerID, p.SNMediaID} {
		if s != nil {
			said += " " + *s
		}
	}
	return said
}

func (p told) hasEnded() bool { return p.Status == "PUBLISHED" || p.Status == "FAILED" }

func (m *matrix) newRun(t *testing.T, sandbox *e2e.SandboxProcess, seed uint64) *run {
	t.Helper()
	r := &run{
		matrix: m, key: m.key, plan: planOf(seed), random: rand.New(rand.NewPCG(seed, 1)), control: sandbox.Control(t), network: sandbox.URL(),
		dir: filepath.Join(t.TempDir(), "data"), port: freePort(t), faultIDs: map[string]string{}, states: map[string]func(evidence) bool{}, ends: map[string]bool{},
		client: oneByOne(), reader: keeping(t),
		accounts: map[bool]string{false: "17841400000000101", true: "17841400000000202"},
	}
	copyFolder(t, m.folder, r.dir)
	r.control.Reset()
	r.heal()
	return r
}

// oneByOne returns a client that has a connection for each request: on a kept one that a death has
// cut off, Go would send some a second time by itself.
func oneByOne() http.Client {
	return http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}
}

// keeping returns a client that keeps its connections until the end of the test.
func keeping(t *testing.T) http.Client {
	t.Helper()
	client := http.Client{Transport: &http.Transport{}, Timeout: time.Minute}
	t.Cleanup(client.CloseIdleConnections)
	return client
}

// portsTried counts the ports that the matrices of this process have tried: they run at the same
// time.
var portsTried atomic.Int64

// freePort returns a port that nobody else takes, so that a process has the same address after each
// death. It lies below those that systems give to programs that ask for any.
func freePort(t *testing.T) int {
	t.Helper()
	const first, count = 20_000, 10_000
	for range count {
		port := first + (os.Getpid()*101+int(portsTried.Add(1)))%count
		l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			_ = l.Close()
			return port
		}
	}
	t.Fatal("no port is free")
	return 0
}

// copyFolder copies a data folder that no service uses.
func copyFolder(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(to, strings.TrimPrefix(path, from))
		if d.IsDir() {
			return os.MkdirAll(target, 0o700)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, b, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// heal ends all that is wrong with the network.
func (r *run) heal() {
	r.isDead = false
	imageMs, videoMs, perCall, polls := int64(2000), int64(4000), int64(200), 0
	r.control.ClearFaults()
	r.control.LagReads(0)
	r.control.Latency(e2e.Latency{ImageMs: &imageMs, VideoMs: &videoMs, PerCallMs: &perCall, PollsUntilFinished: &polls})
	for _, account := range r.accounts {
		r.control.Token(account, "restore")
		r.control.Quota(account, 1_000_000, 0)
	}
}

// play runs the phases, each with a process of its own, and leaves a service whose posts have all
// come to their end.
func (r *run) play(t *testing.T) {
	t.Helper()
	for i, ph := range r.plan.phases {
		r.live(t, i, ph)
	}
	r.start(t, phase{})
	for _, p := range r.posts {
		if p.act == stopping {
			p.done = true // Nobody would start the service again that is to bring all posts to their end.
		}
	}
	r.noteFaults(t)
	r.heal()
	r.repeat(t, len(r.posts))
	r.awaitEnds(t)
	r.rescue(t)
	r.awaitPermalinks(t)
}

// live runs one phase, up to the death of its process.
func (r *run) live(t *testing.T, i int, ph phase) {
	t.Helper()
	if ph.healed {
		r.noteFaults(t)
		r.heal()
	}
	for _, name := range ph.faults {
		r.fault(t, name)
	}
	held := r.held()
	r.pass(ph.later)
	if ph.act == refreshing {
		r.ripen(t)
	}
	if !r.start(t, ph) {
		r.died(t, ph.kill)
		return
	}
	fresh := len(r.posts)
	for j, c := range ph.posts {
		p := r.newPost(t, i, j, c)
		if j == 0 {
			p.act = ph.act
		}
		r.posts = append(r.posts, p)
	}
	if ph.kill == randomly {
		// Any moment will do.
		timer := time.AfterFunc(time.Duration(r.random.IntN(500))*time.Millisecond, func() { r.service.Signal(t, os.Kill) }) //nolint:forbidigo // See above.
		defer timer.Stop()
	}
	r.repeat(t, fresh)
	if r.expires {
		r.expire(t)
	}
	if ph.act == leaving {
		r.service.Kill(t)
		r.kills++
		return
	}
	r.awaitLong = r.isDead && ph.later > 0
	r.awaitEnds(t)
	if r.awaitLong {
		r.judgeHeld(t, held)
	}
	r.awaitLong = false
	if ph.act == refreshing {
		r.awaitRefresh(t)
	}
	r.act(t)
	r.awaitEnds(t)
	r.service.Kill(t)
	r.died(t, ph.kill)
}

// start starts the service, which is to die as kill says, unless it runs. It reports false when it
// has died before it answered.
func (r *run) start(t *testing.T, ph phase) bool {
	t.Helper()
	kill := ph.kill
	r.ahead = ph.ahead
	more := append([]string{"CRIER_DATA_DIR=" + r.dir, r.fastClock(r.passed + ph.ahead)}, r.more...)
	if kill != "" && kill != randomly && kill != inTheStart {
		more = append(more, "CRIER_KILL_AT="+kill)
	}
	network := r.network
	if ph.offline {
		network = "http://127.0.0.1:1"
	}
	settings := r.settings(network, r.port, more...)
	if kill == inTheStart {
		p := r.program.Start(t, append(settings, "CRIER_KEYRING=off"), "serve")
		waitDrawn(t, r.random, 0, 150)
		p.Kill(t)
		return false
	}
	service, answers := r.program.TryServe(t, settings...)
	r.service = service
	if !answers && !strings.Contains(service.Stderr(), "killpoint: ") {
		t.Fatalf("the service ended by itself: %s", service.Stderr())
	}
	return answers
}

// died notes a death, and where it was; and how the run stands when that is not where it was to be.
func (r *run) died(t *testing.T, kill string) {
	t.Helper()
	r.kills++
	if r.service == nil {
		return
	}
	e2e.WantLegal(t, e2e.OpenDB(t, r.service.Dir()))
	point, _, _ := strings.Cut(kill, ":")
	if strings.Contains(r.service.Stderr(), "killpoint: "+point+"\n") {
		r.note(r.matrix.died, point)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var posts strings.Builder
	for _, p := range r.posts {
		fmt.Fprintf(&posts, "\n%q, %q done %t: %s", p.key, p.act, p.done, p.now)
	}
	r.outlived[point] = fmt.Sprintf("%s%s\n%s", r.plan, posts.String(), r.service.Stderr())
}

// newPost makes a post with a caption that no other has.
func (r *run) newPost(t *testing.T, phase, n int, c content) *matrixPost {
	t.Helper()
	p := &matrixPost{content: c, key: fmt.Sprintf("run %d, phase %d, post %d.", r.plan.seed, phase, n), path: "/posts/publish"}
	kind, video := strings.CutPrefix(c.kind, "VIDEO ")
	kind, tall := strings.CutPrefix(kind, "TALL ")
	kind, isNative := strings.CutPrefix(kind, "NATIVE ")
	b := body{"accountId": e2e.DemoAccount, "mediaType": kind, "caption": p.key}
	if c.potter {
		b["accountId"] = e2e.PotterAccount
	}
	switch {
	case kind == "CAROUSEL":
		b["mediaFileIds"] = []string{r.files["picture0"], r.files["movie"], r.files["picture1"]}
	case video || tall:
		b["mediaFileId"] = r.files["reel"]
	case kind == "REELS":
		b["mediaFileId"] = r.files["movie"]
	default:
		b["mediaFileId"] = r.files["picture2"]
	}
	if c.crossPost {
		b["crossPostToPartner"] = true
	}
	if c.commented {
		b["firstComment"] = p.comment()
	}
	if isNative {
		p.mention = fmt.Sprintf("s%d.p%d.n%d", r.plan.seed, phase, n)
		b["storyMentions"] = []body{{"username": p.mention}}
	}
	if c.scheduled > 0 {
		p.path = "/schedule"
	}
	p.says = b
	p.write(t, r.now(t))
	return p
}

// write makes the request for the post. One that is scheduled is so from now on.
func (p *matrixPost) write(t *testing.T, now time.Time) {
	t.Helper()
	if p.scheduled > 0 {
		p.says["scheduledFor"], p.says["timezone"] = now.Add(time.Duration(p.scheduled)*time.Second), "UTC"
	}
	var err error
	if p.body, err = json.Marshal(p.says); err != nil {
		t.Fatal(err)
	}
}

// longestLead bounds, in seconds, for how far ahead a post is scheduled on a busy machine.
const longestLead = 3600

// repeat sends the posts that were not accepted yet, as a client does that had no answer. Those of
// this phase begin at fresh. On a busy machine the time of such a post has passed before the
// service has the request: it gets a later one.
func (r *run) repeat(t *testing.T, fresh int) {
	t.Helper()
	for i, p := range r.posts {
		if p.id != "" {
			continue
		}
		var answer struct{ PostID string }
		status, text := r.ask(http.MethodPost, p.path, p.key, p.body, &answer)
		for i >= fresh && p.scheduled > 0 && p.scheduled < longestLead && strings.Contains(text, "INVALID_SCHEDULE") {
			p.scheduled *= 2
			p.write(t, r.now(t))
			status, text = r.ask(http.MethodPost, p.path, p.key, p.body, &answer)
		}
		switch {
		case status == http.StatusAccepted || status == http.StatusCreated:
			p.id = answer.PostID
		case status == http.StatusBadRequest && strings.Contains(text, "INVALID_SCHEDULE"),
			strings.Contains(text, "TOKEN_EXPIRED") && r.ends["TOKEN_EXPIRED"]:
			// Its time has passed, or its account is known to be dead by a fault of this phase or
			// an earlier one, before anybody took it in: it is no post.
			p.act, p.done, p.now.Status = cancelling, true, "DRAFT"
			p.id = "refused"
		case status != 0:
			t.Errorf("%q was answered %d: %s", p.key, status, text)
		}
	}
}

// ask sends a request and returns the status of the answer, 0 when there was no whole one, and its
// text.
func (r *run) ask(method, path, key string, content []byte, answer any) (status int, text string) {
	req, err := http.NewRequest(method, fmt.Sprintf("http://127.0.0.1:%d/api/v1%s", r.port, path), strings.NewReader(string(content)))
	if err != nil {
		panic(err)
	}
	req.Header.Set("Authorization", "Bearer "+r.key)
	req.Header.Set("Content-Type", "application/json")
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	client := &r.client
	if method == http.MethodGet {
		client = &r.reader
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0, ""
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, ""
	}
	if answer != nil && resp.StatusCode < http.StatusMultipleChoices && json.Unmarshal(b, answer) != nil {
		return 0, ""
	}
	return resp.StatusCode, string(b)
}

// expire lets a day pass at the network once it has a container that is not of an earlier phase, or
// will have none because another fault has ended the posts.
func (r *run) expire(t *testing.T) {
	t.Helper()
	r.expires = false
	r.until(t, "a container", func() bool { return r.allEnded(t) || r.countMade() > r.made })
	r.age()
}

// countMade returns how many containers the network has made.
func (r *run) countMade() (n int) {
	for _, c := range r.control.Calls() {
		if c.Method == http.MethodPost && strings.HasSuffix(c.Path, "/media") && c.Status == http.StatusOK {
			n++
		}
	}
	return n
}

// age lets a day pass at the network.
func (r *run) age() {
	r.aged = true
	r.control.AdvanceClock(day)
}

// until waits until done, or the death of the service.
func (r *run) until(t *testing.T, what string, done func() bool) {
	t.Helper()
	limit := clock.System().Now().Add(2 * time.Minute) // The machine may be busy.
	for !done() {
		select {
		case <-r.service.Ended():
			return
		case <-clock.System().NewTimer(50 * time.Millisecond).C:
		}
		if clock.System().Now().After(limit) {
			t.Errorf("stuck: %s does not come", what)
			r.stuck.Add(1)
			for _, p := range r.posts {
				if !r.settled(p) {
					t.Errorf("%q: %+v", p.key, p.now)
				}
			}
			t.FailNow()
		}
	}
}

// look asks the service for a post. An accepted one that it does not know is lost.
func (r *run) look(t *testing.T, p *matrixPost) {
	t.Helper()
	var now told
	switch status, _ := r.ask(http.MethodGet, "/posts/"+p.id, "", nil, &now); {
	case status == http.StatusOK:
		p.now = now
	case status == http.StatusNotFound && p.act == deleting:
		p.done, p.now = true, told{Status: "DELETED"}
	case status == http.StatusNotFound:
		t.Errorf("%q was accepted, and is gone", p.key)
		r.lost.Add(1)
		t.FailNow()
	}
}

// settled reports whether nothing more comes of a post by itself.
func (r *run) settled(p *matrixPost) bool {
	if r.isDead && !r.awaitLong && p.isHeld() {
		return true
	}
	switch p.act {
	case cancelling, deleting:
		return p.done
	case moving:
		return p.done && p.now.hasEnded() && p.hasEndedBeside()
	default:
		return p.now.hasEnded() && p.hasEndedBeside()
	}
}

// awaitEnds waits until every accepted post has ended, or the service.
func (r *run) awaitEnds(t *testing.T) {
	t.Helper()
	if !r.lookAt(t, true) {
		r.until(t, "the end of a post", func() bool { return r.allEnded(t) })
	}
}

// allEnded reports whether every accepted post has ended. It looks at those that had ended once
// all have, because a run asks thousands of times.
func (r *run) allEnded(t *testing.T) bool {
	t.Helper()
	return r.lookAt(t, false) && r.lookAt(t, true)
}

// lookAt looks at every accepted post, or at those that have not ended yet, and reports whether
// they have.
func (r *run) lookAt(t *testing.T, every bool) bool {
	t.Helper()
	ended := true
	for _, p := range r.posts {
		if p.id == "" || p.id == "refused" || !every && r.settled(p) {
			continue
		}
		r.look(t, p)
		r.planned(t, p)
		ended = ended && r.settled(p)
	}
	return ended
}

// planned does what a client wants with a post that waits for its time, until it has been answered.
func (r *run) planned(t *testing.T, p *matrixPost) {
	t.Helper()
	if p.done {
		return
	}
	var status int
	switch p.act {
	case cancelling:
		status, _ = r.ask(http.MethodDelete, "/schedule/"+p.id, "", nil, nil)
		p.done = status == http.StatusOK || p.now.Status == "DRAFT"
	case deleting:
		status, _ = r.ask(http.MethodDelete, "/posts/"+p.id, "", nil, nil)
		p.done = status == http.StatusOK
	case moving:
		at, err := json.Marshal(body{"scheduledFor": r.now(t).Add(r.ahead + 20*time.Second)})
		if err != nil {
			t.Fatal(err)
		}
		status, _ = r.ask(http.MethodPut, "/schedule/"+p.id, "", at, nil)
		p.done = status == http.StatusOK || p.now.Status != "SCHEDULED"
	case stopping:
		if p.now.Status == "PROCESSING" {
			p.done = true
			r.service.Signal(t, syscall.SIGTERM)
		}
	default:
	}
}

// act does what a client wants with a post that has ended.
func (r *run) act(t *testing.T) {
	t.Helper()
	for _, p := range r.posts {
		if p.done || p.act != addressing && p.act != naming {
			continue
		}
		if p.done = true; p.act == naming {
			r.noteFaults(t)
			r.heal()
		}
		r.awaitPermalinks(t)
	}
	for _, p := range r.posts {
		if p.done || p.now.Status != "FAILED" || p.act != retrying && p.act != proving {
			continue
		}
		p.done = true
		r.noteFaults(t)
		r.heal()
		if p.act == retrying || !r.isLive(p) {
			r.retry(p)
			continue
		}
		r.until(t, "the proof that a post is live", func() bool { r.look(t, p); return p.now.Status == "PUBLISHED" })
	}
}

func (r *run) retry(p *matrixPost) {
	p.now = told{}
	r.ask(http.MethodPost, "/posts/"+p.id+"/retry", "", nil, nil)
}
