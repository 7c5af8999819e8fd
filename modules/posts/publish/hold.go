package publish

import (
	"context"
	"time"

	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"

	"github.com/uptrace/bun"
)

// hold is why and for how long a post is held.
type hold struct {
	// pause is how long the job is postponed.
	pause time.Duration
	// reason is the reason of the job, by which held jobs are found.
	reason string
	// isOver reports, within a transaction, whether what the post waits for has come. It is nil
	// where the post only waits for the pause to end.
	isOver func(ctx context.Context, tx bun.IDB) (bool, error)
	// code and says are stored on the post, if there is a code; isCleared removes the stored ones.
	code      apperror.Code
	says      string
	isCleared bool
	// failure is what the post ends with instead of waiting; nil when it waits.
	failure *failure.Failure
	// isMissed says that the post ends because it is too late.
	isMissed bool
}

// ended is a hold that ends the post.
func ended(v failure.Failure) *hold { return &hold{failure: &v} }
