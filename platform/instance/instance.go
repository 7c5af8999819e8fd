// Package instance identifies the data folder, and finds out when it has gone back in time:
// restored from a backup, copied back by hand, taken from a snapshot, or started a second time
// elsewhere. Such a folder does not know what was published, cancelled or revoked since, and would
// do it again.
//
// # The mark
//
// The folder has a sequence, which grows by one in the transaction of each visible call and of each
// change at the cloud worker. A file outside of the folder, the mark, has the same number, and has
// it on disk before the call is permitted. Each start and each stop draws a nonce, which both
// contain as well: that finds out a folder in which only a cancellation is missing. At the start
// the two are compared:
//
//	no mark                          nothing is known; the mark is written
//	sequence behind the mark's       the folder is older than what was done with it
//	another nonce in the mark        the same, or another copy of the folder was used since
//	another machine, without a move  another copy may be in use there
//	the mark stays in use            another copy runs on this machine
//
// In each case but the first, a quarantine begins: Permit and the claims of package jobs refuse
// every subject of a job, until somebody releases it or closes the quarantine. The module whose
// subjects they are decides about them. What it decides and this package reads is a row of the
// table quarantined_posts.
//
// # What may be forgotten
//
// A copy that lacks nothing but drafts and uploads could neither undo anything nor do it again. So
// the stop of a run in which nothing else was changed draws no nonce: it gives the folder and the
// mark the one that the stop before has drawn. The column unchanged_nonce has that one until a
// trigger of the database empties it, in the transaction of the first change that must not be
// forgotten; the migration that made the column lists these changes. It stays empty for the whole
// of a run whose start does not find the very nonce of the last stop in the folder and in the mark:
// after a death, a move or an alarm, in a quarantine, and without a mark.
//
// A start always draws a nonce. So a nonce that is used again is never one that another process
// that is running has given the mark. Therefore the rule holds: a copy that has the nonce of the
// mark has everything that must not be forgotten.
//
// # Where the mark is
//
// Somebody names the folder of the marks, or it is the user's. The data folder has the named place
// of its last mark, so that a start or a command for which nobody names one uses that mark as well.
// With a mark of its own it would draw a nonce of which the named one knows nothing, and the next
// start there would raise a false alarm. A place without a mark of this folder does not count, such
// as on another machine. A copy that was put back may have an earlier place: the newer one of the
// mark there and the mark in the user's folder counts.
//
// # What raises no alarm
//
// The folder is always written before the mark. A death or a power cut leaves the folder ahead,
// which is no alarm. A mark that cannot be written is reported once and stops nothing. A
// lost mark raises no alarm either. Names of hosts are never used. In a container the machine does
// not count, because its id changes with each start, unless CRIER_MACHINE_ID names it.
package instance

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// ErrMoved says that the folder was moved elsewhere.
var ErrMoved = errors.New("this data folder was moved to another place, and must not be used here any more")

// movedNonce begins the nonce of a folder that was moved here and not started since; the instant of
// the move may follow.
const movedNonce = "moved"

// usedAgain is how much later than a move a mark must be to prove that the move was used before:
// the clocks of two machines may differ by less.
const usedAgain = 2 * time.Minute

// markTimeout is how long a start waits for a mark that another process has. A command has it for
// the moments of its RecordChange, in which it waits for the disk; another copy of the folder keeps
// it.
const markTimeout = 5 * time.Second

// Instance is this process's use of the data folder. It is safe for concurrent use.
type Instance struct {
	db      *database.DB
	clock   clock.Clock
	log     *slog.Logger
	machine string
	version string
	marks   *marks

	// quarantineHooks are those of OnQuarantine, behindHooks those of OnBehind.
	quarantineHooks []func(ctx context.Context, tx bun.IDB) error
	behindHooks     []func(ctx context.Context, tx bun.Tx, now time.Time) error

	// lastUse is until when the folder was in use before Start, ahead by how much this machine's
	// clock was ahead of the network's then.
	lastUse time.Time
	ahead   time.Duration

	mu    sync.Mutex
	drawn string
}

// Options are the settings and parts of an Instance.
type Options struct {
	DB    *database.DB
	Clock clock.Clock
	Log   *slog.Logger
	// StateDir is the folder of the marks, Folder the data folder.
	StateDir, Folder string
	// IsDefault says that nobody has named StateDir. The mark may be where the data folder had it
	// last then.
	IsDefault bool
	// Machine is what Machine returns, Version that of the program.
	Machine, Version string
}

// New returns the Instance of a folder. Start compares it with its mark.
func New(o Options) *Instance {
	return &Instance{
		db: o.DB, clock: o.Clock, log: o.Log, machine: o.Machine, version: o.Version,
		marks: &marks{log: o.Log, clock: o.Clock, sync: (*os.File).Sync, dir: o.StateDir, isDefault: o.IsDefault, folder: o.Folder},
	}
}

// Start finds out whether the folder has gone back in time, and draws the nonce of this start. It
// returns ErrMoved for a folder that was moved elsewhere.
func (i *Instance) Start(ctx context.Context) error {
	state, err := i.ensureState(ctx)
	if err != nil {
		return err
	}
	if state.MovedAt != nil {
		return fmt.Errorf("%w: it was moved on %s; start the copy that it was moved to, or, if there is none and the file of the move is lost, make a copy with crier backup FILE, and restore that", ErrMoved, state.MovedAt)
	}
	i.marks.chooseDir(state)
	mark, isMarked := i.marks.open(ctx, state.ID, markTimeout)
	// A command may have given the folder and the mark another nonce until the mark was free.
	if state, err = i.State(ctx); err != nil {
		return err
	}
	takenAt, err := LastUse(ctx, i.db, i.clock.Now())
	if err != nil {
		return err
	}
	i.lastUse = takenAt.Time()
	if ms, err := database.Values[int64](ctx, i.db, "SELECT max(ahead_ms, 0) FROM uptime WHERE ahead_ms IS NOT NULL ORDER BY beat_at DESC LIMIT 1"); err != nil {
		return fmt.Errorf("find out whether the clock was right: %w", err)
	} else if len(ms) > 0 {
		i.ahead = time.Duration(ms[0]) * time.Millisecond
	}
	found := i.compare(state, mark, isMarked)
	if found != nil {
		found.takenAt = takenAt
		// A restore has decided about the access already.
		isPrepared := state.hasArrived() && state.IsQuarantined()
		found.isBehind = found.cause == CauseOlder && !isPrepared
		i.log.Error("instance: the data folder is in quarantine, nothing is published; see: crier restore status", "reason", found.reason)
	}
	isAgreed := isMarked && mark.Nonce == state.Nonce
	isUnchanged := isAgreed && found == nil && !state.IsQuarantined() && state.isUnchanged()
	return i.draw(ctx, func(ctx context.Context, tx bun.Tx) (State, error) {
		if err := i.recordStart(ctx, tx, max(state.Sequence, mark.Sequence), isAgreed, isUnchanged, found); err != nil {
			return State{}, err
		}
		return drawAtStart.One(ctx, tx, wireid.New().String())
	})
}

// ensureState returns the State of the folder. A folder that was never started is given an id.
func (i *Instance) ensureState(ctx context.Context) (state State, err error) {
	err = i.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if state, err = Read(ctx, tx); err != nil || state.One != 0 {
			return err
		}
		state = State{One: 1, ID: wireid.New(), Machine: i.machine, Nonce: movedNonce, Version: i.version}
		return insertState.Exec(ctx, tx, &state)
	})
	return state, err
}

var insertState = database.InsertInto[State]("")

// compare returns why the folder must be in quarantine, nil when nothing speaks for that.
func (i *Instance) compare(state State, mark record, isMarked bool) *alarm {
	movedAt, isMove := state.arrivedFrom()
	switch {
	case i.marks.hasRival():
		return &alarm{cause: CauseCopy, reason: "another copy of this data folder is running" + at(mark.Folder)}
	case isMarked && state.Sequence < mark.Sequence:
		return &alarm{cause: CauseOlder, reason: fmt.Sprintf("this data folder is older than what has been done with it (it knows of %d steps, and %d were taken, the last at %s)",
			state.Sequence, mark.Sequence, mark.At.UTC().Format(time.DateTime))}
	case isMarked && isMove && mark.At.After(movedAt.Add(usedAgain)):
		return &alarm{cause: CauseOlder, reason: "this data folder was moved here before, and was in use until " + mark.At.UTC().Format(time.DateTime) + at(mark.Folder)}
	case state.hasArrived():
		return nil
	case isMarked && mark.Nonce != state.Nonce && (state.MarkedNonce == nil || mark.Nonce != *state.MarkedNonce):
		return &alarm{cause: CauseOlder, reason: "this data folder is older than what has been done with it (it, or a copy of it, was in use until " +
			mark.At.UTC().Format(time.DateTime) + at(mark.Folder) + ")"}
	case state.Machine != "" && i.machine != "" && state.Machine != i.machine:
		return &alarm{cause: CauseMachine, reason: "this data folder was last used on another machine, where a copy of it may still be in use"}
	}
	return nil
}

func at(folder string) string {
	if folder == "" {
		return ""
	}
	return " in " + folder
}

// LastUse returns until when the folder of a database knows what was done: Crier has noted every
// half minute that it runs, and by how much this machine's clock was ahead of the network's. It is
// asked for before a process gives a sign of life. It is never later than latest.
func LastUse(ctx context.Context, db bun.IDB, latest time.Time) (wiretime.Time, error) {
	ms, err := database.Value[int64](ctx, db, "SELECT beat_at - coalesce(ahead_ms, 0) FROM uptime ORDER BY beat_at DESC LIMIT 1")
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return wiretime.Of(latest), nil
	case err != nil:
		return wiretime.Time{}, fmt.Errorf("find out until when the data folder was in use: %w", err)
	}
	if at := time.UnixMilli(ms); at.Before(latest) {
		latest = at
	}
	return wiretime.Of(latest), nil
}

// recordStart writes down that the folder is in use here, whether its mark agrees, whether nothing
// was changed since its nonce was drawn, and the quarantine for which there is a reason.
func (i *Instance) recordStart(ctx context.Context, tx bun.Tx, sequence int64, isAgreed, isUnchanged bool, found *alarm) error {
	err := change(ctx, tx, "sequence = ?1, machine = iif(?2 = '', machine, ?2), version = ?3, marked_nonce = iif(?4, nonce, marked_nonce), unchanged_nonce = iif(?5, unchanged_nonce, NULL)",
		sequence, i.machine, i.version, isAgreed, isUnchanged)
	if err != nil {
		return err
	}
	if found != nil {
		return i.beginQuarantine(ctx, tx, *found)
	}
	state, err := Read(ctx, tx)
	if err != nil || !state.IsQuarantined() {
		return err
	}
	return i.runQuarantineHooks(ctx, tx) // It was begun while nothing ran, by a restore, or goes on.
}

// A stop takes the nonce of the last stop again when nothing was changed since.
var (
	drawAtStart = database.Returning[State]("UPDATE instance SET nonce = ?1 WHERE one = 1")
	drawAtStop  = database.Returning[State]("UPDATE instance SET nonce = coalesce(unchanged_nonce, ?1), unchanged_nonce = coalesce(unchanged_nonce, ?1) WHERE one = 1")
)

// draw runs give, which gives the folder a nonce, in a transaction, and then writes that nonce into
// the mark.
func (i *Instance) draw(ctx context.Context, give func(ctx context.Context, tx bun.Tx) (State, error)) error {
	var state State
	err := i.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		state, err = give(ctx, tx)
		return err
	})
	if err != nil {
		return fmt.Errorf("write down that the data folder is in use: %w", err)
	}
	if isOwn := i.marks.checkOwn(i.nonce()) == nil; !isOwn {
		return nil // The mark is another copy's.
	}
	i.mu.Lock()
	i.drawn = state.Nonce
	i.mu.Unlock()
	if !i.marks.raise(state.Sequence, state.Nonce) {
		return nil
	}
	return i.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return change(ctx, tx, "marked_nonce = ?1, marked_in = ?2", state.Nonce, i.marks.named())
	})
}

// nonce returns the nonce that this process has given the mark.
func (i *Instance) nonce() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.drawn
}

// Stop draws another nonce, which distinguishes the folder from copies that were made while it was
// in use, and from those before, unless they lack nothing that must not be forgotten. It gives the
// mark back. Nothing may change the folder after Stop.
func (i *Instance) Stop(ctx context.Context) error {
	drawn := i.draw(ctx, func(ctx context.Context, tx bun.Tx) (State, error) {
		return drawAtStop.One(ctx, tx, wireid.New().String())
	})
	return errors.Join(drawn, i.marks.close())
}

// RecordChange is for a command that has changed the folder while no service uses it. When the
// change is one that a copy from before must not forget, it draws another nonce, as Stop does.
// While a service runs, the service does so at its stop.
func (i *Instance) RecordChange(ctx context.Context) error {
	state, err := i.State(ctx)
	if err != nil || state.One == 0 || state.UnchangedNonce != nil {
		return err
	}
	i.marks.chooseDir(state)
	mark, isMarked := i.marks.open(ctx, state.ID, 0)
	if i.marks.hasRival() || !isMarked || mark.Nonce != state.Nonce {
		// A service uses the folder, or the next start raises an alarm anyway.
		return i.marks.close()
	}
	i.mu.Lock()
	i.drawn = mark.Nonce
	i.mu.Unlock()
	return i.Stop(ctx)
}

// State returns the folder's identity and its quarantine.
func (i *Instance) State(ctx context.Context) (State, error) { return Read(ctx, i.db) }

// MarkProblem says why the mark cannot be written, and is empty while it can.
func (i *Instance) MarkProblem() string { return i.marks.problemText() }

// CheckRival returns ErrCopy while another copy of the folder is known to be in use.
func (i *Instance) CheckRival() error { return i.marks.checkOwn(i.nonce()) }
