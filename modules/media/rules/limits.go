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

// name is what a person calls the use, in the plural.
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

// Ratio is a proportion of width to height with the text that people know it by.
type Ratio struct {
	Width, Height float64
	Text          string
}

// Limits are what the network takes of one use. A zero field is no limit.
type Limits struct {
	// Source says where the figures are from.
	Source string
	// Bytes is the most that the file may have.
	Bytes int64
	// Narrowest and Widest bound the proportion of the picture.
	Narrowest, Widest Ratio
	// Columns is the most pixels of a line.
	Columns int
	// Shortest and Longest bound how long a video lasts.
	Shortest, Longest time.Duration
	// SlowestRate and FastestRate bound the frames of a second.
	SlowestRate, FastestRate float64
	// BitRate is the most bits of a second.
	BitRate int64
	// Containers, VideoCodecs, AudioCodecs and Subsamplings are those that are taken.
	Containers, VideoCodecs, AudioCodecs, Subsamplings []string
	// AudioRate is the most samples of a second, AudioChannels the most channels.
	AudioRate, AudioChannels int
}

const (
	mebibyte = 1 << 20
	// reference is the page on the publishing call.
	reference = "the network's reference of POST /{ig-user-id}/media, v25.0, read in September 2026"
	// guide is what was measured and published by others where the reference is silent.
	guide = reference + "; size and length of a carousel's video: the network's content publishing guide"
)

// PictureLimits returns what the network takes of a picture for a use, and false where it takes none.
func PictureLimits(u Use) (Limits, bool) {
	switch u {
	case Feed, Carousel:
		return Limits{Source: reference, Bytes: 8 * mebibyte, Narrowest: Ratio{4, 5, "4:5"}, Widest: Ratio{1.91, 1, "1.91:1"}}, true
	case Story:
		// Any proportion; the network puts bars around what is not 9:16.
		return Limits{Source: reference, Bytes: 8 * mebibyte}, true
	default:
		return Limits{}, false
	}
}

// VideoLimits returns what the network takes of a video for a use, and false where it takes none.
func VideoLimits(u Use) (Limits, bool) {
	switch u {
	case Reel:
		return moving(Limits{Source: reference, Bytes: 300 * mebibyte, Longest: 15 * time.Minute, Narrowest: Ratio{0.01, 1, "0.01:1"}}), true
	case Story:
		return moving(Limits{Source: reference, Bytes: 100 * mebibyte, Longest: time.Minute, Narrowest: Ratio{0.1, 1, "0.1:1"}}), true
	case Carousel:
		return moving(Limits{Source: guide, Bytes: 300 * mebibyte, Longest: time.Minute, Narrowest: Ratio{0.01, 1, "0.01:1"}}), true
	default:
		return Limits{}, false
	}
}

// moving completes the limits of a video by those that all uses share.
func moving(l Limits) Limits {
	l.Widest = Ratio{10, 1, "10:1"}
	l.Columns = 1920
	l.Shortest = 3 * time.Second
	l.SlowestRate, l.FastestRate = 23, 60
	l.BitRate = 25_000_000
	l.Containers = []string{"mp4", "mov"}
	l.VideoCodecs = []string{"h264", "hevc"}
	l.AudioCodecs = []string{"aac"}
	l.Subsamplings = []string{"4:2:0"}
	l.AudioRate, l.AudioChannels = 48_000, 2
	return l
}
