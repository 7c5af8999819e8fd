package posts

import (
	"context"
	"math"

	"crier/platform/database"

	"github.com/uptrace/bun"
)

// page says which rows of a list to read.
type page struct{ number, size int }

// list is a selection of the posts in an order, in the statements that read it.
type list struct {
	// forward reads rows by how many of them and after how many of the list; backward does the same
	// from the list's end.
	forward, backward database.Select[Post]
	// total says how long the list is.
	total string
}

// newList returns the list of the rows of table, which may name the index to be used, that match
// the condition; total is the condition for the same posts among the counts. An order is a list of
// columns.
func newList(table, condition, total, order, reverse string) list {
	read := func(inner string) database.Select[Post] {
		return database.SelectFrom[Post]("WHERE rowid IN (SELECT rowid FROM " + table + " WHERE " + condition +
			" ORDER BY " + inner + " LIMIT ? OFFSET ?) ORDER BY " + order)
	}
	return list{
		forward: read(order), backward: read(reverse),
		total: "SELECT coalesce(sum(n), 0) FROM post_counts WHERE " + total,
	}
}

// selectPage returns a page of the list and how long the list is. What comes before the page is
// skipped in the index of the list's order, from the nearer end; only the page's own rows are read.
// The arguments are those of both conditions.
func (l list) selectPage(ctx context.Context, db bun.IDB, p page, args ...any) (posts []Post, total int64, err error) {
	if total, err = database.Value[int64](ctx, db, l.total, args...); err != nil {
		return nil, 0, err
	}
	before := min(int64(p.number-1), math.MaxInt64/int64(p.size)) * int64(p.size) // No list is that long.
	rows := min(int64(p.size), total-before)
	if rows <= 0 {
		return []Post{}, total, nil
	}
	if after := total - before - rows; after < before {
		posts, err = l.backward.All(ctx, db, append(args, rows, after)...)
	} else {
		posts, err = l.forward.All(ctx, db, append(args, rows, before)...)
	}
	if posts == nil {
		posts = []Post{}
	}
	return posts, total, err
}

var (
	newestFirst = [2]string{"created_at DESC, id DESC", "created_at, id"}
	nextFirst   = [2]string{"scheduled_for, id", "scheduled_for DESC, id DESC"}

	history         = newList("posts", "1", "1", newestFirst[0], newestFirst[1])
	historyOf       = newList("posts", "status = ?", "status = ?", newestFirst[0], newestFirst[1])
	scheduledPosts  = newList(WaitingTable, WaitingCondition, WaitingCondition, nextFirst[0], nextFirst[1])
	scheduledStatus = newList(WaitingTable, WaitingCondition+" AND status = ?", WaitingCondition+" AND status = ?", nextFirst[0], nextFirst[1])
)

// selectHistory returns a page of the posts, newest first, and how many there are. An empty status
// means any.
func selectHistory(ctx context.Context, db bun.IDB, status Status, p page) ([]Post, int64, error) {
	if status == "" {
		return history.selectPage(ctx, db, p)
	}
	return historyOf.selectPage(ctx, db, p, status)
}

// selectScheduled returns a page of the posts that wait for their time or are being worked on after
// it, next first. An empty status means any of these.
func selectScheduled(ctx context.Context, db bun.IDB, status Status, p page) ([]Post, int64, error) {
	if status == "" {
		return scheduledPosts.selectPage(ctx, db, p)
	}
	return scheduledStatus.selectPage(ctx, db, p, status)
}
