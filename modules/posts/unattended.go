package posts

import (
	"context"
	"fmt"

	"crier/platform/database"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// CountUnattended returns how many posts wait for a time and are this machine's to publish, and the first of those times. They go out
// while the service runs, and not before.
func CountUnattended(ctx context.Context, db bun.IDB) (n int64, first wiretime.Time, err error) {
	const unattended = "FROM posts WHERE status = 'SCHEDULED' AND cloud_job_id IS NULL"
	n, err = database.Value[int64](ctx, db, "SELECT count(*) "+unattended)
	if err == nil && n > 0 {
		first, err = database.Value[wiretime.Time](ctx, db, "SELECT min(scheduled_for) "+unattended)
	}
	if err != nil {
		return 0, wiretime.Time{}, fmt.Errorf("count the posts that wait for their time: %w", err)
	}
	return n, first, nil
}
