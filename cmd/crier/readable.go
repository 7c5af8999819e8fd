package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/loopback"
)

// readableError is what the service says of a request that it did not fulfil, as a person reads it.
type readableError struct {
	message string
	code    apperror.Code
}

func (e readableError) Error() string { return e.message }

// readable takes the code off an error for a person. An argument that is wrong
// is a mistake in the call.
func readable(err error) error {
	known := apperror.From(err)
	if known == nil {
		return err
	}
	readable := readableError{inCommands(known.Message), known.Code}
	if isOfTheCall(known.Code) {
		return usageError{readable}
	}
	return readable
}

// isOfTheCall reports whether a code says that what was asked for can never be done so.
func isOfTheCall(code apperror.Code) bool {
	return slices.Contains([]apperror.Code{
		apperror.ValidationError, apperror.InvalidSchedule, apperror.InvalidTags, apperror.InvalidMentions, apperror.InvalidCollaborators,
		apperror.InvalidCrossPost, apperror.InvalidMediaType, apperror.InvalidCarousel,
	}, code)
}

// Codes of errors that are not the service's.
const (
	codeUsage      = "USAGE"
	codeFailed     = "FAILED"
	codeNotRunning = "NOT_RUNNING"
)

// errorReport is an error as JSON, in the shape that the service gives its own.
type errorReport struct {
	Error string `json:"error"`
	// Code is the service's, or one of those above.
	Code     string `json:"code"`
	ExitCode int    `json:"exitCode"`
}

func reportOf(err error, exit int) errorReport {
	code := codeFailed
	var readable readableError
	switch {
	case errors.As(err, &readable):
		code = string(readable.code)
	case errors.Is(err, errNotRunning):
		code = codeNotRunning
	case exit == exitUsage:
		code = codeUsage
	}
	return errorReport{Error: onOneSentence(err), Code: code, ExitCode: exit}
}

// onOneSentence joins the lines of an error.
func onOneSentence(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// withHint says what to do about what keeps the service from starting.
func withHint(err error) error {
	if errors.Is(err, database.ErrNotLost) {
		return usageError{err}
	}
	if database.DiskFull(err) {
		return fmt.Errorf("the disk is full, and Crier cannot start without some room in its data folder: delete something that you do not need, and start again (%w)", err)
	}
	if errors.Is(err, loopback.ErrPortInUse) {
		return fmt.Errorf("%w; stop the program that has it, or choose another with --port", err)
	}
	return err
}
