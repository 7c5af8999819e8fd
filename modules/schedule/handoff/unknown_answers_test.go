package handoff

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/modules/posts/timeline"
	"crier/platform/wireid"
)

// named returns the notes of a post's timeline about what was unknown.
func (b *bundle) named(id wireid.ID) (texts []string) {
	b.t.Helper()
	steps, err := timeline.Select(b.t.Context(), b.db, id)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, step := range steps {
		if step.What == timeline.UnknownAnswer {
			texts = append(texts, strings.TrimPrefix(step.Text, "unknown to this version of Crier: "))
		}
	}
	return texts
}

// TestFetchResults_Unknown: an answer that the worker did not know is logged once for each kind and
// named once in a post's timeline, however often the result comes. It decides nothing.
func TestFetchResults_Unknown(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var log bytes.Buffer
	b.results.unknowns = newUnknownAnswers(b.records, slog.New(slog.NewTextHandler(&log, nil)))
	odd, too, plain := b.schedule(someTime).PostID, b.schedule(someTime).PostID, b.schedule(someTime).PostID
	b.clock.Advance(2 * someTime)
	b.worker.publishDue()
	b.worker.set(func() {
		b.worker.jobs[odd].Unknown = []cloud.UnknownAnswer{{Op: "container status", What: "the state PONDERING"}, {Op: "publish", What: "the header Sunset: soon"}}
		b.worker.jobs[too].Unknown = []cloud.UnknownAnswer{{Op: "container status", What: "the state PONDERING"}}
	})
	b.fetch()
	b.worker.set(func() { b.worker.end(b.worker.jobs[odd], cloud.JobPublished) })
	b.fetch()
	for id, want := range map[wireid.ID]string{
		odd: "[the state PONDERING (container status, at the cloud worker) the header Sunset: soon (publish, at the cloud worker)]",
		too: "[the state PONDERING (container status, at the cloud worker)]", plain: "[]",
	} {
		if got := fmt.Sprint(b.named(id)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if post := b.post(id); post.Status != posts.Published || !b.worker.job(id).acked {
			t.Errorf("got %+v", post)
		}
	}
	for what, want := range map[string]int{"PONDERING": 1, "Sunset: soon": 1, "the cloud worker": 2, "\n": 2} {
		if n := strings.Count(log.String(), what); n != want {
			t.Errorf("%q is logged %d times:\n%s", what, n, &log)
		}
	}
}

// TestFetchResults_UnknownHostile: what is named is bounded and printable, also where it was
// written to do harm.
func TestFetchResults_UnknownHostile(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(someTime).PostID
	b.clock.Advance(2 * someTime)
	b.worker.publishDue()
	b.worker.set(func() {
		all := []cloud.UnknownAnswer{{Op: "publish"}, {What: "the state X"}, {Op: strings.Repeat("o", 1000), What: "\x1b[2J" + strings.Repeat("w", 10_000)}}
		for i := range 100 {
			all = append(all, cloud.UnknownAnswer{Op: "publish", What: fmt.Sprint("the state ", i)})
		}
		b.worker.jobs[id].Unknown = all
	})
	b.fetch()
	got := b.named(id)
	if len(got) != 8 || len(got[0]) > 300 || strings.Contains(got[0], "\x1b") || got[7] != "the state 6 (publish, at the cloud worker)" {
		t.Errorf("%d notes: %.400q", len(got), got)
	}
	if post := b.post(id); post.Status != posts.Published {
		t.Errorf("got %+v", post)
	}
}
