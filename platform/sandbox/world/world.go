package world

import (
	"slices"

	"crier/platform/clock"
)

// World is everything that the state file keeps, each kind of thing in a part of its own. The mutex
// of the store guards all of it.
type World struct {
	*core

	Accounts   *Accounts
	Logins     *Logins
	Containers *Containers
	Media      *Publications
	Pages      *PageItems
	Natives    *Natives
	Faults     *Faults
	Late       *LateQueue
	Past       *Past
}

// New returns the first-run world.
func New(c clock.Clock) *World {
	w := &World{core: &core{clock: c}}
	w.clear()
	return w
}

// clear makes w the first-run world, but for the counter behind the ids.
func (w *World) clear() {
	c := w.core
	c.Settings = Settings{}
	all := newAccounts(c)
	*w = World{
		core: c, Accounts: all, Logins: newLogins(c, all), Natives: newNatives(c), Faults: &Faults{core: c}, Late: &LateQueue{core: c}, Past: newPast(c),
		Containers: &Containers{core: c, accounts: all, ByID: map[string]*Container{}},
		Media:      &Publications{core: c, accounts: all, ByID: map[string]*Media{}},
		Pages:      &PageItems{core: c, accounts: all, ByID: map[string]*PageItem{}},
	}
}

// Reset makes w the first-run world and has that recorded.
func (w *World) Reset() {
	w.clear()
	w.changed = &change{Reset: true, Seq: w.Seq, Accounts: slices.Clone(w.Accounts.all)}
	w.Natives.seed()
}

// BeginFirstRun seeds a world in which nothing has ever happened.
func (w *World) BeginFirstRun() {
	if w.Seq == 0 && w.Past.Calls.Count() == 0 {
		w.Natives.seed()
	}
}
