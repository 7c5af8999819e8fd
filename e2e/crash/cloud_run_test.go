package crash_test

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/clock"
)

// cloudLane is a world in which runs come one after another, on one data folder.
type cloudLane struct {
	*e2e.CloudWorld

	port                     int
	key, host, cookie, photo string
	// http and reader are like a run's client and reader.
	http, reader http.Client
	service      *e2e.Service
}

func (m *cloudMatrix) lane(t *testing.T) *cloudLane {
	t.Helper()
	l := &cloudLane{CloudWorld: e2e.NewCloudWorld(t, m.program), port: freePort(t), http: oneByOne(), reader: keeping(t)}
	l.NoBucket = m.isWithoutBucket
	first := l.Program.Serve(t, l.Settings(fmt.Sprintf("CRIER_PORT=%d", l.port))...)
	l.key = first.Key(t)
	l.host, l.cookie = first.SignIn(t)
	l.SetUp(first.Anonymous(t).At(l.host).With("Cookie", l.cookie))
	client := first.Anonymous(t).With("Authorization", "Bearer "+l.key)
	// The runs of a lane publish for one account, and soon more than the network takes in a day.
	var me struct{ Accounts []struct{ SNUserID string } }
	client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	for _, a := range me.Accounts {
		l.Control.Quota(a.SNUserID, 1_000_000, 0)
	}
	l.photo = client.Upload("file", "photo.png", e2e.Picture(t, 320, 320)).Want(http.StatusCreated).String("id")
	if exit := first.Stop(t); exit.Code != 0 {
		t.Fatalf("it ended with %d: %s", exit.Code, exit.Stderr)
	}
	return l
}

// cloudRun is one run.
type cloudRun struct {
	*cloudLane

	matrix *cloudMatrix
	plan   cloudPlan
	t      *testing.T
	// started is when the first process answered, or had died before it did.
	started time.Time
	posts   []*cloudPost
	// failures has the names of the faults of the network by their ids.
	failures map[string]string
	// ahead is by how much the program's clock is ahead.
	ahead time.Duration
}

// cloudPost is a post that a client has sent.
type cloudPost struct {
	caption, changed string
	body             body
	// id is empty until the post was accepted.
	id string
	// isLate says that it has got a second time, because the first one passed before it was taken.
	isLate bool
	// isCancelled and isChanged say that the client was told so.
	isCancelled, isChanged bool
	now                    posts.Post
	isGone                 bool
}

// untilDue is after when the first post is due: the time for it to be handed over, and to be
// changed or taken back.
const untilDue = 2700 * time.Millisecond

// play runs the plan, with deaths, and then one process more that nothing disturbs, and judges.
func (r *cloudRun) play() {
	r.disturb()
	r.start(r.plan.kill)
	r.started = clock.System().Now()
	if r.plan.death {
		r.meanwhile(r.deathsUntil)
	}
	r.offer("first", untilDue)
	r.offer("second", untilDue+200*time.Millisecond)
	r.act()
	r.restart(r.plan.again)
	r.repeat()
	r.try(http.MethodPost, "/api/schedule/sync", nil, nil)
	r.calm()
	r.restart("")
	r.repeat()
	r.settle()
	r.retryPutAside()
	r.settleComments()
	r.noteFailures()
	r.judge()
	r.judgeComments()
	// A result that stayed with the worker would have the next run of the lane die too early.
	r.try(http.MethodPost, "/api/schedule/sync", nil, nil)
	r.service.Kill(r.t)
	e2e.WantLegal(r.t, e2e.OpenDB(r.t, r.service.Dir()))
}

// disturb lets go wrong what the plan says, but for the deaths of the worker's runtime.
func (r *cloudRun) disturb() {
	r.t.Cleanup(r.Heal)
	if name := r.plan.network; name != "" {
		r.failures[e2e.NewSandboxControl(r.t, r.Network.URL()).Fault(networkFaults()[name])] = name
	}
	for _, name := range r.plan.faults {
		fault := cloudFaults()[name]
		fault.Reached = func() { r.meets(name) }
		r.Fault(fault)
	}
	if r.matrix.isWithoutBucket {
		// Each run meets one of them, and all do the same in turn.
		names := slices.Sorted(keysOf(mediaFaults()))
		name := names[r.plan.seed%uint64(len(names))]
		fault := mediaFaults()[name]
		fault.Reached = func() { r.meets(name) }
		r.Fault(fault)
	}
	if r.plan.crons {
		r.meanwhile(r.cronsUntil)
	}
}

// meanwhile does something beside the run, to its end.
func (r *cloudRun) meanwhile(do func(ended <-chan struct{})) {
	ended := make(chan struct{})
	var work sync.WaitGroup
	work.Go(func() { do(ended) })
	r.t.Cleanup(func() {
		close(ended)
		work.Wait()
	})
}

// meets counts a fault that has come about. Those of a run that is drawn from the day's seeds do
// not count: another day has other ones.
func (r *cloudRun) meets(fault string) {
	if !r.plan.isRequired() {
		return
	}
	r.matrix.mu.Lock()
	defer r.matrix.mu.Unlock()
	r.matrix.met[fault]++
}

// noteFailures counts the faults that the network's calls have met.
func (r *cloudRun) noteFailures() {
	for _, call := range e2e.NewSandboxControl(r.t, r.Network.URL()).Calls() {
		if name := r.failures[call.FaultID]; name != "" {
			r.meets(name)
		}
	}
}

// cronsUntil fires crons, three at once, all the time.
func (r *cloudRun) cronsUntil(ended <-chan struct{}) {
	for {
		var some sync.WaitGroup
		for range 3 {
			some.Go(func() { r.Cron(r.t, r.Account, e2e.CloudName) })
		}
		some.Wait()
		if !e2e.SleepUnless(ended, 200*time.Millisecond) {
			return
		}
	}
}

// deathsUntil kills the worker's runtime once the posts are due, some times over.
func (r *cloudRun) deathsUntil(ended <-chan struct{}) {
	for _, pause := range []time.Duration{2550 * time.Millisecond, 400 * time.Millisecond, 300 * time.Millisecond} {
		if !e2e.SleepUnless(ended, pause) {
			return
		}
		r.Restart(r.t, r.Account, e2e.CloudName)
	}
}

// start starts the service, which is to die at the point.
func (r *cloudRun) start(kill string) {
	more := []string{fmt.Sprintf("CRIER_PORT=%d", r.port), "CRIER_LOG_LEVEL=info", "CRIER_LATE_SPACING=1s"}
	if kill != "" {
		more = append(more, "CRIER_KILL_AT="+kill)
	}
	if r.ahead > 0 {
		// Twice as fast since then, it is ahead by as much.
		more = append(more, "CRIER_TEST_CLOCK=2@"+clock.System().Now().Add(-r.ahead).Format(time.RFC3339Nano))
	}
	service, answers := r.Program.TryServe(r.t, r.Settings(more...)...)
	r.service = service
	if !answers && !strings.Contains(service.Stderr(), "killpoint: ") {
		r.t.Fatalf("the service ended by itself: %s", service.Stderr())
	}
}

// restart kills the process, if it lives, and starts another one.
func (r *cloudRun) restart(kill string) {
	r.service.Kill(r.t)
	e2e.WantLegal(r.t, e2e.OpenDB(r.t, r.service.Dir()))
	for _, line := range strings.Split(r.service.Stderr(), "\n") {
		if point, died := strings.CutPrefix(line, "killpoint: "); died {
			r.matrix.mu.Lock()
			r.matrix.died[point]++
			r.matrix.mu.Unlock()
		}
	}
	r.start(kill)
}

// calm ends what is wrong.
func (r *cloudRun) calm() {
	r.Heal()
	e2e.NewSandboxControl(r.t, r.Network.URL()).ClearFaults()
}

// try makes a request, and returns the status of a whole answer, 0 for none.
func (r *cloudRun) try(method, path string, in, out any) (status int, text string) {
	content, err := json.Marshal(in)
	if err != nil {
		r.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(r.t.Context(), method, fmt.Sprintf("http://127.0.0.1:%d%s", r.port, path), strings.NewReader(string(content)))
	if err != nil {
		r.t.Fatal(err)
	}
	if strings.HasPrefix(path, "/api/v1/") {
		req.Header.Set("Authorization", "Bearer "+r.key)
	} else {
		req.Host = r.host
		req.Header.Set("Cookie", r.cookie)
	}
	if b, ok := in.(body); ok {
		req.Header.Set("Content-Type", "application/json")
		if caption, ok := b["caption"].(string); ok && method == http.MethodPost {
			req.Header.Set("Idempotency-Key", caption)
		}
	} else {
		req.Body, req.ContentLength = http.NoBody, 0
	}
	client := &r.http
	if method == http.MethodGet {
		client = &r.reader
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0, ""
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil || out != nil && resp.StatusCode < http.StatusMultipleChoices && json.Unmarshal(b, out) != nil {
		return 0, ""
	}
	return resp.StatusCode, string(b)
}

// offer has a client send a post.
func (r *cloudRun) offer(name string, in time.Duration) {
	caption := fmt.Sprintf("seed %d, %s.", r.plan.seed, name)
	p := &cloudPost{caption: caption, changed: caption + " changed", body: body{
		"accountId": e2e.DemoAccount, "mediaType": "IMAGE", "mediaFileId": r.photo, "caption": caption, "firstComment": commentOf(caption), "timezone": "UTC",
		"scheduledFor": r.started.Add(in),
	}}
	r.posts = append(r.posts, p)
	r.send(p)
}

// repeat sends the posts that were not accepted yet, as a client does that had no answer.
func (r *cloudRun) repeat() {
	for _, p := range r.posts {
		if p.id == "" {
			r.send(p)
		}
	}
}

func (r *cloudRun) send(p *cloudPost) {
	var answer struct{ PostID string }
	status, text := r.try(http.MethodPost, "/api/v1/schedule", p.body, &answer)
	switch {
	case status == http.StatusCreated:
		p.id = answer.PostID
	case status == http.StatusBadRequest && strings.Contains(text, "INVALID_SCHEDULE"):
		// Its time has passed before anybody took it in: it is no post. A person gives it a new
		// time, once.
		if p.isLate {
			p.isGone = true
			return
		}
		p.isLate, p.body["scheduledFor"] = true, clock.System().Now().Add(untilDue)
		r.send(p)
	case status != 0:
		r.t.Errorf("%q was answered %d: %s", p.caption, status, text)
	}
}

// act does what the plan says, to the first post.
func (r *cloudRun) act() {
	p := r.posts[0]
	switch r.plan.act {
	case toCancel:
		r.cancel(p, "/api/v1/schedule/")
	case toDelete:
		r.cancel(p, "/api/v1/posts/")
	case toChange:
		status, _ := r.try(http.MethodPut, "/api/v1/schedule/"+p.id, body{"caption": p.changed}, nil)
		p.isChanged = status == http.StatusOK
	case toBringHome:
		// What comes home by itself is here before it is acknowledged.
		dies, asked := cloudKills()[r.plan.kill] == toBringHome, 0
		e2e.Until(r.t, func() bool {
			// As often as in settle: a request to the worker costs both sides more than a look.
			if asked%5 == 0 {
				r.try(http.MethodPost, "/api/schedule/sync", nil, nil)
			}
			asked++
			return r.hasEnded() || !dies && r.hasSettled(p) && (!strings.HasPrefix(r.plan.network, "comment") || hasCommented(p))
		})
	case toTakeBack:
		r.try(http.MethodPost, "/api/schedule/takeover", nil, nil)
	case toFenceOff:
		r.fenceOff()
	case toHandOver:
	}
}

func (r *cloudRun) cancel(p *cloudPost, path string) {
	if p.id == "" {
		return
	}
	status, _ := r.try(http.MethodDelete, path+p.id, nil, nil)
	p.isCancelled = status == http.StatusOK
}

// soughtUntil is how long a post may wait behind a fence before it goes to the local queue.
const soughtUntil = 11 * time.Minute

// fenceOff takes posts back while the worker is dead, and lets the time pass after which they are
// looked for. Then the worker is there again, and its posts are due.
func (r *cloudRun) fenceOff() {
	r.Stop(r.t, r.Account, e2e.CloudName)
	r.try(http.MethodPost, "/api/schedule/takeover", nil, nil)
	r.t.Cleanup(func() { r.SetAhead(0) })
	// What waits behind the fence goes by Cloudflare's time. It is looked for once the fence has
	// reached the worker, and again once lists certainly show what the worker began before.
	for _, r.ahead = range []time.Duration{6 * time.Minute, 12 * time.Minute} {
		r.SetAhead(r.ahead)
		if r.plan.kill == "schedule.sought" || r.plan.kill == "posts.cloud.sought" && r.ahead > soughtUntil {
			r.restart(r.plan.kill)
			e2e.Until(r.t, r.hasEnded)
		}
	}
	r.restart("")
	r.repeat()
	if r.matrix.isWithoutBucket {
		// What came home waits for the worker, from which the network fetches its files.
		r.Resume(r.t, r.Account, e2e.CloudName)
	}
	e2e.Until(r.t, func() bool { return !slices.ContainsFunc(r.posts, func(p *cloudPost) bool { return !r.hasSettled(p) }) })
	if !r.matrix.isWithoutBucket {
		r.Resume(r.t, r.Account, e2e.CloudName)
	}
	// Once they are due by the worker's clock, both are tempted.
	for _, p := range r.posts {
		e2e.Until(r.t, func() bool { return r.Mirrored(r.t, p.id) != "SCHEDULED" })
		if state := r.Mirrored(r.t, p.id); state != "FENCED" && state != "" {
			r.t.Errorf("behind the fence the worker has %q in state %s", p.caption, state)
		}
	}
}

// hasEnded reports whether the process has died.
func (r *cloudRun) hasEnded() bool {
	select {
	case <-r.service.Ended():
		return true
	default:
		return false
	}
}

// settle waits until nothing more comes of the posts by itself. A call that a kill has cut off is
// waited for alone for a minute.
func (r *cloudRun) settle() {
	limit := clock.System().Now().Add(3 * time.Minute)
	for {
		r.try(http.MethodPost, "/api/schedule/sync", nil, nil)
		if !slices.ContainsFunc(r.posts, func(p *cloudPost) bool { return !r.hasSettled(p) }) {
			return
		}
		if clock.System().Now().After(limit) {
			r.matrix.stuck.Add(1)
			for _, p := range r.posts {
				r.t.Errorf("stuck: %q is %s", p.caption, e2e.Describe(p.now))
			}
			r.t.Fatalf("the service says:\n%s", r.service.Stderr())
		}
		e2e.SleepUnless(nil, 100*time.Millisecond)
	}
}

// hasSettled asks the service for a post. An accepted one that it does not know is lost.
func (r *cloudRun) hasSettled(p *cloudPost) bool {
	if p.isGone || p.id == "" {
		return true
	}
	p.now = posts.Post{}
	status, _ := r.try(http.MethodGet, "/api/v1/posts/"+p.id, nil, &p.now)
	if status == http.StatusNotFound {
		p.isGone = true
		if r.plan.act != toDelete || p != r.posts[0] {
			r.matrix.lost.Add(1)
			r.t.Errorf("%q was accepted, and is gone", p.caption)
		}
	}
	return p.isGone || status == http.StatusOK && (p.now.Status.HasEnded() || p.now.Status == posts.Draft)
}

// retryPutAside retries the posts that the program, or the worker, took for the reason of two
// deaths. A plan can have both deaths come while one post alone is worked on, and what is put aside
// promises that a retry publishes it.
func (r *cloudRun) retryPutAside() {
	for _, p := range r.posts {
		if p.now.Status != posts.Failed || !strings.Contains(e2e.Text(p.now.ErrorMessage), "it was put aside, and retry tries it again") {
			continue
		}
		if status, _ := r.try(http.MethodPost, "/api/v1/posts/"+p.id+"/retry", nil, nil); status != http.StatusAccepted {
			r.t.Errorf("the retry of %q is answered %d", p.caption, status)
		}
		r.settle()
	}
}

// judge holds what the service says against the ledger. Where no post was accepted there is nothing
// to hold.
func (r *cloudRun) judge() {
	if !slices.ContainsFunc(r.posts, func(p *cloudPost) bool { return p.id != "" }) {
		r.matrix.idle.Add(1)
		if r.plan.isRequired() {
			r.t.Error("no post was accepted, so that nothing was tried")
		}
	}
	for i, p := range r.posts {
		live := append(r.Captioned(r.t, p.caption), r.Captioned(r.t, p.changed)...)
		switch {
		case len(live) > 1:
			r.matrix.duplicates.Add(1)
			r.t.Errorf("%q was published %d times", p.caption, len(live))
		case p.isGone || p.now.Status == posts.Draft:
			if len(live) > 0 {
				r.matrix.duplicates.Add(1)
				r.t.Errorf("%q was given up, and published all the same", p.caption)
			}
			if p.id != "" && i > 0 {
				r.matrix.lost.Add(1)
				r.t.Errorf("%q was accepted, and is %s", p.caption, e2e.Describe(p.now))
			}
		case p.isCancelled:
			r.t.Errorf("%q was cancelled, and is %s", p.caption, e2e.Describe(p.now))
		case len(live) == 0 || p.now.Status != posts.Published:
			r.matrix.lost.Add(1)
			r.t.Errorf("%q is %s; live is %+v", p.caption, e2e.Describe(p.now), live)
		case e2e.Text(p.now.SNMediaID) != live[0].MediaID || e2e.Text(p.now.Caption) != live[0].Caption:
			r.t.Errorf("%q is %s; live is %+v", p.caption, e2e.Describe(p.now), live[0])
		case p.isChanged && live[0].Caption != p.changed:
			r.matrix.lost.Add(1)
			r.t.Errorf("the change of %q was confirmed, and published as it was", p.caption)
		}
	}
}

// keysOf returns the keys of a map.
func keysOf[K comparable, V any](m map[K]V) iter.Seq[K] { return maps.Keys(m) }
