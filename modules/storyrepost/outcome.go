package storyrepost

import (
	"errors"
	"fmt"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/native"
	"crier/platform/wiretime"
)

// refusal ends a record, or puts it back, because of the story or of the configuration.
type refusal struct {
	to     Status
	reason string
}

func (r *refusal) Error() string { return "storyrepost: " + r.reason }

func refuse(to Status, format string, args ...any) error {
	return &refusal{to, fmt.Sprintf(format, args...)}
}

// isExplained reports whether an error is about a record that says it.
func isExplained(err error) bool {
	_, isRefusal := errors.AsType[*refusal](err)
	_, isCall := errors.AsType[callError](err)
	return isRefusal || isCall || apperror.From(err) != nil
}

// maxAttempts is how often a repost by itself is begun whose failure may pass.
const maxAttempts = 3

// outcomeOf says what becomes of a record whose work has ended with err, and reports false for an
// error of Crier's own. It is asked before there is a post. Stories have gone that were to be seen
// until the instant gone.
//
//	the story has gone, or says so                     EXPIRED
//	gone before its time, not to be fetched, no story  SKIPPED
//	the network limits calls, or does not answer       PENDING for a repost by itself, else FAILED
//	the file does not fit, the account cannot publish  FAILED
func outcomeOf(err error, r *RepostRecord, gone wiretime.Time) (outcome *refusal, known bool) {
	if v, ok := errors.AsType[*refusal](err); ok {
		return v, true
	}
	e, isNative := errors.AsType[*native.Error](err)
	switch {
	case isNative && e.Class == native.NotFound:
		return missing(r, gone), true
	case isNative && (e.Class == native.Unsafe || e.Class == native.TooLarge):
		return &refusal{Skipped, "the story's file cannot be fetched: " + e.Message}, true
	case isNative && e.Op == native.OpMedia && e.HTTPStatus == http.StatusOK && errors.Is(e, native.ErrMalformed):
		return &refusal{Skipped, "the network tells of the story in a way that cannot be read"}, true
	}
	switch code := apperror.CodeOf(err); {
	case code == apperror.MediaInvalid:
		return &refusal{Failed, apperror.From(err).Message}, true
	case isNative || code != apperror.InternalError:
		return again(r, reasonOf(err)), true
	}
	return again(r, reasonOf(err)), false
}

// missing is of a story that the network shows no more.
func missing(r *RepostRecord, gone wiretime.Time) *refusal {
	if r.isExpired(gone) {
		return &refusal{Expired, reasonExpired}
	}
	return &refusal{Skipped, "the network does not show the story any more: it was deleted, or its author's account is private"}
}

// again puts back what goes by itself, a few times.
func again(r *RepostRecord, reason string) *refusal {
	if r.IsAutomatic && r.Attempts < maxAttempts {
		return &refusal{Pending, reason}
	}
	return &refusal{Failed, reason}
}
