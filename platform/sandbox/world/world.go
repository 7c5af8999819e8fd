// Package world is what the simulated network has, with its rules: accounts and tokens, containers
// and what was made of them, Pages, the network's own app, planned failures, calls that are late,
// and the past.
//
// Each kind of thing is a part of the World with a map and rules of its own. The Store keeps the
// World in memory under one mutex and in the state file. A call enters by Update or View, which
// hold the mutex while they run, so no part has a lock. Each Update is one line appended to the
// state file before it returns; a kill at any instant loses nothing that was answered; a publish is
// one line with the media, the container and the publish call. The file is rewritten when most
// of it is overtaken, and when one is opened that is not small, not whole or not private.
package world

import (
	"cmp"
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
	Comments   *Comments
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
		Comments:   &Comments{core: c, byID: map[string]*Comment{}},
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

// apply takes over one line of the state file.
func (w *World) apply(c *change) error {
	if c.Reset {
		w.clear()
	}
	w.Seq = max(w.Seq, c.Seq)
	w.port = cmp.Or(c.Port, w.port)
	if c.Settings != nil {
		w.Settings = *c.Settings
	}
	for _, a := range c.Accounts {
		if err := w.Accounts.apply(a); err != nil {
			return err
		}
	}
	for _, apply := range []func() error{
		func() error { return w.Logins.apply(c) },
		func() error { return w.Natives.apply(c) },
		func() error { return w.Containers.apply(c.Containers) },
		func() error { return w.Media.apply(c.Media) },
		func() error { return w.Comments.apply(c.Comments) },
		func() error { return w.Pages.apply(c.PageItems) },
	} {
		if err := apply(); err != nil {
			return err
		}
	}
	if slices.Contains(c.Calls, nil) {
		return errNullEntry
	}
	w.Past.forgotten += c.Forgotten
	w.Past.PublishCalls.add(c.PublishCalls...)
	w.Past.Unexpected.add(c.Unexpected...)
	w.Past.Calls.add(c.Calls...)
	trimWhileLoading(w)
	if err := w.Late.apply(c); err != nil {
		return err
	}
	return w.Faults.apply(c)
}

// trimmer moves what is over from a world into its past.
type trimmer struct {
	*World

	// kept is how much of each kind stays.
	kept int
	// isOver says of a container that nothing will become of it any more.
	isOver func(*Container) bool
}

// trim keeps a world from growing with all that was ever published in it.
func trim(w *World) {
	now := w.Now()
	trimmer{w, KeptLive, func(c *Container) bool {
		switch c.StatusAt(now) {
		case StatusPublished, StatusError, StatusExpired:
			return true
		}
		return false
	}}.run()
}

// trimWhileLoading is trim between the lines of a state file. It keeps more than trim, as the lines
// that follow may change what trim would have kept, and does not ask the clock, which has moved on
// since they were written.
func trimWhileLoading(w *World) {
	trimmer{w, 2 * (KeptLive + liveSlack), func(c *Container) bool { return c.Status == StatusPublished || c.Status == StatusError }}.run()
}

func (t trimmer) run() {
	if len(t.Media.Latest) > t.kept+liveSlack {
		t.publications()
	}
	if len(t.Comments.latest) > t.kept+liveSlack {
		t.comments()
	}
	if len(t.Pages.ByID) > t.kept+liveSlack {
		t.pageItems()
	}
	if len(t.Containers.ByID) > max(t.kept+liveSlack, t.Containers.toTrim) {
		t.containers()
	}
}

func (t trimmer) publications() {
	over := len(t.Media.Latest) - t.kept
	for _, m := range t.Media.Latest[:over] {
		for _, id := range m.Items {
			delete(t.Media.ByID, id)
		}
		delete(t.Media.ByID, m.ID)
		t.Past.Publications.add(m)
	}
	t.Media.Latest = slices.Clone(t.Media.Latest[over:])
	isPast := func(m *Media) bool { return t.Media.ByID[m.ID] == nil }
	for _, a := range t.Accounts.all {
		listed := len(a.Feed)
		a.Feed, a.Stories = slices.DeleteFunc(a.Feed, isPast), slices.DeleteFunc(a.Stories, isPast)
		a.Older += listed - len(a.Feed)
	}
	t.marks()
}

// marks drops what no cap counts any more.
func (t trimmer) marks() {
	for _, a := range t.Accounts.all {
		for _, marks := range []*[]Mark{&a.published, &a.created} {
			first := len(*marks) - countAfter(*marks, DayBefore(t.Now()))
			*marks = slices.Clone((*marks)[first:])
		}
	}
}

func (t trimmer) comments() {
	over := len(t.Comments.latest) - t.kept
	for _, one := range t.Comments.latest[:over] {
		delete(t.Comments.byID, one.ID)
		t.Past.Comments.add(one)
	}
	t.Comments.latest = slices.Clone(t.Comments.latest[over:])
}

func (t trimmer) pageItems() {
	all := t.Pages.Sorted()
	for _, p := range all[:len(all)-t.kept] {
		delete(t.Pages.ByID, p.ID)
		if p.ShownAt != nil {
			t.Past.PageItems.add(p)
		}
	}
}

func (t trimmer) containers() {
	var over []*Container
	for _, c := range t.Containers.ByID {
		if t.isOver(c) {
			over = append(over, c)
		}
	}
	slices.SortFunc(over, func(a, b *Container) int { return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.ID, b.ID)) })
	for _, c := range over[:max(0, len(over)-t.kept)] {
		delete(t.Containers.ByID, c.ID)
	}
	t.Containers.toTrim = len(t.Containers.ByID) + liveSlack
}
