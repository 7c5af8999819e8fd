// Package avi reads the video.Info of an AVI file from its RIFF chunks. It decodes nothing, and it
// bounds how much of a file it reads.
package avi

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"time"

	"crier/platform/video"
	"crier/platform/video/mp4"
)

const (
	chunkHeader = 8
	listHeader  = 12
	// maxPrivate bounds how much of a strf chunk is read, in bytes.
	maxPrivate = 4 << 10
	// maxChunks and maxStreams bound how many chunks and streams of a file are read.
	maxChunks  = 1 << 16
	maxStreams = 64
)

// reader collects what the chunks of an AVI file say.
type reader struct {
	r       io.ReaderAt
	size    int64
	seen    int
	info    video.Info
	streams []*stream
	// frames is the number of frames in all RIFF lists of the file.
	frames   uint32
	interval uint32
	media    bool
}

// chunk is the position of a chunk or a list, and of its content.
type chunk struct {
	kind             string
	head, start, end int64
}

// Probe reads the Info of an AVI file of size bytes. The error is a *video.Error, or one of r.
func Probe(r io.ReaderAt, size int64) (video.Info, error) {
	a := &reader{r: mp4.Buffered(r, size), size: size, info: video.Info{Container: video.AVI}}
	if err := a.readTop(); err != nil {
		return video.Info{}, video.Explain(err)
	}
	return a.summarize()
}

// readTop reads the RIFF lists of the file.
func (a *reader) readTop() error {
	for at := int64(0); a.size-at >= listHeader; {
		c, err := a.next(at, a.size)
		if err != nil {
			return err
		}
		if !strings.HasPrefix(c.kind, "RIFF") {
			// Ignore what follows the last RIFF list.
			return nil
		}
		// A recorder that was switched off did not write the size.
		if c.end <= c.start {
			c.end = a.size
		}
		a.info.Truncated = a.info.Truncated || c.end > a.size
		if err := a.each(c.start, min(c.end, a.size), a.visit); err != nil {
			return err
		}
		at = c.end + c.end%2
	}
	return nil
}

// next reads the header of the chunk at an offset. The kind of a list includes its type.
func (a *reader) next(at, end int64) (chunk, error) {
	if a.seen++; a.seen > maxChunks || end-at < chunkHeader {
		return chunk{}, video.Damage{At: at}
	}
	var head [listHeader]byte
	n, err := a.r.ReadAt(head[:min(int64(len(head)), end-at)], at)
	if n < chunkHeader {
		if err == nil || errors.Is(err, io.EOF) {
			err = video.Damage{At: at}
		}
		return chunk{}, err
	}
	c := chunk{kind: string(head[:4]), head: at, start: at + chunkHeader}
	c.end = c.start + int64(binary.LittleEndian.Uint32(head[4:]))
	if (c.kind == "LIST" || c.kind == "RIFF") && n == listHeader {
		c.kind += " " + string(head[chunkHeader:])
		c.start = at + listHeader
	}
	return c, nil
}

// each calls visit for the chunks from start to end. A rest that is too short for a chunk is
// padding.
func (a *reader) each(start, end int64, visit func(chunk) error) error {
	for at := start; end-at >= chunkHeader; {
		c, err := a.next(at, end)
		if err != nil {
			return err
		}
		if c.end > end {
			if c.kind != "LIST movi" && !a.media {
				return video.Damage{At: at}
			}
			a.info.Truncated = true
			c.end = end
		}
		if err := visit(c); err != nil {
			return err
		}
		at = max(c.end, c.start) + c.end%2
	}
	return nil
}

func (a *reader) visit(c chunk) error {
	switch c.kind {
	case "LIST hdrl":
		return a.each(c.start, c.end, a.visitHeader)
	case "LIST movi":
		a.media = true
	case "idx1":
		return a.countIndex(c)
	}
	return nil
}

func (a *reader) visitHeader(c chunk) error {
	switch c.kind {
	case "avih":
		b, err := a.bytes(c, 20)
		if err == nil {
			a.interval, a.frames = binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[16:])
		}
		return err
	case "LIST odml":
		return a.each(c.start, c.end, func(c chunk) error {
			if c.kind != "dmlh" {
				return nil
			}
			b, err := a.bytes(c, 4)
			if err == nil {
				a.frames = max(a.frames, binary.LittleEndian.Uint32(b))
			}
			return err
		})
	case "LIST strl":
		return a.readStream(c)
	}
	return nil
}

// bytes returns the first n bytes of a chunk, which must have that many.
func (a *reader) bytes(c chunk, n int64) ([]byte, error) {
	if c.end-c.start < n {
		return nil, video.Damage{At: c.head}
	}
	b := make([]byte, n)
	read, err := a.r.ReadAt(b, c.start)
	if int64(read) == n {
		return b, nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return nil, video.Damage{At: c.head}
	}
	return nil, err
}

func (a *reader) summarize() (video.Info, error) {
	pictureAt, soundAt := a.chosen()
	switch {
	case len(a.streams) == 0:
		return video.Info{}, video.CutOff("no stream headers")
	case pictureAt < 0:
		return video.Info{}, video.NoPicture()
	}
	picture, i := a.streams[pictureAt], a.info
	i.PictureTrack, i.SoundTrack = pictureAt, soundAt
	i.Truncated = i.Truncated || !a.media
	picture.addPicture(&i)
	if soundAt >= 0 {
		a.streams[soundAt].addSound(&i)
	}
	if i.FrameRate == 0 && a.interval > 0 {
		i.FrameRate = float64(time.Second/time.Microsecond) / float64(a.interval)
	}
	i.MaxFrameRate = i.FrameRate
	frames := picture.frames()
	if a.count(pictures) == 1 {
		frames = max(frames, a.frames)
	}
	i.Pictures = int64(frames)
	if i.FrameRate > 0 {
		i.Duration = video.Nanoseconds(min(float64(frames)/i.FrameRate*float64(time.Second), math.MaxInt64))
	}
	return i, nil
}
