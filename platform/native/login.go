package native

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"crier/platform/secrets"
)

// Attempt is one way of signing in. It is for one goroutine at a time, and lives in memory only.
type Attempt struct {
	caller   *caller
	session  Session
	username string
	password secrets.Text
	// challenge is what a code was sent for.
	challenge wireChallenge
	// twoFactor is what the network has said of the account's second factor.
	twoFactor wireTwoFactor
}

// Begin returns an attempt to sign in on the device of the session, which may be NewSession().
func (l *Logins) Begin(session Session, username string, password secrets.Text) *Attempt {
	session.signOut()
	return &Attempt{caller: l.caller, session: session, username: username, password: password}
}

// Session returns the device, and, once Login or Submit has succeeded, who is signed in on it.
func (a *Attempt) Session() Session { return a.session }

// Login signs in. When the network wants to see a code first, Login has one sent, and returns where
// it went; Submit goes on. Its error is always an *Error.
func (a *Attempt) Login(ctx context.Context) (*Contact, error) {
	var contact *Contact
	err := a.login(ctx)
	e, ok := errors.AsType[*Error](err)
	switch {
	case ok && e.Class == TwoFactor:
		a.twoFactor = e.twoFactor
	case ok && e.Class == ChallengeRequired:
		a.challenge = e.challenge
		contact, err = a.sendCode(ctx)
	}
	if contact != nil || err != nil {
		// Whatever the headers of such answers said.
		a.session.signOut()
	}
	return contact, err
}

// login makes the two calls of a login. Its error may be of class ChallengeRequired.
func (a *Attempt) login(ctx context.Context) error {
	sealed, err := a.sealPassword(ctx)
	if err != nil {
		return err
	}
	d := a.session.state.Device
	r := request{op: OpLogin, path: pathLogin, secrets: []secrets.Text{a.password}, form: map[string]any{
		"jazoest": jazoest(d.PhoneID), "country_codes": countryCodes, "phone_id": d.PhoneID, "enc_password": sealed,
		"username": a.username, "adid": d.AdID, "guid": d.GUID, "device_id": d.AndroidID, "google_tokens": "[]", "login_attempt_count": "0",
	}}
	answer, err := a.caller.call(ctx, &a.session, r)
	if err != nil {
		return err
	}
	return a.signedIn(ctx, r, answer)
}

// sealPassword asks for the network's key, which the answers before a login carry, and seals the
// password with it.
func (a *Attempt) sealPassword(ctx context.Context) (string, error) {
	key, err := a.passwordKey(ctx, pathPrelogin)
	if e, ok := errors.AsType[*Error](err); ok && e.HTTPStatus != 0 && (e.Class == LoggedOut || !e.Class.Stops()) {
		// Other clients ask here first. That the other call gave no key says nothing of the
		// account.
		key, err = a.passwordKey(ctx, pathPrelogin2)
	}
	if err != nil {
		return "", asManual(err)
	}
	sealed, err := key.seal(a.password, a.caller.clock.Now())
	if err != nil {
		return "", request{op: OpPrelogin}.malformed("the password cannot be sealed")
	}
	return sealed, nil
}

func (a *Attempt) passwordKey(ctx context.Context, path string) (passwordKey, error) {
	r := request{op: OpPrelogin, path: path, form: map[string]any{
		"id": a.session.state.Device.GUID, "server_config_retrieval": "1",
	}}
	answer, err := a.caller.call(ctx, &a.session, r)
	if err != nil {
		return passwordKey{}, err
	}
	key, err := readKey(answer.header)
	if err != nil {
		return passwordKey{}, a.caller.malformed(ctx, r, err.Error())
	}
	return key, nil
}

// asManual turns a challenge that is not expected into one that only the user can solve.
func asManual(err error) error {
	if e, ok := errors.AsType[*Error](err); ok && e.Class == ChallengeRequired {
		e.Class = Manual
	}
	return err
}

// signedIn accepts that the user is signed in when the answer and its headers both say so.
func (a *Attempt) signedIn(ctx context.Context, r request, answer *answered) error {
	if answer.User == nil {
		return a.caller.malformed(ctx, r, "a login without a user")
	}
	user := cmp.Or(answer.User.PKID, answer.User.PK)
	if user == "" || !a.session.SignedIn() {
		return a.caller.malformed(ctx, r, "a login without a session")
	}
	a.session.state.UserID = string(user)
	return nil
}

// jazoest is the network's checksum over the id of the phone.
func jazoest(phoneID string) string {
	sum := 0
	for i := range len(phoneID) {
		sum += int(phoneID[i])
	}
	return "2" + strconv.Itoa(sum)
}
