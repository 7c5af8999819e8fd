package e2e_test

import (
	"bytes"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/auth"
	"crier/platform/config"
	"crier/platform/native"
	"crier/platform/sandbox"
	"crier/platform/wireid"
)

const credentialsPath = "/api/v1/settings/private-api-credentials"

// nativeCode is what the sandbox sends for challenges in these tests.
const nativeCode = "004711"

// natives is a Crier whose native credentials are tried out.
type natives struct {
	*e2e.App
	t       *testing.T
	client  *e2e.Client
	network *e2e.SandboxControl
}

func bootNatives(t *testing.T, options ...e2e.Option) *natives {
	t.Helper()
	app := e2e.Boot(t, options...)
	return &natives{App: app, t: t, client: app.Client(t), network: app.Control(t)}
}

// again stops Crier and boots it on the same folder.
func (n *natives) again() *natives {
	n.t.Helper()
	n.Stop()
	return bootNatives(n.t, e2e.In(n.Dir), e2e.At(n.Clock))
}

func (n *natives) set(login string) {
	n.t.Helper()
	n.network.Native(sandbox.DemoNativeUser().Username, login, nativeCode)
}

// login is the body that saves the demo user's credentials for the first demo account.
func login() body {
	user := sandbox.DemoNativeUser()
	return body{"accountId": demoAccount, "snUsername": user.Username, "snPassword": user.Password.Reveal()}
}

func (n *natives) save(b body) e2e.Response { return n.client.Post(credentialsPath, b) }

func (n *natives) answer(code any) e2e.Response {
	return n.client.Post(credentialsPath+"/challenge", body{"accountId": demoAccount, "code": code})
}

type nativeState struct {
	Configured, HasSession                  bool
	SNUsername, LastLoginAt, ChallengeState *string
}

func (n *natives) state() (s nativeState) {
	n.t.Helper()
	n.client.Get(credentialsPath + "/" + demoAccount).Want(http.StatusOK).JSON(&s)
	return s
}

// wantNothing fails the test when credentials are saved.
func (n *natives) wantNothing() {
	n.t.Helper()
	if s := n.state(); s.Configured || s.HasSession || s.SNUsername != nil || s.LastLoginAt != nil {
		n.t.Errorf("saved: %+v", s)
	}
}

func (n *natives) wantSaved(lastLogin string) {
	n.t.Helper()
	s := n.state()
	if !s.Configured || !s.HasSession || s.ChallengeState != nil || text(s.SNUsername) != sandbox.DemoNativeUser().Username || text(s.LastLoginAt) != lastLogin {
		n.t.Errorf("got %+v, %s, %s", s, text(s.SNUsername), text(s.LastLoginAt))
	}
}

func (n *natives) wantPhase(account, want string) {
	n.t.Helper()
	if got := n.client.Get("/api/v1/settings/session-phase/" + account).Want(http.StatusOK); string(got.Body) != want {
		n.t.Errorf("got %s, want %s", got.Body, want)
	}
}

func TestNative_Unconfigured(t *testing.T) {
	t.Parallel()
	n := bootNatives(t)
	const nothing = `{"configured":false,"snUsername":null,"lastLoginAt":null,"challengeState":null,"hasSession":false}`
	if got := n.client.Get(credentialsPath + "/" + demoAccount).Want(http.StatusOK); string(got.Body) != nothing {
		t.Errorf("got %s", got.Body)
	}
	n.client.Delete(credentialsPath + "/" + demoAccount).Want(http.StatusOK)
	n.wantPhase(demoAccount, `{"hasCredentials":false,"hasSession":false,"cloudConfigured":false,"desktopOnline":true,"exists":true,"phase":1}`)
	unknown := wireid.New().String()
	n.wantPhase(unknown, `{"hasCredentials":false,"hasSession":false,"cloudConfigured":false,"desktopOnline":true,"exists":false,"phase":1}`)
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		n.client.Do(method, credentialsPath+"/"+unknown, nil).WantError(http.StatusNotFound, "NOT_FOUND")
		n.client.Do(method, credentialsPath+"/x", nil).WantError(http.StatusBadRequest, "INVALID_PARAM")
	}
	n.client.Get("/api/v1/settings/session-phase/x").WantError(http.StatusBadRequest, "INVALID_PARAM")
	n.save(login().with("accountId", unknown)).WantError(http.StatusNotFound, "NOT_FOUND")
	n.client.Post(credentialsPath+"/challenge", body{"accountId": unknown, "code": "123456"}).WantError(http.StatusNotFound, "NOT_FOUND")
	n.answer("123456").WantError(http.StatusBadRequest, "NO_ACTIVE_SESSION")
	if calls := n.network.Calls(); len(calls) != 0 {
		t.Errorf("the network was asked: %+v", calls)
	}
}

func TestNative_SaveUseForget(t *testing.T) {
	t.Parallel()
	n := bootNatives(t)
	got := n.save(login()).Want(http.StatusOK)
	if want := `{"success":true,"message":"Signed in to the network; the credentials are saved.","challengeRequired":false,` +
		`"contactPoint":null,"challengeType":null,"versionWarning":null}`; string(got.Body) != want {
		t.Errorf("got %s", got.Body)
	}
	n.wantSaved("2026-11-21T09:30:00.000Z")
	ready := `{"hasCredentials":true,"hasSession":true,"cloudConfigured":false,"desktopOnline":true,"exists":true,"phase":2}`
	n.wantPhase(demoAccount, ready)
	n.Clock.Advance(7*24*time.Hour - time.Millisecond)
	n.wantPhase(demoAccount, ready)
	n.Clock.Advance(time.Millisecond)
	n.wantPhase(demoAccount, strings.Replace(ready, `"phase":2`, `"phase":3`, 1))

	n = n.again()
	n.wantSaved("2026-11-21T09:30:00.000Z")
	// An @ before the name is dropped; a second save takes the place of the first, on the same
	// device.
	n.save(login().with("snUsername", "@"+sandbox.DemoNativeUser().Username)).Want(http.StatusOK)
	n.wantSaved("2026-11-28T09:30:00.000Z")
	if devices := n.devices(); len(devices) != 1 {
		t.Errorf("the logins were on the devices %v", devices)
	}
	n.client.Delete(credentialsPath + "/" + demoAccount).Want(http.StatusOK)
	n.wantNothing()
	n.wantPhase(demoAccount, `{"hasCredentials":false,"hasSession":false,"cloudConfigured":false,"desktopOnline":true,"exists":true,"phase":1}`)
	n.network.Ledger()
}

// devices returns on which devices there were logins.
func (n *natives) devices() map[string]bool {
	n.t.Helper()
	devices := map[string]bool{}
	for _, c := range n.network.Calls() {
		if strings.HasSuffix(c.Path, "/accounts/login/") {
			devices[c.Params["guid"]] = true
		}
	}
	return devices
}

// TestNative_ForgettingTakesTheDevice of a login that has failed with it.
func TestNative_ForgettingTakesTheDevice(t *testing.T) {
	t.Parallel()
	n := bootNatives(t)
	n.set(e2e.NativeBadPassword)
	for want := 1; want <= 2; want++ {
		for range 2 {
			n.save(login()).WantError(http.StatusBadRequest, "LOGIN_FAILED")
		}
		if devices := n.devices(); len(devices) != want {
			t.Errorf("the logins were on the devices %v, not on %d", devices, want)
		}
		n.client.Delete(credentialsPath + "/" + demoAccount).Want(http.StatusOK)
	}
}

// TestNative_Refusals: what the network refuses a login with, as instagrapi's issues 2219, 2732 and
// 2766 (bad_password to right passwords, and with the offer of an e-mail), 2773 and 2791
// (needs_upgrade) and its pull request 2720 (a challenge that only the app can solve) tell of it,
// read 2026-11-22. Each answer says what to do, and names a session before the password.
func TestNative_Refusals(t *testing.T) {
	t.Parallel()
	rightToo := []string{"nothing was saved", "right passwords too", "Import a session that is signed in elsewhere (crier accounts session)", "check both, sign in to that app once", "then try again"}
	inTheApp := []string{"own app", "nothing was saved", "do what it asks", "import a session (crier accounts session)", "or try again"}
	later := []string{"nothing was saved", "try again later"}
	for _, c := range []struct {
		name, login string
		status      int
		code        string
		fault       *e2e.Fault
		says        []string
	}{
		{name: "password", login: e2e.NativeBadPassword, status: 400, code: "LOGIN_FAILED", says: rightToo},
		{name: "password, with an e-mail", login: e2e.NativeRefusedMail, status: 400, code: "LOGIN_FAILED", says: rightToo},
		{
			name: "two factor", login: e2e.NativeTwoFactor, status: 400, code: "TWO_FACTOR_REQUIRED",
			says: []string{"nothing was saved", "Import a session that is signed in elsewhere (crier accounts session)", "no code", "or send stories without storyMentions"},
		},
		{
			name: "an old app", login: e2e.NativeNeedsUpgrade, status: 400, code: "LOGIN_FAILED",
			says: []string{native.AppVersion, "nothing was saved", "Import a session that is signed in elsewhere (crier accounts session)", "or update Crier"},
		},
		{name: "a challenge for the app alone", login: e2e.NativeChallengeManual, status: 400, code: "LOGIN_FAILED", says: inTheApp},
		{name: "too many", login: e2e.NativeRateLimit, status: 429, code: "LOGIN_RATE_LIMITED", says: []string{"wait some minutes"}},
		{name: "away", login: e2e.NativeOK, status: 400, code: "LOGIN_FAILED", fault: &e2e.Fault{DropBefore: true}, says: later},
		{name: "a proxy's page", login: e2e.NativeOK, status: 400, code: "LOGIN_FAILED", fault: &e2e.Fault{HTTP: 502, Body: html}, says: later},
		{name: "half an answer", login: e2e.NativeOK, status: 400, code: "LOGIN_FAILED", fault: &e2e.Fault{Malformed: true}, says: later},
		{
			name: "a checkpoint", login: e2e.NativeOK, status: 400, code: "LOGIN_FAILED", says: inTheApp,
			fault: &e2e.Fault{HTTP: 400, Body: `{"message":"checkpoint_required","checkpoint_url":"https://x","lock":true,"status":"fail"}`},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := bootNatives(t)
			n.set(c.login)
			if c.fault != nil {
				c.fault.Match = e2e.FaultMatch{Method: http.MethodPost, Path: `/accounts/login/$`}
				n.network.Fault(*c.fault)
			}
			got := n.save(login()).WantError(c.status, c.code)
			if secret := sandbox.DemoNativeUser().Password.Reveal(); bytes.Contains(got.Body, []byte(secret)) || strings.Contains(n.Log.String(), secret) {
				t.Errorf("the password is told: %s", got.Body)
			}
			wantInOrder(t, got.String("error"), c.says...)
			n.wantNothing()
			n.answer(nativeCode).WantError(http.StatusBadRequest, "NO_ACTIVE_SESSION")
			// Nothing tries again by itself.
			logins := 0
			for _, call := range n.network.Calls() {
				if strings.HasSuffix(call.Path, "/accounts/login/") {
					logins++
				}
			}
			if logins != 1 {
				t.Errorf("%d logins", logins)
			}
			// What was saved before stays.
			n.set(e2e.NativeOK)
			n.save(login()).Want(http.StatusOK)
			n.set(e2e.NativeBadPassword)
			n.save(login()).WantError(http.StatusBadRequest, "LOGIN_FAILED")
			n.wantSaved("2026-11-21T09:30:00.000Z")
		})
	}
}

// wantInOrder fails the test unless the text has the pieces, one after the other.
func wantInOrder(t *testing.T, text string, pieces ...string) {
	t.Helper()
	rest := text
	for _, piece := range pieces {
		_, after, found := strings.Cut(rest, piece)
		if !found {
			t.Errorf("%q does not come in its place in %q", piece, text)
			return
		}
		rest = after
	}
}

func TestNative_Brake(t *testing.T) {
	t.Parallel()
	n := bootNatives(t)
	wrong := login().with("snPassword", "wrong")
	var wg sync.WaitGroup
	codes := make(chan string, 20)
	for range cap(codes) {
		wg.Go(func() { codes <- n.save(wrong).String("code") })
	}
	wg.Wait()
	close(codes)
	got := map[string]int{}
	for code := range codes {
		got[code]++
	}
	if got["LOGIN_FAILED"] != 5 || got["LOGIN_RATE_LIMITED"] != 15 {
		t.Errorf("got %v", got)
	}
	asked := len(n.network.Calls())
	if message := n.save(login()).WantError(http.StatusTooManyRequests, "LOGIN_RATE_LIMITED").String("error"); !strings.Contains(message, "15 minutes") {
		t.Errorf("the wait is not told: %s", message)
	}
	n.client.Delete(credentialsPath + "/" + demoAccount).Want(http.StatusOK)
	n.save(login()).WantError(http.StatusTooManyRequests, "LOGIN_RATE_LIMITED")
	if len(n.network.Calls()) != asked {
		t.Error("the network was asked all the same")
	}
	// Another account has a count of its own.
	var me struct{ Accounts []auth.SocialAccount }
	n.client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	n.save(login().with("accountId", me.Accounts[1].ID)).Want(http.StatusOK)
	n.Clock.Advance(15 * time.Minute)
	n.save(login()).Want(http.StatusOK)
}

func TestNative_Challenge(t *testing.T) {
	t.Parallel()
	for way, want := range map[string]string{
		e2e.NativeChallengeEmail: `"challengeRequired":true,"contactPoint":"s****e@e*****.com","challengeType":"EMAIL","versionWarning":null}`,
		e2e.NativeChallengeSMS:   `"challengeRequired":true,"contactPoint":"+1 *** ***-**-09","challengeType":"SMS","versionWarning":null}`,
	} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			n := bootNatives(t)
			n.set(way)
			got := n.save(login()).Want(http.StatusOK)
			if s := string(got.Body); !strings.HasPrefix(s, `{"success":false,`) || !strings.HasSuffix(s, want) {
				t.Errorf("got %s", s)
			}
			n.wantNothing()
			if s := n.state(); text(s.ChallengeState) != "PENDING" {
				t.Errorf("the state is %+v", s)
			}
			// What is no code does not count as a try.
			for _, code := range []any{"", "12345", "1234567", "12345a", "１２３４５６", " 123456", "12345\n", 123456, 4711, nil, true, []string{"004711"}, body{}} {
				n.answer(code).WantError(http.StatusBadRequest, "INVALID_CODE")
			}
			n.answer("999999").WantError(http.StatusBadRequest, "INVALID_CODE")
			n.answer("999998").WantError(http.StatusBadRequest, "INVALID_CODE")
			n.Clock.Advance(10*time.Minute - time.Millisecond)
			if s := string(n.answer(nativeCode).Want(http.StatusOK).Body); !strings.HasPrefix(s, `{"success":true,"resolved":true,"message":"`) {
				t.Errorf("got %s", s)
			}
			n.wantSaved("2026-11-21T09:39:59.999Z")
			n.answer(nativeCode).WantError(http.StatusBadRequest, "NO_ACTIVE_SESSION")
			// The device has proved itself.
			n = n.again()
			n.save(login()).Want(http.StatusOK)
			n.wantSaved("2026-11-21T09:39:59.999Z")
			n.network.Ledger()
		})
	}
}

// TestNative_ChallengeEnds is scenario 33.
func TestNative_ChallengeEnds(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*natives) *natives{
		"the third wrong code": func(n *natives) *natives {
			for _, tries := range []string{"tries left: 2", "tries left: 1", "has ended"} {
				if message := n.answer("999999").WantError(http.StatusBadRequest, "INVALID_CODE").String("error"); !strings.Contains(message, tries) {
					n.t.Errorf("got %q, want %q", message, tries)
				}
			}
			return n
		},
		"ten minutes": func(n *natives) *natives {
			n.Clock.Advance(10 * time.Minute)
			return n
		},
		"a restart": (*natives).again,
		"credentials forgotten": func(n *natives) *natives {
			n.client.Delete(credentialsPath + "/" + demoAccount).Want(http.StatusOK)
			return n
		},
		"another login": func(n *natives) *natives {
			n.save(login().with("snPassword", "wrong")).WantError(http.StatusBadRequest, "LOGIN_FAILED")
			return n
		},
		"ended by the network": func(n *natives) *natives {
			n.set(e2e.NativeChallengeEmail)
			return n
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := bootNatives(t)
			n.set(e2e.NativeChallengeEmail)
			n.save(login()).Want(http.StatusOK)
			n = end(n)
			n.answer(nativeCode).WantError(http.StatusBadRequest, "NO_ACTIVE_SESSION")
			n.wantNothing()
			if s := n.state(); s.ChallengeState != nil {
				t.Errorf("the state is %s", *s.ChallengeState)
			}
			// And begins again.
			n.save(login()).Want(http.StatusOK)
			n.answer(nativeCode).Want(http.StatusOK)
			n.wantSaved(n.Clock.Now().Format("2006-01-02T15:04:05.000Z"))
		})
	}
}

func TestNative_ChallengeWithALostAnswer(t *testing.T) {
	t.Parallel()
	n := bootNatives(t)
	codes := e2e.FaultMatch{Method: http.MethodPost, Path: `/challenge/\d+/\w+/$`}
	n.set(e2e.NativeChallengeEmail)
	n.save(login()).Want(http.StatusOK)
	n.network.Fault(e2e.Fault{Match: codes, DropBefore: true})
	n.answer(nativeCode).WantError(http.StatusBadRequest, "LOGIN_FAILED")
	n.answer(nativeCode).Want(http.StatusOK)
	n.wantSaved("2026-11-21T09:30:00.000Z")

	// The network has taken the code, and Crier does not know: the next login finds the device
	// trusted.
	n.client.Delete(credentialsPath + "/" + demoAccount).Want(http.StatusOK)
	n.set(e2e.NativeChallengeEmail)
	n.save(login()).Want(http.StatusOK)
	n.network.Fault(e2e.Fault{Match: codes, DropAfterCommit: true})
	n.answer(nativeCode).WantError(http.StatusBadRequest, "LOGIN_FAILED")
	n.answer(nativeCode).WantError(http.StatusBadRequest, "NO_ACTIVE_SESSION")
	n.wantNothing()
	if n.save(login()).Want(http.StatusOK); n.state().ChallengeState != nil {
		t.Error("the device is challenged again")
	}
	n.wantSaved("2026-11-21T09:30:00.000Z")
}

func TestNative_ChallengeBodies(t *testing.T) {
	t.Parallel()
	client := e2e.Boot(t, e2e.Configured(func(c *config.Config) { c.RateLimitRPM = 1000 })).Client(t)
	const path = credentialsPath + "/challenge"
	for _, b := range []string{`{}`, `{"code":"123456"}`, `{"accountId":null,"code":"123456"}`, `{"accountId":"","code":"1"}`, `{"accountid":"` + demoAccount + `"}`} {
		client.Post(path, b).WantError(http.StatusBadRequest, "MISSING_ACCOUNT_ID")
	}
	for _, b := range []string{`{"accountId":"` + demoAccount + `"}`, `{"accountId":"` + demoAccount + `","Code":"123456"}`, `{"accountId":"` + wireid.New().String() + `","code":"x"}`} {
		client.Post(path, b).WantError(http.StatusBadRequest, "INVALID_CODE")
	}
	for _, b := range []string{
		``, `null`, `{`, `[]`, `"x"`, `7`, `{"accountId":"x","code":"123456"}`, `{"accountId":7,"code":"123456"}`, `{"accountId":{},"code":"123456"}`,
		`{"accountId":"` + demoAccount + `","code":"123456","code":"123457"}`, `{"accountId":"` + demoAccount + `","code":"\ud800"}`, `{} {}`,
	} {
		client.Post(path, b).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	}
	client.With("Content-Type", "text/plain").Post(path, `{}`).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
}

func TestNative_SaveBodies(t *testing.T) {
	t.Parallel()
	n := bootNatives(t, e2e.Configured(func(c *config.Config) { c.Dev = true }))
	for name, b := range map[string]body{
		"no account": login().with("accountId", nil), "no id": login().with("accountId", "x"),
		"no name": login().with("snUsername", ""), "an @": login().with("snUsername", "@"), "two names": login().with("snUsername", "a b"),
		"long name": login().with("snUsername", strings.Repeat("x", 31)), "a number": login().with("snUsername", 7),
		"no password": login().with("snPassword", ""), "null": login().with("snPassword", nil), "long": login().with("snPassword", strings.Repeat("secret-", 29)),
		"another type": login().with("snPassword", []string{"secret-in-a-list"}),
	} {
		if got := n.save(b).WantError(http.StatusBadRequest, "VALIDATION_ERROR"); bytes.Contains(got.Body, []byte("secret")) {
			t.Errorf("%s: the password is told: %s", name, got.Body)
		}
	}
	n.save(login().with("snUsername", strings.Repeat("x", 30))).WantError(http.StatusBadRequest, "LOGIN_FAILED")
	n.save(login().with("snUsername", "@"+strings.Repeat("é", 30)).with("snPassword", strings.Repeat("🦀", 200))).WantError(http.StatusBadRequest, "LOGIN_FAILED")
	n.wantNothing()
}

// TestNative_SecretsStaySecret looks through all that Crier and the sandbox leave on the disk, and
// the log.
func TestNative_SecretsStaySecret(t *testing.T) {
	t.Parallel()
	n := bootNatives(t)
	n.set(e2e.NativeChallengeEmail)
	n.save(login()).Want(http.StatusOK)
	n.answer("999999").WantError(http.StatusBadRequest, "INVALID_CODE")
	n.answer(nativeCode).Want(http.StatusOK)
	n.save(login().with("snPassword", "Wr0ng-hunter2")).WantError(http.StatusBadRequest, "LOGIN_FAILED")
	look := func(n *natives) {
		t.Helper()
		secrets := []string{sandbox.DemoNativeUser().Password.Reveal(), "Wr0ng-hunter2", "IGT:2", "sessionid", "PWD_INSTAGRAM"}
		files := 0
		err := filepath.WalkDir(n.Dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := os.ReadFile(path)
			files++
			for _, secret := range secrets {
				if bytes.Contains(b, []byte(secret)) {
					t.Errorf("%s has %s", path, secret)
				}
			}
			return err
		})
		if err != nil || files < 3 {
			t.Errorf("%d files, %v", files, err)
		}
		for _, secret := range secrets {
			if strings.Contains(n.Log.String(), secret) {
				t.Errorf("the log has %s", secret)
			}
		}
		if strings.Contains(n.Log.String(), nativeCode) {
			t.Error("the log has the code")
		}
	}
	look(n)
	n.Stop()
	look(n)
	db, err := os.ReadFile(filepath.Join(n.Dir, "crier.db"))
	if err != nil || !bytes.Contains(db, []byte(sandbox.DemoNativeUser().Username)) {
		t.Errorf("the look through the database finds nothing at all: %v", err)
	}
}

// TestNative_StoriesWithMentions: they need credentials when they are taken in, changed, and
// published.
func TestNative_StoriesWithMentions(t *testing.T) {
	t.Parallel()
	j := begin(t)
	story := body{"accountId": j.bakery.ID, "mediaType": "STORIES", "mediaFileId": j.photo(), "storyMentions": []body{{"username": "ann"}}}
	j.client.Post("/api/v1/posts/publish", story).WantError(http.StatusBadRequest, "PRIVATE_API_REQUIRED")
	j.client.Post(credentialsPath, login().with("accountId", j.bakery.ID)).Want(http.StatusOK)
	if got := warningsOf(j.client.Post("/api/v1/posts/draft", story).Want(http.StatusCreated)); len(got) != 0 {
		t.Errorf("the warnings are %v", got)
	}
	scheduled := j.schedule(story, e2e.Start.Add(time.Hour))
	j.client.Delete(credentialsPath + "/" + j.bakery.ID.String()).Want(http.StatusOK)
	j.client.Put(schedulePath+scheduled, body{"caption": "x"}).WantError(http.StatusBadRequest, "PRIVATE_API_REQUIRED")
	p := j.ended(scheduled)
	j.hasFailed(p, "PRIVATE_API_REQUIRED")
	if l := j.network.Ledger(); len(l.Publications)+len(l.NativeStories) != 0 {
		t.Errorf("live is %+v", l)
	}
}
