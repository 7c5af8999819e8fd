package native

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"crier/platform/secrets"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// cookieSession is the cookie that holds who is signed in; it begins with the user's id.
const cookieSession = "sessionid"

// The rest is at most maxCookie bytes; an expression that counts so far takes a millisecond to
// compile, at each start.
var sessionCookie = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9]{1,20})(?::|%3[Aa])([!-~]{8,})$`) })

const maxCookie = 1000

// Imported are the forms that Import reads, for people.
const Imported = "the value of the cookie sessionid, the line of cookies that holds it, or the session that instagrapi (dump_settings), " +
	"instagram-private-api (state.serialize) or Crier itself has exported as JSON"

// Import returns a session that somebody has signed in elsewhere: in a browser, whose cookie it is
// then, or in another program, which has exported it as JSON. Whether the network takes it is not
// known before it is asked, see CurrentUser. The device is the one of the export, or that of the
// session given, which may be NewSession().
func Import(device Session, text secrets.Text) (Session, error) {
	given := strings.TrimSpace(strings.TrimPrefix(text.Reveal(), "\ufeff"))
	if len(given) > maxExport {
		return Session{}, errors.New("the session is longer than one can be")
	}
	if s, err := Restore(secrets.NewText(given)); err == nil && s.SignedIn() {
		return s, nil
	}
	device.signOut()
	device.state.Cookies = nil
	if strings.HasPrefix(given, "{") {
		return importJSON(device, []byte(given))
	}
	cookie := given
	for pair := range strings.SplitSeq(given, ";") {
		if name, value, found := strings.Cut(strings.TrimSpace(pair), "="); found && name == cookieSession {
			cookie = value
		}
	}
	return withCookie(device, cookie)
}

// withCookie signs the session in by the cookie.
func withCookie(s Session, cookie string) (Session, error) {
	parts := sessionCookie().FindStringSubmatch(strings.Trim(cookie, `"`))
	if parts == nil || len(parts[2]) > maxCookie {
		return Session{}, errors.New("this is no session: it must be " + Imported)
	}
	value, err := url.QueryUnescape(parts[0])
	if err != nil {
		value = parts[0]
	}
	b, err := json.Marshal(map[string]any{"ds_user_id": parts[1], cookieSession: value, "should_use_header_over_cookies": true}, json.Deterministic(true))
	if err != nil {
		return Session{}, err
	}
	s.state.UserID = parts[1]
	s.state.Authorization = loggedOut + base64.StdEncoding.EncodeToString(b)
	s.remember()
	secrets.Remember(secrets.NewText(parts[0]))
	return s, nil
}

// exported is what other programs write, as far as it is of use: instagrapi's members first, then
// those of instagram-private-api.
type exported struct {
	RawUUIDs map[string]text `json:"uuids"`
	MID      text            `json:"mid"`
	Claim    text            `json:"ig_www_claim"`
	RUR      text            `json:"ig_u_rur"`
	Data     map[string]any  `json:"authorization_data"`
	Cookies  jsontext.Value  `json:"cookies"`
	Device   text            `json:"deviceId"`
	UUID     text            `json:"uuid"`
	Phone    text            `json:"phoneId"`
	AdID     text            `json:"adid"`
	Bearer   text            `json:"authorization"`
	Claim2   text            `json:"igWWWClaim"`
}

func importJSON(s Session, given []byte) (Session, error) {
	var e exported
	if unmarshalAny(given, &e) != nil {
		return Session{}, errors.New("this is no session that is known here: it must be " + Imported)
	}
	for field, values := range map[*string][]text{
		&s.state.Device.GUID:      {e.RawUUIDs["uuid"], e.UUID},
		&s.state.Device.PhoneID:   {e.RawUUIDs["phone_id"], e.Phone},
		&s.state.Device.AdID:      {e.RawUUIDs["advertising_id"], e.AdID},
		&s.state.Device.AndroidID: {e.RawUUIDs["android_device_id"], e.RawUUIDs["device_id"], e.Device},
		&s.state.MID:              {e.MID},
		&s.state.Claim:            {e.Claim, e.Claim2},
		&s.state.RUR:              {e.RUR},
	} {
		for _, value := range values {
			if isHeaderText(string(value)) {
				*field = string(value)
				break
			}
		}
	}
	if cookie, ok := e.Data[cookieSession].(string); ok {
		return withCookie(s, cookie)
	}
	if bearer := string(e.Bearer); strings.HasPrefix(bearer, loggedOut) && bearer != loggedOut && isAuthorization(bearer) {
		return withBearer(s, bearer)
	}
	return withCookie(s, cookieIn(e.Cookies))
}

// withBearer signs the session in by an authorization, which says whose it is.
func withBearer(s Session, bearer string) (Session, error) {
	var who struct {
		UserID text `json:"ds_user_id"`
	}
	b, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(bearer, loggedOut))
	if err != nil || unmarshalAny(b, &who) != nil || !isID(string(who.UserID)) {
		return Session{}, errors.New("the authorization in the session does not say whose it is")
	}
	s.state.UserID, s.state.Authorization = string(who.UserID), bearer
	s.remember()
	return s, nil
}

// cookieIn returns the cookie of the session in an object of cookies by name, or in a jar that is
// written as a text.
func cookieIn(raw jsontext.Value) string {
	var byName map[string]text
	if unmarshalAny(raw, &byName) == nil {
		if value := string(byName[cookieSession]); value != "" {
			return value
		}
	}
	var written string
	if unmarshalAny(raw, &written) == nil {
		raw = jsontext.Value(written)
	}
	var jar struct {
		Cookies []struct {
			Key   string `json:"key"`
			Value string `json:"value"`
		} `json:"cookies"`
	}
	if unmarshalAny(raw, &jar) == nil {
		for _, c := range jar.Cookies {
			if c.Key == cookieSession {
				return c.Value
			}
		}
	}
	return ""
}

// Person is who is signed in.
type Person struct{ ID, Username string }

// CurrentUser returns who is signed in, as the network says. Its error is always an *Error.
func (l *Logins) CurrentUser(ctx context.Context, s *Session) (Person, error) {
	var told struct {
		User *wireMember `json:"user"`
	}
	r := request{op: OpWho, path: pathCurrentUser, query: url.Values{"edit": {"true"}}, into: &told}
	if err := l.caller.session(ctx, s, r); err != nil {
		return Person{}, asManual(err)
	}
	if told.User == nil || told.User.PK == "" || told.User.Username == "" {
		return Person{}, l.caller.malformed(ctx, r, "nobody is named")
	}
	if string(told.User.PK) != s.UserID() {
		return Person{}, &Error{Op: OpWho, Class: Refused, HTTPStatus: http.StatusOK, Message: "the session is another user's than it says"}
	}
	return Person{ID: string(told.User.PK), Username: username(told.User.Username)}, nil
}
