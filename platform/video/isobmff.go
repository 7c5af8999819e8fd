package video

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"crier/platform/video/mp4"
)

const quickTimeBrand = "qt  "

// ProbeMP4 reads the Info of an MP4 or MOV file of size bytes. The error is an *Error, or one of r.
func ProbeMP4(r io.ReaderAt, size int64) (Info, error) {
	f, err := mp4.Inspect(r, size)
	if errors.Is(err, mp4.ErrNoMoov) && isPicture(r) {
		return Info{}, NotVideo()
	}
	if err != nil {
		return Info{}, wordMP4(err)
	}
	i := Info{
		Container: MP4, SoundTrack: -1, OtherPictures: f.OtherPictures,
		MoovLate: f.MoovLate, EditLists: f.EditLists, Obstacle: f.Obstacle, Fragmented: f.Fragmented, Truncated: f.Truncated, HasLocation: f.HasLocation,
	}
	// Brands are newer than QuickTime, so a file without one is a MOV file.
	if f.Brand == quickTimeBrand || f.Brand == "" {
		i.Container = MOV
	}
	picture, sound := f.Picture(), f.Sound()
	if picture == nil {
		return Info{}, NoPicture()
	}
	i.addPicture(picture)
	i.Duration = cmp.Or(picture.Duration, f.Duration)
	if sound != nil {
		i.SoundTrack, i.SoundDuration = sound.Number, sound.Duration
		i.AudioCodec, i.AudioChannels, i.AudioRate = sound.Codec, sound.Channels, sound.SampleRate
	}
	if !f.Fragmented && f.Duration > 2*max(i.Duration, i.SoundDuration)+time.Second {
		i.ClaimedDuration = f.Duration
	}
	return i, nil
}

// isPicture reports whether the file has the brand of a picture format made of the same boxes, such
// as HEIC or AVIF.
func isPicture(r io.ReaderAt) bool {
	var head [12]byte
	if n, _ := r.ReadAt(head[:], 0); n < len(head) || string(head[4:8]) != "ftyp" {
		return false
	}
	brands := []string{"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis", "crx ", "jp2 ", "jpx ", "jxl "}
	return slices.Contains(brands, string(head[8:]))
}

func (i *Info) addPicture(t *mp4.Track) {
	i.PictureTrack, i.Pictures = t.Number, t.Pictures
	i.Width, i.Height, i.Rotation = t.Width, t.Height, t.Rotation
	i.CodedWidth, i.CodedHeight = t.CodedWidth, t.CodedHeight
	i.VideoCodec, i.FrameRate, i.MaxFrameRate = t.Codec, t.FrameRate, t.MaxFrameRate
	i.Interlaced, i.ChromaSubsampling, i.BitDepth = t.Interlaced, t.Chroma, t.BitDepth
}

// wordMP4 returns an error of package mp4 as an *Error for the user.
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

// CanMend reports whether Mend can correct the structure of the file so that networks accept it: an
// MP4 or MOV file without an Obstacle that has its moov box at the end, edit lists, pictures beside
// the film, or a location.
func CanMend(i Info) bool {
	faulty := i.MoovLate || i.EditLists || i.OtherPictures || i.HasLocation
	return faulty && i.Obstacle == "" && (i.Container == MP4 || i.Container == MOV)
}

// Mend rewrites the MP4 or MOV file of size bytes: with the moov box first, without edit lists,
// pictures beside the film and its location. Sound and pictures stay as they are and in sync within
// 5 ms. Mend takes constant memory. The error is an *Error for a file that cannot be mended, or
// else one of src, dst or ctx.
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
