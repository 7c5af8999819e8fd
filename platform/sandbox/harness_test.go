package sandbox_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/sandbox"
	"crier/platform/video/mp4/mp4test"
)

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// world is a network on a fake clock, served over real HTTP, with media to fetch.
type world struct {
	t       testing.TB
	clock   *clock.Fake
	path    string
	network *sandbox.Network
	server  *httptest.Server
	media   *mediaHost
}

func newWorld(t testing.TB) *world { return openWorld(t, sandbox.Options{}) }

func openWorld(t testing.TB, o sandbox.Options) *world {
	t.Helper()
	w := &world{t: t, clock: clock.NewFake(start)}
	if o.Clock == nil {
		o.Clock = w.clock
	}
	var err error
	if w.network, err = sandbox.Open(o); err != nil {
		t.Fatal(err)
	}
	w.server = httptest.NewServer(w.network.Handler())
	w.media = newMediaHost(t)
	t.Cleanup(w.close)
	return w
}

func (w *world) close() {
	w.server.Close()
	if err := w.network.Close(); err != nil {
		w.t.Error(err)
	}
}

func primary() sandbox.Account { return sandbox.DemoAccounts()[0] }
func partner() sandbox.Account { return sandbox.DemoAccounts()[1] }

// answer is what came back, as bytes and read.
type answer struct {
	status int
	header http.Header
	raw    string
	body   map[string]any
}

// get returns the value at a path such as error.code, nil when there is none.
func (a answer) get(path string) any {
	var at any = a.body
	for _, name := range strings.Split(path, ".") {
		m, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = m[name]
	}
	return at
}

func (a answer) text(path string) string {
	s, _ := a.get(path).(string)
	return s
}

// code returns code/subcode of an error, such as 100/33, and 0/0 for an answer that is none.
func (a answer) code() string {
	number := func(path string) float64 {
		f, _ := a.get(path).(float64)
		return f
	}
	return fmt.Sprintf("%.0f/%.0f", number("error.code"), number("error.error_subcode"))
}

func (a answer) list(path string) []any {
	l, _ := a.get(path).([]any)
	return l
}

// do sends one request as it stands.
func (w *world) do(method, target, body string, header ...string) (answer, error) {
	w.t.Helper()
	req, err := http.NewRequestWithContext(w.t.Context(), method, target, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			req.Host = header[i+1]
			continue
		}
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := w.server.Client().Do(req)
	if err != nil {
		return answer{}, err
	}
	raw, err := io.ReadAll(resp.Body)
	a := answer{status: resp.StatusCode, header: resp.Header, raw: string(raw)}
	_ = json.Unmarshal(raw, &a.body)
	return a, errors.Join(err, resp.Body.Close())
}

func (w *world) must(method, target, body string, header ...string) answer {
	w.t.Helper()
	a, err := w.do(method, target, body, header...)
	if err != nil {
		w.t.Fatal(err)
	}
	return a
}

func hostOf(a sandbox.Account) string {
	if a.LoginMethod == "primary" {
		return "/graph-ig"
	}
	return "/graph-fb"
}

func (w *world) target(a sandbox.Account, path string) string {
	return w.server.URL + hostOf(a) + "/v25.0/" + path
}

// post sends a form with the account's token in the Authorization header; pairs are names and
// values.
func (w *world) post(a sandbox.Account, path string, pairs ...string) answer {
	w.t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return w.must(http.MethodPost, w.target(a, path), form.Encode(),
		"Content-Type", "application/x-www-form-urlencoded", "Authorization", "Bearer "+a.Token.Reveal())
}

func (w *world) read(a sandbox.Account, path string) answer {
	w.t.Helper()
	return w.must(http.MethodGet, w.target(a, path), "", "Authorization", "Bearer "+a.Token.Reveal())
}

func (w *world) remove(a sandbox.Account, id string) answer {
	w.t.Helper()
	return w.must(http.MethodDelete, w.target(a, id), "", "Authorization", "Bearer "+a.Token.Reveal())
}

// create makes a container and returns its id.
func (w *world) create(a sandbox.Account, pairs ...string) string {
	w.t.Helper()
	ans := w.post(a, a.SNUserID+"/media", pairs...)
	if ans.status != http.StatusOK || ans.text("id") == "" {
		w.t.Fatalf("create %v: %d %s", pairs, ans.status, ans.raw)
	}
	return ans.text("id")
}

func (w *world) createImage(a sandbox.Account, caption string) string {
	w.t.Helper()
	return w.create(a, "image_url", w.media.url("/image.jpg"), "caption", caption)
}

func (w *world) status(a sandbox.Account, container string) string {
	w.t.Helper()
	return w.read(a, container+"?fields=status_code,status").text("status_code")
}

func (w *world) tryPublish(a sandbox.Account, container string) answer {
	w.t.Helper()
	return w.post(a, a.SNUserID+"/media_publish", "creation_id", container)
}

// publish publishes the container and returns the id of the media.
func (w *world) publish(a sandbox.Account, container string) string {
	w.t.Helper()
	ans := w.tryPublish(a, container)
	if ans.status != http.StatusOK || ans.text("id") == "" {
		w.t.Fatalf("publish: %d %s", ans.status, ans.raw)
	}
	return ans.text("id")
}

// control sends a JSON body to the control API and wants it to be taken.
func (w *world) control(call, body string) answer {
	w.t.Helper()
	ans := w.tryControl(call, body)
	if ans.status != http.StatusOK {
		w.t.Fatalf("%s %s: %d %s", call, body, ans.status, ans.raw)
	}
	return ans
}

func (w *world) tryControl(call, body string) answer {
	w.t.Helper()
	method, path, _ := strings.Cut(call, " ")
	return w.must(method, w.server.URL+"/_sandbox/"+path, body, "Content-Type", "application/json")
}

// published is one publication of the ledger.
type published struct {
	MediaID, ContainerID, AccountID, MediaType, Caption string
	Children                                            []string
	Permalink                                           *string
	PublishedAt                                         string
	DeletedAt                                           *string
}

// commented is one comment of the ledger.
type commented struct {
	CommentID, MediaID, AccountID, Username, Text string
	IsHidden                                      bool
	PublishedAt                                   string
	DeletedAt                                     *string
}

// ledger is GET ledger, read strictly.
type ledger struct {
	Publications        []published
	PartnerPublications []any
	NativeStories       []any
	Comments            []commented
	PublishCalls        []struct{ ContainerID, Outcome string }
	UnexpectedCalls     []struct{ At, Method, Host, Path, What string }
	Forgotten           int
}

func (w *world) ledger() ledger {
	w.t.Helper()
	ans := w.control("GET ledger", "")
	d := json.NewDecoder(strings.NewReader(ans.raw))
	d.DisallowUnknownFields()
	var l ledger
	if err := d.Decode(&l); err != nil {
		w.t.Fatalf("%v in %s", err, ans.raw)
	}
	return l
}

// rawLedger returns the ledger without the address of the server, which changes when the world is
// opened again.
func (w *world) rawLedger() string {
	w.t.Helper()
	return strings.ReplaceAll(w.control("GET ledger", "").raw, w.server.URL, "")
}

func (w *world) outcomes() []string {
	w.t.Helper()
	var all []string
	for _, c := range w.ledger().PublishCalls {
		all = append(all, c.Outcome)
	}
	return all
}

// mediaHost serves media files by path, with Range, and keeps what it was asked.
type mediaHost struct {
	server *httptest.Server
	files  map[string][]byte
	// sizes are the lengths of files that go on in zeros.
	sizes map[string]int64
	asked chan *http.Request
}

func newMediaHost(t testing.TB) *mediaHost {
	t.Helper()
	h := &mediaHost{asked: make(chan *http.Request, 1<<16), sizes: map[string]int64{}, files: map[string][]byte{
		"/image.jpg": picture(t, 1080, 1080),
		"/tall.jpg":  picture(t, 1080, 1920),
		"/reel.mp4":  movie(10 * time.Second),
	}}
	h.server = httptest.NewServer(h)
	t.Cleanup(h.server.Close)
	return h
}

func (h *mediaHost) url(path string) string { return h.server.URL + path }

// ServeHTTP serves /norange/ without Range, everything else with it.
func (h *mediaHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case h.asked <- r:
	default:
	}
	path, noRange := strings.CutPrefix(r.URL.Path, "/norange")
	b, found := h.files[path]
	size := max(int64(len(b)), h.sizes[path])
	switch {
	case !found:
		http.NotFound(w, r)
	case noRange:
		// Without a length of its own, the answer has none.
		_ = http.NewResponseController(w).Flush()
		_, _ = w.Write(b)
	default:
		http.ServeContent(w, r, path, start, io.NewSectionReader(zeroes{bytes.NewReader(b)}, 0, size))
	}
}

// zeroes goes on in zeros where its reader ends.
type zeroes struct{ r *bytes.Reader }

func (z zeroes) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	if off < z.r.Size() {
		n, _ = z.r.ReadAt(p, off)
	}
	clear(p[n:])
	return len(p), nil
}

// pictures has the file of each size, as coding one with the race detector takes longer than most
// tests.
var pictures sync.Map

// picture returns a black picture. What is appended to it is in memory of its own.
func picture(t testing.TB, width, height int) []byte {
	t.Helper()
	size := image.Rect(0, 0, width, height)
	if known, ok := pictures.Load(size); ok {
		return known.([]byte)
	}
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, image.NewGray(size), &jpeg.Options{Quality: 10}); err != nil {
		t.Fatal(err)
	}
	file := slices.Clip(buf.Bytes())
	pictures.Store(size, file)
	return file
}

// mp4box returns one box of an MP4 file.
func mp4box(kind string, content ...[]byte) []byte {
	body := bytes.Join(content, nil)
	n := len(body) + 8
	return append([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n), kind[0], kind[1], kind[2], kind[3]}, body...)
}

// movie returns a small MP4 file that lasts d, as the network takes it.
func movie(d time.Duration) []byte { return mp4test.Movie{Duration: d}.Bytes() }
