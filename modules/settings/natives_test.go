package settings_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/native"
	"crier/platform/sandbox"
	"crier/platform/secrets"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// bench is native credentials on a real database and a sandbox network.
type bench struct {
	t       *testing.T
	natives *settings.Natives
	clock   *clock.Fake
	db      *database.DB
	account wireid.ID
	url     string
	// hooked are the accounts that the hook was told of; it fails with hookErr.
	hooked  []wireid.ID
	hookErr error
	cloud   bool
	parts   settings.NativeDeps
	// signedIn is called when the network has answered a login.
	signedIn func()

	mu sync.Mutex
	// calls are those of the app API.
	calls []call
}

// call is a call and when it was made.
type call struct {
	path string
	at   time.Time
}

// RoundTrip notes the call, and calls signedIn once the whole answer is there.
func (b *bench) RoundTrip(r *http.Request) (*http.Response, error) {
	b.mu.Lock()
	b.calls = append(b.calls, call{r.URL.Path, b.clock.Now()})
	b.mu.Unlock()
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil || b.signedIn == nil || !strings.HasSuffix(r.URL.Path, "/accounts/login/") {
		return resp, err
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body = io.NopCloser(bytes.NewReader(body))
	b.signedIn()
	return resp, err
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, clock: clock.NewFake(start), db: databasetest.New(t), account: wireid.New()}
	box, err := secrets.NewBox(secrets.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	accounts := auth.NewService(b.db, b.clock, box, config.Sandbox, []auth.DemoAccount{{ID: b.account, SNUserID: "1", Username: "ann", AccountType: "BUSINESS", LoginMethod: auth.Primary}})
	if err := accounts.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.serve()
	log := slog.New(slog.DiscardHandler)
	client := native.New(native.Options{BaseURL: func() string { return native.SandboxURL(b.url) }, Clock: b.clock, HTTP: &http.Client{Transport: b}})
	b.parts = settings.NativeDeps{
		DB: b.db, Clock: b.clock, Box: box, Accounts: accounts, Client: client, Log: log,
		Versions: settings.NewVersions(b.db, b.clock, client, config.Default(), func() string { return "" }, log),
		Hooks: []settings.ForgetHook{func(_ context.Context, _ bun.IDB, account wireid.ID) error {
			b.hooked = append(b.hooked, account)
			return b.hookErr
		}},
		Cloud: b,
	}
	b.natives = b.again()
	return b
}

// again returns the credentials as a further start of the program finds them.
func (b *bench) again() *settings.Natives { return settings.NewNatives(b.parts) }

// IsConfigured says what the test wants the cloud to be.
func (b *bench) IsConfigured(context.Context) (bool, error) { return b.cloud, nil }

func (b *bench) serve() {
	network, err := sandbox.Open(sandbox.Options{Clock: b.clock})
	if err != nil {
		b.t.Fatal(err)
	}
	server := httptest.NewServer(network.Handler())
	b.url = server.URL
	b.t.Cleanup(func() {
		server.Close()
		if err := network.Close(); err != nil {
			b.t.Error(err)
		}
	})
}

func (b *bench) set(login string) {
	b.t.Helper()
	b.control("native", `{"username":"sandbox.native","login":"`+login+`","code":"004711"}`)
}

// live makes the account one of the live mode, under the name.
func (b *bench) live(name string) {
	b.t.Helper()
	if _, err := b.db.ExecContext(b.t.Context(), "UPDATE social_accounts SET network = ?, username = ?", config.Live, name); err != nil {
		b.t.Fatal(err)
	}
	b.parts.Accounts = auth.NewService(b.db, b.clock, b.parts.Box, config.Live, nil)
	b.natives = b.again()
}

// control tells the sandbox something.
func (b *bench) control(what, body string) {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.url+"/_sandbox/"+what, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil || resp.StatusCode >= http.StatusMultipleChoices {
		b.t.Fatal(resp.Status, err)
	}
}

func (b *bench) save() (*native.Contact, error) {
	user := sandbox.DemoNativeUser()
	return settings.NewSignIns(b.natives).Save(b.t.Context(), b.account, user.Username, user.Password)
}

func (b *bench) configured() bool {
	b.t.Helper()
	ok, err := b.natives.Configured(b.t.Context(), b.db, b.account)
	if err != nil {
		b.t.Fatal(err)
	}
	return ok
}

func TestForget_IsOneTransactionWithItsHooks(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := b.save(); err != nil || !b.configured() {
		t.Fatalf("got %v", err)
	}
	b.hookErr = errors.New("no")
	if err := b.natives.Forget(t.Context(), b.account); !errors.Is(err, b.hookErr) || !b.configured() {
		t.Errorf("a hook that fails: %v, configured %t", err, b.configured())
	}
	b.hookErr = nil
	for range 2 {
		if err := b.natives.Forget(t.Context(), b.account); err != nil || b.configured() {
			t.Errorf("got %v, configured %t", err, b.configured())
		}
	}
	if len(b.hooked) != 3 || b.hooked[2] != b.account {
		t.Errorf("hooked %v", b.hooked)
	}
	if err := b.natives.Forget(t.Context(), wireid.New()); apperror.CodeOf(err) != apperror.NotFound || len(b.hooked) != 3 {
		t.Errorf("an unknown account: %v, hooked %v", err, b.hooked)
	}
}

func TestPhase_WithTheCloud(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.cloud = true
	if got, err := b.natives.Phase(t.Context(), b.account); err != nil || got.Phase != 1 || !got.CloudConfigured || !got.Exists {
		t.Errorf("without a session: %+v, %v", got, err)
	}
	if _, err := b.save(); err != nil {
		t.Fatal(err)
	}
	if got, err := b.natives.Phase(t.Context(), b.account); err != nil || got.Phase != 3 || !got.HasSession {
		t.Errorf("with one: %+v, %v", got, err)
	}
	b.cloud = false
	if got, err := b.natives.Phase(t.Context(), b.account); err != nil || got.Phase != 2 {
		t.Errorf("without the cloud: %+v, %v", got, err)
	}
}

// TestSave_WaitsForItsTurn: a login whose caller has gone while another one runs changes nothing.
func TestSave_WaitsForItsTurn(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := settings.NewSignIns(b.natives).Save(ctx, b.account, "sandbox.native", secrets.NewText("x")); err == nil {
		t.Error("a login for nobody")
	}
	if _, err := b.save(); err != nil {
		t.Errorf("the turn was not given back: %v", err)
	}
}

// TestSave_ItsCallerGoesMeanwhile: a login that the network has accepted is saved although its
// caller has gone.
func TestSave_ItsCallerGoesMeanwhile(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	b.signedIn = cancel
	user := sandbox.DemoNativeUser()
	if _, err := settings.NewSignIns(b.natives).Save(ctx, b.account, user.Username, user.Password); err != nil || ctx.Err() == nil || !b.configured() {
		t.Errorf("got %v, configured %t", err, b.configured())
	}
}

func TestSave_TheAccountGoesMeanwhile(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.set("challenge_sms")
	if contact, err := b.save(); err != nil || contact == nil || contact.Method != native.SMS {
		t.Fatalf("got %+v, %v", contact, err)
	}
	if _, err := b.db.ExecContext(t.Context(), "DELETE FROM social_accounts"); err != nil {
		t.Fatal(err)
	}
	if err := settings.NewSignIns(b.natives).Answer(t.Context(), b.account, "004711"); apperror.CodeOf(err) != apperror.NotFound || b.configured() {
		t.Errorf("got %v, configured %t", err, b.configured())
	}
}

// TestSave_TheAccountGoesBeforeTheChallenge: no password is kept for the code of an account that is
// gone.
func TestSave_TheAccountGoesBeforeTheChallenge(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.set("challenge_sms")
	b.signedIn = func() {
		if _, err := b.db.ExecContext(t.Context(), "DELETE FROM social_accounts"); err != nil {
			t.Error(err)
		}
	}
	if contact, err := b.save(); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("got %+v, %v", contact, err)
	}
}

// TestSave_ASessionThatCannotBeRead: a damaged row loses the device, but the credentials can be
// saved again.
func TestSave_ASessionThatCannotBeRead(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := b.save(); err != nil {
		t.Fatal(err)
	}
	if _, err := b.db.ExecContext(t.Context(), "UPDATE native_credentials SET sealed_session = sealed_password"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.save(); err != nil {
		t.Errorf("got %v", err)
	}
}

// TestSave_FailuresAreCountedWithinTheirWindow: each counts for 15 minutes from its own instant.
func TestSave_FailuresAreCountedWithinTheirWindow(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.set("two_factor")
	for range 5 {
		if _, err := b.save(); apperror.CodeOf(err) != apperror.TwoFactorRequired {
			t.Fatal(err)
		}
		b.clock.Advance(time.Minute)
	}
	limited := func(wait string) {
		t.Helper()
		_, err := b.save()
		if apperror.CodeOf(err) != apperror.LoginRateLimited || !strings.Contains(err.Error(), wait) {
			t.Errorf("got %v, want a wait of %s", err, wait)
		}
	}
	limited("10 minutes")
	b.clock.Advance(9 * time.Minute)
	limited("a minute")
	b.clock.Advance(time.Minute)
	// The first failure no longer counts, so that one more may fail.
	if _, err := b.save(); apperror.CodeOf(err) != apperror.TwoFactorRequired {
		t.Error(err)
	}
	limited("a minute")
	b.clock.Advance(time.Minute)
	b.set("ok")
	if _, err := b.save(); err != nil {
		t.Error(err)
	}
	b.set("bad_password")
	for range 5 {
		if _, err := b.save(); apperror.CodeOf(err) != apperror.LoginFailed {
			t.Errorf("a login that worked does not start the count again: %v", err)
		}
	}
	limited("15 minutes")
}

// TestSave_TheClockIsSetBack: neither a wait nor a challenge lasts longer for it.
func TestSave_TheClockIsSetBack(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.set("bad_password")
	for range 5 {
		if _, err := b.save(); apperror.CodeOf(err) != apperror.LoginFailed {
			t.Fatal(err)
		}
	}
	b.clock.Jump(-24 * time.Hour)
	b.set("challenge_email")
	if _, err := b.save(); err != nil {
		t.Fatalf("failures that lie ahead count: %v", err)
	}
	b.clock.Jump(-24 * time.Hour)
	if err := settings.NewSignIns(b.natives).Answer(t.Context(), b.account, "004711"); apperror.CodeOf(err) != apperror.NoActiveSession {
		t.Errorf("a challenge that began tomorrow waits: %v", err)
	}
}
