package e2e_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/cloud/worker/workertest"
	"crier/modules/posts"
	"crier/modules/posts/timeline"
	"crier/modules/schedule/handoff"
	"crier/platform/clock"
	"crier/platform/cloudflare/cloudflaretest"
)

// inThe sets a program's clock ahead. The program must be one that was built for tests.
func inThe(future time.Duration) string {
	// The clock has run twice as fast since then, so it is ahead by as much.
	return "CRIER_TEST_CLOCK=2@" + clock.System().Now().Add(-future).Format(time.RFC3339Nano)
}

// reopen closes Crier and opens it at a later time.
func (d *desk) reopen(settings ...string) *desk {
	d.t.Helper()
	d.shut()
	return d.world.open(d.t, settings...)
}

// takeover is the answer to a request to take posts back.
type takeover struct {
	HandedBack, Waiting, Resolving []string
	Direct                         bool
}

// counts returns how many posts came back, wait, and stay.
func (o takeover) counts() [3]int { return [3]int{len(o.HandedBack), len(o.Waiting), len(o.Resolving)} }

func (d *desk) takeOver() (got takeover) {
	d.t.Helper()
	d.inside().Post("/api/schedule/takeover", nil).Want(http.StatusOK).JSON(&got)
	return got
}

// tells reports whether the timeline of a post has a sentence with this beginning.
func (d *desk) tells(id, begin string) bool {
	d.t.Helper()
	var got posts.Timeline
	d.inside().Internal("/api/posts/" + id + "/timeline").Want(http.StatusOK).JSON(&got)
	return slices.ContainsFunc(got.Steps, func(s timeline.Step) bool { return strings.HasPrefix(s.Text, begin) })
}

// passes waits until the machine's clock, by which the worker goes, has passed an instant.
func passes(at time.Time) { e2e.SleepUnless(nil, at.Sub(clock.System().Now())) }

// TestScenario25_CloudIsDead: the worker's death is reported, and its posts are not published
// automatically. Taking them back publishes each of them once, although the worker comes back and
// finds them due.
func TestScenario25_CloudIsDead(t *testing.T) {
	t.Parallel()
	c := newCloudWorld(t, e2e.KillableProgram(t))
	d := c.open(t)
	d.setUp()
	if !c.Cron(t, c.Account, e2e.CloudName) {
		t.Error("the cron does not run")
	}
	d = d.reopen(inThe(20 * time.Minute))
	var status struct{ LastCronRun *time.Time }
	if got := d.diagnostics(); got.LastCronRun == nil || got.Offline {
		t.Errorf("diagnostics %+v", got)
	}
	if err := json.Unmarshal([]byte(d.Command(t, "cloud", "status", "--json").Stdout), &status); err != nil || status.LastCronRun == nil {
		t.Errorf("status %+v, %v", status, err)
	}

	d = d.reopen()
	dueImage, farImage := d.image("due"), d.image("far")
	c.FailKVReads(http.StatusInternalServerError) // Without them the worker begins nothing before it dies.
	id, far := d.schedule(dueImage, 6*time.Second), d.schedule(farImage, time.Hour)
	c.Stop(t, c.Account, e2e.CloudName)
	c.Heal()
	passes(d.post(id).ScheduledFor.Time().Add(200 * time.Millisecond))
	d = d.reopen(inThe(3 * time.Minute))
	e2e.Until(t, func() bool { return text(d.post(id).ErrorCode) == "WORKER_UNREACHABLE" })
	if p := d.post(id); p.Status != posts.Scheduled || !strings.Contains(text(p.ErrorMessage), "takeover") {
		t.Errorf("it is %s", describe(p))
	}
	if got := d.diagnostics(); !got.Offline || got.OfflineReason == nil {
		t.Errorf("diagnostics %+v", got)
	}
	d.inside().Post("/api/schedule/sync", nil).WantError(http.StatusInternalServerError, "SYNC_FAILED")
	if exit := d.Command(t, "cloud", "sync"); exit.Code == 0 {
		t.Errorf("sync says %s", exit.Stdout)
	}
	c.wantOnly(t)

	if got := d.takeOver(); got.counts() != [3]int{1, 1, 0} || got.Direct {
		t.Errorf("taken over: %+v", got)
	}
	if p := d.post(far); p.Status != posts.Scheduled || p.InCloud() {
		t.Errorf("what is far off is %s, in the cloud %t", describe(p), p.InCloud())
	}
	d.client.Delete("/api/v1/schedule/"+id).WantError(http.StatusBadGateway, "WORKER_UNREACHABLE")
	c.wantOnly(t)
	c.SetAhead(12 * time.Minute)
	d = d.reopen(inThe(12 * time.Minute))
	e2e.Until(t, func() bool { return d.post(id).Status == posts.Published })
	c.wantOnly(t, "due")
	c.Resume(t, c.Account, e2e.CloudName)
	e2e.Until(t, func() bool { return c.Mirrored(t, id) != "SCHEDULED" })
	if state := c.Mirrored(t, id); state != "FENCED" {
		t.Errorf("behind the fence the worker has it in state %s", state)
	}
	c.wantOnly(t, "due")
	d.sync()
	for range 3 {
		c.Cron(t, c.Account, e2e.CloudName)
	}
	if got := d.diagnostics(); got.Offline || got.ScheduledCount != 0 {
		t.Errorf("diagnostics %+v", got)
	}
	c.wantOnly(t, "due")
	// The worker accepts posts of the new epoch.
	d = d.reopen()
	next := d.schedule(d.image("next"), 2*time.Second)
	d.isLive(next)
	c.wantOnly(t, "due", "next")
}

// TestScenario25_CronIsDead: the worker's cron does not run, and the worker answers. The status
// says so, and offers to take the posts back. A due post that the worker has not begun stays the
// worker's, also after a restart: it is published once, by the worker. What is far off comes back
// when it is taken over.
//
// It runs the worker in its real runtime, in the plain tier, for about 5 s of CPU.
func TestScenario25_CronIsDead(t *testing.T) {
	t.Parallel()
	c, d := newCloud(t)
	if !c.Cron(t, c.Account, e2e.CloudName) {
		t.Error("the cron does not run")
	}
	dueImage, farImage := d.image("due"), d.image("far")
	if told := d.cronTold(); told.IsCronDead || told.LastCronRun == nil {
		t.Errorf("at first the status is %+v", told)
	}
	c.ticksAhead(20 * time.Minute)
	c.FailKV(http.StatusInternalServerError) // Without it the worker begins nothing, however long it takes to look.
	id, far := d.schedule(dueImage, 2*time.Second), d.schedule(farImage, time.Hour)
	passes(clock.System().Now().Add(2200 * time.Millisecond))
	told := d.cronTold()
	if !told.IsCronDead || told.LastCronRun == nil || !slices.ContainsFunc(told.Warnings, func(w string) bool {
		return strings.Contains(w, "cron does not run") && strings.Contains(w, "crier cloud takeover")
	}) {
		t.Errorf("the status is %+v", told)
	}
	for _, command := range [][]string{{"status"}, {"cloud", "status"}} {
		if exit := d.Command(t, command...); !strings.Contains(exit.Stdout, "cron does not run") {
			t.Errorf("%v says %+v", command, exit)
		}
	}
	d = d.reopen()
	d.sync()
	for _, one := range []string{id, far} {
		if p := d.post(one); p.Status != posts.Scheduled || !p.InCloud() {
			t.Errorf("it is %s, in the cloud %t", describe(p), p.InCloud())
		}
	}
	c.wantOnly(t)

	c.Heal()
	d.isLive(id)
	c.wantOnly(t, "due")
	if got := d.takeOver(); got.counts() != [3]int{1, 0, 0} || !got.Direct {
		t.Errorf("taken over: %+v", got)
	}
	if p := d.post(far); p.Status != posts.Scheduled || p.InCloud() {
		t.Errorf("what is far off is %s, in the cloud %t", describe(p), p.InCloud())
	}
	c.wantOnly(t, "due")
}

// cronStatus is what the status of the cloud says of the cron.
type cronStatus struct {
	IsCronDead  bool
	LastCronRun *time.Time
	Warnings    []string
}

// cronTold has the worker asked, and returns what the status says of its cron then.
func (d *desk) cronTold() (told cronStatus) {
	d.t.Helper()
	if got := d.diagnostics(); got.Offline {
		d.t.Errorf("the worker does not answer: %+v", got)
	}
	if err := json.Unmarshal([]byte(d.Command(d.t, "cloud", "status", "--json").Stdout), &told); err != nil {
		d.t.Error(err)
	}
	return told
}

// ticksAhead has the worker report at a later time than it is, while its cron last ran when it did.
func (c *cloudWorld) ticksAhead(by time.Duration) {
	c.Fault(workertest.Fault{Path: "/v1/diagnostics", Times: -1, Edit: func(answer []byte) []byte {
		var report map[string]any
		if json.Unmarshal(answer, &report) == nil {
			report["timestamp"] = clock.System().Now().Add(by).UTC().Format(time.RFC3339Nano)
			answer, _ = json.Marshal(report)
		}
		return answer
	}})
}

// TestCloud_FenceThatLags: the worker cannot be reached, the fence is only in KV, and KV does not
// show it for a while, in which the worker publishes a due post. The account's list lags too. The
// post is found all the same, and not published again.
func TestCloud_FenceThatLags(t *testing.T) {
	t.Parallel()
	c := newCloudWorld(t, e2e.KillableProgram(t))
	d := c.open(t)
	d.setUp()
	inLag, afterIt := d.image("in the lag"), d.image("after it")
	c.Control.LagLists(1000)
	// The other post is due before the fence certainly stands.
	id, after := d.schedule(inLag, 4*time.Second), d.schedule(afterIt, time.Minute)
	script, _ := c.CF.Script(c.Account, e2e.CloudName)
	for _, b := range script.Bindings {
		if b.Namespace != "" {
			c.CF.KV(c.Account, b.Namespace).FreezeReads()
		}
	}
	c.Fault(workertest.Fault{Times: -1, Drop: true})
	c.CF.Fault(cloudflaretest.Fault{Method: http.MethodPut, Path: "/workers/scripts/", Times: -1, Status: http.StatusInternalServerError})
	if got := d.takeOver(); got.counts() != [3]int{0, 2, 0} || got.Direct {
		t.Errorf("taken over: %+v", got)
	}
	c.GoesOut(t, "in the lag")
	for _, b := range script.Bindings {
		if b.Namespace != "" {
			c.CF.KV(c.Account, b.Namespace).ThawReads()
		}
	}
	c.SetAhead(7 * time.Minute)
	d = d.reopen(inThe(7 * time.Minute))
	for _, one := range []string{id, after} {
		e2e.Until(t, func() bool { return d.tells(one, "the network does not show it so far") })
	}
	c.wantOnly(t, "in the lag")
	c.ShowAll()
	c.SetAhead(12 * time.Minute)
	d = d.reopen(inThe(12 * time.Minute))
	e2e.Until(t, func() bool { return d.post(id).Status.HasEnded() })
	c.Heal()
	c.CF.Heal()
	d.isLive(id)
	// The other post belongs to this program now, whose clock is ahead.
	e2e.Until(t, func() bool { return d.post(after).Status == posts.Published })
	e2e.Until(t, func() bool {
		c.Cron(t, c.Account, e2e.CloudName)
		d.sync()
		return d.diagnostics().ScheduledCount == 0
	})
	c.wantOnly(t, "in the lag", "after it")
}

// TestCloud_TakeoverWithTheWorker: a worker that answers hands back the posts that it has not
// begun, and continues with the others.
func TestCloud_TakeoverWithTheWorker(t *testing.T) {
	t.Parallel()
	c, d := newCloud(t)
	c.slowly(6 * time.Second)
	beginning, due, farOff := d.image("begun"), d.image("waiting"), d.image("far")
	waiting, far := d.schedule(due, 10*time.Second), d.schedule(farOff, time.Hour)
	begun := d.schedule(beginning, time.Second)
	e2e.Until(t, func() bool { return called(c.Control, "/media") })
	// A post can be taken back until its publish call.
	if got := d.takeOver(); got.counts() != [3]int{3, 0, 0} || !got.Direct {
		t.Errorf("taken over: %+v", got)
	}
	for _, id := range []string{begun, waiting, far} {
		if p := d.post(id); p.InCloud() && p.Status != posts.Scheduled {
			t.Errorf("it is %s", describe(p))
		}
	}
	c.slowly(0)
	for _, caption := range []string{"begun", "waiting"} {
		c.GoesOut(t, caption)
	}
	e2e.Until(t, func() bool {
		return d.post(waiting).Status == posts.Published && d.post(begun).Status == posts.Published
	})
	d.sync()
	d.client.Delete("/api/v1/schedule/" + far).Want(http.StatusOK)
	c.wantOnly(t, "begun", "waiting")
	// Without posts it can be torn down.
	d.inside().Delete("/api/cloud/setup").Want(http.StatusOK)
}

// TestCloud_PutBack: a folder that was restored to a state before posts were scheduled does not
// know that the worker has them. It shows them with their content, refuses a teardown, and each
// post is adopted or cancelled. Nothing is published twice, and nothing that was cancelled.
func TestCloud_PutBack(t *testing.T) {
	t.Parallel()
	c := newCloudWorld(t, e2e.KillableProgram(t))
	d := c.open(t)
	d.setUp()
	adopted, cancelled := d.image("adopted"), d.image("cancelled")
	d.shut()
	before := filepath.Join(t.TempDir(), "before")
	if err := os.CopyFS(before, os.DirFS(c.Dir)); err != nil {
		t.Fatal(err)
	}
	d = d.reopen()
	keep, drop := d.schedule(adopted, time.Hour), d.schedule(cancelled, time.Hour)
	d.shut()
	if err := errors.Join(os.RemoveAll(c.Dir), os.CopyFS(c.Dir, os.DirFS(before))); err != nil {
		t.Fatal(err)
	}
	d = d.reopen()
	unknown := func() (ids []string) {
		var status struct{ UnknownPosts []handoff.Unknown }
		if err := json.Unmarshal([]byte(d.Command(t, "cloud", "status", "--json").Stdout), &status); err != nil {
			t.Fatal(err)
		}
		for _, one := range status.UnknownPosts {
			if ids = append(ids, one.ID.String()); one.Caption == nil || one.Username == nil || one.Files != 1 || one.Status != nil {
				t.Errorf("it is not said what it is: %+v", one)
			}
		}
		return ids
	}
	if got := unknown(); len(got) != 2 {
		t.Fatalf("unknown are %v", got)
	}
	d.client = d.Client(t) // The former key has ended: the worker is ahead of the folder.
	for _, args := range [][]string{{"cloud", "teardown"}, {"cloud", "teardown", "--force"}} {
		exit := d.Command(t, args...)
		if said := exit.Stdout + exit.Stderr; exit.Code == 0 || !strings.Contains(said, "crier cloud adopt") || !strings.Contains(said, "crier cloud cancel") || strings.Contains(said, "takeover") {
			t.Errorf("%v says %s", args, said)
		}
	}
	for _, args := range [][]string{{"cloud", "adopt", keep}, {"cloud", "cancel", drop}} {
		if exit := d.Command(t, args...); exit.Code != 0 {
			t.Errorf("%v says %s%s", args, exit.Stdout, exit.Stderr)
		}
	}
	if got := unknown(); len(got) != 0 {
		t.Errorf("unknown are %v", got)
	}
	if p := d.post(keep); p.Status != posts.Scheduled || !p.InCloud() {
		t.Errorf("the adopted one is %s", describe(p))
	}
	if exit := d.Command(t, "cloud", "adopt", drop); exit.Code == 0 {
		t.Errorf("what is not there is adopted: %s", exit.Stdout)
	}
	d.client.Put("/api/v1/schedule/"+keep, body{"scheduledFor": clock.System().Now().Add(3 * time.Second)}).Want(http.StatusOK)
	d.isLive(keep)
	c.wantOnly(t, "adopted")
}
