package world

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"crier/platform/wiretime"
)

const (
	// Ids of native media exceed 2^53, those of people 64 bits, as the network's can.
	nativeMediaIDs = 3_600_000_000_000_000_000
	personPrefix   = "59"
	// MaxSessions is how many of a native user's latest logins are good.
	MaxSessions = 20
	maxPeople   = 100_000
)

// Names that begin so are nobody's, or those of people who let nobody mention them: the network
// takes such a mention, and leaves it out.
const (
	Nobody      = "nobody"
	Unmentioned = "nomention"
)

// NativeSession is a login that is good, on the device that made it.
type NativeSession struct {
	ID     string `json:"id"`
	Device string `json:"device"`
}

// Person is a user of the network, created by the first request for the name.
type Person struct {
	ID       string `json:"id"`
	Username string `json:"username"`
}

// NativeMedia is a story of the app API: one of a native user, or one that mentions a native user.
type NativeMedia struct {
	ID      string        `json:"id"`
	Seq     int64         `json:"seq"`
	OwnerID string        `json:"ownerId"`
	Owner   string        `json:"owner"`
	Video   bool          `json:"video,omitzero"`
	TakenAt wiretime.Time `json:"takenAt"`
	// UploadID and GraphID are what a native user's own has: what it was made from, and its id to
	// the publishing API. One by hand has DeviceTime in the place of UploadID.
	UploadID   string          `json:"uploadId,omitzero"`
	DeviceTime string          `json:"deviceTime,omitzero"`
	GraphID    string          `json:"graphId,omitzero"`
	Mentions   []NativeMention `json:"mentions,omitempty"`
	DeletedAt  *wiretime.Time  `json:"deletedAt,omitzero"`
	// Expired says that the control API wants it gone, whatever its age.
	Expired bool `json:"expired,omitzero"`
	// Unlisted is how many reads of its owner's stories leave it out.
	Unlisted int `json:"unlisted,omitzero"`
}

// NativeMention is a mention on a story.
type NativeMention struct {
	UserID   string  `json:"userId"`
	Username string  `json:"username"`
	X        float64 `json:"x"`
	Y        float64 `json:"y"`
	Width    float64 `json:"width"`
	Height   float64 `json:"height"`
}

// IsGone reports whether the story can no longer be seen at the instant.
func (m *NativeMedia) IsGone(now time.Time) bool {
	return m.Expired || m.DeletedAt != nil || !now.Before(m.End())
}

// DeviceTimestamp is what the app API tells of a native user's own: the id of its upload.
func (m *NativeMedia) DeviceTimestamp() string { return cmp.Or(m.UploadID, m.DeviceTime) }

// End is when the story ends by its age.
func (m *NativeMedia) End() time.Time { return m.TakenAt.Time().Add(storyLife) }

// DirectItem is a message in a native user's inbox about a mention of the user.
type DirectItem struct {
	Seq      int64         `json:"seq"`
	Username string        `json:"username"`
	MediaID  string        `json:"mediaId"`
	Variant  string        `json:"variant"`
	Pending  bool          `json:"pending,omitzero"`
	At       wiretime.Time `json:"at"`
}

// ItemID is the item's, of 35 digits.
func (i *DirectItem) ItemID() string { return fmt.Sprintf("3%034d", i.Seq) }

// NativeUpload is what has come of a story's files.
type NativeUpload struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Name     string `json:"name"`
	// Photo and Video say that all of that file is there; a video has a photo as its cover.
	Photo  bool `json:"photo,omitzero"`
	Video  bool `json:"video,omitzero"`
	Width  int  `json:"width,omitzero"`
	Height int  `json:"height,omitzero"`
	// ReadyAt and PollsLeft are when a video is worked out.
	ReadyAt   wiretime.Time `json:"readyAt,omitzero"`
	PollsLeft int           `json:"pollsLeft,omitzero"`
}

// IsUsername reports whether s can be the name of a user.
func IsUsername(s string) bool {
	const most = 30
	return s != "" && len(s) <= most && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789._") == ""
}

func nativeMediaID(seq int64) string { return strconv.FormatInt(nativeMediaIDs+seq, 10) }

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
