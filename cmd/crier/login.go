package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"

	"crier/modules/auth"
)

type loginCommand struct {
	existingFolder
	Open bool `help:"Open the link in the browser."`
	JSON bool `name:"json" help:"Print JSON: {\"url\", \"addressUrl\"}; addressUrl is the same link at 127.0.0.1, for browsers that do not find the name."`
}

// Run prints a sign-in link of the running service.
func (c *loginCommand) Run(ctx context.Context) error {
	service, code, err := c.findService(ctx)
	if err != nil {
		return err
	}
	link := auth.Link(service.app, code)
	if err := say(c.JSON, map[string]string{"url": link, "addressUrl": auth.Link(service.origin, code)}, link); err != nil || !c.Open {
		return err
	}
	return openBrowser(ctx, service.app, link)
}

type openCommand struct {
	existingFolder
}

// Run opens the interface of the running service.
func (c *openCommand) Run(ctx context.Context) error {
	service, code, err := c.findService(ctx)
	if err != nil {
		return err
	}
	link := auth.Link(service.app, code)
	if openBrowser(ctx, service.app, link) == nil {
		return printLine(os.Stdout, "Crier is open.")
	}
	fmt.Fprintln(os.Stderr, "crier: no browser could be opened here; open this link in one within ten minutes (it works once):")
	return printLine(os.Stdout, link)
}

// openBrowser opens the link in the window of the installed interface at the address app, and
// otherwise in the browser.
func openBrowser(ctx context.Context, app, link string) error {
	name, args := "xdg-open", []string{link}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", link}
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			// Without a screen the system would start a browser that uses the terminal.
			return errors.New("open a browser: there is no screen here; open the link yourself")
		}
		if openInstalled(ctx, app, link) == nil {
			return nil
		}
	}
	if err := exec.CommandContext(ctx, name, args...).Run(); err != nil {
		return fmt.Errorf("open a browser: %w; open the link yourself", err)
	}
	return nil
}
