package graph

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"crier/platform/httpclient"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	wireTimeLayout = "2006-01-02T15:04:05-0700"
	maxIDLength    = 40
)

// answer is what a successful call gives.
type answer interface {
	// flaw says what is wrong with it as the answer of the exchange, and is empty if nothing is.
	flaw(x *exchange) string
}

// flawIf returns the flaw if isWrong, and an empty text otherwise.
func flawIf(isWrong bool, flaw string) string {
	if isWrong {
		return flaw
	}
	return ""
}

type envelope struct {
	Error *wireError `json:"error"`
	// Debug is the error of the host that takes bytes.
	Debug *wireDebug `json:"debug_info"`
}

// wireDebug is the error of an upload.
type wireDebug struct {
	Retriable flag   `json:"retriable"`
	Type      string `json:"type"`
	Message   string `json:"message"`
}

// wireError is the network's own error.
type wireError struct {
	Message     string  `json:"message"`
	Type        string  `json:"type"`
	Code        integer `json:"code"`
	Subcode     integer `json:"error_subcode"`
	Transient   flag    `json:"is_transient"`
	UserTitle   string  `json:"error_user_title"`
	UserMessage string  `json:"error_user_msg"`
	TraceID     string  `json:"fbtrace_id"`
}

// unwrapped returns the one object in {"data":[{...}]}, or b itself if it is not of that form.
func unwrapped(b []byte) []byte {
	var wrapped struct {
		Data []jsontext.Value `json:"data"`
	}
	if httpclient.Unmarshal(b, &wrapped) != nil || len(wrapped.Data) != 1 {
		return b
	}
	return wrapped.Data[0]
}

// id is an id of the network: decimal digits, given as a string or as a number of any size.
type id string

func (i *id) UnmarshalJSON(b []byte) error {
	s, err := scalar(b)
	if err != nil || (s != "" && !isID(s)) {
		return fmt.Errorf("%w: not an id", ErrMalformed)
	}
	*i = id(s)
	return nil
}

func isID(s string) bool {
	return s != "" && len(s) <= maxIDLength && strings.Trim(s, "0123456789") == ""
}

// integer is a whole number, given as one or as a string.
type integer int

func (n *integer) UnmarshalJSON(b []byte) error {
	s, err := scalar(b)
	if err != nil || s == "" {
		return err
	}
	v, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return fmt.Errorf("%w: not a whole number", ErrMalformed)
	}
	*n = integer(v)
	return nil
}

// length is a number of bytes, given as a number or as a string.
type length int64

func (n *length) UnmarshalJSON(b []byte) error {
	s, err := scalar(b)
	if err != nil || s == "" {
		return err
	}
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return fmt.Errorf("%w: not a number of bytes", ErrMalformed)
	}
	*n = length(v)
	return nil
}

// postID is the id of a post on a Page: an id, or two with an underscore between them, given as a
// string or as a number.
type postID string

func (i *postID) UnmarshalJSON(b []byte) error {
	s, err := scalar(b)
	if err != nil || (s != "" && !isPostID(s)) {
		return fmt.Errorf("%w: not the id of a post", ErrMalformed)
	}
	*i = postID(s)
	return nil
}

func isPostID(s string) bool {
	page, post, found := strings.Cut(s, "_")
	return isID(page) && (!found || isID(post))
}

// unixTime is an instant in seconds since 1970, given as a number or as a string.
type unixTime struct{ time.Time }

func (t *unixTime) UnmarshalJSON(b []byte) error {
	var seconds length
	if err := seconds.UnmarshalJSON(b); err != nil || seconds == 0 {
		return err
	}
	t.Time = time.Unix(int64(seconds), 0).UTC()
	return nil
}

// flag is a boolean, given as one, as a number or as a string.
type flag bool

func (f *flag) UnmarshalJSON(b []byte) error {
	s, err := scalar(b)
	if err != nil || s == "" {
		return err
	}
	v, err := strconv.ParseBool(s)
	if err != nil {
		return fmt.Errorf("%w: neither true nor false", ErrMalformed)
	}
	*f = flag(v)
	return nil
}

// instant is a time as the network writes it, with an offset that has no colon.
type instant struct{ time.Time }

func (t *instant) UnmarshalJSON(b []byte) error {
	s, err := scalar(b)
	if err != nil || s == "" {
		return err
	}
	v, err := time.Parse(wireTimeLayout, s)
	if err != nil {
		return fmt.Errorf("%w: not a time", ErrMalformed)
	}
	t.Time = v.UTC()
	return nil
}

// scalar returns the text of a string, number or boolean; null gives the empty text.
func scalar(b []byte) (string, error) { return httpclient.Scalar(b, ErrMalformed) }
