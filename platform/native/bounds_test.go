package native_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"crier/platform/clock"
	"crier/platform/native"
	"crier/platform/secrets"
)

// TestSession_KeepsSoManyCookies: at most 20, none of more than 4 KiB, and those that it has can
// change.
func TestSession_KeepsSoManyCookies(t *testing.T) {
	t.Parallel()
	var sent []*http.Cookie
	c := native.New(native.Options{Clock: clock.NewFake(start), HTTP: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		sent = r.Cookies()
		h := keyHeaders()
		h.Set(signedInHeader, session)
		h.Add("Set-Cookie", "huge="+strings.Repeat("a", 4<<10))
		for i := range 30 {
			h.Add("Set-Cookie", fmt.Sprintf("c%d=%d", i, len(sent)))
		}
		return response(r, http.StatusOK, h, `{"logged_in_user":{"pk":12},"status":"ok"}`), nil
	})}})
	a := c.Logins.Begin(native.NewSession(), "ann", secrets.NewText(password))
	for range 2 {
		if _, err := a.Login(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if len(sent) != 20 {
		t.Fatalf("%d cookies", len(sent))
	}
	for _, cookie := range sent {
		if cookie.Name == "huge" || cookie.Value != "20" {
			t.Errorf("sent %s", cookie)
		}
	}
}

func TestChallenge_APathThatIsTooLong(t *testing.T) {
	t.Parallel()
	path := func(length int) string {
		return "/challenge/1/" + strings.Repeat("a", length-len("/challenge/1//")) + "/"
	}
	for length, want := range map[int]native.Class{256: native.Transport, 257: native.Manual} {
		c := answers(func(r *http.Request) (*http.Response, error) {
			if !strings.HasSuffix(r.URL.Path, "/login/") {
				return response(r, http.StatusOK, nil, `<html>`), nil
			}
			return response(r, http.StatusBadRequest, nil, `{"challenge":{"url":"","api_path":"`+path(length)+`"},"status":"fail"}`), nil
		})
		if _, _, err := login(t, c); native.ClassOf(err) != want {
			t.Errorf("%d characters: %v", length, err)
		}
	}
}

// TestChallenge_ACodeThatDoesNotSignIn leaves nobody signed in, whatever the headers of the answer
// say.
func TestChallenge_ACodeThatDoesNotSignIn(t *testing.T) {
	t.Parallel()
	c := answers(func(r *http.Request) (*http.Response, error) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/login/"):
			return response(r, http.StatusBadRequest, nil, `{"challenge":{"url":"","api_path":"/challenge/1/a/"},"status":"fail"}`), nil
		case r.Method == http.MethodGet:
			return response(r, http.StatusOK, nil, `{"step_name":"verify_email","status":"ok"}`), nil
		}
		return response(r, http.StatusBadRequest, http.Header{signedInHeader: {session}}, `{"message":"Please check the code.","status":"fail"}`), nil
	})
	a, contact, err := login(t, c)
	if err != nil || contact == nil {
		t.Fatalf("got %+v, %v", contact, err)
	}
	if err := a.Submit(t.Context(), "123456"); native.ClassOf(err) != native.WrongCode || a.Session().SignedIn() {
		t.Errorf("got %v, signed in %t", err, a.Session().SignedIn())
	}
}
