package instance

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// ErrHeld says that the folder's quarantine holds a subject.
var ErrHeld = errors.New("instance: the data folder may be older than what was done with it, and the post was not released")

// ErrCopy says that another copy of the folder is in use, and that this one must publish nothing.
var ErrCopy = errors.New("instance: another copy of this data folder is in use; stop one of the two, and start the other again")

// alarm is a reason for a quarantine.
type alarm struct {
	cause   Cause
	reason  string
	takenAt wiretime.Time
	// isBehind says that the folder lacks what was done since takenAt.
	isBehind bool
}

// storeQuarantine writes down that a quarantine begins, of which nothing is known yet: what was
// found out and decided in an earlier one says nothing of what was done since. In one that goes on,
// the folder may have gone back in time again. So what was released is held again, what was made
// meanwhile is held, too, and lists that lag are waited for once more. Its cause and its reason
// stay.
func storeQuarantine(ctx context.Context, tx bun.IDB, now wiretime.Time, a alarm) error {
	state, err := Read(ctx, tx)
	if err != nil {
		return err
	}
	if state.IsQuarantined() {
		err = change(ctx, tx, "quarantined_at = max(quarantined_at, ?1), taken_at = min(taken_at, ?2)", now, a.takenAt)
	} else {
		err = change(ctx, tx, "quarantined_at = ?1, quarantine_cause = ?2, quarantine_reason = ?3, taken_at = ?4, closed_at = NULL", now, a.cause, a.reason, a.takenAt)
	}
	if err != nil {
		return err
	}
	if state.IsQuarantined() {
		_, err = database.Exec(ctx, tx, "UPDATE quarantined_posts SET verdict = NULL, decision = NULL, decided_at = NULL WHERE decision IS NULL OR decision = 'released'")
	} else {
		_, err = database.Exec(ctx, tx, "DELETE FROM quarantined_posts")
	}
	if err != nil {
		return fmt.Errorf("put the data folder into quarantine: %w", err)
	}
	return nil
}

// Quarantine puts the folder into quarantine while Crier runs: jobs in work send nothing any more.
// The reason is a sentence without a full stop. The folder may lack what was done since takenAt, by
// this machine's clock, or since its last use before Start where that was earlier.
func (i *Instance) Quarantine(ctx context.Context, cause Cause, reason string, takenAt wiretime.Time) error {
	if at := takenAt.Time().Add(-i.ahead); i.lastUse.IsZero() || at.Before(i.lastUse) {
		takenAt = wiretime.Of(at)
	} else {
		takenAt = wiretime.Of(i.lastUse)
	}
	err := i.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		state, err := Read(ctx, tx)
		if err != nil {
			return err
		}
		isBehind := cause == CauseWorker && !state.hasEndedAccess()
		return i.beginQuarantine(ctx, tx, alarm{cause: cause, reason: reason, takenAt: takenAt, isBehind: isBehind})
	})
	if err == nil {
		i.log.Error("instance: the data folder is in quarantine, nothing is published; see: crier restore status", "reason", reason)
	}
	return err
}

// beginQuarantine stores the quarantine, ends the access to a folder that is behind, and runs the
// hooks.
func (i *Instance) beginQuarantine(ctx context.Context, tx bun.Tx, a alarm) error {
	now := i.clock.Now()
	if err := storeQuarantine(ctx, tx, wiretime.Of(now), a); err != nil {
		return err
	}
	if a.isBehind {
		for _, endAccess := range i.behindHooks {
			if err := endAccess(ctx, tx, now); err != nil {
				return fmt.Errorf("end the access to a data folder that has gone back in time: %w", err)
			}
		}
	}
	return i.runQuarantineHooks(ctx, tx)
}

func (i *Instance) runQuarantineHooks(ctx context.Context, tx bun.IDB) error {
	for _, hook := range i.quarantineHooks {
		if err := hook(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

// OnQuarantine registers a function for the transactions that begin a quarantine, and for each
// start within one; the function must therefore change nothing the second time. Call OnQuarantine
// before Start.
func (i *Instance) OnQuarantine(hook func(ctx context.Context, tx bun.IDB) error) {
	i.quarantineHooks = append(i.quarantineHooks, hook)
}

// OnBehind registers a function for the transactions in which a folder is found to have gone back
// in time. The function ends what gives access to the folder, because what was revoked since is
// valid again.
// It is not called for a folder that a restore has prepared. Call OnBehind before Start.
func (i *Instance) OnBehind(endAccess func(ctx context.Context, tx bun.Tx, now time.Time) error) {
	i.behindHooks = append(i.behindHooks, endAccess)
}

// Release lets the work on a subject go on during the quarantine.
func Release(ctx context.Context, tx bun.IDB, subject wireid.ID, now wiretime.Time) error {
	_, err := database.Exec(ctx, tx, `INSERT INTO quarantined_posts (post_id, decision, decided_at) VALUES (?1, 'released', ?2)
		ON CONFLICT (post_id) DO UPDATE SET decision = 'released', decided_at = ?2`, subject, now)
	if err != nil {
		return fmt.Errorf("release a post: %w", err)
	}
	return nil
}

// IsUnsure reports whether the quarantine could not find out what was done about the subject, and
// nobody has let it go out since.
func IsUnsure(ctx context.Context, db bun.IDB, subject wireid.ID) (bool, error) {
	isUnsure, err := database.Value[bool](ctx, db, `SELECT EXISTS (SELECT 1 FROM quarantined_posts
		WHERE post_id = ? AND decision IS NOT 'released' AND coalesce(verdict, 'UNSURE') = 'UNSURE')`, subject)
	if err != nil {
		return false, fmt.Errorf("read what a quarantine found out about a post: %w", err)
	}
	return isUnsure, nil
}

// ReleaseUnsure lets a subject go out for which IsUnsure is true, because a person has looked what
// became of it. During a quarantine it changes nothing, because that needs Release.
func ReleaseUnsure(ctx context.Context, tx bun.IDB, subject wireid.ID, now wiretime.Time) error {
	_, err := database.Exec(ctx, tx, `UPDATE quarantined_posts SET decision = 'released', decided_at = ?2
		WHERE post_id = ?1 AND decision IS NOT 'released' AND EXISTS (SELECT 1 FROM instance WHERE closed_at IS NOT NULL)`, subject, now)
	if err != nil {
		return fmt.Errorf("store that somebody has looked for a post: %w", err)
	}
	return nil
}

// Close ends the quarantine. The caller has made sure that every subject has a decision.
func (i *Instance) Close(ctx context.Context, tx bun.IDB) error {
	if err := i.marks.checkOwn(i.nonce()); err != nil {
		return err
	}
	return change(ctx, tx, "closed_at = ?1", wiretime.Of(i.clock.Now()))
}

// Permit returns ErrHeld or ErrCopy while nothing visible may be done about a subject, and advances
// the sequence otherwise. Call it in the transaction that writes down the visible call, and call
// Confirm before the call itself.
func (i *Instance) Permit(ctx context.Context, tx bun.IDB, subject wireid.ID) error {
	held, err := IsHeld(ctx, tx, subject)
	switch {
	case err != nil:
		return err
	case held:
		return ErrHeld
	}
	return i.Advance(ctx, tx)
}

// Advance raises the sequence by one in the transaction of a change that the folder must not
// forget, and raises the mark after the commit. It returns ErrCopy when another copy of the folder
// is in use.
func (i *Instance) Advance(ctx context.Context, tx bun.IDB) error {
	if err := i.marks.checkOwn(i.nonce()); err != nil {
		return err
	}
	sequence, err := database.Value[int64](ctx, tx, "UPDATE instance SET sequence = sequence + 1 WHERE one = ? RETURNING sequence", 1)
	if err != nil {
		return fmt.Errorf("advance the sequence of the data folder: %w", err)
	}
	database.AfterCommit(ctx, func() { i.marks.raise(sequence, i.nonce()) })
	return nil
}

// Confirm returns ErrCopy when the transaction of a Permit found, at its end, that another copy of
// the folder is in use.
func (i *Instance) Confirm() error { return i.marks.checkOwn(i.nonce()) }
