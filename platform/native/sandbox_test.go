package native_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/native"
	"crier/platform/sandbox"
	"crier/platform/secrets"
)

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// simulated is a client of a sandbox network over real HTTP.
type simulated struct {
	t      *testing.T
	clock  *clock.Fake
	client *native.Client
	state  string
	url    string
	stop   func()
}

func newSimulated(t *testing.T) *simulated {
	t.Helper()
	s := &simulated{t: t, clock: clock.NewFake(start), state: filepath.Join(t.TempDir(), "state")}
	s.client = native.New(native.Options{BaseURL: func() string { return native.SandboxURL(s.url) }, Clock: s.clock})
	t.Cleanup(s.client.CloseIdleConnections)
	s.open()
	return s
}

// open starts a network on the state, in the place of the one that runs.
func (s *simulated) open() {
	s.t.Helper()
	if s.stop != nil {
		s.stop()
	}
	network, err := sandbox.Open(sandbox.Options{Clock: s.clock, StateFile: s.state})
	if err != nil {
		s.t.Fatal(err)
	}
	server := httptest.NewServer(network.Handler())
	s.url = server.URL
	s.stop = sync.OnceFunc(func() {
		server.Close()
		if err := network.Close(); err != nil {
			s.t.Error(err)
		}
	})
	s.t.Cleanup(s.stop)
}

func (s *simulated) control(call, body string) string {
	s.t.Helper()
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.url+"/_sandbox/"+call, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var b json.RawMessage
	if err := json.NewDecoder(resp.Body).Decode(&b); err != nil || resp.StatusCode != http.StatusOK {
		s.t.Fatalf("%s %s: %s %s %v", call, body, resp.Status, b, err)
	}
	return string(b)
}

func (s *simulated) set(login, code string) {
	s.t.Helper()
	s.control("native", `{"username":"sandbox.native","login":"`+login+`","code":"`+code+`"}`)
}

func (s *simulated) begin(session native.Session, password string) *native.Attempt {
	return s.client.Logins.Begin(session, "sandbox.native", secrets.NewText(password))
}

func (s *simulated) attempt() *native.Attempt {
	return s.begin(native.NewSession(), sandbox.DemoNativeUser().Password.Reveal())
}

func wantSignedIn(t *testing.T, a *native.Attempt) {
	t.Helper()
	if got := a.Session(); !got.SignedIn() || got.UserID() != sandbox.DemoNativeUser().UserID {
		t.Errorf("signed in %t, user %q", got.SignedIn(), got.UserID())
	}
}

func TestLogin_SignsIn(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.attempt()
	device := a.Session().Device()
	if a.Session().SignedIn() {
		t.Error("signed in before the login")
	}
	if contact, err := a.Login(t.Context()); err != nil || contact != nil {
		t.Fatalf("got %+v, %v", contact, err)
	}
	wantSignedIn(t, a)
	if got := a.Session().Device(); got != device {
		t.Errorf("the device became %s, was %s", got, device)
	}
	if got := s.control("ledger", ""); !strings.Contains(got, `"unexpectedCalls":[]`) {
		t.Errorf("the ledger: %s", got)
	}
	if got := s.control("log", ""); strings.Contains(got, "PWD_INSTAGRAM") || strings.Contains(got, "IGT:2") || !strings.Contains(got, `"username":"sandbox.native"`) {
		t.Errorf("the log: %s", got)
	}
}

func TestLogin_Refusals(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	right := sandbox.DemoNativeUser().Password.Reveal()
	for name, c := range map[string]struct {
		login, user, password string
		want                  native.Class
	}{
		"wrong password":    {"ok", "sandbox.native", right + "x", native.BadCredentials},
		"no password":       {"ok", "sandbox.native", "", native.BadCredentials},
		"nobody":            {"ok", "nobody", right, native.BadCredentials},
		"told to refuse":    {"bad_password", "sandbox.native", right, native.BadCredentials},
		"two factor":        {"two_factor", "sandbox.native", right, native.TwoFactor},
		"wrong, two factor": {"two_factor", "sandbox.native", "x", native.BadCredentials},
		"too many":          {"rate_limit", "sandbox.native", right, native.RateLimited},
	} {
		s.set(c.login, "123456")
		a := s.client.Logins.Begin(native.NewSession(), c.user, secrets.NewText(c.password))
		contact, err := a.Login(t.Context())
		if native.ClassOf(err) != c.want || contact != nil || a.Session().SignedIn() {
			t.Errorf("%s: got %+v, %v", name, contact, err)
		}
	}
}

func TestChallenge(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	for login, want := range map[string]native.Contact{
		"challenge_email": {Point: "s****e@e*****.com", Method: native.Email},
		"challenge_sms":   {Point: "+1 *** ***-**-09", Method: native.SMS},
	} {
		s.set(login, "004711")
		a := s.attempt()
		contact, err := a.Login(t.Context())
		if err != nil || contact == nil || *contact != want {
			t.Fatalf("%s: got %+v, %v", login, contact, err)
		}
		for range 2 {
			if err := a.Submit(t.Context(), "123456"); native.ClassOf(err) != native.WrongCode || a.Session().SignedIn() {
				t.Errorf("%s, wrong code: %v", login, err)
			}
		}
		if err := a.Submit(t.Context(), "004711"); err != nil {
			t.Errorf("%s: %v", login, err)
		}
		wantSignedIn(t, a)
		// The device has proved itself; another one has not.
		again := s.begin(a.Session(), sandbox.DemoNativeUser().Password.Reveal())
		if contact, err := again.Login(t.Context()); err != nil || contact != nil {
			t.Errorf("%s, the same device: %+v, %v", login, contact, err)
		}
		if contact, err := s.attempt().Login(t.Context()); err != nil || contact == nil {
			t.Errorf("%s, another device: %+v, %v", login, contact, err)
		}
	}
}

// TestSecondFactor: an account with two-factor authentication is signed in with a code of its app,
// of a message that was asked for, or a backup code. The device is trusted then.
func TestSecondFactor(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	for by, code := range map[native.Proof]string{native.ByApp: "004711", native.BySMS: "004711", native.ByBackup: "00004711"} {
		s.set("two_factor", "004711")
		a := s.attempt()
		if a.SecondFactor() != nil || native.ClassOf(a.Prove(t.Context(), by, code)) != native.LoggedOut {
			t.Errorf("%s: a code is awaited before the login", by)
		}
		if contact, err := a.Login(t.Context()); native.ClassOf(err) != native.TwoFactor || contact != nil {
			t.Fatalf("%s: got %+v, %v", by, contact, err)
		}
		if got := a.SecondFactor(); got == nil || *got != (native.SecondFactor{App: true, SMS: true, Phone: "+1 *** ***-**-09"}) {
			t.Fatalf("%s: got %+v", by, got)
		}
		if by == native.BySMS {
			if err := a.Prove(t.Context(), by, code); native.ClassOf(err) != native.WrongCode {
				t.Errorf("a code that was not sent: %v", err)
			}
			if err := a.SendSMS(t.Context()); err != nil {
				t.Error(err)
			}
		}
		if err := a.Prove(t.Context(), by, "123456"); native.ClassOf(err) != native.WrongCode || a.Session().SignedIn() {
			t.Errorf("%s, wrong code: %v", by, err)
		}
		if err := a.Prove(t.Context(), by, code); err != nil {
			t.Errorf("%s: %v", by, err)
		}
		wantSignedIn(t, a)
		if contact, err := s.begin(a.Session(), sandbox.DemoNativeUser().Password.Reveal()).Login(t.Context()); err != nil || contact != nil {
			t.Errorf("%s, the same device: %+v, %v", by, contact, err)
		}
		// A login that was begun elsewhere ends this one.
		b := s.attempt()
		if _, err := b.Login(t.Context()); native.ClassOf(err) != native.TwoFactor {
			t.Fatalf("%s, another device: %v", by, err)
		}
		if _, err := s.attempt().Login(t.Context()); native.ClassOf(err) != native.TwoFactor {
			t.Fatalf("%s, a third device: %v", by, err)
		}
		if err := b.Prove(t.Context(), by, code); native.ClassOf(err) != native.LoggedOut {
			t.Errorf("%s, an old code: %v", by, err)
		}
	}
}

func TestChallenge_SurvivesARestartOfTheNetwork(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	s.set("challenge_email", "004711")
	a := s.attempt()
	if contact, err := a.Login(t.Context()); err != nil || contact == nil {
		t.Fatalf("got %+v, %v", contact, err)
	}
	s.open()
	if err := a.Submit(t.Context(), "123456"); native.ClassOf(err) != native.WrongCode {
		t.Errorf("wrong code: %v", err)
	}
	if err := a.Submit(t.Context(), "004711"); err != nil {
		t.Error(err)
	}
	wantSignedIn(t, a)
	s.open()
	if contact, err := s.begin(a.Session(), sandbox.DemoNativeUser().Password.Reveal()).Login(t.Context()); err != nil || contact != nil {
		t.Errorf("the device is forgotten: %+v, %v", contact, err)
	}
}

func TestSubmit_WithoutAChallenge(t *testing.T) {
	t.Parallel()
	if err := newSimulated(t).attempt().Submit(t.Context(), "123456"); native.ClassOf(err) != native.LoggedOut {
		t.Errorf("got %v", err)
	}
}

// TestChallenge_IsForItsOwnClient: another device cannot solve it, nor can the same one that lost
// the machine id.
func TestChallenge_IsForItsOwnClient(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	s.set("challenge_email", "123456")
	a := s.attempt()
	if contact, err := a.Login(t.Context()); err != nil || contact == nil {
		t.Fatalf("got %+v, %v", contact, err)
	}
	path := regexp.MustCompile(`/native/api/v1/challenge/\d+/\w+/`).FindString(s.control("log", ""))
	exported, err := a.Session().Export()
	if err != nil {
		t.Fatal(err)
	}
	mid := regexp.MustCompile(`SANDBOX-\w+`).FindString(exported.Reveal())
	for name, c := range map[string]struct {
		device, mid string
		status      int
	}{
		"another device":  {"another", mid, http.StatusNotFound},
		"another machine": {a.Session().Device(), "another", http.StatusNotFound},
		"its own":         {a.Session().Device(), mid, http.StatusOK},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{"User-Agent": "Instagram 1", "X-IG-App-ID": "1", "X-IG-Device-ID": c.device, "X-MID": c.mid} {
			req.Header.Set(name, value)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if err := resp.Body.Close(); err != nil || resp.StatusCode != c.status {
			t.Errorf("%s: %s", name, resp.Status)
		}
	}
}

func TestChallenge_GoneAtTheNetwork(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	s.set("challenge_email", "123456")
	a := s.attempt()
	if contact, err := a.Login(t.Context()); err != nil || contact == nil {
		t.Fatalf("got %+v, %v", contact, err)
	}
	s.set("challenge_email", "123456")
	if err := a.Submit(t.Context(), "123456"); native.ClassOf(err) != native.LoggedOut {
		t.Errorf("got %v", err)
	}
}

func TestLatestVersion_IsWhatTheSandboxSays(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	got, err := s.client.Manifests.LatestVersion(t.Context(), s.url+"/manifest/version.json")
	if err != nil || got != native.AppVersion {
		t.Errorf("got %q, %v, want %q", got, err, native.AppVersion)
	}
}
