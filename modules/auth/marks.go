package auth

import (
	"context"
	"fmt"
	"time"

	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	firstProbePause, longestProbePause = time.Minute, time.Hour
	maxDeadReasonRunes                 = 500
)

// RevivalHook is called for a marked account whose token works again, in the transaction that
// removes the mark.
type RevivalHook func(ctx context.Context, tx bun.IDB, account wireid.ID) error

// ReviveWith sets the hooks that run when a marked account works again. Call it before the other
// methods.
func (s *Service) ReviveWith(hooks []RevivalHook) { s.revivals = hooks }

// MarkTokenDead marks an account of the current network mode whose token the network no longer
// accepts, and reports whether it was not marked so before. tokenExpiresAt becomes the present
// instant, so that clients of v1 see that the account must be connected again. The first mark is
// logged as a warning once it is committed. The probe removes the mark when the token works after
// all. reason is shown to the user. A mark of MarkCheckpoint ends, because this is the network's
// later answer.
func (s *Service) MarkTokenDead(ctx context.Context, db bun.IDB, account wireid.ID, reason string) (marked bool, err error) {
	marked, err = markDead(ctx, db, s.network, account, bounded(reason), s.now())
	if err != nil || !marked {
		return false, err
	}
	return true, s.marked(ctx, db, account, 0, func() {
		s.log.Warn("auth: an account must be connected again: the network does not take its token", "account_id", account.String(), "reason", reason)
	})
}

// MarkCheckpoint is MarkTokenDead for an account whose user must confirm something in the network's
// own app. The token is not dead, so tokenExpiresAt stays what the network said. A mark of
// MarkTokenDead ends.
func (s *Service) MarkCheckpoint(ctx context.Context, db bun.IDB, account wireid.ID, reason string) (marked bool, err error) {
	marked, err = markCheckpoint(ctx, db, s.network, account, bounded(reason), s.now())
	if err != nil || !marked {
		return false, err
	}
	// At a checkpoint the network may allow reads and no publishing. If a mark returns after such a
	// read, the next probe waits longer, as after a failed probe; otherwise a held post would fail
	// every minute.
	return true, s.marked(ctx, db, account, 1, func() {
		s.log.Warn("auth: an account is at a checkpoint: its user must confirm it in the network's app", "account_id", account.String(), "reason", reason)
	})
}

// marked schedules a probe of the account after the pause of its failed probes and some more, and
// logs a warning once the mark is committed.
func (s *Service) marked(ctx context.Context, db bun.IDB, account wireid.ID, more int, warn func()) error {
	tries, err := selectProbeTries(ctx, db, account)
	if err != nil {
		return err
	}
	tries += more
	if err := updateProbe(ctx, db, account, tries, wiretime.Of(s.now().Time().Add(probePause(tries)))); err != nil {
		return err
	}
	database.AfterCommit(ctx, func() {
		failpoint.Reach("auth.marked")
		warn()
	})
	return nil
}

// MarkTokenAlive removes the marks of MarkTokenDead and MarkCheckpoint and runs the revival hooks,
// because the network has accepted a call for the account. It does nothing for an account that is
// not marked or was removed.
func (s *Service) MarkTokenAlive(ctx context.Context, account wireid.ID) error {
	// Usually there is no mark, and nothing to write.
	if marked, err := hasMark(ctx, s.db, s.network, account); err != nil || !marked {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.takeMarkOff(ctx, tx, account) })
}

func (s *Service) takeMarkOff(ctx context.Context, tx bun.IDB, account wireid.ID) error {
	revived, err := markAlive(ctx, tx, s.network, account, s.now())
	if err != nil || !revived {
		return err
	}
	return s.revived(ctx, tx, account)
}

// revived runs the hooks for an account whose mark was just removed.
func (s *Service) revived(ctx context.Context, tx bun.IDB, account wireid.ID) error {
	for _, hook := range s.revivals {
		if err := hook(ctx, tx, account); err != nil {
			return fmt.Errorf("revive the account %s: %w", account, err)
		}
	}
	database.AfterCommit(ctx, func() {
		failpoint.Reach("auth.revived")
		s.log.Info("auth: an account can publish again: the network has answered for it", "account_id", account.String())
	})
	return nil
}

// probePause returns the pause after so many failed probes in a row: a minute, growing to an hour.
func probePause(tries int) time.Duration {
	const doublings = 6 // These reach the longest pause.
	return min(firstProbePause<<min(tries, doublings), longestProbePause)
}

func bounded(s string) string {
	if runes := []rune(s); len(runes) > maxDeadReasonRunes {
		return string(runes[:maxDeadReasonRunes-1]) + "…"
	}
	return s
}
