package publish

import (
	"context"
	"errors"
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
	// heldForCheckpoint is heldForAccount where the token is good and the network asks for something else.
	heldForCheckpoint = "the account is at a checkpoint of the network; its posts are held until that is confirmed in the network's app"
)

// holdForAccount keeps the posts of an account back whose token is dead or that is at a checkpoint, so that they do not fail one after the other: the
// one that found it out has. They go on once the account works again, or fail for the same reason when that comes too late.
func (w *work) holdForAccount(ctx context.Context) (bool, error) {
	account, err := w.accounts.Account(ctx, w.db, w.post.SocialAccountID)
	if apperror.CodeOf(err) == apperror.NotFound || err == nil && (!account.IsMarked() || w.isByHand()) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	reason, waitsFor := account.Remedy(), heldForAccount
	if account.CheckpointAt != nil {
		waitsFor = heldForCheckpoint
	}
	held := w.networkNow().Sub(w.due())
	if held > w.lateness.Grace && w.unasked == nil {
		return true, w.fail(ctx, verdict{
			code: apperror.TokenExpired, message: fmt.Sprintf("%s; the post was held for %s, and retry publishes it then", reason, posts.Roughly(held)),
		})
	}
	killpoint.Reach("posts.account.held")
	pause := min(max(held/accountHoldGrowth, shortestAccountHold), longestAccountHold)
	return true, w.claim.Snooze(ctx, w.clock.Now().Add(pause), waitsFor, func(ctx context.Context, tx bun.IDB) error {
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
	return errors.Join(p.queue.Hasten(ctx, tx, account.String(), heldForAccount), p.queue.Hasten(ctx, tx, account.String(), heldForCheckpoint))
}

// markDead marks the account in the transaction in which the post fails that found out.
func (w *work) markDead(ctx context.Context, tx bun.IDB, v verdict) error {
	mark := w.accounts.MarkTokenDead
	switch {
	case v.checkpoint:
		mark = w.accounts.MarkCheckpoint
	case !v.deadToken:
		return nil
	}
	_, err := mark(ctx, tx, w.post.SocialAccountID, v.message)
	killpoint.Reach("posts.account.dead")
	return err
}

// accountWorks takes the marks of the account off, now that the network has answered for it. What cannot be taken off a probe
// takes off later.
func (w *work) accountWorks(ctx context.Context) {
	if err := w.accounts.MarkTokenAlive(context.WithoutCancel(ctx), w.post.SocialAccountID); err != nil {
		w.log.Warn("posts: the mark of an account that works was not taken off", "account_id", w.post.SocialAccountID, "error", err)
	}
}
