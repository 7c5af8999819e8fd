package files

import (
	"math"
	"time"

	"crier/platform/limits"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
	"crier/platform/video/mp4"
)

// BadVideo is the answer about a video that the network refuses.
func BadVideo() *wire.Error {
	return wire.MediaError(wire.CodeVideo, wire.SubVideoFormat, "Unsupported format", "The video format is not supported. Check its container, length and size.")
}

// videoLimits are what the network takes of one kind of video.
type videoLimits struct {
	size, longest limits.Limit
	// narrowest and widest are ratios of width to height.
	narrowest, widest float64
}

// limitsOf returns the limits of videos of the media type, and those of a carousel's item for any
// other. Such an item may have any ratio; it is cropped to that of the first one.
func limitsOf(mediaType string) videoLimits {
	widest := limits.Of(limits.VideoWidest).Value
	switch mediaType {
	case world.MediaReel:
		return videoLimits{limits.Of(limits.ReelSize), limits.Of(limits.ReelLength), limits.Of(limits.ReelTallest).Value, widest}
	case world.MediaStory:
		return videoLimits{limits.Of(limits.StoryVideoSize), limits.Of(limits.StoryVideoLength), limits.Of(limits.StoryVideoTallest).Value, widest}
	default:
		return videoLimits{limits.Of(limits.CarouselSize), limits.Of(limits.CarouselLength), 0, math.Inf(1)}
	}
}

// MaxVideo returns how many bytes a video of the media type may have.
func MaxVideo(mediaType string) int64 { return limitsOf(mediaType).size.Bytes() }

// CheckMovie checks the video of d against the reference page ig-user/media: moov at the front, no
// edit lists, H.264 or HEVC, progressive and 4:2:0, AAC, and figures within the limits. A value
// that the file does not state passes.
func CheckMovie(d *world.Container, f *mp4.File) *Finding {
	bounds := limitsOf(d.MediaType)
	switch {
	case f.Truncated, f.MoovLate, f.EditLists, f.Duration < limits.Of(limits.VideoShortest).Duration(), f.Duration > bounds.longest.Duration():
		return &Finding{Err: BadVideo()}
	case f.Picture() == nil && f.Sound() != nil:
		return &Finding{Err: BadVideo()}
	case !takesPictures(f.Picture(), bounds), !takesSound(f.Sound()):
		return &Finding{Err: BadVideo()}
	case time.Duration(d.ThumbOffsetMS)*time.Millisecond > f.Duration:
		return &Finding{Err: wire.MediaError(wire.CodeUnknown, wire.SubThumbOffset, "Invalid thumbnail offset", "The thumbnail offset is outside of the video.")}
	}
	return nil
}

func takesPictures(t *mp4.Track, bounds videoLimits) bool {
	if t == nil {
		return true
	}
	rate := math.Round(t.FrameRate)
	shape := float64(t.Width) / float64(max(t.Height, 1))
	switch {
	case t.Codec != "h264" && t.Codec != "hevc", t.Interlaced, t.Chroma != "" && t.Chroma != "4:2:0":
		return false
	case rate != 0 && (rate < limits.Of(limits.VideoSlowest).Value || rate > limits.Of(limits.VideoFastest).Value):
		return false
	case t.Width == 0 || t.Height == 0:
		return true
	}
	return t.Width <= limits.Of(limits.VideoWidth).Int() && shape >= bounds.narrowest && shape <= bounds.widest
}

func takesSound(t *mp4.Track) bool {
	return t == nil || t.Codec == "aac" && t.Channels <= limits.Of(limits.SoundChannels).Int() && float64(t.SampleRate) <= limits.Of(limits.SoundRate).Value*1000
}
