package native

import (
	"cmp"
	"encoding/base64"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"

	"github.com/go-json-experiment/json"
)

// The version manifest names the version that clients should claim to be.
const (
	manifestVersion = "446.0.0.49.77"
	manifestCode    = "385211303"
)

// oldestApp is the oldest version of the network's app from which the network accepts a password.
// It answers needs_upgrade to the version that clients claimed before, 428.0.0.47.67, since August
// 2026 (instagrapi's issues 2773 and 2791, read 2026-11-22).
const oldestApp = manifestVersion

// app is the data that belongs to a version of the network's app.
type app struct{ code, bloks string }

// apps are the versions whose data are known.
var apps = map[string]app{
	// instagrapi's pull request 2792 of 2026-09-12.
	manifestVersion: {manifestCode, "935a519904e9017324cdedb64a283a3c2c1a3d5b0bbc698b451f5aef72cc11df"},
	// instagram-private-api 1.46.1 of 2024, which drives this network in the conformance run. The
	// real one is likely to take no password from a version of that age any more.
	conformanceApp: {"350696709", "388ece79ebc0e70e87873505ed1b0ff335ae2868a978cc951b6721c41d46a30a"},
}

const conformanceApp = "222.0.0.13.114"

// agent is the User-Agent of the app: its version, the device, and its code, which is the last
// field of the device.
var agent = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^Instagram ([0-9.]+) Android \(.*; ([0-9]+)\)$`) })

// judgeApp refuses a login by an app that is too old, or by anything else.
func judgeApp(h http.Header) (refusal wire.Answer, ok bool) {
	version, code := "0", ""
	if parts := agent().FindStringSubmatch(h.Get("User-Agent")); parts != nil {
		version, code = parts[1], parts[2]
	}
	if version != conformanceApp && slices.Compare(numbers(version), numbers(oldestApp)) < 0 {
		return needsUpgrade(), false
	}
	if known, is := apps[version]; is && known != (app{code, h.Get("X-Bloks-Version-Id")}) {
		return refused(http.StatusBadRequest, "useragent mismatch"), false
	}
	return wire.Answer{}, true
}

func needsUpgrade() wire.Answer {
	return refused(http.StatusBadRequest, "Your version of Instagram is out of date. Please upgrade your app to log in to Instagram.",
		wire.Member{"error_type", "needs_upgrade"})
}

// numbers returns the numbers of a version, with 0 for a part that is none.
func numbers(version string) (all []int) {
	for part := range strings.SplitSeq(version, ".") {
		n, _ := strconv.Atoi(part)
		all = append(all, n)
	}
	return all
}

// refused is an error in the words of the app API.
func refused(status int, message string, more ...wire.Member) wire.Answer {
	body := append(wire.Object{{"message", message}}, more...)
	return wire.Answer{Status: status, Body: append(body, wire.Member{"status", "fail"})}
}

func nativeDone(body wire.Object) wire.Answer {
	return wire.OK(append(body, wire.Member{"status", "ok"}))
}

func loginRequired() wire.Answer {
	return refused(http.StatusForbidden, "login_required", wire.Member{"error_title", "You've Been Logged Out"}, wire.Member{"logout_reason", 2})
}

func mediaNotFound() wire.Answer {
	return refused(http.StatusNotFound, "Media not found or unavailable")
}

// sessionScheme begins the text of a session.
const sessionScheme = "IGT:2:"

// sessionUser returns the user of the call's session, and nil when the session is invalid or of
// another device.
func sessionUser(w *world.World, c *wire.Call) *world.NativeUser {
	encoded, found := strings.CutPrefix(c.Token, sessionScheme)
	b, err := base64.StdEncoding.DecodeString(encoded)
	var s struct {
		UserID    string `json:"ds_user_id"`
		SessionID string `json:"sessionid"`
	}
	// Older clients do not name the user.
	meant := cmp.Or(c.Header.Get("Ig-Intended-User-Id"), s.UserID)
	if !found || err != nil || json.Unmarshal(b, &s) != nil || meant != "" && meant != s.UserID {
		return nil
	}
	for _, u := range w.Natives.Users {
		own := slices.Contains(u.Sessions, world.NativeSession{ID: s.SessionID, Device: c.Device()})
		if u.Profile.UserID == s.UserID && (own || s.SessionID == u.Profile.WebSession.Reveal()) {
			return u
		}
	}
	return nil
}
