package faults_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/corpus"
)

// world is a service, the sandbox network beside it, what clients asked the service for and what
// they were told.
type world struct {
	sandbox *e2e.SandboxProcess
	service *e2e.Service
	key     string
	http    *http.Client
	// seed is what the clients draw from; clients is how many there were so far.
	seed, clients uint64

	mu sync.Mutex
	n  int
	// requests has each post that was asked for, by its Idempotency-Key, which is its caption.
	requests map[string]*request
	// files has what was uploaded and acknowledged, by id.
	files map[string]file
	last  string
	tried int
	// failed counts the system calls that were made to fail.
	failed int
	// lies are the answers that no client should get.
	lies []string
}

// request is a post that was asked for.
type request struct {
	path, file string
	body       []byte
	at         time.Time
	// post is what was acknowledged, empty as long as nothing was.
	post string
	// late says that its time had passed when it was asked for again, so that it was refused: there
	// is no such post.
	late bool
}

// file is an upload that was acknowledged: of a video, what it is; of a picture, what became of the
// same one before.
type file struct{ sum [sha256.Size]byte }

func startWorld(t *testing.T) *world {
	t.Helper()
	program := e2e.Program(t)
	w := &world{requests: map[string]*request{}, files: map[string]file{}, http: &http.Client{Timeout: time.Minute}}
	w.sandbox = program.Sandbox(t, "0", filepath.Join(t.TempDir(), "world"))
	w.service = program.Serve(t, "CRIER_SANDBOX_URL="+w.sandbox.URL(), "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000", "CRIER_LATE_SPACING=1ms")
	w.key = w.service.Key(t)
	var me struct{ Accounts []struct{ SNUserID string } }
	w.client(t).Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	for _, a := range me.Accounts {
		w.sandbox.Control(t).Quota(a.SNUserID, 1_000_000, 0)
	}
	w.upload(t.Context(), nil)
	if len(w.files) != 1 {
		t.Fatalf("nothing works: %v", w.lies)
	}
	return w
}

func (w *world) client(t *testing.T) *e2e.Client {
	t.Helper()
	return w.service.Anonymous(t).With("Authorization", "Bearer "+w.key)
}

// work has clients work until ctx ends. Each has a source of its own to draw from, because the
// order in which several draw from one differs each time.
func (w *world) work(ctx context.Context) (wait func()) {
	var clients sync.WaitGroup
	for _, act := range []func(context.Context, *rand.Rand){w.upload, w.publish, w.schedule, w.read} {
		w.clients++
		random := rand.New(rand.NewPCG(w.seed, w.clients))
		clients.Go(func() {
			for ctx.Err() == nil {
				// A request that has begun is not given up: its answer counts.
				act(context.WithoutCancel(ctx), random)
				select {
				case <-clock.System().NewTimer(time.Duration(20+random.IntN(30)) * time.Millisecond).C:
				case <-ctx.Done():
				}
			}
		})
	}
	return clients.Wait
}

// upload sends a video that nobody has sent before.
func (w *world) upload(ctx context.Context, _ *rand.Rand) {
	content := corpus.Clip(720, 1280, 5*time.Second, 8<<10)
	w.mu.Lock()
	w.n++
	copy(content[len(content)-16:], fmt.Sprintf("%016d", w.n))
	w.mu.Unlock()
	form, contentType := e2e.Form("file", "clip.mp4", content)
	var answer struct{ ID string }
	if w.send(ctx, http.MethodPost, "/media/upload", contentType, "", bytes.NewReader(form), &answer) == http.StatusCreated {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.files[answer.ID] = file{sha256.Sum256(content)}
		w.last = answer.ID
	}
}

func (w *world) publish(ctx context.Context, _ *rand.Rand) {
	w.create(ctx, "/posts/publish", time.Time{})
}

func (w *world) schedule(ctx context.Context, random *rand.Rand) {
	w.create(ctx, "/schedule", clock.System().Now().Add(time.Duration(random.IntN(2000))*time.Millisecond))
}

func (w *world) create(ctx context.Context, path string, at time.Time) {
	w.mu.Lock()
	w.n++
	caption := fmt.Sprintf("post %d", w.n)
	body := map[string]any{
		"accountId": []string{e2e.DemoAccount, e2e.PotterAccount}[w.n%2], "mediaType": "REELS", "mediaFileId": w.last, "caption": caption,
	}
	if !at.IsZero() {
		body["scheduledFor"] = at
	}
	b, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	w.requests[caption] = &request{path: path, file: w.last, body: b, at: at}
	w.mu.Unlock()
	w.ask(ctx, caption)
}

// ask sends a creating request, perhaps again, and notes what was acknowledged.
func (w *world) ask(ctx context.Context, caption string) {
	w.mu.Lock()
	r := *w.requests[caption]
	w.mu.Unlock()
	var answer struct{ PostID, Code string }
	status := w.send(ctx, http.MethodPost, r.path, "application/json", caption, bytes.NewReader(r.body), &answer)
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case status == http.StatusBadRequest && r.isOver(answer.Code):
		w.requests[caption].late = true
	case status >= http.StatusBadRequest || status == 0:
	case answer.PostID == "" || r.post != "" && r.post != answer.PostID:
		w.lies = append(w.lies, fmt.Sprintf("%s was acknowledged as %q, and before as %q", caption, answer.PostID, r.post))
	default:
		w.requests[caption].post = answer.PostID
	}
}

// read asks for what was acknowledged before.
func (w *world) read(ctx context.Context, random *rand.Rand) {
	w.mu.Lock()
	path := []string{"/posts?limit=5", "/auth/me", "/schedule/queue/status", "/media/" + w.last}[w.n%4]
	for _, r := range w.requests {
		if r.post != "" && random.IntN(2) == 0 {
			path = "/posts/" + r.post
		}
		break
	}
	w.mu.Unlock()
	w.send(ctx, http.MethodGet, path, "", "", http.NoBody, nil)
}

// refusal is an answer that is no success.
type refusal struct{ Error, Code string }

// send returns the status of the answer, 0 when there was no whole one. All that is asked for is
// right, so that no answer may find anything wrong with it.
func (w *world) send(ctx context.Context, method, path, kind, key string, body io.Reader, answer any) int {
	req, err := http.NewRequestWithContext(ctx, method, w.service.BaseURL()+path, body)
	if err != nil {
		panic(err)
	}
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	req.Header.Set("Authorization", "Bearer "+w.key)
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := w.http.Do(req)
	w.mu.Lock()
	w.tried++
	w.mu.Unlock()
	if err != nil {
		return 0
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0
	}
	lie := func(format string, args ...any) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.lies = append(w.lies, fmt.Sprintf("%s %s: %d %s: ", method, path, resp.StatusCode, b)+fmt.Sprintf(format, args...))
	}
	if answer != nil && json.Unmarshal(b, answer) != nil {
		lie("cannot be read")
	}
	if resp.StatusCode < http.StatusBadRequest {
		return resp.StatusCode
	}
	var said refusal
	if json.Unmarshal(b, &said) != nil || said.Error == "" || said.Code == "" {
		lie("says nothing")
	}
	if resp.StatusCode < http.StatusInternalServerError && !isFull(said) && !w.isOver(key, said) {
		lie("the request was right")
	}
	return resp.StatusCode
}

// isOver tells the refusal of a post whose time had passed when it was asked for again.
func (w *world) isOver(caption string, said refusal) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	r := w.requests[caption]
	return r != nil && r.isOver(said.Code)
}

func (r *request) isOver(code string) bool {
	return code == "INVALID_SCHEDULE" && r.post == "" && !r.at.IsZero() && clock.System().Now().After(r.at)
}

// isFull tells the one answer below 500 that v1 has for what is not the client's fault: an upload
// on a full disk.
func isFull(said refusal) bool {
	return said.Code == "UPLOAD_ERROR" && strings.Contains(said.Error, "disk is full")
}
