// Package matroska reads the video.Info of a Matroska or WebM file from its EBML elements. It
// decodes nothing, and it bounds how much of a file it reads.
package matroska

import (
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"crier/platform/video"
	"crier/platform/video/mp4"
)

// The ids of the elements that are read.
const (
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

// reader collects what the elements of a file say.
type reader struct {
	ebml
	info     video.Info
	scale    float64
	duration float64
	tracks   []*track
	clusters int
	// last has the clusters whose sizes are known, as many as are looked through from the end.
	last      []element
	now       uint64
	described bool
	// end is the time of the last block, in the file's units.
	end float64
	// isSampled says that the pictures have been counted as far as that is of use.
	isSampled bool
}

// Probe reads the Info of a Matroska or WebM file of size bytes. The error is a *video.Error, or
// one of r.
func Probe(r io.ReaderAt, size int64) (video.Info, error) {
	const millisecond = 1e6
	m := &reader{ebml: ebml{r: mp4.Buffered(r, size), size: size}, scale: millisecond}
	if err := m.read(); err != nil {
		return video.Info{}, video.Explain(err)
	}
	return m.summarize()
}

func (m *reader) read() error {
	header, err := m.next(0, m.size)
	if err != nil {
		return err
	}
	if header.unknown || header.end > m.size {
		return video.Damage{At: 0}
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

func (m *reader) readDocType(header element) error {
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
		m.info.Container = video.WebM
	case "matroska":
		m.info.Container = video.Matroska
	default:
		if err == nil {
			err = video.NotVideo()
		}
	}
	return err
}

// readSegment walks the top level of the segment. A cluster of unknown size has no end, so its
// elements are walked as if they were on this level; the next cluster follows them.
func (m *reader) readSegment(segment element) error {
	for at := segment.start; at < segment.end; {
		x, err := m.next(at, segment.end)
		if err == nil && x.end > segment.end && !m.splits(x.id) {
			err = video.Damage{At: at}
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
				return video.Damage{At: x.head}
			}
			at = x.start
		}
	}
	return nil
}

// splits reports whether an incomplete element is still of use: media data, and elements that are
// not read.
func (m *reader) splits(id uint32) bool {
	return id != idInfo && id != idTracks && id != idTags
}

// forgive treats damage after media data as a missing end.
func (m *reader) forgive(err error) error {
	if _, isDamage := errors.AsType[video.Damage](err); isDamage && m.clusters > 0 && m.described {
		m.info.Truncated = true
		return nil
	}
	return err
}

func (m *reader) visit(x element) error {
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
		return m.sample(x)
	case idTimestamp, idSimpleBlock, idBlockGroup:
		return m.visitBlock(x)
	}
	return nil
}

func (m *reader) readInfo(x element) error {
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

// maxDepth bounds how deep nested tags are read.
const maxDepth = 8

// readTags looks for the tag names that phones and converters use for a location.
func (m *reader) readTags(x element, depth int) error {
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

func (m *reader) summarize() (video.Info, error) {
	picture, sound := m.chosen()
	switch {
	case !m.described:
		return video.Info{}, video.CutOff("no Tracks element")
	case picture == nil:
		return video.Info{}, video.NoPicture()
	}
	if err := m.readLast(picture); err != nil {
		return video.Info{}, video.Explain(err)
	}
	i := m.info
	i.Truncated = i.Truncated || m.clusters == 0
	picture.addPicture(&i)
	i.PictureTrack, i.SoundTrack = slices.Index(m.tracks, picture), slices.Index(m.tracks, sound)
	if sound != nil {
		sound.addSound(&i)
	}
	if i.FrameRate == 0 {
		i.FrameRate = picture.pace.rate(m.scale)
	}
	whole := m.duration * m.scale
	if whole == 0 {
		whole = m.end*m.scale + interval(i.FrameRate)
	}
	i.Duration = video.Nanoseconds(whole)
	// The header says when the last track ends. Sound may go on for some packets.
	if end := picture.pace.end*m.scale + interval(i.FrameRate); picture.pace.hasEnd && whole-end > float64(time.Second) {
		i.Duration, i.SoundDuration = video.Nanoseconds(end), i.Duration
	}
	return i, nil
}

func interval(rate float64) float64 {
	if rate <= 0 {
		return 0
	}
	return float64(time.Second) / rate
}
