package sandbox

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"time"

	"crier/platform/clock"
	"crier/platform/wiretime"
)

const (
	defaultQuota = 50
	// Ids have 17 digits and exceed 2^53, as the network's do; they are never given out twice, not even after a reset.
	containerIDs = 17_890_000_000_000_000
	mediaIDs     = 18_000_000_000_000_000
)

// world is everything that the state file keeps, with its indexes. Network.mu guards it.
type world struct {
	clock    clock.Clock
	seq      int64
	settings settings
	accounts []*account
	byID     map[string]*account
	tokens   map[string]grant
	natives  []*nativeUser
	direct   nativeState
	// issued and codes are what logins gave out, in that order.
	issued []*issuedToken
	codes  []*loginCode
	users  []*partnerUser

	containers map[string]*container
	pageItems  map[string]*pageItem
	media      map[string]*media
	// publications are the latest posts and stories, in the order in which they appeared; the past has those before.
	publications []*media
	past         *past
	faults       []*fault
	// late are the calls that are still to take effect, in the order in which they came.
	late []*lateCall
	// containersToTrim is how many containers there must be for it to be worth looking for those that are over.
	containersToTrim int

	// site is the address of the sandbox, under which its pages are: that of its server, or else the one that was last asked for.
	site string
	// port is the one that the sandbox last listened on.
	port int

	changed *change
}

// change is what one update changed: a line of the state file. Entities with an id replace what had that id.
type change struct {
	Reset         bool             `json:"reset,omitzero"`
	Seq           int64            `json:"seq,omitzero"`
	Forgotten     int              `json:"forgotten,omitzero"`
	Port          int              `json:"port,omitzero"`
	Settings      *settings        `json:"settings,omitzero"`
	Accounts      []*account       `json:"accounts,omitempty"`
	Natives       []*nativeUser    `json:"natives,omitempty"`
	People        []*person        `json:"people,omitempty"`
	NativeMedia   []*nativeMedia   `json:"nativeMedia,omitempty"`
	NativeUploads []*nativeUpload  `json:"nativeUploads,omitempty"`
	Direct        []*directItem    `json:"direct,omitempty"`
	Tokens        []*issuedToken   `json:"tokens,omitempty"`
	Codes         []*loginCode     `json:"codes,omitempty"`
	Containers    []*container     `json:"containers,omitempty"`
	Media         []*media         `json:"media,omitempty"`
	PageItems     []*pageItem      `json:"pageItems,omitempty"`
	PublishCalls  []publishCall    `json:"publishCalls,omitempty"`
	Unexpected    []unexpectedCall `json:"unexpected,omitempty"`
	Faults        []*fault         `json:"faults,omitempty"`
	DroppedFaults []string         `json:"droppedFaults,omitempty"`
	Late          []*lateCall      `json:"late,omitempty"`
	DroppedLate   []string         `json:"droppedLate,omitempty"`
	Calls         []*loggedCall    `json:"calls,omitempty"`
}

// newWorld returns the first-run world.
func newWorld(c clock.Clock) *world {
	w := &world{clock: c}
	w.clear()
	return w
}

// clear makes w the first-run world, but for the counter behind the ids.
func (w *world) clear() {
	*w = world{
		clock: w.clock, seq: w.seq, site: w.site, port: w.port, byID: map[string]*account{}, tokens: map[string]grant{},
		containers: map[string]*container{}, media: map[string]*media{}, pageItems: map[string]*pageItem{}, past: newPast(), changed: w.changed,
		natives: []*nativeUser{newNativeUser(DemoNativeUser())}, direct: newNativeState(),
	}
	for _, p := range append(DemoAccounts(), FurtherAccounts()...) {
		a := &account{
			ID: p.SNUserID, TokenState: tokenGood, TokenSince: wiretime.Of(w.now()), QuotaTotal: defaultQuota, profile: p,
		}
		w.accounts = append(w.accounts, a)
		w.byID[a.ID] = a
		if p.LoginMethod == loginPrimary {
			w.tokens[p.Token.Reveal()] = grant{account: a, scope: scopeAccount}
			continue
		}
		w.tokens[p.Token.Reveal()] = grant{account: a, scope: scopePage}
		w.addToUser(a)
	}
}

// reset makes w the first-run world and has that recorded.
func (w *world) reset() {
	w.clear()
	w.changed = &change{Reset: true, Seq: w.seq, Accounts: slices.Clone(w.accounts)}
	w.seedMentions()
}

// now returns the sandbox's own time.
func (w *world) now() time.Time {
	return w.clock.Now().Add(time.Duration(w.settings.OffsetMS) * time.Millisecond)
}

// nextSeq returns the next value of the counter behind all ids and orders.
func (w *world) nextSeq() int64 {
	w.seq++
	w.record().Seq = w.seq
	return w.seq
}

func containerID(seq int64) string { return strconv.FormatInt(containerIDs+seq, 10) }
func mediaID(seq int64) string     { return strconv.FormatInt(mediaIDs+seq, 10) }

func (w *world) record() *change {
	if w.changed == nil {
		w.changed = &change{}
	}
	return w.changed
}

func putPort(w *world, port int) {
	w.record().Port = port
	w.port = port
}

// takeChanges returns what changed since it was last called, nil when nothing did.
func (w *world) takeChanges() *change {
	c := w.changed
	w.changed = nil
	return c
}

func (w *world) putSettings() { w.record().Settings = &w.settings }

func (w *world) putAccount(a *account) { w.record().Accounts = append(w.record().Accounts, a) }

func (w *world) putContainer(c *container) {
	w.record().Containers = append(w.record().Containers, c)
	w.setContainer(c)
}

func (w *world) putMedia(m *media) {
	w.record().Media = append(w.record().Media, m)
	w.setMedia(m)
}

func (w *world) putPublishCall(p publishCall) {
	w.record().PublishCalls = append(w.record().PublishCalls, p)
	w.past.publishCalls.add(p)
}

func (w *world) putUnexpected(u unexpectedCall) {
	w.record().Unexpected = append(w.record().Unexpected, u)
	w.past.unexpected.add(u)
}

func (w *world) putCall(c *loggedCall) {
	w.record().Calls = append(w.record().Calls, c)
	w.past.calls.add(c)
}

func (w *world) setContainer(c *container) {
	old, known := w.containers[c.ID]
	if known {
		*old = *c
		return
	}
	w.containers[c.ID] = c
	a := w.byID[c.AccountID]
	a.created = insertMark(a.created, mark{at: c.CreatedAt.UnixMilli(), seq: c.Seq})
}

func (w *world) setMedia(m *media) {
	a := w.byID[m.AccountID]
	old, known := w.media[m.ID]
	if known {
		*old = *m
	} else {
		w.media[m.ID] = m
	}
	if m.ParentID != "" {
		return
	}
	shelf := a.shelf(m)
	switch {
	case !known:
		w.publications = append(w.publications, m)
		if m.ContainerID != "" {
			a.published = insertMark(a.published, m.mark())
		}
		if m.DeletedAt == nil {
			*shelf = insertMedia(*shelf, m)
		}
	case m.DeletedAt != nil:
		if i, found := findMedia(*shelf, m.mark()); found {
			*shelf = slices.Delete(*shelf, i, i+1)
		}
	}
}

// shelf is the list of the account in which m appears.
func (a *account) shelf(m *media) *[]*media {
	if m.MediaType == mediaStory {
		return &a.stories
	}
	return &a.feed
}

func compareMarks(a, b mark) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.seq, b.seq)) }

func insertMark(marks []mark, m mark) []mark {
	i, _ := slices.BinarySearchFunc(marks, m, compareMarks)
	return slices.Insert(marks, i, m)
}

func findMedia(list []*media, at mark) (int, bool) {
	return slices.BinarySearchFunc(list, at, func(m *media, at mark) int { return compareMarks(m.mark(), at) })
}

func insertMedia(list []*media, m *media) []*media {
	i, _ := findMedia(list, m.mark())
	return slices.Insert(list, i, m)
}

// countAfter returns how many of marks lie after the mark from.
func countAfter(marks []mark, from mark) int {
	first := sort.Search(len(marks), func(i int) bool { return compareMarks(marks[i], from) > 0 })
	return len(marks) - first
}
