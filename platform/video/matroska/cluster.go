package matroska

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"

	"crier/platform/video"
)

// maxSampled is how many pictures are read to measure the frame rate.
const maxSampled = 600

// maxLast is how many clusters are looked through from the end for the last picture. A cluster
// lasts a few seconds.
const maxLast = 1 << 14

// pace is what the timestamps of a track's blocks say, in the file's units.
type pace struct {
	pictures    int
	first, high float64
	// end is the time of the last picture, of which hasEnd says that it is known.
	end    float64
	hasEnd bool
}

// add counts a picture, by which the rate is measured.
func (p *pace) add(at float64) {
	if p.pictures >= maxSampled {
		return
	}
	if p.pictures++; p.pictures == 1 {
		p.first, p.high = at, at
	}
	p.first, p.high = min(p.first, at), max(p.high, at)
}

// rate returns the frame rate, or zero after too few pictures.
func (p *pace) rate(scale float64) float64 {
	const least, second = 3, 1e9
	if p.pictures < least || p.high <= p.first {
		return 0
	}
	return float64(p.pictures-1) * second / ((p.high - p.first) * scale)
}

// sample reads a cluster while it is unknown which track is the film, or how many pictures a second
// it has. It skips one of unknown size, whose elements readSegment walks.
func (m *reader) sample(x element) error {
	if x.unknown {
		return nil
	}
	if m.last = append(m.last, x); len(m.last) > maxLast {
		m.last = m.last[1:]
	}
	if m.isSampled {
		return nil
	}
	err := m.walkCluster(x)
	film, _ := m.chosen()
	isAlone := m.count(typeVideo) < 2
	m.isSampled = film == nil || (film.interval > 0 || film.pace.pictures >= maxSampled) && (isAlone || film.pace.pictures > 1)
	return err
}

func (m *reader) count(kind uint64) (n int) {
	for _, t := range m.tracks {
		if t.kind == kind {
			n++
		}
	}
	return n
}

// readLast reads clusters from the end of the file until it knows when the last picture of the film
// is shown.
func (m *reader) readLast(film *track) error {
	m.isSampled = true
	if len(m.last) > 0 {
		film.pace.hasEnd = false
	}
	for _, x := range slices.Backward(m.last) {
		if m.seen > maxElements/2 {
			return nil
		}
		if err := m.walkCluster(x); err != nil || film.pace.hasEnd {
			return err
		}
	}
	return nil
}

// walkCluster reads the timestamps of a cluster's blocks. The last one may be cut off.
func (m *reader) walkCluster(x element) error {
	for at := x.start; at < x.end; {
		inner, err := m.next(at, x.end)
		if err == nil && (inner.unknown || inner.end > x.end) {
			err = video.Damage{At: at}
		}
		if err != nil {
			return m.forgive(err)
		}
		if err := m.visitBlock(inner); err != nil {
			return err
		}
		at = inner.end
	}
	return nil
}

// visitBlock reads the timestamp of a cluster, or of a block in it.
func (m *reader) visitBlock(x element) (err error) {
	switch x.id {
	case idTimestamp:
		m.now, err = m.uint(x)
	case idSimpleBlock:
		return m.readBlock(x)
	case idBlockGroup:
		inner, err := m.next(x.start, x.end)
		if err == nil && inner.id == idBlock {
			err = m.readBlock(inner)
		}
		return m.forgive(err)
	}
	return err
}

func (m *reader) readBlock(x element) error {
	var head [10]byte
	n, err := m.r.ReadAt(head[:max(min(int64(len(head)), x.end-x.start), 0)], x.start)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	track, length := number(head[:n])
	if length == 0 || n < length+2 {
		return nil
	}
	at := min(float64(m.now)+float64(int16(binary.BigEndian.Uint16(head[length:]))), math.MaxInt64)
	m.end = max(m.end, at)
	for _, t := range m.tracks {
		if t.kind != typeVideo || t.number != track&^(1<<(7*length)) {
			continue
		}
		t.pace.end, t.pace.hasEnd = max(t.pace.end, at), true
		if !m.isSampled {
			t.pace.add(at)
		}
	}
	return nil
}
