package native

import (
	"net/http"
	"slices"
	"strings"
)

const (
	statusOK   = "ok"
	statusFail = "fail"
)

// classOf returns what an answer means, and "" for a success.
func classOf(op string, status int, a *wireAnswer) Class {
	switch {
	case status == http.StatusOK && a.Status == statusOK:
		return ""
	case bool(a.TwoFactorRequired), a.ErrorType == typeTwoFactor, a.TwoStepContext != "":
		return TwoFactor
	case isRateLimit(status, a):
		return RateLimited
	case op == OpTwoFactor && a.ErrorType == typeOldCode:
		return LoggedOut
	case op == OpTwoFactor && (a.ErrorType == typeWrongCode || says(a.Message, proseSecurity)), op == OpChallenge && isWrongCode(a):
		return WrongCode
	case isChallenge(a):
		return classOfChallenge(a)
	case a.CheckpointURL != "", a.Message == messageCheckpoint:
		return Manual
	case a.Message == messageLoggedOut:
		return LoggedOut
	case bool(a.InvalidCredentials), a.ErrorType == typeBadPassword, a.ErrorType == typeInvalidUser:
		return BadCredentials
	case a.Message == messageFeedback, bool(a.Spam):
		return ActionBlocked
	case op == OpConfigure && isStillWorkedOn(status, a):
		return NotReady
	case isOfThing(op) && (status == http.StatusNotFound || says(a.Message, proseNotFound)):
		return NotFound
	case isTooOld(a):
		return AppTooOld
	case op == OpChallenge && status == http.StatusNotFound:
		return LoggedOut
	case status >= http.StatusInternalServerError, !saysNo(op, status, a):
		return Transport
	}
	return Refused
}

// isStillWorkedOn reports whether the network says that the video is not ready. A 202 that says no
// failure may be a story that becomes visible later: nothing is known of it then.
func isStillWorkedOn(status int, a *wireAnswer) bool {
	return says(a.Message, proseTranscode) || status == http.StatusAccepted && a.Status == statusFail
}

// saysNo reports whether the network itself has refused, and not something on the way to it, such
// as a proxy. A call that changes something counts as refused only when the network says so in
// words of its own that are not those of a success: otherwise it may have taken effect.
func saysNo(op string, status int, a *wireAnswer) bool {
	failed := status >= http.StatusBadRequest
	if op == OpConfigure {
		return a.Status == statusFail || failed && a.Message != ""
	}
	return a.Status == statusFail || failed || a.Message != ""
}

// isOfThing reports whether a call is about one user, one media or one conversation.
func isOfThing(op string) bool {
	return op == OpMedia || op == OpUser || op == OpThread
}

func isRateLimit(status int, a *wireAnswer) bool {
	return status == http.StatusTooManyRequests || a.ErrorType == typeRateLimit || a.ErrorType == typeBlocked ||
		says(a.Message, proseWait)
}

func isWrongCode(a *wireAnswer) bool {
	return a.Challenge != nil && len(a.Challenge.Errors) > 0 && a.Challenge.APIPath == "" || says(a.Message, proseCheckCode)
}

func isChallenge(a *wireAnswer) bool {
	return a.Challenge != nil || a.Message == messageChallenge || a.ErrorType == typeChallenge
}

// classOfChallenge tells a challenge that a code can solve from one that only the user can solve.
func classOfChallenge(a *wireAnswer) Class {
	if a.Challenge == nil || !isChallengePath(string(a.Challenge.APIPath)) {
		return Manual
	}
	isManual := func(piece string) bool { return says(a.Challenge.URL, piece) }
	if slices.ContainsFunc(manualAddresses(), isManual) {
		return Manual
	}
	return ChallengeRequired
}

// isChallengePath reports whether a path that the network gives is that of a challenge, and of
// nothing else.
func isChallengePath(path string) bool {
	rest, found := strings.CutPrefix(path, pathChallenge)
	parts := strings.Split(strings.TrimSuffix(rest, "/"), "/")
	const maxPath = 256
	if !found || len(parts) != 2 || len(path) > maxPath {
		return false
	}
	return !slices.ContainsFunc(parts, func(part string) bool {
		return part == "" || strings.ContainsFunc(part, func(r rune) bool {
			return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
		})
	})
}

func isTooOld(a *wireAnswer) bool {
	if a.ErrorType == typeUpgrade || a.ErrorType == typeOldApp {
		return true
	}
	message := strings.ToLower(string(a.Message))
	return strings.Contains(message, proseVersion) &&
		slices.ContainsFunc(proseOutdated(), func(word string) bool { return strings.Contains(message, word) })
}

func says(t text, piece string) bool { return strings.Contains(strings.ToLower(string(t)), piece) }
