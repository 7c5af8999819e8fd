package posts

import (
	"context"
	"fmt"

	"crier/platform/database"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// CountUnattended returns how many posts are this machine's to publish, at a time or as soon as can be, and when the first of them is due.
// They go out while the service runs, and not before.
func CountUnattended(ctx context.Context, db bun.IDB) (n int64, first wiretime.Time, err error) {
	const unattended = "FROM posts WHERE status IN ('SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING') AND cloud_job_id IS NULL"
	n, err = database.Value[int64](ctx, db, "SELECT count(*) "+unattended)
	if err == nil && n > 0 {
		first, err = database.Value[wiretime.Time](ctx, db, "SELECT min(coalesce(scheduled_for, created_at)) "+unattended)
	}
	if err != nil {
		return 0, wiretime.Time{}, fmt.Errorf("count the posts that are to go out: %w", err)
	}
	return n, first, nil
}
