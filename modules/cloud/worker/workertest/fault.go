package workertest

import (
	"net/http"
	"strings"
)

// Fault is what goes wrong with a request on its way to a worker. The first one that fits a request
// applies to it, and counts as used.
type Fault struct {
	// Method and Path say which requests it fits: the method, if set, and a part of the path, if
	// set.
	Method, Path string
	// Skip is how many such requests go well before; Times how many fail, 0 for one and below 0 for
	// all.
	Skip, Times int

	// Reached, if set, is called when such a request has come.
	Reached func()
	// Until, if set, holds the request until it is closed. The request then arrives, even when its
	// caller has given up. ReplyUntil holds the answer.
	Until, ReplyUntil <-chan struct{}

	// Drop ends the connection before the worker gets the request. Lose ends it after the worker
	// has done what the request says, and before the answer.
	Drop, Lose bool
	// Status is the answer instead of the worker's, with an HTML page or with Body. The worker gets
	// the request only when Commit is set.
	Status int
	Commit bool
	Body   []byte
	// Having, if set, says of what the worker answered whether the fault befalls it. Another answer
	// arrives, and uses nothing up: Times and Reached count those alone that it befalls. It is for
	// faults at which the worker gets the request.
	Having func(body []byte) bool
	// Edit, if set, changes what the worker answered.
	Edit func(body []byte) []byte
}

// take returns the first of the faults that fits a request, and uses it up, unless the answer says
// whether it befalls the request. It returns nil for none.
func take(faults []*Fault, in received) *Fault {
	for _, f := range faults {
		if (f.Method != "" && f.Method != in.method) || !strings.Contains(in.path, f.Path) || f.Times == 0 {
			continue
		}
		if f.Skip > 0 {
			f.Skip--
			continue
		}
		if f.Having == nil {
			f.use()
		}
		return f
	}
	return nil
}

func (f *Fault) use() {
	if f.Times > 0 {
		f.Times--
	}
}

// befalls reports whether the fault befalls an answer of the worker, and uses it up. The caller has
// made sure that Having is set.
func (f *Fault) befalls(out answer, ok bool) bool {
	if !ok || f.Times == 0 || !f.Having(out.body) {
		return false
	}
	f.use()
	return true
}

// reach calls Reached, unless the answer says whether the fault befalls the request, and returns
// the channel that holds the request.
func (f *Fault) reach() <-chan struct{} {
	if f == nil {
		return nil
	}
	if f.Having == nil {
		f.tell()
	}
	return f.Until
}

// tell calls Reached, if it is set.
func (f *Fault) tell() {
	if f.Reached != nil {
		f.Reached()
	}
}

func (f *Fault) reply() <-chan struct{} {
	if f == nil {
		return nil
	}
	return f.ReplyUntil
}

// acts reports whether the worker gets the request.
func (f *Fault) acts() bool {
	return f == nil || f.Commit || (!f.Drop && f.Status == 0)
}

// instead returns what the caller gets instead of the worker's answer, and false for no answer.
func (f *Fault) instead(out answer, ok bool) (answer, bool) {
	switch {
	case f == nil:
	case f.Drop || f.Lose:
		return out, false
	case f.Status != 0 && f.Body != nil:
		return answer{status: f.Status, header: typed("application/json"), body: f.Body}, true
	case f.Status != 0:
		page := "<!DOCTYPE html>\n<html><head><title>" + http.StatusText(f.Status) + "</title></head><body>a proxy's page</body></html>\n"
		return answer{status: f.Status, header: typed("text/html; charset=UTF-8"), body: []byte(page)}, true
	case f.Edit != nil && ok:
		out.body = f.Edit(out.body)
		out.header.Del("Content-Length")
	}
	return out, ok
}
