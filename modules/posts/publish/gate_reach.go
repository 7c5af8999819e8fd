package publish

import (
	"context"
	"fmt"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/jobs"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// A held post looks at its account again after a pause that grows with the hold.
	shortestAccountHold, longestAccountHold = time.Minute, 15 * time.Minute
	accountHoldGrowth                       = 8
)

var (
	// heldForAccount is the reason of a held post's job, by which it is found.
	heldForAccount = jobs.Reason{Wait: "ACCOUNT", Text: "the account must be connected again; its posts are held until then"}
	// heldForCheckpoint is heldForAccount for an account whose token is valid and that must be
	// confirmed.
	heldForCheckpoint = jobs.Reason{
		Wait: "CHECKPOINT", Text: "the account is at a checkpoint of the network; its posts are held until that is confirmed in the network's app",
	}
)

// forAccount keeps the posts of an account back whose token is dead or that is at a checkpoint, so
// that they do not fail one after the other: the one that found it out has. They go on once the
// account works again, or fail for the same reason when that comes too late.
func (g *gate) forAccount(ctx context.Context, run *channel.Run, isUnasked bool) (*hold, error) {
	account, isMarked, err := g.marked(ctx, g.db, run.Post)
	if err != nil || !isMarked || isByHand(run) {
		return nil, err
	}
	reason, waitsFor := account.Remedy(), heldForAccount
	if account.CheckpointAt != nil {
		waitsFor = heldForCheckpoint
	}
	held := waited(g.clock, run)
	if held > g.lateness.Grace && !isUnasked {
		return ended(failure.Failure{
			Code: apperror.TokenExpired, Message: fmt.Sprintf("%s; the post was held for %s, and retry publishes it then", reason, wiretime.Words(held)),
		}), nil
	}
	failpoint.Reach("posts.account.held")
	pause := min(max(held/accountHoldGrowth, shortestAccountHold), longestAccountHold)
	return &hold{
		pause: pause, reason: waitsFor, code: apperror.TokenExpired, says: reason,
		isOver: func(ctx context.Context, tx bun.IDB) (bool, error) {
			_, isMarked, err := g.marked(ctx, tx, run.Post)
			return !isMarked, err
		},
	}, nil
}

// marked returns the account of the post and whether it is marked. An account that was disconnected
// is not.
func (g *gate) marked(ctx context.Context, db bun.IDB, post posts.Post) (account auth.SocialAccount, isMarked bool, err error) {
	account, err = g.accounts.Account(ctx, db, post.SocialAccountID)
	if apperror.CodeOf(err) == apperror.NotFound {
		return account, false, nil
	}
	return account, err == nil && account.IsMarked(), err
}

// offline postpones a post for which nothing was sent because the network cannot be reached. That
// is no attempt. As after a time in which Crier did not run, the post fails when it is too late.
func (g *gate) offline(run *channel.Run, cause error) *hold {
	why, held := g.reach.noteLost(cause, longestOfflinePause)
	late := waited(g.clock, run)
	if late > g.lateness.Grace && (g.clock.IsCompared() || !run.Post.IsScheduled) {
		return ended(failure.Failure{Code: apperror.UnknownError, Message: fmt.Sprintf("%s; the post is %s late, and retry publishes it now", why, wiretime.Words(late))})
	}
	failpoint.Reach("posts.offline.held")
	held.code, held.says = apperror.UnknownError, why
	return held
}
