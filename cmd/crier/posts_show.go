package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/timeline"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

type showPostCommand struct {
	serviceFolder
	ID   string `arg:"" help:"Id of the post, as list shows it, or the beginning of it."`
	JSON bool   `name:"json" help:"Print JSON: {\"post\", \"steps\": [...], \"leftOut\", \"archivedAt\", \"live\": [...]}."`
}

// shownPost is what is printed. A deleted post has no steps any more.
type shownPost struct {
	posts.Timeline

	ArchivedAt *wiretime.Time `json:"archivedAt"`
	Live       []posts.Live   `json:"live"`
}

// Run prints the post and its timeline, as the running service reports them.
func (c *showPostCommand) Run(ctx context.Context) error {
	return c.withOne(ctx, findPost, c.ID, func(service *serviceClient, id wireid.ID) error {
		var record posts.Record
		if err := service.get(ctx, "/api/posts/"+id.String()+"/record", &record); err != nil {
			return err
		}
		shown := shownPost{Timeline: posts.Timeline{Post: record.Post, Steps: []timeline.Step{}}, ArchivedAt: record.ArchivedAt, Live: record.Live}
		if record.ArchivedAt == nil {
			if err := service.get(ctx, "/api/posts/"+id.String()+"/timeline", &shown.Timeline); err != nil {
				return err
			}
		}
		if c.JSON {
			return printJSON(shown)
		}
		var me auth.Me
		if err := service.get(ctx, "/api/v1/auth/me", &me); err != nil {
			return err
		}
		return printTimeline(os.Stdout, shown, usernames(me))
	})
}

func printTimeline(out io.Writer, t shownPost, names map[wireid.ID]string) error {
	if err := printTable(out, append(headOf(&t.Post, names), leftOf(t)...)); err != nil || t.ArchivedAt != nil {
		return err
	}
	rows := [][]string{{""}, {"TIME", "STEP", "TOOK", "WHAT"}}
	before := 0
	for i := range t.Steps {
		step := &t.Steps[i]
		if gap := step.Seq - before - 1; gap > 0 {
			rows = append(rows, []string{"...", "", "", fmt.Sprintf("%d steps in between are not kept", gap)})
		}
		before = step.Seq
		took := ""
		if step.Kind == timeline.KindCall {
			took = tookOf(step)
		}
		rows = append(rows, []string{step.At.String(), nameOf(step), took, stepText(step, t.Post.ScheduledFor)})
	}
	return printTable(out, rows)
}

// headOf returns the present facts about the post, as names and values.
func headOf(p *posts.Post, names map[wireid.ID]string) [][]string {
	head := [][]string{{"Post", p.ID.String() + ", " + string(p.MediaType)}, {"Status", string(p.Status)}}
	add := func(name, value string) {
		if value != "" {
			head = append(head, []string{name, value})
		}
	}
	add("Account", names[p.SocialAccountID])
	add("Scheduled", textOf(p.ScheduledFor, ""))
	add("Published", textOf(p.PublishedAt, ""))
	add("Address", shownOr(p.SNPermalink, ""))
	if p.ErrorCode != nil && p.ErrorMessage != nil {
		add("Error", *p.ErrorCode+": "+*p.ErrorMessage)
	}
	return head
}

// leftOf says when a deleted post was deleted here, and where it is still live.
func leftOf(t shownPost) (left [][]string) {
	if t.ArchivedAt == nil {
		return nil
	}
	left = append(left, []string{"Deleted", t.ArchivedAt.String() + ", from the history"})
	for _, live := range t.Live {
		where := map[posts.Place]string{posts.OnInstagram: "at the network", posts.OnPage: "on the Page"}[live.Place]
		left = append(left, []string{"Still live", where + ": " + shownOr(live.Permalink, "as "+live.ID+", its address is not known")})
	}
	if len(t.Live) == 0 {
		left = append(left, []string{"Still live", "nowhere that Crier knows of"})
	}
	return left
}

// tookOf returns how long a call took; of several calls, the longest.
func tookOf(s *timeline.Step) string {
	if s.DurationMs == 0 {
		return "<1ms"
	}
	return (time.Duration(s.DurationMs) * time.Millisecond).String()
}

// nameOf names a step in a word or two.
func nameOf(s *timeline.Step) string {
	switch s.Kind {
	case timeline.KindStatus:
		return string(s.ToStatus)
	case timeline.KindCall:
		return s.Op
	case timeline.KindClaim:
		return "claimed"
	case timeline.KindWait:
		return "put off"
	default:
		return "note"
	}
}

// stepText describes a step in one line. due is when the post is due; nil means at once.
func stepText(s *timeline.Step, due *wiretime.Time) string {
	var parts []string
	switch s.Kind {
	case timeline.KindStatus:
		parts = []string{s.ErrorCode, s.Text}
		if s.Until != nil {
			parts = append(parts, "due at "+s.Until.String())
		}
	case timeline.KindClaim:
		parts = []string{lateness(s, due), s.Text}
	case timeline.KindCall:
		parts = callText(s)
	case timeline.KindWait:
		if s.Until != nil {
			parts = []string{"until " + s.Until.String()}
		}
		parts = append(parts, s.Text)
	default:
		parts = []string{s.Text}
	}
	if s.Times > 1 {
		parts = append([]string{fmt.Sprintf("%d times, the last at %s", s.Times, s.LastAt)}, parts...)
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
}

// lateness says how late work on a post began. Its job may have been postponed and begun just when
// it was then due, so the time of the post counts too.
func lateness(s *timeline.Step, due *wiretime.Time) string {
	late := time.Duration(s.LateMs) * time.Millisecond
	if due != nil {
		late = max(late, s.At.Time().Sub(due.Time()))
	}
	switch {
	case late < time.Second:
		return "on time"
	case due != nil:
		return wiretime.Words(late) + " after its time"
	default:
		return wiretime.Words(late) + " late"
	}
}

// muchUsage is the percentage of its limits from which the network's usage is printed.
const muchUsage = 50

func callText(s *timeline.Step) []string {
	answer, code, usage, trace := "no answer", "", "", ""
	if s.HTTPStatus != 0 {
		answer = fmt.Sprintf("HTTP %d", s.HTTPStatus)
	}
	switch {
	case s.Subcode != 0:
		code = fmt.Sprintf("code %d/%d", s.Code, s.Subcode)
	case s.Code != 0:
		code = fmt.Sprintf("code %d", s.Code)
	}
	if s.TraceID != "" {
		trace = "trace " + s.TraceID
	}
	if s.UsagePercent >= muchUsage {
		usage = fmt.Sprintf("%d %% of the limits used", s.UsagePercent)
	}
	return []string{answer, code, trace, s.Text, usage, s.Method + " " + s.Host + s.Path}
}
