package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"crier/modules/cloud"
	"crier/platform/publicurl"

	"github.com/coder/websocket"
)

type cloudLogs struct {
	serviceFolder
	JSON bool `name:"json" help:"Print each event as Cloudflare tells it, one JSON object a line."`
}

const (
	cloudLogsPath = "/api/cloud/logs"
	// mostEvent bounds the size of an event. Cloudflare sends at most 128 KB.
	mostEvent = 1 << 20
	// goodbye is how long Cloudflare gets to close the socket at the end.
	goodbye = 5 * time.Second
)

// Run follows the worker until ctx ends or Cloudflare closes the socket.
func (c *cloudLogs) Run(ctx context.Context) error {
	return c.withCloud(ctx, func(service *serviceClient) (err error) {
		var at cloud.LogSocket
		if err := service.post(ctx, cloudLogsPath, nil, &at); err != nil {
			return err
		}
		defer func() {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
			defer cancel()
			err = errors.Join(err, service.exchange(ctx, http.MethodDelete, cloudLogsPath+"/"+at.ID, nil, nil))
		}()
		err = c.follow(ctx, at.URL)
		if ctx.Err() != nil {
			return nil
		}
		return err
	})
}

func (c *cloudLogs) follow(ctx context.Context, address string) error {
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
	if !c.JSON {
		_, _ = fmt.Fprintln(os.Stderr, "Listening to the worker. Stop with Ctrl-C.")
	}
	for {
		_, text, err := socket.Read(ctx)
		if websocket.CloseStatus(err) == websocket.StatusNormalClosure {
			return nil
		}
		if err != nil {
			return fmt.Errorf("listen to the worker: %w", err)
		}
		if err := c.print(os.Stdout, text); err != nil {
			return err
		}
	}
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

func readEvent(text []byte) (event workerEvent, isEvent bool) {
	isEvent = json.Unmarshal(text, &event) == nil
	return event, isEvent
}

func (c *cloudLogs) print(out io.Writer, text []byte) error {
	event, isEvent := readEvent(text)
	if !isEvent {
		return nil // What cannot be read says nothing about the worker.
	}
	if c.JSON {
		return printLine(out, onOneLine(string(text)))
	}
	var all strings.Builder
	line := func(text string) {
		fmt.Fprintf(&all, "%s  %s\n", inLocalZone(time.UnixMilli(event.At)).Format(time.DateTime), onOneLine(text))
	}
	line(event.what() + "  " + event.Outcome)
	for _, l := range event.Logs {
		line("  " + l.Level + ": " + strings.TrimSpace(fmt.Sprintln(l.Message...)))
	}
	for _, e := range event.Exceptions {
		line("  " + e.Name + ": " + e.Message)
	}
	_, err := io.WriteString(out, all.String())
	return err
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
