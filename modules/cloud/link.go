package cloud

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"crier/modules/cloud/worker"
	"crier/platform/apperror"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// Link sends posts to the worker and fetches results. Every error of a call of the worker is a
// *WorkerError. It is safe for concurrent use.
type Link struct {
	stack   *stack
	asker   *asker
	buckets *Buckets
	fence   *fence
	expiry  *expiry
	reports *reports
	media   *mediaHost
	// gate is locked for reading while a job is put, see waitForPuts.
	gate   sync.RWMutex
	mu     sync.Mutex
	guards []func(ctx context.Context, force bool) error
}

// mostPerPage is how many jobs the worker takes or returns at once.
const mostPerPage = 200

// Ready reports whether new posts may go to the worker: it and the place of files were found to
// work, and no teardown is running.
func (l *Link) Ready() bool {
	st := l.stack.get()
	return l.stack.refusal == "" && st.row.IsVerified && st.usable() == nil && st.row.ClosingAt == nil && l.media.hasPlace()
}

// HasWorker reports whether a worker was deployed, so that jobs may be there. It does not say that
// the worker can be reached.
func (l *Link) HasWorker() bool { return l.stack.get().row.ClaimedAt != nil }

// Epoch returns the epoch that jobs carry. It only grows.
func (l *Link) Epoch() int64 { return l.stack.get().row.Epoch }

// KeyCheck returns a text that identifies the encryption key without revealing it: a token that was
// sealed under another key has to be sealed again. It is empty without a key.
func (l *Link) KeyCheck() string {
	st := l.stack.get()
	return st.keyCheck()
}

// MakesComments reports whether the worker makes first comments, by its last report: a deployment
// follows an upgrade of this program only when it can.
func (l *Link) MakesComments() bool {
	last, known := l.reports.latest()
	return known && last.Schema >= worker.SchemaOfComments
}

// LoginAddress returns the address at the worker that leads a browser back here after a login by
// the user's own app, and an empty text where there is no worker that can. A deployment follows an
// upgrade of this program only when it can.
func (l *Link) LoginAddress() string {
	const path = "/oauth"
	st := l.stack.get()
	last, known := l.reports.latest()
	if l.stack.refusal != "" || !st.isDeployed() || st.row.ClosingAt != nil || !known || !last.LeadsBack {
		return ""
	}
	return l.asker.workers.public(st.target().url) + path
}

// Seal seals the token for the job with the id. ENCRYPTION_KEY_MISMATCH says that the key cannot be
// opened any more.
func (l *Link) Seal(id wireid.ID, token secrets.Text) (string, error) {
	st := l.stack.get()
	if refused := st.usable(); refused != nil {
		return "", refused
	}
	return st.sealFor(token, id.String()+"|token|v1")
}

type jobAnswer struct {
	Job JobState `json:"job"`
	id  wireid.ID
	// rev is the requested revision, if there is one, and state the expected state of the job in
	// that revision.
	rev   int64
	state string
}

func (a *jobAnswer) flaw() string {
	switch {
	case a.Job.ID != a.id:
		return "it is about another job"
	case a.rev != 0 && a.Job.Rev != a.rev:
		return "it is about another revision"
	case a.state != "" && a.Job.State != a.state:
		return "the job is " + printable(a.Job.State, "")
	}
	return a.Job.flaw()
}

// Put stores the job, or a newer revision of it, and returns it as it is then.
func (l *Link) Put(ctx context.Context, id wireid.ID, j Job) (JobState, error) {
	const op = "put the job"
	l.gate.RLock()
	defer l.gate.RUnlock()
	if l.stack.get().row.ClosingAt != nil {
		return JobState{}, &WorkerError{op: op, NotSent: true, code: apperror.CloudNotConfigured, Message: "the cloud worker is being torn down"}
	}
	got := jobAnswer{id: id, rev: j.Rev}
	err := l.asker.ask(ctx, workerCall{op: op, method: http.MethodPut, path: jobPath(id), body: j}, &got)
	if e := AsWorkerError(err); e != nil && e.Code == CodeFenced {
		// The next job must carry an epoch that the worker takes.
		if raiseErr := l.stack.raise(ctx, e.Fence); raiseErr != nil {
			l.stack.log.Error("cloud: the epoch could not be raised", "error", raiseErr)
		}
	}
	return got.Job, err
}

// waitForPuts waits until the calls of Put that have begun have ended. A teardown calls it after it
// has stored that it is closing: later calls of Put see that, and the worker knows the jobs of
// earlier ones.
func (l *Link) waitForPuts() {
	l.gate.Lock()
	defer l.gate.Unlock()
}

// Job returns the job. CodeUnknownJob says that there is none.
func (l *Link) Job(ctx context.Context, id wireid.ID) (JobState, error) {
	got := jobAnswer{id: id}
	err := l.asker.ask(ctx, workerCall{op: "read the job", method: http.MethodGet, path: jobPath(id)}, &got)
	return got.Job, err
}

type contentAnswer struct {
	Job JobContent `json:"job"`
	id  wireid.ID
}

func (a *contentAnswer) flaw() string {
	if a.Job.ID != a.id {
		return "it is about another job"
	}
	return a.Job.flaw()
}

// Content returns the job with its content. CodeUnknownJob says that there is none.
func (l *Link) Content(ctx context.Context, id wireid.ID) (JobContent, error) {
	got := contentAnswer{id: id}
	err := l.asker.ask(ctx, workerCall{op: "read the job", method: http.MethodGet, path: jobPath(id)}, &got)
	return got.Job, err
}

// Now returns the time at Cloudflare, by which the worker publishes, and false before the first
// answer of the worker or of Cloudflare's API. It does not depend on this machine's clock, and is
// at most a second early.
func (l *Link) Now() (time.Time, bool) { return l.stack.edge.now() }

// Hear reads the time from Cloudflare's API where it is not known yet. Now reports whether that
// worked.
func (l *Link) Hear(ctx context.Context) {
	s := l.stack
	if _, known := s.edge.now(); known {
		return
	}
	st := s.get()
	account, err := s.account(st)
	if err == nil {
		_, _, err = account.Workers().Script(ctx, st.row.WorkerName)
	}
	if err != nil {
		s.log.Info("cloud: the time at Cloudflare is not known", "error", err)
	}
}

// Delete cancels the job if its revision is below rev or it does not exist. A job that Delete
// returns never fires.
func (l *Link) Delete(ctx context.Context, id wireid.ID, rev int64) (JobState, error) {
	got := jobAnswer{id: id, rev: rev, state: JobCancelled}
	query := url.Values{"rev": {strconv.FormatInt(rev, 10)}}
	err := l.asker.ask(ctx, workerCall{op: "cancel the job", method: http.MethodDelete, path: jobPath(id), query: query}, &got)
	return got.Job, err
}

func jobPath(id wireid.ID) string { return "/v1/jobs/" + url.PathEscape(id.String()) }

type jobsAnswer struct {
	Jobs []JobState `json:"jobs"`
	Next *wireid.ID `json:"next"`

	// after is the id after which the page was to begin, nil for the first one.
	after *wireid.ID
}

func (a *jobsAnswer) flaw() string {
	switch {
	case a.Jobs == nil:
		return "it has no jobs"
	case a.Next != nil && a.after != nil && a.Next.String() <= a.after.String():
		return "the list goes on where it began" // What there is of it is not the whole list.
	}
	for _, j := range a.Jobs {
		if flaw := j.flaw(); flaw != "" {
			return flaw
		}
	}
	return ""
}

// Open returns jobs that have not ended, by id, and the id after which the next page begins, nil on
// the last one.
func (l *Link) Open(ctx context.Context, after *wireid.ID, limit int) ([]JobState, *wireid.ID, error) {
	query := url.Values{"limit": {strconv.Itoa(limit)}}
	if after != nil {
		query.Set("after", after.String())
	}
	got := jobsAnswer{after: after}
	err := l.asker.ask(ctx, workerCall{op: "list the jobs", method: http.MethodGet, path: "/v1/jobs", query: query}, &got)
	return got.Jobs, got.Next, err
}

// Results returns results that nobody has acknowledged, by number, after the given number.
func (l *Link) Results(ctx context.Context, after int64, limit int) (ResultPage, error) {
	query := url.Values{"after": {strconv.FormatInt(after, 10)}, "limit": {strconv.Itoa(limit)}}
	var got ResultPage
	err := l.asker.ask(ctx, workerCall{op: "read the results", method: http.MethodGet, path: "/v1/results", query: query}, &got)
	return got, err
}

type acknowledged struct {
	Acknowledged *int64 `json:"acknowledged"`
}

func (a *acknowledged) flaw() string {
	if a.Acknowledged == nil {
		return "it does not say what was acknowledged"
	}
	return ""
}

// Acknowledge tells the worker that the results are stored here. Those that have changed since come
// again.
func (l *Link) Acknowledge(ctx context.Context, refs []ResultRef) error {
	for some := range slices.Chunk(refs, mostPerPage) {
		body := map[string][]ResultRef{"results": some}
		if err := l.asker.ask(ctx, workerCall{op: "acknowledge results", method: http.MethodPost, path: "/v1/results/acknowledge", body: body}, &acknowledged{}); err != nil {
			return err
		}
	}
	return nil
}

// Greet introduces this process to the worker, unless it did so before, so that the worker's answer
// is processed before a change is prepared. Its error is a *WorkerError, and says that nothing was
// sent.
func (l *Link) Greet(ctx context.Context) error { return l.asker.greet(ctx) }

// OnTeardown registers f, which is called before the worker is torn down. It returns INVALID_STATUS
// while posts are left there.
func (l *Link) OnTeardown(f func(ctx context.Context, force bool) error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.guards = append(l.guards, f)
}

// mayGo calls the functions of OnTeardown.
func (l *Link) mayGo(ctx context.Context, force bool) error {
	l.mu.Lock()
	guards := slices.Clone(l.guards)
	l.mu.Unlock()
	for _, f := range guards {
		if err := f(ctx, force); err != nil {
			return fmt.Errorf("tear the cloud worker down: %w", err)
		}
	}
	return nil
}

// OnHello registers f, which gets the worker's first answer to this process, before anything is
// changed there. While f returns an error nothing is changed, and the worker is asked again.
func (l *Link) OnHello(f func(context.Context, Hello) error) {
	c := l.asker.copies
	c.mu.Lock()
	defer c.mu.Unlock()
	c.onHello = append(c.onHello, f)
}

// OnOtherCopy registers f, which is called when another Crier on a copy of this folder was started
// later than this one, with the time. This one then changes nothing at the worker any more.
func (l *Link) OnOtherCopy(f func(ctx context.Context, since wiretime.Time) error) {
	c := l.asker.copies
	c.mu.Lock()
	defer c.mu.Unlock()
	c.onAnother = append(c.onAnother, f)
}

// HasRules reports whether objects are deleted by the month in their keys, by Cloudflare in the
// bucket or by the worker.
func (l *Link) HasRules() bool {
	if l.media.serves() {
		return true
	}
	_, isOurs := l.expiry.managed()
	return isOurs
}

// OnFiles registers f, which is called once a day and returns the files that posts at the worker
// need, so that no rule of the bucket deletes them before.
func (l *Link) OnFiles(f func(context.Context) ([]NeededFiles, error)) {
	l.expiry.mu.Lock()
	defer l.expiry.mu.Unlock()
	l.expiry.files = append(l.expiry.files, f)
}

// OnFilesLost registers f, which is called while a bucket is made again that somebody has deleted.
// It stores that the files there are gone, has posts at the worker get theirs again, and returns
// how many posts those are. It is called once, before a set-up can run.
func (l *Link) OnFilesLost(f func(context.Context) (int, error)) { l.buckets.lost = f }

// KeepUntil makes sure that nothing deletes a post's files before the post is due. It returns
// CLOUD_ERROR when a rule of the bucket might, and ErrEndsEarlier when the files need other keys.
func (l *Link) KeepUntil(ctx context.Context, keys []string, due time.Time) error {
	if l.media.serves() {
		return l.media.keepUntil(keys, due)
	}
	return l.expiry.keepUntil(ctx, keys, due)
}
