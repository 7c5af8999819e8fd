package cloudflaretest

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"net/http"
	"strings"
)

// Fault is what goes wrong with a call. The first one that fits a call is used, and used up.
type Fault struct {
	// Method and Path say which calls it fits: the method, if set, and a part of the path below the
	// base, if set.
	Method, Path string
	// Skip is how many such calls go well before; Times how many fail, 0 for one and below 0 for
	// all.
	Skip, Times int

	// Until, if set, holds the call until it is closed or the caller gives up.
	Until <-chan struct{}
	// Commit makes the call take effect before the fault shows.
	Commit bool

	// Status, Code and Message are answered in the place of the call's answer, if Status is set;
	// with Header, if set.
	Status, Code int
	Message      string
	Header       http.Header
	// HTML answers a web page with the Status, or 200, and Body, if set, these bytes with the
	// Status, or 200.
	HTML bool
	Body []byte

	// Lose ends the connection in the place of an answer; Cut ends it amid the answer; Drip sends
	// one byte of it and then nothing, until the caller gives up; Endless sends more and more.
	Lose, Cut, Drip, Endless bool
}

const webPage = "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><h1>Welcome to the hotel</h1></body></html>\n"

// faultFor returns the fault that the call has, nil for none.
func faultFor(faults []*Fault, r *http.Request) *Fault {
	path := strings.TrimPrefix(r.URL.EscapedPath(), prefix)
	for _, f := range faults {
		if (f.Method != "" && f.Method != r.Method) || !strings.Contains(path, f.Path) || f.Times == 0 {
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

// held waits as long as the fault asks for. It reports whether the caller is still waiting too.
func (f *Fault) held(ctx context.Context) bool {
	if f == nil || f.Until == nil {
		return true
	}
	select {
	case <-f.Until:
		return true
	case <-ctx.Done():
		return false
	}
}

// acts reports whether the call takes effect.
func (f *Fault) acts() bool {
	return f == nil || f.Commit || (f.Status == 0 && !f.HTML && f.Body == nil && !f.Lose)
}

// silent reports whether there is no answer.
func (f *Fault) silent() bool { return f != nil && f.Lose }

// instead returns what is answered in the place of a.
func (f *Fault) instead(a answer) answer {
	if f == nil {
		return a
	}
	status := cmp.Or(f.Status, http.StatusOK)
	switch {
	case f.HTML:
		a = answer{status: status, contentType: "text/html; charset=UTF-8", body: []byte(webPage)}
	case f.Body != nil:
		a = answer{status: status, contentType: "application/json", body: f.Body}
	case f.Status != 0:
		a = refusal(f.Status, f.Code, f.Message)
	}
	if f.Header != nil {
		a.header = f.Header
	}
	return a
}

// write sends the answer, as far as the fault lets it.
func (f *Fault) write(w http.ResponseWriter, r *http.Request, a answer) {
	if f.silent() {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), a.header)
	w.Header().Set("Content-Type", a.contentType)
	w.WriteHeader(a.status)
	switch {
	case f != nil && f.Cut:
		_, _ = w.Write(a.body[:len(a.body)/2])
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	case f != nil && f.Drip:
		_, _ = w.Write(a.body[:min(1, len(a.body))])
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	case f != nil && f.Endless:
		endless(w)
	default:
		_, _ = w.Write(a.body)
	}
}

func endless(w http.ResponseWriter) {
	more := bytes.Repeat([]byte(" "), 64<<10)
	for {
		if _, err := w.Write(more); err != nil {
			return
		}
	}
}
