package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"crier/modules/auth"
	"crier/platform/apperror"
)

type doctorCommand struct {
	serviceFolder
	Live   bool   `help:"Ask the services themselves: read all that can be read with your accounts, the bucket and Cloudflare. Nothing is published, changed or deleted at the network; the test of the bucket writes and removes an object of its own."`
	Report string `placeholder:"FILE" help:"Write the report into a file too, for an issue. It holds no token, password or session."`
	JSON   bool   `name:"json" help:"Print JSON: {\"sections\": [{\"name\", \"steps\": [{\"name\", \"expected\", \"came\", \"row\", \"verdict\"}]}]}."`
}

// doctorReport is what was found.
type doctorReport struct {
	Sections []doctorSection `json:"sections"`
}

type doctorSection struct {
	Name  string          `json:"name"`
	Steps []auth.WalkStep `json:"steps"`
}

const reportMode = 0o600

// Run walks what can be read, and ends with the exit code for attention when an answer contradicts what Crier is built on.
func (c *doctorCommand) Run(ctx context.Context) error {
	if !c.Live {
		return usageError{errors.New("crier doctor needs --live: it asks the network, the bucket and Cloudflare; crier status shows what is known without asking")}
	}
	return c.withService(ctx, func(service *serviceClient) error {
		report, err := examine(ctx, service)
		if err != nil {
			return err
		}
		if c.Report != "" {
			var b strings.Builder
			if err := report.print(&b); err != nil {
				return err
			}
			if err := os.WriteFile(c.Report, []byte(b.String()), reportMode); err != nil {
				return err
			}
		}
		if c.JSON {
			err = json.NewEncoder(os.Stdout).Encode(report)
		} else {
			err = report.print(os.Stdout)
		}
		if err == nil && report.has(auth.Contradicts) {
			return errAttention
		}
		return err
	})
}

func examine(ctx context.Context, service *serviceClient) (report doctorReport, err error) {
	var list auth.AccountOverviews
	if err := service.get(ctx, accountsPath, &list); err != nil {
		return report, err
	}
	for _, o := range list.Accounts {
		section := doctorSection{Name: fmt.Sprintf("%s, %s login, %s", o.Account.Username, o.Account.LoginMethod, list.Network)}
		var walk auth.AccountWalk
		if err := service.post(ctx, accountsPath+"/"+o.Account.ID.String()+"/walk", nil, &walk); err != nil {
			walk.Steps = []auth.WalkStep{failedStep("walk", err)}
		}
		section.Steps = walk.Steps
		report.Sections = append(report.Sections, section)
	}
	for _, one := range []struct{ name, path string }{{"the bucket", bucketPath + "/check"}, {"Cloudflare", "/api/cloud/verify"}} {
		step := auth.WalkStep{Name: "check", Expected: "it works", Came: "it works", Row: "Crier's own check", Verdict: auth.Confirms}
		var ignored map[string]any
		if err := service.post(ctx, one.path, nil, &ignored); err != nil {
			step = failedStep("check", err)
		}
		report.Sections = append(report.Sections, doctorSection{Name: one.name, Steps: []auth.WalkStep{step}})
	}
	return report, nil
}

// failedStep is a step that Crier itself says could not be made.
func failedStep(name string, err error) auth.WalkStep {
	said := err.Error()
	if known := apperror.From(err); known != nil {
		said = string(known.Code) + ": " + inCommands(known.Message)
	}
	return auth.WalkStep{Name: name, Expected: "it works", Came: said, Row: "Crier's own check", Verdict: auth.Refused}
}

func (r doctorReport) has(v auth.Verdict) bool {
	for _, section := range r.Sections {
		for _, step := range section.Steps {
			if step.Verdict == v {
				return true
			}
		}
	}
	return false
}

func (r doctorReport) print(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "crier %s\n", version)
	for _, section := range r.Sections {
		fmt.Fprintf(&b, "\n%s\n", onOneLine(section.Name))
		for _, s := range section.Steps {
			fmt.Fprintf(&b, "  %-11s %s\n      expected: %s\n      came:     %s\n      row:      %s\n", s.Verdict, s.Name, s.Expected, onOneLine(s.Came), s.Row)
		}
	}
	b.WriteString("\nThis report holds no secret. If a line says contradicts, please attach it to an issue.\n")
	_, err := io.WriteString(out, b.String())
	return err
}
