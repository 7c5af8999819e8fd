package rules

import (
	"fmt"

	"crier/platform/limits"
)

// Use is what a file is published as.
type Use string

// The uses: the kinds of post, of which a carousel's children are one.
const (
	Feed     Use = "IMAGE"
	Carousel Use = "CAROUSEL"
	Story    Use = "STORIES"
	Reel     Use = "REELS"
)

// Uses returns every use.
func Uses() []Use { return []Use{Feed, Carousel, Story, Reel} }

// name returns the plural that people use for the use.
func (u Use) name() string {
	switch u {
	case Feed:
		return "feed pictures"
	case Carousel:
		return "carousels"
	case Story:
		return "stories"
	case Reel:
		return "reels"
	}
	return string(u)
}

// Limits are what the network takes of one use, from the table of limits. A limit without a name is
// none.
type Limits struct {
	// Size is that of the file.
	Size limits.Limit
	// Tallest and Widest bound the aspect ratio of the picture as it is shown. SureTallest is the
	// bound that no source disputes.
	Tallest, SureTallest, Widest limits.Limit
	// Width is of a video.
	Width limits.Limit
	// Shortest and Longest bound how long a video lasts.
	Shortest, Longest limits.Limit
	// Slowest and Fastest bound the frames of a second.
	Slowest, Fastest limits.Limit
	// BitRate is of the whole file, SampleRate and Channels are of its sound.
	BitRate, SampleRate, Channels limits.Limit
	// Containers, VideoCodecs, AudioCodecs and Subsamplings list what the network takes.
	Containers, VideoCodecs, AudioCodecs, Subsamplings []string
}

// Source says where the figures are from.
func (l Limits) Source() string { return l.Size.Source }

// Safest returns the tallest shape that is taken for sure, which is the one to give a picture.
func (l Limits) Safest() limits.Limit {
	if l.SureTallest.Value > l.Tallest.Value {
		return l.SureTallest
	}
	return l.Tallest
}

// shapes words the bounds of a ratio.
func shapes(tallest, widest limits.Limit) string {
	return fmt.Sprintf("%.2f (%s) to %.2f (%s)", tallest.Value, tallest.Text(), widest.Value, widest.Text())
}

// PictureLimits returns what the network takes of a picture for a use, and false
// where it takes none.
func PictureLimits(u Use) (Limits, bool) {
	l := Limits{Size: limits.Of(limits.PictureSize)}
	switch u {
	case Feed, Carousel:
		l.Tallest, l.SureTallest, l.Widest = limits.Of(limits.TallestPicture), limits.Of(limits.SurePicture), limits.Of(limits.WidestPicture)
		return l, true
	case Story:
		// The network takes any ratio; it puts bars around a picture that is not 9:16.
		return l, true
	default:
		return Limits{}, false
	}
}

// VideoLimits returns what the network takes of a video for a use, and false where it takes none.
func VideoLimits(u Use) (Limits, bool) {
	switch u {
	case Reel:
		return moving(limits.ReelSize, limits.ReelLength, limits.ReelTallest), true
	case Story:
		return moving(limits.StoryVideoSize, limits.StoryVideoLength, limits.StoryVideoTallest), true
	case Carousel:
		return moving(limits.CarouselSize, limits.CarouselLength, limits.CarouselTallest), true
	default:
		return Limits{}, false
	}
}

// moving adds the limits that all uses of a video share.
func moving(size, longest, tallest limits.Name) Limits {
	return Limits{
		Size: limits.Of(size), Longest: limits.Of(longest), Tallest: limits.Of(tallest),
		Widest: limits.Of(limits.VideoWidest), Width: limits.Of(limits.VideoWidth), Shortest: limits.Of(limits.VideoShortest),
		Slowest: limits.Of(limits.VideoSlowest), Fastest: limits.Of(limits.VideoFastest), BitRate: limits.Of(limits.VideoBitRate),
		SampleRate: limits.Of(limits.SoundRate), Channels: limits.Of(limits.SoundChannels),
		Containers: []string{"mp4", "mov"}, VideoCodecs: []string{"h264", "hevc"}, AudioCodecs: []string{"aac"}, Subsamplings: []string{"4:2:0"},
	}
}
