package instance_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"crier/platform/instance"
	"crier/platform/wireid"
)

// unnamed returns the folder as it is used when nobody names the folder of the marks.
func (f *folder) unnamed(home *world) *folder {
	f.t.Helper()
	u := home.at(f.dir)
	u.ended, u.isDefault = f.ended, true
	return u
}

// worlds returns a machine with the folder of marks that somebody names, and the same one with the
// user's.
func worlds(t *testing.T) (named, home *world) {
	t.Helper()
	named = newWorld(t)
	home = newWorld(t)
	home.clock = named.clock
	return named, home
}

// TestPlace_Unnamed: a service was told where its mark is, and others use the folder that were not
// told. They use that mark as well: nothing is held, no access ends, and what they have done, an
// older copy must not forget.
func TestPlace_Unnamed(t *testing.T) {
	t.Parallel()
	for name, use := range map[string]func(f *folder, named *world){
		"another start": func(f *folder, _ *world) { f.run(f.changes) },
		"a call":        func(f *folder, _ *world) { f.run(func() { f.must(f.call(wireid.New())) }) },
		"a command": func(f *folder, _ *world) {
			f.changes()
			f.note()
		},
		"a death": func(f *folder, named *world) {
			f.start()
			f.world = named // Its mark is there.
			f.die()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			named, home := worlds(t)
			f := named.folder()
			f.run(f.changes)
			old := f.copy()
			use(f.unnamed(home), named)
			f.run(func() {})
			if *f.ended != 0 {
				t.Errorf("the access ended %d times", *f.ended)
			}
			if entries, err := os.ReadDir(home.state); err != nil || len(entries) > 0 {
				t.Errorf("the user's folder: %v, %v", entries, err)
			}
			u := old.unnamed(home)
			u.wants(u.start(), instance.CauseOlder)
			u.stop()
		})
	}
}

// TestPlace_Gone: on another machine, or when it was deleted, the named mark is not there. Then the
// user's folder has the mark, as for a folder that is new there.
func TestPlace_Gone(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		machine string
		harm    func(mark string) error
		cause   instance.Cause
	}{
		"another machine": {"m2", os.Remove, instance.CauseMachine},
		"deleted":         {"m1", os.Remove, ""},
		"noise":           {"m1", func(mark string) error { return os.WriteFile(mark, make([]byte, 9000), 0o600) }, ""},
		"a folder":        {"m1", func(mark string) error { return errors.Join(os.Remove(mark), os.Mkdir(mark, 0o700)) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			named, home := worlds(t)
			home.machine = c.machine
			f := named.folder()
			f.run(f.changes)
			f.must(c.harm(f.mark()))
			u := f.unnamed(home)
			u.wants(u.start(), c.cause)
			u.changes()
			u.stop()
			if entries, err := os.ReadDir(home.state); err != nil || len(entries) == 0 {
				t.Errorf("the user's folder: %v, %v", entries, err)
			}
			u.wants(u.start(), c.cause)
			u.stop()
		})
	}
}

// TestPlace_Earlier: a copy that is put back has the place that the mark had then, where the mark
// agrees with it. The newer mark in the user's folder tells what the copy lacks, also when the
// clock was set back after a call.
func TestPlace_Earlier(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		later time.Duration
		use   func(f *folder)
	}{
		"a change": {time.Hour, func(f *folder) { f.run(f.changes) }},
		"a call":   {-time.Hour, func(f *folder) { f.run(func() { f.must(f.call(wireid.New())) }) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			named, home := worlds(t)
			f := named.folder()
			f.run(f.changes)
			old := f.copy()
			f.clock.Jump(c.later)
			f.world = home
			c.use(f)
			u := old.unnamed(home)
			u.wants(u.start(), instance.CauseOlder)
			if *old.ended != 1 {
				t.Errorf("the access ended %d times", *old.ended)
			}
			u.stop()
			f = f.unnamed(home)
			f.wants(f.start(), instance.CauseOlder)
			f.stop()
		})
	}
}

// TestPlace_Inside: a place that is in the data folder by now has a copy of the mark.
func TestPlace_Inside(t *testing.T) {
	t.Parallel()
	named, home := worlds(t)
	f := named.folder()
	f.run(f.changes)
	moved := f.copy()
	f.must(os.CopyFS(moved.dir+"/marks", os.DirFS(named.state)))
	moved.sql("UPDATE instance SET marked_in = ?", moved.dir+"/marks")
	u := moved.unnamed(home)
	u.wants(u.start(), "")
	u.stop()
	if entries, err := os.ReadDir(home.state); err != nil || len(entries) == 0 {
		t.Errorf("the user's folder: %v, %v", entries, err)
	}
}

// TestPlace_OfTheUser: the user's folder of marks is not remembered. A copy that another user
// starts has a mark of its own, as a copy on another machine has.
func TestPlace_OfTheUser(t *testing.T) {
	t.Parallel()
	a, b := worlds(t)
	f := a.folder().unnamed(a)
	f.run(f.changes)
	other := f.copy().unnamed(b)
	f.wants(f.start(), "")
	other.wants(other.start(), "")
	other.stop()
	f.stop()
}
