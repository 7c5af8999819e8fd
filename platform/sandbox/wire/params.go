package wire

import (
	"encoding/base64"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	oldestVersion = 20
	newestVersion = 26
)

const (
	defaultLimit = 25
	// MaxLimit is how many entries one page of a list has at most.
	MaxLimit = 100
)

// NetworkTime is how the network writes instants: without a colon in the offset.
const NetworkTime = "2006-01-02T15:04:05-0700"

// Page is what a list is asked for.
type Page struct {
	Limit         int
	Since, Until  int64
	After, Before string
}

// SplitPath reads /{version}/{node} or /{version}/{node}/{edge}, and reports whether the path is
// one of them.
func (c *Call) SplitPath() bool {
	parts := strings.Split(strings.TrimSuffix(strings.TrimPrefix(c.Inner(), "/"), "/"), "/")
	if IsVersion(parts[0]) {
		c.Version, parts = parts[0], parts[1:]
	}
	if len(parts) == 0 || len(parts) > 2 || !IsNode(parts[0]) {
		return false
	}
	c.Node = parts[0]
	if len(parts) == 2 {
		c.Edge = parts[1]
		return c.Edge != ""
	}
	return true
}

// IsVersion reports whether s is a version of the API that the network answers, such as v25.0.
func IsVersion(s string) bool {
	major, found := strings.CutSuffix(s, ".0")
	number, err := strconv.Atoi(strings.TrimPrefix(major, "v"))
	return found && err == nil && strings.HasPrefix(s, "v") && number >= oldestVersion && number <= newestVersion
}

// IsNode reports whether s can name a node: me, an id, or the id of a Page's post.
func IsNode(s string) bool {
	if s == Me {
		return true
	}
	page, post, isPost := strings.Cut(s, "_")
	_, err := strconv.ParseUint(page, 10, 64)
	if err == nil && isPost {
		_, err = strconv.ParseUint(post, 10, 64)
	}
	return err == nil
}

// Boolean reads a parameter that is true or false, false when it is not there.
func (c *Call) Boolean(name string) (bool, *Error) {
	text := c.Params[name]
	if text == "" {
		return false, nil
	}
	value, err := strconv.ParseBool(text)
	if err != nil {
		return false, BadParameter("Param %s must be a boolean", name)
	}
	return value, nil
}

// Device returns the id of the client's device.
func (c *Call) Device() string { return c.Header.Get("X-Ig-Device-Id") }

// UploadURL is where the bytes of an upload go.
func (c *Call) UploadURL(door, id string) string {
	return c.Base + "/" + HostUpload + "/" + door + "/" + c.Version + "/" + id
}

// Selection returns the fields that the call asks for, none when it does not say.
func (c *Call) Selection() (Selection, *Error) {
	text := c.Params["fields"]
	if text == "" {
		return nil, nil
	}
	if len(text) > maxFieldsLength {
		return nil, BadFields(text[:32])
	}
	sel, rest := parseFields(text, 0)
	if sel == nil || rest != "" {
		return nil, BadFields(text)
	}
	return sel, nil
}

// ReadPage reads which part of a list the call asks for.
func (c *Call) ReadPage() (Page, *Error) {
	p := Page{Limit: defaultLimit, Until: math.MaxInt32}
	if text := c.Params["limit"]; text != "" {
		limit, err := strconv.Atoi(text)
		if err != nil || limit < 1 {
			return Page{}, BadParameter("Param limit must be a positive number")
		}
		p.Limit = min(limit, MaxLimit)
	}
	for name, at := range map[string]*int64{"since": &p.Since, "until": &p.Until} {
		if gerr := c.ReadInstant(name, at); gerr != nil {
			return Page{}, gerr
		}
	}
	for name, id := range map[string]*string{"after": &p.After, "before": &p.Before} {
		text := c.Params[name]
		b, err := base64.URLEncoding.DecodeString(text)
		if err != nil {
			return Page{}, BadCursor()
		}
		*id = string(b)
	}
	return p, nil
}

// ReadInstant reads a parameter that is a number of Unix seconds or a date, if it is there.
func (c *Call) ReadInstant(name string, at *int64) *Error {
	text := c.Params[name]
	if text == "" {
		return nil
	}
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil && seconds >= 0 && seconds <= math.MaxInt32 {
		*at = seconds
		return nil
	}
	for _, layout := range []string{time.RFC3339, NetworkTime, time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil && t.Unix() >= 0 && t.Unix() <= math.MaxInt32 {
			*at = t.Unix()
			return nil
		}
	}
	return BadParameter("Param %s must be a unix timestamp or a date", name)
}

// PageURL returns the address of a page beside this one. As on the network it carries the token.
func (c *Call) PageURL(name, cursor string) string {
	q := url.Values{name: {cursor}, "access_token": {c.Token}}
	for _, kept := range []string{"fields", "limit", "since", "until"} {
		if value, given := c.Params[kept]; given {
			q.Set(kept, value)
		}
	}
	return c.Base + (&url.URL{Path: c.Path}).EscapedPath() + "?" + q.Encode()
}

// BadCursor is the answer to a cursor that the network did not give out.
func BadCursor() *Error { return BadParameter("Invalid cursors values") }

// TextOrNone returns nil for an empty text, which the network leaves out.
func TextOrNone(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// IsNumber reports whether s is a number of at most 30 digits.
func IsNumber(s string) bool {
	const most = 30
	return s != "" && len(s) <= most && strings.Trim(s, "0123456789") == ""
}
