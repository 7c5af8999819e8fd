package e2e_test

import (
	"encoding/binary"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/modules/cloud"
	"crier/modules/cloud/worker/workertest"
	"crier/modules/golive"
	"crier/modules/posts"
	"crier/platform/cloudflare/cloudflaretest"
)

// setUpFails tries to set the worker up with a token that does not do. It returns what the step
// that failed says.
func (w *walk) setUpFails(when, token string) cloud.SetupStep {
	w.t.Helper()
	if got := w.browser().Post(setupPath, body{"apiToken": token}); got.Status < http.StatusBadRequest {
		w.t.Errorf("%s the set-up answers %d %s", when, got.Status, got.Body)
	}
	var status cloud.SetupStatus
	w.browser().Get(setupPath).Want(http.StatusOK).JSON(&status)
	for _, one := range status.Steps {
		if one.State == string(cloud.StepFailed) {
			return one
		}
	}
	w.t.Errorf("%s no step has failed: %+v", when, status.Steps)
	return cloud.SetupStep{}
}

// wantsStep compares one step of the checklist.
func (w *walk) wantsStep(when string, s golive.GoLiveStep, state golive.State, says ...string) {
	w.t.Helper()
	all := s.Evidence + " " + text(s.Fix)
	for _, one := range says {
		if !strings.Contains(all, one) {
			w.t.Errorf("%s %s does not say %q: %s", when, s.ID, one, all)
		}
	}
	if s.State != state {
		w.t.Errorf("%s %s is %s: %s", when, s.ID, s.State, all)
	}
}

// TestWalk_Refused meets on the way what the network and Cloudflare refuse. Each refusal says what
// cures it, the checklist stays where it stood, and goes on after the cure.
func TestWalk_Refused(t *testing.T) {
	t.Parallel()
	w := beginWalk(t)
	w.goLive()
	w.isLive()

	for token, says := range map[string]string{
		"SANDBOX-IG-DEMO-INVITED":     "accept the invite",
		"SANDBOX-IG-DEMO-PRIVATE":     "not a professional account",
		"SANDBOX-UNIFIED-DEMO-DIARY":  "not a professional account",
		"SANDBOX-UNIFIED-NO-PUBLISH":  "lacks the permission instagram_business_content_publish",
		"SANDBOX-UNIFIED-SHORT":       "short-lived",
		"SANDBOX-UNIFIED-NOBODY":      "leads to no professional account",
		"SANDBOX-UNIFIED-APP":         "the token of an app",
		"SANDBOX-FB-NOT-THE-WHOLE-ON": "",
	} {
		got := w.browser().Post(connectPath, body{"token": e2e.LiveSecret(token)}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
		if !strings.Contains(got.String("error"), says) || strings.Contains(string(got.Body), e2e.LiveSecret(token)) {
			t.Errorf("%s: %s", token, got.Body)
		}
	}
	for says, in := range map[string]body{
		"from the sandbox network": {"token": "SANDBOX-IG-DEMO-BAKERY"},
		"which you named":          {"token": bakeryToken["token"], "login": "partner"},
	} {
		if got := w.browser().Post(connectPath, in).WantError(http.StatusBadRequest, "VALIDATION_ERROR"); !strings.Contains(got.String("error"), says) {
			t.Errorf("%s: %s", says, got.Body)
		}
	}
	const none = "account todo, token todo, media todo, rehearsal waiting, limit waiting, page waiting, mode done, first todo, off todo"
	w.wants("With tokens of no use,", none)
	w.browser().Post(connectPath, bakeryToken).Want(http.StatusOK)

	all := e2e.WorkerPermissions()
	for i, says := range []string{"Workers Scripts", "Workers KV Storage"} {
		lacking := append(append([]string{}, all[:i]...), all[i+1:]...)
		w.CF.AddToken(cloudflaretest.Token{Value: "cf-lacks", Accounts: []string{w.Account}, Permissions: lacking})
		failed := w.setUpFails("Without "+says, "cf-lacks")
		if text(failed.Needs) != "permission" || !strings.Contains(failed.Text, says) {
			t.Errorf("without %s the step %s says %q, and needs %q", says, failed.Name, failed.Text, text(failed.Needs))
		}
	}
	const connected = "account done, token done, media todo, rehearsal waiting, limit done, page done, mode done, first todo, off todo"
	w.wants("With tokens that lack something,", connected)

	// The token ends while it is used.
	w.CF.AddToken(cloudflaretest.Token{Value: "cf-ends", Accounts: []string{w.Account}, Permissions: all})
	reached, release := w.Holds(http.MethodPut, cloudflare, "/workers/scripts/", false)
	go func() {
		<-reached
		w.CF.RevokeToken("cf-ends")
		release()
	}()
	if failed := w.setUpFails("With a token that ended,", "cf-ends"); text(failed.Needs) != "token" || failed.Name != "upload" {
		t.Errorf("with a token that ended the step %s says %q, and needs %q", failed.Name, failed.Text, text(failed.Needs))
	}
	w.wants("With a token that ended,", connected)
	w.browser().Post(setupPath, workerToken).Want(http.StatusOK)
	ready := strings.NewReplacer("media todo", "media done", "rehearsal waiting", "rehearsal done", "off todo", "off done").Replace(connected)
	w.wants("With the whole token", ready)

	// The worker is of an older version, and then it has no requests left.
	at := w.browser()
	w.Fault(workertest.Fault{Path: "/media", Status: http.StatusNotFound, Body: []byte(`{"code":"NOT_FOUND","error":"there is no such route"}`), Times: -1})
	by := lookAgain(at, golive.Media)
	w.wantsStep("With an older worker", by[golive.Media], golive.Failing, "earlier version", "crier cloud deploy")
	w.wantsStep("With an older worker", by[golive.Rehearsal], golive.Waiting)
	w.Heal()
	w.Fault(workertest.Fault{Path: "/media", Status: http.StatusTooManyRequests, Times: -1})
	by = lookAgain(at, golive.Media)
	w.wantsStep("Without requests", by[golive.Media], golive.Failing, "midnight UTC")
	w.Heal()
	at.Post("/api/cloud/deploy", nil).Want(http.StatusOK)
	lookAgain(at, golive.Media)
	w.wants("After that", ready)

	w.changesWhileItGoesUp()
	w.wants("After the first post", strings.Replace(ready, "first todo", "first done", 1))
	w.guesses()
}

// changesWhileItGoesUp publishes a film whose file is changed while it is brought to the worker.
func (w *walk) changesWhileItGoesUp() {
	w.t.Helper()
	at := w.browser()
	film := padded(padded(e2e.ShortMovie()))
	file := at.Upload("file", "film.mp4", film).Want(http.StatusCreated)
	var me struct{ Accounts []struct{ ID string } }
	at.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	var releases []func()
	var all []<-chan struct{}
	for n := range 3 { // So many parts are on their way at once.
		reached, release := w.Holds(http.MethodPut, workersDev, fmt.Sprintf("/parts/%d", n), false)
		all, releases = append(all, reached), append(releases, release)
	}
	post := body{"accountId": me.Accounts[0].ID, "mediaType": "REELS", "mediaFileId": file.String("id"), "caption": "The film"}
	id := at.Post("/api/v1/posts/publish", post).Want(http.StatusAccepted).String("postId")
	for _, reached := range all {
		e2e.Await(w.t, reached, "a part")
	}
	path := filepath.Join(w.Dir, "uploads", file.String("storagePath"))
	stored, err := os.ReadFile(path)
	if err != nil {
		w.t.Fatal(err)
	}
	binary.BigEndian.PutUint32(stored[len(stored)-4:], 7)
	if err := os.WriteFile(path, stored, 0o600); err != nil {
		w.t.Fatal(err)
	}
	for _, release := range releases {
		release()
	}
	e2e.AwaitStatus(w.t, at, id, string(posts.Published))
	if l := w.Control.Ledger(); len(l.Publications) != 1 || len(l.PublishCalls) != 1 {
		w.t.Errorf("live is %+v by %+v", l.Publications, l.PublishCalls)
	}
	// The part that was changed is sent with the new file alone.
	parts := map[string]int{}
	for _, call := range w.Calls() {
		if _, part, isPart := strings.Cut(call.Path, "/parts/"); isPart && call.Method == http.MethodPut {
			parts[part]++
		}
	}
	said := at.Internal("/api/posts/" + id + "/timeline").Want(http.StatusOK)
	if parts["2"] != 2 || parts["5"] != 1 || !strings.Contains(string(said.Body), "was changed while") {
		w.t.Errorf("the parts were sent %v times, and the post says %s", parts, said.Body)
	}
}

// guesses asks the worker for files by names that nobody was given.
func (w *walk) guesses() {
	w.t.Helper()
	var status cloud.SetupStatus
	w.browser().Get(setupPath).Want(http.StatusOK).JSON(&status)
	host := strings.TrimPrefix(text(status.WorkerURL), "https://")
	for _, path := range []string{"/media", "/media/", "/media/0123456789abcdef0123456789abcdef.jpg", "/media/public/0123456789abcdef0123456789abcdef-0123456789abcdef.jpg", "/media/..%2fjobs"} {
		req, err := http.NewRequestWithContext(w.t.Context(), http.MethodGet, w.URL()+path, http.NoBody)
		if err != nil {
			w.t.Fatal(err)
		}
		req.Host = host
		got, err := http.DefaultClient.Do(req)
		if err != nil {
			w.t.Fatal(err)
		}
		_ = got.Body.Close()
		if got.StatusCode != http.StatusNotFound && (path != "/media" || got.StatusCode != http.StatusUnauthorized) {
			w.t.Errorf("%s is answered with %s", path, got.Status)
		}
	}
}
