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

// isExplained reports whether the record holds the reason of an error already.
func isExplained(err error) bool {
	_, isRefusal := errors.AsType[*refusal](err)
	_, isCall := errors.AsType[callError](err)
	return isRefusal || isCall || apperror.From(err) != nil
}

// maxAttempts is how often an automatic repost is begun whose failure may be temporary.
const maxAttempts = 3

// outcomeOf returns what becomes of a record without a post whose work ended with err, and false
// for an error of Crier's own. Stories that were visible until the instant gone, or less long, have
// gone.
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
	case isNative && e.Op == native.OpMedia && !isOffline(e) && e.HTTPStatus == http.StatusOK && errors.Is(e, native.ErrMalformed):
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

// missing is the refusal for a story that the network no longer shows.
func missing(r *RepostRecord, gone wiretime.Time) *refusal {
	if r.isExpired(gone) {
		return &refusal{Expired, reasonExpired}
	}
	return &refusal{Skipped, "the network does not show the story any more: it was deleted, or its author's account is private"}
}

// again puts an automatic repost back, unless that has been begun maxAttempts times.
func again(r *RepostRecord, reason string) *refusal {
	if r.IsAutomatic && r.Attempts < maxAttempts {
		return &refusal{Pending, reason}
	}
	return &refusal{Failed, reason}
}
