package world

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"crier/platform/clock"
	"crier/platform/wiretime"
)

// core is what every part of the world shares: the clock, the counter behind the ids, the settings,
// and the line of the state file that the current update writes.
type core struct {
	clock    clock.Clock
	Seq      int64
	Settings Settings
	// Site is the address of the sandbox's pages: that of its server, or else the one that was last
	// asked for.
	Site string
	// port is the one that the sandbox last listened on.
	port    int
	changed *change
}

// Now returns the sandbox's own time.
func (c *core) Now() time.Time {
	return c.clock.Now().Add(time.Duration(c.Settings.OffsetMS) * time.Millisecond)
}

// NextSeq returns the next value of the counter behind all ids and orders.
func (c *core) NextSeq() int64 {
	c.Seq++
	c.record().Seq = c.Seq
	return c.Seq
}

func (c *core) record() *change {
	if c.changed == nil {
		c.changed = &change{}
	}
	return c.changed
}

// takeChanges returns what changed since it was last called, nil when nothing did.
func (c *core) takeChanges() *change {
	changed := c.changed
	c.changed = nil
	return changed
}

// PutSettings records that the settings have changed.
func (c *core) PutSettings() { c.record().Settings = &c.Settings }

// putPort notes the port that the sandbox listens on.
func (c *core) putPort(port int) {
	c.record().Port = port
	c.port = port
}

// VideoLatency is how long the network processes a video.
func (c *core) VideoLatency() time.Duration {
	return time.Duration(c.Settings.Latency.VideoMS) * time.Millisecond
}

// mayLag reports whether a list may leave out what was published at the instant.
func (c *core) mayLag(at wiretime.Time) bool {
	most := time.Duration(c.Settings.ListLagMS) * time.Millisecond
	return most == 0 || c.Now().Sub(at.Time()) < most
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
	Comments      []*Comment       `json:"comments,omitempty"`
	PageItems     []*PageItem      `json:"pageItems,omitempty"`
	PublishCalls  []PublishCall    `json:"publishCalls,omitempty"`
	Unexpected    []UnexpectedCall `json:"unexpected,omitempty"`
	Faults        []*Fault         `json:"faults,omitempty"`
	DroppedFaults []string         `json:"droppedFaults,omitempty"`
	Late          []*LateCall      `json:"late,omitempty"`
	DroppedLate   []string         `json:"droppedLate,omitempty"`
	Calls         []*LoggedCall    `json:"calls,omitempty"`
}

var errNullEntry = errors.New("a null entry")

// Ids have 17 digits and exceed 2^53, as the network's do; they are never given out twice, not even
// after a reset.
const (
	containerIDs = 17_890_000_000_000_000
	mediaIDs     = 18_000_000_000_000_000
)

// ContainerID returns the id of the container with the order seq.
func ContainerID(seq int64) string { return strconv.FormatInt(containerIDs+seq, 10) }

// MediaID returns the id of the media with the order seq.
func MediaID(seq int64) string { return strconv.FormatInt(mediaIDs+seq, 10) }

// leaveOut returns what a read of a list shows of it, and counts the read for what it leaves out:
// that of which left says that there are still reads to leave it out of. No list lags for longer
// than the settings say.
func leaveOut[E any](c *core, list []E, at func(E) wiretime.Time, left func(E) *int, put func(E)) []E {
	if !slices.ContainsFunc(list, func(one E) bool { return *left(one) > 0 }) {
		return list
	}
	shown := make([]E, 0, len(list))
	for _, one := range list {
		reads := left(one)
		if *reads <= 0 || !c.mayLag(at(one)) {
			shown = append(shown, one)
			continue
		}
		*reads--
		put(one)
	}
	return shown
}
