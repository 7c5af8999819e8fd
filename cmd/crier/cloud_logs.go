package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"crier/modules/cloud"
)

type cloudLogs struct {
	serviceFolder
	JSON bool `name:"json" help:"Print each event as Cloudflare tells it, one JSON object a line."`
}

const (
	cloudLogsPath = "/api/cloud/logs"
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
		if !c.JSON {
			_, _ = fmt.Fprintln(os.Stderr, "Listening to the worker. Stop with Ctrl-C.")
		}
		err = cloud.FollowLogs(ctx, at.URL, func(text []byte) error { return c.print(os.Stdout, text) })
		if ctx.Err() != nil {
			return nil
		}
		return err
	})
}

func (c *cloudLogs) print(out io.Writer, text []byte) error {
	event, isEvent := cloud.ReadLogEvent(text)
	if !isEvent {
		return nil // What cannot be read says nothing about the worker.
	}
	if c.JSON {
		return printLine(out, onOneLine(string(text)))
	}
	var all strings.Builder
	for _, line := range append([]string{event.What + "  " + event.Outcome}, indented(event.Lines)...) {
		fmt.Fprintf(&all, "%s  %s\n", inLocalZone(event.At.Time()).Format(time.DateTime), onOneLine(line))
	}
	_, err := io.WriteString(out, all.String())
	return err
}

func indented(lines []string) []string {
	in := make([]string, len(lines))
	for i, line := range lines {
		in[i] = "  " + line
	}
	return in
}
