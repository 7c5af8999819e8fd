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

// RevivalHook is what another module does about a marked account whose token works again, in the
// transaction that takes the mark off.
type RevivalHook func(ctx context.Context, tx bun.IDB, account wireid.ID) error

// ReviveWith sets the hooks that run when a marked account works again. Call it before the other
// methods.
func (s *Service) ReviveWith(hooks []RevivalHook) { s.revivals = hooks }

// MarkTokenDead marks an account of the current network mode as one whose token the
// network no longer takes, and reports whether it was not marked so before.
// tokenExpiresAt then says this instant, so that clients of v1 see that the account
// must be connected again. The first mark is logged as a warning, once it is
// committed; the probe takes the mark off when the token works all the same. reason is
// shown to the user. A mark of MarkCheckpoint ends: this is the network's later word.
func (s *Service) MarkTokenDead(ctx context.Context, db bun.IDB, account wireid.ID, reason string) (marked bool, err error) {
	marked, err = markDead(ctx, db, s.network, account, bounded(reason), s.now())
	if err != nil || !marked {
		return false, err
	}
	tries, err := selectProbeTries(ctx, db, account)
	if err != nil {
		return false, err
	}
	return true, s.marked(ctx, db, account, tries, func() {
		s.log.Warn("auth: an account must be connected again: the network does not take its token", "account_id", account.String(), "reason", reason)
	})
}

// MarkCheckpoint is MarkTokenDead for an account whose user the network wants to confirm something
// in its own app. The token is not dead, so that tokenExpiresAt stays what the network said. A mark
// of MarkTokenDead ends.
func (s *Service) MarkCheckpoint(ctx context.Context, db bun.IDB, account wireid.ID, reason string) (marked bool, err error) {
	marked, err = markCheckpoint(ctx, db, s.network, account, bounded(reason), s.now())
	if err != nil || !marked {
		return false, err
	}
	tries, err := selectProbeTries(ctx, db, account)
	if err != nil {
		return false, err
	}
	// The network may let an account at a checkpoint read that may not publish. A mark that comes
	// back after such a read makes the next one wait longer, as a probe does that fails; else a
	// held post would fail every minute.
	return true, s.marked(ctx, db, account, tries+1, func() {
		s.log.Warn("auth: an account is at a checkpoint: its user must confirm it in the network's app", "account_id", account.String(), "reason", reason)
	})
}

// marked has the account probed after a pause, and warns the user once the mark is committed.
func (s *Service) marked(ctx context.Context, db bun.IDB, account wireid.ID, tries int, warn func()) error {
	if err := updateProbe(ctx, db, account, tries, wiretime.Of(s.now().Time().Add(probePause(tries)))); err != nil {
		return err
	}
	database.AfterCommit(ctx, func() {
		failpoint.Reach("auth.marked")
		warn()
	})
	return nil
}

// MarkTokenAlive takes the marks of MarkTokenDead and MarkCheckpoint off and runs the revival
// hooks: the network has done something for the account. An account that is not marked, or is gone,
// is left as it is.
func (s *Service) MarkTokenAlive(ctx context.Context, account wireid.ID) error {
	// Nearly always there is no mark, and nothing to be written.
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

// revived tells the other modules of an account whose mark was just taken off.
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
	pause := firstProbePause
	for range tries {
		if pause *= 2; pause >= longestProbePause {
			return longestProbePause
		}
	}
	return pause
}

func bounded(s string) string {
	if runes := []rune(s); len(runes) > maxDeadReasonRunes {
		return string(runes[:maxDeadReasonRunes-1]) + "…"
	}
	return s
}
