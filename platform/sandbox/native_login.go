package sandbox

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	maskedEmail = "s****e@e*****.com"
	maskedPhone = "+1 *** ***-**-09"

	methodEmail = "email"
	methodSMS   = "sms"
)

// login signs a user in, or says why not.
func (n *nativeAPI) login(c *call) answer {
	key, err := theNativeKey()
	if err != nil {
		return failed(errUnavailable())
	}
	password, err := key.open(c.params["enc_password"])
	if err != nil {
		return refused(http.StatusBadRequest, err.Error(), member{"error_type", "invalid_enc_password"})
	}
	return n.answer(func(w *world) answer { return logIn(w, c, password) })
}

func logIn(w *world, c *call, password string) answer {
	u := w.natives.user(strings.ToLower(c.params["username"]))
	switch {
	case u == nil:
		return refused(http.StatusBadRequest, "The username you entered doesn't appear to belong to an account.",
			member{"error_title", "Incorrect Username"}, member{"error_type", "invalid_user"})
	case u.Login == nativeRateLimit:
		return refused(http.StatusTooManyRequests, "Please wait a few minutes before you try again.", member{"error_type", "rate_limit_error"})
	case u.Login == nativeNeedsUpgrade:
		return refused(http.StatusBadRequest, "Your version of Instagram is out of date. Please upgrade your app to log in to Instagram.",
			member{"error_type", "needs_upgrade"})
	case u.Login == nativeRefusedMail:
		return refused(http.StatusBadRequest, "We can send you an email to help you get back into your account.",
			member{"invalid_credentials", true}, member{"error_title", "Incorrect password"}, member{"error_type", "bad_password"},
			member{"buttons", []object{{{"title", "Send Email"}, {"action", "email_login"}}, {{"title", "Try Again"}, {"action", "dismiss"}}}})
	case u.Login == nativeBadPassword || password != u.profile.Password.Reveal():
		return refused(http.StatusBadRequest, "The password you entered is incorrect. Please try again.",
			member{"invalid_credentials", true}, member{"error_title", "Incorrect Password"}, member{"error_type", "bad_password"})
	case u.Login == nativeTwoFactor:
		return twoFactor(u)
	case u.Login == nativeOK || slices.Contains(u.Trusted, c.device()):
		return signIn(w, c, u, object{})
	}
	return startChallenge(w, c, u)
}

func twoFactor(u *nativeUser) answer {
	return refused(http.StatusBadRequest, "", member{"two_factor_required", true}, member{"two_factor_info", object{
		{"pk", jsontext.Value(u.profile.UserID)},
		{"username", u.Username},
		{"sms_two_factor_on", false},
		{"totp_two_factor_on", true},
		{"whatsapp_two_factor_on", false},
		{"obfuscated_phone_number", ""},
		{"two_factor_identifier", rand.Text()},
	}}, member{"error_type", "two_factor_required"})
}

// signIn is the answer of success, with what comes before the user in its body.
func signIn(w *world, c *call, u *nativeUser, body object) answer {
	id := "SANDBOX-" + rand.Text()
	u.Sessions = append(u.Sessions, nativeSession{ID: id, Device: c.device()})
	u.Sessions = u.Sessions[max(0, len(u.Sessions)-maxSessions):]
	w.natives.putUser(u)
	// The network gives one id as a number and as a text; a number it is beyond what 64 bits hold.
	pk := jsontext.Value(u.profile.UserID)
	ans := ok(append(body, member{"logged_in_user", object{
		{"pk", pk}, {"pk_id", u.profile.UserID}, {"username", u.Username}, {"full_name", u.profile.FullName}, {"is_private", false},
	}}, member{"session_flush_nonce", nil}, member{"status", "ok"}))
	session := `{"ds_user_id":"` + u.profile.UserID + `","sessionid":"` + id + `"}`
	ans.header = http.Header{
		"Ig-Set-Authorization":   {"Bearer IGT:2:" + base64.StdEncoding.EncodeToString([]byte(session))},
		"Ig-Set-Ig-U-Ds-User-Id": {u.profile.UserID},
		"Ig-Set-Ig-U-Rur":        {"SANDBOX-RUR"},
		"X-Ig-Set-Www-Claim":     {"hmac.SANDBOX-" + rand.Text()},
	}
	return ans
}

// startChallenge wants a code before the login.
func startChallenge(w *world, c *call, u *nativeUser) answer {
	method := methodEmail
	if u.Login == nativeChallengeSMS {
		method = methodSMS
	}
	u.Challenge = &nativeChallenge{Nonce: rand.Text(), Device: c.device(), MID: c.header.Get("X-Mid"), Method: method}
	w.natives.putUser(u)
	path := "/challenge/" + u.profile.UserID + "/" + u.Challenge.Nonce + "/"
	return refused(http.StatusBadRequest, "challenge_required", member{"challenge", object{
		{"url", "https://i.instagram.com" + path},
		{"api_path", path},
		{"hide_webview_header", true},
		{"lock", true},
		{"logout", false},
		{"native_flow", true},
		{"flow_render_type", 0},
	}})
}

// onChallenge returns what does f on the challenge of the user and nonce, if it is the client's own.
func (n *nativeAPI) onChallenge(userID, nonce string, f func(*world, *call, *nativeUser) answer) func(*call) answer {
	return func(c *call) answer {
		return n.answer(func(w *world) answer {
			for _, u := range w.natives.users {
				own := u.Challenge
				if own != nil && u.profile.UserID == userID && own.Nonce == nonce && own.Device == c.device() && own.MID == c.header.Get("X-Mid") {
					return f(w, c, u)
				}
			}
			return refused(http.StatusNotFound, "Not Found")
		})
	}
}

// showChallenge says what the challenge waits for.
func showChallenge(w *world, _ *call, u *nativeUser) answer {
	if u.Login == nativeChallengeManual {
		return refused(http.StatusBadRequest, "challenge_required", member{"challenge", object{
			{"url", "https://i.instagram.com/challenge/"}, {"api_path", "/challenge/"}, {"native_flow", true}, {"lock", true},
		}})
	}
	if u.Challenge.Sent {
		return verifyStep(u)
	}
	data := object{{"choice", "1"}, {"email", maskedEmail}}
	if u.Challenge.Method == methodSMS {
		data = object{{"choice", "0"}, {"phone_number", maskedPhone}}
	}
	return ok(object{
		{"step_name", "select_verify_method"},
		{"step_data", data},
		{"user_id", jsontext.Value(u.profile.UserID)},
		{"nonce_code", u.Challenge.Nonce},
		{"status", "ok"},
	})
}

// answerChallenge takes the choice of a method, or the code.
func answerChallenge(w *world, c *call, u *nativeUser) answer {
	code, isCode := c.params["security_code"]
	choice := map[string]string{methodEmail: "1", methodSMS: "0"}[u.Challenge.Method]
	switch {
	case !isCode && c.params["choice"] == choice:
		return sendChallenge(w, c, u)
	case !isCode:
		return refused(http.StatusBadRequest, "Select a valid choice.")
	case !u.Challenge.Sent || code != u.Code:
		const text = "Please check the code we sent you and try again."
		return refused(http.StatusBadRequest, text, member{"challenge", object{{"errors", []string{text}}}})
	}
	withUser := u.Challenge.Method == methodSMS
	u.trust(c.device())
	w.natives.putUser(u)
	if withUser {
		return signIn(w, c, u, object{{"action", "close"}})
	}
	return ok(object{{"action", "close"}, {"status", "ok"}})
}

// sendChallenge sends the code.
func sendChallenge(w *world, _ *call, u *nativeUser) answer {
	u.Challenge.Sent = true
	w.natives.putUser(u)
	return verifyStep(u)
}

func verifyStep(u *nativeUser) answer {
	step, point, form := "verify_email", maskedEmail, "email"
	if u.Challenge.Method == methodSMS {
		step, point, form = "verify_code", maskedPhone, "phone_number"
	}
	return ok(object{
		{"step_name", step},
		{"step_data", object{{"contact_point", point}, {"form_type", form}, {"resend_delay", 60}, {"security_code", "None"}}},
		{"user_id", jsontext.Value(u.profile.UserID)},
		{"nonce_code", u.Challenge.Nonce},
		{"status", "ok"},
	})
}
