package faults_test

import (
	"crypto/sha256"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/clock"
)

// patience bounds every wait for what must come about. Only a program that hangs uses it up.
const patience = 2 * time.Minute

// recover waits until the service is well, as it must be once a fault has ended.
func (w *world) recover(t *testing.T, f fault) {
	t.Helper()
	if said := w.becomes(t, true); said != "" {
		t.Fatalf("after the end of %s it does not get well: %s", f.name, said)
	}
}

// isUnwell holds that /health tells of a fault under which nothing can be stored.
func (w *world) isUnwell(t *testing.T, f fault) {
	t.Helper()
	if said := w.becomes(t, false); said != "" {
		t.Errorf("%s, and /health says %s", f.name, said)
	}
}

// becomes waits until /health says that the service is well, or that it is not, and returns what it
// says instead. No answer is older than a second, so the first one that is asked for later must be
// right, however slow the machine is.
func (w *world) becomes(t *testing.T, well bool) string {
	t.Helper()
	const oldest = time.Second
	clk := clock.System()
	for began := clk.Now(); ; <-clk.NewTimer(10 * time.Millisecond).C {
		asked := clk.Now()
		health := w.service.Anonymous(t).Get("/api/v1/health")
		switch isWell := health.Status == http.StatusOK && health.String("status") == "healthy"; {
		case isWell == well:
			return ""
		case asked.Sub(began) > oldest:
			return string(health.Body)
		}
	}
}

// settle asks again for what had no answer, and waits until every post has ended.
func (w *world) settle(t *testing.T) {
	t.Helper()
	for caption, r := range w.requests {
		if r.post == "" && !r.late {
			w.ask(t.Context(), caption)
		}
		if r.post == "" && !r.late {
			t.Errorf("%s is not acknowledged, though nothing fails any more", caption)
		}
	}
	db, clk := e2e.OpenDB(t, w.service.Dir()), clock.System()
	for limit := clk.Now().Add(patience); e2e.CountPostsUnderWay(t, db) > 0; <-clk.NewTimer(20 * time.Millisecond).C {
		if clk.Now().After(limit) {
			t.Fatalf("%d posts are stuck", e2e.CountPostsUnderWay(t, db))
		}
	}
}

// judge holds what the service has against what it has acknowledged and what the network has.
func (w *world) judge(t *testing.T) {
	t.Helper()
	for _, lie := range w.lies {
		t.Error(lie)
	}
	w.lies = nil
	live := map[string][]time.Time{}
	for _, p := range w.sandbox.Control(t).Ledger().Publications {
		live[p.Caption] = append(live[p.Caption], p.PublishedAt)
	}
	client, ended := w.client(t), map[posts.Status]int{}
	for caption, r := range w.requests {
		if r.late {
			ended["never made"]++
			continue
		}
		var p struct {
			posts.Post
			Media []struct{ ID string }
		}
		client.Get("/api/v1/posts/" + r.post).Want(http.StatusOK).JSON(&p)
		ended[p.Status]++
		switch at := live[caption]; {
		case e2e.Text(p.Caption) != caption:
			t.Errorf("%s is %s", caption, client.Get("/api/v1/posts/"+r.post).Body)
		case p.Status != posts.Published || len(at) != 1:
			t.Errorf("%s is %d times live, and %s", caption, len(at), e2e.Describe(p.Post))
		case at[0].Before(r.at.Truncate(time.Second)):
			t.Errorf("%s was due at %s and is live since %s", caption, r.at, at[0])
		}
		delete(live, caption)
	}
	for caption, at := range live {
		t.Errorf("%q is live since %s, and nobody has it", caption, at)
	}
	for id, f := range w.files {
		record := client.Get("/api/v1/media/" + id).Want(http.StatusOK)
		if got := sha256.Sum256([]byte(client.Get(record.String("previewUrl")).Want(http.StatusOK).Body)); got != f.sum {
			t.Errorf("the file %s is not what was uploaded", id)
		}
	}
	recorded, stored := e2e.RecordedFiles(t, client), e2e.StoredFiles(t, w.service.Dir())
	for path, size := range recorded {
		if stored[path] != size {
			t.Errorf("%s has %d bytes and should have %d", path, stored[path], size)
		}
	}
	if log := w.service.Stderr(); strings.Contains(log, "panic") {
		t.Error("the log tells of a panic")
	}
	e2e.WantConsistent(t, e2e.OpenDB(t, w.service.Dir()))
	t.Logf("%d requests, %d files, the posts: %v", w.tried, len(w.files), ended)
}
