package main

import (
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/bulk"
	"crier/platform/wiretime"
)

// TestImport_Summary: what an import has done, or would do, is a sentence for
// one post and for several.
func TestImport_Summary(t *testing.T) {
	t.Parallel()
	planned := make([]*plannedRow, 8)
	for i := range planned {
		planned[i] = &plannedRow{}
		if planned[i].Row = i; i%2 == 0 {
			planned[i].At = new(wiretime.Time)
		}
	}
	const made, changed, unchanged = posts.ImportMade, posts.ImportChanged, posts.ImportUnchanged
	for _, c := range []struct {
		outcomes    []posts.ImportOutcome
		done, tried string
	}{
		{[]posts.ImportOutcome{made}, "made 1 scheduled post", "make 1 scheduled post"},
		{[]posts.ImportOutcome{unchanged, made}, "made 1 draft, left 1 post unchanged", "make 1 draft, leave 1 post unchanged"},
		{[]posts.ImportOutcome{changed}, "changed 1 post", "change 1 post"},
		{[]posts.ImportOutcome{unchanged, unchanged}, "left 2 posts unchanged", "leave 2 posts unchanged"},
		{
			[]posts.ImportOutcome{made, made, made, changed, made, made, changed, unchanged},
			"made 3 scheduled posts and 2 drafts, changed 2 posts, left 1 post unchanged", "make 3 scheduled posts and 2 drafts, change 2 posts, leave 1 post unchanged",
		},
	} {
		rows := make([]posts.ImportedRow, len(c.outcomes))
		for i, outcome := range c.outcomes {
			rows[i] = posts.ImportedRow{Row: i, Outcome: outcome}
		}
		if got, want := new(importCommand).summary(rows, planned), "The import "+c.done+"."; got != want {
			t.Errorf("done: %q, want %q", got, want)
		}
		dry := importCommand{DryRun: true}
		if got, want := dry.summary(rows, planned), "The import would "+c.tried+". Nothing was done; the same call without --dry-run does it."; got != want {
			t.Errorf("tried: %q, want %q", got, want)
		}
	}
}

// TestPlanTime: a time that a row cannot have is said with the column and what is wrong with it,
// and a zone is refused here that the service would refuse.
func TestPlanTime(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct{ at, zone, want string }{
		{"2030-12-01 08:00", "Europe/Berlin", ""},
		{"2027-03-28 02:30", "Europe/Berlin", "at: 2027-03-28 02:30 does not exist in Europe/Berlin, where the clocks are set forward over it; write 2027-03-28 03:30, or a time with its offset, such as 2027-03-28T03:30:00+02:00"},
		{"2030-12-01 08:00", "Factory", `"Factory" is no time zone; write one such as Europe/Lisbon or UTC`},
		{"2030-12-01 08:00", "posix/Europe/Berlin", `"posix/Europe/Berlin" is no time zone; write one such as Europe/Lisbon or UTC`},
	} {
		p := planRows([]bulk.Row{{Ref: "a", Media: []string{"9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e"}, At: c.at, Timezone: c.zone}}, "", "", now)[0]
		got := ""
		for _, problem := range p.Problems {
			got += problem.Text
		}
		if got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.at, c.zone, got, c.want)
		}
	}
}
