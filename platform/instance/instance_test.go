package instance_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/instance"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

var begin = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// world is a machine with a folder for marks.
type world struct {
	t       *testing.T
	state   string
	machine string
	clock   *clock.Fake
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return &world{t: t, state: t.TempDir(), machine: "m1", clock: clock.NewFake(begin)}
}

// folder is one copy of a data folder.
type folder struct {
	*world
	dir string
	db  *database.DB
	// ended counts how often the access to the copy was ended.
	ended *int
	// isDefault says that nobody has named the folder of the marks.
	isDefault bool
	// syncError is what each sync of the mark ends with, nil for the truth.
	syncError error
	*instance.Instance
}

func (w *world) folder() *folder {
	w.t.Helper()
	dir := w.t.TempDir()
	databasetest.Put(w.t, filepath.Join(dir, "crier.db"))
	return w.at(dir)
}

func (w *world) at(dir string) *folder { return &folder{world: w, dir: dir, ended: new(int)} }

// start starts the copy as a process does, and returns what the folder says then.
func (f *folder) start() instance.State {
	f.t.Helper()
	f.open()
	f.must(f.Start(f.t.Context()))
	return f.now()
}

// startWhile is start. As soon as the start waits for the clock, it calls do.
func (f *folder) startWhile(do func()) instance.State {
	f.t.Helper()
	f.open()
	going, ended := context.WithCancel(f.t.Context())
	started := make(chan error, 1)
	go func() {
		defer ended()
		started <- f.Start(f.t.Context())
	}()
	if f.clock.BlockUntil(going, 1) == nil {
		do()
	}
	f.must(<-started)
	return f.now()
}

// open opens the database and makes the Instance.
func (f *folder) open() {
	f.t.Helper()
	db, err := database.Open(f.t.Context(), filepath.Join(f.dir, "crier.db"))
	if err != nil {
		f.t.Fatal(err)
	}
	f.db = db
	f.Instance = instance.New(instance.Options{
		DB: db, Clock: f.clock, Log: slog.New(slog.DiscardHandler), StateDir: f.state, IsDefault: f.isDefault, Folder: f.dir, Machine: f.machine, Version: "test",
	})
	if f.syncError != nil {
		f.FailToSync(f.syncError)
	}
	f.OnBehind(func(context.Context, bun.Tx, time.Time) error {
		*f.ended++
		return nil
	})
}

func (f *folder) now() instance.State {
	f.t.Helper()
	state, err := f.State(f.t.Context())
	f.must(err)
	return state
}

func (f *folder) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *folder) stop() {
	f.t.Helper()
	f.must(f.Stop(f.t.Context()))
	f.must(f.db.Close())
}

// call stands for a visible call about a post.
func (f *folder) call(post wireid.ID) error {
	err := f.db.InTx(f.t.Context(), func(ctx context.Context, tx bun.Tx) error { return f.Permit(ctx, tx, post) })
	return errors.Join(err, f.Confirm())
}

// copy is cp -a.
func (f *folder) copy() *folder {
	f.t.Helper()
	to := f.t.TempDir()
	f.must(os.CopyFS(to, os.DirFS(f.dir)))
	return f.at(to)
}

func (f *folder) wants(s instance.State, cause instance.Cause) {
	f.t.Helper()
	switch {
	case cause == "" && s.IsQuarantined():
		f.t.Errorf("a false alarm: %s", s.Reason())
	case cause != "" && (!s.IsQuarantined() || *s.QuarantineCause != cause):
		f.t.Errorf("no alarm for %q: %+v", cause, s)
	}
}

func TestInstance_GoesOnWithoutAlarm(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	for range 3 {
		f.wants(f.start(), "")
		f.must(f.call(wireid.New()))
		f.stop()
	}
	if s := f.start(); s.Sequence != 3 || s.Version != "test" || s.ID.IsZero() {
		t.Errorf("%+v", s)
	}
	f.stop()
}

// TestInstance_PutBack: a copy that was made before a call, or before another change that matters,
// is older than its mark.
func TestInstance_PutBack(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]bool{"after a call": true, "after a change without any": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newWorld(t).folder()
			f.start()
			f.stop()
			old := f.copy()
			f.start()
			if call {
				f.must(f.call(wireid.New()))
			} else {
				f.changes()
			}
			f.stop()
			f.wants(old.start(), instance.CauseOlder)
			post := wireid.New()
			if err := old.call(post); !errors.Is(err, instance.ErrHeld) {
				t.Errorf("the call was permitted: %v", err)
			}
			old.must(instance.Release(t.Context(), old.db, post, wiretime.Of(begin)))
			old.must(old.call(post))
			if s := old.now(); call && s.Sequence != 2 {
				t.Errorf("the copy does not go on from the mark: %d", s.Sequence)
			}
			old.must(old.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return old.Close(ctx, tx) }))
			old.must(old.call(wireid.New()))
			old.stop()
			old.wants(old.start(), "")
			old.stop()
			f.wants(f.start(), instance.CauseOlder)
			f.stop()
		})
	}
}

// TestInstance_CopiedWhileInUse: a snapshot of a running copy is known from it once that has
// stopped, although no call was made.
func TestInstance_CopiedWhileInUse(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	f.start()
	old := f.copy()
	f.stop()
	f.wants(old.start(), instance.CauseOlder)
	old.stop()
}

// TestInstance_UnchangedCopyTakesOver: a copy that knows everything is no older one.
func TestInstance_UnchangedCopyTakesOver(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	f.start()
	f.stop()
	same := f.copy()
	same.wants(same.start(), "")
	same.changes()
	same.stop()
	f.wants(f.start(), instance.CauseOlder)
	f.stop()
}

// TestInstance_TwoLiveCopies: the one that came later does nothing, released or not, until it is
// alone.
func TestInstance_TwoLiveCopies(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	f.start()
	f.stop()
	second := f.copy()
	f.start()
	second.wants(second.startWhile(func() { second.clock.Advance(time.Minute) }), instance.CauseCopy)
	post := wireid.New()
	second.must(instance.Release(t.Context(), second.db, post, wiretime.Of(begin)))
	if err := second.call(post); !errors.Is(err, instance.ErrCopy) {
		t.Errorf("the second copy sends: %v", err)
	}
	if err := second.Close(t.Context(), second.db); !errors.Is(err, instance.ErrCopy) {
		t.Errorf("the second copy ended its quarantine: %v", err)
	}
	f.must(f.call(wireid.New()))
	f.wants(f.now(), "")
	second.stop()
	f.stop()
}

// TestInstance_NewerCopyElsewhere: where locks do not reach, as between machines that share a
// folder for marks, the older of two live copies sends nothing once the newer one has drawn its
// nonce.
func TestInstance_NewerCopyElsewhere(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	id := f.start().ID
	copied := f.copy()
	f.must(os.Remove(filepath.Join(f.state, id.String()+".lock")))
	copied.wants(copied.start(), "")
	if err := f.call(wireid.New()); !errors.Is(err, instance.ErrCopy) {
		t.Errorf("the older copy sends: %v", err)
	}
	copied.must(copied.call(wireid.New()))
	f.stop()
	copied.must(copied.call(wireid.New()))
	copied.stop()
}

func TestInstance_OtherMachine(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	f.start()
	f.stop()
	f.world = &world{t: t, state: t.TempDir(), machine: "m2", clock: f.clock}
	s := f.start()
	f.wants(s, instance.CauseMachine)
	if !strings.Contains(s.Sentence(), "another machine") || !strings.Contains(s.Sentence(), "crier restore status") {
		t.Errorf("it says %q", s.Sentence())
	}
	f.stop()
	f.wants(f.start(), instance.CauseMachine)
	f.stop()
}

// TestInstance_Moved: the source is refused, the copy needs no quarantine, and one that comes back
// neither.
func TestInstance_Moved(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	f.start()
	f.must(f.call(wireid.New()))
	f.must(instance.RecordMove(t.Context(), f.db, wiretime.Of(begin)))
	f.stop()
	there, movedAt := f.copy(), begin
	there.world = &world{t: t, state: t.TempDir(), machine: "m2", clock: f.clock}
	db, err := database.Open(t.Context(), filepath.Join(f.dir, "crier.db"))
	f.must(err)
	refused := instance.New(instance.Options{DB: db, Clock: f.clock, Log: slog.New(slog.DiscardHandler), StateDir: f.state, Folder: f.dir, Machine: "m1"})
	if err := refused.Start(t.Context()); !errors.Is(err, instance.ErrMoved) {
		t.Errorf("the source starts: %v", err)
	}
	f.must(db.Close())
	arrive := func(f *folder) {
		db, err := database.Open(t.Context(), filepath.Join(f.dir, "crier.db"))
		f.must(err)
		f.must(instance.RecordArrival(t.Context(), db, movedAt))
		f.must(db.Close())
	}
	again := there.copy()
	again.world = there.world
	arrive(there)
	there.wants(there.start(), "")
	there.must(there.call(wireid.New()))
	there.stop()
	movedAt = f.clock.Now()
	back := there.copy()
	back.world = f.world
	arrive(back)
	back.wants(back.start(), "")
	back.stop()
	// The file of the first move is used a second time.
	movedAt = begin
	arrive(again)
	again.wants(again.start(), instance.CauseOlder)
	again.stop()
}

// TestInstance_MovedTwice: the file of a move is used again on the machine that has used it, and
// nothing was sent meanwhile that the sequence would tell of, but perhaps cancelled. The folder is
// held, and what was revoked meanwhile gives no access.
func TestInstance_MovedTwice(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	f.start()
	f.stop()
	again := f.copy()
	for _, one := range []struct {
		*folder

		cause instance.Cause
		ended int
	}{{f, "", 0}, {again, instance.CauseOlder, 1}} {
		db, err := database.Open(t.Context(), filepath.Join(one.dir, "crier.db"))
		f.must(err)
		f.must(instance.RecordArrival(t.Context(), db, begin))
		f.must(db.Close())
		one.wants(one.start(), one.cause)
		if *one.folder.ended != one.ended {
			t.Errorf("the access ended %d times", *one.folder.ended)
		}
		f.clock.Advance(time.Hour)
		one.stop()
	}
}

// TestInstance_StateFolder: one that is deleted, damaged or cannot be written raises no alarm and
// stops nothing.
func TestInstance_StateFolder(t *testing.T) {
	t.Parallel()
	for name, harm := range map[string]func(state, mark string) error{
		"deleted":  func(state, _ string) error { return os.RemoveAll(state) },
		"empty":    func(_, mark string) error { return os.Truncate(mark, 0) },
		"noise":    func(_, mark string) error { return os.WriteFile(mark, []byte(strings.Repeat("x", 9000)), 0o600) },
		"a folder": func(_, mark string) error { return errors.Join(os.Remove(mark), os.Mkdir(mark, 0o700)) },
		"a file": func(state, _ string) error {
			return errors.Join(os.RemoveAll(state), os.WriteFile(state, nil, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newWorld(t).folder()
			id := f.start().ID
			mark := filepath.Join(f.state, id.String()+".mark")
			f.stop()
			f.must(harm(f.state, mark))
			f.wants(f.start(), "")
			f.must(f.call(wireid.New()))
			isLost := name == "a file" || name == "a folder"
			if (f.MarkProblem() != "") != isLost {
				t.Errorf("it says %q", f.MarkProblem())
			}
			old := f.copy()
			f.must(harm(f.state, mark))
			f.must(f.call(wireid.New()))
			f.stop()
			if !isLost {
				f.wants(old.start(), instance.CauseOlder)
				old.stop()
			}
		})
	}
}

// TestInstance_InsideTheFolder: a mark that lies in the data folder would go back in time with it,
// also by way of a link.
func TestInstance_InsideTheFolder(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(f.dir, link); err != nil {
		t.Skip(err)
	}
	for _, dir := range []string{f.dir, link} {
		f.state = filepath.Join(dir, "state")
		f.wants(f.start(), "")
		if !strings.Contains(f.MarkProblem(), "in the data folder") {
			t.Errorf("%s: it says %q", dir, f.MarkProblem())
		}
		f.must(f.call(wireid.New()))
		f.stop()
	}
}

// die ends the process without a stop, and gives its locks back.
func (f *folder) die() {
	f.t.Helper()
	f.must(os.Remove(filepath.Join(f.state, f.now().ID.String()+".lock")))
	f.must(f.db.Close())
}

// TestInstance_DeathBetweenFolderAndMark: the folder is ahead then, which is no alarm.
func TestInstance_DeathBetweenFolderAndMark(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	mark := filepath.Join(f.state, f.start().ID.String()+".mark")
	for range 3 {
		before, err := os.ReadFile(mark)
		f.must(err)
		f.must(os.Remove(mark))
		f.must(os.Mkdir(mark, 0o700)) // The folder is written, and the mark cannot be.
		f.must(f.call(wireid.New()))
		f.die()
		f.wants(f.start(), "")
		f.die()
		f.must(os.Remove(mark))
		f.must(os.WriteFile(mark, before, 0o600))
		f.wants(f.start(), "")
	}
	f.stop()
}

// TestInstance_TornMark: a record that was not written whole leaves the one before it.
func TestInstance_TornMark(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	mark := filepath.Join(f.state, f.start().ID.String()+".mark")
	f.must(f.call(wireid.New()))
	old := f.copy()
	f.must(f.call(wireid.New()))
	f.must(f.call(wireid.New()))
	whole, err := os.ReadFile(mark)
	f.must(err)
	f.die()
	const slot = 2048
	for at := range 2 {
		torn := append([]byte(nil), whole...)
		copy(torn[at*slot+100:], strings.Repeat("z", 300))
		for copied, cause := range map[*folder]instance.Cause{f.copy(): "", old.copy(): instance.CauseOlder} {
			f.must(os.WriteFile(mark, torn, 0o600))
			copied.wants(copied.start(), cause)
			copied.die()
		}
	}
}

// TestInstance_OnBehind: the access to a folder ends once it is found to be behind, and not a
// second time in the same quarantine, because what gives access then was made since.
func TestInstance_OnBehind(t *testing.T) {
	t.Parallel()
	ahead := func(f *folder) {
		f.must(f.Quarantine(t.Context(), instance.CauseWorker, "the worker is ahead", wiretime.Of(begin)))
	}
	for name, c := range map[string]struct {
		do   func(f *folder) *folder
		want int
	}{
		"as it was": {func(f *folder) *folder { f.start(); return f }, 0},
		"put back": {func(f *folder) *folder {
			old := f.copy()
			f.start()
			f.changes()
			f.stop()
			old.start()
			if *old.ended != 1 {
				t.Errorf("it ended %d times at the start", *old.ended)
			}
			ahead(old)
			old.stop()
			old.start()
			return old
		}, 1},
		"behind the worker": {func(f *folder) *folder {
			f.start()
			ahead(f)
			ahead(f)
			return f
		}, 1},
		"on another machine, and behind the worker": {func(f *folder) *folder {
			f.world = &world{t: t, state: t.TempDir(), machine: "m2", clock: f.clock}
			f.start()
			if *f.ended != 0 {
				t.Error("it ended for another machine")
			}
			ahead(f)
			return f
		}, 1},
		"prepared by a restore": {func(f *folder) *folder {
			old := f.copy()
			f.start()
			f.must(f.call(wireid.New()))
			f.stop()
			db, err := database.Open(t.Context(), filepath.Join(old.dir, "crier.db"))
			f.must(err)
			f.must(instance.RecordArrival(t.Context(), db, time.Time{}))
			f.must(instance.QuarantineRestored(t.Context(), db, wiretime.Of(begin), wiretime.Of(begin), "this data folder was restored"))
			f.must(db.Close())
			old.start()
			ahead(old)
			return old
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newWorld(t).folder()
			f.start()
			f.stop()
			f = c.do(f)
			if *f.ended != c.want {
				t.Errorf("it ended %d times", *f.ended)
			}
			f.stop()
		})
	}
}

// TestInstance_ManyCalls: the sequence counts each, and the mark is never behind one that was
// permitted.
func TestInstance_ManyCalls(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	f.start()
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if err := f.call(wireid.New()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if s := f.now(); s.Sequence != 50 {
		t.Errorf("%d", s.Sequence)
	}
	f.stop()
}

// TestInstance_Restored: what a restore has written holds from the first start on, and is told
// apart from later alarms.
func TestInstance_Restored(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	f.start()
	f.stop()
	db, err := database.Open(t.Context(), filepath.Join(f.dir, "crier.db"))
	f.must(err)
	f.must(instance.QuarantineRestored(t.Context(), db, wiretime.Of(begin), wiretime.Of(begin.Add(-time.Hour)), "this data folder was restored"))
	f.must(db.Close())
	s := f.start()
	f.wants(s, instance.CauseRestored)
	if !s.TakenAt.Time().Equal(begin.Add(-time.Hour)) {
		t.Errorf("taken at %s", s.TakenAt)
	}
	f.must(f.Quarantine(t.Context(), instance.CauseWorker, "the worker is ahead", wiretime.Of(begin.Add(-2*time.Hour))))
	if s = f.now(); *s.QuarantineCause != instance.CauseRestored || !s.TakenAt.Time().Equal(begin.Add(-2*time.Hour)) {
		t.Errorf("%+v", s)
	}
	f.stop()
}

// TestInstance_FastClock: what this machine's clock says of the time up to which the folder knows
// what was done is corrected by how much it was ahead of the network's, and is never later than the
// last sign of life before the start. Otherwise what was published meanwhile is not looked for.
func TestInstance_FastClock(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ahead       any
		said, known time.Duration
	}{
		"right":               {0, -5 * time.Minute, -5 * time.Minute},
		"ten minutes fast":    {10 * time.Minute.Milliseconds(), -5 * time.Minute, -15 * time.Minute},
		"fast, and it is now": {10 * time.Minute.Milliseconds(), time.Hour, -10 * time.Minute},
		"ten minutes slow":    {-10 * time.Minute.Milliseconds(), -5 * time.Minute, -5 * time.Minute},
		"never compared":      {nil, time.Hour, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newWorld(t).folder()
			db, err := database.Open(t.Context(), filepath.Join(f.dir, "crier.db"))
			f.must(err)
			_, err = database.Exec(t.Context(), db, "INSERT INTO uptime (network, beat_at, boot, elapsed_ms, ran_ms, ahead_ms, absences) VALUES ('live', ?, 'b', 0, 0, ?, '[]')",
				begin.UnixMilli(), c.ahead)
			f.must(errors.Join(err, db.Close()))
			f.clock.Advance(time.Hour)
			f.start()
			f.must(f.Quarantine(t.Context(), instance.CauseWorker, "the worker is ahead", wiretime.Of(begin.Add(c.said))))
			if at := f.now().TakenAt.Time().Sub(begin); at != c.known {
				t.Errorf("it knows everything until %s, not %s", at, c.known)
			}
			f.stop()
		})
	}
}
