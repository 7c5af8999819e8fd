package auth

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/datadir"
	"crier/platform/graph"
	"crier/platform/sandbox"
	"crier/platform/secrets"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// connected is a bundle with a network to connect accounts of.
type connected struct {
	*bundle

	connector *connector
	oauth     *oauth
	syncer    *syncer
	refresher *refresher
	avatars   *avatars
	client    *graph.Client
	network   *networkClock
	// leadBack is the address that leads the browser back, empty for none.
	leadBack string
	// url is the address of the sandbox.
	url string
	// before is called with the path of each request before the network answers, and after once it
	// has answered.
	before, after func(path string)
}

func setupNetwork(t *testing.T) *connected {
	t.Helper()
	c := &connected{bundle: setup(t), before: func(string) {}, after: func(string) {}}
	c.network = &networkClock{Fake: c.clock}
	network, err := sandbox.Open(sandbox.Options{Clock: c.network})
	if err != nil {
		t.Fatal(err)
	}
	handler := network.Handler()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.before(r.URL.Path)
		rec := httptest.NewRecorder()
		handler.ServeHTTP(rec, r)
		c.after(r.URL.Path)
		maps.Copy(w.Header(), rec.Header())
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes())
	}))
	c.url = srv.URL
	client := graph.New(graph.Options{Endpoints: func() graph.Endpoints { return graph.SandboxEndpoints(srv.URL) }, Clock: c.clock})
	dir, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c.avatars = newAvatars(dir, c.db, client, slog.New(slog.DiscardHandler))
	if err := c.avatars.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.use(client)
	t.Cleanup(func() {
		client.CloseIdleConnections()
		if err := network.Close(); err != nil {
			t.Error(err)
		}
		srv.Close()
	})
	return c
}

// control posts to the sandbox's control API.
func (c *connected) control(t *testing.T, call, body string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url+"/_sandbox/"+call, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil || resp.Body.Close() != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %v, %v", call, resp, err)
	}
}

// bakery returns the primary demo account after the given time.
func (c *connected) bakery(t *testing.T, later time.Duration) SocialAccount {
	t.Helper()
	c.clock.Advance(later)
	return c.account(t, demoAccounts()[0].ID)
}

// works fails the test unless the network takes the account's token.
func (c *connected) works(t *testing.T, a SocialAccount) {
	t.Helper()
	token, err := c.service.Token(t.Context(), a.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.client.Profiles.Profile(t.Context(), graphAccount(a, token)); err != nil {
		t.Errorf("the stored token does not work: %v", err)
	}
}

func TestRefresh_TwoAtOnceLoseNothing(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.bakery(t, 55*24*time.Hour)
	var arrived sync.WaitGroup
	arrived.Add(2)
	c.before = func(path string) {
		if strings.HasSuffix(path, "/refresh_access_token") {
			arrived.Done()
			arrived.Wait()
		}
	}
	var wg sync.WaitGroup
	swaps := make(chan bool, 2)
	for range 2 {
		wg.Go(func() {
			swapped, err := c.refresher.refresh(t.Context(), a)
			if err != nil {
				t.Error(err)
			}
			swaps <- swapped
		})
	}
	wg.Wait()
	if one, other := <-swaps, <-swaps; one == other {
		t.Errorf("%v and %v of two refreshes counted", one, other)
	}
	c.clock.Advance(6 * 24 * time.Hour) // Past the end of the old token.
	c.works(t, a)
	if got := c.account(t, a.ID); !got.TokenExpiresAt.Time().Equal(start.Add((55 + 60) * 24 * time.Hour)) {
		t.Errorf("it expires %s", got.TokenExpiresAt)
	}
}

// TestRefresh_AgainstDisconnect: an answer that comes after the account was disconnected does not
// bring it back.
func TestRefresh_AgainstDisconnect(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.bakery(t, 55*24*time.Hour)
	c.after = func(path string) {
		if strings.HasSuffix(path, "/refresh_access_token") {
			if err := c.service.Remove(t.Context(), a.ID, nil); err != nil {
				t.Error(err)
			}
		}
	}
	if swapped, err := c.refresher.refresh(t.Context(), a); swapped || err != nil {
		t.Errorf("got %v, %v", swapped, err)
	}
	var tokens int
	if err := c.db.QueryRowContext(t.Context(), "SELECT count(*) FROM account_tokens").Scan(&tokens); err != nil || tokens != 1 {
		t.Errorf("%d tokens, %v", tokens, err)
	}
}

// TestRefresh_AgainstConnect: a token that is pasted while another one is refreshed is kept.
func TestRefresh_AgainstConnect(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.bakery(t, 55*24*time.Hour)
	fresh, err := c.client.Tokens.Refresh(t.Context(), demoAccounts()[0].Token)
	if err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	c.after = func(path string) {
		if strings.HasSuffix(path, "/refresh_access_token") {
			once.Do(func() {
				if _, err := c.connector.Connect(t.Context(), ConnectRequest{Token: fresh.Token}); err != nil {
					t.Error(err)
				}
			})
		}
	}
	if swapped, err := c.refresher.refresh(t.Context(), a); swapped || err != nil {
		t.Errorf("got %v, %v", swapped, err)
	}
	if token, err := c.service.Token(t.Context(), a.ID); err != nil || token != fresh.Token {
		t.Errorf("the pasted token is gone: %v", err)
	}
	c.works(t, a)
}

// TestRefresh_EndsBetweenAnswerAndStoring: when the process dies between the network's answer and
// the commit, the old token stays, and the next refresh is like the first.
func TestRefresh_EndsBetweenAnswerAndStoring(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.bakery(t, 55*24*time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	c.after = func(path string) {
		if strings.HasSuffix(path, "/refresh_access_token") {
			cancel()
		}
	}
	if swapped, err := c.refresher.refresh(ctx, a); swapped || err == nil {
		t.Errorf("got %v, %v", swapped, err)
	}
	c.works(t, a)
	c.after = func(string) {}
	if swapped, err := c.refresher.refresh(t.Context(), a); !swapped || err != nil {
		t.Errorf("got %v, %v", swapped, err)
	}
	c.works(t, a)
}

// TestSync_DoesNotMarkANewerToken: what the network said of the old token does not mark the newer
// one.
func TestSync_DoesNotMarkANewerToken(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.bakery(t, 55*24*time.Hour)
	fresh, err := c.client.Tokens.Refresh(t.Context(), demoAccounts()[0].Token)
	if err != nil {
		t.Fatal(err)
	}
	c.clock.Advance(6 * 24 * time.Hour)
	var came atomic.Bool
	c.after = func(path string) {
		if strings.HasSuffix(path, "/me") && !came.Swap(true) {
			if _, err := c.connector.Connect(t.Context(), ConnectRequest{Token: fresh.Token, Login: Primary}); err != nil {
				t.Error(err)
			}
		}
	}
	if err := c.syncer.Sync(t.Context(), a); apperror.CodeOf(err) != apperror.ValidationError {
		t.Errorf("got %v", err)
	}
	if got := c.account(t, a.ID); got.TokenDeadAt != nil {
		t.Errorf("the account is %+v", got)
	}
	c.works(t, a)
}

// TestConnect_RevivesWithHooks: connecting an account runs the revival hooks, as a refresh does.
func TestConnect_RevivesWithHooks(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.bakery(t, 24*time.Hour)
	revived := 0
	c.service.ReviveWith([]RevivalHook{func(context.Context, bun.IDB, wireid.ID) error { revived++; return nil }})
	c.markDead(t, a.ID, "x")
	if _, err := c.refresher.Refresh(t.Context(), a.ID); err != nil || revived != 1 {
		t.Errorf("refreshed: %d revivals, %v", revived, err)
	}
	c.markDead(t, a.ID, "x")
	got, err := c.connector.Connect(t.Context(), ConnectRequest{Token: demoAccounts()[0].Token})
	if err != nil || revived != 2 || got.Account.ID != a.ID || got.Account.TokenDeadAt != nil {
		t.Errorf("connected: %d revivals, %+v, %v", revived, got, err)
	}
}

// expiringPage connects an account by a token of its Page that ends within hours, while the app is
// remembered that can renew it.
func (c *connected) expiringPage(t *testing.T) SocialAccount {
	t.Helper()
	app := graph.App{ID: sandbox.DemoApp().ID, Secret: sandbox.DemoApp().Secret}
	const redirect = "https://localhost/back"
	in := beginLogin{Login: Partner, AppID: app.ID, AppSecret: app.Secret, RedirectURI: redirect, Remember: true}
	if _, err := c.logIn(t, in); err != nil {
		t.Fatal(err)
	}
	short := c.shortToken(t, app, c.begin(t, in), redirect)
	got, err := c.connector.Connect(t.Context(), ConnectRequest{Token: short})
	if err != nil || got.Account.TokenExpiresAt == nil || len(got.Warnings) == 0 {
		t.Fatalf("got %+v, %v", got, err)
	}
	return *got.Account
}

// TestRefresh_TellsWhatIsInTheLog: where the note names the log, the reason is there.
func TestRefresh_TellsWhatIsInTheLog(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.expiringPage(t)
	if _, err := c.db.ExecContext(t.Context(), "UPDATE account_tokens SET user_sealed = x'00' WHERE account_id = ?", a.ID); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	c.refresher.log = slog.New(slog.NewTextHandler(&log, nil))
	got, err := c.refresher.Refresh(t.Context(), a.ID)
	if err != nil || got.TokenRefreshed || !strings.Contains(got.Note, "the log has the reason") || !strings.Contains(log.String(), secrets.ErrSealed.Error()) {
		t.Errorf("got %+v, %v, the log says %q", got, err, log.String())
	}
}

// TestRefresh_PageTokenThatExpires: it is renewed with the user's token and the stored app.
func TestRefresh_PageTokenThatExpires(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	refreshed, err := c.refresher.Refresh(t.Context(), c.expiringPage(t).ID)
	if err != nil || !refreshed.TokenRefreshed || refreshed.Account.TokenExpiresAt != nil {
		t.Errorf("got %+v, %v", refreshed, err)
	}
	c.clock.Advance(2 * time.Hour)
	c.works(t, refreshed.Account)
}

// TestRefreshDue_PageTokenThatEndsWithinHours: it is renewed before its end, although it is not a
// day old, and a refresh that fails is repeated while there is time.
func TestRefreshDue_PageTokenThatEndsWithinHours(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	short := c.expiringPage(t)
	asked := 0
	c.before = func(path string) {
		if strings.HasSuffix(path, "/oauth/access_token") {
			asked++
		}
	}
	c.control(t, "faults", `{"match":{"path":"/oauth/access_token$"},"http":503,"body":"down"}`)
	left := short.TokenExpiresAt.Time().Sub(c.clock.Now())
	for _, step := range []struct {
		later time.Duration
		asked int
	}{{0, 1}, {left/2 - time.Second, 1}, {time.Second, 2}, {0, 2}} {
		c.clock.Advance(step.later)
		if err := c.refresher.RefreshDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if asked != step.asked {
			t.Errorf("after %s the network was asked %d times, want %d", step.later, asked, step.asked)
		}
	}
	got := c.account(t, short.ID)
	if got.TokenExpiresAt != nil {
		t.Errorf("the token ends at %s", got.TokenExpiresAt)
	}
	c.clock.Advance(2 * left)
	c.works(t, got)
}

// begin returns the address at which the user agrees to the login.
func (c *connected) begin(t *testing.T, in beginLogin) string {
	t.Helper()
	begun, err := c.oauth.Begin(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return begun.URL
}

// logIn begins a login, agrees to it and finishes it.
func (c *connected) logIn(t *testing.T, in beginLogin) (Connection, error) {
	t.Helper()
	return c.oauth.Finish(t.Context(), finishLogin{RedirectedURL: agree(t, c.begin(t, in)).String()})
}

// agree agrees to a login, and returns the address to which the browser is led.
func agree(t *testing.T, address string) *url.URL {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	back, err := resp.Location()
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func (c *connected) shortToken(t *testing.T, app graph.App, address, redirect string) secrets.Text {
	t.Helper()
	code := secrets.NewText(agree(t, address).Query().Get("code"))
	g, err := c.client.Tokens.ExchangeCode(t.Context(), graph.Partner, app, redirect, code)
	if err != nil {
		t.Fatal(err)
	}
	return g.Token
}

// TestBegin_KeepsTheRememberedApp: an app replaces the remembered one once the network has taken
// its secret, and no sooner.
func TestBegin_KeepsTheRememberedApp(t *testing.T) {
	t.Parallel()
	for _, login := range []LoginMethod{Primary, Partner} {
		t.Run(string(login), func(t *testing.T) {
			t.Parallel()
			c := setupNetwork(t)
			remembers := func(when, redirect string) {
				t.Helper()
				app, err := rememberedApp(t.Context(), c.service, login)
				if err != nil || app.AppSecret != sandbox.DemoApp().Secret.Reveal() || app.RedirectURI != redirect {
					t.Errorf("%s: the app with %q is remembered, %v", when, app.RedirectURI, err)
				}
			}
			good := beginLogin{Login: login, AppID: sandbox.DemoApp().ID, AppSecret: sandbox.DemoApp().Secret, RedirectURI: "https://localhost/a", Remember: true}
			if _, err := c.logIn(t, good); err != nil {
				t.Fatal(err)
			}
			remembers("after a login", good.RedirectURI)
			mistyped := good
			mistyped.AppSecret, mistyped.RedirectURI = secrets.NewText("SANDBOX-MISTYPED"), "https://localhost/b"
			c.begin(t, mistyped)
			remembers("after a login that was begun", good.RedirectURI)
			if _, err := c.logIn(t, mistyped); err == nil {
				t.Error("the network took a mistyped secret")
			}
			remembers("after a login that was refused", good.RedirectURI)
			other := good
			other.RedirectURI, other.Remember = "https://localhost/c", false
			if _, err := c.logIn(t, other); err != nil {
				t.Fatal(err)
			}
			remembers("after a login by an app that is not to be remembered", good.RedirectURI)
			moved := beginLogin{Login: login, RedirectURI: "https://localhost/d", Remember: true}
			if _, err := c.logIn(t, moved); err != nil {
				t.Fatal(err)
			}
			remembers("after a login from another address", moved.RedirectURI)
		})
	}
}

// TestSecretsOfLogins_AreSealed: the database shows neither the app's secret nor a token in clear
// text.
func TestSecretsOfLogins_AreSealed(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	app := sandbox.DemoApp()
	in := beginLogin{Login: Primary, AppID: app.ID, AppSecret: app.Secret, RedirectURI: "https://localhost/", Remember: true}
	if _, err := c.logIn(t, in); err != nil {
		t.Fatal(err)
	}
	c.begin(t, in)
	for _, query := range []string{"SELECT sealed FROM pending_logins", "SELECT sealed_secret FROM login_apps"} {
		var sealed []byte
		if err := c.db.QueryRowContext(t.Context(), query).Scan(&sealed); err != nil || len(sealed) == 0 || strings.Contains(string(sealed), app.Secret.Reveal()) {
			t.Errorf("%s: %q, %v", query, sealed, err)
		}
	}
	c.clock.Advance(pendingLifetime)
	if err := c.service.PurgeExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := c.db.QueryRowContext(t.Context(), "SELECT count(*) FROM pending_logins").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d unfinished logins are left, %v", left, err)
	}
}

// TestAvatars_Start removes the pictures of accounts that are gone, and what a kill left.
func TestAvatars_Start(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	known := demoAccounts()[0].ID.String()
	for _, name := range []string{known + ".jpg", "7c9e6679-7425-40de-944b-e07fc1f90ae7.jpg", "." + known + ".jpg-123"} {
		if err := os.WriteFile(c.avatars.dir+"/"+name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.avatars.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(c.avatars.dir)
	if err != nil || len(left) != 1 || left[0].Name() != known+".jpg" {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestRefusedToken(t *testing.T) {
	t.Parallel()
	for class, want := range map[graph.Class]apperror.Code{
		graph.Retry: apperror.UnknownError, graph.Wait: apperror.RateLimited, graph.TokenDead: apperror.ValidationError,
		graph.NoPermission: apperror.ValidationError, graph.UserAction: apperror.ValidationError, graph.Permanent: apperror.ValidationError, "new": apperror.UnknownError,
	} {
		if got := apperror.CodeOf(Refusal(&graph.Error{Class: class})); got != want {
			t.Errorf("%s: %s, want %s", class, got, want)
		}
	}
	if other := errors.New("other"); !errors.Is(Refusal(other), other) {
		t.Error("an error of ours was changed")
	}
	nowhere := graph.New(graph.Options{Endpoints: func() graph.Endpoints { return graph.SandboxEndpoints("http://127.0.0.1:1") }})
	_, err := nowhere.Profiles.Profile(t.Context(), graph.Account{Login: graph.Primary, Token: secrets.NewText("x")})
	const want = "the network cannot be reached from this machine: no connection to 127.0.0.1:1: connection refused. Nothing was sent; check the internet connection, then try again"
	if got := apperror.From(Refusal(err)); got == nil || got.Code != apperror.UnknownError || got.Message != want {
		t.Errorf("offline: got %v", got)
	}
}

// TestSync_AgainstRefresh: a profile that was read with the old token says nothing about the new
// one.
func TestSync_AgainstRefresh(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	connection, err := c.connector.Connect(t.Context(), ConnectRequest{Token: sandbox.FurtherAccounts()[0].Token})
	if err != nil {
		t.Fatal(err)
	}
	a := *connection.Account
	c.clock.Advance(25 * time.Hour)
	var once sync.Once
	c.after = func(path string) {
		if strings.HasSuffix(path, "/me") {
			once.Do(func() {
				if swapped, err := c.refresher.refresh(t.Context(), a); !swapped || err != nil {
					t.Errorf("not refreshed: %v", err)
				}
			})
		}
	}
	if err := c.syncer.Sync(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if assumed, err := selectAssumed(t.Context(), c.db, a.ID); assumed || err != nil {
		t.Errorf("the end of the new token is taken for a guess, %v", err)
	}
}

// TestSyncDue_UnreadableToken: an account whose token cannot be read is left alone for a while.
func TestSyncDue_UnreadableToken(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.bakery(t, 25*time.Hour)
	if _, err := c.db.ExecContext(t.Context(), "UPDATE account_tokens SET sealed = x'00' WHERE account_id = ?", a.ID); err != nil {
		t.Fatal(err)
	}
	for _, again := range []time.Duration{0, syncPause - time.Second} {
		c.clock.Advance(again)
		if err := c.syncer.SyncDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		due, err := selectSyncDue(t.Context(), c.db, c.service, c.service.now())
		if err != nil || slices.ContainsFunc(due, func(d SocialAccount) bool { return d.ID == a.ID }) {
			t.Errorf("it is due again at once, %v", err)
		}
	}
}

// TestToken_OfADatabaseThatFails: a failure of the database is not told as a token that is gone.
func TestToken_OfADatabaseThatFails(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.bakery(t, 0)
	if _, err := c.db.ExecContext(t.Context(), "ALTER TABLE account_tokens RENAME TO gone"); err != nil {
		t.Fatal(err)
	}
	_, errToken := c.service.Token(t.Context(), a.ID)
	_, errRefresh := c.refresher.refresh(t.Context(), a)
	_, errCheck := newChecker(c.service, c.client).Check(t.Context(), a.ID)
	for name, err := range map[string]error{"token": errToken, "refresh": errRefresh, "check": errCheck, "sync": c.syncer.Sync(t.Context(), a)} {
		if apperror.CodeOf(err) != apperror.InternalError {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestSameToken: a stored token that cannot be read is not told as another one, whose days would
// begin again.
func TestSameToken(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.bakery(t, 0)
	pasted := candidate{token: demoAccounts()[0].Token, assumed: true}
	if same, err := c.connector.sameToken(t.Context(), c.db, a, pasted); same == nil || err != nil {
		t.Errorf("the same one: %v, %v", same, err)
	}
	if same, err := c.connector.sameToken(t.Context(), c.db, a, candidate{token: secrets.NewText("another"), assumed: true}); same != nil || err != nil {
		t.Errorf("another one: %v, %v", same, err)
	}
	if _, err := c.db.ExecContext(t.Context(), "ALTER TABLE account_tokens RENAME TO gone"); err != nil {
		t.Fatal(err)
	}
	if same, err := c.connector.sameToken(t.Context(), c.db, a, pasted); same != nil || err == nil {
		t.Errorf("one that cannot be read: %v, %v", same, err)
	}
}

// use has the parts ask the network by the client.
func (c *connected) use(client *graph.Client) {
	log := slog.New(slog.DiscardHandler)
	c.client = client
	c.connector = newConnector(c.service, newIdentifier(c.service, client, log), c.avatars)
	c.oauth = newOAuth(c.service, client, c.connector, func() string { return c.leadBack })
	c.syncer = newSyncer(c.service, client, c.avatars, log)
	c.refresher = newRefresher(c.service, client, c.syncer, NewRenewals(c.service, log), log)
}

// TestConnect_TellsOfListsThatCannotBeRead: when a list cannot be read, an account that was found
// is connected with a warning that others may be missing. When none was found, the error says that
// a list could not be read.
func TestConnect_TellsOfListsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	studio := sandbox.FurtherAccounts()[2]
	client := c.client
	refuse := func(path, body string) {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(body))
		}))
		t.Cleanup(srv.Close)
		c.use(graph.New(graph.Options{Clock: c.clock, HTTP: &http.Client{Transport: divert{path, srv.URL}}, Endpoints: func() graph.Endpoints {
			return graph.SandboxEndpoints(c.url)
		}}))
	}
	for _, one := range []struct {
		path, body string
		warns      bool
	}{
		{"/owned_pages", `{"error":{"message":"(#100) Tried accessing nonexisting field (x) on node type (Page)","code":100}}`, true},
		{"/businesses", `{"error":{"message":"(#2) Service temporarily unavailable","code":2}}`, true},
		{"/businesses", `{"error":{"message":"(#100) Missing Permission","code":10}}`, false},
	} {
		refuse(one.path, one.body)
		got, err := c.connector.Connect(t.Context(), ConnectRequest{Token: studio.UserToken, SNUserID: studio.SNUserID})
		told := slices.ContainsFunc(got.Warnings, func(w string) bool { return strings.Contains(w, "may be missing") })
		if err != nil || got.Account == nil || told != one.warns {
			t.Errorf("%s %s: %v, %v", one.path, one.body, got.Warnings, err)
		}
	}
	c.use(client)
}

// divert sends calls whose path has the ending to another server.
type divert struct{ path, to string }

func (d divert) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.HasSuffix(r.URL.Path, d.path) {
		to, err := http.NewRequestWithContext(r.Context(), r.Method, d.to, http.NoBody)
		if err != nil {
			return nil, err
		}
		r = to
	}
	return http.DefaultTransport.RoundTrip(r)
}
