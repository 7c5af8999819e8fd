package world

import "slices"

// What a login with the right password leads to.
const (
	NativeOK             = "ok"
	NativeBadPassword    = "bad_password"
	NativeTwoFactor      = "two_factor"
	nativeChallengeEmail = "challenge_email"
	NativeChallengeSMS   = "challenge_sms"
	NativeRateLimit      = "rate_limit"
	// What the network answers to right passwords too, since it leaves this way of signing in
	// (instagrapi's issues 2219, 2732, 2766, 2773 and 2791 and its pull request 2720, read
	// 2026-11-22).
	NativeRefusedMail     = "bad_password_email"
	NativeNeedsUpgrade    = "needs_upgrade"
	NativeChallengeManual = "challenge_manual"
)

// NativeLogins returns what a login can lead to.
func NativeLogins() []string {
	return []string{
		NativeOK, NativeBadPassword, NativeTwoFactor, nativeChallengeEmail, NativeChallengeSMS, NativeRateLimit,
		NativeRefusedMail, NativeNeedsUpgrade, NativeChallengeManual,
	}
}

// maxTrusted is how many of the latest devices that solved a challenge are not challenged again.
const maxTrusted = 20

// NativeUser is what changes about a user of the native API.
type NativeUser struct {
	Username string `json:"username"`
	Login    string `json:"login"`
	Code     string `json:"code"`
	// Trusted are the devices that have solved a challenge.
	Trusted []string `json:"trusted,omitempty"`
	// Sessions are the latest logins that are good.
	Sessions  []NativeSession  `json:"sessions,omitempty"`
	Challenge *NativeChallenge `json:"challenge,omitzero"`

	Profile NativeProfile `json:"-"`
}

// NativeChallenge is a login that waits for a code. It is for the client that began it alone.
type NativeChallenge struct {
	Nonce  string `json:"nonce"`
	Device string `json:"device"`
	MID    string `json:"mid"`
	Method string `json:"method"`
	Sent   bool   `json:"sent,omitzero"`
}

func newNativeUser(p NativeProfile) *NativeUser {
	return &NativeUser{Username: p.Username, Login: NativeOK, Code: p.Code, Profile: p}
}

// Trust has the device pass from now on.
func (u *NativeUser) Trust(device string) {
	u.Trusted = append(u.Trusted, device)
	u.Trusted = u.Trusted[max(0, len(u.Trusted)-maxTrusted):]
	u.Challenge = nil
}

// IsNativeCode reports whether s can be the code of a challenge: six digits.
func IsNativeCode(s string) bool {
	const digits = 6
	return len(s) == digits && !slices.ContainsFunc([]byte(s), func(b byte) bool { return b < '0' || b > '9' })
}
