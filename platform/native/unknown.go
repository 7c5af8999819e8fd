package native

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"crier/platform/httpclient"
)

// knownTypes are the types of error that classOf, or a caller's user, knows what to do about.
func knownTypes() []text {
	return []text{
		"", typeBadPassword, typeInvalidUser, typeTwoFactor, typeChallenge, typeRateLimit, typeBlocked,
		typeUpgrade, typeOldApp,
	}
}

// unknownIn names what of an answer of the class is not known here. Members are not named, because
// the app API's answers are full of members that nothing is read from.
func (a *answered) unknownIn(op string, class Class) (found []string) {
	found = httpclient.Announcements(a.header)
	if !slices.Contains([]text{"", statusOK, statusFail}, a.Status) {
		found = append(found, "the status "+string(a.Status))
	}
	switch {
	case !slices.Contains(knownTypes(), a.ErrorType):
		found = append(found, "the type of error "+string(a.ErrorType))
	case class == Refused && a.Message != "":
		found = append(found, "the refusal "+string(a.Message))
	}
	if op != OpChallenge {
		return found
	}
	if !isKnownStep(string(a.StepName)) {
		found = append(found, "the step "+string(a.StepName))
	}
	if a.Action != "" && a.Action != actionClose {
		found = append(found, "the action "+string(a.Action))
	}
	return found
}

// isKnownStep reports whether a step of a challenge is one that is answered here.
func isKnownStep(name string) bool {
	return slices.Contains([]string{"", stepSelect, stepReview}, name) ||
		strings.HasPrefix(name, stepVerify)
}

// tellUnknown tells the observers what of an answer is unknown here.
func (c *caller) tellUnknown(ctx context.Context, r request, status int, found ...string) {
	observe := httpclient.ObserverOf(ctx, c.unknown)
	if observe == nil || len(found) == 0 {
		return
	}
	observe(httpclient.Unknown{
		Op: r.op, What: clean(strings.Join(found, "; "), r.secrets...), Status: status, Path: clean(r.path),
	})
}

// malformed returns the error for a success that lacks what it must have, and tells the observers.
func (c *caller) malformed(ctx context.Context, r request, what string) *Error {
	c.tellUnknown(ctx, r, http.StatusOK, what)
	return r.malformed(what)
}
