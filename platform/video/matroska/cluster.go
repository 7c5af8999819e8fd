package matroska

import (
	"encoding/binary"
	"errors"
	"io"
	"math"

	"crier/platform/video"
)

// maxSampled is how many pictures are read to measure the frame rate.
const maxSampled = 600

// pace is what the timestamps of blocks say, in the file's units.
type pace struct {
	pictures    int
	first, high float64
	end         float64
}

func (p *pace) add(at float64, picture bool) {
	p.end = max(p.end, at)
	if !picture || p.pictures >= maxSampled {
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

// sample reads a cluster while the frame rate is unknown and needs more pictures. It skips one of
// unknown size, whose elements readSegment walks.
func (m *reader) sample(x element) error {
	if picture := m.track(typeVideo); x.unknown || picture == nil || picture.interval > 0 || m.pace.pictures >= maxSampled {
		return nil
	}
	return m.walkCluster(x)
}

// readLast reads the end of the file from the last cluster if nothing else gives the duration.
func (m *reader) readLast() error {
	if m.duration > 0 || m.clusters == 0 || m.last.unknown {
		return nil
	}
	return m.walkCluster(m.last)
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
	at := float64(m.now) + float64(int16(binary.BigEndian.Uint16(head[length:])))
	picture := m.track(typeVideo)
	m.pace.add(min(at, math.MaxInt64), picture != nil && picture.number == track&^(1<<(7*length)))
	return nil
}
