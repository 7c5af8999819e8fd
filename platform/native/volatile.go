package native

import "fmt"

// AppVersion is the version of the network's app that this client speaks as; versionCode belongs to it, and
// bloksVersion to its screens.
const (
	AppVersion   = "428.0.0.47.67"
	versionCode  = "961145276"
	bloksVersion = "ce555e5500576acd8e84a66018f54a05720f2dce29f0bb5a1f97f0c10d6fac48"
)

// What every call carries besides.
const (
	liveBase     = "https://i.instagram.com/api/v1"
	sandboxPath  = "/native/api/v1"
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
	pathLogin     = "/accounts/login/"
	pathChallenge = "/challenge/"
)

// The headers by which a session goes to and fro.
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

	messageChallenge  = "challenge_required"
	messageCheckpoint = "checkpoint_required"
	messageLoggedOut  = "login_required"
)

// Pieces of messages in prose, in lower case.
const (
	proseWait      = "wait a few minutes"
	proseCheckCode = "check the code"
	proseVersion   = "version"
)

// proseOutdated are the words that, beside proseVersion, say that the app is too old.
func proseOutdated() []string {
	return []string{"too old", "unsupported", "no longer supported", "update", "upgrade"}
}

// manualAddresses are pieces of a challenge's address that lead to where no code is asked for.
func manualAddresses() []string { return []string{"/suspended/", "/auth_platform/", "bloks"} }

// The steps of a challenge.
const (
	stepSelect = "select_verify_method"
	stepReview = "delta_login_review"
	// Steps that wait for a code begin so.
	stepVerify  = "verify_"
	actionClose = "close"

	choiceSMS   = "0"
	choiceEmail = "1"
	choiceMyOwn = "0"
)
