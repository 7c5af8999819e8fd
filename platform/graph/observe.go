package graph

import (
	"errors"
	"time"
)

// Call is one HTTP call as it went: no token, no parameters.
type Call struct {
	// Op is one of the Op constants.
	Op     string
	Method string
	// Path is the URL's path, with the version.
	Path     string
	At       time.Time
	Duration time.Duration
	// HTTPStatus is 0 when no answer came.
	HTTPStatus int
	// Code, Subcode and TraceID are those of the network's error, if it gave one.
	Code, Subcode int
	TraceID       string
	Usage         Usage
	// Err is what the call's method returns for it, nil on success.
	Err error
}

func (x *exchange) report(err error) {
	if x.client.observe == nil {
		return
	}
	call := Call{
		Op: x.op, Method: x.method, Path: x.url.Path, At: x.started, Duration: x.client.clock.Now().Sub(x.started),
		HTTPStatus: x.status, Usage: x.usage, Err: err,
	}
	if e, ok := errors.AsType[*Error](err); ok {
		call.Code, call.Subcode, call.TraceID = e.Code, e.Subcode, e.TraceID
	}
	x.client.observe(call)
}
