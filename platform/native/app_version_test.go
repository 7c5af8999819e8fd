package native_test

import (
	"net/http"
	"strings"
	"testing"

	"crier/platform/native"
	_ "crier/platform/needtest/raced"
	"crier/platform/sandbox"
)

// The version that Crier speaks as, as instagrapi sends it since its pull request 2792 of
// 2026-09-12.
const (
	agent446 = "Instagram 446.0.0.49.77 Android (34/14; 480dpi; 1344x2992; Google/google; Pixel 8 Pro; husky; husky; en_US; 385211303)"
	bloks446 = "935a519904e9017324cdedb64a283a3c2c1a3d5b0bbc698b451f5aef72cc11df"
)

// TestAppVersion_IsOneTriple: the version, its code and the id of its screens go together in every
// call. A change of one of them changes the three, here too, and says where they are from.
func TestAppVersion_IsOneTriple(t *testing.T) {
	t.Parallel()
	if native.AppVersion != "446.0.0.49.77" {
		t.Errorf("it is %s", native.AppVersion)
	}
	s := newSimulated(t)
	calls := map[string]bool{}
	client := tampered(s, func(r *http.Request) {
		calls[r.URL.Path] = true
		if agent, bloks := r.Header.Get("User-Agent"), r.Header.Get("X-Bloks-Version-Id"); agent != agent446 || bloks != bloks446 {
			t.Errorf("%s %s speaks as %q with %q", r.Method, r.URL.Path, agent, bloks)
		}
	})
	s.client = client
	u := s.videoStory("ann")
	session := s.signedIn()
	if err := client.UploadStory(t.Context(), session, u); err != nil {
		t.Fatal(err)
	}
	if _, err := client.ConfigureStory(t.Context(), permit(), session, u); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Inboxes.Inbox(t.Context(), session, ""); err != nil || len(calls) < 7 {
		t.Errorf("%v, called %v", err, calls)
	}
}

// TestLogin_TheNetworkJudgesTheApp: 428.0.0.47.67 is answered needs_upgrade since August 2026
// (instagrapi's issues 2773 and 2791, read 2026-11-22), and a version that is sent with what
// belongs to another one is no app's.
func TestLogin_TheNetworkJudgesTheApp(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	as := func(version, code string) string {
		return strings.NewReplacer("446.0.0.49.77", version, "385211303", code).Replace(agent446)
	}
	for name, c := range map[string]struct {
		agent, bloks string
		want         native.Class
	}{
		"as Crier":                  {agent446, bloks446, ""},
		"a later one":               {as("447.0.0.1.2", "999"), "x", ""},
		"the one before":            {as("428.0.0.47.67", "961145276"), "7189b949425f9bf80ea8bd880cf5a3080b292d9b1c4b38a18d112f7c4b71e7a8", native.AppTooOld},
		"older by its last number":  {as("446.0.0.49.76", "385211303"), bloks446, native.AppTooOld},
		"without a version":         {"Instagram Android", bloks446, native.AppTooOld},
		"another version's code":    {as("446.0.0.49.77", "961145276"), bloks446, native.Refused},
		"another version's screens": {agent446, "7189b949425f9bf80ea8bd880cf5a3080b292d9b1c4b38a18d112f7c4b71e7a8", native.Refused},
	} {
		s.client = tampered(s, func(r *http.Request) {
			r.Header.Set("User-Agent", c.agent)
			r.Header.Set("X-Bloks-Version-Id", c.bloks)
		})
		if _, err := s.attempt().Login(t.Context()); native.ClassOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
		session, err := native.Import(native.NewSession(), sandbox.DemoNativeUser().WebSession)
		if err == nil {
			_, err = s.client.Logins.CurrentUser(t.Context(), &session)
		}
		if err != nil {
			t.Errorf("%s: an imported session: %v", name, err)
		}
	}
}
