package world

import (
	"cmp"
	"slices"
)

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
