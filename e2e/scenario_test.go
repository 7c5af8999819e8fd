package e2e_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/jobs"
	"crier/platform/sandbox"
)

// line is a sandbox network that outlives the Apps that talk to it, and somebody who listens to
// what they ask.
type line struct {
	t   *testing.T
	url string

	mu   sync.Mutex
	hear listener
	// left is the folder that a kill leaves, once dead is true.
	left string
	dead bool
}

// listener hears of each call of the network's API twice: before the network gets it, and when it
// has taken effect and its answer is about to go out. With true the connection is cut.
type listener func(r *http.Request, answered bool) (cut bool)

// lay opens a network on the clock.
func lay(t *testing.T, clk clock.Clock) *line {
	t.Helper()
	network, err := sandbox.Open(sandbox.Options{Clock: clk})
	if err != nil {
		t.Fatal(err)
	}
	l := &line{t: t}
	server := httptest.NewServer(l.handler(network.Handler()))
	t.Cleanup(func() {
		if err := network.Close(); err != nil {
			t.Error(err)
		}
		server.Close()
	})
	l.url = server.URL
	return l
}

// begin boots an App on the line, as begin does.
func (l *line) begin(options ...e2e.Option) *journey {
	l.t.Helper()
	return begin(l.t, append(options, l.option())...)
}

func (l *line) option() e2e.Option {
	return e2e.Configured(func(c *config.Config) { c.SandboxURL = l.url })
}

// listen has hear called from now on, in place of the listener before.
func (l *line) listen(hear listener) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hear = hear
}

func (l *line) handler(network http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l.mu.Lock()
		hear := l.hear
		l.mu.Unlock()
		if hear == nil || !strings.HasPrefix(r.URL.Path, "/graph-") {
			network.ServeHTTP(w, r)
			return
		}
		if hear(r, false) {
			panic(http.ErrAbortHandler)
		}
		answer := httptest.NewRecorder()
		network.ServeHTTP(answer, r)
		if hear(r, true) {
			panic(http.ErrAbortHandler)
		}
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = answer.Body.WriteTo(w)
	})
}

// moment is when the program is killed: at the call of the method and path, after so many others
// like it, and before the network has got the call or when it has been answered.
type moment struct {
	method, path string
	skip         int
	answered     bool
	// away is how long it takes until somebody starts the next one.
	away time.Duration
}

// killed publishes a post and has the program killed at the first moment, boots the next one on
// what it had on the disk then, and so on, and returns the post and the program that is left alone.
func (l *line) killed(j *journey, b body, kills ...moment) (string, *journey) {
	l.t.Helper()
	l.arm(j.Dir, kills[0])
	id := j.publish(b)
	for i, at := range kills {
		j.AdvanceUntil(l.t, time.Hour, l.isDead)
		j.Stop()
		next, dir := moment{}, l.left
		if i+1 < len(kills) {
			next = kills[i+1]
		}
		// The next one is bound to be killed before it begins.
		l.arm(dir, next)
		j.Clock.Advance(at.away)
		j = l.begin(e2e.In(dir), e2e.At(j.Clock))
	}
	return id, j
}

func (l *line) isDead() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dead
}

// arm has the program that works on the folder killed at the moment: what is on the disk then is
// copied to where the next one begins, and no call of the dead one is heard any more.
func (l *line) arm(dir string, at moment) {
	left := filepath.Join(l.t.TempDir(), "data")
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left, l.dead = left, false
	l.hear = func(r *http.Request, answered bool) bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.dead || at.method != r.Method || !strings.HasSuffix(withoutID(r.URL.Path), at.path) || answered != at.answered {
			return l.dead
		}
		if at.skip--; at.skip >= 0 {
			return false
		}
		l.dead = true
		if err := os.CopyFS(left, os.DirFS(dir)); err != nil {
			l.t.Error(err)
		}
		return true
	}
}

// withoutID returns a path with the network's ids as a star.
func withoutID(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if p != "" && strings.Trim(p, "0123456789") == "" {
			parts[i] = "*" + p[:4]
		}
	}
	return strings.Join(parts, "/")
}

// The calls at which the program is killed.
const (
	atCreate    = "/media"
	atContainer = "/*1789"
	atPublish   = "/media_publish"
	atMedia     = "/*1800"
)

// ending is what a post comes to.
type ending struct {
	// code and part of the text of a post that FAILED; both are empty for one that is PUBLISHED.
	code, says string
	// live is the index of the publication that a PUBLISHED post is; with nameless nobody can tell
	// which it is.
	live     int
	nameless bool
	// calls are the outcomes of all publish calls.
	calls []string
}

// once is how a scenario ends well: one publish call and one publication.
var once = ending{calls: []string{"published"}}

// endsAs is comesTo, and holds that nothing goes on after that.
func (j *journey) endsAs(id string, e ending) posts.Post {
	j.t.Helper()
	p := j.comesTo(id, e)
	j.staysSo(id)
	return p
}

// comesTo moves the clock until the post has ended, and holds that all who tell of it say that it
// ended so: the post, its job, the completions and the ledger.
func (j *journey) comesTo(id string, e ending) posts.Post {
	j.t.Helper()
	p := j.ended(id)
	j.says(p, e)
	j.wantCalls(e.calls...)
	job, open := j.job(id)
	if want := map[posts.Status]jobs.Status{posts.Published: jobs.Completed, posts.Failed: jobs.Failed}[p.Status]; job != want || open != 0 {
		j.t.Errorf("the job is %s, and %d are open", job, open)
	}
	completed := 0
	for _, c := range j.completions("2020-01-01T00:00:00Z", 100).Posts {
		if c.ID == p.ID && c.Status == p.Status {
			completed++
		}
	}
	if completed != 1 {
		j.t.Errorf("the completions have the post %d times", completed)
	}
	return p
}

func (j *journey) says(p posts.Post, e ending) {
	j.t.Helper()
	switch {
	case e.nameless:
		if p.Status != posts.Published || p.SNMediaID != nil || p.SNPermalink != nil || p.ErrorCode != nil || p.PublishedAt == nil {
			j.t.Errorf("the post is %s", describe(p))
		}
		return
	case e.code == "":
		j.isLive(p, e.live)
		return
	}
	j.hasFailed(p, e.code)
	if !strings.Contains(text(p.ErrorMessage), e.says) {
		j.t.Errorf("the post says %q, not %q", text(p.ErrorMessage), e.says)
	}
}

// job returns the status of the post's latest job, and how many of its jobs are open.
func (j *journey) job(id string) (status jobs.Status, open int) {
	j.t.Helper()
	err := j.DB.Reader().QueryRowContext(j.t.Context(), `
		SELECT status, (SELECT count(*) FROM scheduled_jobs WHERE subject_id = ?1 AND status IN ('PENDING', 'PROCESSING'))
		FROM scheduled_jobs WHERE subject_id = ?1 ORDER BY rowid DESC LIMIT 1`, id).Scan(&status, &open)
	if err != nil {
		j.t.Fatal(err)
	}
	return status, open
}

// staysSo lets a day and an hour pass, has every chore run, and holds that the post stays as it is,
// but for a doubt that ends, and nobody publishes.
func (j *journey) staysSo(id string) {
	j.t.Helper()
	p, l := j.post(id), j.network.Ledger()
	for range 2 {
		j.chores()
		j.pass(25 * time.Hour / 2)
	}
	j.chores()
	after, now := j.post(id), j.network.Ledger()
	says, isInDoubt := strings.CutSuffix(text(p.ErrorMessage), "; the post may be live all the same, "+posts.LookFirst)
	isSettled := isInDoubt && strings.HasPrefix(text(after.ErrorMessage), says+posts.NotLive)
	if after.Status != p.Status || text(after.SNMediaID) != text(p.SNMediaID) || text(after.ErrorMessage) != text(p.ErrorMessage) && !isSettled {
		j.t.Errorf("a day later the post is %s, and was %s", describe(after), describe(p))
	}
	if len(now.Publications) != len(l.Publications) || len(now.PublishCalls) != len(l.PublishCalls) {
		j.t.Errorf("a day later the ledger has %+v, and had %+v", now, l)
	}
}

// chores has the chores about posts run, and waits until all is at rest.
func (j *journey) chores() {
	j.t.Helper()
	for _, name := range []string{"posts.permalinks", "posts.verify"} {
		if err := j.Scheduler.RunNow(j.t.Context(), name); err != nil {
			j.t.Error(err)
		}
	}
	j.Rest(j.t)
}
