package cloud

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

const (
	usageDays = 7
	// scarceFrom is the percentage of a day's allowance from which the user is warned.
	scarceFrom = 80
)

// Usage is what a worker uses on a day, or may use.
type Usage struct {
	Requests    int64 `json:"requests"    doc:"Requests, cron runs and alarms." example:"1540"`
	RowsRead    int64 `json:"rowsRead"    doc:"Rows read of the worker's database." example:"60000"`
	RowsWritten int64 `json:"rowsWritten" doc:"Rows written there." example:"4000"`
	KVReads     int64 `json:"kvReads"     doc:"Reads of the KV namespace." example:"12"`
	KVWrites    int64 `json:"kvWrites"    doc:"Writes to it." example:"300"`
	KVDeletes   int64 `json:"kvDeletes"   doc:"Deletions in it." example:"1"`
}

// UsageDay is what a worker has used on a day.
type UsageDay struct {
	Usage

	Day string `json:"day" doc:"The day, in UTC." example:"2026-11-25"`
}

// freePlan returns what Cloudflare's free plan allows a day, according to its pages of limits on
// 2026-11-22.
func freePlan() Usage {
	return Usage{Requests: 100_000, RowsRead: 5_000_000, RowsWritten: 100_000, KVReads: 100_000, KVWrites: 1_000, KVDeletes: 1_000}
}

// UsedPart is one of the free plan's allowances.
type UsedPart struct {
	Name      string
	Used, Max int64
}

// Against returns the used part of each allowance.
func (u Usage) Against(most Usage) []UsedPart {
	return []UsedPart{
		{"requests", u.Requests, most.Requests},
		{"rows read", u.RowsRead, most.RowsRead},
		{"rows written", u.RowsWritten, most.RowsWritten},
		{"KV reads", u.KVReads, most.KVReads},
		{"KV writes", u.KVWrites, most.KVWrites},
		{"KV deletions", u.KVDeletes, most.KVDeletes},
	}
}

// usage returns the days that the worker reports, of its posts and of its files together, without
// those that are no valid days.
func (f *workerFacts) usage() []UsageDay {
	days := []UsageDay{}
	for _, one := range append(slices.Clone(f.Usage.Days), f.Media.Days...) {
		if _, err := time.Parse(time.DateOnly, one.Day); err != nil {
			continue
		}
		at := slices.IndexFunc(days, func(day UsageDay) bool { return day.Day == one.Day })
		if at < 0 {
			days = append(days, one)
			continue
		}
		days[at].Requests += one.Requests
		days[at].RowsRead += one.RowsRead
		days[at].RowsWritten += one.RowsWritten
	}
	slices.SortFunc(days, func(a, b UsageDay) int { return strings.Compare(b.Day, a.Day) })
	return days[:min(len(days), usageDays)]
}

const mega = 1e6

// Scarce says, each in a sentence, of what the worker may use and store little is left.
func (s SetupStatus) Scarce(now time.Time) []string {
	return slices.DeleteFunc([]string{scarce(s.Usage, now), s.Media.scarce()}, func(text string) bool { return text == "" })
}

// scarce returns a sentence when the worker has little room for more files, or an empty text.
func (m MediaStatus) scarce() string {
	if m.MaxBytes == 0 || m.Bytes < m.MaxBytes/100*scarceFrom {
		return ""
	}
	return fmt.Sprintf("The worker's store of files is nearly full: it holds %.0f of %.0f MB. When it is full, posts wait until others are live and their files are deleted.", float64(m.Bytes)/mega, float64(m.MaxBytes)/mega)
}

// scarce returns a sentence when today's allowance is nearly used up, or an empty text.
func scarce(days []UsageDay, now time.Time) string {
	if len(days) == 0 || days[0].Day != now.UTC().Format(time.DateOnly) {
		return ""
	}
	var parts []string
	for _, p := range days[0].Against(freePlan()) {
		if p.Used >= p.Max/100*scarceFrom {
			parts = append(parts, fmt.Sprintf("%d of %d %s", p.Used, p.Max, p.Name))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "The worker has used " + strings.Join(parts, ", ") + " of the free plan today. Where nothing is left, Cloudflare refuses it until midnight UTC: posts then go out late, or are " +
		"shown late where only KV is used up. A paid plan of Cloudflare has higher limits."
}
