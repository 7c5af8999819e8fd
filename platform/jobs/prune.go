package jobs

import (
	"context"
	"time"

	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// keepEnded is for how long a job that has ended can be looked at in the database.
	keepEnded = 30 * 24 * time.Hour
	// pruneBatch bounds how long one statement keeps other writers waiting.
	pruneBatch = 1000
)

// Prune removes the jobs that ended more than 30 days ago. Their subjects keep the outcome.
func (q *Queue) Prune(ctx context.Context, db bun.IDB) error {
	before := wiretime.Of(q.clock.Now().Add(-keepEnded))
	for {
		old := db.NewSelect().Model((*ScheduledJob)(nil)).Column("id").Where("completed_at < ?", before).Limit(pruneBatch)
		result, err := db.NewDelete().Model((*ScheduledJob)(nil)).Where("id IN (?)", old).Exec(ctx)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n < pruneBatch {
			return err
		}
	}
}
