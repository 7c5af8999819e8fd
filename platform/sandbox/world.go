package sandbox

import (
	"slices"
	"strconv"

	"crier/platform/clock"
)

const (
	defaultQuota = 50
	// Ids have 17 digits and exceed 2^53, as the network's do; they are never given out twice, not even after a reset.
	containerIDs = 17_890_000_000_000_000
	mediaIDs     = 18_000_000_000_000_000
)

// world is everything that the state file keeps, each kind of thing in a part of its own. The mutex of the store guards all of it.
type world struct {
	*core

	accounts   *accounts
	logins     *logins
	containers *containers
	media      *publications
	pages      *pageItems
	natives    *natives
	faults     *faults
	late       *lateQueue
	past       *past
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
	w := &world{core: &core{clock: c}}
	w.clear()
	return w
}

// clear makes w the first-run world, but for the counter behind the ids.
func (w *world) clear() {
	c := w.core
	c.settings = settings{}
	all := newAccounts(c)
	*w = world{
		core: c, accounts: all, logins: newLogins(c, all), natives: newNatives(c), faults: &faults{core: c}, late: &lateQueue{core: c}, past: newPast(c),
		containers: &containers{core: c, accounts: all, byID: map[string]*container{}},
		media:      &publications{core: c, accounts: all, byID: map[string]*media{}},
		pages:      &pageItems{core: c, accounts: all, byID: map[string]*pageItem{}},
	}
}

// reset makes w the first-run world and has that recorded.
func (w *world) reset() {
	w.clear()
	w.changed = &change{Reset: true, Seq: w.seq, Accounts: slices.Clone(w.accounts.all)}
	w.natives.seed()
}

func containerID(seq int64) string { return strconv.FormatInt(containerIDs+seq, 10) }
func mediaID(seq int64) string     { return strconv.FormatInt(mediaIDs+seq, 10) }
