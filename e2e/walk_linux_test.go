package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"crier/e2e"
	"crier/modules/cloud"
	"crier/modules/golive"
	"crier/modules/posts"
	"crier/modules/settings"
	"crier/platform/config"
)

// walk is the way from an empty folder to the first real post, in the real program and over its
// internal surface.
type walk struct {
	*e2e.LiveWorld

	t       *testing.T
	service *e2e.Service
	host    string
	cookie  string
}

func beginWalk(t *testing.T) *walk {
	t.Helper()
	w := &walk{LiveWorld: e2e.NewLiveWorld(t), t: t}
	quick := int64(20)
	w.Control.Latency(e2e.Latency{ImageMs: &quick})
	w.service = e2e.Program(t).Serve(t, w.Settings()...)
	w.host, w.cookie = w.service.SignIn(t)
	return w
}

// browser is a client with the session of the one sign-in, which outlives every death.
func (w *walk) browser() *e2e.Client {
	w.t.Helper()
	return w.service.Anonymous(w.t).At(w.host).With("Cookie", w.cookie)
}

// dies kills the program while a request is being made, and starts it on the same folder.
func (w *walk) dies(method, path string, in any, when func() (reached <-chan struct{}, release func())) {
	w.t.Helper()
	reached, release := when()
	asked := make(chan struct{})
	browser := w.browser().MayBeLost()
	go func() {
		defer close(asked)
		browser.Do(method, path, in)
	}()
	e2e.Await(w.t, reached, method+" "+path)
	w.restart()
	release()
	<-asked
}

func (w *walk) restart() {
	w.t.Helper()
	w.service.Kill(w.t)
	w.service = w.service.Again(w.t)
}

// wants compares the states of all steps, once a look has ended.
func (w *walk) wants(when, want string) map[golive.ID]golive.GoLiveStep {
	w.t.Helper()
	list, by := steps(w.t, w.browser())
	var got []string
	for _, s := range list.Steps {
		got = append(got, fmt.Sprintf("%s %s", s.ID, s.State))
	}
	if all := strings.Join(got, ", "); all != want {
		w.t.Errorf("%s the steps are\n%s, not\n%s", when, all, want)
		for _, s := range list.Steps {
			w.t.Logf("%s: %s / %s", s.ID, s.Evidence, text(s.Fix))
		}
	}
	return by
}

// hold names a moment at which a request waits on the wire.
func (w *walk) hold(method, host, path string, isAnswer bool) func() (reached <-chan struct{}, release func()) {
	return func() (reached <-chan struct{}, release func()) { return w.Holds(method, host, path, isAnswer) }
}

func (w *walk) goLive() {
	w.t.Helper()
	w.browser().InternalDo(http.MethodPut, "/api/network", settings.ChooseMode{Mode: config.Live}).Want(http.StatusAccepted)
}

func (w *walk) isLive() {
	w.t.Helper()
	for got := (settings.NetworkMode{}); got.Mode != config.Live; {
		w.browser().Get("/api/network").Want(http.StatusOK).JSON(&got)
	}
}

const (
	setupPath  = "/api/cloud/setup"
	cloudflare = "api.cloudflare.com"
	workersDev = ".workers.dev"
	instagram  = "graph.instagram.com"
)

var (
	bakeryToken = body{"token": e2e.LiveSecret("SANDBOX-IG-DEMO-BAKERY")}
	workerToken = body{"apiToken": e2e.CloudToken}
)

// TestWalk_Killed walks from an empty folder to the first real post, and the program is killed in
// each step. The checklist is true after each death, and goes on where it stood; the post goes out
// once.
func TestWalk_Killed(t *testing.T) {
	t.Parallel()
	w := beginWalk(t)
	w.wants("At first", "account done, token done, media done, rehearsal done, limit done, page done, mode todo, first waiting, off waiting")

	w.goLive()
	w.restart()
	w.isLive()
	const none = "account todo, token todo, media todo, rehearsal waiting, limit waiting, page waiting, mode done, first todo, off todo"
	w.wants("Killed as it went live,", none)

	w.dies(http.MethodPost, connectPath, bakeryToken, w.hold(http.MethodGet, instagram, "/me", true))
	w.wants("Killed while it connected,", none)
	w.browser().Post(connectPath, bakeryToken).Want(http.StatusOK)
	const connected = "account done, token done, media todo, rehearsal waiting, limit done, page done, mode done, first todo, off todo"
	w.wants("Connected,", connected)

	for _, moment := range []struct{ method, path, done string }{
		{http.MethodPost, "/namespaces", "token account bucket"},
		{http.MethodPut, "/workers/scripts/", "token account bucket namespace subdomain"},
		{http.MethodPut, "/schedules", "token account bucket namespace subdomain upload"},
	} {
		w.dies(http.MethodPost, setupPath, workerToken, w.hold(moment.method, cloudflare, moment.path, true))
		var status cloud.SetupStatus
		w.browser().Get(setupPath).Want(http.StatusOK).JSON(&status)
		var done []string
		for _, one := range status.Steps {
			if one.State == string(cloud.StepDone) {
				done = append(done, one.Name)
			}
		}
		if all := strings.Join(done, " "); all != moment.done || !status.CanGoOn || status.IsRunning || status.IsVerified {
			t.Errorf("killed at %s, done is %q: %+v", moment.path, all, status)
		}
		by := w.wants("Killed at "+moment.path, connected)
		w.wantsStep("Killed at "+moment.path, by[golive.Off], golive.Todo, "not finished", "Go on with it")
	}
	w.browser().Post(setupPath, body{}).Want(http.StatusOK)
	made := 0
	for _, call := range w.CF.Calls() {
		if call.Method == http.MethodPost && strings.HasSuffix(call.Path, "/namespaces") && call.Status == http.StatusOK {
			made++
		}
	}
	if made != 1 {
		t.Errorf("%d namespaces were made", made)
	}

	ready := strings.NewReplacer("media todo", "media done", "rehearsal waiting", "rehearsal done", "off todo", "off done").Replace(connected)
	w.wants("With a worker", ready)
	w.dies(http.MethodPost, golivePath+"/look", body{"step": "media"}, w.hold(http.MethodPut, workersDev, "/media/", true))
	w.wants("Killed as the small object was put,", ready)
	w.dies(http.MethodPost, golivePath+"/look", body{"step": "rehearsal"}, w.hold(http.MethodPost, instagram, "/media", true))
	w.wants("Killed in the rehearsal,", ready)
	if l := w.Control.Ledger(); len(l.PublishCalls) != 0 {
		t.Errorf("the rehearsal has published: %+v", l.PublishCalls)
	}

	file := w.browser().Upload("file", "loaf.jpg", picture(t, 1080, 1080)).Want(http.StatusCreated).String("id")
	var accounts struct{ Accounts []struct{ ID string } }
	w.browser().Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&accounts)
	post := body{"accountId": accounts.Accounts[0].ID, "mediaType": "IMAGE", "mediaFileId": file, "caption": "The first loaf"}
	reached, release := w.Holds(http.MethodPost, instagram, "/media_publish", true)
	id := w.browser().Post("/api/v1/posts/publish", post).Want(http.StatusAccepted).String("postId")
	e2e.Await(t, reached, "the publish call")
	w.restart()
	release()
	e2e.AwaitStatus(t, w.browser(), id, string(posts.Published))
	by := w.wants("After the first post", strings.Replace(ready, "first todo", "first done", 1))
	if l := w.Control.Ledger(); len(l.Publications) != 1 || l.Publications[0].Caption != "The first loaf" || by[golive.First].PostID == nil || by[golive.First].PostID.String() != id {
		t.Errorf("live is %+v, and the step is %+v", l.Publications, by[golive.First])
	}
}
