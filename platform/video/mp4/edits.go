package mp4

import (
	"encoding/binary"
	"io"
	"math"
	"slices"
	"time"
)

// edits is the effect of a track's edit list.
type edits struct {
	present bool
	// delay is how much later than the movie the track starts. length is the duration of the part
	// that is shown, or zero for the rest of the track. Both are in the movie's units.
	delay, length uint64
	// start is where in the track the part begins, in the track's units.
	start int64
	parts int
	// paced says that an entry changes the speed.
	paced bool
	// split says that the list has more than a delay and one part.
	split bool
	// total is the duration of all parts, in the movie's units.
	total uint64
}

// maxEdits bounds how many entries of a list are read.
const maxEdits = 1 << 12

// read reads an elst box.
func (e *edits) read(r io.ReaderAt, b box) error {
	var version [1]byte
	if err := readPrefix(r, b, version[:]); err != nil {
		return err
	}
	width := int64(12)
	if version[0] == 1 {
		width = 20
	}
	count, err := tableCount(r, b, width)
	if err != nil {
		return err
	}
	e.split = e.split || e.present
	e.present = true
	return eachEntry(r, b.start+8, min(count, maxEdits), width, func(entry []byte) bool {
		e.add(entry)
		return true
	})
}

func (e *edits) add(entry []byte) {
	const normal, empty = 1 << 16, -1
	var length uint64
	var start int64
	rate := binary.BigEndian.Uint32(entry[len(entry)-4:])
	if len(entry) == 12 {
		length, start = uint64(binary.BigEndian.Uint32(entry)), int64(int32(binary.BigEndian.Uint32(entry[4:])))
	} else {
		length, start = binary.BigEndian.Uint64(entry), int64(binary.BigEndian.Uint64(entry[8:]))
	}
	if start == empty && e.parts == 0 {
		e.delay += min(length, math.MaxUint32)
		return
	}
	e.parts++
	e.total += min(length, math.MaxUint32)
	e.split = e.split || e.parts > 1 || start < 0
	e.paced = e.paced || rate != normal
	e.start, e.length = start, length
}

// shown returns how much the list shows of a track that lasts so long, and of which it leaves out
// as much as late at the start.
func (e *edits) shown(media, late time.Duration, movieScale uint64, isFragmented bool) time.Duration {
	if e.parts == 0 {
		return media
	}
	rest := max(media-late, 0)
	switch {
	case isFragmented || e.total == 0 || movieScale == 0:
		return rest // The list may be older than most of the fragments.
	case e.split:
		return toDuration(e.total, movieScale)
	}
	return min(rest, toDuration(e.total, movieScale))
}

// The most that removing an edit list may change, in seconds.
const (
	// skew bounds the drift between sound and pictures.
	skew = 0.005
	// tail bounds how much of a part that was cut off may reappear. Sound encoders pad their last
	// packets.
	tail = 0.15
	// lateStart bounds how long sound may play before the first picture. Sound encoders begin with
	// some silence.
	lateStart = 0.25
)

// flattening plans how a movie plays the same without its edit lists.
type flattening struct {
	tracks trackList
	// scale is the movie's units per second.
	scale uint64
}

// plan sets the shift of each picture track. It returns why the edit lists cannot be removed, or
// nothing if they can.
func (f flattening) plan() (obstacle string) {
	for _, t := range f.tracks {
		if reason := f.listObstacle(t); reason != "" {
			return reason
		}
	}
	return f.planShifts()
}

// listObstacle returns why the edit list of one track cannot be removed.
func (f flattening) listObstacle(t *track) string {
	e := &t.edits
	if !e.present || t.Kind != Picture && t.Kind != Sound {
		return ""
	}
	switch {
	case e.paced:
		return "its edit lists change its speed"
	case e.split:
		return "its edit lists cut parts out or repeat them"
	case t.scale == 0 || f.scale == 0:
		return "its edit lists cannot be read"
	case t.Kind == Picture && (float64(e.start)-float64(t.offsets.first()))/float64(t.scale) > tail:
		return "its edit lists cut off its start"
	case e.length > 0 && t.meter.units/float64(t.scale)-float64(e.start)/float64(t.scale)-float64(e.length)/float64(f.scale) > tail:
		return "its edit lists cut off its end"
	}
	return ""
}

// lead returns how many seconds the track's own time starts before the movie.
func (f flattening) lead(t *track) float64 {
	if !t.edits.present {
		return 0
	}
	return float64(t.edits.start)/float64(t.scale) - float64(t.edits.delay)/float64(f.scale)
}

// planShifts computes the shift of each picture track that replaces the edit lists. Sound cannot be
// shifted: without an edit list it starts with its first packet, even one of silence. So the
// pictures are delayed by as much as the sound now is.
func (f flattening) planShifts() string {
	if !f.anyEdits() {
		return ""
	}
	var sound *track
	var delay float64
	for _, t := range f.tracks {
		switch {
		case t.Kind != Sound:
		case sound == nil:
			sound, delay = t, f.lead(t)
		case math.Abs(f.lead(t)-delay) > skew:
			return "its edit lists shift one sound track against another"
		}
	}
	for _, t := range f.tracks {
		if t.Kind != Picture || t.scale == 0 {
			continue
		}
		reason := t.planShift(delay-f.lead(t), sound != nil)
		if reason != "" && delay < -skew {
			reason = "its edit lists delay the sound"
		}
		if reason != "" {
			return reason
		}
	}
	return ""
}

// planShift sets the shift that delays the track's pictures by later seconds, or returns why it
// cannot.
func (t *track) planShift(later float64, sound bool) string {
	first := float64(t.offsets.first())/float64(t.scale) + later
	if math.Abs(later) < 1/float64(t.scale)/2 {
		return ""
	}
	switch {
	case first < -skew:
		return "its edit lists cut off its start"
	case first < 0 || !sound:
		later -= first
	case first > lateStart:
		return "its edit lists delay the pictures"
	}
	shift := math.Round(later * float64(t.scale))
	if math.Abs(shift) > math.MaxInt32 {
		return "its edit lists cannot be read"
	}
	t.shift = int64(shift)
	return ""
}

func (f flattening) anyEdits() bool {
	return slices.ContainsFunc(f.tracks, func(t *track) bool { return t.edits.present && (t.Kind == Picture || t.Kind == Sound) })
}
