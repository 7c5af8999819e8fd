package native

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	maskedEmail = "s****e@e*****.com"
	maskedPhone = "+1 *** ***-**-09"

	methodEmail = "email"
	methodSMS   = "sms"
	// methodSecond is that of a login that waits for a code of the second factor.
	methodSecond = "two_factor"
)

// login signs a user in, or returns the refusal.
func (n *API) login(c *wire.Call) wire.Answer {
	if refusal, ok := judgeApp(c.Header); !ok {
		return refusal
	}
	key, err := theNativeKey()
	if err != nil {
		return wire.Failed(wire.Unavailable())
	}
	password, err := key.open(c.Params["enc_password"])
	if err != nil {
		return refused(http.StatusBadRequest, err.Error(), wire.Member{"error_type", "invalid_enc_password"})
	}
	return n.Answer(func(w *world.World) wire.Answer { return logIn(w, c, password) })
}

func logIn(w *world.World, c *wire.Call, password string) wire.Answer {
	u := w.Natives.User(strings.ToLower(c.Params["username"]))
	switch {
	case u == nil:
		return refused(http.StatusBadRequest, "The username you entered doesn't appear to belong to an account.",
			wire.Member{"error_title", "Incorrect Username"}, wire.Member{"error_type", "invalid_user"})
	case u.Login == world.NativeRateLimit:
		return refused(http.StatusTooManyRequests, "Please wait a few minutes before you try again.", wire.Member{"error_type", "rate_limit_error"})
	case u.Login == world.NativeNeedsUpgrade:
		return needsUpgrade()
	case u.Login == world.NativeRefusedMail:
		return refused(http.StatusBadRequest, "We can send you an email to help you get back into your account.",
			wire.Member{"invalid_credentials", true}, wire.Member{"error_title", "Incorrect password"}, wire.Member{"error_type", "bad_password"},
			wire.Member{"buttons", []wire.Object{{{"title", "Send Email"}, {"action", "email_login"}}, {{"title", "Try Again"}, {"action", "dismiss"}}}})
	case u.Login == world.NativeBadPassword || password != u.Profile.Password.Reveal():
		return refused(http.StatusBadRequest, "The password you entered is incorrect. Please try again.",
			wire.Member{"invalid_credentials", true}, wire.Member{"error_title", "Incorrect Password"}, wire.Member{"error_type", "bad_password"})
	case u.Login == world.NativeTwoFactor && !slices.Contains(u.Trusted, secondTrust+c.Device()):
		return askForSecond(w, c, u)
	case u.Login == world.NativeOK || u.Login == world.NativeTwoFactor || slices.Contains(u.Trusted, c.Device()):
		return signIn(w, c, u, wire.Object{})
	}
	return startChallenge(w, c, u)
}

// signIn starts a session and returns the answer, whose first members are those of body.
func signIn(w *world.World, c *wire.Call, u *world.NativeUser, body wire.Object) wire.Answer {
	id := "SANDBOX-" + rand.Text()
	u.Sessions = append(u.Sessions, world.NativeSession{ID: id, Device: c.Device()})
	u.Sessions = u.Sessions[max(0, len(u.Sessions)-world.MaxSessions):]
	w.Natives.PutUser(u)
	// The network sends the id as a number and as a string. The number exceeds 64 bits.
	pk := jsontext.Value(u.Profile.UserID)
	ans := wire.OK(append(body, wire.Member{"logged_in_user", wire.Object{
		{"pk", pk}, {"pk_id", u.Profile.UserID}, {"username", u.Username}, {"full_name", u.Profile.FullName}, {"is_private", false},
	}}, wire.Member{"session_flush_nonce", nil}, wire.Member{"status", "ok"}))
	session := `{"ds_user_id":"` + u.Profile.UserID + `","sessionid":"` + id + `"}`
	ans.Header = http.Header{
		"Ig-Set-Authorization":   {"Bearer IGT:2:" + base64.StdEncoding.EncodeToString([]byte(session))},
		"Ig-Set-Ig-U-Ds-User-Id": {u.Profile.UserID},
		"Ig-Set-Ig-U-Rur":        {"SANDBOX-RUR"},
		"X-Ig-Set-Www-Claim":     {"hmac.SANDBOX-" + rand.Text()},
	}
	return ans
}

// startChallenge asks for a code before the login.
func startChallenge(w *world.World, c *wire.Call, u *world.NativeUser) wire.Answer {
	method := methodEmail
	if u.Login == world.NativeChallengeSMS {
		method = methodSMS
	}
	u.Challenge = &world.NativeChallenge{Nonce: rand.Text(), Device: c.Device(), MID: c.Header.Get("X-Mid"), Method: method}
	w.Natives.PutUser(u)
	path := "/challenge/" + u.Profile.UserID + "/" + u.Challenge.Nonce + "/"
	return refused(http.StatusBadRequest, "challenge_required", wire.Member{"challenge", wire.Object{
		{"url", "https://i.instagram.com" + path},
		{"api_path", path},
		{"hide_webview_header", true},
		{"lock", true},
		{"logout", false},
		{"native_flow", true},
		{"flow_render_type", 0},
	}})
}

// onChallenge returns the result of f for the challenge of the user and nonce, if it belongs to the
// client.
func (n *API) onChallenge(userID, nonce string, f func(*world.World, *wire.Call, *world.NativeUser) wire.Answer) func(*wire.Call) wire.Answer {
	return func(c *wire.Call) wire.Answer {
		return n.Answer(func(w *world.World) wire.Answer {
			for _, u := range w.Natives.Users {
				own := u.Challenge
				if own != nil && own.Method != methodSecond && u.Profile.UserID == userID && own.Nonce == nonce && own.Device == c.Device() && own.MID == c.Header.Get("X-Mid") {
					return f(w, c, u)
				}
			}
			return refused(http.StatusNotFound, "Not Found")
		})
	}
}

func showChallenge(w *world.World, _ *wire.Call, u *world.NativeUser) wire.Answer {
	if u.Login == world.NativeChallengeManual {
		return refused(http.StatusBadRequest, "challenge_required", wire.Member{"challenge", wire.Object{
			{"url", "https://i.instagram.com/challenge/"}, {"api_path", "/challenge/"}, {"native_flow", true}, {"lock", true},
		}})
	}
	if u.Challenge.Sent {
		return verifyStep(u)
	}
	data := wire.Object{{"choice", "1"}, {"email", maskedEmail}}
	if u.Challenge.Method == methodSMS {
		data = wire.Object{{"choice", "0"}, {"phone_number", maskedPhone}}
	}
	return wire.OK(wire.Object{
		{"step_name", "select_verify_method"},
		{"step_data", data},
		{"user_id", jsontext.Value(u.Profile.UserID)},
		{"nonce_code", u.Challenge.Nonce},
		{"status", "ok"},
	})
}

// answerChallenge takes the choice of a method, or the code.
func answerChallenge(w *world.World, c *wire.Call, u *world.NativeUser) wire.Answer {
	code, isCode := c.Params["security_code"]
	choice := map[string]string{methodEmail: "1", methodSMS: "0"}[u.Challenge.Method]
	switch {
	case !isCode && c.Params["choice"] == choice:
		return sendChallenge(w, c, u)
	case !isCode:
		return refused(http.StatusBadRequest, "Select a valid choice.")
	case !u.Challenge.Sent || code != u.Code:
		const text = "Please check the code we sent you and try again."
		return refused(http.StatusBadRequest, text, wire.Member{"challenge", wire.Object{{"errors", []string{text}}}})
	}
	withUser := u.Challenge.Method == methodSMS
	u.Trust(c.Device())
	w.Natives.PutUser(u)
	if withUser {
		return signIn(w, c, u, wire.Object{{"action", "close"}})
	}
	return wire.OK(wire.Object{{"action", "close"}, {"status", "ok"}})
}

func sendChallenge(w *world.World, _ *wire.Call, u *world.NativeUser) wire.Answer {
	u.Challenge.Sent = true
	w.Natives.PutUser(u)
	return verifyStep(u)
}

func verifyStep(u *world.NativeUser) wire.Answer {
	step, point, form := "verify_email", maskedEmail, "email"
	if u.Challenge.Method == methodSMS {
		step, point, form = "verify_code", maskedPhone, "phone_number"
	}
	return wire.OK(wire.Object{
		{"step_name", step},
		{"step_data", wire.Object{{"contact_point", point}, {"form_type", form}, {"resend_delay", 60}, {"security_code", "None"}}},
		{"user_id", jsontext.Value(u.Profile.UserID)},
		{"nonce_code", u.Challenge.Nonce},
		{"status", "ok"},
	})
}

// The numbers of where a code is from.
const (
	secondBySMS    = "1"
	secondByBackup = "2"
	secondByApp    = "3"
	// backupBegins stands before the code in the user's one backup code, of eight digits.
	backupBegins = "00"
	// secondTrust stands before a device that needs no second factor any more. One that has solved
	// a challenge needs it all the same.
	secondTrust = "second:"
)

// askForSecond asks for a code of the second factor: of an app, and once it was sent of a message.
func askForSecond(w *world.World, c *wire.Call, u *world.NativeUser) wire.Answer {
	u.Challenge = &world.NativeChallenge{Nonce: rand.Text(), Device: c.Device(), MID: c.Header.Get("X-Mid"), Method: methodSecond}
	w.Natives.PutUser(u)
	return refused(http.StatusBadRequest, "", wire.Member{"two_factor_required", true}, secondInfo(u), wire.Member{"error_type", "two_factor_required"})
}

func secondInfo(u *world.NativeUser) wire.Member {
	return wire.Member{"two_factor_info", wire.Object{
		{"pk", jsontext.Value(u.Profile.UserID)},
		{"username", u.Username},
		{"sms_two_factor_on", true},
		{"whatsapp_two_factor_on", false},
		{"totp_two_factor_on", true},
		{"obfuscated_phone_number", maskedPhone[len(maskedPhone)-2:]},
		{"obfuscated_phone_number_2", maskedPhone},
		{"two_factor_identifier", u.Challenge.Nonce},
	}}
}

// onSecond returns the result of f for the login that waits for a code, if it belongs to the
// client.
func (n *API) onSecond(f func(*world.World, *wire.Call, *world.NativeUser) wire.Answer) func(*wire.Call) wire.Answer {
	return func(c *wire.Call) wire.Answer {
		return n.Answer(func(w *world.World) wire.Answer {
			u := w.Natives.User(strings.ToLower(c.Params["username"]))
			if u == nil || u.Challenge == nil || u.Challenge.Method != methodSecond || u.Challenge.Nonce != c.Params["two_factor_identifier"] || u.Challenge.Device != c.Device() {
				return refused(http.StatusBadRequest, "This code is no longer valid. Please request a new code.", wire.Member{"error_type", "invalid_nonce"})
			}
			return f(w, c, u)
		})
	}
}

func sendSecond(w *world.World, _ *wire.Call, u *world.NativeUser) wire.Answer {
	u.Challenge.Sent = true
	w.Natives.PutUser(u)
	return wire.OK(wire.Object{secondInfo(u), {"status", "ok"}})
}

func proveSecond(w *world.World, c *wire.Call, u *world.NativeUser) wire.Answer {
	right := map[string]string{secondByApp: u.Code, secondByBackup: backupBegins + u.Code}
	if u.Challenge.Sent {
		right[secondBySMS] = u.Code
	}
	if want := right[c.Params["verification_method"]]; want == "" || c.Params["verification_code"] != want {
		return refused(http.StatusBadRequest, "Please check the security code and try again.", wire.Member{"error_type", "sms_code_validation_code_invalid"})
	}
	if c.Params["trust_this_device"] == "1" {
		u.Trust(secondTrust + c.Device())
	}
	u.Challenge = nil
	return signIn(w, c, u, wire.Object{})
}
