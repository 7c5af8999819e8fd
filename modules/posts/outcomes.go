package posts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/platform/database"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// CountByStatus returns how many posts of the history are in each status, from the counts that the
// database keeps.
func CountByStatus(ctx context.Context, db bun.IDB) (map[Status]int64, error) {
	counts := make(map[Status]int64)
	for _, status := range []Status{Draft, Scheduled, Queued, Processing, Publishing, Published, Failed} {
		n, err := database.Value[int64](ctx, db, "SELECT coalesce(sum(n), 0) FROM post_counts WHERE status = ?", status)
		if err != nil {
			return nil, fmt.Errorf("count posts: %w", err)
		}
		counts[status] = n
	}
	return counts, nil
}

// Outcome is one end of a post: it was published, or it has failed.
type Outcome struct {
	At     wiretime.Time
	Status Status
	// Late is by how much a scheduled post was published after its time; nil for any other end.
	Late *time.Duration
}

// ends, the name of a table, and had select its ends. A post that is tried again keeps when it
// failed.
const (
	ends = "SELECT completed_at, status, iif(is_scheduled = 1, scheduled_for, NULL), published_at FROM "
	had  = " WHERE completed_at > ?1 AND status IN ('PUBLISHED', 'FAILED')"
)

// EndedSince returns the ends of posts after an instant, in their order, also of those that were
// deleted since. A post that failed, was tried again and ended again has the last one alone, and
// none while it is tried.
func EndedSince(ctx context.Context, db bun.IDB, since wiretime.Time) (ended []Outcome, err error) {
	rows, err := database.Query(ctx, db, ends+"posts"+had+" UNION ALL "+ends+"posts_archive"+had+" ORDER BY 1", since)
	if err != nil {
		return nil, fmt.Errorf("read what has become of posts: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Err(), rows.Close()) }()
	for rows.Next() {
		var o Outcome
		var due, published *wiretime.Time
		if err := rows.Scan(&o.At, &o.Status, &due, &published); err != nil {
			return nil, fmt.Errorf("read what has become of posts: %w", err)
		}
		if o.Status == Published && due != nil && published != nil {
			late := published.Time().Sub(due.Time())
			o.Late = &late
		}
		ended = append(ended, o)
	}
	return ended, nil
}
