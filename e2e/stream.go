package e2e

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

const eventStreamType = "text/event-stream"

// Event is one of a stream; of those that say that something has changed, what.
type Event struct {
	// Name is empty for a change, and "reset" where some were missed.
	Name string `json:"-"`
	// EventID is that of the event, by which a reader goes on.
	EventID   string `json:"-"`
	Kind      string `json:"kind"`
	ID        string `json:"id"`
	UpdatedAt string `json:"updatedAt"`
}

// Stream is an open stream of events. It is closed when the test ends.
type Stream struct {
	tb    testing.TB
	lines *bufio.Scanner
	close context.CancelFunc
}

// Events opens the stream of events, and goes on after the event of an id if that is not empty.
func (c *Client) Events(after string) *Stream {
	c.tb.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(c.tb.Context()))
	c.tb.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.origin+internalPrefix+"/events", http.NoBody)
	if err != nil {
		c.tb.Fatal(err)
	}
	req.Header, req.Host = c.header.Clone(), cmp.Or(c.host, req.Host)
	if after != "" {
		req.Header.Set("Last-Event-ID", after)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		c.tb.Fatal(err)
	}
	c.tb.Cleanup(func() { _ = resp.Body.Close() })
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != eventStreamType {
		c.tb.Fatalf("the stream of events begins with %d and %v", resp.StatusCode, resp.Header)
	}
	return &Stream{c.tb, bufio.NewScanner(resp.Body), cancel}
}

// Next waits for the next event, and returns false when the stream has ended.
func (s *Stream) Next() (e Event, isOpen bool) {
	s.tb.Helper()
	for s.lines.Scan() {
		name, value, _ := strings.Cut(s.lines.Text(), ": ")
		switch name {
		case "event":
			e.Name = value
		case "id":
			e.EventID = value
		case "data":
			if err := json.Unmarshal([]byte(value), &e); err != nil {
				s.tb.Fatalf("%s: %v", value, err)
			}
			return e, true
		}
	}
	return e, false
}

// Await waits for an event of the kind about the thing with the id.
func (s *Stream) Await(kind, id string) Event {
	s.tb.Helper()
	for {
		e, isOpen := s.Next()
		if !isOpen {
			s.tb.Fatalf("the stream ended before an event %s %s", kind, id)
		}
		if e.Kind == kind && e.ID == id {
			return e
		}
	}
}

// Credentials returns the Host header and the cookie that the client sends.
func (c *Client) Credentials() (host, cookie string) {
	return cmp.Or(c.host, strings.TrimPrefix(c.origin, "http://")), c.header.Get("Cookie")
}

// Close leaves the stream.
func (s *Stream) Close() { s.close() }
