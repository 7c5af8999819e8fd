package posts

import (
	"context"
	"fmt"
	"time"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wiretime"
)

const (
	// maxDays is how many days a range has at most.
	maxDays = 62
	// maxUnplanned is how many drafts without a day are listed.
	maxUnplanned = 50
	// dateLayout is how a day is written.
	dateLayout = time.DateOnly
)

// PostRange is the answer of GET /posts/range.
type PostRange struct {
	Timezone string        `json:"timezone" doc:"The time zone whose days these are." example:"Europe/Berlin"`
	Days     []CalendarDay `json:"days"     doc:"Every day of the range, in order."`
}

// CalendarDay is a day with its posts.
type CalendarDay struct {
	Date     string        `json:"date"     format:"date" doc:"The day, as clocks and calendars of the time zone show it." example:"2026-12-24"`
	Count    int64         `json:"count"    doc:"How many posts the day has." example:"1"`
	ByStatus StatusCounts  `json:"byStatus" doc:"How many of them are in which status; a status that none is in is absent."`
	Posts    []PostSummary `json:"posts"    doc:"The first posts of the day, the earliest first, at most perDay; where there are more, those that are published are left out first. Beside them come those that failed or are kept back, at most 20."`
}

// StatusCounts is the number of posts in each status.
type StatusCounts struct {
	Draft      int64 `json:"DRAFT,omitzero"      doc:"Drafts that are planned for the day." example:"1"`
	Scheduled  int64 `json:"SCHEDULED,omitzero"  doc:"Posts that wait for their time." example:"1"`
	Queued     int64 `json:"QUEUED,omitzero"     doc:"Posts that are about to be published." example:"1"`
	Processing int64 `json:"PROCESSING,omitzero" doc:"Posts that are being prepared." example:"1"`
	Publishing int64 `json:"PUBLISHING,omitzero" doc:"Posts that are being published." example:"1"`
	Published  int64 `json:"PUBLISHED,omitzero"  doc:"Posts that are live." example:"1"`
	Failed     int64 `json:"FAILED,omitzero"     doc:"Posts that failed." example:"1"`
}

// count returns the count of a status, nil for an unknown one.
func (c *StatusCounts) count(status Status) *int64 {
	switch status {
	case Draft:
		return &c.Draft
	case Scheduled:
		return &c.Scheduled
	case Queued:
		return &c.Queued
	case Processing:
		return &c.Processing
	case Publishing:
		return &c.Publishing
	case Published:
		return &c.Published
	case Failed:
		return &c.Failed
	}
	return nil
}

// calendar finds the posts of each day.
type calendar struct {
	db        *database.DB
	summaries *summaries
}

func newCalendar(db *database.DB, s *summaries) *calendar { return &calendar{db: db, summaries: s} }

// rangeQuery is the part of a calendar that a client asks for.
type rangeQuery struct {
	from, to time.Time
	zone     *time.Location
	perDay   int
	filter   calendarFilter
}

// UnplannedDrafts is the answer of GET /posts/unplanned.
type UnplannedDrafts struct {
	Count int64         `json:"count" doc:"How many such drafts there are." example:"1"`
	Posts []PostSummary `json:"posts" doc:"Those that changed last, at most 50."`
}

// Unplanned returns the drafts without a plan.
func (c *calendar) Unplanned(ctx context.Context, f calendarFilter) (UnplannedDrafts, error) {
	count, list, err := selectUnplanned(ctx, c.db, f, maxUnplanned)
	if err != nil {
		return UnplannedDrafts{}, fmt.Errorf("read the drafts without a plan: %w", err)
	}
	shown, err := c.summaries.summarise(ctx, list, time.UTC)
	return UnplannedDrafts{Count: count, Posts: shown}, err
}

// Range returns the days with their posts.
func (c *calendar) Range(ctx context.Context, q rangeQuery) (PostRange, error) {
	days, err := daysOf(q.from, q.to, q.zone)
	if err != nil {
		return PostRange{}, err
	}
	answer := PostRange{Timezone: q.zone.String(), Days: make([]CalendarDay, len(days.dates))}
	for i, date := range days.dates {
		answer.Days[i] = CalendarDay{Date: date, Posts: []PostSummary{}}
	}
	counts, err := countDays(ctx, c.db, days.bounds, q.filter)
	if err != nil {
		return PostRange{}, fmt.Errorf("count the posts of days: %w", err)
	}
	for _, n := range counts {
		day := &answer.Days[n.day]
		day.Count += n.posts
		if of := day.ByStatus.count(n.status); of != nil {
			*of = n.posts
		}
	}
	list, err := selectDays(ctx, c.db, days.bounds, q.filter, q.perDay)
	if err != nil {
		return PostRange{}, fmt.Errorf("read the posts of days: %w", err)
	}
	shown, err := c.summaries.summarise(ctx, list, q.zone)
	if err != nil {
		return PostRange{}, err
	}
	for i := range shown {
		day := days.find(shown[i].At)
		if day < 0 {
			continue // It was moved between the two statements.
		}
		answer.Days[day].Posts = append(answer.Days[day].Posts, shown[i])
	}
	return answer, nil
}

type days struct {
	dates []string
	// bounds has, in Unix milliseconds, the beginning of each day, and the end of the last one.
	bounds []int64
}

func daysOf(from, to time.Time, zone *time.Location) (days, error) {
	n := int(to.Sub(from)/(24*time.Hour)) + 1 // Both are midnights of UTC, whose days are all of one length.
	if to.Before(from) {
		return days{}, apperror.New(apperror.InvalidParam, "the range ends on %s, before it begins on %s", to.Format(dateLayout), from.Format(dateLayout))
	}
	if n > maxDays {
		return days{}, apperror.New(apperror.InvalidParam, "the range has %d days; one has at most %d", n, maxDays)
	}
	var d days
	for i := range n + 1 {
		day := from.AddDate(0, 0, i)
		// If clocks skip midnight, the day begins at that instant; if they show it twice, the first
		// one counts.
		_, begins := wiretime.Resolve(day, zone)
		d.bounds = append(d.bounds, begins.UnixMilli())
		if i < n {
			d.dates = append(d.dates, day.Format(dateLayout))
		}
	}
	return d, nil
}

// find returns the index of the day of an instant, or -1.
func (d days) find(at *wiretime.Time) int {
	if at == nil {
		return -1
	}
	for i := range d.dates {
		if ms := at.UnixMilli(); ms >= d.bounds[i] && ms < d.bounds[i+1] {
			return i
		}
	}
	return -1
}
