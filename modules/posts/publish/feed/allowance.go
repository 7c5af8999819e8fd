package feed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// The network tells with each answer how much of the allowance for calls is used, in percent. From
// busyUsage on, polls are as rare as they get; at fullUsage nothing is begun.
const (
	busyUsage, fullUsage = 80, 100
	// fullPause is how long a full allowance is waited out that does not say for how long it is.
	fullPause = 5 * time.Minute
)

const slowestPoll = 30 * time.Second

// usage is what the network last said of its allowance for calls.
type usage struct{ graph.Usage }

// watch takes in what the network says of its allowance.
func (u *usage) watch(call graph.Call) {
	if call.HTTPStatus != 0 {
		u.Usage = call.Usage
	}
}

// pause returns how long to wait for the next poll in place of pause.
func (u *usage) pause(pause time.Duration) time.Duration {
	if u.Percent >= busyUsage {
		return slowestPoll
	}
	return pause
}

// check puts a post off that the network would refuse for the number of calls: each further one
// makes it longer.
func (u *usage) check() error {
	if u.Percent < fullUsage {
		return nil
	}
	pause := u.Regain
	if pause <= 0 {
		pause = fullPause
	}
	return &failure.Error{Verdict: failure.Verdict{
		Remedy: failure.Wait, Code: apperror.RateLimited, After: pause,
		Message: fmt.Sprintf("the network's allowance for calls is used up (%d %%); nothing is sent for %s", u.Percent, posts.Roughly(pause)),
	}}
}

// stopping returns an error that every further call would meet too, and nil for any other.
func stopping(err error) error {
	var failed *graph.Error
	if !errors.As(err, &failed) || failed.HTTPStatus == 0 {
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
