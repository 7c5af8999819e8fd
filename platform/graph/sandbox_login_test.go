package graph_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"crier/platform/graph"
	"crier/platform/sandbox"
	"crier/platform/secrets"
)

// demoApp is the app that the sandbox knows.
func demoApp() graph.App {
	return graph.App{ID: sandbox.DemoApp().ID, Secret: sandbox.DemoApp().Secret}
}

// consent walks through the page on which a person agrees, and returns what the app is led back
// with.
func (s *simulated) consent(login graph.Login, scopes []string, more string) url.Values {
	s.t.Helper()
	address := s.client.Tokens.AuthorizeURL(login, graph.Authorization{AppID: demoApp().ID, RedirectURI: redirect, State: "st", Scopes: scopes})
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, address+more, http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = resp.Body.Close()
	back := resp.Header.Get("Location")
	if resp.StatusCode != http.StatusFound || !strings.HasPrefix(back, redirect+"?") || !strings.HasSuffix(back, "#_") {
		s.t.Fatalf("got %d to %q", resp.StatusCode, back)
	}
	u, err := url.Parse(back)
	if err != nil || u.Query().Get("state") != "st" {
		s.t.Fatalf("led back to %q, %v", back, err)
	}
	return u.Query()
}

func (s *simulated) grant(login graph.Login, more string) graph.Grant {
	s.t.Helper()
	code := secrets.NewText(s.consent(login, []string{"a", "b"}, more).Get("code"))
	g, err := s.client.Tokens.ExchangeCode(s.t.Context(), login, demoApp(), redirect, code)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.client.Tokens.ExchangeCode(s.t.Context(), login, demoApp(), redirect, code); err == nil {
		s.t.Error("a code was good twice")
	}
	long, err := s.client.Tokens.LongLived(s.t.Context(), login, demoApp(), g.Token)
	if err != nil || long.ExpiresIn != 60*24*time.Hour {
		s.t.Fatalf("got %+v, %v", long, err)
	}
	return long
}

func (s *simulated) profile(token secrets.Text) error {
	_, err := s.client.Profiles.Profile(s.t.Context(), graph.Account{Login: graph.Primary, Token: token})
	return err
}

func TestSandbox_PrimaryLogin(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	long := s.grant(graph.Primary, "")
	p, err := s.client.Profiles.Profile(t.Context(), graph.Account{Login: graph.Primary, Token: long.Token})
	if err != nil || p.ID != sandbox.FurtherAccounts()[0].SNUserID || p.AccountType != graph.Creator {
		t.Fatalf("got %+v, %v", p, err)
	}
	if picture, err := s.client.Profiles.Picture(t.Context(), p.PictureURL); err != nil || len(picture) == 0 {
		t.Errorf("no picture: %v", err)
	}
	if _, err := s.client.Tokens.Refresh(t.Context(), long.Token); err == nil {
		t.Error("a new token was refreshed")
	}
	s.clock.Advance(50 * 24 * time.Hour)
	next, err := s.client.Tokens.Refresh(t.Context(), long.Token)
	if err != nil || next.ExpiresIn != 60*24*time.Hour || next.Token == long.Token {
		t.Fatalf("got %+v, %v", next, err)
	}
	if err := s.profile(long.Token); err != nil {
		t.Errorf("the old token ended early: %v", err)
	}
	s.clock.Advance(10 * 24 * time.Hour)
	if e := asError(t, s.profile(long.Token)); e.Class != graph.TokenDead || e.Subcode != 463 {
		t.Errorf("the old token: %v", e)
	}
	if _, err := s.client.Tokens.Refresh(t.Context(), long.Token); err == nil {
		t.Error("an expired token was refreshed")
	}
	if err := s.profile(next.Token); err != nil {
		t.Errorf("the new token: %v", err)
	}
	s.control("tokens", `{"accountId":"`+p.ID+`","action":"revoke"}`)
	if e := asError(t, s.profile(next.Token)); e.Subcode != 460 {
		t.Errorf("revoked: %v", e)
	}
	if err := s.profile(s.grant(graph.Primary, "").Token); err != nil {
		t.Errorf("a login after the revocation: %v", err)
	}
	s.control("tokens", `{"accountId":"`+p.ID+`","action":"restore"}`)
	if err := s.profile(long.Token); err != nil {
		t.Errorf("restored: %v", err)
	}
}

func TestSandbox_PartnerLogin(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	studio := sandbox.FurtherAccounts()[2:]
	long := s.grant(graph.Partner, "&sandbox_account="+studio[1].SNUserID)
	info, err := s.client.Tokens.DebugToken(t.Context(), long.Token)
	if err != nil || info.Kind != graph.UserToken || !info.IsValid || info.AppID != demoApp().ID || info.ExpiresAt.IsZero() || strings.Join(info.Scopes, " ") != "a b" {
		t.Errorf("got %+v, %v", info, err)
	}
	got, err := s.client.Profiles.Pages(t.Context(), long.Token)
	pages := got.Pages
	if err != nil || len(got.Unread) != 0 || len(pages) != 3 || pages[1].Account != nil || pages[0].Tasks == nil || pages[2].Tasks != nil {
		t.Fatalf("got %+v, %v", got, err)
	}
	for i, page := range []graph.LinkedPage{pages[0], pages[2]} {
		if page.Account == nil || page.Account.ID != studio[i].SNUserID || page.Account.Username != studio[i].Username || page.ID != studio[i].PageID {
			t.Fatalf("got %+v", page)
		}
		info, err := s.client.Tokens.DebugToken(t.Context(), page.Token)
		if err != nil || info.Kind != graph.PageToken || !info.ExpiresAt.IsZero() {
			t.Errorf("the Page's token: %+v, %v", info, err)
		}
		same, err := s.client.Profiles.PageOf(t.Context(), page.Token)
		if err != nil || same.ID != page.ID || same.Account == nil || same.Account.ID != page.Account.ID {
			t.Errorf("got %+v, %v", same, err)
		}
		if _, err := s.client.Profiles.Profile(t.Context(), graph.Account{ID: page.Account.ID, Login: graph.Partner, Token: page.Token}); err != nil {
			t.Error(err)
		}
	}
	if again, err := s.client.Profiles.Pages(t.Context(), long.Token); err != nil || again.Pages[0].Token != pages[0].Token {
		t.Errorf("another token: %v", err)
	}
	if _, err := s.client.Profiles.PageOf(t.Context(), long.Token); err == nil {
		t.Error("a user's token is taken for a Page's")
	}
	if _, err := s.client.Tokens.LongLived(t.Context(), graph.Partner, demoApp(), long.Token); err != nil {
		t.Errorf("a long-lived token cannot be exchanged again: %v", err)
	}
}

// TestSandbox_DataAccess lasts 90 days from the login. Tokens that it leads to later have the same
// end; only a new login moves it.
func TestSandbox_DataAccess(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	until := s.clock.Now().Add(90 * 24 * time.Hour)
	long := s.grant(graph.Partner, "")
	s.clock.Advance(50 * 24 * time.Hour)
	longer, err := s.client.Tokens.LongLived(t.Context(), graph.Partner, demoApp(), long.Token)
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.client.Profiles.Pages(t.Context(), longer.Token)
	if err != nil || len(got.Pages) == 0 {
		t.Fatalf("got %+v, %v", got, err)
	}
	s.clock.Advance(50 * 24 * time.Hour)
	for name, one := range map[string]struct {
		token secrets.Text
		until time.Time
	}{
		"exchanged":   {longer.Token, until},
		"of the Page": {got.Pages[0].Token, until},
		"new":         {s.grant(graph.Partner, "").Token, s.clock.Now().Add(90 * 24 * time.Hour)},
	} {
		if info, err := s.client.Tokens.DebugToken(t.Context(), one.token); err != nil || !info.IsValid || !info.DataAccessUntil.Equal(one.until) {
			t.Errorf("%s: the data access ends %s, not %s, %v", name, info.DataAccessUntil, one.until, err)
		}
	}
}

func TestSandbox_LoginRefusals(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	if back := s.consent(graph.Primary, nil, "&sandbox_deny=1"); back.Get("error") != "access_denied" || back.Get("code") != "" {
		t.Errorf("led back with %v", back)
	}
	wrong := demoApp()
	wrong.Secret = secrets.NewText("SANDBOX-WRONG-SECRET")
	for _, login := range []graph.Login{graph.Primary, graph.Partner} {
		code := secrets.NewText(s.consent(login, nil, "").Get("code"))
		for name, try := range map[string]func() error{
			"secret": func() error {
				_, err := s.client.Tokens.ExchangeCode(t.Context(), login, wrong, redirect, code)
				return err
			},
			"redirect": func() error {
				_, err := s.client.Tokens.ExchangeCode(t.Context(), login, demoApp(), redirect+"/", code)
				return err
			},
			"code": func() error {
				_, err := s.client.Tokens.ExchangeCode(t.Context(), login, demoApp(), redirect, secrets.NewText("nonsense"))
				return err
			},
		} {
			if e := asError(t, try()); e.Class == graph.Retry && name != "secret" || e.HTTPStatus != http.StatusBadRequest || e.OutcomeUnknown() && login == graph.Primary {
				t.Errorf("%s, wrong %s: %+v", login, name, e)
			}
		}
	}
	// A Page's token that a short-lived token led to ends with it.
	code := secrets.NewText(s.consent(graph.Partner, nil, "").Get("code"))
	short, err := s.client.Tokens.ExchangeCode(t.Context(), graph.Partner, demoApp(), redirect, code)
	if err != nil || short.ExpiresIn != time.Hour {
		t.Fatalf("got %+v, %v", short, err)
	}
	got, err := s.client.Profiles.Pages(t.Context(), short.Token)
	pages := got.Pages
	if err != nil || len(pages) != 1 {
		t.Fatalf("got %+v, %v", got, err)
	}
	s.clock.Advance(time.Hour)
	if _, err := s.client.Profiles.PageOf(t.Context(), pages[0].Token); asError(t, err).Class != graph.TokenDead {
		t.Errorf("got %v", err)
	}
	// A personal account has a profile and nothing else.
	private := sandbox.FurtherAccounts()[1]
	a := graph.Account{ID: private.SNUserID, Login: graph.Primary, Token: private.Token}
	if p, err := s.client.Profiles.Profile(t.Context(), a); err != nil || p.AccountType != "PERSONAL" {
		t.Errorf("got %+v, %v", p, err)
	}
	if _, err := s.client.PublishingLimit(t.Context(), a); asError(t, err).Class != graph.NoPermission {
		t.Errorf("got %v", err)
	}
}
