package instance_test

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/database"
	"crier/platform/instance"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/gofrs/flock"
)

// inside opens the folder's database, also while a service uses it.
func (f *folder) inside(do func(db *database.DB) error) {
	f.t.Helper()
	db, err := database.Open(f.t.Context(), filepath.Join(f.dir, "crier.db"))
	f.must(err)
	f.must(errors.Join(do(db), db.Close()))
}

func (f *folder) sql(statement string, args ...any) {
	f.t.Helper()
	f.inside(func(db *database.DB) error {
		_, err := database.Exec(f.t.Context(), db, statement, args...)
		return err
	})
}

// says returns what the folder says of itself.
func (f *folder) says() (s instance.State) {
	f.t.Helper()
	f.inside(func(db *database.DB) (err error) {
		s, err = instance.Read(f.t.Context(), db)
		return err
	})
	return s
}

// mark is the path of the mark.
func (f *folder) mark() string {
	f.t.Helper()
	return filepath.Join(f.state, f.says().ID.String()+".mark")
}

// changes signs a browser out, which a copy must not forget.
func (f *folder) changes() {
	f.t.Helper()
	f.sql("INSERT INTO revoked_sessions (jti, expires_at) VALUES (?, 0)", wireid.New())
}

// idles makes a sign-in link, which a copy may forget.
func (f *folder) idles() {
	f.t.Helper()
	f.sql("INSERT INTO login_codes (hash, expires_at) VALUES (?, 0)", wireid.New())
}

// run is a start, what somebody does then, and a stop. The start raises no alarm.
func (f *folder) run(do func()) {
	f.t.Helper()
	f.wants(f.start(), "")
	do()
	f.stop()
}

// TestUnchanged_PutBack: copies that lack nothing that matters are put back and used in turn, and
// no access ends. From the first change that matters on they are older ones.
func TestUnchanged_PutBack(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	f.run(func() {})
	first := f.copy()
	f.run(f.idles)
	second := f.copy()
	for range 2 {
		first.run(first.idles)
		f.run(func() {})
		second.run(second.idles)
	}
	second.run(second.changes)
	second.run(second.idles)
	for _, old := range []*folder{f, first} {
		again := old.copy()
		old.wants(old.start(), instance.CauseOlder)
		old.stop()
		again.wants(again.start(), instance.CauseOlder)
		again.stop()
		if *old.ended != 1 || *again.ended != 1 {
			t.Errorf("the access ended %d and %d times", *old.ended, *again.ended)
		}
	}
	second.wants(second.start(), instance.CauseOlder) // Another one has been used since.
	second.stop()
}

// note is what a command does once it has changed the folder.
func (f *folder) note() {
	f.t.Helper()
	f.inside(func(db *database.DB) error {
		return instance.New(instance.Options{DB: db, Clock: f.clock, Log: slog.New(slog.DiscardHandler), StateDir: f.state, IsDefault: f.isDefault, Folder: f.dir}).RecordChange(f.t.Context())
	})
}

// TestUnchanged_NoteDuringAStart: a command has the mark while a service starts. The service waits
// for it, and takes the nonce that the command has drawn. A copy from before is an older one.
func TestUnchanged_NoteDuringAStart(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	f.run(func() {})
	old := f.copy()
	f.changes()
	command := flock.New(strings.TrimSuffix(f.mark(), ".mark") + ".lock")
	if isFree, err := command.TryLock(); err != nil || !isFree {
		t.Fatal(isFree, err)
	}
	before := f.says().Nonce
	f.wants(f.startWhile(func() {
		f.must(command.Unlock())
		f.note()
		if f.says().Nonce == before {
			t.Error("the command has not drawn a nonce")
		}
		f.clock.Advance(time.Minute)
	}), "")
	f.must(f.CheckRival())
	f.stop()
	f.run(func() {})
	old.wants(old.start(), instance.CauseOlder)
	old.stop()
}

// TestUnchanged_RecordChange: a command changes the folder while no service runs, and notes it:
// copies from before are older ones. It notes nothing while a service runs, or when it has changed
// nothing.
func TestUnchanged_RecordChange(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	f.run(func() {})
	first := f.copy()
	f.run(f.idles)
	f.note()
	same := f.copy()
	f.run(func() {
		f.changes()
		before := f.says().Nonce
		f.note()
		if now := f.says().Nonce; now != before {
			t.Error("the nonce of a service that runs is another one")
		}
	})
	second := f.copy()
	f.changes()
	f.note()
	for _, old := range []*folder{first, same, second} {
		old.wants(old.start(), instance.CauseOlder)
		old.stop()
	}
}

// TestUnchanged_SyncFails: the disk does not say that it has the mark, and has it nevertheless.
// That is no alarm at the next start.
func TestUnchanged_SyncFails(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	f.run(func() {})
	f.syncError = errors.New("input/output error")
	for range 3 {
		f.run(func() {})
	}
	f.syncError = nil
	f.run(func() {})
}

// TestUnchanged_Needs: a stop takes the nonce of the last stop again only when the start has found
// that one in the folder and in the mark, and no quarantine. Otherwise nobody can tell what a copy
// with that nonce lacks.
func TestUnchanged_Needs(t *testing.T) {
	t.Parallel()
	for name, between := range map[string]func(f *folder){
		"nothing else": func(*folder) {},
		"no mark":      func(f *folder) { f.must(os.Remove(f.mark())) },
		"a torn mark":  func(f *folder) { f.must(os.WriteFile(f.mark(), make([]byte, 3*2048), 0o600)) },
		"a death": func(f *folder) {
			f.start()
			f.die()
		},
		"a death at the stop": func(f *folder) {
			f.watch()
			f.runUntil(stopDrew, false)
		},
		"a call": func(f *folder) { f.run(func() { f.must(f.call(wireid.New())) }) },
		"a move that was taken back": func(f *folder) {
			f.inside(func(db *database.DB) error {
				return errors.Join(instance.RecordMove(f.t.Context(), db, wiretime.Of(begin)), instance.UndoMove(f.t.Context(), db))
			})
		},
		"a move": func(f *folder) {
			f.inside(func(db *database.DB) error { return instance.RecordArrival(f.t.Context(), db, begin) })
		},
		"a restore": func(f *folder) {
			f.inside(func(db *database.DB) error {
				return errors.Join(instance.RecordArrival(f.t.Context(), db, time.Time{}),
					instance.QuarantineRestored(f.t.Context(), db, wiretime.Of(begin), wiretime.Of(begin), "this data folder was restored"))
			})
		},
		"a quarantine": func(f *folder) {
			f.run(func() {
				f.must(f.Quarantine(f.t.Context(), instance.CauseWorker, "the worker is ahead", wiretime.Of(begin)))
			})
		},
		"the end of a quarantine": func(f *folder) {
			f.run(func() {
				f.must(f.Quarantine(f.t.Context(), instance.CauseWorker, "the worker is ahead", wiretime.Of(begin)))
				f.must(f.Close(f.t.Context(), f.db))
			})
		},
		// It draws nonces, and does not know the column.
		"an older program": func(f *folder) {
			unchanged := f.says().UnchangedNonce
			f.run(f.changes)
			f.sql("UPDATE instance SET unchanged_nonce = ?", unchanged)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newWorld(t).folder()
			f.run(func() {})
			old := f.copy()
			between(f)
			f.start()
			f.idles()
			f.stop()
			cause := instance.CauseOlder
			if name == "nothing else" {
				cause = ""
			}
			old.wants(old.start(), cause)
			old.stop()
		})
	}
}

// TestUnchanged_RunningCopy: where locks do not reach, a copy of a running folder is used, and
// nothing is changed with it. Its stop gives the mark no nonce that the running one has given it:
// by the nonce that one finds out.
func TestUnchanged_RunningCopy(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	f.run(func() {})
	f.start()
	copied := f.copy()
	f.must(os.Remove(filepath.Join(f.state, f.now().ID.String()+".lock")))
	copied.run(copied.idles)
	if err := f.call(wireid.New()); !errors.Is(err, instance.ErrCopy) {
		t.Errorf("the older copy sends: %v", err)
	}
	f.stop()
}

// death is the step after which a process dies.
type death int

const (
	// startDrew and stopDrew: the folder has its nonce, and the mark does not.
	startDrew death = iota
	// startMarked and stopMarked: the mark has it too, and the folder does not know that.
	startMarked
	working
	stopDrew
	stopMarked
	// stopped is no death.
	stopped
)

// watch has the folder write down what it knows of the mark at each draw of a nonce.
func (f *folder) watch() {
	f.t.Helper()
	f.sql("CREATE TABLE drawn (marked TEXT) STRICT")
	f.sql("CREATE TRIGGER drawn AFTER UPDATE OF nonce ON instance BEGIN INSERT INTO drawn (marked) VALUES (NEW.marked_nonce); END")
}

// runUntil is a run in which something may be changed that matters, until the process dies. The
// folder is one that watches.
func (f *folder) runUntil(step death, isChanged bool) {
	f.t.Helper()
	path := f.mark()
	mark, err := os.ReadFile(path)
	f.must(err)
	f.start()
	if step >= working {
		if isChanged {
			f.changes()
		}
		mark, err = os.ReadFile(path)
		f.must(err)
	}
	if step > working {
		f.stop()
	} else {
		f.die()
	}
	if step == startDrew || step == stopDrew {
		f.must(os.WriteFile(path, mark, 0o600))
	}
	if step != working && step != stopped {
		f.sql("UPDATE instance SET marked_nonce = (SELECT marked FROM drawn ORDER BY rowid DESC)")
	}
}

// TestUnchanged_Deaths plays lives of a folder and its copies: runs with changes that matter and
// without, deaths at each step, and copies that are used in its place. A copy raises an alarm when
// it lacks such a change of the one that was used last, and that one never does. It runs in the
// tier without the race detector, and takes two seconds of the processor.
func TestUnchanged_Deaths(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			f := newWorld(t).folder()
			f.watch()
			f.run(func() {})
			all, last, random := []*folder{f}, f, rand.New(rand.NewPCG(seed, 0))
			for range 16 {
				next := last
				if random.IntN(3) == 0 {
					next = all[random.IntN(len(all))]
				}
				lacks, alarms := !next.has(last.changed()), *next.ended
				if random.IntN(3) == 0 {
					all = append(all, next.copy())
				}
				step, isChanged := min(stopped, death(random.IntN(2*int(stopped)))), random.IntN(4) == 0
				next.runUntil(step, isChanged)
				isAlarm := *next.ended > alarms
				if lacks && !isAlarm || next == last && isAlarm {
					t.Fatalf("an alarm: %t, it lacks something: %t, it is the last one: %t", isAlarm, lacks, next == last)
				}
				if next.says().IsQuarantined() && random.IntN(2) == 0 {
					next.sql("UPDATE instance SET closed_at = 1")
				}
				if step != startDrew { // Nobody could do anything with it before.
					last = next
				}
			}
		})
	}
}

// changed returns what was changed with the folder that matters.
func (f *folder) changed() (all []string) {
	f.t.Helper()
	f.inside(func(db *database.DB) (err error) {
		all, err = database.Values[string](f.t.Context(), db, "SELECT jti FROM revoked_sessions")
		return err
	})
	return all
}

func (f *folder) has(changes []string) bool {
	own := f.changed()
	return !slices.ContainsFunc(changes, func(change string) bool { return !slices.Contains(own, change) })
}
