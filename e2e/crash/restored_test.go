package crash_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts/quarantine"
	"crier/platform/clock"
	"crier/platform/failpoint"
)

// TestRestoredMatrix is the proof of "publish once" for a data folder that goes back in time: in
// each run posts are scheduled and the folder is copied; it publishes them until it dies at a step;
// and the copy is put back. What the quarantine finds to be live stays so, what it proves to be
// absent is released, and then each post must be live once. The first runs have the steps around
// the publish call; CRIER_TEST_RUNS has every step that publishing a picture passes, with the
// first, the second and the third of the posts.
func TestRestoredMatrix(t *testing.T) {
	t.Parallel()
	m := startRestored(t)
	kills := []string{"posts.container.stored", "posts.intended:2", "posts.sent", "posts.finished:2"}
	if n := e2e.NumberOf(t, "CRIER_TEST_RUNS", 0); n > len(kills) {
		kills = append(kills, restoredKills()...)
		kills = kills[:min(n, len(kills))]
	}
	next := make(chan string)
	var workers sync.WaitGroup
	for range min(len(kills), 2*runtime.GOMAXPROCS(0)) {
		sandbox := m.program.Sandbox(t, "0", "", m.clock)
		workers.Go(func() {
			for kill := range next {
				t.Run(kill, func(t *testing.T) { m.restore(t, sandbox, kill) })
			}
		})
	}
	for _, kill := range kills {
		next <- kill
	}
	close(next)
	workers.Wait()
	_, _ = fmt.Fprintf(os.Stdout, "restored runs %d, duplicates %d, lost %d, stuck %d, died at %d steps\n",
		len(kills), m.duplicates.Load(), m.lost.Load(), m.stuck.Load(), len(m.died))
	if m.duplicates.Load()+m.lost.Load()+m.stuck.Load() > 0 {
		t.Error("see above")
	}
	for _, kill := range kills[:4] {
		if point, _, _ := strings.Cut(kill, ":"); m.died[point] == 0 {
			t.Errorf("no run has died at %s: %s", kill, m.outlived[point])
		}
	}
}

// restoredKills are the steps that publishing pictures may pass, each for the first, the second and
// the third time.
func restoredKills() (kills []string) {
	elsewhere := killRecipes()
	for _, point := range failpoint.Names() {
		isOther := slices.ContainsFunc([]string{"auth.", "posts.share.", "posts.comment.", "posts.native.", "posts.child.", "posts.upload."}, func(prefix string) bool {
			return strings.HasPrefix(point, prefix)
		})
		if elsewhere[point] != nil || isOther || isOfCloud(point) {
			continue
		}
		for _, n := range []string{"", ":2", ":3"} {
			kills = append(kills, point+n)
		}
	}
	return kills
}

// startRestored returns what the runs share: a folder with pictures.
func startRestored(t *testing.T) *matrix {
	t.Helper()
	m := &matrix{
		program: e2e.KillableProgram(t), clock: e2e.FastClock(clock.System().Now()),
		files: map[string]string{}, died: map[string]int{}, met: map[string]int{}, outlived: map[string]string{},
	}
	network := m.program.Sandbox(t, "0", "", m.clock)
	service := m.program.Serve(t, m.settings(network.URL(), 0)...)
	m.files["picture2"] = service.Client(t).Upload("file", "photo.png", e2e.Picture(t, 320, 320)).Want(201).String("id")
	m.key = service.Key(t)
	if exit := service.Stop(t); exit.Code != 0 {
		t.Fatalf("SIGTERM ended it with %d", exit.Code)
	}
	m.folder = service.Dir()
	return m
}

// restore is one run.
func (m *matrix) restore(t *testing.T, sandbox *e2e.SandboxProcess, kill string) {
	r := m.newRun(t, sandbox, 0)
	r.more = []string{"CRIER_STATE_DIR=" + t.TempDir()}
	r.start(t, phase{})
	for i, potter := range []bool{false, false, true} {
		r.posts = append(r.posts, r.newPost(t, 0, i, content{kind: "IMAGE", scheduled: 3600, potter: potter}))
	}
	r.repeat(t, len(r.posts))
	if exit := r.service.Stop(t); exit.Code != 0 {
		t.Fatalf("SIGTERM ended it with %d", exit.Code)
	}
	before := filepath.Join(t.TempDir(), "before")
	copyFolder(t, r.dir, before)
	r.pass(time.Hour + time.Minute)
	if r.start(t, phase{kill: kill}) {
		r.awaitEnds(t)
		r.service.Kill(t)
	}
	r.died(t, kill)
	if err := os.RemoveAll(r.dir); err != nil {
		t.Fatal(err)
	}
	copyFolder(t, before, r.dir)
	r.start(t, phase{})
	r.key = r.service.Key(t)
	r.reconcile(t)
	r.awaitEnds(t)
	r.awaitPermalinks(t)
	r.judge(t)
}

// reconcile lets the quarantine look until it knows of every post, releases what is absent and
// closes it.
func (r *run) reconcile(t *testing.T) {
	t.Helper()
	browser := r.service.Browser(t)
	r.until(t, "the verdict about each post", func() bool {
		var status quarantine.QuarantineStatus
		answer := browser.Get("/api/quarantine").Want(http.StatusOK)
		if answer.JSON(&status); !status.IsQuarantined {
			t.Fatalf("the folder is older than its mark, and not in quarantine: %s", answer.Body)
		}
		return len(status.Posts) == len(r.posts) && !slices.ContainsFunc(status.Posts, func(p quarantine.HeldPost) bool { return p.Verdict == nil })
	})
	exit := r.service.Command(t, "restore", "status", "--json")
	var status quarantine.QuarantineStatus
	if err := json.Unmarshal([]byte(exit.Stdout), &status); err != nil || !status.IsQuarantined || len(status.Posts) != len(r.posts) {
		t.Fatalf("the command does not say what the service does: %+v, %v", exit, err)
	}
	for _, p := range status.Posts {
		if p.Verdict == nil || *p.Verdict != quarantine.Live && *p.Verdict != quarantine.Absent {
			verdict, _ := json.Marshal(p.Verdict)
			r.lose(t, "%s is %s, neither live nor absent: %s", p.ID, verdict, p.Says)
		}
	}
	for _, args := range [][]string{{"restore", "release", "--absent"}, {"restore", "close"}} {
		if exit := r.service.Command(t, args...); exit.Code != 0 {
			t.Errorf("%v: %+v", args, exit)
		}
	}
}
