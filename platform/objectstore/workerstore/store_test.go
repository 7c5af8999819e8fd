package workerstore_test

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/objectstore"
	"crier/platform/objectstore/workerstore"
	"crier/platform/secrets"
)

const mib = 1 << 20

// hasty is a clock on which no pause takes time.
type hasty struct{ *clock.Fake }

func (h hasty) NewTimer(d time.Duration) *clock.Timer {
	t := h.Fake.NewTimer(d)
	h.Advance(d)
	return t
}

// worker answers uploads as the worker does. The suite with the real one is in modules/cloud.
type worker struct {
	mu     sync.Mutex
	until  time.Time
	sums   []byte
	parts  map[string]int
	whole  bool
	calls  []string
	refuse func(method, path string) (status int, body string)
}

func (w *worker) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	what := r.Method
	if rest := strings.Split(r.URL.Path, "/")[4:]; len(rest) > 0 {
		what += " " + strings.Join(rest, "/")
	}
	w.calls = append(w.calls, what)
	rw.Header().Set("Content-Type", "application/json")
	if w.refuse != nil {
		if status, body := w.refuse(r.Method, r.URL.Path); status != 0 {
			if !strings.HasPrefix(body, "{") {
				rw.Header().Set("Content-Type", "text/html")
			}
			rw.WriteHeader(status)
			_, _ = io.WriteString(rw, body)
			return
		}
	}
	switch {
	case r.Header.Get("Authorization") != "Bearer key" || r.Host != "crier.example.workers.dev":
		rw.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(rw, `{"code":"UNAUTHORIZED"}`)
	case what == "POST":
		var in struct {
			SHA256 []byte
			Until  time.Time
		}
		_ = json.NewDecoder(r.Body).Decode(&in)
		w.sums, w.until = in.SHA256, in.Until
		there := []int{}
		for n := range len(in.SHA256) / sha256.Size {
			if w.parts[fmt.Sprint(n)] > 0 {
				there = append(there, n)
			}
		}
		_ = json.NewEncoder(rw).Encode(map[string]any{"isWhole": w.whole, "parts": there})
	case strings.HasPrefix(what, "PUT parts/"):
		n, _ := io.Copy(io.Discard, r.Body)
		w.parts[strings.TrimPrefix(what, "PUT parts/")] = int(n)
		_, _ = io.WriteString(rw, `{}`)
	case what == "POST commit":
		if missing := len(w.sums)/sha256.Size - len(w.parts); missing > 0 {
			rw.WriteHeader(http.StatusConflict)
			_, _ = io.WriteString(rw, `{"code":"MEDIA_INCOMPLETE"}`)
			return
		}
		w.whole = true
		_, _ = io.WriteString(rw, `{"isWhole":true}`)
	default:
		clear(w.parts)
		_, _ = io.WriteString(rw, `{"isWhole":false}`)
	}
}

func (w *worker) said() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Join(w.calls, ", ")
}

var start = time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)

func open(tb testing.TB, w *worker) *workerstore.Store {
	tb.Helper()
	w.parts = map[string]int{}
	server := httptest.NewServer(w)
	tb.Cleanup(server.Close)
	s, err := workerstore.New(workerstore.Target{URL: "https://crier.example.workers.dev", Key: secrets.NewText("key")},
		workerstore.Options{Clock: hasty{clock.NewFake(start)}, Override: server.URL, IsLocal: true})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(s.CloseIdleConnections)
	return s
}

func file(tb testing.TB, size int) string {
	tb.Helper()
	content := make([]byte, size)
	_, _ = rand.Read(content)
	path := filepath.Join(tb.TempDir(), "file")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

func TestPut_GoesOn(t *testing.T) {
	t.Parallel()
	var w worker
	s := open(t, &w)
	w.parts["1"] = mib
	due := start.AddDate(0, 2, 0)
	if err := s.Put(t.Context(), objectstore.NewKeyDue("mp4", due), file(t, 2*mib+5), "video/mp4"); err != nil {
		t.Fatal(err)
	}
	slices.Sort(w.calls[1:3]) // They are sent at once.
	if want := "POST, PUT parts/0, PUT parts/2, POST commit"; w.said() != want || w.parts["0"] != mib || w.parts["2"] != 5 {
		t.Errorf("got %s, and the parts %v", w.said(), w.parts)
	}
	if want := time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC); !w.until.Equal(want) {
		t.Errorf("the file ends at %v, and not at %v", w.until, want)
	}
}

// TestPut_PartLost: a part that was answered and is not there is sent again.
func TestPut_PartLost(t *testing.T) {
	t.Parallel()
	var w worker
	lost := false
	w.refuse = func(_, path string) (int, string) {
		if strings.HasSuffix(path, "/commit") && !lost {
			lost = true
			delete(w.parts, "0")
		}
		return 0, ""
	}
	s := open(t, &w)
	if err := s.Put(t.Context(), objectstore.NewKey("jpg"), file(t, 7), "image/jpeg"); err != nil {
		t.Fatal(err)
	}
	if want := "POST, PUT parts/0, POST commit, POST, PUT parts/0, POST commit"; w.said() != want {
		t.Errorf("got %s", w.said())
	}
}

// TestPut_FileChanged: of a file that is changed while it goes up nothing is sent that nobody has
// announced, and the next attempt takes it as it is then.
func TestPut_FileChanged(t *testing.T) {
	t.Parallel()
	var w worker
	path := file(t, 4*mib)
	w.refuse = func(method, _ string) (int, string) {
		if method == http.MethodPut { // The fourth part is read once one of the first three is answered.
			_ = os.WriteFile(path, []byte("changed"), 0o600)
		}
		return 0, ""
	}
	s := open(t, &w)
	key := objectstore.NewKey("mp4")
	err := s.Put(t.Context(), key, path, "video/mp4")
	var failed *objectstore.Error
	if !errors.As(err, &failed) || !failed.IsTransient() || !strings.Contains(failed.Message, "was changed") || w.parts["3"] != 0 {
		t.Fatalf("got %v, and the parts %v", err, w.parts)
	}
	taken := false
	w.refuse = func(method, _ string) (int, string) {
		switch {
		case method == http.MethodDelete:
			taken = false
		case taken:
			return http.StatusConflict, `{"code":"MEDIA_TAKEN","isWhole":false}`
		}
		return 0, ""
	}
	taken, w.calls = true, nil
	if err := s.Put(t.Context(), key, path, "video/mp4"); err != nil {
		t.Fatal(err)
	}
	if want := "POST, DELETE, POST, PUT parts/0, POST commit"; w.said() != want {
		t.Errorf("got %s", w.said())
	}
}

func TestPut_Refused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		body   string
		kind   objectstore.Kind
		text   string
		calls  int
	}{
		{507, `{"code":"MEDIA_FULL","held":4799000000,"most":4800000000}`, objectstore.Full, "holds 4799 of 4800 MB", 1},
		{401, `{"code":"UNAUTHORIZED"}`, objectstore.WrongSecret, "crier cloud deploy", 1},
		{400, `{"code":"INVALID_PARAM"}`, objectstore.WrongSecret, "another key", 1},
		{404, `{"code":"NOT_FOUND"}`, objectstore.Refused, "earlier version", 1},
		{422, `{"code":"MEDIA_DIFFERS"}`, objectstore.Unavailable, "damaged", 8},
		{500, `{"code":"INTERNAL_ERROR"}`, objectstore.Unavailable, "INTERNAL_ERROR", 8},
		{400, `{"code":"ODD<b>"}`, objectstore.Refused, "HTTP 400", 1},
		{429, "<html>1027", objectstore.Unavailable, "midnight UTC", 8},
		{404, "<html>1042", objectstore.Unavailable, "not yet", 8},
		{200, "<html>Sign in", objectstore.Unavailable, "sign-in page", 8},
	} {
		t.Run(fmt.Sprint(c.status, c.kind), func(t *testing.T) {
			t.Parallel()
			w := worker{refuse: func(string, string) (int, string) { return c.status, c.body }}
			s := open(t, &w)
			err := s.Put(t.Context(), objectstore.NewKey("jpg"), file(t, 7), "image/jpeg")
			var failed *objectstore.Error
			if !errors.As(err, &failed) || failed.Kind != c.kind || !strings.Contains(failed.Message, c.text) {
				t.Errorf("got %v", err)
			}
			if len(w.calls) != c.calls {
				t.Errorf("%d calls", len(w.calls))
			}
		})
	}
}

func TestURL(t *testing.T) {
	t.Parallel()
	at := func(key string) *workerstore.Store {
		s, err := workerstore.New(workerstore.Target{URL: "https://crier.example.workers.dev", Key: secrets.NewText(key)}, workerstore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	one, other := at("one"), at("other")
	key := objectstore.NewKeyDue("jpg", start)
	if url := one.URL(key); !strings.HasPrefix(url, "https://crier.example.workers.dev/media/") || strings.Contains(url, ".jpg") ||
		!objectstore.Leads(url, key) || objectstore.Leads(url, objectstore.NewKey("jpg")) || url == other.URL(key) || url != at("one").URL(key) {
		t.Errorf("got %s", url)
	}
	if one.URL("") == other.URL("") {
		t.Error("nobody sees that all addresses are others with another key")
	}
	if !objectstore.Leads("https://media.example/"+key, key) || objectstore.Leads("https://media.example/", key) || objectstore.Leads("https://media.example/"+key[:20], key) {
		t.Error("the address in a bucket ends with the key")
	}
	if _, err := workerstore.New(workerstore.Target{URL: "http://crier.example.workers.dev", Key: secrets.NewText("key")}, workerstore.Options{}); err == nil {
		t.Error("the key would be sent in clear text")
	}
}

// TestPut_Memory: what an upload takes does not grow with the file.
func TestPut_Memory(t *testing.T) { //nolint:paralleltest // It counts what the whole process takes.
	var w worker
	s := open(t, &w)
	path := file(t, 40*mib)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := s.Put(t.Context(), objectstore.NewKey("mp4"), path, "video/mp4"); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 8*mib {
		t.Errorf("an upload of 40 MiB took %d bytes of memory", took)
	}
}

func BenchmarkPut_100MB(b *testing.B) {
	var w worker
	s := open(b, &w)
	path := file(b, 100*mib)
	b.SetBytes(100 * mib)
	b.ReportAllocs()
	for b.Loop() {
		w.whole = false
		clear(w.parts)
		if err := s.Put(b.Context(), objectstore.NewKey("mp4"), path, "video/mp4"); err != nil {
			b.Fatal(err)
		}
	}
}
