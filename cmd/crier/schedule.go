package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"crier/cmd/crier/when"
	"crier/modules/posts"
	"crier/platform/clock"
	"crier/platform/wireid"
)

type scheduleCommands struct {
	List   listScheduleCommand   `cmd:"" help:"List the posts that wait for their time or are being published, the next one first."`
	Move   moveScheduleCommand   `cmd:"" help:"Give a scheduled post another time."`
	Cancel cancelScheduleCommand `cmd:"" help:"Cancel a scheduled post. It becomes a draft."`
}

type listScheduleCommand struct{ listing }

// Run prints the schedule, as GET /schedule returns it.
func (c *listScheduleCommand) Run(ctx context.Context) error {
	return c.list(ctx, "/api/v1/schedule", "", "No post is scheduled.")
}

// moment is a time as people type it.
type moment struct {
	Timezone string `placeholder:"ZONE" help:"The time zone of the time, such as Europe/Lisbon (default: this machine's)."`
}

// read returns the instant that text names, and the name of the zone in which it was parsed. An
// error begins with flag.
func (m moment) read(flag, text string, now time.Time) (time.Time, string, error) {
	zone, name := time.Local, localZone()
	if m.Timezone != "" {
		loaded, err := time.LoadLocation(m.Timezone)
		if err != nil || m.Timezone == "Local" {
			return time.Time{}, "", usageError{fmt.Errorf("%q is no time zone; write one such as Europe/Lisbon or UTC", onOneLine(m.Timezone))}
		}
		zone, name = loaded, loaded.String()
	}
	at, err := when.Parse(text, now, zone)
	if err != nil {
		return time.Time{}, "", usageError{errors.New(flag + onOneLine(err.Error()))}
	}
	return at, name, nil
}

type moveScheduleCommand struct {
	serviceFolder
	moment
	ID   string `arg:"" help:"Id of the post, as list shows it, or the beginning of it."`
	When string `arg:"" help:"The new time: ${whenForms}."`
	JSON bool   `name:"json" help:"Print the post as JSON."`
}

// Run moves the post.
func (c *moveScheduleCommand) Run(ctx context.Context) error {
	at, zone, err := c.read("", c.When, clock.System().Now())
	if err != nil {
		return err
	}
	return c.withOne(ctx, findPost, c.ID, func(service *serviceClient, id wireid.ID) error {
		patch := map[string]string{"scheduledFor": at.Format(time.RFC3339), "timezone": zone}
		var moved posts.Post
		if err := service.exchange(ctx, http.MethodPut, "/api/v1/schedule/"+id.String(), patch, &moved); err != nil {
			return err
		}
		return say(c.JSON, moved, fmt.Sprintf("Post %s is scheduled for %s.", id, inZone(moved.ScheduledFor.Time(), moved.Timezone)))
	})
}

type cancelScheduleCommand struct {
	serviceFolder
	ID   string `arg:"" help:"Id of the post, as list shows it, or the beginning of it."`
	JSON bool   `name:"json" help:"Print JSON: {\"success\"}."`
}

// Run cancels the post.
func (c *cancelScheduleCommand) Run(ctx context.Context) error {
	return c.withOne(ctx, findPost, c.ID, func(service *serviceClient, id wireid.ID) error {
		return service.remove(ctx, "/api/v1/schedule/"+id.String(), c.JSON, fmt.Sprintf("Post %s will not be published. It is a draft now.", id))
	})
}

func isZone(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil
}

// localZone returns the name of this machine's time zone, or UTC when it has no common name.
func localZone() string {
	if name := strings.TrimPrefix(os.Getenv("TZ"), ":"); name != "" && name != "Local" && isZone(name) {
		return name
	}
	// Systems keep their zone as a link below one of these folders, or as a name.
	const zones = "/zoneinfo/"
	if target, err := os.Readlink("/etc/localtime"); err == nil {
		if _, name, found := strings.Cut(target, zones); found && isZone(name) {
			return name
		}
	}
	if text, err := os.ReadFile("/etc/timezone"); err == nil && len(text) < 64 {
		if name := strings.TrimSpace(string(text)); name != "" && isZone(name) {
			return name
		}
	}
	return time.UTC.String()
}
