package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"crier/modules/auth"
	"crier/modules/storyrepost"
	"crier/platform/clock"
)

// slowRequest is a request that takes as long as the calls to the network that it has made, with
// the pauses between them.
type slowRequest struct {
	// shown is what a person sees on the terminal meanwhile.
	shown string
	// stopped says what becomes of it when the command stops waiting.
	stopped string
}

var (
	// A scan makes up to 36 calls for each account, up to four seconds apart.
	scanning = slowRequest{
		"Reading the inboxes, with pauses between the calls",
		"the scan was ended before it was done; crier reposts list shows what it had found, and the next scan is possible in five minutes",
	}
	reposting = slowRequest{
		"Fetching the story",
		"the command does not wait any longer; Crier goes on with the repost, and crier reposts list shows what becomes of it",
	}
)

// slowPatience is how long a slow request may take.
const slowPatience = time.Hour

// slowly is post of a request that may take minutes. On a terminal it shows for how long it has.
func slowly(ctx context.Context, service *serviceClient, r slowRequest, path string, out any) error {
	usual := service.http.Timeout
	service.http.Timeout = slowPatience
	defer func() { service.http.Timeout = usual }()
	hide := showTime(ctx, clock.System(), terminal(os.Stderr), r.shown)
	err := service.post(ctx, path, nil, out)
	hide()
	if ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
		return errors.New(r.stopped)
	}
	return err
}

// showTime shows a text with the time that has gone by, each second until hide. Without a terminal
// it shows nothing.
func showTime(ctx context.Context, clk clock.Clock, out io.Writer, text string) (hide func()) {
	if out == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for began := clk.Now(); clock.Sleep(ctx, clk, time.Second) == nil; {
			_, _ = fmt.Fprintf(out, "\r%s: %d s", text, int(clk.Now().Sub(began).Seconds()))
		}
		_, _ = io.WriteString(out, "\r\x1b[K")
	}()
	return func() {
		cancel()
		<-ended
	}
}

// tellUnread names the accounts whose inboxes the scan that began then could not read, although it
// has read others.
func tellUnread(ctx context.Context, service *serviceClient, began time.Time) error {
	var me auth.Me
	if err := service.get(ctx, "/api/v1/auth/me", &me); err != nil {
		return err
	}
	for _, account := range me.Accounts {
		var status struct {
			Config *storyrepost.StoryRepostConfig
		}
		if err := service.get(ctx, repostsV1Path+"status?accountId="+account.ID.String(), &status); err != nil {
			return err
		}
		if why := unread(status.Config, began); why != "" {
			if err := printLine(os.Stderr, "Note: the inbox of "+onOneLine(account.Username)+" was not read: "+onOneLine(why)); err != nil {
				return err
			}
		}
	}
	return nil
}

// unread returns why a scan that began then has not read the inbox, and an empty text if it has, or
// had nothing to read.
func unread(c *storyrepost.StoryRepostConfig, began time.Time) string {
	if c == nil {
		return ""
	}
	isRead := c.LastPollAt != nil && !c.LastPollAt.Time().Before(began.Truncate(time.Millisecond))
	switch {
	case isRead && c.LastPollStatus != nil && *c.LastPollStatus == storyrepost.PollFailed:
		return shownOr(c.LastPollError, "the log has the reason")
	case !isRead && c.ChallengePauseUntil != nil:
		return "the network has challenged this account; Crier leaves it alone until " + c.ChallengePauseUntil.String()
	}
	return ""
}
