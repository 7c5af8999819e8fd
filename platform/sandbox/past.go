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
	*core

	publications *archive[*media]
	pageItems    *archive[*pageItem]
	publishCalls *archive[publishCall]
	unexpected   *archive[unexpectedCall]
	calls        *archive[*loggedCall]
	// forgotten is how many publications, things on Pages and publish calls an earlier run had forgotten.
	forgotten int
}

func newPast(c *core) *past {
	return &past{
		core:         c,
		publications: newArchive[*media](maxPast), pageItems: newArchive[*pageItem](maxPast), publishCalls: newArchive[publishCall](maxPast),
		unexpected: newArchive[unexpectedCall](maxUnexpected), calls: newArchive[*loggedCall](maxLoggedCalls),
	}
}

// lost is how many entries the ledger once had and has no longer.
func (p *past) lost() int {
	return p.forgotten + p.publications.forgotten + p.pageItems.forgotten + p.publishCalls.forgotten
}

func (p *past) putPublishCall(c publishCall) {
	p.record().PublishCalls = append(p.record().PublishCalls, c)
	p.publishCalls.add(c)
}

func (p *past) putUnexpected(u unexpectedCall) {
	p.record().Unexpected = append(p.record().Unexpected, u)
	p.unexpected.add(u)
}

func (p *past) putCall(c *loggedCall) {
	p.record().Calls = append(p.record().Calls, c)
	p.calls.add(c)
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
	if len(t.media.latest) > t.kept+liveSlack {
		t.publications()
	}
	if len(t.pages.byID) > t.kept+liveSlack {
		t.pageItems()
	}
	if len(t.world.containers.byID) > max(t.kept+liveSlack, t.world.containers.toTrim) {
		t.containers()
	}
}

func (t trimmer) publications() {
	over := len(t.media.latest) - t.kept
	for _, m := range t.media.latest[:over] {
		for _, id := range m.Items {
			delete(t.media.byID, id)
		}
		delete(t.media.byID, m.ID)
		t.past.publications.add(m)
	}
	t.media.latest = slices.Clone(t.media.latest[over:])
	isPast := func(m *media) bool { return t.media.byID[m.ID] == nil }
	for _, a := range t.accounts.all {
		listed := len(a.feed)
		a.feed, a.stories = slices.DeleteFunc(a.feed, isPast), slices.DeleteFunc(a.stories, isPast)
		a.older += listed - len(a.feed)
	}
	t.marks()
}

// marks drops what no cap counts any more.
func (t trimmer) marks() {
	for _, a := range t.accounts.all {
		for _, marks := range []*[]mark{&a.published, &a.created} {
			first := len(*marks) - countAfter(*marks, dayBefore(t.now()))
			*marks = slices.Clone((*marks)[first:])
		}
	}
}

func (t trimmer) pageItems() {
	all := t.pages.sorted()
	for _, p := range all[:len(all)-t.kept] {
		delete(t.pages.byID, p.ID)
		if p.ShownAt != nil {
			t.past.pageItems.add(p)
		}
	}
}

func (t trimmer) containers() {
	var over []*container
	for _, c := range t.world.containers.byID {
		if t.isOver(c) {
			over = append(over, c)
		}
	}
	slices.SortFunc(over, func(a, b *container) int { return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.ID, b.ID)) })
	for _, c := range over[:max(0, len(over)-t.kept)] {
		delete(t.world.containers.byID, c.ID)
	}
	t.world.containers.toTrim = len(t.world.containers.byID) + liveSlack
}
