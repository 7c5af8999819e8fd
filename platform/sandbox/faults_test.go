package sandbox_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/sandbox"
)

func TestFaults_AnswerInPlaceOfTheCall(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, fault string
		status      int
		code, raw   string
	}{
		{name: "code", fault: `"code":4`, status: 400, code: "4/0"},
		{name: "code and subcode", fault: `"code":4,"subcode":2207051,"message":"Blocked"`, status: 400, code: "4/2207051"},
		{name: "http and code", fault: `"http":500,"code":2,"transient":true`, status: 500, code: "2/0"},
		{name: "an error with 200", fault: `"http":200,"code":190,"subcode":463`, status: 200, code: "190/463"},
		{name: "http", fault: `"http":503`, status: 503, code: "1/0"},
		{name: "body", fault: `"http":502,"body":"<html>Sorry"`, status: 502, code: "0/0", raw: "<html>Sorry"},
		{name: "body alone", fault: `"body":"{}"`, status: 200, code: "0/0", raw: "{}"},
		{name: "body and code", fault: `"http":503,"code":2,"message":"x","body":"<html>Sorry"`, status: 503, code: "0/0", raw: "<html>Sorry"},
		{name: "success without body", fault: `"http":204`, status: 204, code: "0/0"},
		{name: "object", fault: `"code":100,"subcode":33`, status: 400, code: "100/33"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			id := w.createImage(primary(), "")
			w.control("POST faults", `{"match":{"method":"POST","path":"/media_publish$"},`+tc.fault+`}`)
			got := w.tryPublish(primary(), id)
			if got.status != tc.status || got.code() != tc.code || tc.raw != "" && got.raw != tc.raw {
				t.Errorf("got %d %s", got.status, got.raw)
			}
			if got.get("error") != nil && got.get("error.is_transient") != strings.Contains(tc.fault, "transient") {
				t.Errorf("is_transient in %s", got.raw)
			}
			if tc.name == "object" && got.text("error.type") != "GraphMethodException" {
				t.Errorf("got %s", got.raw)
			}
			if l := w.ledger(); len(l.Publications) != 0 || !slices.Equal(w.outcomes(), []string{"fault"}) || l.PublishCalls[0].ContainerID != id {
				t.Errorf("%+v", l)
			}
			w.publish(primary(), id)
		})
	}
}

// TestFaults_Kill has the process die with the publish call in hand: the post is there by then, and
// nobody gets an answer.
func TestFaults_Kill(t *testing.T) {
	t.Parallel()
	const kill = `{"match":{"path":"/media_publish$"},"kill":true}`
	if got := newWorld(t).tryControl("POST faults", kill); got.status != http.StatusBadRequest || !strings.Contains(got.raw, "crier serve --rehearsal") {
		t.Errorf("where nothing starts it again: %d %s", got.status, got.raw)
	}
	deaths := 0
	w := openWorld(t, sandbox.Options{Die: func() {
		deaths++
		panic(http.ErrAbortHandler) // The test goes on, without an answer.
	}})
	if got := w.tryControl("POST faults", `{"kill":true,"dropBefore":true}`); got.status != http.StatusBadRequest {
		t.Errorf("with another end: %d %s", got.status, got.raw)
	}
	id := w.createImage(primary(), "")
	w.control("POST faults", kill)
	w.publishLost(id)
	if l := w.ledger(); deaths != 1 || len(l.Publications) != 1 || !slices.Equal(w.outcomes(), []string{"published"}) {
		t.Errorf("%d deaths, and the ledger has %+v", deaths, l)
	}
}

func TestFaults_RateLimitsFillTheUsageHeaders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for code, want := range map[int][2]string{
		4:     {`"call_count":100`, `"estimated_time_to_regain_access":0`},
		80002: {`"call_count":1,`, `"estimated_time_to_regain_access":5`},
	} {
		w.control("POST faults", fmt.Sprintf(`{"match":{},"code":%d}`, code))
		h := w.read(primary(), "me").header
		if !strings.Contains(h.Get("X-App-Usage"), want[0]) || !strings.Contains(h.Get("X-Business-Use-Case-Usage"), want[1]) {
			t.Errorf("%d: %v", code, h)
		}
	}
}

func TestFaults_MatchSkipAndTimes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p, q := primary(), partner()
	w.control("POST faults", `{"match":{"method":"GET","path":"^/v25.0/me$","host":"graph-ig"},"skip":2,"times":2,"code":1}`)
	w.control("POST faults", `{"match":{"path":"^/graph-fb/"},"code":17}`)
	if got := w.post(p, "me"); got.code() == "1/0" {
		t.Errorf("another method: %s", got.raw)
	}
	if got := w.read(p, p.SNUserID); got.status != http.StatusOK {
		t.Errorf("another path: %s", got.raw)
	}
	for i, want := range []string{"0/0", "0/0", "1/0", "1/0", "0/0"} {
		if got := w.read(p, "me"); got.code() != want {
			t.Errorf("call %d: %s, want %s", i+1, got.raw, want)
		}
	}
	if got := []string{w.read(q, "me").code(), w.read(q, "me").code()}; !slices.Equal(got, []string{"17/0", "0/0"}) {
		t.Errorf("partner: %v", got)
	}
	w.control("POST faults", `{"match":{},"times":5,"code":1}`)
	if got := w.control("DELETE faults", ""); got.raw != "{}\n" {
		t.Errorf("DELETE faults: %q", got.raw)
	}
	if got := w.read(p, "me"); got.status != http.StatusOK {
		t.Errorf("after the faults were cleared: %s", got.raw)
	}
}

func TestFaults_MatchHostByEitherName(t *testing.T) {
	t.Parallel()
	for host, want := range map[string][2]string{
		"graph-ig": {"1/0", "0/0"}, "graph.instagram.com": {"1/0", "0/0"}, "graph-fb": {"0/0", "1/0"}, "graph.facebook.com": {"0/0", "1/0"},
	} {
		w := newWorld(t)
		w.control("POST faults", fmt.Sprintf(`{"match":{"method":"get","host":%q},"code":1}`, host))
		if got := [2]string{w.read(primary(), "me").code(), w.read(partner(), "me").code()}; got != want {
			t.Errorf("%s: %v", host, got)
		}
	}
}

func TestFaults_DropBeforeTakesNoEffect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.createImage(primary(), "")
	w.control("POST faults", `{"match":{"path":"media_publish"},"dropBefore":true}`)
	w.publishLost(id)
	if got := w.status(primary(), id); got != "FINISHED" || !slices.Equal(w.outcomes(), []string{"fault"}) {
		t.Errorf("status %s, outcomes %v", got, w.outcomes())
	}
}

func TestFaults_DropAfterCommitTakesEffect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.createImage(primary(), "lost answer")
	w.control("POST faults", `{"match":{"path":"media_publish"},"dropAfterCommit":true}`)
	w.publishLost(id)
	if got := w.status(primary(), id); got != "PUBLISHED" || !slices.Equal(w.outcomes(), []string{"published"}) || len(w.ledger().Publications) != 1 {
		t.Errorf("status %s, outcomes %v", got, w.outcomes())
	}
	if got := w.tryPublish(primary(), id); got.code() != "9007/2207027" {
		t.Errorf("again: %s", got.raw)
	}
}

// publishLost publishes and wants the connection to be cut without an answer.
func (w *world) publishLost(container string) {
	w.t.Helper()
	a := primary()
	ans, err := w.do(http.MethodPost, w.target(a, a.SNUserID+"/media_publish"), "creation_id="+container,
		"Content-Type", "application/x-www-form-urlencoded", "Authorization", "Bearer "+a.Token.Reveal())
	if !errors.Is(err, io.EOF) {
		w.t.Errorf("got %d %q, %v", ans.status, ans.raw, err)
	}
}

func TestFaults_AnswerAfterTheEffect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.createImage(primary(), "")
	w.control("POST faults", `{"match":{"path":"media_publish"},"code":4,"subcode":2207051,"afterCommit":true}`)
	if got := w.tryPublish(primary(), id); got.code() != "4/2207051" {
		t.Errorf("got %s", got.raw)
	}
	if got := w.status(primary(), id); got != "PUBLISHED" {
		t.Errorf("status %s", got)
	}
	second := w.createImage(primary(), "")
	w.control("POST faults", `{"match":{"path":"media_publish"},"malformed":true}`)
	if got := w.tryPublish(primary(), second); got.status != http.StatusOK || got.body != nil || !strings.HasPrefix(got.raw, `{"id`) {
		t.Errorf("malformed: %d %s", got.status, got.raw)
	}
	if got := w.outcomes(); !slices.Equal(got, []string{"published", "published"}) {
		t.Errorf("outcomes %v", got)
	}
	w.control("POST faults", `{"match":{"path":"media_publish"},"code":2,"malformed":true}`)
	if got := w.tryPublish(primary(), second); got.status != http.StatusBadRequest || json.Valid([]byte(got.raw)) {
		t.Errorf("malformed error: %d %s", got.status, got.raw)
	}
}

func TestFaults_DelaysRunOnTheSandboxClock(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.createImage(primary(), "")
	w.control("POST faults", `{"match":{"path":"media_publish"},"delayMs":60000}`)
	w.control("POST latency", `{"perCallMs":1000}`)
	done := make(chan answer)
	go func() { done <- w.tryPublish(primary(), id) }()
	if err := w.clock.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if got := w.ledger(); len(got.Publications) != 0 {
		t.Error("published before the delay was over")
	}
	w.control("POST clock", `{"advanceMs":60000}`)
	if err := w.clock.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(time.Second)
	if got := <-done; got.status != http.StatusOK {
		t.Errorf("got %s", got.raw)
	}
}

func TestFaults_ADelayedCallOutlivesItsClient(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := primary()
	id := w.createImage(a, "")
	w.control("POST faults", `{"match":{"path":"media_publish"},"delayMs":60000}`)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
		w.target(a, a.SNUserID+"/media_publish?creation_id="+id+"&access_token="+a.Token.Reveal()), http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	gone := make(chan error)
	ctx, hangUp := contextWithCancel(t)
	go func() {
		resp, err := transport.RoundTrip(req.WithContext(ctx))
		if err == nil {
			err = resp.Body.Close()
		}
		gone <- err
	}()
	if err := w.clock.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	hangUp()
	if err := <-gone; err == nil {
		t.Fatal("the client did not hang up")
	}
	if got := w.status(a, id); got != "FINISHED" {
		t.Errorf("before the delay is over: %s", got)
	}
	w.clock.Advance(time.Minute)
	w.server.Close()
	if got := len(w.ledgerOf(w.network).Publications); got != 1 {
		t.Errorf("%d publications after the delay", got)
	}
}

func TestLatency_ClosingEndsDelays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.control("POST latency", `{"perCallMs":1000}`)
	done := make(chan answer)
	go func() { done <- w.read(primary(), "me") }()
	if err := w.clock.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if err := w.network.Close(); err != nil {
		t.Error(err)
	}
	if got := <-done; got.status != http.StatusInternalServerError || got.code() != "2/0" {
		t.Errorf("got %d %s", got.status, got.raw)
	}
	if got := w.tryControl("GET ledger", ""); got.status != http.StatusInternalServerError {
		t.Errorf("the ledger of a closed network: %d %s", got.status, got.raw)
	}
}
