package native_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"crier/platform/native"
	"crier/platform/sandbox"
	"crier/platform/secrets"
)

// TestImport_EveryForm: the settings that instagrapi dumps, and the state that
// instagram-private-api 1.46.1 serializes, both with the cookie and with the header (their public
// sources, read 2026-11-22); and what a browser shows.
func TestImport_EveryForm(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	demo := sandbox.DemoNativeUser()
	cookie := demo.WebSession.Reveal()
	escaped := strings.ReplaceAll(cookie, ":", "%3A")
	bearer := "Bearer IGT:2:" + base64.StdEncoding.EncodeToString([]byte(`{"ds_user_id":"`+demo.UserID+`","sessionid":"`+cookie+`"}`))
	const guid = "11111111-2222-4333-8444-555555555555"
	device := `"uuids":{"uuid":"` + guid + `","phone_id":"p-1","advertising_id":"a-1","android_device_id":"android-0123456789abcdef"}`
	for name, text := range map[string]string{
		"the cookie":                     cookie,
		"the cookie, escaped":            escaped,
		"a pair":                         "sessionid=" + escaped,
		"a line of cookies":              "csrftoken=x; sessionid=" + escaped + "; ds_user_id=" + demo.UserID,
		"with blanks":                    "\n  " + escaped + "\n",
		"instagrapi, authorization":      `{` + device + `,"mid":"M","authorization_data":{"ds_user_id":"` + demo.UserID + `","sessionid":"` + escaped + `"},"cookies":{}}`,
		"instagrapi, cookies":            `{` + device + `,"mid":null,"authorization_data":{},"cookies":{"sessionid":"` + escaped + `","mid":"x"}}`,
		"instagram-private-api, cookies": `{"deviceId":"android-1","uuid":"` + guid + `","phoneId":"p","adid":"a","cookies":"{\"cookies\":[{\"key\":\"csrftoken\",\"value\":\"c\"},{\"key\":\"sessionid\",\"value\":\"` + escaped + `\"}]}"}`,
		"instagram-private-api, header":  `{"deviceId":"android-1","uuid":"` + guid + `","authorization":"` + bearer + `","cookies":"{\"cookies\":[]}"}`,
	} {
		session, err := native.Import(native.NewSession(), secrets.NewText(text))
		if err != nil || !session.SignedIn() || session.UserID() != demo.UserID {
			t.Errorf("%s: %v, of %q", name, err, session.UserID())
			continue
		}
		if strings.Contains(text, guid) != (session.Device() == guid) {
			t.Errorf("%s: the device is %s", name, session.Device())
		}
		who, err := s.client.Logins.CurrentUser(t.Context(), &session)
		if err != nil || who != (native.Person{ID: demo.UserID, Username: demo.Username}) {
			t.Errorf("%s: %+v, %v", name, who, err)
		}
		again, err := session.Export()
		if err != nil {
			t.Fatal(err)
		}
		if back, err := native.Import(native.NewSession(), again); err != nil || back.Device() != session.Device() || !back.SignedIn() {
			t.Errorf("%s: what was exported is not imported: %v", name, err)
		}
		if _, err := s.client.Inboxes.Inbox(t.Context(), &session, ""); err != nil {
			t.Errorf("%s: the inbox: %v", name, err)
		}
	}
}

func TestImport_WhatIsNoSession(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	for _, text := range []string{
		"", " ", "abc", "12345678901", "x:abcdefghijkl", "1:short", "1:" + strings.Repeat("x", 2000), "sessionid=", "{", "{}", `{"cookies":1}`, `{"cookies":{"sessionid":7}}`,
		`{"authorization":"Bearer IGT:2:"}`, `{"authorization":"Bearer IGT:2:e30="}`, `[]`, strings.Repeat("x", 1<<20), "1:abcdefgh ijklmn",
	} {
		if got, err := native.Import(native.NewSession(), secrets.NewText(text)); err == nil || got.SignedIn() {
			t.Errorf("%.40q is taken for a session", text)
		} else if len(text) > 8 && strings.Contains(err.Error(), text) {
			t.Errorf("the error repeats %.40q", text)
		}
	}
	dead, err := native.Import(native.NewSession(), secrets.NewText("58000000000000000301:gone-for-long"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.client.Logins.CurrentUser(t.Context(), &dead); native.ClassOf(err) != native.LoggedOut {
		t.Errorf("a session that has ended: %v", err)
	}
}

// TestLogin_WhatRightPasswordsAreAnswered: instagrapi's issues 2219, 2732, 2766 (bad_password to
// right passwords, and the offer of an e-mail), 2773 and 2791 (needs_upgrade) and its pull request
// 2720 (a challenge that only the app can solve), read 2026-11-22.
func TestLogin_WhatRightPasswordsAreAnswered(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	for login, want := range map[string]native.Class{
		"bad_password": native.BadCredentials, "bad_password_email": native.BadCredentials, "needs_upgrade": native.AppTooOld,
		"challenge_manual": native.Manual,
	} {
		s.set(login, "123456")
		a := s.attempt()
		contact, err := a.Login(t.Context())
		if native.ClassOf(err) != want || contact != nil || a.Session().SignedIn() || !native.ClassOf(err).Stops() {
			t.Errorf("%s: %v, %v", login, contact, err)
		}
		session, err := native.Import(native.NewSession(), sandbox.DemoNativeUser().WebSession)
		if err == nil {
			_, err = s.client.Logins.CurrentUser(t.Context(), &session)
		}
		if err != nil {
			t.Errorf("%s: an imported session: %v", login, err)
		}
	}
}

// TestLogin_TheKeyFromTheOtherCall: instagrapi 2.18.17 and instagram-private-api 1.46.1 ask qe/sync
// before a login (read 2026-11-22). It is asked whenever launcher/sync hands out no key, and has
// not said to leave the account alone.
func TestLogin_TheKeyFromTheOtherCall(t *testing.T) {
	t.Parallel()
	const first, all = "/launcher/sync/", "/launcher/sync/ /qe/sync/ /accounts/login/"
	for name, c := range map[string]struct {
		status       int
		body, called string
		class        native.Class
	}{
		"no key":            {http.StatusOK, `{"status":"ok"}`, all, ""},
		"a page":            {http.StatusNotFound, `<html>`, all, ""},
		"gone, in JSON":     {http.StatusNotFound, `{"message":"Not Found","status":"fail"}`, all, ""},
		"gone, wordless":    {http.StatusNotFound, `{}`, all, ""},
		"not that way":      {http.StatusMethodNotAllowed, `{"message":"Method not allowed","status":"fail"}`, all, ""},
		"a new refusal":     {http.StatusBadRequest, `{"message":"glow_required","status":"fail"}`, all, ""},
		"broken over there": {http.StatusInternalServerError, `{"message":"Sorry","status":"fail"}`, all, ""},
		"too many":          {http.StatusTooManyRequests, `{"message":"Please wait a few minutes","status":"fail"}`, first, native.RateLimited},
		"wants a login":     {http.StatusForbidden, `{"message":"login_required","status":"fail"}`, all, ""},
		"a checkpoint":      {http.StatusBadRequest, `{"message":"checkpoint_required","status":"fail"}`, first, native.Manual},
		"an old app":        {http.StatusBadRequest, `{"message":"x","error_type":"needs_upgrade","status":"fail"}`, first, native.AppTooOld},
	} {
		var called []string
		client := native.New(native.Options{HTTP: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
			called = append(called, strings.TrimPrefix(r.URL.Path, "/api/v1"))
			switch {
			case strings.HasSuffix(r.URL.Path, first):
				return response(r, c.status, http.Header{}, c.body), nil
			case strings.HasSuffix(r.URL.Path, "/qe/sync/"):
				key := http.Header{"Ig-Set-Password-Encryption-Key-Id": {"1"}, "Ig-Set-Password-Encryption-Pub-Key": {publicKey}}
				return response(r, http.StatusOK, key, `{"status":"ok"}`), nil
			}
			signedIn := http.Header{"Ig-Set-Authorization": {"Bearer IGT:2:abc"}}
			return response(r, http.StatusOK, signedIn, `{"logged_in_user":{"pk":1},"status":"ok"}`), nil
		})}})
		if _, _, err := login(t, client); native.ClassOf(err) != c.class || strings.Join(called, " ") != c.called {
			t.Errorf("%s: called %v: %v", name, called, err)
		}
	}
}
