package mp4

import (
	"encoding/binary"
	"io"
	"math"
)

// maxRuns is how many entries of the tables of times are kept. Pictures are shown in another order
// than they are stored, but no codec moves one further than a few dozen places.
const maxRuns = 512

// composition is the beginning of when the samples of a track are shown.
type composition struct {
	times, shifts []run
}

// run is so many samples of the same value.
type run struct {
	count uint32
	value int64
}

func (c *composition) addTimes(entry []byte) {
	if len(c.times) < maxRuns {
		c.times = append(c.times, run{binary.BigEndian.Uint32(entry), int64(binary.BigEndian.Uint32(entry[4:]))})
	}
}

// read reads the start of a ctts box: how much later than it is decoded each sample is shown. Files
// of either version hold negative values.
func (c *composition) read(r io.ReaderAt, b box) error {
	count, err := tableCount(r, b, 8)
	if err != nil {
		return err
	}
	return eachEntry(r, b.start+8, min(count, int64(maxRuns-len(c.shifts))), 8, func(entry []byte) bool {
		c.shifts = append(c.shifts, run{binary.BigEndian.Uint32(entry), int64(int32(binary.BigEndian.Uint32(entry[4:])))})
		return true
	})
}

// first returns when the first picture is shown, in the track's units.
func (c *composition) first() int64 {
	first, now := int64(math.MaxInt64), int64(0)
	times, shifts := runs{list: c.times}, runs{list: c.shifts}
	for range maxRuns {
		delta, ok := times.next()
		if !ok {
			break
		}
		shift, _ := shifts.next()
		first = min(first, now+shift)
		now += delta
	}
	if first == math.MaxInt64 {
		return 0
	}
	return first
}

// runs gives the values of a list of runs one by one.
type runs struct {
	list []run
	used uint32
}

func (r *runs) next() (int64, bool) {
	for len(r.list) > 0 && r.used >= r.list[0].count {
		r.list, r.used = r.list[1:], 0
	}
	if len(r.list) == 0 {
		return 0, false
	}
	r.used++
	return r.list[0].value, true
}
