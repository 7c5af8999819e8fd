package avi

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"crier/platform/video"
	"crier/platform/video/mp4"
)

// stream is what the headers say about a stream.
type stream struct {
	kind         string
	handler      []byte
	scale, rate  uint32
	length       uint32
	format       []byte
	across, down uint16
	interlaced   bool
	indexed      uint32
}

// The kinds of streams that have pictures or sound.
const (
	pictures = "vids"
	sounds   = "auds"
)

// chosen returns the places of the film and of its sound in streams, -1 for none.
func (a *reader) chosen() (picture, sound int) {
	tracks := make([]mp4.Candidate, len(a.streams))
	for i, s := range a.streams {
		switch {
		case len(s.format) == 0:
		case s.kind == pictures:
			var shown video.Info
			s.addPicture(&shown)
			tracks[i] = mp4.Candidate{Kind: mp4.Picture, Codec: shown.VideoCodec, Pictures: int64(s.frames()), Area: shown.CodedWidth * shown.CodedHeight}
		case s.kind == sounds:
			tracks[i] = mp4.Candidate{Kind: mp4.Sound, Codec: video.WaveCodec(s.format)}
		}
	}
	return mp4.Choose(tracks)
}

func (a *reader) count(kind string) (n int) {
	for _, s := range a.streams {
		if s.kind == kind {
			n++
		}
	}
	return n
}

// frames returns how many pictures the stream has, zero if unknown.
func (s *stream) frames() uint32 { return cmp.Or(s.length, s.indexed) }

func (a *reader) readStream(list chunk) error {
	if len(a.streams) >= maxStreams {
		return video.Damage{At: list.head}
	}
	s := &stream{}
	a.streams = append(a.streams, s)
	return a.each(list.start, list.end, func(c chunk) error {
		switch c.kind {
		case "strh":
			return a.readStreamHeader(s, c)
		case "strf":
			return a.readFormat(s, c)
		case "vprp":
			return a.readProperties(s, c)
		}
		return nil
	})
}

func (a *reader) readStreamHeader(s *stream, c chunk) error {
	const least, scaleAt, rateAt, lengthAt = 36, 20, 24, 32
	b, err := a.bytes(c, least)
	if err != nil {
		return err
	}
	s.kind, s.handler = string(b[:4]), b[4:8]
	s.scale, s.rate = binary.LittleEndian.Uint32(b[scaleAt:]), binary.LittleEndian.Uint32(b[rateAt:])
	s.length = binary.LittleEndian.Uint32(b[lengthAt:])
	return nil
}

func (a *reader) readFormat(s *stream, c chunk) (err error) {
	const least = 14
	s.format, err = a.bytes(c, max(least, min(c.end-c.start, maxPrivate)))
	return err
}

// readProperties reads the aspect ratio of the picture and its number of fields.
func (a *reader) readProperties(s *stream, c chunk) error {
	const least, shapeAt, fieldsAt = 36, 20, 32
	if c.end-c.start < least {
		return nil
	}
	b, err := a.bytes(c, least)
	if err != nil {
		return err
	}
	s.down, s.across = binary.LittleEndian.Uint16(b[shapeAt:]), binary.LittleEndian.Uint16(b[shapeAt+2:])
	s.interlaced = binary.LittleEndian.Uint32(b[fieldsAt:]) == 2
	return nil
}

// countIndex counts the pictures in the index of a file whose headers do not give their number.
func (a *reader) countIndex(c chunk) error {
	const width = 16
	number := slices.IndexFunc(a.streams, func(s *stream) bool { return s.kind == pictures })
	if number < 0 || a.streams[number].length > 0 || a.frames > 0 {
		return nil
	}
	prefix := fmt.Sprintf("%02dd", number)
	var entry [width]byte
	for at := c.start; c.end-at >= width; at += width {
		if n, err := a.r.ReadAt(entry[:], at); n < width {
			if err == nil || errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if string(entry[:3]) == prefix {
			a.streams[number].indexed++
		}
	}
	return nil
}

func (s *stream) addPicture(i *video.Info) {
	i.Interlaced = s.interlaced
	if s.scale > 0 {
		i.FrameRate = float64(s.rate) / float64(s.scale)
	}
	if len(s.format) < video.BitmapHeader {
		i.VideoCodec = video.FourCC(s.handler)
		return
	}
	const widthAt, heightAt = 4, 8
	i.CodedWidth = side(s.format[widthAt:])
	i.CodedHeight = side(s.format[heightAt:])
	i.Width, i.Height = i.CodedWidth, i.CodedHeight
	if s.across > 0 && s.down > 0 {
		i.Width = int(math.Round(min(float64(i.Height)*float64(s.across)/float64(s.down), video.MaxSide)))
	}
	i.VideoCodec = video.FourCC(s.format[video.BitmapCodec : video.BitmapCodec+4])
	c := video.PictureConfig(i.VideoCodec, s.format[video.BitmapHeader:])
	i.ChromaSubsampling, i.BitDepth = c.Chroma, c.BitDepth
	i.Interlaced = i.Interlaced || c.Interlaced
}

// side reads a width or height. A negative height means that the top line comes first.
func side(b []byte) int {
	n := int64(int32(binary.LittleEndian.Uint32(b)))
	return int(min(max(n, -n), video.MaxSide))
}

func (s *stream) addSound(i *video.Info) {
	const channelsAt, rateAt, extraAt = 2, 4, 18
	i.AudioCodec = video.WaveCodec(s.format)
	if s.rate > 0 {
		i.SoundDuration = video.Nanoseconds(float64(s.length) * float64(s.scale) / float64(s.rate) * float64(time.Second))
	}
	i.AudioChannels = int(binary.LittleEndian.Uint16(s.format[channelsAt:]))
	i.AudioRate = int(min(binary.LittleEndian.Uint32(s.format[rateAt:]), math.MaxInt32))
	if i.AudioCodec == "aac" && len(s.format) > extraAt {
		i.AddAAC(s.format[extraAt:])
	}
}
