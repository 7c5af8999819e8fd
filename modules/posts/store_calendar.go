package posts

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// calendarAt is the instant at which a calendar shows a post, as calendarInstant works it out, in
// the words of the index posts_calendar: SQLite uses an index on an expression for the same
// expression alone.
const calendarAt = `CASE p.status WHEN 'DRAFT' THEN p.planned_for
	WHEN 'PUBLISHED' THEN coalesce(p.published_at, p.completed_at)
	WHEN 'FAILED' THEN coalesce(p.scheduled_for, p.last_attempt_at, p.completed_at)
	ELSE coalesce(p.scheduled_for, p.created_at) END`

// within is the condition of the posts of the day d, whose value is the list of its bounds.
const within = calendarAt + " >= json_extract(d.value, '$[0]') AND " + calendarAt + " < json_extract(d.value, '$[1]')"

// calendarFilter leaves posts out: those of other accounts and of another kind, if there is one,
// and of other statuses, if there are some.
type calendarFilter struct {
	account   *wireid.ID
	statuses  []Status
	mediaType MediaType
}

// calendarInstant returns the instant at which a calendar shows a post, nil for none. The database
// has the same as an expression.
func calendarInstant(post *Post) *wiretime.Time {
	switch post.Status {
	case Draft:
		return post.PlannedFor
	case Published:
		return cmp.Or(post.PublishedAt, post.CompletedAt)
	case Failed:
		return cmp.Or(post.ScheduledFor, post.LastAttemptAt, post.CompletedAt)
	case Scheduled, Queued, Processing, Publishing:
	}
	return cmp.Or(post.ScheduledFor, &post.CreatedAt)
}

// condition returns the filter as a condition on p, and its arguments.
func (f calendarFilter) condition() (text string, args []any, err error) {
	text = "1"
	if f.account != nil {
		text, args = text+" AND p.social_account_id = ?", append(args, *f.account)
	}
	if len(f.statuses) > 0 {
		list, err := database.List(f.statuses)
		if err != nil {
			return "", nil, err
		}
		text, args = text+" AND p.status IN (SELECT value FROM json_each(?))", append(args, list)
	}
	if f.mediaType != "" {
		text, args = text+" AND p.media_type = ?", append(args, f.mediaType)
	}
	return text, args, nil
}

// dayList returns days as JSON: the list of the bounds of each.
func dayList(bounds []int64) (string, error) {
	pairs := make([][2]int64, len(bounds)-1)
	for i := range pairs {
		pairs[i] = [2]int64{bounds[i], bounds[i+1]}
	}
	list, err := json.Marshal(pairs)
	return string(list), err
}

// dayCount says how many posts of a status a day has.
type dayCount struct {
	day    int
	status Status
	posts  int64
}

// countDays counts the posts of each day in the index alone.
func countDays(ctx context.Context, db bun.IDB, bounds []int64, f calendarFilter) ([]dayCount, error) {
	condition, args, err := f.condition()
	if err != nil {
		return nil, err
	}
	list, err := dayList(bounds)
	if err != nil {
		return nil, err
	}
	rows, err := database.Query(ctx, db, "SELECT d.key, p.status, count(*) FROM json_each(?) AS d CROSS JOIN posts AS p INDEXED BY posts_calendar WHERE "+
		within+" AND "+condition+" GROUP BY d.key, p.status", append([]any{list}, args...)...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var counts []dayCount
	for rows.Next() {
		var n dayCount
		if err := rows.Scan(&n.day, &n.status, &n.posts); err != nil {
			return nil, err
		}
		counts = append(counts, n)
	}
	return counts, rows.Err()
}

// calendarOrder is the order of the posts of a day.
const calendarOrder = calendarAt + ", p.id"

var (
	postsByRow = database.SelectFrom[Post]("WHERE rowid IN (SELECT value FROM json_each(?))")
	postsByID  = database.SelectFrom[Post]("WHERE id IN (SELECT value FROM json_each(?))")
)

// selectByID returns those of the posts that there are.
func selectByID(ctx context.Context, db bun.IDB, ids []wireid.ID) ([]Post, error) {
	list, err := database.List(ids)
	if err != nil {
		return nil, err
	}
	return postsByID.All(ctx, db, list)
}

// maxNeeding is how many posts of a day are told beyond the first ones.
const maxNeeding = 20

// needsSomebody is the condition of the posts that need somebody, in the words of their index.
const needsSomebody = "(p.status = 'FAILED' OR p.error_code IS NOT NULL AND p.status IN ('SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING'))"

// selectDays returns the first posts of each day, in their order: those that are published only
// where there is room, so that the next one to go out is among them. Those that failed or are kept
// back come with them, however late their time is, because they need somebody. Which they are the
// indexes say.
func selectDays(ctx context.Context, db bun.IDB, bounds []int64, f calendarFilter, perDay int) ([]Post, error) {
	condition, args, err := f.condition()
	if err != nil {
		return nil, err
	}
	list, err := dayList(bounds)
	if err != nil {
		return nil, err
	}
	var rows []int64
	for _, pick := range []struct {
		from, order string
		limit       int
	}{
		{"posts_calendar WHERE " + within, "p.status = 'PUBLISHED', ", perDay},
		{"posts_calendar_needing WHERE " + needsSomebody + " AND " + within, "", min(maxNeeding, 5*perDay)},
	} {
		lists, err := database.Values[string](ctx, db, "SELECT (SELECT json_group_array(r) FROM (SELECT p.rowid AS r FROM posts AS p INDEXED BY "+
			pick.from+" AND "+condition+" ORDER BY "+pick.order+calendarOrder+" LIMIT ?)) FROM json_each(?) AS d ORDER BY d.key", append(slices.Clone(args), pick.limit, list)...)
		if err != nil {
			return nil, err
		}
		for _, list := range lists {
			var ofDay []int64
			if err := json.Unmarshal([]byte(list), &ofDay); err != nil {
				return nil, fmt.Errorf("read the rows of a day: %w", err)
			}
			rows = append(rows, ofDay...)
		}
	}
	return inCalendarOrder(ctx, db, rows)
}

// unplanned are the drafts that a calendar shows at no instant, in the words of the index that has
// them in the order in which they are listed.
const unplanned = "FROM posts AS p INDEXED BY posts_unplanned WHERE p.status = 'DRAFT' AND p.planned_for IS NULL AND "

// unplannedOrder has those that changed last first.
const unplannedOrder = " ORDER BY p.updated_at DESC, p.id LIMIT ?"

// selectUnplanned counts the drafts that a calendar shows at no instant, and returns those that
// changed last.
func selectUnplanned(ctx context.Context, db bun.IDB, f calendarFilter, limit int) (count int64, found []Post, err error) {
	condition, args, err := f.condition()
	if err != nil {
		return 0, nil, err
	}
	if count, err = database.Value[int64](ctx, db, "SELECT count(*) "+unplanned+condition, args...); err != nil {
		return 0, nil, err
	}
	rows, err := database.Values[int64](ctx, db, "SELECT p.rowid "+unplanned+condition+unplannedOrder, append(args, limit)...)
	if err != nil {
		return 0, nil, err
	}
	found, err = selectRows(ctx, db, rows, func(a, b Post) int {
		return cmp.Or(cmp.Compare(b.UpdatedAt.UnixMilli(), a.UpdatedAt.UnixMilli()), cmp.Compare(a.ID.String(), b.ID.String()))
	})
	return count, found, err
}

// inCalendarOrder reads the posts of rows, the earliest first.
func inCalendarOrder(ctx context.Context, db bun.IDB, rows []int64) ([]Post, error) {
	return selectRows(ctx, db, rows, func(a, b Post) int {
		return cmp.Or(cmp.Compare(calendarMillis(&a), calendarMillis(&b)), cmp.Compare(a.ID.String(), b.ID.String()))
	})
}

// selectRows reads the posts of rows, in an order.
func selectRows(ctx context.Context, db bun.IDB, rows []int64, order func(a, b Post) int) ([]Post, error) {
	list, err := database.List(rows)
	if err != nil {
		return nil, err
	}
	found, err := postsByRow.All(ctx, db, list)
	slices.SortFunc(found, order)
	return found, err
}

func calendarMillis(post *Post) int64 {
	if at := calendarInstant(post); at != nil {
		return at.UnixMilli()
	}
	return 0
}
