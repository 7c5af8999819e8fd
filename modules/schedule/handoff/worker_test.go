package handoff

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/clock"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// fault is what happens to a request on its way to the worker and back.
type fault int

const (
	none fault = iota
	// lost: the request does not get there, and the connection ends.
	lost
	// mute: it gets there and is done, and the answer is lost.
	mute
	// html: somebody else answers.
	html
	// late: the answer is lost, and the request gets there only when arrive is called.
	late
	// broken: the worker fails, and does not say whether before or after the deed.
	broken
)

// fakeWorker speaks the operations on jobs of worker/API.md.
type fakeWorker struct {
	url   string
	clock *clock.Fake
	// ahead is by how much Cloudflare's clock is ahead of this machine's.
	ahead atomic.Int64

	mu    sync.Mutex
	jobs  map[wireid.ID]*fakeJob
	fence int64
	seq   int64
	// highest is the highest revision that was ever taken.
	highest int64
	// written is the fence in KV, which the worker sees a while after it was written.
	written   int64
	writtenAt time.Time
	// faults are for the next requests, in order; refuse is what every request is answered.
	faults []fault
	refuse string
	// refusals are the codes that the next jobs are refused with, in order. An empty one refuses
	// nothing.
	refusals []string
	isDown   bool
	// renewed are tokens that are not at home, atHome the fingerprints of those that are.
	renewed []cloud.RenewedToken
	atHome  []string
	// onPut, if set, is told of each job that is stored.
	onPut func(wireid.ID)
	// onRead, if set, is told of each job that is read.
	onRead func(wireid.ID)
	onWay  []*http.Request
	bodies [][]byte
	asked  []string
	// published is every publication, by post.
	published map[wireid.ID][]cloud.Job
}

type fakeJob struct {
	cloud.JobState

	job   cloud.Job
	acked bool
}

func newFakeWorker(t *testing.T, clk *clock.Fake) *fakeWorker {
	t.Helper()
	w := &fakeWorker{clock: clk, jobs: map[wireid.ID]*fakeJob{}, published: map[wireid.ID][]cloud.Job{}}
	server := httptest.NewServer(w)
	w.url = server.URL
	t.Cleanup(server.Close)
	return w
}

// now is the time at Cloudflare.
func (w *fakeWorker) now() time.Time { return w.clock.Now().Add(time.Duration(w.ahead.Load())) }

// set changes the worker, or what is at it, while it answers nobody.
func (w *fakeWorker) set(change func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change()
}

// meet has the next requests meet faults.
func (w *fakeWorker) meet(faults ...fault) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.faults = append(w.faults, faults...)
}

func (w *fakeWorker) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	w.asked = append(w.asked, r.Method+" "+r.URL.Path)
	met := none
	if len(w.faults) > 0 {
		met, w.faults = w.faults[0], w.faults[1:]
	}
	switch {
	case w.isDown || met == lost:
		panic(http.ErrAbortHandler)
	case met == late:
		w.onWay, w.bodies = append(w.onWay, r), append(w.bodies, body)
		panic(http.ErrAbortHandler)
	case met == html:
		rw.Header().Set("Content-Type", "text/html")
		_, _ = rw.Write([]byte("<html>sign in</html>"))
		return
	}
	status, answer := w.answer(r, body)
	if met == mute {
		panic(http.ErrAbortHandler)
	}
	if met == broken {
		status, answer = 500, refusal(500, "INTERNAL_ERROR", nil)
	}
	rw.Header().Set("Content-Type", "application/json")
	rw.Header().Set("Crier-Time", strconv.FormatInt(w.now().UnixMilli(), 10))
	rw.WriteHeader(status)
	_ = json.NewEncoder(rw).Encode(answer)
}

// arrive lets the requests through that were late.
func (w *fakeWorker) arrive() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, r := range w.onWay {
		w.answer(r, w.bodies[i])
	}
	w.onWay, w.bodies = nil, nil
}

func refusal(status int, code string, job *fakeJob) map[string]any {
	said := map[string]any{"error": strings.ToLower(code), "code": code, "status": status}
	if job != nil {
		said["job"] = job.JobState
	}
	return said
}

func (w *fakeWorker) answer(r *http.Request, body []byte) (int, any) {
	path, isJob := strings.CutPrefix(r.URL.Path, "/v1/jobs/")
	if refuse := w.refusedWith(r); refuse != "" {
		return 409, refusal(409, refuse, nil)
	}
	switch {
	case isJob:
		id := wireid.MustParse(path)
		switch r.Method {
		case http.MethodPut:
			return w.put(id, body)
		case http.MethodDelete:
			rev, _ := strconv.ParseInt(r.URL.Query().Get("rev"), 10, 64)
			return w.cancel(id, rev)
		}
		if w.onRead != nil {
			w.onRead(id)
		}
		if j := w.jobs[id]; j != nil {
			return 200, map[string]any{"job": cloud.JobContent{JobState: j.JobState, AccountID: j.job.AccountID, Login: j.job.Login, Post: j.job.Post}}
		}
		return 404, refusal(404, "UNKNOWN_JOB", nil)
	case r.URL.Path == "/v1/jobs":
		return 200, w.open()
	case r.URL.Path == "/v1/results":
		return 200, w.results(r)
	case r.URL.Path == "/v1/results/acknowledge":
		return 200, w.acknowledge(body)
	case r.URL.Path == "/v1/fence":
		return 200, w.raise(body)
	case r.URL.Path == "/v1/hello":
		return 200, map[string]any{"highestRev": w.highest, "highestEpoch": w.highestEpoch(), "schema": 4, "since": nil, "timestamp": wiretime.Of(w.now())}
	}
	return 404, refusal(404, "NOT_FOUND", nil)
}

// refusedWith returns the code that a test has the request refused with, if any.
func (w *fakeWorker) refusedWith(r *http.Request) (code string) {
	switch {
	case r.Method != http.MethodPut:
		return ""
	case len(w.refusals) > 0:
		code, w.refusals = w.refusals[0], w.refusals[1:]
		return code
	}
	return w.refuse
}

func (w *fakeWorker) put(id wireid.ID, body []byte) (int, any) {
	var job cloud.Job
	if err := json.Unmarshal(body, &job); err != nil || job.Rev < 1 || len(job.Post.Items) == 0 || job.Token == "" {
		return 400, refusal(400, "INVALID_JOB", nil)
	}
	j := w.jobs[id]
	if j != nil && j.Rev == job.Rev && j.State != cloud.JobCancelled && j.State != cloud.JobFenced {
		return 200, map[string]any{"job": j.JobState}
	}
	if job.Epoch < w.fence {
		said := refusal(409, "FENCED", nil)
		said["fence"] = w.fence
		return 409, said
	}
	if j != nil {
		if job.Rev <= j.Rev {
			return 409, refusal(409, "STALE_REVISION", j)
		}
		if code := claimedOrEnded(j); code != "" && j.State != cloud.JobFenced {
			return 409, refusal(409, code, j)
		}
	}
	j = &fakeJob{job: job, JobState: cloud.JobState{
		ID: id, Rev: job.Rev, Epoch: job.Epoch, RunAt: job.RunAt, State: cloud.JobScheduled, UpdatedAt: wiretime.Of(w.clock.Now()),
	}}
	w.jobs[id], w.highest = j, max(w.highest, job.Rev)
	if w.onPut != nil {
		w.onPut(id)
	}
	return 200, map[string]any{"job": j.JobState}
}

func claimedOrEnded(j *fakeJob) string {
	switch j.State {
	case cloud.JobProcessing, cloud.JobPublishing:
		return "ALREADY_CLAIMED"
	case cloud.JobPublished, cloud.JobFailed:
		return "ALREADY_ENDED"
	}
	return ""
}

func (w *fakeWorker) cancel(id wireid.ID, rev int64) (int, any) {
	j := w.jobs[id]
	if j != nil {
		if rev < j.Rev {
			return 409, refusal(409, "STALE_REVISION", j)
		}
		if code := claimedOrEnded(j); code != "" && j.State != cloud.JobFenced {
			return 409, refusal(409, code, j)
		}
	}
	isUnsent := j != nil && j.State == cloud.JobScheduled
	j = &fakeJob{JobState: cloud.JobState{ID: id, Rev: rev, RunAt: wiretime.Of(w.clock.Now()), State: cloud.JobCancelled, UpdatedAt: wiretime.Of(w.clock.Now())}}
	w.jobs[id] = j
	answer := j.JobState
	answer.Unsent = isUnsent
	return 200, map[string]any{"job": answer}
}

func (w *fakeWorker) sorted() []*fakeJob {
	return slices.SortedFunc(maps.Values(w.jobs), func(a, b *fakeJob) int { return strings.Compare(a.ID.String(), b.ID.String()) })
}

func (w *fakeWorker) open() any {
	jobs := []cloud.JobState{}
	for _, j := range w.sorted() {
		if j.State == cloud.JobScheduled || j.State == cloud.JobProcessing || j.State == cloud.JobPublishing {
			jobs = append(jobs, j.JobState)
		}
	}
	return map[string]any{"jobs": jobs, "next": nil}
}

func (w *fakeWorker) results(r *http.Request) any {
	after, _ := strconv.ParseInt(r.URL.Query().Get("after"), 10, 64)
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
	results := []cloud.JobState{}
	for _, j := range w.jobs {
		if j.Seq != nil && *j.Seq > after && !j.acked {
			results = append(results, j.JobState)
		}
	}
	slices.SortFunc(results, func(a, b cloud.JobState) int { return int(*a.Seq - *b.Seq) })
	more := len(results) > limit
	results = results[:min(limit, len(results))]
	next := after
	if n := len(results); n > 0 {
		next = *results[n-1].Seq
	}
	return map[string]any{"results": results, "next": next, "hasMore": more, "renewed": w.renewed}
}

func (w *fakeWorker) acknowledge(body []byte) any {
	var said struct {
		Results []cloud.ResultRef
		Renewed []cloud.RenewedToken
	}
	_ = json.Unmarshal(body, &said)
	for _, one := range said.Renewed {
		w.atHome = append(w.atHome, one.Fingerprint)
		w.renewed = slices.DeleteFunc(w.renewed, func(r cloud.RenewedToken) bool { return r.Fingerprint == one.Fingerprint })
	}
	changed := []wireid.ID{}
	n := 0
	for _, ref := range said.Results {
		if j := w.jobs[ref.ID]; j != nil && j.Seq != nil && *j.Seq == ref.Seq {
			j.acked = true
			n++
			continue
		}
		changed = append(changed, ref.ID)
	}
	return map[string]any{"acknowledged": n, "changed": changed}
}

func (w *fakeWorker) highestEpoch() int64 {
	highest := w.fence
	for _, j := range w.jobs {
		highest = max(highest, j.Epoch)
	}
	return highest
}

func (w *fakeWorker) raise(body []byte) any {
	said := struct{ Epoch int64 }{w.highestEpoch() + 1}
	_ = json.Unmarshal(body, &said)
	w.fence = max(w.fence, said.Epoch)
	handed, resolving := []wireid.ID{}, []wireid.ID{}
	for _, j := range w.sorted() {
		if j.Epoch >= w.fence {
			continue
		}
		switch j.State {
		case cloud.JobScheduled, cloud.JobProcessing:
			handed = append(handed, j.ID)
			w.end(j, cloud.JobFenced)
		case cloud.JobPublishing:
			resolving = append(resolving, j.ID)
		}
	}
	return map[string]any{"epoch": w.fence, "handedBack": handed, "resolving": resolving}
}

func (w *fakeWorker) end(j *fakeJob, state string) {
	w.seq++
	seq := w.seq
	now := wiretime.Of(w.clock.Now())
	j.State, j.Seq, j.acked, j.EndedAt, j.UpdatedAt = state, &seq, false, &now, now
	j.Unsent = state != cloud.JobPublished && j.PublishIntentAt == nil
}

// step goes on with all jobs that are due, by one state each. A job whose publication fails says
// so.
func (w *fakeWorker) step(fails func(wireid.ID) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := wiretime.Of(w.now())
	w.read()
	for _, j := range w.sorted() {
		if j.RunAt.Time().After(now.Time()) {
			continue
		}
		if j.Epoch < w.fence && (j.State == cloud.JobScheduled || j.State == cloud.JobProcessing) {
			w.end(j, cloud.JobFenced)
			continue
		}
		switch j.State {
		case cloud.JobScheduled:
			id := "c" + j.ID.String()
			j.State, j.LastAttemptAt, j.ContainerID, j.ContainerCreatedAt = cloud.JobProcessing, &now, &id, &now
		case cloud.JobProcessing:
			if fails(j.ID) {
				code, text := "MEDIA_INVALID", "the network refused it"
				j.ErrorCode, j.ErrorMessage = &code, &text
				w.end(j, cloud.JobFailed)
				continue
			}
			j.State, j.PublishIntentAt = cloud.JobPublishing, &now
			w.published[j.ID] = append(w.published[j.ID], j.job)
		case cloud.JobPublishing:
			media, link := "m"+j.ID.String(), "https://sn.example/p/"+j.ID.String()
			j.CallAnswered, j.MediaID, j.Permalink, j.PublishedAt = true, &media, &link, &now
			w.end(j, cloud.JobPublished)
		}
	}
}

// job returns what the worker has of a post, nil for nothing.
func (w *fakeWorker) job(id wireid.ID) *fakeJob {
	w.mu.Lock()
	defer w.mu.Unlock()
	j := w.jobs[id]
	if j == nil {
		return nil
	}
	c := *j
	return &c
}

func succeeds(wireid.ID) bool { return false }

func fails(wireid.ID) bool { return true }

// publishDue takes every job that is due to its end.
func (w *fakeWorker) publishDue() {
	for range 3 {
		w.step(succeeds)
	}
}

// write puts a fence into KV.
func (w *fakeWorker) write(fence int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.read()
	w.written, w.writtenAt = max(w.written, fence), w.clock.Now()
}

// read has the worker see the fence in KV that was there a while ago.
func (w *fakeWorker) read() {
	if w.clock.Now().Sub(w.writtenAt) > kvDelay {
		w.fence = max(w.fence, w.written)
	}
}

// isLive reports whether the network shows a post.
func (w *fakeWorker) isLive(id wireid.ID) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.published[id]) > 0
}

// shows reports whether the network has the post as it is given here. With another text it is
// another item to anybody who looks for it.
func (w *fakeWorker) shows(post posts.Post) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.ContainsFunc(w.published[post.ID], func(job cloud.Job) bool {
		there, here := job.Post.Caption, post.Caption
		return there == here || there != nil && here != nil && *there == *here
	})
}

const (
	someTime = time.Hour
	// kvDelay is how long KV takes to show what was written.
	kvDelay = 2 * time.Minute
)
