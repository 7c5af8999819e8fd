package e2e_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/modules/posts/quarantine"
	"crier/platform/config"
	"crier/platform/database"
)

// outside is a folder for marks that outlives the data folder.
func outside(t *testing.T) e2e.Option {
	t.Helper()
	dir := t.TempDir()
	return e2e.Configured(func(c *config.Config) { c.StateDir, c.MachineID = dir, "the shop's" })
}

// copyOf copies a data folder as cp -a does.
func copyOf(t testing.TB, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// putBack replaces the folder by a copy of it. What the network has, it keeps.
func putBack(t testing.TB, dir, from string) {
	t.Helper()
	network, err := os.ReadFile(filepath.Join(dir, "sandbox.state"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sandbox.state"), network, 0o600); err != nil {
		t.Fatal(err)
	}
}

// older has the journey's folder be put back as it is now, after what do has done with it.
func (j *journey) older(do func(*journey)) *journey {
	j.t.Helper()
	same := []e2e.Option{e2e.In(j.Dir), e2e.At(j.Clock), e2e.Configured(func(c *config.Config) {
		c.StateDir, c.MachineID = j.Config.StateDir, j.Config.MachineID
	})}
	j.rests()
	before := copyOf(j.t, j.Dir)
	later := begin(j.t, same...)
	do(later)
	later.rests()
	putBack(j.t, j.Dir, before)
	return begin(j.t, same...)
}

// rests stops the journey. Nothing that matters has been changed since the folder got the nonce of
// the stop.
func (j *journey) rests() {
	j.t.Helper()
	j.Stop()
	db, err := database.Open(j.t.Context(), filepath.Join(j.Dir, "crier.db"))
	if err != nil {
		j.t.Fatal(err)
	}
	n, err := database.Value[int](j.t.Context(), db, "SELECT count(*) FROM instance WHERE nonce = unchanged_nonce")
	if err := errors.Join(err, db.Close()); err != nil || n != 1 {
		j.t.Errorf("something was changed after the stop: %d, %v", n, err)
	}
}

// signOut signs a browser out, which a copy must not forget, and does nothing to the posts.
func (j *journey) signOut() {
	j.t.Helper()
	j.Browser(j.t).Post("/api/v1/auth/logout", nil).Want(http.StatusOK)
}

// quarantine asks the internal surface for something, and returns how the quarantine stands.
func (j *journey) quarantine(path string, in any) (status quarantine.QuarantineStatus) {
	j.t.Helper()
	j.Browser(j.t).InternalDo(http.MethodPost, "/api/quarantine/"+path, in).Want(http.StatusOK).JSON(&status)
	return status
}

// release releases posts, and holds how many those were.
func (j *journey) release(in body, want int) {
	j.t.Helper()
	var done struct{ Released int }
	j.Browser(j.t).InternalDo(http.MethodPost, "/api/quarantine/release", in).Want(http.StatusOK).JSON(&done)
	if done.Released != want {
		j.t.Errorf("%v released %d posts, not %d", in, done.Released, want)
	}
}

// wantVerdict looks, and holds what is known of the post.
func (j *journey) wantVerdict(id string, want quarantine.Verdict, isOpen bool) {
	j.t.Helper()
	status := j.quarantine("look", nil)
	for _, post := range status.Posts {
		if post.ID.String() != id {
			continue
		}
		if post.Verdict == nil || *post.Verdict != want || post.IsOpen != isOpen {
			j.t.Errorf("the verdict is %v, open %t: %s", post.Verdict, post.IsOpen, post.Says)
		}
		return
	}
	j.t.Errorf("%s is not among %+v", id, status)
}

// isHeld holds that the post stands as it did and says why it does not go out.
func (j *journey) isHeld(id string, status posts.Status) {
	j.t.Helper()
	p := j.post(id)
	if p.Status != status || p.ErrorCode == nil || *p.ErrorCode != "UNKNOWN_ERROR" || !strings.Contains(e2e.Text(p.ErrorMessage), "crier restore status") {
		j.t.Errorf("the post is %s", describe(p))
	}
}

// passes lets the time pass, as far as anything happens in it.
func (j *journey) passes(d time.Duration) {
	j.t.Helper()
	end := j.Clock.Now().Add(d)
	j.AdvanceUntil(j.t, d+time.Hour, func() bool { return !j.Clock.Now().Before(end) })
}

// TestMemory1_PublishedBeforeThePutBack: a post that went out after the copy was made is found, and
// published once.
func TestMemory1_PublishedBeforeThePutBack(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	id := j.schedule(j.imagePost("rye"), j.Clock.Now().Add(time.Hour))
	var was posts.Post
	j = j.older(func(j *journey) { was = j.ended(id) })
	j.isHeld(id, posts.Scheduled)
	j.passes(10 * time.Minute)
	j.wantCalls("published")
	j.wantVerdict(id, quarantine.Live, false)
	if p := j.post(id); p.Status != posts.Published || e2e.Text(p.SNMediaID) != e2e.Text(was.SNMediaID) || e2e.Text(p.SNPermalink) != e2e.Text(was.SNPermalink) || p.ErrorCode != nil {
		t.Errorf("the post is %s, and was %s", describe(p), describe(was))
	}
	j.quarantine("close", nil)
	j.passes(time.Hour)
	j.wantCalls("published")
}

// TestMemory1_NotPublished: nothing is released by itself; what is proved to be absent goes out
// once it is released.
func TestMemory1_NotPublished(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	id := j.schedule(j.imagePost("rye"), j.Clock.Now().Add(time.Hour))
	j = j.older((*journey).signOut)
	j.Clock.Advance(time.Second)
	taken := j.client.Post("/api/v1/posts/publish", j.imagePost("made meanwhile")).Want(http.StatusAccepted)
	made := taken.String("postId")
	held := j.Anonymous(t).Get("/api/v1/health").Want(http.StatusOK)
	if says := string(held.Body); held.String("status") != "degraded" || !strings.Contains(says, `"publishing":"held, because the data folder`) || strings.Contains(says, j.Dir) {
		t.Errorf("/health says %s", says)
	}
	if !strings.Contains(string(taken.Body), `"QUARANTINED"`) {
		t.Errorf("it is not warned of: %s", taken.Body)
	}
	j.passes(2 * time.Hour)
	j.wantCalls()
	j.isHeld(id, posts.Scheduled)
	j.wantVerdict(id, quarantine.Absent, true)
	j.Browser(t).InternalDo(http.MethodPost, "/api/quarantine/close", nil).WantError(http.StatusBadRequest, "INVALID_STATUS")
	j.release(body{"absent": true, "ids": []string{id, id}}, 1)
	j.release(body{"absent": true}, 0)
	j.isLive(j.ended(id), 0)
	j.isHeld(made, posts.Queued)
	j.quarantine("close", nil)
	if healthy := j.Anonymous(t).Get("/api/v1/health").Want(http.StatusOK); healthy.String("status") != "healthy" {
		t.Errorf("/health says %s", healthy.Body)
	}
	j.isLive(j.ended(made), 1)
	j.wantCalls("published", "published")
	j.Browser(t).InternalDo(http.MethodPost, "/api/quarantine/release", body{"ids": []string{id}}).WantError(http.StatusBadRequest, "INVALID_STATUS")
}

// TestMemory_CancelledAfterTheCopy never goes out by itself, although no call was made after the
// copy.
func TestMemory_CancelledAfterTheCopy(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	id := j.schedule(j.imagePost("rye"), j.Clock.Now().Add(time.Hour))
	j = j.older(func(j *journey) { j.client.Delete("/api/v1/schedule/" + id).Want(http.StatusOK) })
	j.passes(25 * time.Hour)
	j.wantVerdict(id, quarantine.Absent, true)
	j.quarantine("drop", body{"ids": []string{id}})
	if p := j.post(id); p.Status != posts.Draft || p.ErrorCode != nil {
		t.Errorf("the post is %s", describe(p))
	}
	j.quarantine("close", nil)
	j.passes(time.Hour)
	j.wantCalls()
}

// TestMemory_LookAlikes: of two posts that look the same one was published, and nobody can tell
// which.
func TestMemory_LookAlikes(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	first := j.schedule(j.imagePost("rye"), j.Clock.Now().Add(time.Hour))
	second := j.schedule(j.imagePost("rye"), j.Clock.Now().Add(3*time.Hour))
	j = j.older(func(j *journey) { j.ended(first) })
	j.passes(5 * time.Hour)
	j.wantVerdict(first, quarantine.Unsure, true)
	j.wantVerdict(second, quarantine.Unsure, true)
	j.wantCalls("published")
	j.quarantine(first+"/live", body{})
	j.quarantine("release", body{"ids": []string{second}})
	j.ended(second)
	j.quarantine("close", nil)
	if p := j.post(first); p.Status != posts.Published {
		t.Errorf("the post is %s", describe(p))
	}
	j.wantCalls("published", "published")
}

// lookAlikes returns a folder in quarantine, and of each caption two posts that look the same.
// After the backup the first of them was published, and the second was cancelled.
func lookAlikes(t *testing.T, captions ...string) (*journey, map[string][2]string) {
	t.Helper()
	j := begin(t, outside(t))
	pairs := map[string][2]string{}
	for _, caption := range captions {
		for n := range 2 {
			pair := pairs[caption]
			pair[n] = j.schedule(j.imagePost(caption), j.Clock.Now().Add(time.Hour-time.Duration(n)*time.Minute))
			pairs[caption] = pair
		}
	}
	j = j.older(func(j *journey) {
		for _, pair := range pairs {
			j.client.Delete("/api/v1/schedule/" + pair[1]).Want(http.StatusOK)
		}
		for _, pair := range pairs {
			j.ended(pair[0])
		}
	})
	return j, pairs
}

// TestMemory_LookAlikeOfDecided: somebody decides about one of two posts that look the same, and of
// which one was published: it is live at no known address, it becomes a draft, or that is deleted,
// too. What the account shows proves no more of the other one than before.
func TestMemory_LookAlikeOfDecided(t *testing.T) {
	t.Parallel()
	j, pairs := lookAlikes(t, "live", "dropped", "deleted")
	j.passes(10 * time.Minute)
	for _, pair := range pairs {
		j.wantVerdict(pair[0], quarantine.Unsure, true)
	}
	j.quarantine(pairs["live"][0]+"/live", body{})
	j.quarantine("drop", body{"ids": []string{pairs["dropped"][0], pairs["deleted"][0]}})
	j.client.Delete("/api/v1/posts/" + pairs["deleted"][0]).Want(http.StatusOK)
	for _, pair := range pairs {
		j.wantVerdict(pair[1], quarantine.Unsure, true)
		j.isHeld(pair[1], posts.Scheduled)
	}
	j.wantCalls("published", "published", "published")
}

// TestMemory_LookAlikeChanged: somebody changes one of two posts that look the same, and of which
// one was published, or makes a draft of it, or both, or changes and deletes it. The other one is
// not taken for what the first may have become, and the first is not offered for release: it would
// go out twice.
func TestMemory_LookAlikeChanged(t *testing.T) {
	t.Parallel()
	j, pairs := lookAlikes(t, "changed", "cancelled", "both", "deleted")
	j.quarantine("look", nil)
	for _, caption := range []string{"changed", "both", "deleted"} {
		j.client.Put("/api/v1/schedule/"+pairs[caption][0], body{"caption": "another"}).Want(http.StatusOK)
	}
	for _, caption := range []string{"cancelled", "both"} {
		j.client.Delete("/api/v1/schedule/" + pairs[caption][0]).Want(http.StatusOK)
	}
	j.client.Delete("/api/v1/posts/" + pairs["deleted"][0]).Want(http.StatusOK)
	j.passes(10 * time.Minute)
	for _, pair := range pairs {
		j.wantVerdict(pair[1], quarantine.Unsure, true)
		j.isHeld(pair[1], posts.Scheduled)
	}
	j.wantVerdict(pairs["changed"][0], quarantine.Unsure, true)
	j.wantCalls("published", "published", "published", "published")
}

// TestMemory_NotDueYet: what appeared before a post was due is another post that looks the same.
// The post goes out at its time once somebody has released it.
func TestMemory_NotDueYet(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	id := j.schedule(j.imagePost("rye"), j.Clock.Now().Add(time.Hour))
	j = j.older(func(j *journey) { j.isLive(j.ended(j.publish(j.imagePost("rye"))), 0) })
	j.passes(10 * time.Minute)
	j.wantVerdict(id, quarantine.Unsure, true)
	j.isHeld(id, posts.Scheduled)
	j.quarantine("release", body{"ids": []string{id}})
	j.quarantine("close", nil)
	j.isLive(j.ended(id), 1)
	j.wantCalls("published", "published")
}

// TestMemory_LiveAtItsAddress: who says that a post is live may name its address, which tells which
// item it is. An address of nobody's, of another account's or another post's is refused, and the
// post stays as it is.
func TestMemory_LiveAtItsAddress(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	owned := j.ended(j.publish(j.imagePost("sold out")))
	j.passes(time.Hour)
	id := j.schedule(j.imagePost("rye"), j.Clock.Now().Add(time.Hour))
	var live e2e.Publication
	var elsewhere string
	j = j.older(func(j *journey) {
		// Somebody has published it by hand, with another text.
		live = j.network.PostByHand(j.bakery.SNUserID, "rye, with a new text", "IMAGE")
		elsewhere = e2e.Text(j.ended(j.publish(j.imagePost("rye").with("accountId", j.potter.ID))).SNPermalink)
	})
	j.passes(5 * time.Minute)
	j.wantVerdict(id, quarantine.Unsure, true)
	say := func(permalink string) e2e.Response {
		return j.Browser(t).InternalDo(http.MethodPost, "/api/quarantine/"+id+"/live", body{"permalink": permalink})
	}
	for permalink, says := range map[string]string{
		"https://www.instagram.com/p/none/": "shows no IMAGE at this address",
		elsewhere:                           "shows no IMAGE at this address",
		"no address":                        "shows no IMAGE at this address",
		e2e.Text(owned.SNPermalink):         "belongs to another post",
	} {
		answer := say(permalink)
		answer.WantError(http.StatusBadRequest, "INVALID_STATUS")
		if !strings.Contains(string(answer.Body), says) {
			t.Errorf("%q: %s", permalink, answer.Body)
		}
	}
	j.isHeld(id, posts.Scheduled)
	say(e2e.Text(live.Permalink) + "?igsh=copied").Want(http.StatusOK)
	if p := j.post(id); p.Status != posts.Published || e2e.Text(p.SNMediaID) != live.MediaID || e2e.PathOf(p.SNPermalink) != e2e.PathOf(live.Permalink) {
		t.Errorf("the post is %s, not %+v", describe(p), live)
	}
	j.quarantine("close", nil)
}

// TestMemory_DeadToken: an account whose token the reads of the quarantine find dead is marked, as
// one that a publication finds so.
func TestMemory_DeadToken(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	id := j.schedule(j.imagePost("rye"), j.Clock.Now().Add(time.Hour))
	j = j.older(func(j *journey) {
		j.network.Token(j.bakery.SNUserID, "revoke")
		j.signOut()
	})
	j.wantVerdict(id, quarantine.Unsure, true)
	if got := j.overview(j.bakery.SNUserID); got.Health != "dead" {
		t.Errorf("the account is %+v", got)
	}
	if got := j.overview(j.potter.SNUserID); got.Health != "ok" {
		t.Errorf("the other one is %+v", got)
	}
	j.network.Token(j.bakery.SNUserID, "restore")
	j.passes(10 * time.Minute)
	j.chore("auth.probe")
	j.wantVerdict(id, quarantine.Absent, true)
	j.wantCalls()
}

// TestMemory_ByHand: something of the post's type that nobody knows may be the post after an edit.
func TestMemory_ByHand(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	id := j.schedule(j.imagePost("rye"), j.Clock.Now().Add(time.Hour))
	j = j.older(func(j *journey) {
		j.network.PostByHand(j.bakery.SNUserID, "rye, with a new text", "IMAGE")
		j.signOut()
	})
	j.passes(2 * time.Hour)
	j.wantVerdict(id, quarantine.Unsure, true)
	j.isHeld(id, posts.Scheduled)
	j.wantCalls()
}

// TestMemory_Kinds: what lists cannot tell of, a person decides about.
func TestMemory_Kinds(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	captionless := j.schedule(j.imagePost(""), j.Clock.Now().Add(time.Hour))
	j = j.older(func(j *journey) { j.ended(captionless) })
	j.passes(2 * time.Hour)
	j.wantVerdict(captionless, quarantine.Unsure, true)
	j.wantCalls("published")
}

// TestMemory_OtherMachine: a folder that was carried to another machine is held there.
func TestMemory_OtherMachine(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	id := j.schedule(j.imagePost("rye"), j.Clock.Now().Add(time.Hour))
	j.Stop()
	elsewhere := e2e.Configured(func(c *config.Config) { c.StateDir, c.MachineID = t.TempDir(), "the laptop" })
	j = begin(t, e2e.In(j.Dir), e2e.At(j.Clock), elsewhere)
	j.passes(2 * time.Hour)
	j.isHeld(id, posts.Scheduled)
	if status := j.quarantine("look", nil); status.Cause == nil || *status.Cause != "machine" || !strings.Contains(status.Reason, "another machine") {
		t.Errorf("%+v", status)
	}
	j.wantCalls()
}

// TestMemory1_ByCopying is finding 1 with the real program and nothing but cp -a: the network is
// asked for what it has, and nothing goes out a second time.
func TestMemory1_ByCopying(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	network := program.Sandbox(t, "0", "")
	dir := filepath.Join(t.TempDir(), "data")
	settings := []string{"CRIER_DATA_DIR=" + dir, "CRIER_STATE_DIR=" + t.TempDir(), "CRIER_SANDBOX_URL=" + network.URL()}
	photo := filepath.Join(t.TempDir(), "photo.png")
	if err := os.WriteFile(photo, picture(t, 320, 320), 0o600); err != nil {
		t.Fatal(err)
	}
	service := program.Serve(t, settings...)
	publish := []string{"publish", photo, "--account", "crier.demo.bakery", "--caption", "rye"}
	network.Control(t).NextContainerSticks() // The post waits until the copy is made.
	if exit := service.Command(t, publish...); exit.Code != 0 {
		t.Fatalf("%+v", exit)
	}
	service.Stop(t)
	before := filepath.Join(t.TempDir(), "before")
	if out, err := exec.CommandContext(t.Context(), "cp", "-a", dir, before).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	service = program.Serve(t, settings...)
	if exit := service.Command(t, append(publish, "--wait", "--again")...); exit.Code != 0 {
		t.Fatalf("%+v", exit)
	}
	// The first one is held up for as long as its container sticks; the second, which looks the
	// same, has gone out. A copy of the running folder is a second live one.
	second := program.Serve(t, append(settings, "CRIER_DATA_DIR="+before)...)
	if exit := second.Command(t, "restore", "status"); exit.Code != 3 || !strings.Contains(exit.Stdout, "another copy of this data folder is running in "+dir) {
		t.Errorf("the second live copy: %+v", exit)
	}
	if exit := second.Command(t, "restore", "close"); exit.Code != 1 {
		t.Errorf("it closes its quarantine: %+v", exit)
	}
	second.Stop(t)
	service.Stop(t)

	service = program.Serve(t, append(settings, "CRIER_DATA_DIR="+before)...)
	if !strings.Contains(service.Stdout(), "Nothing is published, because ") {
		t.Errorf("the banner does not say it: %s", service.Stdout())
	}
	if exit := service.Command(t, "status"); exit.Code != 3 || !strings.Contains(exit.Stdout, "crier restore status") {
		t.Errorf("status: %+v", exit)
	}
	exit := service.Command(t, "restore", "status", "--json")
	var status quarantine.QuarantineStatus
	if err := json.Unmarshal([]byte(exit.Stdout), &status); err != nil || exit.Code != 3 || !status.IsQuarantined || len(status.Posts) != 1 {
		t.Fatalf("%+v, %v", exit, err)
	}
	for _, do := range []string{"release", "live", "drop"} {
		if exit := service.Command(t, "restore", do, unlike(status.Posts[0].ID.String())); exit.Code != 1 || !strings.Contains(exit.Stderr, "no post whose id begins") {
			t.Errorf("%s with the beginning of no id: %+v", do, exit)
		}
	}
	if exit := service.Command(t, "restore", "drop", status.Posts[0].ID.String()[:8]); exit.Code != 0 && status.Open > 0 {
		t.Errorf("drop: %+v", exit)
	}
	if exit := service.Command(t, "restore", "close"); exit.Code != 0 {
		t.Errorf("close: %+v", exit)
	}
	if exit := service.Command(t, "restore", "status"); exit.Code != 0 || !strings.Contains(exit.Stdout, "Nothing is held.") {
		t.Errorf("at the end: %+v", exit)
	}
	if live := network.Control(t).Ledger().Publications; len(live) != 1 {
		t.Errorf("%d publications: %+v", len(live), live)
	}
}
