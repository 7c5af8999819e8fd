package sandbox

import (
	"cmp"
	"slices"
)

// How much of what is over the network still answers for, of each kind: the latest so many, and a quarter more before older
// ones are put into the past.
const (
	keptLive  = 2000
	liveSlack = keptLive / 4
	// maxPast is how much of it the ledger still shows.
	maxPast = 20_000
	// maxLoggedCalls is how many of the latest calls the log keeps, and maxUnexpected how many of the unexpected ones.
	maxLoggedCalls = 10_000
	maxUnexpected  = 10_000
)

// past is what has happened and can no longer change: for the ledger and the log.
type past struct {
	publications *archive[*media]
	pageItems    *archive[*pageItem]
	publishCalls *archive[publishCall]
	unexpected   *archive[unexpectedCall]
	calls        *archive[*loggedCall]
	// forgotten is how many publications, things on Pages and publish calls an earlier run had forgotten.
	forgotten int
}

func newPast() *past {
	return &past{
		publications: newArchive[*media](maxPast), pageItems: newArchive[*pageItem](maxPast), publishCalls: newArchive[publishCall](maxPast),
		unexpected: newArchive[unexpectedCall](maxUnexpected), calls: newArchive[*loggedCall](maxLoggedCalls),
	}
}

// lost is how many entries the ledger once had and has no longer.
func (p *past) lost() int {
	return p.forgotten + p.publications.forgotten + p.pageItems.forgotten + p.publishCalls.forgotten
}

// trimmer moves what is over from a world into its past.
type trimmer struct {
	*world

	// kept is how much of each kind stays.
	kept int
	// isOver says of a container that nothing will become of it any more.
	isOver func(*container) bool
}

// trim keeps a world from growing with all that was ever published in it.
func trim(w *world) {
	now := w.now()
	trimmer{w, keptLive, func(c *container) bool {
		switch c.status(now) {
		case statusPublished, statusError, statusExpired:
			return true
		}
		return false
	}}.run()
}

// trimWhileLoading is trim between the lines of a state file. It keeps more than trim, as the lines that follow may change what
// trim would have kept, and does not ask the clock, which has moved on since they were written.
func trimWhileLoading(w *world) {
	trimmer{w, 2 * (keptLive + liveSlack), func(c *container) bool { return c.Status == statusPublished || c.Status == statusError }}.run()
}

func (t trimmer) run() {
	if len(t.world.publications) > t.kept+liveSlack {
		t.publications()
	}
	if len(t.world.pageItems) > t.kept+liveSlack {
		t.pageItems()
	}
	if len(t.world.containers) > max(t.kept+liveSlack, t.containersToTrim) {
		t.containers()
	}
}

func (t trimmer) publications() {
	over := len(t.world.publications) - t.kept
	for _, m := range t.world.publications[:over] {
		for _, id := range m.Items {
			delete(t.media, id)
		}
		delete(t.media, m.ID)
		t.past.publications.add(m)
	}
	t.world.publications = slices.Clone(t.world.publications[over:])
	isPast := func(m *media) bool { return t.media[m.ID] == nil }
	for _, a := range t.accounts {
		listed := len(a.feed)
		a.feed, a.stories = slices.DeleteFunc(a.feed, isPast), slices.DeleteFunc(a.stories, isPast)
		a.older += listed - len(a.feed)
	}
	t.marks()
}

// marks drops what no cap counts any more.
func (t trimmer) marks() {
	for _, a := range t.accounts {
		for _, marks := range []*[]mark{&a.published, &a.created} {
			first := len(*marks) - countAfter(*marks, dayBefore(t.now()))
			*marks = slices.Clone((*marks)[first:])
		}
	}
}

func (t trimmer) pageItems() {
	all := t.sortedPageItems()
	for _, p := range all[:len(all)-t.kept] {
		delete(t.world.pageItems, p.ID)
		if p.ShownAt != nil {
			t.past.pageItems.add(p)
		}
	}
}

func (t trimmer) containers() {
	var over []*container
	for _, c := range t.world.containers {
		if t.isOver(c) {
			over = append(over, c)
		}
	}
	slices.SortFunc(over, func(a, b *container) int { return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.ID, b.ID)) })
	for _, c := range over[:max(0, len(over)-t.kept)] {
		delete(t.world.containers, c.ID)
	}
	t.containersToTrim = len(t.world.containers) + liveSlack
}
