package sandbox

import (
	"errors"
	"fmt"
	"slices"

	"crier/platform/secrets"
)

// NativeUser is a demo user of the network's own app, whose login the native API takes.
type NativeUser struct {
	// UserID is the network's own id, longer than 64 bits.
	UserID   string
	Username string
	FullName string
	Password secrets.Text
	// AccountID is the network's id of the account whose user this is, to the publishing API.
	AccountID string
	// Code is what the first-run world sends for a challenge.
	Code string
	// WebSession is the cookie sessionid of a browser in which the user is signed in for good, whatever becomes of logins. It is good on
	// every device.
	WebSession secrets.Text
}

// DemoNativeUser returns the native user of the first-run world, always the same.
func DemoNativeUser() NativeUser {
	return NativeUser{
		UserID: "58000000000000000301", Username: "sandbox.native", FullName: "Demo Native (sandbox)",
		Password: secrets.NewText("SANDBOX-password"), AccountID: DemoAccounts()[0].SNUserID, Code: "123456",
		WebSession: secrets.NewText("58000000000000000301:SANDBOX-web-session:1"),
	}
}

// What a login with the right password leads to.
const (
	nativeOK             = "ok"
	nativeBadPassword    = "bad_password"
	nativeTwoFactor      = "two_factor"
	nativeChallengeEmail = "challenge_email"
	nativeChallengeSMS   = "challenge_sms"
	nativeRateLimit      = "rate_limit"
	// What the network answers to right passwords too, since it leaves this way of signing in (instagrapi's issues 2219,
	// 2732, 2766, 2773 and 2791 and its pull request 2720, read 2026-11-22).
	nativeRefusedMail     = "bad_password_email"
	nativeNeedsUpgrade    = "needs_upgrade"
	nativeChallengeManual = "challenge_manual"
)

func nativeLogins() []string {
	return []string{
		nativeOK, nativeBadPassword, nativeTwoFactor, nativeChallengeEmail, nativeChallengeSMS, nativeRateLimit,
		nativeRefusedMail, nativeNeedsUpgrade, nativeChallengeManual,
	}
}

// maxTrusted is how many of the latest devices that solved a challenge are not challenged again.
const maxTrusted = 20

// nativeUser is what changes about a user of the native API.
type nativeUser struct {
	Username string `json:"username"`
	Login    string `json:"login"`
	Code     string `json:"code"`
	// Trusted are the devices that have solved a challenge.
	Trusted []string `json:"trusted,omitempty"`
	// Sessions are the latest logins that are good.
	Sessions  []nativeSession  `json:"sessions,omitempty"`
	Challenge *nativeChallenge `json:"challenge,omitzero"`

	profile NativeUser
}

// nativeChallenge is a login that waits for a code. It is for the client that began it alone.
type nativeChallenge struct {
	Nonce  string `json:"nonce"`
	Device string `json:"device"`
	MID    string `json:"mid"`
	Method string `json:"method"`
	Sent   bool   `json:"sent,omitzero"`
}

func newNativeUser(p NativeUser) *nativeUser {
	return &nativeUser{Username: p.Username, Login: nativeOK, Code: p.Code, profile: p}
}

// trust has the device pass from now on.
func (u *nativeUser) trust(device string) {
	u.Trusted = append(u.Trusted, device)
	u.Trusted = u.Trusted[max(0, len(u.Trusted)-maxTrusted):]
	u.Challenge = nil
}

type nativeRequest struct {
	Username            string  `json:"username"`
	Login               string  `json:"login"`
	Code                *string `json:"code"`
	HideDeviceTimestamp *bool   `json:"hideDeviceTimestamp,omitzero"`
}

// postNative sets what the user's next logins lead to. It ends the challenge and the sessions that there are, and makes every
// device new, so that a challenge comes. What it says of device timestamps holds for all users, and can stand alone.
func postNative(w *world, in nativeRequest) (any, error) {
	if in.HideDeviceTimestamp != nil && in.Username == "" && in.Login == "" && in.Code == nil {
		w.settings.HideDeviceTimestamp = *in.HideDeviceTimestamp
		w.putSettings()
		return struct {
			HideDeviceTimestamp bool `json:"hideDeviceTimestamp"`
		}{*in.HideDeviceTimestamp}, nil
	}
	u := w.natives.user(in.Username)
	if u == nil {
		return nil, errors.New("username names no native user of the sandbox")
	}
	if !slices.Contains(nativeLogins(), in.Login) {
		return nil, fmt.Errorf("login must be one of %v", nativeLogins())
	}
	if in.Code != nil && !isNativeCode(*in.Code) {
		return nil, errors.New("code must be six digits")
	}
	u.Login, u.Trusted, u.Sessions, u.Challenge = in.Login, nil, nil, nil
	if in.Code != nil {
		u.Code = *in.Code
	}
	w.natives.putUser(u)
	if in.HideDeviceTimestamp != nil {
		w.settings.HideDeviceTimestamp = *in.HideDeviceTimestamp
		w.putSettings()
	}
	in.Code = &u.Code
	return in, nil
}

func isNativeCode(s string) bool {
	const digits = 6
	return len(s) == digits && !slices.ContainsFunc([]byte(s), func(b byte) bool { return b < '0' || b > '9' })
}
