package workertest

import (
	"net/http"
	"strings"
)

// Fault is what goes wrong with a request on its way to a worker. The first one that fits a request is used, and used up.
type Fault struct {
	// Method and Path say which requests it fits: the method, if set, and a part of the path, if set.
	Method, Path string
	// Skip is how many such requests go well before; Times how many fail, 0 for one and below 0 for all.
	Skip, Times int

	// Reached, if set, is called when such a request has come.
	Reached func()
	// Until, if set, holds the request until it is closed; it arrives then, though its caller may have given up. ReplyUntil
	// holds the answer.
	Until, ReplyUntil <-chan struct{}

	// Drop ends the connection, and the worker never hears of it; Lose ends it in the place of the answer to what was done.
	Drop, Lose bool
	// Status is answered in the place of the worker, which never hears of it unless Commit is set: with an HTML page, or with Body.
	Status int
	Commit bool
	Body   []byte
	// Edit, if set, changes what the worker answered.
	Edit func(body []byte) []byte
}

// Fault makes requests go wrong.
func (r *Runtime) Fault(f Fault) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if f.Times == 0 {
		f.Times = 1
	}
	r.faults = append(r.faults, &f)
}

// Heal ends all faults, also of KV; what they hold stays held.
func (r *Runtime) Heal() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faults, r.kvStatus = nil, 0
}

// faultFor returns the fault that the request has, nil for none.
func (r *Runtime) faultFor(in received) *Fault {
	for _, f := range r.faults {
		if (f.Method != "" && f.Method != in.method) || !strings.Contains(in.path, f.Path) || f.Times == 0 {
			continue
		}
		if f.Skip > 0 {
			f.Skip--
			continue
		}
		if f.Times > 0 {
			f.Times--
		}
		return f
	}
	return nil
}

// reach tells that a request has come, and returns what holds it.
func (f *Fault) reach() <-chan struct{} {
	if f == nil {
		return nil
	}
	if f.Reached != nil {
		f.Reached()
	}
	return f.Until
}

func (f *Fault) reply() <-chan struct{} {
	if f == nil {
		return nil
	}
	return f.ReplyUntil
}

// acts reports whether the worker hears of the request.
func (f *Fault) acts() bool {
	return f == nil || f.Commit || (!f.Drop && f.Status == 0)
}

// instead returns what the caller gets in the place of the worker's answer, and false for nothing.
func (f *Fault) instead(out answer, ok bool) (answer, bool) {
	switch {
	case f == nil:
	case f.Drop || f.Lose:
		return out, false
	case f.Status != 0 && f.Body != nil:
		return answer{status: f.Status, kind: "application/json", body: f.Body}, true
	case f.Status != 0:
		page := "<!DOCTYPE html>\n<html><head><title>" + http.StatusText(f.Status) + "</title></head><body>a proxy's page</body></html>\n"
		return answer{status: f.Status, kind: "text/html; charset=UTF-8", body: []byte(page)}, true
	case f.Edit != nil && ok:
		out.body = f.Edit(out.body)
	}
	return out, ok
}
