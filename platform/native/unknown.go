package native

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"crier/platform/httpclient"

	"github.com/go-json-experiment/json/jsontext"
)

// knownTypes are the types of error that classOf, or a caller's user, knows what to do about.
func knownTypes() []text {
	return []text{
		"", typeBadPassword, typeInvalidUser, typeTwoFactor, typeChallenge, typeRateLimit, typeBlocked,
		typeUpgrade, typeOldApp, typeWrongCode, typeOldCode,
	}
}

// unknownIn names what of an answer of the class is not known here. Members are not named, because
// the app API's answers are full of members that nothing is read from.
func (a *answered) unknownIn(op string, status int, class Class) (found []string) {
	found = httpclient.Announcements(a.header)
	if !slices.Contains([]text{"", statusOK, statusFail}, a.Status) {
		found = append(found, "the status "+string(a.Status))
	}
	switch {
	case !slices.Contains(knownTypes(), a.ErrorType):
		found = append(found, "the type of error "+string(a.ErrorType))
	case class == Refused && a.Message != "":
		found = append(found, "the refusal "+string(a.Message))
	case class == NotReady && a.Message != "" && !says(a.Message, proseTranscode):
		found = append(found, "the state "+string(a.Message))
	case class == NotReady && a.Message == "":
		found = append(found, fmt.Sprintf("the state HTTP %d without words", status))
	case class == Transport && status < http.StatusMultipleChoices && a.Status == statusOK:
		found = append(found, fmt.Sprintf("the success HTTP %d", status))
	case class == Transport && status < http.StatusMultipleChoices && a.Status == "" && a.Message != "":
		found = append(found, "the answer "+string(a.Message))
	case (class == Transport || class == Refused) && status >= http.StatusBadRequest && status < http.StatusInternalServerError && a.isWordless():
		found = append(found, fmt.Sprintf("HTTP %d without words", status))
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

// isWordless reports whether an answer says neither how the call ended nor why.
func (a *answered) isWordless() bool { return a.Status == "" && a.Message == "" && a.ErrorType == "" }

// otherForm is what is reported about an answer that is an object whose members have other types
// than the known ones.
const otherForm = "an answer of another form"

// tellOtherForm tells the observers of a body that could not be read although it is an object.
func (c *caller) tellOtherForm(ctx context.Context, r request, status int, body []byte) {
	if value := jsontext.Value(body); value.Kind() == '{' && value.IsValid() {
		c.tellUnknown(ctx, r, status, otherForm)
	}
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
