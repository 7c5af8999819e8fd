package cloud

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"crier/platform/publicurl"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/coder/websocket"
)

const (
	// mostEvent bounds the size of an event. Cloudflare sends at most 128 KB.
	mostEvent = 1 << 20
	// mostShown bounds the lines of an event that are shown, and their length.
	mostShown, longestShown = 50, 2000
)

// FollowLogs listens at the address of a LogSocket until ctx ends or Cloudflare closes it, and
// gives each event to take as Cloudflare tells it.
func FollowLogs(ctx context.Context, address string, take func(text []byte) error) error {
	if u, err := url.Parse(address); err != nil || u.Scheme != "wss" && !publicurl.IsLocal(u.Hostname()) {
		return errors.New("the address that Cloudflare names for the log is not encrypted, so Crier does not listen there")
	}
	socket, answer, err := websocket.Dial(ctx, address, &websocket.DialOptions{Subprotocols: []string{"trace-v1"}})
	if answer != nil && answer.Body != nil {
		_ = answer.Body.Close()
	}
	if err != nil {
		return fmt.Errorf("listen to the worker: %w", err)
	}
	defer func() { _ = socket.CloseNow() }()
	socket.SetReadLimit(mostEvent)
	// Cloudflare sends nothing before it gets the options.
	if err := socket.Write(ctx, websocket.MessageText, []byte(`{"debug":false}`)); err != nil {
		return fmt.Errorf("listen to the worker: %w", err)
	}
	for {
		_, text, err := socket.Read(ctx)
		if websocket.CloseStatus(err) == websocket.StatusNormalClosure {
			return nil
		}
		if err != nil {
			return fmt.Errorf("listen to the worker: %w", err)
		}
		if err := take(text); err != nil {
			return err
		}
	}
}

// LogEvent is one run of the worker.
type LogEvent struct {
	Number  int64         `json:"number"  doc:"Grows with each event." example:"11"`
	At      wiretime.Time `json:"at"      doc:"When it was."`
	What    string        `json:"what"    doc:"Why the worker ran." example:"GET /v1/results 200"`
	Outcome string        `json:"outcome" doc:"How that ended." example:"ok"`
	Lines   []string      `json:"lines"   doc:"What it wrote, and what went wrong."`
}

// workerEvent is what Cloudflare reports about one run of the worker.
type workerEvent struct {
	Outcome string `json:"outcome"`
	At      int64  `json:"eventTimestamp"`
	Event   struct {
		Cron    string          `json:"cron"`
		AlarmAt json.RawMessage `json:"scheduledTime"`
		Request struct {
			Method string `json:"method"`
			URL    string `json:"url"`
		} `json:"request"`
		Response struct {
			Status int `json:"status"`
		} `json:"response"`
	} `json:"event"`
	Logs []struct {
		Message []any  `json:"message"`
		Level   string `json:"level"`
	} `json:"logs"`
	Exceptions []struct {
		Name    string `json:"name"`
		Message string `json:"message"`
	} `json:"exceptions"`
}

// ReadLogEvent reads an event as Cloudflare tells it, and reports whether it is one. Its texts are
// printable and bounded.
func ReadLogEvent(text []byte) (event LogEvent, isEvent bool) {
	var told workerEvent
	if json.Unmarshal(text, &told) != nil {
		return event, false
	}
	shown := func(s string) string { return secrets.Printable(strings.TrimSpace(s), longestShown) }
	event = LogEvent{At: wiretime.Of(time.UnixMilli(told.At)), What: shown(told.what()), Outcome: shown(told.Outcome), Lines: []string{}}
	for _, l := range told.Logs {
		event.Lines = append(event.Lines, shown(l.Level+": "+fmt.Sprintln(l.Message...)))
	}
	for _, e := range told.Exceptions {
		event.Lines = append(event.Lines, shown(e.Name+": "+e.Message))
	}
	event.Lines = event.Lines[:min(len(event.Lines), mostShown)]
	return event, true
}

// what names the reason why the worker ran.
func (e *workerEvent) what() string {
	switch {
	case e.Event.Request.Method != "":
		path := e.Event.Request.URL
		if u, err := url.Parse(path); err == nil {
			path = u.Path
		}
		text := e.Event.Request.Method + " " + path
		if e.Event.Response.Status > 0 {
			text += fmt.Sprintf(" %d", e.Event.Response.Status)
		}
		return text
	case e.Event.Cron != "":
		return "cron"
	case len(e.Event.AlarmAt) > 0:
		return "alarm"
	}
	return "event"
}
