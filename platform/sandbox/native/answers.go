package native

import (
	"cmp"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"

	"github.com/go-json-experiment/json"
)

// refused is an error in the words of the app API.
func refused(status int, message string, more ...wire.Member) wire.Answer {
	body := append(wire.Object{{"message", message}}, more...)
	return wire.Answer{Status: status, Body: append(body, wire.Member{"status", "fail"})}
}

// nativeDone is the answer of success.
func nativeDone(body wire.Object) wire.Answer {
	return wire.OK(append(body, wire.Member{"status", "ok"}))
}

func loginRequired() wire.Answer {
	return refused(http.StatusForbidden, "login_required", wire.Member{"error_title", "You've Been Logged Out"}, wire.Member{"logout_reason", 2})
}

func mediaNotFound() wire.Answer {
	return refused(http.StatusNotFound, "Media not found or unavailable")
}

// sessionScheme is what the text of a session begins with.
const sessionScheme = "IGT:2:"

// sessionUser returns whose session the call is made in, nil for one that is not good, or not of
// the device.
func sessionUser(w *world.World, c *wire.Call) *world.NativeUser {
	encoded, found := strings.CutPrefix(c.Token, sessionScheme)
	b, err := base64.StdEncoding.DecodeString(encoded)
	var s struct {
		UserID    string `json:"ds_user_id"`
		SessionID string `json:"sessionid"`
	}
	// Older clients do not say whom they mean.
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
