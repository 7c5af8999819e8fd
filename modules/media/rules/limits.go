package rules

import "time"

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

// Ratio is a ratio of width to height, with the text that people know it by.
type Ratio struct {
	Width, Height float64
	Text          string
}

// Limits are what the network takes of one use. A zero field is no limit.
type Limits struct {
	// Source says where the figures are from.
	Source string
	// MaxBytes is the size of the file.
	MaxBytes int64
	// MinRatio and MaxRatio bound the aspect ratio of the picture as it is shown.
	MinRatio, MaxRatio Ratio
	// MaxWidth is in pixels, of a video.
	MaxWidth int
	// MinDuration and MaxDuration bound how long a video lasts.
	MinDuration, MaxDuration time.Duration
	// MinFrameRate and MaxFrameRate are in frames a second.
	MinFrameRate, MaxFrameRate float64
	// MaxBitRate is in bits a second, of the whole file.
	MaxBitRate int64
	// Containers, VideoCodecs, AudioCodecs and Subsamplings list what the network takes.
	Containers, VideoCodecs, AudioCodecs, Subsamplings []string
	// MaxSampleRate is in Hz, MaxChannels of sound.
	MaxSampleRate, MaxChannels int
}

// ScaledUpBelow is the width in pixels below which the network enlarges a picture. It takes such a
// picture, and shows it blurred. The source is that of PictureLimits.
const ScaledUpBelow = 320

const (
	mebibyte = 1 << 20
	// reference is the page on the publishing call.
	reference = "the network's reference of POST /{ig-user-id}/media, v25.0, read in September 2026"
	// guide names what has the figures that the reference leaves out.
	guide = reference + "; size and length of a carousel's video: the network's content publishing guide"
)

// PictureLimits returns what the network takes of a picture for a use, and false
// where it takes none.
func PictureLimits(u Use) (Limits, bool) {
	switch u {
	case Feed, Carousel:
		return Limits{Source: reference, MaxBytes: 8 * mebibyte, MinRatio: Ratio{4, 5, "4:5"}, MaxRatio: Ratio{1.91, 1, "1.91:1"}}, true
	case Story:
		// The network takes any ratio; it puts bars around a picture that is not 9:16.
		return Limits{Source: reference, MaxBytes: 8 * mebibyte}, true
	default:
		return Limits{}, false
	}
}

// VideoLimits returns what the network takes of a video for a use, and false where it takes none.
func VideoLimits(u Use) (Limits, bool) {
	switch u {
	case Reel:
		return moving(Limits{Source: reference, MaxBytes: 300 * mebibyte, MaxDuration: 15 * time.Minute, MinRatio: Ratio{0.01, 1, "0.01:1"}}), true
	case Story:
		return moving(Limits{Source: reference, MaxBytes: 100 * mebibyte, MaxDuration: time.Minute, MinRatio: Ratio{0.1, 1, "0.1:1"}}), true
	case Carousel:
		return moving(Limits{Source: guide, MaxBytes: 300 * mebibyte, MaxDuration: time.Minute, MinRatio: Ratio{0.01, 1, "0.01:1"}}), true
	default:
		return Limits{}, false
	}
}

// moving adds the limits that all uses of a video share.
func moving(l Limits) Limits {
	l.MaxRatio = Ratio{10, 1, "10:1"}
	l.MaxWidth = 1920
	l.MinDuration = 3 * time.Second
	l.MinFrameRate, l.MaxFrameRate = 23, 60
	l.MaxBitRate = 25_000_000
	l.Containers = []string{"mp4", "mov"}
	l.VideoCodecs = []string{"h264", "hevc"}
	l.AudioCodecs = []string{"aac"}
	l.Subsamplings = []string{"4:2:0"}
	l.MaxSampleRate, l.MaxChannels = 48_000, 2
	return l
}
