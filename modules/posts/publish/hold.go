package publish

import (
	"context"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/jobs"
	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

// hold is why and for how long a post is held.
type hold struct {
	// pause is how long the job is postponed.
	pause time.Duration
	// reason is the reason of the job, by which held jobs are found.
	reason jobs.Reason
	// isOver reports, within a transaction, whether what the post waits for has come. It is nil
	// where the post only waits for the pause to end.
	isOver func(ctx context.Context, tx bun.IDB) (bool, error)
	// code and says are stored on the post, if there is a code; isCleared removes the stored ones.
	code      apperror.Code
	says      string
	isCleared bool
	// isEarly says that the post is SCHEDULED again, where it can be edited: only its time has not
	// come, by a clock that is right.
	isEarly bool
	// failure is what the post ends with instead of waiting; nil when it waits.
	failure *failure.Failure
	// isMissed says that the post ends because it is too late.
	isMissed bool
}

// ended is a hold that ends the post.
func ended(v failure.Failure) *hold { return &hold{failure: &v} }

// untilLimitEnds returns the hold of what waits until a limit of the network has passed. That can
// be hours, so that the wait is over too when the account is disconnected.
func untilLimitEnds(accounts channel.Accounts, post posts.Post, why string, after time.Duration) *hold {
	return &hold{pause: after, reason: jobs.Reason{Wait: "LIMIT", Text: secrets.HideKeys(why)}, isOver: func(ctx context.Context, tx bun.IDB) (bool, error) {
		_, err := accounts.Account(ctx, tx, post.SocialAccountID)
		if apperror.CodeOf(err) == apperror.NotFound {
			return true, nil
		}
		return false, err
	}}
}
