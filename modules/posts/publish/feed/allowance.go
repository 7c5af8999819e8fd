package feed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Each answer of the network says how much of the allowance for calls is used, in percent. From
// busyUsage on, polls are as rare as possible; at fullUsage nothing is begun.
const (
	busyUsage, fullUsage = 80, 100
	// fullPause is how long to wait when the allowance is used up for an unknown time.
	fullPause = 5 * time.Minute
)

const slowestPoll = 30 * time.Second

// usage is the allowance for calls as the network last reported it.
type usage struct{ graph.Usage }

// watch stores the allowance that the network reports.
func (u *usage) watch(call graph.Call) {
	if call.IsAnswered() {
		u.Usage = call.Usage
	}
}

// pause returns the pause before the next poll: pause, or a longer one.
func (u *usage) pause(pause time.Duration) time.Duration {
	if u.Percent >= busyUsage {
		return slowestPoll
	}
	return pause
}

// check postpones a post that the network would refuse for the number of calls, because each
// further call prolongs that.
func (u *usage) check() error {
	if u.Percent < fullUsage {
		return nil
	}
	pause := u.Regain
	if pause <= 0 {
		pause = fullPause
	}
	return &failure.Error{Failure: failure.Failure{
		Action: failure.Wait, Code: apperror.RateLimited, After: pause,
		Message: fmt.Sprintf("the network's allowance for calls is used up (%d %%); nothing is sent for %s", u.Percent, wiretime.Words(pause)),
	}}
}

// stopping returns an error that every further call would get too, and nil for any other.
func stopping(err error) error {
	var failed *graph.Error
	if !errors.As(err, &failed) || failure.IsSilent(err) {
		return err
	}
	switch failed.Class {
	case graph.TokenDead, graph.UserAction, graph.Wait:
		return err
	default:
		return nil
	}
}

// firstPublishedSince returns when the first of the account's posts since then was published, and
// false when there is none.
func firstPublishedSince(ctx context.Context, db bun.IDB, account wireid.ID, since wiretime.Time) (time.Time, bool, error) {
	var first sql.NullInt64
	err := db.NewSelect().ColumnExpr("min(at)").TableExpr(`(
		SELECT min(published_at) AS at FROM posts WHERE social_account_id = ?0 AND published_at >= ?1
		UNION ALL SELECT min(published_at) FROM posts_archive WHERE social_account_id = ?0 AND published_at >= ?1)`,
		account, since).Scan(ctx, &first)
	return time.UnixMilli(first.Int64), first.Valid, err
}
