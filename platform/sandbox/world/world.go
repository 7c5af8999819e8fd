package world

import (
	"cmp"
	"slices"
	"strconv"

	"crier/platform/clock"
)

const (
	defaultQuota = 50
	// Ids have 17 digits and exceed 2^53, as the network's do; they are never given out twice, not
	// even after a reset.
	containerIDs = 17_890_000_000_000_000
	mediaIDs     = 18_000_000_000_000_000
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

// change is what one update changed: a line of the state file. Entities with an id replace what had
// that id.
type change struct {
	Reset         bool             `json:"reset,omitzero"`
	Seq           int64            `json:"seq,omitzero"`
	Forgotten     int              `json:"forgotten,omitzero"`
	Port          int              `json:"port,omitzero"`
	Settings      *Settings        `json:"settings,omitzero"`
	Accounts      []*Account       `json:"accounts,omitempty"`
	Natives       []*NativeUser    `json:"natives,omitempty"`
	People        []*Person        `json:"people,omitempty"`
	NativeMedia   []*NativeMedia   `json:"nativeMedia,omitempty"`
	NativeUploads []*NativeUpload  `json:"nativeUploads,omitempty"`
	Direct        []*DirectItem    `json:"direct,omitempty"`
	Tokens        []*IssuedToken   `json:"tokens,omitempty"`
	Codes         []*LoginCode     `json:"codes,omitempty"`
	Containers    []*Container     `json:"containers,omitempty"`
	Media         []*Media         `json:"media,omitempty"`
	PageItems     []*PageItem      `json:"pageItems,omitempty"`
	PublishCalls  []PublishCall    `json:"publishCalls,omitempty"`
	Unexpected    []UnexpectedCall `json:"unexpected,omitempty"`
	Faults        []*Fault         `json:"faults,omitempty"`
	DroppedFaults []string         `json:"droppedFaults,omitempty"`
	Late          []*LateCall      `json:"late,omitempty"`
	DroppedLate   []string         `json:"droppedLate,omitempty"`
	Calls         []*LoggedCall    `json:"calls,omitempty"`
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

// ContainerID returns the id of the container with the order seq.
func ContainerID(seq int64) string { return strconv.FormatInt(containerIDs+seq, 10) }

// MediaID returns the id of the media with the order seq.
func MediaID(seq int64) string { return strconv.FormatInt(mediaIDs+seq, 10) }

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
