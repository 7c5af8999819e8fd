package health

import (
	"fmt"
	"slices"
	"time"

	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// Verdict says how a part is.
type Verdict string

// The verdicts, the worst first.
const (
	Mend Verdict = "mend"
	Soon Verdict = "soon"
	Well Verdict = "well"
)

// HealthPart is one part that Crier stands on.
type HealthPart struct {
	ID        string         `json:"id"        doc:"Name of the part; account: with the id of an account for one of those." example:"backup"`
	Name      string         `json:"name"      doc:"The part, for people." example:"Last backup"`
	Verdict   Verdict        `json:"verdict"   enum:"mend,soon,well" doc:"Whether it is to be mended, to be looked after soon, or well."`
	Since     *wiretime.Time `json:"since"     doc:"Since when it is so, as far as is known." example:"2026-03-14T05:00:00.000Z"`
	Says      string         `json:"says"      doc:"How it is, in a sentence." example:"Read back, and found to be whole."`
	Evidence  string         `json:"evidence"  doc:"What that was found from; empty where it says nothing more." example:"crier-2026-03-14.crier"`
	Figure    string         `json:"figure"    doc:"The number that matters; empty where there is none." example:"7"`
	Unit      string         `json:"unit"      doc:"What it counts." example:"h ago"`
	AccountID *wireid.ID     `json:"accountId" doc:"The account, for the part of one; else null."`
	Fix       HealthFix      `json:"fix"       doc:"What mends it, or where more about it is; its label is empty for a part that needs nothing."`
}

// HealthFix is what can be done about a part.
type HealthFix struct {
	Label   string `json:"label"   doc:"What it does, in a word or three." example:"Make one now"`
	To      string `json:"to"      doc:"The page of the interface that does it; empty for none." example:"/settings/backups"`
	CanMend bool   `json:"canMend" doc:"Whether POST /health/mend does it."`
	Command string `json:"command" doc:"The command that does it; empty for none." example:"crier backup FILE"`
}

// HealthReport is the answer of GET /health/report.
type HealthReport struct {
	CheckedAt wiretime.Time  `json:"checkedAt" doc:"When the report was made."`
	LookedAt  *wiretime.Time `json:"lookedAt"  doc:"When the parts that take a while were last looked at; null before the first time."`
	IsLooking bool           `json:"isLooking" doc:"Whether they are being looked at now."`
	Mend      int            `json:"mend"      doc:"How many parts are to be mended." example:"0"`
	Soon      int            `json:"soon"      doc:"How many are to be looked after soon." example:"1"`
	Parts     []HealthPart   `json:"parts"     nullable:"false" doc:"The parts, the worst first."`
}

// Sorted puts the parts into a report, the worst first, and otherwise as they are given.
func Sorted(parts []HealthPart, now time.Time) HealthReport {
	r := HealthReport{CheckedAt: wiretime.Of(now), Parts: slices.Clone(parts)}
	weight := map[Verdict]int{Mend: 0, Soon: 1, Well: 2}
	slices.SortStableFunc(r.Parts, func(a, b HealthPart) int { return weight[a.Verdict] - weight[b.Verdict] })
	for _, p := range parts {
		switch p.Verdict {
		case Mend:
			r.Mend++
		case Soon:
			r.Soon++
		case Well:
		}
	}
	return r
}

// part begins a part that is well.
func part(id, name, says string) HealthPart {
	return HealthPart{ID: id, Name: name, Verdict: Well, Says: says}
}

// is gives the part another verdict, and what was found.
func (p HealthPart) is(v Verdict, says string, fix HealthFix) HealthPart {
	p.Verdict, p.Says, p.Fix = v, says, fix
	return p
}

func (p HealthPart) from(evidence string) HealthPart {
	p.Evidence = evidence
	return p
}

func (p HealthPart) counts(figure, unit string) HealthPart {
	p.Figure, p.Unit = figure, unit
	return p
}

func (p HealthPart) since(at *wiretime.Time) HealthPart {
	p.Since = at
	return p
}

// bytes returns a size as a figure with its unit.
func bytes(n int64) (figure, unit string) {
	const kilo, mega, giga = 1 << 10, 1 << 20, 1 << 30
	switch {
	case n >= 10*giga:
		return fmt.Sprintf("%d", n/giga), "GB"
	case n >= giga:
		return fmt.Sprintf("%.1f", float64(n)/giga), "GB"
	case n >= mega:
		return fmt.Sprintf("%d", n/mega), "MB"
	}
	return fmt.Sprintf("%d", n/kilo), "KB"
}

// lasting returns a length of time as a figure with its unit.
func lasting(d time.Duration) (figure, unit string) {
	const day = 24 * time.Hour
	switch d = d.Abs(); {
	case d < time.Minute:
		return fmt.Sprintf("%d", d/time.Second), "s"
	case d < time.Hour:
		return fmt.Sprintf("%d", d/time.Minute), "min"
	case d < 2*day:
		return fmt.Sprintf("%d", d/time.Hour), "h"
	}
	return fmt.Sprintf("%d", d/day), "days"
}

func ago(d time.Duration) (figure, unit string) {
	figure, unit = lasting(d)
	return figure, unit + " ago"
}

// amount returns a number as a figure with what it counts.
func amount(n int, one, many string) (figure, unit string) {
	if n == 1 {
		return "1", one
	}
	return fmt.Sprint(n), many
}

func counted(n int, one, many string) string {
	figure, unit := amount(n, one, many)
	return figure + " " + unit
}
