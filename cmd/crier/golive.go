package main

import (
	"context"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"crier/modules/golive"
	"crier/platform/clock"
	"crier/platform/config"
)

type goliveCommand struct {
	serviceFolder
	Look bool `help:"Look again now at everything, also where the last look is recent: read the profile and the publishing limit, test the public address, and rehearse. Nothing is published."`
	JSON bool `name:"json" help:"Print JSON: {\"mode\", \"looking\", \"steps\": [{\"id\", \"title\", \"state\", \"needed\", \"evidence\", \"said\", \"fix\", \"cure\", \"command\", \"link\", \"linkWalkedAt\", \"checkedAt\"}]}."`
}

const (
	golivePath = "/api/golive"
	// golivePause is how often the service is asked whether its look has ended.
	golivePause = 250 * time.Millisecond
	// golivePatience is for how long.
	golivePatience = 3 * time.Minute
)

// Run prints the checklist. It ends with the exit code for attention while a step is left.
func (c *goliveCommand) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		list, err := c.ask(ctx, service)
		if err != nil {
			return err
		}
		if c.JSON {
			err = printJSON(list)
		} else {
			err = printChecklist(os.Stdout, list)
		}
		if err == nil && len(list.Left()) > 0 {
			return errAttention
		}
		return err
	})
}

// ask returns the checklist once no look is being made any more, or after a while.
func (c *goliveCommand) ask(ctx context.Context, service *serviceClient) (list golive.Checklist, err error) {
	if c.Look {
		return list, service.exchange(ctx, http.MethodPost, golivePath+"/look", nil, &list)
	}
	for end := clock.System().Now().Add(golivePatience); ; {
		if err := service.get(ctx, golivePath, &list); err != nil || !list.Looking || clock.System().Now().After(end) {
			return list, err
		}
		if err := clock.Sleep(ctx, clock.System(), golivePause); err != nil {
			return list, err
		}
	}
}

func printChecklist(out io.Writer, list golive.Checklist) error {
	if list.Mode == config.Sandbox {
		if err := printLine(out, "In the sandbox: what is proved is proved with its accounts."); err != nil {
			return err
		}
	}
	rows := [][]string{}
	for _, s := range list.Steps {
		title := s.Title
		if s.ID == golive.Off {
			title += " (optional)"
		}
		rows = append(rows, []string{string(s.State), title, s.Evidence})
		for _, more := range []struct {
			name string
			text *string
		}{{"The network said: ", s.Said}, {"To do: ", s.Fix}, {"Command: ", s.Command}} {
			if more.text != nil {
				rows = append(rows, []string{"", "", more.name + *more.text})
			}
		}
		if s.Link != nil {
			rows = append(rows, []string{"", "", pageOf(s)})
		}
	}
	if err := printTable(out, rows); err != nil {
		return err
	}
	return printLine(out, summaryOf(list))
}

func pageOf(s golive.GoLiveStep) string {
	if s.LinkWalkedAt == nil {
		return "Page: " + *s.Link
	}
	return "Page: " + *s.Link + " (followed by us on " + *s.LinkWalkedAt + ")"
}

func summaryOf(list golive.Checklist) string {
	left := list.Left()
	if len(left) == 0 {
		return "Everything works."
	}
	titles := make([]string, len(left))
	for i, s := range left {
		titles[i] = string(s.ID)
	}
	return "Left: " + strings.Join(titles, ", ") + "."
}
