package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"crier/modules/cloud"
)

type notifyOfCloud struct {
	serviceFolder
	Address string `arg:"" name:"address" optional:"" placeholder:"URL|off" help:"Where to: a topic of ntfy (https://ntfy.sh/TOPIC), a webhook that takes JSON, or off. Crier asks for it when it is left out, and does not show it: who knows a topic can read it."`
	Kind    string `name:"kind" enum:"ntfy,webhook," default:"" placeholder:"ntfy|webhook" help:"How the worker sends: as ntfy takes it, or as JSON with text and content (default: ntfy for a host that is called so, else webhook)."`
	JSON    bool   `name:"json" help:"Print JSON: {\"host\", \"kind\", \"delivered\", \"problem\"}, or with off {\"success\"}."`
}

const notificationPath = "/api/cloud/notification"

// Run sets the address, or forgets it.
func (c *notifyOfCloud) Run(ctx context.Context) error {
	ask := newAsker(os.Stdin, os.Stderr)
	return c.withCloud(ctx, func(service *serviceClient) (err error) {
		if c.Address == "" {
			if c.Address, err = ask.secret(ctx, "Address for notifications, or off (not shown): "); err != nil {
				return err
			}
		}
		if c.Address == "off" {
			return c.off(ctx, service)
		}
		var done cloud.NotificationTest
		if err := service.exchange(ctx, http.MethodPut, notificationPath, cloud.NotificationRequest{URL: c.Address, Kind: c.Kind}, &done); err != nil {
			return err
		}
		if c.JSON {
			return printJSON(done)
		}
		text := fmt.Sprintf("The worker tells you of posts that fail while this machine is off, at %s (%s). ", done.Host, done.Kind)
		if done.Delivered {
			text += "It has sent a test message there."
		} else {
			text += "\nNote: its test message did not arrive: " + onOneLine(shownOr(done.Problem, "the worker does not say why")) + ". Check the address, and set it again if it is wrong."
		}
		_, err = fmt.Println(text)
		return err
	})
}

func (c *notifyOfCloud) off(ctx context.Context, service *serviceClient) error {
	if err := service.exchange(ctx, http.MethodDelete, notificationPath, nil, nil); err != nil {
		return err
	}
	return say(c.JSON, map[string]bool{"success": true}, "The worker tells nobody of posts that fail.")
}
