package sandbox_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/sandbox"
)

// reopen ends the network without a Close that could tidy up, as a kill does, and opens it again
// from what the file holds at this instant: first as it is, then rewritten.
func (w *world) reopen() *world {
	w.t.Helper()
	b, err := os.ReadFile(w.path)
	if err != nil {
		w.t.Fatal(err)
	}
	next := &world{t: w.t, clock: w.clock, media: w.media, path: filepath.Join(w.t.TempDir(), "copy.state")}
	asItIs := next.resume(b)
	ledger := w.ledgerOf(asItIs)
	if err := asItIs.Close(); err != nil {
		w.t.Fatal(err)
	}
	_, lines, err := sandbox.LoadedState(bytes.NewReader(b), w.clock)
	if err != nil {
		w.t.Fatal(err)
	}
	next.network = next.resume([]byte(lines))
	if got := w.ledgerOf(next.network); !reflect.DeepEqual(got, ledger) {
		w.t.Errorf("the rewrite made the ledger\n%+v, it was\n%+v", got, ledger)
	}
	next.server = httptest.NewServer(next.network.Handler())
	w.t.Cleanup(next.close)
	return next
}

// resume opens the network from what a state file holds.
func (w *world) resume(state []byte) *sandbox.Network {
	w.t.Helper()
	if err := os.WriteFile(w.path, state, 0o600); err != nil {
		w.t.Fatal(err)
	}
	n, err := sandbox.Open(sandbox.Options{StateFile: w.path, Clock: w.clock})
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

func newStateWorld(t *testing.T) *world {
	t.Helper()
	path, c := filepath.Join(t.TempDir(), "sandbox.state"), clock.NewFake(start)
	w := openWorld(t, sandbox.Options{StateFile: path, Clock: c})
	w.clock, w.path = c, path
	return w
}

func TestState_SurvivesAKill(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	a, b := primary(), partner()
	w.control("POST clock", `{"advanceMs":5000}`)
	w.publish(a, w.createImage(a, "Grüße"))
	children := w.create(b, "image_url", w.media.url("/image.jpg"), "is_carousel_item", "true") + "," +
		w.create(b, "media_type", "VIDEO", "video_url", w.media.url("/reel.mp4"), "is_carousel_item", "true")
	carousel := w.publish(b, w.create(b, "media_type", "CAROUSEL", "children", children))
	gone := w.publish(b, w.createImage(b, "deleted"))
	w.remove(b, gone)
	w.control("POST posts", `{"accountId":"`+b.SNUserID+`","caption":"by hand"}`)
	w.read(a, "nowhere")
	w.tryPublish(a, "1")
	w.control("POST quota", `{"accountId":"`+a.SNUserID+`","total":9,"used":4}`)
	w.control("POST tokens", `{"accountId":"`+b.SNUserID+`","action":"revoke"}`)
	w.control("POST latency", `{"imageMs":3000,"pollsUntilFinished":2}`)
	pending := w.createImage(a, "pending")
	w.status(a, pending)
	w.control("POST containers/next", `{"force":"ERROR","subcode":2207026}`)
	w.control("POST reads", `{"lag":1}`)
	w.control("POST faults", `{"match":{"path":"media_publish"},"skip":1,"times":2,"code":4,"subcode":2207051}`)
	if got := w.tryPublish(a, pending); got.code() != "9007/2207027" {
		t.Fatalf("got %s", got.raw)
	}
	if got := w.tryPublish(a, pending); got.code() != "4/2207051" {
		t.Fatalf("got %s", got.raw)
	}
	ledger, log := w.rawLedger(), w.control("GET log", "").raw

	for range 2 {
		w = w.reopen()
		if got := w.rawLedger(); got != ledger {
			t.Errorf("the ledger became\n%s, was\n%s", got, ledger)
		}
		if got := w.control("GET log", "").raw; got != log {
			t.Errorf("the log became\n%s, was\n%s", got, log)
		}
	}
	if got := w.read(b, "me"); got.code() != "190/460" {
		t.Errorf("the revoked token: %s", got.raw)
	}
	w.control("POST tokens", `{"accountId":"`+b.SNUserID+`","action":"restore"}`)
	if got := captions(w.read(b, b.SNUserID+"/media?fields=caption")); !slices.Equal(got, []string{"by hand", ""}) {
		t.Errorf("the list: %v", got)
	}
	if got := w.read(b, carousel); got.code() != "100/33" {
		t.Errorf("the read lag: %s", got.raw)
	}
	if got := len(w.read(b, carousel+"?fields=children{media_type}").list("children.data")); got != 2 {
		t.Errorf("%d items", got)
	}
	if got := w.read(a, a.SNUserID+"/content_publishing_limit?fields=quota_usage,config"); !strings.Contains(got.raw, `"quota_usage":4,"config":{"quota_total":9,`) {
		t.Errorf("the cap: %s", got.raw)
	}
	if got := w.tryPublish(a, pending); got.code() != "4/2207051" {
		t.Errorf("the pending fault: %s", got.raw)
	}
	w.clock.Advance(3 * time.Second)
	if got := []string{w.status(a, pending), w.status(a, pending)}; !slices.Equal(got, []string{"IN_PROGRESS", "FINISHED"}) {
		t.Errorf("the pending container: %v", got)
	}
	id := w.publish(a, pending)
	if slices.ContainsFunc(w.ledger().Publications[:4], func(p published) bool { return p.MediaID == id }) {
		t.Error("an id was given out twice")
	}
	if got := w.control("POST clock", `{"advanceMs":0}`); got.text("now") != "2026-11-21T12:00:08.000Z" {
		t.Errorf("the clock: %s", got.raw)
	}
	w.control("POST latency", `{"imageMs":0,"pollsUntilFinished":0}`)
	if got := w.status(a, w.createImage(a, "")); got != "ERROR" {
		t.Errorf("the forced container: %s", got)
	}
}

func TestState_ALostAnswerIsKept(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	id := w.createImage(primary(), "")
	w.control("POST faults", `{"match":{"path":"media_publish"},"dropAfterCommit":true}`)
	w.publishLost(id)
	w = w.reopen()
	if got := w.status(primary(), id); got != "PUBLISHED" || len(w.ledger().Publications) != 1 {
		t.Errorf("status %s, ledger %+v", got, w.ledger())
	}
	if got := w.tryPublish(primary(), id); got.code() != "9007/2207027" {
		t.Errorf("the fault came back: %s", got.raw)
	}
}

func TestState_CountersAreKept(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	w.control("POST containers/next", `{"force":"STUCK"}`)
	w.createImage(primary(), "")
	w.control("POST faults", `{"match":{"path":"/me$"},"skip":2,"times":2,"code":1}`)
	w.read(primary(), "me")
	w = w.reopen()
	if got := w.status(primary(), w.createImage(primary(), "")); got != "FINISHED" {
		t.Errorf("the container after the forced one is %s", got)
	}
	for i, want := range []string{"0/0", "1/0", "1/0", "0/0"} {
		if got := w.read(primary(), "me"); got.code() != want {
			t.Errorf("call %d: %s, want %s", i+2, got.raw, want)
		}
	}
}

func TestState_EveryTornTailIsTolerated(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	w.publish(primary(), w.createImage(primary(), "Grüße"))
	b, err := os.ReadFile(w.path)
	if err != nil {
		t.Fatal(err)
	}
	header := len(sandbox.StateHeader) + 1
	published := 0
	for cut := header; cut <= len(b); cut++ {
		ledger, lines, err := sandbox.LoadedState(bytes.NewReader(b[:cut]), w.clock)
		if err != nil {
			t.Fatalf("cut at %d of %d: %v", cut, len(b), err)
		}
		// A publish is one line: the media are there with the publish call and the container, or
		// none of them is.
		media, call := strings.Contains(ledger, `"mediaId"`), strings.Contains(ledger, `"outcome":"published"`)
		if media != call || media != strings.Contains(lines, `"status":"PUBLISHED"`) {
			t.Fatalf("cut at %d: half a publish in %s", cut, ledger)
		}
		if media {
			published++
		}
	}
	if published == 0 {
		t.Error("the publish never showed")
	}
	for _, tail := range []string{"{", "garbage\n", `{"seq":9`, "\x00\x00\x00", "null\x00\n", `{"seq":"x"}` + "\n"} {
		if _, _, err := sandbox.LoadedState(strings.NewReader(string(b)+tail), w.clock); err != nil {
			t.Errorf("tail %q: %v", tail, err)
		}
	}
}

func TestState_TornFileOpens(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	w.publish(primary(), w.createImage(primary(), ""))
	if err := w.network.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(w.path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(`{"seq":99,"media":[{"id":"1`)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	w = w.reopen()
	w.publish(primary(), w.createImage(primary(), "after the tear"))
	if got := len(w.reopen().ledger().Publications); got != 2 {
		t.Errorf("%d publications", got)
	}
}

// TestState_RewrittenWhenNeeded: a file is opened as it is when it is whole, of this version, small
// and private, so that a start does not wait for the disk; every other one is rewritten. What is
// added is read again in any case.
func TestState_RewrittenWhenNeeded(t *testing.T) {
	t.Parallel()
	line := "{}\n"
	for name, c := range map[string]struct {
		state  string
		mode   os.FileMode
		asItIs bool
	}{
		"whole":           {sandbox.StateHeader + "\n" + line + line, 0o600, true},
		"torn":            {sandbox.StateHeader + "\n" + line + "{", 0o600, false},
		"unreadable end":  {sandbox.StateHeader + "\n" + line + "{{\n", 0o600, false},
		"older version":   {`{"crierSandboxState":1}` + "\n" + line, 0o600, false},
		"empty":           {"", 0o600, false},
		"small enough":    {sandbox.StateHeader + "\n" + strings.Repeat(line, 20000), 0o600, true},
		"no longer small": {sandbox.StateHeader + "\n" + strings.Repeat(line, 30000), 0o600, false},
		"read-only":       {sandbox.StateHeader + "\n" + line, 0o400, false},
		"not private":     {sandbox.StateHeader + "\n" + line, 0o644, false},
		"linked":          {sandbox.StateHeader + "\n" + line, os.ModeSymlink, false},
	} {
		path := filepath.Join(t.TempDir(), "sandbox.state")
		target := path
		if c.mode == os.ModeSymlink {
			target, c.mode = filepath.Join(t.TempDir(), "elsewhere"), 0o600
			if err := os.Symlink(target, path); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(os.WriteFile(target, []byte(c.state), 0o600), os.Chmod(target, c.mode), os.WriteFile(path+".tmp", []byte("left"), 0o600)); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			n, err := sandbox.Open(sandbox.Options{StateFile: path})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			w := &world{t: t, network: n, server: httptest.NewServer(n.Handler())}
			if got := len(w.ledger().Publications); got != i {
				t.Errorf("%s: %d publications after %d were added", name, got, i)
			}
			w.control("POST posts", `{"accountId":"`+primary().SNUserID+`","caption":"by hand"}`)
			w.close()
		}
		after, err := os.ReadFile(path)
		if err != nil || strings.HasPrefix(string(after), c.state) != (c.asItIs || c.state == "") || !strings.HasPrefix(string(after), sandbox.StateHeader) {
			t.Errorf("%s: it begins with what was there: %t, %v", name, strings.HasPrefix(string(after), c.state), err)
		}
		info, err := os.Lstat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != 0o600 {
			t.Errorf("%s: mode %v", name, info.Mode())
		}
		if _, err := os.Lstat(path + ".tmp"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: what a rewrite left is still there: %v", name, err)
		}
	}
}

func TestState_RefusesWhatIsNoStateFile(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"another file":      "dear diary\n",
		"another version":   `{"crierSandboxState":3}` + "\n",
		"no line":           "x",
		"damage inside":     sandbox.StateHeader + "\ngarbage\n{}\n",
		"null entity":       sandbox.StateHeader + "\n" + `{"media":[null]}` + "\n",
		"unknown account":   sandbox.StateHeader + "\n" + `{"containers":[{"id":"1","accountId":"2"}]}` + "\n",
		"bad regexp":        sandbox.StateHeader + "\n" + `{"faults":[{"id":"1","match":{"path":"("}}]}` + "\n",
		"two of one id":     sandbox.StateHeader + "\n" + twice("seq") + "\n",
		"unreadable member": sandbox.StateHeader + "\n" + `{"accounts":[{"id":"1"}]}` + "\n",
	} {
		path := filepath.Join(t.TempDir(), "state")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if n, err := sandbox.Open(sandbox.Options{StateFile: path}); err == nil {
			t.Errorf("%s: opened", name)
			_ = n.Close()
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != content {
			t.Errorf("%s: the file was changed, %v", name, err)
		}
	}
	if _, err := sandbox.Open(sandbox.Options{StateFile: filepath.Join(t.TempDir(), "no", "folder")}); err == nil {
		t.Error("a file in no folder was opened")
	}
}

// twice returns a line with one media id for two things, which differ in name.
func twice(name string) string {
	one := `{"id":"1","` + name + `":%d,"accountId":"` + primary().SNUserID + `","mediaType":"IMAGE","publishedAt":"2026-11-21T12:00:00.000Z"}`
	return `{"media":[` + fmt.Sprintf(one, 1) + "," + fmt.Sprintf(one, 2) + `]}`
}

func TestState_OneProcessAtATime(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state")
	n, err := sandbox.Open(sandbox.Options{StateFile: path})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sandbox.Open(sandbox.Options{StateFile: path}); !errors.Is(err, sandbox.ErrInUse) {
		t.Errorf("got %v", err)
	}
	for range 2 {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	}
	if n, err = sandbox.Open(sandbox.Options{StateFile: path}); err != nil {
		t.Fatal(err)
	}
	if err := n.Close(); err != nil {
		t.Error(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestState_IsRewrittenWhenOvertaken(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	long := strings.Repeat("a", 60<<10)
	for range 150 {
		w.control("POST faults", `{"match":{"path":"^/never$"},"body":"`+long+`"}`)
		w.control("DELETE faults", "")
	}
	info, err := os.Stat(w.path)
	if err != nil || info.Size() > 5<<20 {
		t.Errorf("the file has grown to %d bytes, %v", info.Size(), err)
	}
	w.publish(primary(), w.createImage(primary(), "after the rewrite"))
	if got := len(w.reopen().ledger().Publications); got != 1 {
		t.Errorf("%d publications", got)
	}
}

func TestServer_ListensUntilShutDown(t *testing.T) {
	t.Parallel()
	n, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := sandbox.NewServer(n)
	url, err := s.Start(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/_sandbox/ledger", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := client.Do(req)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("got %v, %v", resp, err)
	}
	if err := errors.Join(resp.Body.Close(), s.Shutdown(t.Context())); err != nil {
		t.Error(err)
	}
	if err := <-s.Done(); err != nil {
		t.Errorf("serving ended with %v", err)
	}
	if got := len(w.ledgerOf(n).Publications); got != 0 {
		t.Errorf("the network closed with its server: %d", got)
	}
	if err := n.Close(); err != nil {
		t.Error(err)
	}
}

func TestState_AFullDiskLosesNothing(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	id := w.createImage(primary(), "")
	mend, err := sandbox.BreakStateFile(w.network)
	if err != nil {
		t.Fatal(err)
	}
	if got := w.tryPublish(primary(), id); got.status != http.StatusInternalServerError || got.code() != "2/0" || got.get("error.is_transient") != true {
		t.Errorf("published on a full disk: %d %s", got.status, got.raw)
	}
	if got := w.tryControl("POST reads", `{"lag":1}`); got.status != http.StatusInternalServerError {
		t.Errorf("the control API on a full disk: %d %s", got.status, got.raw)
	}
	mend()
	if got := w.status(primary(), id); got != "PUBLISHED" {
		t.Errorf("the status is %s", got)
	}
	ledger := w.rawLedger()
	w = w.reopen()
	if got := w.rawLedger(); got != ledger || len(w.ledger().Publications) != 1 {
		t.Errorf("the ledger became %s, was %s", got, ledger)
	}
	if got := w.read(primary(), w.ledger().Publications[0].MediaID); got.code() != "100/33" {
		t.Errorf("the read lag was lost: %s", got.raw)
	}
}
