// Package apperror is the program's error for things that a client is told: a code of the
// contract's catalogue (contract 7) and a message that is safe to show.
//
// Every other error is an internal one: its text goes to the log, and the client gets
// INTERNAL_ERROR. The catalogue is one table, Catalog, from which HTTP statuses, the OpenAPI
// document and the page of errors are made.
package apperror

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Error is an error with a code of the contract.
type Error struct {
	Code Code
	// Message is shown to the client: it names no internals and no secrets.
	Message string
	// Plain is the message for users of the interface, without the operations of v1. It is empty
	// when Message names none.
	Plain string
	// RetryAfter is how long the client must wait, for RATE_LIMITED; zero otherwise.
	RetryAfter time.Duration
	// Details are the message in its parts, which an operation may answer with; nil as a rule.
	Details any
	cause   error
}

// New returns an error with a formatted message.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Wrap returns an error whose cause is for the log alone.
func Wrap(code Code, cause error, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), cause: cause}
}

// InPlain returns e with a message for users of the interface.
func (e *Error) InPlain(format string, args ...any) *Error {
	e.Plain = fmt.Sprintf(format, args...)
	return e
}

// ForPeople returns err with the message that is for people, who call no operations of v1. It is
// for the operations of the interface.
func ForPeople(err error) error {
	e := From(err)
	if e == nil || e.Plain == "" {
		return err
	}
	plain := *e
	plain.Message, plain.cause = e.Plain, err
	return &plain
}

// Error returns the code, the message and the cause, for logs. Of a message and a cause that repeat
// each other it returns the longer one.
func (e *Error) Error() string {
	text := e.Message
	if e.cause != nil {
		switch cause := strings.TrimPrefix(e.cause.Error(), string(e.Code)+": "); {
		case strings.Contains(cause, text):
			text = cause
		case !strings.Contains(text, cause):
			text += ": " + cause
		}
	}
	return string(e.Code) + ": " + text
}

// Unwrap returns the cause, or nil.
func (e *Error) Unwrap() error { return e.cause }

// From returns the first Error in err's chain, and nil when there is none.
func From(err error) *Error {
	e, _ := errors.AsType[*Error](err)
	return e
}

// CodeOf returns the code of the first Error in err's chain, INTERNAL_ERROR for any other error and
// "" for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	if e := From(err); e != nil {
		return e.Code
	}
	return InternalError
}

// Sentence makes a sentence of a message. One that begins with a name, such as that of an account,
// begins with it as it is.
func Sentence(message string) string {
	message = strings.TrimSpace(message)
	if message == "" {
		return ""
	}
	if word, _, _ := strings.Cut(message, " "); !strings.ContainsAny(strings.TrimRight(word, ".,:;"), "._") {
		first, size := utf8.DecodeRuneInString(message)
		message = string(unicode.ToUpper(first)) + message[size:]
	}
	if last, _ := utf8.DecodeLastRuneInString(message); !strings.ContainsRune(".!?…", last) {
		message += "."
	}
	return message
}
