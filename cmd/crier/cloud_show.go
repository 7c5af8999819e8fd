package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"crier/modules/cloud"
	"crier/modules/schedule/handoff"
)

func printCloud(out io.Writer, s cloud.SetupStatus) error {
	if !hasCloud(s) {
		text := "The cloud is not set up: scheduled posts go out while Crier runs. Set it up with crier cloud setup."
		if s.Refusal != nil {
			text = "The cloud is not set up: scheduled posts go out while Crier runs. It cannot be set up here: " + onOneLine(*s.Refusal) + "."
		}
		return printLine(out, text)
	}
	err := printTable(out, [][]string{
		{"works", worksText(s)},
		{"found to work", textOf(s.LastVerifiedAt, "never")},
		{"worker", shownOr(s.WorkerURL, "none yet")},
		{"version", versionText(s)},
		{"deployed", textOf(s.DeployedAt, "never")},
		{"cron ran", textOf(s.LastCronRun, "not yet, as far as Crier knows")},
		{"used", usageText(s)},
		{"notifications", notifyText(s)},
		{"files", filesText(s)},
		{"bucket", shownOr(s.BucketName, "none")},
		{"account", shownOr(s.AccountID, "none yet")},
		{"API token", tokenText(s)},
	})
	if err != nil {
		return err
	}
	if !s.IsVerified {
		if err := printSteps(out, s.Steps); err != nil {
			return err
		}
	}
	for _, warning := range s.Warnings {
		if err := printLine(out, "Note: "+onOneLine(warning)); err != nil {
			return err
		}
	}
	return nil
}

func tokenText(s cloud.SetupStatus) string {
	switch {
	case !s.HasAPIToken:
		return "none that Crier can use"
	case s.TokenExpiresAt == nil:
		return "without an end, as far as Crier knows"
	default:
		return "ends at " + s.TokenExpiresAt.String()
	}
}

// notifyText says where the worker reports failures.
func notifyText(s cloud.SetupStatus) string {
	switch {
	case s.NotifyHost == nil:
		return "off (crier cloud notify has the worker tell you of failures while this machine is off)"
	case s.NotifyProblem != nil:
		return fmt.Sprintf("at %s, where the last message did not arrive: %s", *s.NotifyHost, *s.NotifyProblem)
	default:
		return "at " + *s.NotifyHost
	}
}

const megabyte = 1e6

// filesText says from where the network fetches files, and how many the worker has.
func filesText(s cloud.SetupStatus) string {
	from := "there is no place from which the network could fetch them"
	if s.Media.From != nil {
		from = "from the " + *s.Media.From
	}
	if s.Media.MaxBytes == 0 {
		return from
	}
	return fmt.Sprintf("%s; the worker has %d, %.1f of %.0f MB", from, s.Media.Files, float64(s.Media.Bytes)/megabyte, float64(s.Media.MaxBytes)/megabyte)
}

// usageText says what the worker has used on the latest day that it reported.
func usageText(s cloud.SetupStatus) string {
	if len(s.Usage) == 0 {
		return "not known yet"
	}
	var parts []string
	for _, p := range s.Usage[0].Against(s.FreePlan) {
		parts = append(parts, fmt.Sprintf("%d of %d %s", p.Used, p.Max, p.Name))
	}
	return fmt.Sprintf("on %s, of the free plan: %s (as of %s)", s.Usage[0].Day, strings.Join(parts, ", "), textOf(s.UsageReadAt, "never"))
}

// printUnknown prints posts of the worker that this folder does not know, with what to do about
// them.
func printUnknown(out io.Writer, unknown []handoff.Unknown, asked error) error {
	if asked != nil {
		return printLine(out, "Note: Crier could not find out whether the worker has posts that this folder does not know: "+onOneLine(asked.Error()))
	}
	if len(unknown) == 0 {
		return nil
	}
	if _, err := fmt.Fprintf(out, "\nThe worker has posts that this folder does not know: %d. Make each a post of this folder (crier cloud adopt ID), or have it cancelled there (crier cloud cancel ID).\n", len(unknown)); err != nil {
		return err
	}
	var rows [][]string
	for _, one := range unknown {
		const shownOf = 40
		caption := []rune(onOneLine(shownOr(one.Caption, "no caption")))
		state := one.State
		if one.Status != nil {
			state += ", " + string(*one.Status) + " here"
		}
		rows = append(rows, []string{
			"  " + one.ID.String(), one.RunAt.String(), state, string(one.MediaType), shownOr(one.Username, one.SNUserID), string(caption[:min(len(caption), shownOf)]),
		})
	}
	return printTable(out, rows)
}

// hasCloud reports whether anything was made for a cloud, or begun.
func hasCloud(s cloud.SetupStatus) bool {
	return s.WorkerName != nil || s.AccountID != nil || s.HasAPIToken || s.IsClosing || len(s.Steps) > 0
}

func worksText(s cloud.SetupStatus) string {
	switch {
	case s.IsClosing:
		return "no: it is being torn down (finish that with crier cloud teardown)"
	case s.IsVerified:
		return "yes"
	case s.Problem != nil:
		return "no: " + *s.Problem
	default:
		return "not yet: the set-up is not finished (finish it with crier cloud setup)"
	}
}

func versionText(s cloud.SetupStatus) string {
	switch {
	case s.Version == nil:
		return "none yet"
	case s.IsCurrent:
		return *s.Version
	default:
		return *s.Version + ", which is not the version of this Crier; Crier deploys it again by itself, and crier cloud deploy does so now"
	}
}

// printSteps prints the result of each step.
func printSteps(out io.Writer, steps []cloud.SetupStep) error {
	var rows [][]string
	for _, one := range steps {
		state := map[string]string{"DONE": "done", "WARNING": "done, but", "FAILED": "failed", "PENDING": "not done"}[one.State]
		rows = append(rows, []string{"  " + one.Name, state, one.Text})
	}
	return printTable(out, rows)
}

type takeOverCloud struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: {\"epoch\", \"handedBack\", \"waiting\", \"resolving\", \"unknown\", \"direct\", \"notBefore\"}."`
}

// Run takes the posts back.
func (c *takeOverCloud) Run(ctx context.Context) error {
	return c.withCloud(ctx, func(service *serviceClient) error {
		var done handoff.Takeover
		if err := service.post(ctx, "/api/schedule/takeover", nil, &done); err != nil {
			return err
		}
		if c.JSON {
			return printJSON(done)
		}
		text := takeoverText(done)
		if text == "" {
			var status cloud.SetupStatus
			if err := service.get(ctx, cloudSetupPath, &status); err != nil {
				return err
			}
			text = "The worker has no posts to take back."
			if !hasCloud(status) {
				text = "There is no cloud to take posts back from: none was set up from this folder. Nothing was changed."
			}
		}
		return printLine(os.Stdout, text)
	})
}

// takeoverText says what was taken back. It is empty when nothing was.
func takeoverText(t handoff.Takeover) string {
	back, waiting, resolving := len(t.HandedBack), len(t.Waiting), len(t.Resolving)
	if back+waiting+resolving+len(t.Unknown) == 0 {
		return ""
	}
	text := fmt.Sprintf("Taken back, to be published from this machine: %d.", back)
	if t.Epoch > 0 && !t.Direct {
		text = "The worker does not answer; Cloudflare was told to keep it from the posts. " + text
	}
	if waiting > 0 {
		text += fmt.Sprintf("\nDue by now: %d. Crier checks after %s, and again six minutes later, whether they are live already, and publishes those that are not. Leave Crier running.", waiting, textOf(t.NotBefore, "a few minutes"))
	}
	if resolving > 0 {
		text += fmt.Sprintf("\nBegun by the worker: %d. Crier finds out what became of them; nothing is published twice.", resolving)
	}
	if n := len(t.Unknown); n > 0 {
		text += fmt.Sprintf("\nKept from going out although this folder does not know them: %d. crier cloud status lists them; adopt or cancel each.", n)
	}
	return text
}
