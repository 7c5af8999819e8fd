package publish

import (
	"context"
	"errors"
	"fmt"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/graph"

	"github.com/uptrace/bun"
)

// heldUnasked is what the job of a post says that waits for the network's clock.
const heldUnasked = "the network's clock must be compared with this machine's, and the network cannot be asked"

// isInDoubt reports whether the clocks must be compared before anything is decided by this machine's: it was set since they were
// compared last, or nobody has compared them since the machine was started and the post is missed by it, or is of a kind whose own
// calls do not compare them.
func (w *work) isInDoubt() bool {
	if _, fresh := w.clocks.AheadAt(w.clock.Now()); fresh {
		return false
	}
	_, compared := w.uptime.Ahead()
	return w.off() != 0 || w.clock.Now().Sub(w.wanted()) > w.lateness.Grace ||
		!compared && w.post.IsNative() && w.post.IsScheduled
}

// compareClocks asks the network for anything at all, for the date of its answer, also with a token that may have expired. It
// returns why there is none.
func (w *work) compareClocks(ctx context.Context) error {
	account, err := w.connected(ctx, w.db)
	if err == nil {
		err = w.use(ctx, account)
	}
	if err == nil {
		_, err = w.network.PublishingLimit(ctx, w.account)
	}
	if _, fresh := w.clocks.AheadAt(w.clock.Now()); fresh {
		return nil
	}
	if err == nil {
		err = errors.New("its answer has no date")
	}
	w.log.Info("posts: the network's clock could not be read", "post", w.post.ID, "error", err)
	return err
}

// isUnasked reports whether a scheduled post met a network that cannot be reached, while nobody knows whether this machine's
// clock is right: its time may not have come.
func (w *work) isUnasked(err error) bool {
	var failed *graph.Error
	if !w.post.IsScheduled || w.isByHand() || w.post.Status != posts.Processing || !errors.As(err, &failed) {
		return false
	}
	_, compared := w.uptime.Ahead()
	return !compared && failed.HTTPStatus == 0 && failed.Class == graph.Retry && failed.Code == 0
}

// holdUnasked puts a post off whose time depends on a clock that nobody has compared with the network's. It is neither published nor
// given up before, and says what it waits for.
func (w *work) holdUnasked(ctx context.Context, cause error) error {
	v := judge(cause, w.failed())
	if v.remedy == unhandled {
		return cause
	}
	if v.remedy == giveUp {
		return w.fail(ctx, v) // Nobody can ask for this account.
	}
	why := fmt.Sprintf("the post waits for the network's clock, for this machine's may be wrong; by that one it is %s late (%s)", posts.Roughly(max(w.missedBy(), 0)), v.message)
	return w.claim.Snooze(ctx, w.clock.Now().Add(shortestClockHold), heldUnasked, func(ctx context.Context, tx bun.IDB) error {
		if err := w.backToQueue(ctx, tx); err != nil {
			return err
		}
		return posts.Update(ctx, tx, w.post.ID, w.now(), func(u *database.Update) {
			u.Set("error_code = ?, error_message = ?", apperror.InvalidSchedule, why)
		})
	})
}
