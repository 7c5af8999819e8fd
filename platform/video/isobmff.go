package video

import (
	"context"
	"errors"
	"fmt"
	"io"

	"crier/platform/video/mp4"
)

const quickTimeBrand = "qt  "

// ProbeMP4 reads what an MP4 or MOV file of size bytes says of itself. Its error is an *Error, or
// one of r's.
func ProbeMP4(r io.ReaderAt, size int64) (Info, error) {
	f, err := mp4.Inspect(r, size)
	if errors.Is(err, mp4.ErrNoMoov) && isPicture(r) {
		return Info{}, NotVideo()
	}
	if err != nil {
		return Info{}, wordMP4(err)
	}
	i := Info{
		Container: MP4, Duration: f.Duration,
		MoovLate: f.MoovLate, EditLists: f.EditLists, Obstacle: f.Obstacle, Fragmented: f.Fragmented, Truncated: f.Truncated, HasLocation: f.HasLocation,
	}
	// A file of no brand is older than brands are, and so QuickTime's.
	if f.Brand == quickTimeBrand || f.Brand == "" {
		i.Container = MOV
	}
	picture, sound := f.Picture(), f.Sound()
	if picture == nil {
		return Info{}, NoPicture()
	}
	i.addPicture(picture)
	if sound != nil {
		i.AudioCodec, i.AudioChannels, i.AudioRate = sound.Codec, sound.Channels, sound.SampleRate
	}
	return i, nil
}

// isPicture reports whether the file is of a brand of pictures, which are made of the same boxes:
// HEIC, AVIF and others.
func isPicture(r io.ReaderAt) bool {
	var head [12]byte
	if n, _ := r.ReadAt(head[:], 0); n < len(head) || string(head[4:8]) != "ftyp" {
		return false
	}
	switch string(head[8:]) {
	case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis", "crx ", "jp2 ", "jpx ", "jxl ":
		return true
	}
	return false
}

func (i *Info) addPicture(t *mp4.Track) {
	i.Width, i.Height, i.Rotation = t.Width, t.Height, t.Rotation
	i.CodedWidth, i.CodedHeight = t.CodedWidth, t.CodedHeight
	i.VideoCodec, i.FrameRate, i.MaxFrameRate = t.Codec, t.FrameRate, t.MaxFrameRate
	i.Interlaced, i.ChromaSubsampling, i.BitDepth = t.Interlaced, t.Chroma, t.BitDepth
}

// wordMP4 says for the user what is wrong with a file.
func wordMP4(err error) error {
	var damage *mp4.DamageError
	switch {
	case errors.As(err, &damage):
		return Damaged(damage.At, damage.Why)
	case errors.Is(err, mp4.ErrNoMoov):
		return CutOff(err.Error())
	case errors.Is(err, mp4.ErrNotMovie):
		return NotVideo()
	}
	return fmt.Errorf("read a video: %w", err)
}

// CanMend reports whether Mend corrects the structure of the file so that networks take it: an MP4
// or MOV that has its table at the end, edit lists that only shift the start, or a location, and no
// Obstacle.
func CanMend(i Info) bool {
	faulty := i.MoovLate || i.EditLists || i.HasLocation
	return faulty && i.Obstacle == "" && (i.Container == MP4 || i.Container == MOV)
}

// Mend writes the MP4 or MOV file of size bytes again: its table first, without edit lists, without
// the place where it was taken. Sound and pictures stay as they are and within 5 ms of each other.
// It takes constant memory. The error is an *Error for a file that cannot be mended, or else one of
// src's, dst's or ctx's.
func Mend(ctx context.Context, dst io.Writer, src io.ReaderAt, size int64) error {
	err := mp4.Mend(ctx, dst, src, size)
	if errors.Is(err, mp4.ErrUnmendable) {
		return &Error{
			Message: "The video cannot be put in order without decoding it. Export it again, as MP4 without cuts that can be undone.",
			Detail:  err.Error(),
		}
	}
	if errors.Is(err, mp4.ErrNotMovie) {
		return wordMP4(err)
	}
	return err
}
