package mp4

import (
	"encoding/binary"
	"io"
	"math"
)

// samples is what the sample table of a track says about the places and sizes of its samples.
type samples struct {
	// sizes, places and groups are the boxes stsz, stco or co64, and stsc, times is stts. A missing
	// one has no kind.
	sizes, places, groups box
	times                 box
	count, chunks         int64
	bytes                 uint64
	// grouped is the number of samples in the first chunk.
	grouped uint32
}

// readSizes reads an stsz box: one size for all samples, or a table of sizes.
func (s *samples) readSizes(r io.ReaderAt, b box) error {
	var buf [12]byte
	if err := readPrefix(r, b, buf[:]); err != nil {
		return err
	}
	s.sizes = b
	each, count := binary.BigEndian.Uint32(buf[4:]), int64(binary.BigEndian.Uint32(buf[8:]))
	s.count = count
	if each != 0 {
		s.bytes = uint64(each) * uint64(count)
		return nil
	}
	if count > (b.end-b.start-12)/4 {
		return &DamageError{At: b.head}
	}
	return eachEntry(r, b.start+12, count, 4, func(entry []byte) bool {
		s.bytes += uint64(binary.BigEndian.Uint32(entry))
		return true
	})
}

// readGroups reads the first entry of an stsc box, the samples per chunk.
func (s *samples) readGroups(r io.ReaderAt, b box) error {
	const width = 12
	s.groups = b
	count, err := tableCount(r, b, width)
	if err != nil || count == 0 {
		return err
	}
	var entry [width]byte
	err = readFull(r, entry[:], b.start+8)
	s.grouped = binary.BigEndian.Uint32(entry[4:])
	return err
}

// meter measures the sample rate over time, in units with scale units per second.
type meter struct {
	scale          float64
	samples, units float64
	runSamples     float64
	runUnits       float64
	fastest        float64
	// isRescaled says that the scale has changed since samples were added.
	isRescaled bool
}

// setScale sets the scale. A file may do so between its samples.
func (m *meter) setScale(scale float64) {
	m.isRescaled = m.isRescaled || m.samples > 0 && m.scale != scale
	m.scale = scale
}

// add adds n samples with a duration of delta units each.
func (m *meter) add(n, delta uint32) {
	samples, units := float64(n), float64(n)*float64(delta)
	m.samples += samples
	m.units += units
	half := m.scale / 2
	if units >= half && delta > 0 {
		m.fastest = max(m.fastest, m.scale/float64(delta))
		if m.runUnits < half {
			// The run before them ends with as many of them as half a second has room for.
			m.fastest = max(m.fastest, 2*(m.runSamples+(half-m.runUnits)/float64(delta)))
		}
		m.runSamples, m.runUnits = 0, 0
		return
	}
	m.runSamples += samples
	m.runUnits += units
	if m.runUnits >= half && m.runUnits > 0 {
		m.fastest = max(m.fastest, m.runSamples*m.scale/m.runUnits)
		m.runSamples, m.runUnits = 0, 0
	}
}

// rates returns the average rate and that of the fastest half second. The last run is shorter than
// half a second, and counts as one that is not. Where no run is complete, or samples were measured
// by another scale, the fastest rate is the average.
func (m *meter) rates() (average, fastest float64) {
	if m.units > 0 && m.samples > 1 {
		average = m.samples * m.scale / m.units
	}
	if m.fastest == 0 || m.isRescaled {
		return average, average
	}
	return average, max(m.fastest, 2*m.runSamples)
}

// eachEntry calls visit for the entries of a table until visit returns false. It reads the entries
// in blocks.
func eachEntry(r io.ReaderAt, at, count, width int64, visit func([]byte) bool) error {
	var space [8 << 10]byte
	most := int64(len(space)) / width
	for count > 0 {
		n := min(count, most)
		part := space[:n*width]
		if err := readFull(r, part, at); err != nil {
			return err
		}
		for ; len(part) > 0; part = part[width:] {
			if !visit(part[:width]) {
				return nil
			}
		}
		at += n * width
		count -= n
	}
	return nil
}

// maxRuns bounds how many entries of stts and ctts are kept. They are enough to find the first
// picture, because no codec reorders pictures by more than a few dozen places.
const maxRuns = 512

// composition has the first entries of a track's stts and ctts boxes.
type composition struct {
	times, shifts []run
}

// run is a number of samples with the same value.
type run struct {
	count uint32
	value int64
}

func (c *composition) addTimes(entry []byte) {
	if len(c.times) < maxRuns {
		c.times = append(c.times, run{binary.BigEndian.Uint32(entry), int64(binary.BigEndian.Uint32(entry[4:]))})
	}
}

// read reads the start of a ctts box, the composition offsets of the samples. Files of both
// versions contain negative values.
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

// first returns the composition time of the first picture, in the track's units.
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

// runs iterates over the values of a list of runs.
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
