package publish

import (
	"context"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/killpoint"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

const (
	// A held post looks at its account again after a pause that grows with the hold.
	shortestAccountHold, longestAccountHold = time.Minute, 15 * time.Minute
	accountHoldGrowth                       = 8
	// heldForAccount is what the job of a held post says, by which it is found again.
	heldForAccount = "the account must be connected again; its posts are held until then"
)

// holdForAccount keeps the posts of an account whose token is dead back, so that they do not fail one after the other: the
// one that found it out has. They go on once the account works again, or fail for the same reason when that comes too late.
func (w *work) holdForAccount(ctx context.Context) (bool, error) {
	account, err := w.accounts.Account(ctx, w.db, w.post.SocialAccountID)
	if apperror.CodeOf(err) == apperror.NotFound || err == nil && (account.TokenDeadAt == nil || w.isByHand()) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	reason := fmt.Sprintf("%s must be connected again: %s", account.Username, value(account.TokenDeadReason))
	held := w.networkNow().Sub(w.due())
	if held > w.lateness.Grace && w.unasked == nil {
		return true, w.fail(ctx, verdict{
			code: apperror.TokenExpired, message: fmt.Sprintf("%s; the post was held for %s, and retry publishes it then", reason, posts.Roughly(held)),
		})
	}
	killpoint.Reach("posts.account.held")
	pause := min(max(held/accountHoldGrowth, shortestAccountHold), longestAccountHold)
	return true, w.claim.Snooze(ctx, w.clock.Now().Add(pause), heldForAccount, func(ctx context.Context, tx bun.IDB) error {
		if err := w.backToQueue(ctx, tx); err != nil {
			return err
		}
		return posts.Update(ctx, tx, w.post.ID, w.now(), func(u *database.Update) {
			u.Set("error_code = ?, error_message = ?", apperror.TokenExpired, reason)
		})
	})
}

// due is when the post was to go out: at its time, or when it was taken in.
func (w *work) due() time.Time {
	taken := w.claim.Job.CreatedAt.Time()
	if at := w.post.ScheduledFor; w.post.IsScheduled && at != nil && at.Time().After(taken) {
		return at.Time()
	}
	return taken
}

// isByHand reports whether somebody retries the post after its time, or after its account was found dead: then it is
// tried, whatever is known.
func (w *work) isByHand() bool {
	taken := w.claim.Job.CreatedAt.Time()
	if at := w.post.ScheduledFor; w.post.IsScheduled && at != nil {
		return taken.After(at.Time())
	}
	return w.post.CompletedAt != nil
}

// AccountRevived has the held posts of an account go on, now that it works again.
func (p *Engine) AccountRevived(ctx context.Context, tx bun.IDB, account wireid.ID) error {
	killpoint.Reach("posts.account.revived")
	return p.queue.Hasten(ctx, tx, account.String(), heldForAccount)
}

// markDead marks the account in the transaction in which the post fails that found out.
func (w *work) markDead(ctx context.Context, tx bun.IDB, v verdict) error {
	if !v.deadToken {
		return nil
	}
	_, err := w.accounts.MarkTokenDead(ctx, tx, w.post.SocialAccountID, v.message)
	killpoint.Reach("posts.account.dead")
	return err
}
