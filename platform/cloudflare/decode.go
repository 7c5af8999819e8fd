package cloudflare

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"crier/platform/httpclient"

	"github.com/go-json-experiment/json/jsontext"
)

// envelope is the form of every answer but a KV value.
type envelope struct {
	Success *bool          `json:"success"`
	Errors  []wireError    `json:"errors"`
	Result  jsontext.Value `json:"result"`
	Info    resultInfo     `json:"result_info"`
}

type wireError struct {
	Code    integer `json:"code"`
	Message text    `json:"message"`
}

// resultInfo says how a list goes on.
type resultInfo struct {
	Page       integer `json:"page"`
	PerPage    integer `json:"per_page"`
	Count      integer `json:"count"`
	TotalCount integer `json:"total_count"`
	TotalPages integer `json:"total_pages"`
	Cursor     text    `json:"cursor"`
}

// checked is a result that knows what it must have.
type checked interface {
	// flaw says what is wrong with it, and is empty if nothing is.
	flaw() string
}

// flawIf returns the flaw if isWrong, and an empty text otherwise.
func flawIf(isWrong bool, flaw string) string {
	if isWrong {
		return flaw
	}
	return ""
}

// open returns the result in the answer's envelope, as it stands there, or the error in its place.
func open(c *Client, r request, a reply) (jsontext.Value, resultInfo, *Error) {
	var env envelope
	ok := a.status >= http.StatusOK && a.status < http.StatusMultipleChoices
	switch err := httpclient.Unmarshal(a.body, &env); {
	case len(bytes.TrimSpace(a.body)) == 0:
		return nil, resultInfo{}, c.malformed(r, a, "empty")
	case err != nil:
		return nil, resultInfo{}, c.malformed(r, a, unreadable(a, err))
	case env.Success == nil:
		return nil, resultInfo{}, c.malformed(r, a, "it does not say whether it is a success")
	case (!*env.Success || !ok) && len(env.Errors) > 0:
		a.genuine()
		return nil, resultInfo{}, c.refused(r, a, env.Errors)
	case !*env.Success || !ok:
		return nil, resultInfo{}, c.malformed(r, a, "an error without a code")
	}
	a.genuine()
	return env.Result, env.Info, nil
}

// unreadable says what came instead of JSON.
func unreadable(a reply, err error) string {
	if a.html {
		return "a web page"
	}
	return fmt.Sprintf("%d bytes that are not as expected: %s", len(a.body), err)
}

// decode returns the result in the answer's envelope.
func decode[T any](c *Client, r request, a reply) (T, resultInfo, *Error) {
	var got, none T
	raw, info, failure := open(c, r, a)
	if failure != nil {
		return none, resultInfo{}, failure
	}
	if len(raw) == 0 {
		return none, resultInfo{}, c.malformed(r, a, "no result")
	}
	if err := httpclient.Unmarshal(raw, &got); err != nil {
		return none, resultInfo{}, c.malformed(r, a, "the result: "+err.Error())
	}
	if result, ok := any(&got).(checked); ok {
		if flaw := result.flaw(); flaw != "" {
			return none, resultInfo{}, c.malformed(r, a, flaw)
		}
	}
	if told, ok := any(&got).(interface{ unknownValue() string }); ok && told.unknownValue() != "" {
		*a.unknown = append(*a.unknown, told.unknownValue())
	}
	return got, info, nil
}

// integer is a whole number, given as one or as a string.
type integer int

func (n *integer) UnmarshalJSON(b []byte) error {
	s := string(bytes.Trim(b, `"`))
	if s == "" || s == "null" {
		return nil
	}
	v, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return fmt.Errorf("%w: not a whole number", ErrMalformed)
	}
	*n = integer(v)
	return nil
}

// text is a string, or what else stands in its place as JSON.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	var s string
	if httpclient.Unmarshal(b, &s) != nil {
		s = string(b)
	}
	*t = text(s)
	return nil
}

// instant is a time of Cloudflare's. Any other value is the zero time, because nothing depends on
// the times that may be missing.
type instant struct{ time.Time }

func (i *instant) UnmarshalJSON(b []byte) error {
	var s text
	if err := s.UnmarshalJSON(b); err != nil {
		return err
	}
	if at, err := time.Parse(time.RFC3339Nano, string(s)); err == nil {
		i.Time = at.UTC()
	}
	return nil
}

// missing returns the flaw of a result that lacks one of the named fields.
func missing(fields ...[2]string) string {
	for _, f := range fields {
		if f[1] == "" {
			return "the result has no " + f[0]
		}
	}
	return ""
}

// lacking returns the flaw of a list in which an entry lacks what names it.
func lacking[T any](list []T, flaw string, lacks func(T) bool) string {
	return flawIf(slices.ContainsFunc(list, lacks), flaw)
}
