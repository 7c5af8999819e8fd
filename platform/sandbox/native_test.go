package sandbox_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"crier/platform/sandbox"
)

const nativePath = "/native/api/v1/"

// callNative calls the app API as the network's app does, with a form that is signed.
func (w *world) callNative(method, path, signed string, header ...string) answer {
	w.t.Helper()
	body := ""
	if signed != "" {
		body = url.Values{"signed_body": {"SIGNATURE." + signed}}.Encode()
	}
	header = append([]string{
		"Content-Type", "application/x-www-form-urlencoded", "User-Agent", "Instagram 1.0 Android", "X-IG-App-ID", "1", "X-IG-Device-ID", "device",
	}, header...)
	return w.must(method, w.server.URL+nativePath+path, body, header...)
}

func TestNative_UnknownRoutesAreRecorded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, call := range []string{
		"POST direct_v2/threads/1/", "GET direct_v2/threads/", "GET accounts/login/", "GET accounts/two_factor_login/", "POST challenge/", "DELETE challenge/1/2/",
		"POST challenge/reset/1/2/", "POST launcher/", "GET ",
	} {
		method, path, _ := strings.Cut(call, " ")
		if got := w.callNative(method, path, ""); got.code() != "2500/0" {
			t.Errorf("%s: %s", call, got.raw)
		}
	}
	for _, path := range []string{"/native/launcher/sync/", "/native", "/manifest/other.json", "/manifest/version.json/x"} {
		if got := w.must(http.MethodGet, w.server.URL+path, ""); got.code() != "2500/0" {
			t.Errorf("%s: %s", path, got.raw)
		}
	}
	if got := len(w.ledger().UnexpectedCalls); got != 13 {
		t.Errorf("%d calls are recorded", got)
	}
}

func TestNative_RefusesWhatNoAppSends(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, c := range map[string]struct{ path, body, header, value string }{
		"a browser":         {"launcher/sync/", `{}`, "User-Agent", "Mozilla/5.0"},
		"no app id":         {"launcher/sync/", `{}`, "X-IG-App-ID", ""},
		"no device":         {"launcher/sync/", `{}`, "X-IG-Device-ID", ""},
		"no JSON":           {"accounts/login/", `{`, "X-Other", ""},
		"no password":       {"accounts/login/", `{"username":"sandbox.native"}`, "X-Other", ""},
		"an open password":  {"accounts/login/", `{"username":"sandbox.native","enc_password":"SANDBOX-password"}`, "X-Other", ""},
		"not sealed":        {"accounts/login/", `{"username":"sandbox.native","enc_password":"#PWD_INSTAGRAM:0:1:SANDBOX-password"}`, "X-Other", ""},
		"an empty blob":     {"accounts/login/", `{"username":"sandbox.native","enc_password":"#PWD_INSTAGRAM:4:1:"}`, "X-Other", ""},
		"sealed otherwise":  {"accounts/login/", `{"username":"sandbox.native","enc_password":"#PWD_INSTAGRAM:4:1:AU0` + strings.Repeat("A", 500) + `="}`, "X-Other", ""},
		"no such challenge": {"challenge/1/2/", `{"choice":"1"}`, "X-Other", ""},
	} {
		got := w.callNative(http.MethodPost, c.path, c.body, c.header, c.value)
		if got.status < 400 || got.text("status") != "fail" || got.text("message") == "" || got.header.Get("Ig-Set-Authorization") != "" {
			t.Errorf("%s: %d %s", name, got.status, got.raw)
		}
	}
	got := w.must(http.MethodPost, w.server.URL+nativePath+"launcher/sync/", "signed_body=x", "Content-Type", "application/x-www-form-urlencoded")
	if got.status != http.StatusBadRequest {
		t.Errorf("an unsigned body: %s", got.raw)
	}
}

func TestNative_FaultsAndTheManifest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.control("POST faults", `{"match":{"host":"i.instagram.com"},"http":503,"body":"<html>"}`)
	if got := w.callNative(http.MethodPost, "launcher/sync/", `{}`); got.status != http.StatusServiceUnavailable || got.raw != "<html>" {
		t.Errorf("the fault: %d %s", got.status, got.raw)
	}
	got := w.callNative(http.MethodPost, "launcher/sync/", `{}`)
	if got.status != http.StatusOK || got.header.Get("Ig-Set-Password-Encryption-Key-Id") == "" || got.header.Get("X-App-Usage") != "" {
		t.Errorf("after it: %d %v", got.status, got.header)
	}
	manifest := w.must(http.MethodGet, w.server.URL+"/manifest/version.json", "")
	if manifest.text("version") == "" || manifest.text("versionCode") == "" {
		t.Errorf("the manifest: %s", manifest.raw)
	}
	w.control("POST faults", `{"match":{"host":"manifest"},"body":"{\"version\":\"9.9\"}"}`)
	if got := w.must(http.MethodGet, w.server.URL+"/manifest/version.json", "").text("version"); got != "9.9" {
		t.Errorf("a forced manifest: %s", got)
	}
	w.must(http.MethodPost, w.server.URL+"/graph-ig/v25.0/me/media", "signed_body=open-secret", "Content-Type", "application/x-www-form-urlencoded")
	if log := w.control("GET log", "").raw; strings.Contains(log, "open-secret") {
		t.Errorf("the log has bodies as they came: %s", log)
	}
}

func TestNative_StateSurvivesAKillAndEndsWithAReset(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	w.control("POST native", `{"username":"sandbox.native","login":"rate_limit","code":"004711"}`)
	w = w.reopen()
	if got := w.control("POST native", `{"username":"sandbox.native","login":"two_factor"}`); got.text("code") != "004711" {
		t.Errorf("the code became %s", got.raw)
	}
	w.control("POST reset", "")
	w = w.reopen()
	if got := w.control("POST native", `{"username":"sandbox.native","login":"ok"}`); got.text("code") != sandbox.DemoNativeUser().Code {
		t.Errorf("after the reset: %s", got.raw)
	}
}

func TestPage_NamesTheNativeUser(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	user := sandbox.DemoNativeUser()
	if got := w.must(http.MethodGet, w.server.URL+"/", ""); !strings.Contains(got.raw, user.Username) || !strings.Contains(got.raw, user.Password.Reveal()) {
		t.Errorf("the page: %s", got.raw)
	}
}
