package world

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

const (
	// MaxFaults is how many faults can be planned at a time.
	MaxFaults     = 1000
	maxFaultCount = 1_000_000
	maxFaultBody  = 64 << 10
	maxDelayMS    = 24 * 60 * 60 * 1000
)

// match says which calls a fault befalls; what is empty matches everything.
type match struct {
	Method string `json:"method,omitzero"`
	Path   string `json:"path,omitzero"`
	Host   string `json:"host,omitzero"`
}

// Fault is a planned failure of the network.
type Fault struct {
	ID              string `json:"id,omitzero"`
	Match           match  `json:"match"`
	Skip            int    `json:"skip,omitzero"`
	Times           int    `json:"times,omitzero"`
	HTTP            int    `json:"http,omitzero"`
	Code            int    `json:"code,omitzero"`
	Subcode         int    `json:"subcode,omitzero"`
	Transient       bool   `json:"transient,omitzero"`
	Message         string `json:"message,omitzero"`
	Body            string `json:"body,omitzero"`
	DelayMS         int64  `json:"delayMs,omitzero"`
	DropBefore      bool   `json:"dropBefore,omitzero"`
	DropAfterCommit bool   `json:"dropAfterCommit,omitzero"`
	AfterCommit     bool   `json:"afterCommit,omitzero"`
	Malformed       bool   `json:"malformed,omitzero"`
	AfterBytes      int64  `json:"afterBytes,omitzero"`
	EffectAfterMS   int64  `json:"effectAfterMs,omitzero"`
	Kill            bool   `json:"kill,omitzero"`

	path *regexp.Regexp `json:"-"`
}

// compile makes the fault ready to be matched.
func (f *Fault) compile() error {
	path, err := regexp.Compile(f.Match.Path)
	if err != nil {
		return fmt.Errorf("match.path: %w", err)
	}
	f.path = path
	return nil
}

// Check returns what is wrong with a requested fault.
func (f *Fault) Check() error {
	switch {
	case f.ID != "":
		return fmt.Errorf("id is given out, not taken")
	case f.Skip < 0 || f.Skip > maxFaultCount:
		return fmt.Errorf("skip must be 0 to %d", maxFaultCount)
	case f.Times < 1 || f.Times > maxFaultCount:
		return fmt.Errorf("times must be 1 to %d", maxFaultCount)
	case f.HTTP != 0 && (f.HTTP < http.StatusOK || f.HTTP > 599):
		return fmt.Errorf("http must be 200 to 599")
	case f.DelayMS < 0 || f.DelayMS > maxDelayMS:
		return fmt.Errorf("delayMs must be 0 to %d", maxDelayMS)
	case f.EffectAfterMS < 0 || f.EffectAfterMS > maxDelayMS:
		return fmt.Errorf("effectAfterMs must be 0 to %d", maxDelayMS)
	case f.EffectAfterMS > 0 && f.doesMoreThanPostpone():
		return errors.New("effectAfterMs stands alone: the connection is cut at once without an answer, and the call takes effect that much later")
	case f.Match.Host != "" && !isHost(f.Match.Host):
		return fmt.Errorf("match.host must be a host of the network, such as graph-ig or graph.instagram.com")
	case len(f.Body) > maxFaultBody:
		return fmt.Errorf("body must be at most %d bytes", maxFaultBody)
	case f.DropBefore && f.DropAfterCommit:
		return fmt.Errorf("dropBefore and dropAfterCommit exclude each other")
	case (f.DropBefore || f.DropAfterCommit) && (f.Answers() || f.Malformed):
		return fmt.Errorf("a dropped call has no answer: leave out http, code, subcode, transient, message, body and malformed")
	case f.AfterBytes < 0 || f.AfterBytes > 0 && (f.DropBefore || f.DropAfterCommit || f.AfterCommit || f.Malformed || f.Answers()):
		return fmt.Errorf("afterBytes is a number above 0 and stands alone: an upload takes so many bytes, and then its connection is cut")
	case f.Kill && (f.DropBefore || f.DropAfterCommit || f.AfterCommit || f.Malformed || f.AfterBytes > 0 || f.EffectAfterMS > 0 || f.Answers()):
		return errors.New("kill stands alone, or with delayMs: the call takes effect, and the process is killed before it answers")
	case f.AfterCommit && !f.Answers():
		return fmt.Errorf("afterCommit needs the answer to give: http, code or body")
	case f.DelayMS == 0 && f.AfterBytes == 0 && f.EffectAfterMS == 0 && !f.Kill && !f.DropBefore && !f.DropAfterCommit && !f.Malformed && !f.Answers():
		return fmt.Errorf("the fault does nothing: give http, code, body, delayMs, dropBefore, dropAfterCommit, effectAfterMs or malformed")
	}
	return f.compile()
}

// Answers reports whether the fault gives the answer itself.
func (f *Fault) Answers() bool {
	return f.HTTP != 0 || f.hasError() || f.Body != ""
}

// hasError reports whether the fault has a member of the network's error.
func (f *Fault) hasError() bool {
	return f.Code != 0 || f.Subcode != 0 || f.Transient || f.Message != ""
}

func (f *Fault) doesMoreThanPostpone() bool {
	return f.DelayMS > 0 || f.AfterBytes != 0 || f.DropBefore || f.DropAfterCommit || f.AfterCommit || f.Malformed || f.Answers()
}

func (f *Fault) hits(c *wire.Call) bool {
	if f.Match.Method != "" && !strings.EqualFold(f.Match.Method, c.Method) {
		return false
	}
	if f.Match.Host != "" && f.Match.Host != c.Host && f.Match.Host != hosts[c.Host] {
		return false
	}
	return f.path.MatchString(c.Path) || f.path.MatchString(c.Inner())
}

// hosts are the prefixes of the network's hosts, and the names of those that they stand for.
var hosts = map[string]string{
	wire.HostIG: "graph.instagram.com", wire.HostFB: "graph.facebook.com", wire.HostLogin: "api.instagram.com",
	wire.HostWebIG: "www.instagram.com", wire.HostWebFB: "www.facebook.com", wire.HostNative: "i.instagram.com",
	wire.HostUpload: "rupload.facebook.com", wire.HostManifest: wire.HostManifest,
}

// isHost reports whether a fault can name the host: by its prefix, or as the network does.
func isHost(name string) bool {
	return hosts[name] != "" || slices.Contains(slices.Collect(maps.Values(hosts)), name)
}

// EffectAfter is how long after its connection was cut the call takes effect.
func (f *Fault) EffectAfter() time.Duration { return time.Duration(f.EffectAfterMS) * time.Millisecond }

// Delay is how long the call is held up.
func (f *Fault) Delay() time.Duration { return time.Duration(f.DelayMS) * time.Millisecond }

// Answer returns the answer that the fault gives.
func (f *Fault) Answer() wire.Answer {
	if f.Body != "" {
		return wire.Answer{Status: cmp.Or(f.HTTP, http.StatusOK), Raw: []byte(f.Body), Malformed: f.Malformed}
	}
	if f.HTTP != 0 && f.HTTP < http.StatusBadRequest && !f.hasError() {
		return wire.Answer{Status: f.HTTP, Body: wire.Object{}, Malformed: f.Malformed}
	}
	e := &wire.Error{HTTP: f.HTTP, Code: f.Code, Subcode: f.Subcode, Transient: f.Transient, Message: f.Message}
	if f.Code == 0 {
		e.Code = wire.CodeUnknown
	}
	if f.Message == "" {
		e.Message = "An unknown error has occurred."
	}
	if e.Code == wire.CodeParameter && e.Subcode == wire.SubObject {
		e.Type = wire.TypeMethod
	}
	ans := wire.Failed(e)
	ans.Malformed = f.Malformed
	return ans
}

const latePrefix = "late-"

// LateCall is a call whose connection was cut, and which takes effect when it is due. A body that
// is a file lies in the spool under its id.
type LateCall struct {
	ID      string            `json:"id"`
	Due     wiretime.Time     `json:"due"`
	Method  string            `json:"method"`
	Host    string            `json:"host"`
	Path    string            `json:"path"`
	Base    string            `json:"base"`
	Params  map[string]string `json:"params"`
	Token   string            `json:"token,omitzero"`
	TokenIn string            `json:"tokenIn,omitzero"`
	Scheme  string            `json:"scheme,omitzero"`
	Header  http.Header       `json:"header"`
	Spooled bool              `json:"spooled,omitzero"`
}

// NewLateCall returns the call as the state file keeps it until it takes effect.
func NewLateCall(c *wire.Call) *LateCall {
	header := c.Header.Clone()
	header.Del("Authorization")
	return &LateCall{
		ID: latePrefix + c.TraceID, Method: c.Method, Host: c.Host, Path: c.Path, Base: c.Base, Params: maps.Clone(c.Params), Token: c.Token,
		TokenIn: c.TokenIn, Scheme: c.Scheme, Header: header,
	}
}

// Call returns the call as it came in, but for its body.
func (l *LateCall) Call(date time.Time) *wire.Call {
	c := &wire.Call{
		Method: l.Method, Host: l.Host, Path: l.Path, Version: wire.DefaultVersion, Base: l.Base, Params: map[string]string{}, Token: l.Token,
		TokenIn: l.TokenIn, Scheme: l.Scheme, Header: l.Header, TraceID: wire.NewTraceID(), Date: date,
	}
	maps.Copy(c.Params, l.Params)
	return c
}

func (l *LateCall) check() error {
	name, found := strings.CutPrefix(l.ID, latePrefix)
	if !found || name == "" || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "" {
		return fmt.Errorf("late call %q", l.ID)
	}
	return nil
}
