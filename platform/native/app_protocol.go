package native

import (
	"fmt"
	"net/url"
	"strings"
)

// What every call carries besides.
const (
	liveBase     = "https://i.instagram.com" + apiPath
	sandboxPath  = "/native" + apiPath
	apiPath      = "/api/v1"
	appID        = "567067343352427"
	capabilities = "3brTv10="
	device       = "34/14; 480dpi; 1344x2992; Google/google; Pixel 8 Pro; husky; husky; en_US"
	countryCodes = `[{"country_code":"1","source":["default"]}]`
)

func userAgent() string {
	return fmt.Sprintf("Instagram %s Android (%s; %s)", AppVersion, device, versionCode)
}

// The paths of the calls, below the base.
const (
	pathPrelogin  = "/launcher/sync/"
	pathPrelogin2 = "/qe/sync/"
	pathLogin     = "/accounts/login/"
	pathChallenge = "/challenge/"

	pathTwoFactor    = "/accounts/two_factor_login/"
	pathTwoFactorSMS = "/accounts/send_two_factor_login_sms/"

	pathInbox        = "/direct_v2/inbox/"
	pathPendingInbox = "/direct_v2/pending_inbox/"
	pathThreads      = "/direct_v2/threads/"
	pathMedia        = "/media/"
	pathUsers        = "/users/"
	pathCurrentUser  = "/accounts/current_user/"
	pathStories      = "/feed/user/"
	pathConfigure    = "/media/configure_to_story/"

	// These are at the host's root.
	pathPhotoUpload = "/rupload_igphoto/"
	pathVideoUpload = "/rupload_igvideo/"
)

// networkSites are where the addresses of stories lead.
func networkSites() []string { return []string{"www.instagram.com", "instagram.com"} }

// mediaDomains are those whose hosts serve the files of media.
func mediaDomains() []string { return []string{"cdninstagram.com", "fbcdn.net"} }

// StoryPermalink returns the address of a story at the network that the client calls.
func StoryPermalink(c *Client, username, mediaID string) string {
	site := "https://www.instagram.com"
	if sandbox, found := strings.CutSuffix(c.caller.base(), sandboxPath); found {
		site = sandbox + "/www-ig"
	}
	return site + "/stories/" + username + "/" + mediaID + "/"
}

// The headers that carry a session.
const (
	headerSetAuthorization = "Ig-Set-Authorization"
	headerSetMID           = "Ig-Set-X-Mid"
	headerSetClaim         = "X-Ig-Set-Www-Claim"
	headerSetRUR           = "Ig-Set-Ig-U-Rur"
	headerSetUserID        = "Ig-Set-Ig-U-Ds-User-Id"
	headerKeyID            = "Ig-Set-Password-Encryption-Key-Id"
	headerPublicKey        = "Ig-Set-Password-Encryption-Pub-Key"
	// loggedOut is the authorization of a session that has ended.
	loggedOut = "Bearer IGT:2:"
)

// The words of the network's refusals.
const (
	typeBadPassword = "bad_password"
	typeInvalidUser = "invalid_user"
	typeTwoFactor   = "two_factor_required"
	typeChallenge   = "checkpoint_challenge_required"
	typeRateLimit   = "rate_limit_error"
	typeBlocked     = "sentry_block"
	typeUpgrade     = "needs_upgrade"
	typeOldApp      = "block_eu_user_login_in_old_app"
	typeWrongCode   = "sms_code_validation_code_invalid"
	typeOldCode     = "invalid_nonce"

	messageChallenge  = "challenge_required"
	messageCheckpoint = "checkpoint_required"
	messageLoggedOut  = "login_required"
	messageFeedback   = "feedback_required"
)

// Pieces of messages in prose, in lower case.
const (
	proseWait      = "wait a few minutes"
	proseCheckCode = "check the code"
	proseSecurity  = "check the security code"
	proseVersion   = "version"
	proseNotFound  = "not found"
	proseTranscode = "transcode not finished"
	proseMentioned = "mentioned you"
)

// proseOutdated are the words that, beside proseVersion, say that the app is too old.
func proseOutdated() []string {
	return []string{"too old", "out of date", "unsupported", "no longer supported", "update", "upgrade"}
}

// proseExpired are the words that say of a mention that its story has ended.
func proseExpired() []string { return []string{"unavailable", "no longer available", "expired"} }

// manualAddresses are parts of the addresses of challenges that ask for no code.
func manualAddresses() []string { return []string{"/suspended/", "/auth_platform/", "bloks"} }

// The steps of a challenge.
const (
	stepSelect = "select_verify_method"
	stepReview = "delta_login_review"
	// The names of steps that wait for a code begin with it.
	stepVerify  = "verify_"
	actionClose = "close"

	choiceSMS   = "0"
	choiceEmail = "1"
	choiceMyOwn = "0"
)

// What an upload and the story made of it say of themselves.
const (
	headerUploadParams = "X-Instagram-Rupload-Params"
	retryContext       = `{"num_step_auto_retry":0,"num_reupload":0,"num_step_manual_retry":0}`
	imageCompression   = `{"lib_name":"moz","lib_version":"3.1.m","quality":"80"}`
	sourceCamera       = "3"
	sourceLibrary      = "4"
	configureMode      = "1"
	tapDisplay         = "mention_username"
	tapState           = "mention_text"
	// The area of a mention, as fractions of the frame.
	tapWidth  = 0.64
	tapHeight = 0.125
)

func inboxQuery() url.Values {
	return url.Values{
		"visual_message_return_type": {"unseen"}, "persistentBadging": {"true"}, "thread_message_limit": {"10"}, "limit": {"20"},
	}
}

// How a page that is not the first one is asked for.
const (
	paramCursor    = "cursor"
	paramDirection = "direction"
	directionOlder = "older"
)

func olderQuery(cursor string) url.Values {
	return url.Values{
		"visual_message_return_type": {"unseen"}, "limit": {"20"}, paramCursor: {cursor}, paramDirection: {directionOlder},
	}
}

func deviceInfo() map[string]any {
	return map[string]any{"manufacturer": "Google", "model": "Pixel 8 Pro", "android_version": 34, "android_release": "14"}
}

// The version of the network's app that this client claims to be, the number of that version for
// this device, and the id of its screens. The three belong together: never change only one of them.
//
// They are what instagrapi, an open-source client with many users, has sent since its change of
// 2026-09-12 (its pull request 2792), read on 2026-11-22. The version before, 428.0.0.47.67, was
// answered needs_upgrade from August 2026 on (its issues 2773 and 2791); this one was answered the
// same to one user on 2026-09-19 (2807). So nobody knows for long which versions the network takes
// for a login. A session that is imported does not depend on it.
const (
	AppVersion   = "446.0.0.49.77"
	versionCode  = "385211303"
	bloksVersion = "935a519904e9017324cdedb64a283a3c2c1a3d5b0bbc698b451f5aef72cc11df"
)
