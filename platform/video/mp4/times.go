package mp4

import "io"

// meter measures how fast samples follow each other, in units of which scale make a second.
type meter struct {
	scale          float64
	samples, units float64
	runSamples     float64
	runUnits       float64
	fastest        float64
}

// add counts n samples that each last delta units.
func (m *meter) add(n, delta uint32) {
	samples, units := float64(n), float64(n)*float64(delta)
	m.samples += samples
	m.units += units
	if units >= m.scale/2 && delta > 0 {
		m.fastest = max(m.fastest, m.scale/float64(delta))
		m.runSamples, m.runUnits = 0, 0
		return
	}
	m.runSamples += samples
	m.runUnits += units
	if m.runUnits >= m.scale/2 && m.runUnits > 0 {
		m.fastest = max(m.fastest, m.runSamples*m.scale/m.runUnits)
		m.runSamples, m.runUnits = 0, 0
	}
}

// rates returns the average, and the fastest that half a second runs at.
func (m *meter) rates() (average, fastest float64) {
	if m.units > 0 && m.samples > 1 {
		average = m.samples * m.scale / m.units
	}
	if m.fastest == 0 {
		return average, average
	}
	return average, m.fastest
}

// eachEntry calls visit for the entries of a table, which are read a few thousand at a time, until
// it returns false.
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
