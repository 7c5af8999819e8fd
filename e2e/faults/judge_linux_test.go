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

// recover waits until the service is well, as it must be soon after a fault has ended.
func (w *world) recover(t *testing.T) {
	t.Helper()
	clk := clock.System()
	for limit := clk.Now().Add(30 * time.Second); ; <-clk.NewTimer(10 * time.Millisecond).C {
		health := w.service.Anonymous(t).Get("/api/v1/health")
		if health.Status == http.StatusOK && health.String("status") == "healthy" {
			return
		}
		if clk.Now().After(limit) {
			t.Fatalf("it does not get well: %s", health.Body)
		}
	}
}

// isUnwell holds that /health tells of a fault under which nothing can be stored.
func (w *world) isUnwell(t *testing.T, f fault) {
	t.Helper()
	clk := clock.System()
	for limit := clk.Now().Add(10 * time.Second); ; <-clk.NewTimer(100 * time.Millisecond).C {
		health := w.service.Anonymous(t).Get("/api/v1/health")
		if health.Status != http.StatusOK || health.String("status") != "healthy" {
			return
		}
		if clk.Now().After(limit) {
			t.Errorf("%s, and /health says %s", f.name, health.Body)
			return
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
	for limit := clk.Now().Add(2 * time.Minute); e2e.CountPostsUnderWay(t, db) > 0; <-clk.NewTimer(20 * time.Millisecond).C {
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
