package video

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"crier/platform/video/mp4"
)

// The elements of Matroska that are read.
const (
	idHeader         = 0x1a45dfa3
	idDocType        = 0x4282
	idSegment        = 0x18538067
	idInfo           = 0x1549a966
	idTimestampScale = 0x2ad7b1
	idDuration       = 0x4489
	idTracks         = 0x1654ae6b
	idTags           = 0x1254c367
	idTag            = 0x7373
	idSimpleTag      = 0x67c8
	idTagName        = 0x45a3
	idCluster        = 0x1f43b675
	idTimestamp      = 0xe7
	idSimpleBlock    = 0xa3
	idBlockGroup     = 0xa0
	idBlock          = 0xa1
)

// matroska gathers what a file says.
type matroska struct {
	ebml
	info      Info
	scale     float64
	duration  float64
	tracks    []*mkvTrack
	clusters  int
	last      element
	now       uint64
	described bool
	pace      pace
}

func probeMatroska(r io.ReaderAt, size int64) (Info, error) {
	const millisecond = 1e6
	m := &matroska{ebml: ebml{r: mp4.Buffered(r, size), size: size}, scale: millisecond}
	if err := m.read(); err != nil {
		return Info{}, wordDamage(err)
	}
	return m.conclude()
}

// wordDamage says for the user where a file is broken.
func wordDamage(err error) error {
	var d damage
	if errors.As(err, &d) {
		return errDamaged(d.at, "")
	}
	var own *Error
	if errors.As(err, &own) {
		return err
	}
	return fmt.Errorf("read a video: %w", err)
}

func (m *matroska) read() error {
	header, err := m.next(0, m.size)
	if err != nil {
		return err
	}
	if header.unknown || header.end > m.size {
		return damage{0}
	}
	if err := m.readDocType(header); err != nil {
		return err
	}
	for at := header.end; at < m.size; {
		x, err := m.next(at, m.size)
		if err != nil {
			return err
		}
		if x.id == idSegment {
			m.info.Truncated = x.end > m.size
			x.end = min(x.end, m.size)
			return m.readSegment(x)
		}
		at = x.end
	}
	m.info.Truncated = true
	return nil
}

func (m *matroska) readDocType(header element) error {
	const longestType = 16
	var name string
	err := m.each(header, func(x element) error {
		if x.id != idDocType {
			return nil
		}
		b, err := m.bytes(x, longestType)
		name = strings.TrimRight(string(b), "\x00")
		return err
	})
	switch name {
	case "webm":
		m.info.Container = WebM
	case "matroska":
		m.info.Container = Matroska
	default:
		if err == nil {
			err = errNotVideo()
		}
	}
	return err
}

// readSegment walks the top level. A cluster of unknown size has no end of its own: its elements are walked as if they
// stood on this level, where the next cluster follows them.
func (m *matroska) readSegment(segment element) error {
	for at := segment.start; at < segment.end; {
		x, err := m.next(at, segment.end)
		if err == nil && x.end > segment.end && !m.splits(x.id) {
			err = damage{at}
		}
		if err != nil {
			return m.forgive(err)
		}
		if x.end > segment.end {
			m.info.Truncated = true
			x.end = segment.end
		}
		if err := m.visit(x); err != nil {
			return err
		}
		at = x.end
		if x.unknown {
			if x.id != idCluster {
				return damage{x.head}
			}
			at = x.start
		}
	}
	return nil
}

// splits reports whether a part of the element is worth something: media data, and what is not looked into.
func (m *matroska) splits(id uint32) bool {
	return id != idInfo && id != idTracks && id != idTags
}

// forgive takes nonsense behind media data for a missing end.
func (m *matroska) forgive(err error) error {
	var d damage
	if m.clusters > 0 && m.described && errors.As(err, &d) {
		m.info.Truncated = true
		return nil
	}
	return err
}

func (m *matroska) visit(x element) error {
	switch x.id {
	case idInfo:
		return m.readInfo(x)
	case idTracks:
		m.described = true
		return m.each(x, m.visitTrack)
	case idTags:
		return m.readTags(x, maxDepth)
	case idCluster:
		m.clusters++
		m.last = x
		return m.sample(x)
	case idTimestamp, idSimpleBlock, idBlockGroup:
		return m.visitBlock(x)
	}
	return nil
}

func (m *matroska) readInfo(x element) error {
	return m.each(x, func(x element) (err error) {
		switch x.id {
		case idTimestampScale:
			var n uint64
			if n, err = m.uint(x); n > 0 {
				m.scale = float64(n)
			}
		case idDuration:
			m.duration, err = m.float(x)
		}
		return err
	})
}

// maxDepth is how deep elements are followed into others of their kind.
const maxDepth = 8

// readTags looks for the names that phones and converters give a place.
func (m *matroska) readTags(x element, depth int) error {
	const longestName = 64
	if depth == 0 {
		return nil
	}
	return m.each(x, func(x element) error {
		switch x.id {
		case idTag, idSimpleTag:
			return m.readTags(x, depth-1)
		case idTagName:
			name, err := m.bytes(x, longestName)
			if strings.Contains(strings.ToUpper(string(name)), "LOCATION") {
				m.info.HasLocation = true
			}
			return err
		}
		return nil
	})
}

func (m *matroska) conclude() (Info, error) {
	video, audio := m.track(typeVideo), m.track(typeAudio)
	switch {
	case !m.described:
		return Info{}, errCutOff("no Tracks element")
	case video == nil:
		return Info{}, errNoPicture()
	}
	if err := m.readLast(); err != nil {
		return Info{}, wordDamage(err)
	}
	i := m.info
	i.Truncated = i.Truncated || m.clusters == 0
	video.addPicture(&i)
	if audio != nil {
		audio.addSound(&i)
	}
	if i.FrameRate == 0 {
		i.FrameRate = m.pace.rate(m.scale)
	}
	i.Duration = nanoseconds(m.duration * m.scale)
	if i.Duration == 0 {
		i.Duration = nanoseconds(m.pace.end*m.scale + interval(i.FrameRate))
	}
	return i, nil
}

func interval(rate float64) float64 {
	if rate <= 0 {
		return 0
	}
	return float64(time.Second) / rate
}

// nanoseconds returns a duration that makes sense, zero for one that does not.
func nanoseconds(n float64) time.Duration {
	if !(n > 0 && n < math.MaxInt64) {
		return 0
	}
	return time.Duration(n)
}
