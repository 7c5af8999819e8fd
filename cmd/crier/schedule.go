package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/when"
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

// zone returns the time zone that is named, or this machine's.
func (m moment) zone() (*time.Location, error) {
	zone, err := localZone()
	if m.Timezone != "" {
		if zone, err = posts.Zone(m.Timezone); err != nil {
			err = fmt.Errorf("%q is no time zone; write one such as Europe/Lisbon or UTC", onOneLine(m.Timezone))
		}
	}
	if err != nil {
		return nil, usageError{err}
	}
	return zone, nil
}

// read returns the instant that text names, and the name of the zone in which it was parsed. An
// error begins with flag.
func (m moment) read(flag, text string, now time.Time) (time.Time, string, error) {
	zone, err := m.zone()
	if err != nil {
		return time.Time{}, "", err
	}
	at, err := when.Parse(text, now, zone)
	if err != nil {
		return time.Time{}, "", usageError{errors.New(flag + onOneLine(err.Error()))}
	}
	if zone == time.Local {
		return at, time.UTC.String(), nil // The service knows zones by their common names.
	}
	return at, zone.String(), nil
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

// localZone returns this machine's time zone, which is time.Local where it has no common name. It
// returns an error when TZ names a zone that nobody can tell the time of: programs then take UTC,
// and a post would go out at a wrong hour.
//
// It finds the zone by its name also where Go knows UTC alone, such as in a container whose only
// file about it is /etc/timezone: the zone in which a time is read is the one that is shown.
func localZone() (*time.Location, error) {
	// Systems keep their zones below one of these folders.
	const zones, file = "/zoneinfo/", "/etc/localtime"
	tz, isSet := os.LookupEnv("TZ")
	// Some systems set TZ to the file that names the zone without it.
	if name := strings.TrimPrefix(tz, ":"); isSet && name != file {
		if _, inFolder, found := strings.Cut(name, zones); found {
			name = inFolder
		}
		zone, err := time.LoadLocation(name) // An empty one is UTC.
		if err != nil || name == "Local" {
			return time.UTC, fmt.Errorf("this machine's time zone, TZ=%s, has no name that Crier knows; write --timezone with one such as Europe/Lisbon, or set TZ to it", onOneLine(tz))
		}
		return zone, nil
	}
	if target, err := os.Readlink(file); err == nil {
		_, name, _ := strings.Cut(target, zones)
		if zone, err := time.LoadLocation(name); err == nil && name != "" {
			return zone, nil
		}
	}
	if text, err := os.ReadFile("/etc/timezone"); err == nil && len(text) < 64 {
		name := strings.TrimSpace(string(text))
		if zone, err := time.LoadLocation(name); err == nil && name != "" {
			return zone, nil
		}
	}
	return time.Local, nil
}
