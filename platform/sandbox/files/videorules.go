package files

import (
	"math"
	"time"

	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
	"crier/platform/video/mp4"
)

// BadVideo is the answer about a video that the network refuses.
func BadVideo() *wire.Error {
	return wire.MediaError(wire.CodeVideo, wire.SubVideoFormat, "Unsupported format", "The video format is not supported. Check its container, length and size.")
}

// VideoLimits are what the network takes of one kind of video.
type VideoLimits struct {
	Size     int64
	min, max time.Duration
	// narrowest and widest are ratios of width to height.
	narrowest, widest float64
}

const (
	// An item of a carousel may have any ratio; it is cropped to that of the first item.
	reelNarrowest, storyNarrowest, widest = 0.01, 0.1, 10
	slowest, Fastest                      = 23, 60
	mostColumns                           = 1920
	mostChannels                          = 2
	mostSamples                           = 48_000
)

// LimitsOf returns the limits of videos of the media type, and those of a carousel's item for any
// other.
func LimitsOf(mediaType string) VideoLimits {
	switch mediaType {
	case world.MediaReel:
		return VideoLimits{Size: 300 << 20, min: 3 * time.Second, max: 15 * time.Minute, narrowest: reelNarrowest, widest: widest}
	case world.MediaStory:
		return VideoLimits{Size: 100 << 20, min: 3 * time.Second, max: time.Minute, narrowest: storyNarrowest, widest: widest}
	default:
		return VideoLimits{Size: 300 << 20, min: 3 * time.Second, max: time.Minute, widest: math.Inf(1)}
	}
}

// CheckMovie checks the video of d against the reference page ig-user/media: moov at the front, no
// edit lists, H.264 or HEVC, progressive and 4:2:0, 23 to 60 frames a second, at most 1920 columns;
// AAC of at most 48 kHz and two channels; a length and a ratio within bounds. A value that the file
// does not state passes.
func CheckMovie(d *world.Container, f *mp4.File) *Finding {
	limits := LimitsOf(d.MediaType)
	switch {
	case f.Truncated, f.MoovLate, f.EditLists, f.Duration < limits.min, f.Duration > limits.max:
		return &Finding{Err: BadVideo()}
	case f.Picture() == nil && f.Sound() != nil:
		return &Finding{Err: BadVideo()}
	case !takesPictures(f.Picture(), limits), !takesSound(f.Sound()):
		return &Finding{Err: BadVideo()}
	case time.Duration(d.ThumbOffsetMS)*time.Millisecond > f.Duration:
		return &Finding{Err: wire.MediaError(wire.CodeUnknown, wire.SubThumbOffset, "Invalid thumbnail offset", "The thumbnail offset is outside of the video.")}
	}
	return nil
}

func takesPictures(t *mp4.Track, limits VideoLimits) bool {
	if t == nil {
		return true
	}
	rate := math.Round(t.FrameRate)
	shape := float64(t.Width) / float64(max(t.Height, 1))
	switch {
	case t.Codec != "h264" && t.Codec != "hevc", t.Interlaced, t.Chroma != "" && t.Chroma != "4:2:0":
		return false
	case rate != 0 && (rate < slowest || rate > Fastest):
		return false
	case t.Width == 0 || t.Height == 0:
		return true
	}
	return t.Width <= mostColumns && shape >= limits.narrowest && shape <= limits.widest
}

func takesSound(t *mp4.Track) bool {
	return t == nil || t.Codec == "aac" && t.Channels <= mostChannels && t.SampleRate <= mostSamples
}
