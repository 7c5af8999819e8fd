package instance

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Cause is why a folder is in quarantine.
type Cause string

const (
	// CauseOlder is a folder that is behind its mark.
	CauseOlder Cause = "older"
	// CauseMachine is a folder that was last used on another machine, and was not moved.
	CauseMachine Cause = "machine"
	// CauseCopy is a folder that has another copy in use.
	CauseCopy Cause = "copy"
	// CauseRestored is a folder that was restored from a backup.
	CauseRestored Cause = "restored"
	// CauseWorker is a folder that is behind the cloud worker.
	CauseWorker Cause = "worker"
)

// State is the identity of a folder and its quarantine.
type State struct {
	bun.BaseModel `bun:"table:instance"`

	One int `bun:",pk"`
	// ID is the same in all copies of the folder.
	ID wireid.ID
	// Machine is a hash of the id of the machine that used the folder last, empty when unknown.
	Machine string
	// Sequence is how many visible calls and changes at the cloud worker there were.
	Sequence int64
	// Nonce was drawn at the last start or stop. MarkedNonce is the last nonce that the mark
	// certainly has, MarkedIn the folder of that mark if somebody has named it.
	Nonce       string
	MarkedNonce *string
	MarkedIn    *string
	// UnchangedNonce is the one that was drawn at the last stop, nil once something was changed
	// that an older copy must not forget.
	UnchangedNonce *string
	// Version is the version of the program that wrote the folder last.
	Version string
	// MovedAt is when the folder was moved elsewhere.
	MovedAt *wiretime.Time
	// QuarantinedAt, Cause and Reason are nil when there never was a quarantine; Reason is a
	// sentence without a full stop.
	QuarantinedAt    *wiretime.Time
	QuarantineCause  *Cause
	QuarantineReason *string
	// TakenAt is the instant up to which the folder knows what was done, as far as anybody can
	// tell. The folder may lack what came later.
	TakenAt  *wiretime.Time
	ClosedAt *wiretime.Time
}

// IsQuarantined reports whether a quarantine goes on.
func (s State) IsQuarantined() bool { return s.QuarantinedAt != nil && s.ClosedAt == nil }

// hasEndedAccess reports whether a quarantine goes on for a folder that is known to be behind: what
// gives access to it by now was made since.
func (s State) hasEndedAccess() bool {
	return s.IsQuarantined() && *s.QuarantineCause != CauseMachine && *s.QuarantineCause != CauseCopy
}

// Reason is why there is a quarantine, as a sentence without a full stop; empty without one.
func (s State) Reason() string {
	if !s.IsQuarantined() || s.QuarantineReason == nil {
		return ""
	}
	return *s.QuarantineReason
}

// Sentence says in one sentence that there is a quarantine, why, and what to do; it is empty
// without one.
func (s State) Sentence() string {
	if !s.IsQuarantined() {
		return ""
	}
	return "Nothing is published, because " + s.Reason() + "; see: crier restore status"
}

var selectState = database.SelectFrom[State]("WHERE one = 1")

// Read returns the State of the database's folder. A folder that was never started has the zero
// State.
func Read(ctx context.Context, db bun.IDB) (State, error) {
	s, err := selectState.One(ctx, db)
	if errors.Is(err, sql.ErrNoRows) {
		return State{}, nil
	}
	if err != nil {
		return State{}, fmt.Errorf("read which folder this is: %w", err)
	}
	return s, nil
}

// isHeld is the condition that the quarantine of the folder holds the subject whose id the column
// or the value is. The subjects are rows of a module: those that its jobs are about.
func isHeld(subject string) string {
	return `(EXISTS (SELECT 1 FROM instance WHERE quarantined_at IS NOT NULL AND closed_at IS NULL)
		AND NOT EXISTS (SELECT 1 FROM quarantined_posts WHERE post_id = ` + subject + ` AND decision = 'released'))`
}

// MayBeClaimed returns an SQL condition: the quarantine does not hold the subject whose id is in
// the column. Statements that choose work use it.
func MayBeClaimed(column string) string { return "NOT " + isHeld(column) }

// IsHeld reports whether the quarantine holds the subject.
func IsHeld(ctx context.Context, db bun.IDB, subject wireid.ID) (bool, error) {
	return database.Value[bool](ctx, db, "SELECT "+isHeld("?1"), subject)
}

// QuarantineRestored puts a folder that was restored from a backup of that instant into quarantine.
// It belongs into the transaction that prepares the restored database, before its first start. The
// reason is a sentence without a full stop, such as "this data folder was restored from the backup
// of 2026-11-23".
func QuarantineRestored(ctx context.Context, tx bun.IDB, now, takenAt wiretime.Time, reason string) error {
	return storeQuarantine(ctx, tx, now, alarm{cause: CauseRestored, reason: reason, takenAt: takenAt})
}

// RecordMove marks a folder as moved elsewhere: Crier does not start with it any more.
func RecordMove(ctx context.Context, tx bun.IDB, at wiretime.Time) error {
	return change(ctx, tx, "moved_at = ?1", at)
}

// UndoMove takes RecordMove back.
func UndoMove(ctx context.Context, tx bun.IDB) error { return change(ctx, tx, "moved_at = NULL") }

// RecordArrival takes RecordMove back in the copy that arrived, and lets the next start be on any
// machine. movedAt is when that copy was moved; it is zero for any other copy.
func RecordArrival(ctx context.Context, tx bun.IDB, movedAt time.Time) error {
	nonce := movedNonce
	if !movedAt.IsZero() {
		nonce += strconv.FormatInt(movedAt.UnixMilli(), 10)
	}
	return change(ctx, tx, "moved_at = NULL, machine = '', nonce = ?1, marked_nonce = NULL", nonce)
}

// hasArrived reports whether the folder was moved here and not started since.
func (s State) hasArrived() bool { return strings.HasPrefix(s.Nonce, movedNonce) }

// arrivedFrom returns when the folder was moved that has arrived here, and false when that is not
// known.
func (s State) arrivedFrom() (time.Time, bool) {
	ms, err := strconv.ParseInt(strings.TrimPrefix(s.Nonce, movedNonce), 10, 64)
	return time.UnixMilli(ms), s.hasArrived() && err == nil
}

// isUnchanged reports whether the folder is as a stop left it, or lacks nothing that matters.
func (s State) isUnchanged() bool { return s.UnchangedNonce != nil && *s.UnchangedNonce == s.Nonce }

func change(ctx context.Context, tx bun.IDB, set string, args ...any) error {
	if _, err := database.Exec(ctx, tx, "UPDATE instance SET "+set+" WHERE one = 1", args...); err != nil {
		return fmt.Errorf("write which folder this is: %w", err)
	}
	return nil
}

// Identify gives an id to a folder that has none, because no version with ids has started it. It
// belongs into the transaction before QuarantineRestored, RecordMove or RecordArrival.
func Identify(ctx context.Context, tx bun.Tx, version string) error {
	state, err := Read(ctx, tx)
	if err != nil || state.One != 0 {
		return err
	}
	return insertState.Exec(ctx, tx, &State{One: 1, ID: wireid.New(), Nonce: movedNonce, Version: version})
}
