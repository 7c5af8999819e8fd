package posts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"crier/modules/auth"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"
)

const (
	weekDays = 7
	// awayFor is how long nobody has to look for the week to be shown on any day.
	awayFor = 3 * 24 * time.Hour
	// lookedAgain is how long a look counts as the same one.
	lookedAgain = time.Hour
	// A weekday is a habit of an account that published on it in habitOf of the weeks before.
	habitWeeks = 4
	habitOf    = 3
	// shownPerDay is how many of a day's posts are returned that went out.
	shownPerDay = 8
)

// Week is the answer of POST /posts/week/looks. Its days are dates, such as 2026-12-14, in the time
// zone of the request.
type Week struct {
	IsDue      bool           `json:"isDue"     doc:"Whether it is to be shown: on the first day of the week, and when nobody has looked for more than three days, until it is put away. Otherwise the rest is empty." example:"true"`
	Since      string         `json:"since"     doc:"The first day of the week before." example:"2026-12-07"`
	To         string         `json:"to"        doc:"The last day of this week." example:"2026-12-20"`
	Next       string         `json:"next" doc:"The first day of the next one, until which it can be put away." example:"2026-12-21"`
	WentOut    []PostSummary  `json:"wentOut"   nullable:"false" doc:"What was published since then, the earliest first; at most 8 of a day."`
	Published  int64          `json:"published" doc:"How many posts were." example:"9"`
	Planned    []AccountsWeek `json:"planned"   nullable:"false" doc:"What goes out by the end of this week, by account."`
	Drafts     *WeekPosts     `json:"drafts,omitempty"    doc:"Drafts that are planned for this week; absent when there are none. A draft does not go out by itself."`
	WithoutDay *WeekPosts     `json:"withoutDay,omitempty" doc:"Drafts that have files and a caption, and no day; absent when there are none."`
	NoAltText  *WeekPosts     `json:"noAltText,omitempty" doc:"Posts of this week with a picture that is described to nobody who cannot see it; absent when there are none."`
}

// AccountsWeek is what an account has in what is left of this week.
type AccountsWeek struct {
	AccountID wireid.ID `json:"accountId" doc:"The account." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	Count     int64     `json:"count"     doc:"How many of its posts go out by the end of the week." example:"3"`
	Quiet     []string  `json:"quiet"     nullable:"false" doc:"The days from today on on which it has none, although it published on that day of the week in three of the four weeks before."`
}

// WeekPosts are posts in which something is missing.
type WeekPosts struct {
	Count  int64     `json:"count"  doc:"How many there are." example:"2"`
	PostID wireid.ID `json:"postId" doc:"The first of them." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
}

// weekRow is the one row about looks.
type weekRow struct {
	bun.BaseModel `bun:"table:posts_week"`

	ID       int `bun:",pk"`
	LookedAt wiretime.Time
	// IsBack says that somebody came back after awayFor, until the week is put away.
	IsBack bool
	// AwayUntil is the date before which the week is not shown; empty for none.
	AwayUntil string
}

type (
	weekInput struct {
		Body struct {
			Timezone  string `json:"timezone"  maxLength:"64" doc:"IANA name of the time zone whose days these are." example:"Europe/Berlin"`
			WeekStart string `json:"weekStart" enum:"monday,saturday,sunday" doc:"The first day of a week." example:"monday"`
		}
	}
	weekAwayInput struct {
		Body struct {
			Until string `json:"until" format:"date" doc:"The first day of the next week." example:"2026-12-21"`
		}
	}
)

// weeks shows the week to who begins it or comes back after awayFor.
type weeks struct {
	db       *database.DB
	clock    clock.Clock
	accounts *auth.Service
	calendar *calendar
}

func newWeeks(db *database.DB, clk clock.Clock, accounts *auth.Service, c *calendar) *weeks {
	return &weeks{db: db, clock: clk, accounts: accounts, calendar: c}
}

func (w *weeks) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "lookAtWeek", Method: http.MethodPost, Path: "/posts/week/looks", Tags: []string{tag},
		Summary:     "Look at the week",
		Description: "What went out, what is planned and what is missing, for somebody who begins a week or comes back after days. Crier remembers the look.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.WithAnswers(nil, httpapi.Example{
			Name: "due", Summary: "A Monday", Changes: `{"wentOut":[{"status":"PUBLISHED","heldCode":null,"errorCode":null,"errorMessage":null,"warnings":[],"problem":null}],"planned":[{"quiet":["2026-12-17"]}]}`,
		})),
	}, w.look)
	httpapi.Register(surface, huma.Operation{
		OperationID: "putWeekAway", Method: http.MethodPost, Path: "/posts/week/away", Tags: []string{tag},
		Summary:     "Put the week away",
		Description: "It is shown no more, in no browser, before that day.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(nil),
	}, w.putAway)
}

func (w *weeks) putAway(ctx context.Context, in *weekAwayInput) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(w.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return upsertWeek(ctx, tx, weekRow{LookedAt: wiretime.Of(w.clock.Now()), AwayUntil: in.Body.Until})
	}))
}

func upsertWeek(ctx context.Context, tx bun.IDB, row weekRow) error {
	row.ID = 1
	_, err := tx.NewInsert().Model(&row).On("CONFLICT (id) DO UPDATE").
		Set("looked_at = EXCLUDED.looked_at").Set("is_back = EXCLUDED.is_back").Set("away_until = EXCLUDED.away_until").Exec(ctx)
	return err
}

// remember stores the look, and returns whether the week is due on a day that may be the first of
// it.
func (w *weeks) remember(ctx context.Context, today string, isFirst bool) (isDue bool, err error) {
	err = w.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		row := weekRow{}
		if err := tx.NewSelect().Model(&row).Scan(ctx); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		now := w.clock.Now()
		since := now.Sub(row.LookedAt.Time())
		row.IsBack = row.IsBack || row.ID != 0 && since > awayFor
		isDue = row.AwayUntil <= today && (isFirst || row.IsBack)
		if row.ID != 0 && since.Abs() < lookedAgain {
			return nil
		}
		row.LookedAt = wiretime.Of(now)
		return upsertWeek(ctx, tx, row)
	})
	return isDue, err
}

func (w *weeks) look(ctx context.Context, in *weekInput) (*httpapi.Output[Week], error) {
	zone, err := Zone(in.Body.Timezone)
	if err != nil {
		return nil, err
	}
	now := w.clock.Now().In(zone)
	first := map[string]time.Weekday{"monday": time.Monday, "saturday": time.Saturday, "sunday": time.Sunday}[in.Body.WeekStart]
	into := (int(now.Weekday()) - int(first) + weekDays) % weekDays
	from := time.Date(now.Year(), now.Month(), now.Day()-into, 0, 0, 0, 0, time.UTC)
	told := Week{
		WentOut: []PostSummary{}, Planned: []AccountsWeek{}, Since: from.AddDate(0, 0, -weekDays).Format(dateLayout),
		To: from.AddDate(0, 0, weekDays-1).Format(dateLayout), Next: from.AddDate(0, 0, weekDays).Format(dateLayout),
	}
	if told.IsDue, err = w.remember(ctx, now.Format(dateLayout), into == 0); err != nil || !told.IsDue {
		return httpapi.Answer(told, err)
	}
	if err := w.fill(ctx, &told, from, now); err != nil {
		return nil, fmt.Errorf("look at the week: %w", err)
	}
	told.Planned = slices.DeleteFunc(told.Planned, func(a AccountsWeek) bool { return a.Count == 0 && len(a.Quiet) == 0 })
	// Nobody is greeted with nothing.
	told.IsDue = told.Published > 0 || told.Drafts != nil || len(told.Planned) > 0
	return httpapi.Answer(told, nil)
}

// begins returns when a day begins by the clocks of a zone, which may skip midnight.
func begins(day time.Time, zone *time.Location) time.Time {
	_, at := wiretime.Resolve(day, zone)
	return at.Time().In(zone)
}

// fill fills in the week that begins on the day from.
func (w *weeks) fill(ctx context.Context, told *Week, from, now time.Time) error {
	end := begins(from.AddDate(0, 0, weekDays), now.Location())
	out, err := w.calendar.Range(ctx, rangeQuery{
		from: begins(from.AddDate(0, 0, -weekDays), now.Location()), to: now, zone: now.Location(), perDay: shownPerDay, filter: calendarFilter{statuses: []Status{Published}},
	})
	if err != nil {
		return err
	}
	for _, day := range out.Days {
		told.Published += day.Count
		told.WentOut = append(told.WentOut, day.Posts...)
	}
	if err := w.plan(ctx, told, from, now); err != nil {
		return err
	}
	if told.Drafts, err = countPosts(ctx, w.db, "status = 'DRAFT' AND planned_for >= ? AND planned_for < ? ORDER BY planned_for, id", wiretime.Of(now), wiretime.Of(end)); err != nil {
		return err
	}
	if told.WithoutDay, err = countPosts(ctx, w.db, `status = 'DRAFT' AND planned_for IS NULL AND coalesce(caption, '') <> ''
		AND EXISTS (SELECT 1 FROM post_media AS m WHERE m.post_id = posts.id AND m.media_file_id IS NOT NULL) ORDER BY updated_at DESC, id`); err != nil {
		return err
	}
	told.NoAltText, err = countPosts(ctx, w.db, WaitingCondition+` AND scheduled_for < ? AND (media_type = 'IMAGE' AND coalesce(alt_text, '') = ''
		OR media_type = 'CAROUSEL' AND (alt_texts IS NULL OR EXISTS (SELECT 1 FROM json_each(alt_texts) WHERE value = ''))) ORDER BY scheduled_for, id`, wiretime.Of(end))
	return err
}

// plan fills in what each account has by the end of the week, and its quiet days.
func (w *weeks) plan(ctx context.Context, told *Week, from, now time.Time) error {
	zone := now.Location()
	due, err := selectDue(ctx, w.db, wiretime.Of(begins(from.AddDate(0, 0, weekDays), zone)), maxForecast)
	if err != nil {
		return err
	}
	accounts, err := w.accounts.Accounts(ctx)
	if err != nil {
		return err
	}
	for i := range accounts {
		one := AccountsWeek{AccountID: accounts[i].ID, Quiet: []string{}}
		busy := map[string]bool{}
		for _, post := range due {
			if post.account == one.AccountID {
				one.Count++
				busy[post.at.Time().In(zone).Format(dateLayout)] = true
			}
		}
		published, err := selectPublished(ctx, w.db, one.AccountID, wiretime.Of(begins(from.AddDate(0, 0, -habitWeeks*weekDays), zone)))
		if err != nil {
			return err
		}
		for _, at := range published {
			busy[time.UnixMilli(at).In(zone).Format(dateLayout)] = true
		}
		for day := range weekDays {
			date := from.AddDate(0, 0, day)
			if text := date.Format(dateLayout); text >= now.Format(dateLayout) && !busy[text] && isHabit(busy, date) {
				one.Quiet = append(one.Quiet, text)
			}
		}
		told.Planned = append(told.Planned, one)
	}
	return nil
}

// isHabit reports whether enough of the same weekdays before had a post.
func isHabit(busy map[string]bool, date time.Time) bool {
	n := 0
	for week := 1; week <= habitWeeks; week++ {
		if busy[date.AddDate(0, 0, -week*weekDays).Format(dateLayout)] {
			n++
		}
	}
	return n >= habitOf
}

// countPosts counts the posts of a condition, which ends in their order, and names the first; nil
// without one.
func countPosts(ctx context.Context, db bun.IDB, condition string, args ...any) (*WeekPosts, error) {
	found, err := database.Values[wireid.ID](ctx, db, "SELECT id FROM posts WHERE "+condition, args...)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &WeekPosts{Count: int64(len(found)), PostID: found[0]}, nil
}
