package auth

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"crier/platform/graph"
	"crier/platform/sandbox"
)

// potter reads the partner demo account from the network at an instant, and returns it.
func (c *connected) potter(t *testing.T, at time.Duration) SocialAccount {
	t.Helper()
	id := demoAccounts()[1].ID
	c.clock.Advance(start.Add(at).Sub(c.clock.Now()))
	if err := c.syncer.Sync(t.Context(), c.account(t, id)); err != nil {
		t.Fatal(err)
	}
	return c.account(t, id)
}

const day = 24 * time.Hour

// TestSync_DataAccessOutlivesARefusal: the instant that the network named stays while it does not
// answer, refuses or doubts the token, and the profile is read all the same. It goes when the
// network names none any more.
func TestSync_DataAccessOutlivesARefusal(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	until := start.Add(90 * day)
	if a := c.potter(t, day); a.DataAccessUntil == nil || !a.DataAccessUntil.Time().Equal(until) {
		t.Fatalf("the data access ends %v", a.DataAccessUntil)
	}
	for i, one := range []struct {
		status int
		body   string
		stays  bool
	}{
		{http.StatusServiceUnavailable, `<html>`, true},
		{http.StatusBadRequest, `{"error":{"message":"(#100) You must provide an app access token","code":100}}`, true},
		{http.StatusBadRequest, `{"error":{"message":"Error validating access token","code":190}}`, true},
		{http.StatusOK, `{"data":{"is_valid":false,"data_access_expires_at":0,"scopes":[]}}`, true},
		{http.StatusOK, `{"data":{"type":"PAGE","is_valid":true,"expires_at":0,"data_access_expires_at":0,"scopes":[]}}`, false},
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(one.status)
			_, _ = w.Write([]byte(one.body))
		}))
		t.Cleanup(srv.Close)
		c.use(graph.New(graph.Options{Clock: c.clock, HTTP: &http.Client{Transport: divert{"/debug_token", srv.URL}}, Endpoints: func() graph.Endpoints {
			return graph.SandboxEndpoints(c.url)
		}}))
		a := c.potter(t, time.Duration(i+2)*day)
		if stays := a.DataAccessUntil != nil && a.DataAccessUntil.Time().Equal(until); stays != one.stays || a.IsMarked() || !a.LastSyncedAt.Time().Equal(c.clock.Now()) {
			t.Errorf("%d %s: %+v", one.status, one.body, a)
		}
	}
}

// TestWarning_AfterAClockThatWasAhead: what a clock that is ahead says of the data access ends with
// its error. An instant that is no longer right is put right by the next daily read.
func TestWarning_AfterAClockThatWasAhead(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.potter(t, day)
	c.network.misset(year)
	c.chores(t)
	if a = c.account(t, a.ID); !strings.Contains(a.warning(c.service.now()), "ended at") {
		t.Errorf("a year ahead it says %q", a.warning(c.service.now()))
	}
	c.network.misset(-year)
	if a = c.account(t, a.ID); a.warning(c.service.now()) != "" || a.IsMarked() {
		t.Errorf("put right it says %q", a.warning(c.service.now()))
	}
	if _, err := c.db.ExecContext(t.Context(), "UPDATE social_accounts SET data_access_until = 1 WHERE id = ?", a.ID); err != nil {
		t.Fatal(err)
	}
	c.clock.Advance(day)
	c.chores(t)
	if a = c.account(t, a.ID); !a.DataAccessUntil.Time().Equal(start.Add(90*day)) || a.warning(c.service.now()) != "" {
		t.Errorf("the data access ends %s: %q", a.DataAccessUntil, a.warning(c.service.now()))
	}
}

// TestSync_PageTokenAfterAClockThatWasAhead: a clock that is ahead of the end of a Page's token
// says nothing of it. Once the clock is put right, the next read has the end again, by which the
// token is refreshed in time.
func TestSync_PageTokenAfterAClockThatWasAhead(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	app := graph.App{ID: sandbox.DemoApp().ID, Secret: sandbox.DemoApp().Secret}
	const redirect = "https://localhost/back"
	in := beginLogin{Login: Partner, AppID: app.ID, AppSecret: app.Secret, RedirectURI: redirect}
	got, err := c.connector.Connect(t.Context(), ConnectRequest{Token: c.shortToken(t, app, c.begin(t, in), redirect)})
	if err != nil || got.Account.TokenExpiresAt == nil {
		t.Fatalf("got %+v, %v", got, err)
	}
	c.network.misset(year)
	if err := c.syncer.Sync(t.Context(), *got.Account); err != nil {
		t.Fatal(err)
	}
	if a := c.account(t, got.Account.ID); a.IsTokenExpired(c.service.now()) {
		t.Errorf("a year ahead the token ends at %s", a.TokenExpiresAt)
	}
	c.network.misset(-year)
	if err := c.syncer.Sync(t.Context(), c.account(t, got.Account.ID)); err != nil {
		t.Fatal(err)
	}
	if a := c.account(t, got.Account.ID); a.TokenExpiresAt == nil || *a.TokenExpiresAt != *got.Account.TokenExpiresAt {
		t.Errorf("put right the token ends at %v, not at %s", a.TokenExpiresAt, got.Account.TokenExpiresAt)
	}
}

// TestWarning_GivesWayToTheRemedy: an account that cannot publish has one text, which says what to
// do.
func TestWarning_GivesWayToTheRemedy(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.potter(t, 85*day)
	if a.warning(c.service.now()) == "" {
		t.Fatal("it is not warned")
	}
	c.markDead(t, a.ID, "x")
	if a = c.account(t, a.ID); a.warning(c.service.now()) != "" || a.Remedy() == "" {
		t.Errorf("marked it says %q and %q", a.warning(c.service.now()), a.Remedy())
	}
}

// TestConnect_TellsOfTheDataAccess: a token that was made long ago is taken with a warning. A
// Page's token that is renewed by the user's has the data access of their login.
func TestConnect_TellsOfTheDataAccess(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	c.clock.Advance(85 * day)
	old, err := c.connector.Connect(t.Context(), ConnectRequest{Token: demoAccounts()[1].Token})
	if err != nil || len(old.Warnings) != 1 || !strings.Contains(old.Warnings[0], "data access of this token is good until "+old.Account.DataAccessUntil.String()) {
		t.Errorf("an old token: %+v, %v", old, err)
	}
	app := graph.App{ID: sandbox.DemoApp().ID, Secret: sandbox.DemoApp().Secret}
	const redirect = "https://localhost/back"
	in := beginLogin{Login: Partner, AppID: app.ID, AppSecret: app.Secret, RedirectURI: redirect, Remember: true}
	if _, err := c.logIn(t, in); err != nil {
		t.Fatal(err)
	}
	got, err := c.connector.Connect(t.Context(), ConnectRequest{Token: c.shortToken(t, app, c.begin(t, in), redirect)})
	if err != nil {
		t.Fatal(err)
	}
	until := c.clock.Now().Add(90 * day)
	c.clock.Advance(time.Minute)
	if _, err := c.db.ExecContext(t.Context(), "UPDATE social_accounts SET data_access_until = NULL"); err != nil {
		t.Fatal(err)
	}
	swapped, err := c.refresher.refresh(t.Context(), *got.Account)
	if a := c.account(t, got.Account.ID); err != nil || !swapped || a.DataAccessUntil == nil || !a.DataAccessUntil.Time().Equal(until) {
		t.Errorf("renewed its data access ends %v, %v, %v", a.DataAccessUntil, swapped, err)
	}
}
