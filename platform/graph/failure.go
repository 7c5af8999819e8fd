package graph

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"crier/platform/httpclient"
)

// refusal returns the network's error in the answer; nil if the answer is a success that remains to
// be read.
func (x *exchange) refusal(body []byte) *Error {
	ok := x.isSuccess()
	if httpclient.IsForeign(x.status, body) {
		return x.foreign()
	}
	var env envelope
	if err := httpclient.Unmarshal(body, &env); err != nil && (ok || x.login != nil) {
		return x.malformed(x.unreadable(err))
	} else if err != nil {
		return x.foreign()
	}
	if refusal := x.loginRefusal(body); refusal != nil {
		return refusal
	}
	switch {
	case env.Debug != nil:
		return x.notTaken(*env.Debug)
	case env.Error == nil && ok:
		return nil
	case env.Error == nil:
		return x.foreign() // Neither a success nor an error.
	case env.Error.Code == 0:
		return x.malformed("an error without a code: " + env.Error.Message)
	}
	return x.refused(*env.Error, ok)
}

func (x *exchange) refused(w wireError, ok bool) *Error {
	e := x.failure()
	e.Code, e.Subcode, e.Transient = int(w.Code), int(w.Subcode), bool(w.Transient)
	e.Type, e.Message, e.TraceID = x.clean(w.Type), x.clean(w.Message), x.clean(w.TraceID)
	e.UserTitle, e.UserMessage = x.clean(w.UserTitle), x.clean(w.UserMessage)
	e.obey(ruleFor(e.Code, e.Subcode, x.side(), e.Transient, x.status), x.side())
	// A write may have taken effect all the same when its error comes with a success status, or
	// from a server that failed.
	e.unsure = e.unsure || (x.side() == OnWrite && (ok || x.status >= http.StatusInternalServerError))
	return e
}

func (x *exchange) isSuccess() bool {
	return x.status >= http.StatusOK && x.status < http.StatusMultipleChoices
}

// foreign returns the error for an answer that is not the network's. Its date is not the network's
// time then, and its header no word about limits. One of too many requests is a limit all the same,
// set by anybody.
func (x *exchange) foreign() *Error {
	e := x.malformed("it is not the network's")
	if e.Class == Retry {
		e.cause, e.RetryAfter = httpclient.Foreign(x.status, ErrMalformed), 0
		e.Meaning = e.cause.Error()
		x.date, x.usage, x.odd = time.Time{}, Usage{}, nil
	}
	return e
}

// malformed returns the error for an answer that is not as the network documents it.
func (x *exchange) malformed(why string) *Error {
	e := x.failure()
	e.Meaning = fmt.Sprintf("%s: %s", ErrMalformed, x.clean(why))
	e.cause = ErrMalformed
	if x.status == http.StatusTooManyRequests {
		e.Class = Wait
	}
	return e
}

// broken returns the error for an exchange that ended before its answer was whole.
func (x *exchange) broken(err error) *Error {
	e := x.failure()
	if x.bytes != nil && x.bytes.stalled.Load() {
		err = errStalled
	}
	e.Meaning, e.cause = x.clean(plainly(err)), err
	e.notSent = x.trace.NotSent()
	e.unsure = e.unsure && !e.notSent
	return e
}

// plainly describes a failure of the transport without the words of Go's net package: why there was
// no connection, and to which host.
func plainly(err error) string {
	dialed, ok := errors.AsType[*net.OpError](err)
	to := ""
	if ok && dialed.Op == "proxyconnect" {
		to = "the proxy "
		dialed, ok = errors.AsType[*net.OpError](dialed.Err)
	}
	if !ok || dialed.Op != "dial" || dialed.Err == nil {
		return err.Error()
	}
	if unknown, ok := errors.AsType[*net.DNSError](err); ok {
		return fmt.Sprintf("the name %s could not be looked up: %s", unknown.Name, unknown.Err)
	}
	reason := dialed.Err
	if refused, ok := errors.AsType[*os.SyscallError](reason); ok {
		reason = refused.Err
	}
	if dialed.Addr == nil {
		return "no connection: " + reason.Error()
	}
	return fmt.Sprintf("no connection to %s%s: %s", to, dialed.Addr, reason)
}

// failure returns what every error of the exchange has: a write may have taken effect unless
// something says otherwise.
func (x *exchange) failure() *Error {
	return &Error{
		Op: x.op, Host: x.url.Host, HTTPStatus: x.status, Class: Retry, RetryAfter: x.usage.Regain, unsure: x.side() == OnWrite,
	}
}

func (x *exchange) isOpen() bool { return x.login != nil && x.login.open }

// clean is the package's clean, which also cuts out the secrets of the call.
func (x *exchange) clean(s string) string {
	if x.login != nil {
		for _, secret := range x.login.secrets {
			s = hide(s, secret.Reveal())
		}
	}
	return clean(s, x.account.Token)
}

// unreadable says why an answer could not be read. The words of the decoder repeat pieces of it.
func (x *exchange) unreadable(err error) string {
	if x.login != nil {
		return "not of the form that was expected"
	}
	return err.Error()
}

// loginRefusal returns the error in an answer of api.instagram.com, nil if it holds none of that
// form.
func (x *exchange) loginRefusal(body []byte) *Error {
	if x.login == nil {
		return nil
	}
	var plain plainRefusal
	if err := httpclient.Unmarshal(body, &plain); err != nil || plain.Type == "" && plain.Message == "" {
		return nil //nolint:nilerr // It is an answer of another form.
	}
	e := x.failure()
	e.Code, e.Type, e.Message = int(plain.Code), x.clean(plain.Type), x.clean(plain.Message)
	e.Class, e.Meaning, e.unsure = Permanent, "the login was refused", false
	if x.status >= http.StatusInternalServerError {
		e.Class, e.Meaning = Retry, "the login failed at the network"
	}
	return e
}

// notTaken returns the error of the host that takes bytes. An upload can always continue where the
// network says that it ended. So no such error leaves the outcome unknown.
func (x *exchange) notTaken(w wireDebug) *Error {
	e := x.failure()
	e.unsure = false
	e.Type, e.Message, e.Transient = clean(w.Type, x.account.Token), clean(w.Message, x.account.Token), bool(w.Retriable)
	switch {
	case w.Type == wrongOffset:
		e.Class, e.cause, e.Meaning = Retry, ErrOffset, ErrOffset.Error()
	case w.Type == partialRequest:
		e.Class, e.cause, e.Meaning = Retry, ErrPartial, ErrPartial.Error()
	case bool(w.Retriable):
		e.Class, e.Meaning = Retry, "the upload failed"
	default:
		e.Class, e.Tries, e.Then, e.Meaning = NewContainer, 1, Permanent, "the upload was refused"
	}
	return e
}

// plainRefusal is how api.instagram.com words an error.
type plainRefusal struct {
	Type    string  `json:"error_type"`
	Code    integer `json:"code"`
	Message string  `json:"error_message"`
}

// The kinds of an upload's error.
const (
	wrongOffset    = "OffsetInvalidError"
	partialRequest = "PartialRequestError"
)
