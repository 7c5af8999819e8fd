package native_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"crier/platform/clock"
	"crier/platform/native"
	"crier/platform/secrets"
)

// password must never come back in an error.
const password = "hunter2-Zx9!"

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

func response(r *http.Request, status int, header http.Header, body string) *http.Response {
	if header == nil {
		header = http.Header{}
	}
	return &http.Response{StatusCode: status, Header: header, Request: r, Body: io.NopCloser(strings.NewReader(body))}
}

// answers is a network that hands out a good key for passwords and answers all else with f.
func answers(f func(*http.Request) (*http.Response, error)) *native.Client {
	return native.New(native.Options{Clock: clock.NewFake(start), HTTP: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Path, "/launcher/sync/") {
			return response(r, http.StatusOK, keyHeaders(), `{"status":"ok"}`), nil
		}
		return f(r)
	})}})
}

func keyHeaders() http.Header {
	return http.Header{"Ig-Set-Password-Encryption-Key-Id": {"7"}, "Ig-Set-Password-Encryption-Pub-Key": {publicKey}}
}

func always(status int, body string, header ...string) *native.Client {
	h := http.Header{}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return answers(func(r *http.Request) (*http.Response, error) { return response(r, status, h.Clone(), body), nil })
}

func login(t *testing.T, c *native.Client) (*native.Attempt, *native.Contact, error) {
	t.Helper()
	a := c.Logins.Begin(native.NewSession(), "ann", secrets.NewText(password))
	contact, err := a.Login(t.Context())
	if err != nil {
		if e, ok := errors.AsType[*native.Error](err); !ok || strings.Contains(e.Error(), password) || a.Session().SignedIn() {
			t.Errorf("got %v, signed in %t", err, a.Session().SignedIn())
		}
	}
	return a, contact, err
}

const signedInHeader, session = "Ig-Set-Authorization", "Bearer IGT:2:eyJ4IjoxfQ=="

func TestLogin_Classes(t *testing.T) {
	t.Parallel()
	challenge := func(url, path string) string {
		return `{"message":"challenge_required","challenge":{"url":"` + url + `","api_path":"` + path + `"},"status":"fail"}`
	}
	for body, want := range map[string]native.Class{
		`{"error_type":"bad_password","status":"fail"}`:                                        native.BadCredentials,
		`{"invalid_credentials":true,"message":"` + password + ` is wrong","status":"fail"}`:   native.BadCredentials,
		`{"invalid_credentials":"1","status":"fail"}`:                                          native.BadCredentials,
		`{"error_type":"invalid_user","status":"fail"}`:                                        native.BadCredentials,
		`{"error_type":"bad_password","two_step_verification_context":"x","status":"fail"}`:    native.TwoFactor,
		`{"two_factor_required":true,"status":"fail"}`:                                         native.TwoFactor,
		`{"message":"Please wait a few minutes before you try again.","status":"fail"}`:        native.RateLimited,
		`{"error_type":"sentry_block","status":"fail"}`:                                        native.RateLimited,
		`{"message":"checkpoint_required","checkpoint_url":"https://x","status":"fail"}`:       native.Manual,
		`{"message":"challenge_required","status":"fail"}`:                                     native.Manual,
		`{"error_type":"checkpoint_challenge_required","status":"fail"}`:                       native.Manual,
		challenge("https://i.instagram.com/challenge/suspended/", "/challenge/1/a/"):           native.Manual,
		challenge("https://i.instagram.com/auth_platform/?x", "/challenge/1/a/"):               native.Manual,
		challenge("https://i.instagram.com/challenge/", "/challenge/1/../../accounts/delete/"): native.Manual,
		challenge("https://i.instagram.com/challenge/", "//evil.example/challenge/1/2/"):       native.Manual,
		challenge("https://i.instagram.com/challenge/", "/challenge/1/a%2fb/"):                 native.Manual,
		challenge("https://i.instagram.com/challenge/", "/challenge/1/a?b=1"):                  native.Manual,
		`{"message":"feedback_required","spam":true,"status":"fail"}`:                          native.ActionBlocked,
		`{"message":"login_required","status":"fail"}`:                                         native.LoggedOut,
		`{"message":"This version of the app is no longer supported.","status":"fail"}`:        native.AppTooOld,
		`{"message":{"errors":["x"]},"status":"fail"}`:                                         native.Refused,
		`{}`:                              native.Refused,
		`{"status":"fail"}`:               native.Refused,
		`[]`:                              native.Transport,
		``:                                native.Transport,
		`<html>`:                          native.Transport,
		`{"status":"ok","status":"fail"}`: native.Transport,
		`{"logged_in_user":{"pk":"x"},"status":"ok"}`: native.Transport,
	} {
		if _, contact, err := login(t, always(http.StatusBadRequest, body)); native.ClassOf(err) != want || contact != nil {
			t.Errorf("%s: got %+v, %v, want %s", body, contact, err, want)
		}
	}
	for _, body := range []string{`{}`, `null`, `{"a":"b"}`} {
		if _, _, err := login(t, always(http.StatusOK, body)); native.ClassOf(err) != native.Transport || !errors.Is(err, native.ErrMalformed) {
			t.Errorf("200 %s: %v", body, err)
		}
	}
	for status, want := range map[int]native.Class{429: native.RateLimited, 500: native.Transport, 503: native.Transport} {
		for _, body := range []string{`<html>`, `{"status":"fail"}`} {
			if _, _, err := login(t, always(status, body)); native.ClassOf(err) != want {
				t.Errorf("%d %s: %v", status, body, err)
			}
		}
	}
}

func TestLogin_SuccessThatIsNone(t *testing.T) {
	t.Parallel()
	const user = `"logged_in_user":{"pk":123,"username":"ann"}`
	for name, c := range map[string]struct {
		body   string
		header []string
	}{
		"no user":        {`{"status":"ok"}`, []string{signedInHeader, session}},
		"no id":          {`{"logged_in_user":{"username":"ann"},"status":"ok"}`, []string{signedInHeader, session}},
		"no session":     {`{` + user + `,"status":"ok"}`, nil},
		"session ended":  {`{` + user + `,"status":"ok"}`, []string{signedInHeader, "Bearer IGT:2:"}},
		"other scheme":   {`{` + user + `,"status":"ok"}`, []string{signedInHeader, "Basic abc"}},
		"broken session": {`{` + user + `,"status":"ok"}`, []string{signedInHeader, "Bearer IGT:2:a b"}},
		"huge session":   {`{` + user + `,"status":"ok"}`, []string{signedInHeader, "Bearer IGT:2:" + strings.Repeat("a", 5000)}},
		"id a fraction":  {`{"logged_in_user":{"pk":1.5},"status":"ok"}`, []string{signedInHeader, session}},
		"too long":       {`{` + user + `,"status":"ok","x":"` + strings.Repeat("a", 1<<20) + `"}`, []string{signedInHeader, session}},
		"a redirect's":   {`{"status":"redirect"}`, []string{signedInHeader, session}},
	} {
		if _, _, err := login(t, always(http.StatusOK, c.body, c.header...)); err == nil {
			t.Errorf("%s is taken for a login", name)
		}
	}
	a, _, err := login(t, always(http.StatusOK, `{"logged_in_user":{"pk":99999999999999999999999,"username":"ann"},"status":"ok"}`, signedInHeader, session))
	if err != nil || a.Session().UserID() != "99999999999999999999999" {
		t.Errorf("an id beyond 64 bits: %q, %v", a.Session().UserID(), err)
	}
}

func TestLogin_KeysThatAreNone(t *testing.T) {
	t.Parallel()
	for name, header := range map[string]http.Header{
		"none":        {},
		"no id":       {"Ig-Set-Password-Encryption-Pub-Key": {publicKey}},
		"id too big":  {"Ig-Set-Password-Encryption-Key-Id": {"256"}, "Ig-Set-Password-Encryption-Pub-Key": {publicKey}},
		"not base64":  {"Ig-Set-Password-Encryption-Key-Id": {"1"}, "Ig-Set-Password-Encryption-Pub-Key": {"%%%"}},
		"not PEM":     {"Ig-Set-Password-Encryption-Key-Id": {"1"}, "Ig-Set-Password-Encryption-Pub-Key": {"eHh4"}},
		"far too big": {"Ig-Set-Password-Encryption-Key-Id": {"1"}, "Ig-Set-Password-Encryption-Pub-Key": {strings.Repeat(publicKey, 10)}},
		"short key":   {"Ig-Set-Password-Encryption-Key-Id": {"1"}, "Ig-Set-Password-Encryption-Pub-Key": {shortKey(t)}},
	} {
		c := native.New(native.Options{HTTP: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
			if !strings.HasSuffix(r.URL.Path, "/launcher/sync/") && !strings.HasSuffix(r.URL.Path, "/qe/sync/") {
				t.Errorf("%s: called %s", name, r.URL.Path)
			}
			return response(r, http.StatusOK, header, `{"status":"ok"}`), nil
		})}})
		if _, _, err := login(t, c); native.ClassOf(err) != native.Transport || !errors.Is(err, native.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestChallenge_Steps plays challenges that the sandbox does not have: each line is what the next
// call is answered with.
func TestChallenge_Steps(t *testing.T) {
	t.Parallel()
	const challenge = `{"message":"challenge_required","challenge":{"url":"https://i.instagram.com/challenge/1/a/","api_path":"/challenge/1/a/","challenge_context":"{\"x\":1}"},"status":"fail"}`
	const both = `{"step_name":"select_verify_method","step_data":{"choice":"0","phone_number":"+1","email":"a@b"},"status":"ok"}`
	const user = `"logged_in_user":{"pk":1}`
	for name, c := range map[string]struct {
		answers []string
		want    string
	}{
		"e-mail preferred":     {[]string{challenge, both, `{"step_name":"verify_email","step_data":{"contact_point":"a@b"},"status":"ok"}`}, "{a@b EMAIL}"},
		"begins with the code": {[]string{challenge, `{"step_name":"verify_code","step_data":{"contact_point":"+1","form_type":"phone_number"},"status":"ok"}`}, "{+1 SMS}"},
		"without a place":      {[]string{challenge, both, `{"step_name":"verify_email_code","status":"ok"}`}, "{ EMAIL}"},
		"it was me":            {[]string{challenge, `{"step_name":"delta_login_review","status":"ok"}`, `{"action":"close",` + user + `,"status":"ok"}`}, "signed in"},
		"it was me, once more": {[]string{challenge, `{"step_name":"delta_login_review","status":"ok"}`, `{"action":"close","status":"ok"}`, `{` + user + `,"status":"ok"}`}, "signed in"},
		"for ever":             {[]string{challenge, both, both, both, both, both, both}, "manual"},
		"a selfie":             {[]string{challenge, `{"step_name":"selfie_captcha","status":"ok"}`}, "manual"},
		"no way":               {[]string{challenge, `{"step_name":"select_verify_method","step_data":{},"status":"ok"}`}, "manual"},
		"challenged again":     {[]string{challenge, `{"step_name":"delta_login_review","status":"ok"}`, `{"action":"close","status":"ok"}`, challenge}, "manual"},
		"a challenge in it":    {[]string{challenge, challenge}, "manual"},
		"gone":                 {[]string{challenge, `{"message":"login_required","status":"fail"}`}, "logged out"},
	} {
		next := c.answers
		client := answers(func(r *http.Request) (*http.Response, error) {
			if len(next) == 0 {
				t.Errorf("%s: one call too many, %s", name, r.URL)
				return nil, io.EOF
			}
			body := next[0]
			next = next[1:]
			header := http.Header{}
			if strings.Contains(body, user) {
				header.Set(signedInHeader, session)
			}
			status := http.StatusOK
			if strings.Contains(body, `"fail"`) {
				status = http.StatusBadRequest
			}
			return response(r, status, header, body), nil
		})
		a, contact, err := login(t, client)
		got := string(native.ClassOf(err))
		switch {
		case contact != nil:
			got = fmt.Sprint(*contact)
		case a.Session().SignedIn():
			got = "signed in"
		}
		if got != c.want {
			t.Errorf("%s: got %s (%v), want %s", name, got, err, c.want)
		}
	}
}

func TestSession_ComesBackWhole(t *testing.T) {
	t.Parallel()
	var seen []*http.Request
	c := native.New(native.Options{Clock: clock.NewFake(start), HTTP: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		seen = append(seen, r)
		h := keyHeaders()
		for name, value := range map[string]string{
			signedInHeader: session, "Ig-Set-X-Mid": "mid-1", "X-Ig-Set-Www-Claim": "claim", "Ig-Set-Ig-U-Rur": "rur", "Ig-Set-Ig-U-Ds-User-Id": "12",
		} {
			h.Set(name, value)
		}
		h.Add("Set-Cookie", "csrftoken=abc; Path=/; Secure")
		h.Add("Set-Cookie", "gone=; Path=/")
		return response(r, http.StatusOK, h, `{"logged_in_user":{"pk":12},"status":"ok"}`), nil
	})}})
	a, _, err := login(t, c)
	if err != nil {
		t.Fatal(err)
	}
	exported, err := a.Session().Export()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(fmt.Sprintf("%v %+v %s", exported, exported, exported), "IGT") {
		t.Error("an exported session prints itself")
	}
	restored, err := native.Restore(exported)
	if err != nil || !restored.SignedIn() || restored.UserID() != "12" || restored.Device() != a.Session().Device() {
		t.Fatalf("restored %t %q, %v", restored.SignedIn(), restored.UserID(), err)
	}
	seen = nil
	if _, err := c.Logins.Begin(restored, "ann", secrets.NewText(password)).Login(t.Context()); err != nil {
		t.Fatal(err)
	}
	h := seen[0].Header
	for name, want := range map[string]string{
		"X-Mid": "mid-1", "X-Ig-Www-Claim": "claim", "Ig-U-Rur": "rur", "X-Ig-Device-Id": restored.Device(), "Cookie": "csrftoken=abc", "Authorization": "",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if !strings.HasPrefix(h.Get("User-Agent"), "Instagram "+native.AppVersion+" Android") {
		t.Errorf("speaks as %q", h.Get("User-Agent"))
	}
	for _, bad := range []string{
		"", "{}", "null", `{"format":2}`, `{"format":1}`, strings.Replace(exported.Reveal(), `"mid":"mid-1"`, `"mid":"a\r\nb"`, 1),
		strings.Replace(exported.Reveal(), session, "Bearer x", 1) + "x", strings.Repeat("a", 1<<20),
	} {
		if _, err := native.Restore(secrets.NewText(bad)); err == nil || strings.Contains(err.Error(), "IGT") {
			t.Errorf("%.60q: %v", bad, err)
		}
	}
}

func TestLogin_NothingAnswers(t *testing.T) {
	t.Parallel()
	cut := native.New(native.Options{HTTP: &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF })}})
	if _, _, err := login(t, cut); native.ClassOf(err) != native.Transport || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("cut: %v", err)
	}
	hangs := native.New(native.Options{Timeout: time.Nanosecond, HTTP: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	})}})
	if _, _, err := login(t, hangs); native.ClassOf(err) != native.Transport {
		t.Errorf("hangs: %v", err)
	}
	nowhere := native.New(native.Options{BaseURL: func() string { return "" }})
	if _, _, err := login(t, nowhere); native.ClassOf(err) != native.Transport {
		t.Errorf("no address: %v", err)
	}
}

func TestLatestVersion(t *testing.T) {
	t.Parallel()
	const address = "https://versions.example/v.json"
	elsewhere := func(to string) *native.Client {
		return answers(func(r *http.Request) (*http.Response, error) {
			if r.URL.String() == address {
				return response(r, http.StatusFound, http.Header{"Location": {to}}, ""), nil
			}
			if r.URL.Host != "versions.example" || r.URL.Scheme != "https" {
				t.Errorf("led to %s", r.URL)
			}
			return response(r, http.StatusOK, nil, `{"version":"2.0"}`), nil
		})
	}
	for name, c := range map[string]struct {
		client *native.Client
		want   string
	}{
		"good":            {always(http.StatusOK, `{"version":"428.0.0.47.68","versionCode":"1","more":[1]}`), "428.0.0.47.68"},
		"same host":       {elsewhere("/other.json"), "2.0"},
		"another host":    {elsewhere("https://evil.example/v.json"), ""},
		"another scheme":  {elsewhere("http://versions.example/v.json"), ""},
		"a loop":          {elsewhere(address), ""},
		"not there":       {always(http.StatusNotFound, `{"version":"1.0"}`), ""},
		"no version":      {always(http.StatusOK, `{}`), ""},
		"words":           {always(http.StatusOK, `{"version":"latest"}`), ""},
		"negative":        {always(http.StatusOK, `{"version":"1.-2"}`), ""},
		"signed":          {always(http.StatusOK, `{"version":"1.+2"}`), ""},
		"html":            {always(http.StatusOK, `<html>`), ""},
		"longer than 64K": {always(http.StatusOK, `{"version":"1.0","x":"`+strings.Repeat("a", 64<<10)+`"}`), ""},
		"far too long":    {always(http.StatusOK, `{"version":"`+strings.Repeat("1.", 50)+`1"}`), ""},
	} {
		got, err := c.client.Manifests.LatestVersion(t.Context(), address)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
	if _, err := always(http.StatusOK, `{"version":"1.0"}`).Manifests.LatestVersion(t.Context(), "::"); err == nil {
		t.Error("an address that is none")
	}
}

func TestIsOlder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"1.9", "1.10", true},
		{"1.10", "1.9", false},
		{"428.0.0.47.67", "428.0.0.47.67", false},
		{"428.0.0.47.67", "428.0.1", true},
		{"428", "428.0.0", false},
		{"428", "428.0.1", true},
		{"428.1", "428", false},
		{"x", "1", false},
		{"1", "", false},
		{"1", "99999999999999999999", false},
	} {
		if got := native.IsOlder(c.a, c.b); got != c.want {
			t.Errorf("%s before %s: %t", c.a, c.b, got)
		}
	}
}

// FuzzAnswer feeds any bytes to a login and a challenge as the network's answers. Either an answer
// that names a user signs in, or there is a classed *Error with a text that can be shown.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		`{"logged_in_user":{"pk":99999999999999999999,"pk_id":"1","username":"a"},"status":"ok"}`, `{"status":"ok"}`, `<html>`, `{`,
		`{"two_factor_required":true,"two_factor_info":{"pk":1},"status":"fail"}`, `{"message":"` + password + `","error_type":"bad_password"}`,
		`{"message":"challenge_required","challenge":{"url":"https://i.instagram.com/challenge/1/a/","api_path":"/challenge/1/a/"},"status":"fail"}`,
		`{"step_name":"select_verify_method","step_data":{"choice":"1","phone_number":"+7","email":"x"},"status":"ok"}`,
		`{"step_name":"verify_email","step_data":{"contact_point":"x"},"status":"ok"}`, `{"action":"close","status":"ok"}`,
		`{"challenge":{"errors":["Please check the code"]},"status":"fail"}`, `{"message":{"a":[1]},"status":1}`,
	} {
		f.Add(200, []byte(seed), []byte(seed))
		f.Add(400, []byte(`{"message":"challenge_required","challenge":{"url":"","api_path":"/challenge/1/a/"},"status":"fail"}`), []byte(seed))
	}
	f.Fuzz(func(t *testing.T, status int, first, second []byte) {
		if status < 200 || status > 599 {
			t.Skip()
		}
		c := answers(func(r *http.Request) (*http.Response, error) {
			if !strings.HasPrefix(r.URL.String(), native.LiveURL()+"/accounts/login/") && !strings.HasPrefix(r.URL.String(), native.LiveURL()+"/challenge/") {
				t.Errorf("led to %s", r.URL)
			}
			body := second
			if strings.HasSuffix(r.URL.Path, "/login/") {
				body = first
			}
			if !bytes.Equal(body, first) {
				status = http.StatusOK
			}
			return response(r, status, http.Header{signedInHeader: {session}}, string(body)), nil
		})
		a, contact, err := login(t, c)
		if err == nil && contact != nil {
			err = a.Submit(t.Context(), "123456")
		}
		if err == nil && !bytes.Contains(append(first, second...), []byte("logged_in_user")) && !bytes.Contains(append(first, second...), []byte(`\u`)) {
			t.Errorf("%q, %q signed in", first, second)
		}
		if err != nil && (native.ClassOf(err) == "challenge" || !utf8.ValidString(err.Error()) || len([]rune(err.Error())) > 1000 || strings.Contains(err.Error(), password)) {
			t.Errorf("%q", err)
		}
	})
}

// FuzzLatestVersion feeds any bytes as the manifest: what is taken is a version.
func FuzzLatestVersion(f *testing.F) {
	for _, seed := range []string{`{"version":"428.0.0.47.67"}`, `{"version":1.5}`, `{"version":null}`, `{"version":"1..2"}`, `[]`, `{"version":"1","version":"2"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := always(http.StatusOK, string(body)).Manifests.LatestVersion(t.Context(), "https://versions.example/")
		if (err == nil) != native.IsVersion(got) || err == nil && native.IsOlder(got, got) {
			t.Errorf("%q: %q, %v", body, got, err)
		}
	})
}

func asError(err error, e **native.Error) bool { return errors.As(err, e) }
