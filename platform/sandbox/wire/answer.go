package wire

import (
	"fmt"
	"maps"
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Answer is the answer to a client: Body as JSON, or Raw as it is.
type Answer struct {
	Status int
	Body   any
	Raw    []byte
	// Err is the error that is sent in place of Body.
	Err *Error
	// Header has headers besides those of every answer.
	Header http.Header
	// Cut closes the connection instead of answering. Malformed sends only the first half of the
	// answer.
	Cut, Malformed bool
}

// OK is the answer 200 with a body.
func OK(body any) Answer { return Answer{Status: http.StatusOK, Body: body} }

// Failed is the network's answer with the error.
func Failed(e *Error) Answer { return Answer{Status: e.status(), Err: e} }

// Shown is the network's answer with the object, or with the error if there is one.
func Shown(o Object, e *Error) Answer {
	if e != nil {
		return Failed(e)
	}
	return OK(o)
}

// Send writes ans the way the network does. It panics with http.ErrAbortHandler for an answer with
// Cut.
func (c *Call) Send(w http.ResponseWriter, ans Answer) {
	if ans.Cut {
		panic(http.ErrAbortHandler)
	}
	body := c.encode(ans)
	if ans.Malformed {
		body = body[:len(body)/2]
	}
	c.setHeaders(w.Header(), ans)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(ans.Status)
	// The write fails only when the client has hung up.
	_, _ = w.Write(body)
}

func (c *Call) encode(ans Answer) []byte {
	if ans.Raw != nil {
		return ans.Raw
	}
	body := ans.Body
	if ans.Err != nil {
		body = ans.Err.body(c.TraceID)
	}
	b, err := json.Marshal(body, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		// All values of this package can be encoded.
		panic(err)
	}
	return escapeLikePHP(b)
}

// setHeaders sets the headers of every answer of the network.
func (c *Call) setHeaders(h http.Header, ans Answer) {
	h.Set("Content-Type", "application/json; charset=UTF-8")
	if ans.Raw != nil {
		h.Set("Content-Type", http.DetectContentType(ans.Raw))
	}
	h.Set("Cache-Control", "private, no-cache, no-store, must-revalidate")
	h.Set("Date", c.Date.Format(http.TimeFormat))
	maps.Copy(h, ans.Header)
	if c.Host == HostNative || c.Host == HostManifest {
		return
	}
	h.Set("Facebook-Api-Version", c.Version)
	h.Set("X-Fb-Trace-Id", c.TraceID)
	app, business, minutes := 1, 1, 0
	if ans.Err != nil {
		app, business, minutes = ans.Err.usage()
	}
	h.Set("X-App-Usage", usage{CallCount: app, TotalTime: 1, TotalCPUTime: 1}.String())
	if c.NodeAccount != "" {
		h.Set("X-Business-Use-Case-Usage", businessUsage(c.NodeAccount, business, minutes))
	}
}

// A call that is refused for its rate says that the allowance is used up, and for how many minutes.
const (
	usedUp       = 100
	regainWithin = 5
)

// usage is the used share of the app's allowance, in percent.
type usage struct{ CallCount, TotalTime, TotalCPUTime int }

// String returns the value of X-App-Usage.
func (u usage) String() string {
	return fmt.Sprintf(`{"call_count":%d,"total_time":%d,"total_cputime":%d}`, u.CallCount, u.TotalTime, u.TotalCPUTime)
}

func businessUsage(id string, percent, minutes int) string {
	return fmt.Sprintf(`{"%s":[{"type":"instagram","call_count":%d,"total_cputime":1,"total_time":1,"estimated_time_to_regain_access":%d}]}`,
		id, percent, minutes)
}

// usage returns the figures of the usage headers for the error: the app's percentage, the
// account's, and the minutes until the account may go on.
func (e *Error) usage() (app, business, minutes int) {
	switch e.Code {
	case codeAppLimit, codeUserLimit, codePageLimit, CodeCustomLimit:
		if e.Subcode == 0 {
			return usedUp, 1, 0
		}
	case codePagesLimit, codeAccountLimit:
		return 1, usedUp, regainWithin
	}
	return 1, 1, 0
}
