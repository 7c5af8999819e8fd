package native

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"crier/platform/httpclient"
	"crier/platform/secrets"

	"github.com/go-json-experiment/json"
)

const (
	maxHeader  = 4 << 10
	maxCookies = 20
	// maxExport bounds what Restore reads.
	maxExport = 128 << 10
	format    = 1
)

// Session is a device as the network knows it, and who is signed in on it. Its zero value is no
// session; copies share nothing that changes.
type Session struct {
	state state
}

// state is what is exported.
type state struct {
	Format int       `json:"format"`
	Device deviceIDs `json:"device"`
	// The rest is what the network last said.
	MID           string            `json:"mid,omitzero"`
	Authorization string            `json:"authorization,omitzero"`
	Claim         string            `json:"claim,omitzero"`
	RUR           string            `json:"rur,omitzero"`
	UserID        string            `json:"userId,omitzero"`
	Cookies       map[string]string `json:"cookies,omitempty"`
}

// deviceIDs are made once for the life of a session.
type deviceIDs struct {
	GUID      string `json:"guid"`
	PhoneID   string `json:"phoneId"`
	AdID      string `json:"adId"`
	FamilyID  string `json:"familyId"`
	AndroidID string `json:"androidId"`
}

// NewSession returns a new device on which nobody is signed in.
func NewSession() Session {
	return Session{state{Format: format, Device: deviceIDs{
		GUID: newUUID(), PhoneID: newUUID(), AdID: newUUID(), FamilyID: newUUID(), AndroidID: "android-" + newUUID()[:8] + newUUID()[:8],
	}}}
}

// newUUID returns a random UUID of version 4.
func newUUID() string {
	var b [16]byte
	// Read never fails: it ends the program when the system has no randomness.
	_, _ = rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	s := hex.EncodeToString(b[:])
	return strings.Join([]string{s[:8], s[8:12], s[12:16], s[16:20], s[20:]}, "-")
}

// IsZero reports whether this is no session.
func (s Session) IsZero() bool { return s.state.Format == 0 }

// SignedIn reports whether the network has said that somebody is signed in.
func (s Session) SignedIn() bool { return s.state.Authorization != "" }

// UserID returns the network's id of who is signed in, empty when nobody is.
func (s Session) UserID() string { return s.state.UserID }

// Device returns the id that tells one device from another; it stays the same for the session's
// life.
func (s Session) Device() string { return s.state.Device.GUID }

// Export returns the session as one secret text, for Restore.
func (s Session) Export() (secrets.Text, error) {
	b, err := json.Marshal(s.state, json.Deterministic(true))
	if err != nil {
		return secrets.Text{}, fmt.Errorf("export the session: %w", err)
	}
	s.remember()
	return secrets.NewText(string(b)), nil
}

// Restore returns the session that Export gave.
func Restore(exported secrets.Text) (Session, error) {
	broken := errors.New("restore the session: it is no exported session of this version")
	text := exported.Reveal()
	var s state
	if len(text) > maxExport || json.Unmarshal([]byte(text), &s) != nil || s.Format != format {
		return Session{}, broken
	}
	d := s.Device
	for _, value := range []string{d.GUID, d.PhoneID, d.AdID, d.FamilyID, d.AndroidID} {
		if !isHeaderText(value) {
			return Session{}, broken
		}
	}
	for _, value := range []string{s.MID, s.Claim, s.RUR, s.UserID} {
		if value != "" && !isHeaderText(value) {
			return Session{}, broken
		}
	}
	if s.Authorization != "" && !isAuthorization(s.Authorization) {
		return Session{}, broken
	}
	restored := Session{s}
	restored.remember()
	return restored, nil
}

// remember makes every text hide what signs somebody in. The exported document is not hidden as a
// whole.
func (s Session) remember() {
	_, authorization, _ := strings.Cut(s.state.Authorization, " ")
	secrets.Remember(secrets.NewText(authorization))
	for _, cookie := range s.state.Cookies {
		secrets.Remember(secrets.NewText(cookie))
	}
}

// signOut forgets who is signed in, and nothing of the device.
func (s *Session) signOut() { s.state.Authorization, s.state.UserID = "", "" }

// identify adds the headers to a request that tell the network who calls.
func (s *Session) identify(r *http.Request) {
	d := s.state.Device
	for name, value := range map[string]string{
		"User-Agent": userAgent(), "Accept-Language": "en-US", "X-IG-App-ID": appID, "X-IG-Capabilities": capabilities,
		"X-Bloks-Version-Id": bloksVersion, "X-IG-Device-ID": d.GUID, "X-IG-Android-ID": d.AndroidID,
		"X-IG-Family-Device-ID": d.FamilyID, "X-MID": s.state.MID, "X-IG-WWW-Claim": s.state.Claim, "IG-U-RUR": s.state.RUR,
		"Authorization": s.state.Authorization, "IG-INTENDED-USER-ID": s.state.UserID, "IG-U-DS-USER-ID": s.state.UserID,
	} {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	for name, value := range s.state.Cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
}

// absorb updates the session with what an answer says about it.
func (s *Session) absorb(resp *http.Response) {
	for name, field := range map[string]*string{
		headerSetMID: &s.state.MID, headerSetClaim: &s.state.Claim, headerSetRUR: &s.state.RUR,
	} {
		if value := resp.Header.Get(name); isHeaderText(value) {
			*field = value
		}
	}
	if value := resp.Header.Get(headerSetUserID); isID(value) {
		s.state.UserID = value
	}
	if value := resp.Header.Get(headerSetAuthorization); value == loggedOut {
		s.state.Authorization = ""
	} else if strings.HasPrefix(value, loggedOut) && isAuthorization(value) {
		s.state.Authorization = value
	}
	s.keepCookies(resp.Cookies())
}

func (s *Session) keepCookies(set []*http.Cookie) {
	kept := make(map[string]string, len(s.state.Cookies)+len(set))
	maps.Copy(kept, s.state.Cookies)
	for _, c := range set {
		switch {
		case c.MaxAge < 0 || c.Value == "":
			delete(kept, c.Name)
		case len(c.Name)+len(c.Value) <= maxHeader && (len(kept) < maxCookies || kept[c.Name] != ""):
			kept[c.Name] = c.Value
		}
	}
	s.state.Cookies = kept
}

// isHeaderText reports whether s is visible ASCII, some of it and not too much.
func isHeaderText(s string) bool {
	return len(s) <= maxHeader && httpclient.IsHeaderText(s)
}

// isAuthorization is isHeaderText for a value that has a space between its scheme and the rest.
func isAuthorization(s string) bool {
	scheme, rest, found := strings.Cut(s, " ")
	return found && isHeaderText(scheme) && isHeaderText(rest)
}
