package world

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

const (
	// maxLate is how many calls can wait for their effect; one more is lost.
	maxLate    = 1000
	latePrefix = "late-"
)

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

// LateQueue is the calls that are still to take effect, in the order in which they came.
type LateQueue struct {
	*core

	All []*LateCall
}

// Add has the call wait for as long as after. It reports false when too many wait already.
func (q *LateQueue) Add(one *LateCall, after time.Duration) bool {
	if len(q.All) >= maxLate {
		return false
	}
	one.Due = wiretime.Of(q.Now().Add(after))
	q.record().Late = append(q.record().Late, one)
	q.All = append(q.All, one)
	return true
}

// Take removes and returns the call that is due first, nil when none is due.
func (q *LateQueue) Take() (first *LateCall) {
	for _, one := range q.All {
		if !q.Now().Before(one.Due.Time()) && (first == nil || one.Due.Time().Before(first.Due.Time())) {
			first = one
		}
	}
	if first != nil {
		q.record().DroppedLate = append(q.record().DroppedLate, first.ID)
		q.drop(first.ID)
	}
	return first
}

func (q *LateQueue) drop(id string) {
	q.All = slices.DeleteFunc(q.All, func(one *LateCall) bool { return one.ID == id })
}

// apply takes over what a line of the state file says of calls that wait for their effect.
func (q *LateQueue) apply(c *change) error {
	for _, one := range c.Late {
		if one == nil {
			return errNullEntry
		}
		if err := one.check(); err != nil {
			return err
		}
		q.drop(one.ID)
		q.All = append(q.All, one)
	}
	for _, id := range c.DroppedLate {
		q.drop(id)
	}
	return nil
}
