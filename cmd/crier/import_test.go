package main

import (
	"testing"

	"crier/modules/posts"
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
