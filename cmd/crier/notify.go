package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"

	"crier/modules/notify"
)

type notifyCommands struct {
	List    listNotify    `cmd:"" default:"withargs" help:"Show where you are told, and when something was last told there."`
	Add     addNotify     `cmd:"" help:"Have an address told: of ntfy, a mail server, Telegram or another service of Shoutrrr."`
	Remove  removeNotify  `cmd:"" help:"Forget an address."`
	Desktop desktopNotify `cmd:"" help:"Show notifications on the desktop of this computer, or no more."`
	Test    testNotify    `cmd:"" help:"Send a test, and say what became of it."`
}

const notifyPath = "/api/notifications"

type listNotify struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: {\"places\": [...]}."`
}

// Run prints where a person is told.
func (c *listNotify) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var all notify.NotifyPlaces
		if err := service.get(ctx, notifyPath, &all); err != nil {
			return err
		}
		if c.JSON {
			return printJSON(all)
		}
		rows := [][]string{{"NAME", "WHERE", "ON", "LAST TOLD", "PROBLEM"}}
		for _, p := range all.Places {
			on := "no"
			if p.IsOn {
				on = "yes"
			}
			rows = append(rows, []string{p.Name, p.Shows, on, textOf(p.ToldAt, "never"), p.Problem})
		}
		return printTable(os.Stdout, rows)
	})
}

type addNotify struct {
	serviceFolder
	Address string `arg:"" placeholder:"URL" help:"The address as a Shoutrrr URL, such as ntfy://ntfy.sh/TOPIC. With - Crier asks for it, or reads it from the standard input: other users of the machine can see the arguments of a command, and the shell keeps them."`
	Name    string `placeholder:"NAME" help:"A name for it (default: that of its service)."`
	JSON    bool   `name:"json" help:"Print JSON: {\"name\", \"shows\", \"isOn\", \"toldAt\", \"failedAt\", \"problem\", \"nextAt\"}."`
}

// Run has an address told.
func (c *addNotify) Run(ctx context.Context) (err error) {
	if c.Address == "-" {
		if c.Address, err = newAsker(os.Stdin, os.Stderr).secret(ctx, "Address: "); err != nil {
			return err
		}
	}
	return c.withService(ctx, func(service *serviceClient) error {
		var added notify.NotifyPlace
		if err := service.post(ctx, notifyPath, notify.NotifyAddress{Address: c.Address, Name: c.Name}, &added); err != nil {
			return err
		}
		return say(c.JSON, added, fmt.Sprintf("%s is told from now on, as %s. Try it with crier notify test %[2]s.", added.Shows, added.Name))
	})
}

type removeNotify struct {
	serviceFolder
	Name string `arg:"" help:"The name of the address."`
	JSON bool   `name:"json" help:"Print JSON: {\"success\"}."`
}

// Run forgets an address.
func (c *removeNotify) Run(ctx context.Context) error {
	if c.Name == "desktop" {
		return usageError{errors.New("the desktop is no address; switch it off with crier notify desktop off")}
	}
	return c.withService(ctx, func(service *serviceClient) error {
		return service.remove(ctx, notifyPath+"/"+url.PathEscape(c.Name), c.JSON, c.Name+" is forgotten.")
	})
}

type desktopNotify struct {
	serviceFolder
	State string `arg:"" enum:"on,off" help:"on or off. While it is on, the tabs of browsers keep quiet."`
	JSON  bool   `name:"json" help:"Print JSON: what add --json prints."`
}

// Run has the desktop told, or no more.
func (c *desktopNotify) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var chosen notify.NotifyPlace
		if err := service.exchange(ctx, http.MethodPut, notifyPath+"/desktop", map[string]bool{"isOn": c.State == "on"}, &chosen); err != nil {
			return err
		}
		text := "The desktop is told no more."
		if chosen.IsOn {
			text = "The desktop of this computer is told from now on, and tabs of browsers keep quiet. Try it with crier notify test desktop."
		}
		return say(c.JSON, chosen, text)
	})
}

type testNotify struct {
	serviceFolder
	Name string `arg:"" optional:"" help:"Where to send it: desktop, program, or the name of an address (default: everywhere where you are told)."`
	JSON bool   `name:"json" help:"Print JSON: {\"tried\": [{\"name\", \"problem\"}]}."`
}

// Run tells a place, or all, that this is a test.
func (c *testNotify) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var tests notify.NotifyTests
		if err := service.post(ctx, notifyPath+"/test", notify.NotifyTest{Name: c.Name}, &tests); err != nil {
			return err
		}
		var failed error
		rows := [][]string{}
		for _, tried := range tests.Tried {
			says := "has taken it"
			if tried.Problem != "" {
				says, failed = tried.Problem, errAttention
			}
			rows = append(rows, []string{tried.Name, says})
		}
		printed := printJSON
		if !c.JSON {
			printed = func(any) error { return printTable(os.Stdout, rows) }
		}
		if err := printed(tests); err != nil {
			return err
		}
		return failed
	})
}
