// Package limits has what the network takes, as data: each limit with its value, its source, the
// date on which it was last confirmed and how sure that is.
//
// What is certain refuses. What is likely or disputed warns, and Crier tries: the refusal of the
// network at the container costs nothing, and a limit that is wrong here would refuse what the
// network takes. The service, the command line, the interface, the sandbox, the worker and the
// documentation read this one table.
package limits

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Confidence is how sure a limit is.
type Confidence string

const (
	// Certain limits refuse what is beyond them.
	Certain Confidence = "certain"
	// Likely limits are documented, but not known to be kept. They warn.
	Likely Confidence = "likely"
	// Disputed limits have sources that contradict each other. They warn.
	Disputed Confidence = "disputed"
)

// The limits that contract v1 fixes (contract 8), so that the file changes none of them.
const (
	MaxCaption       = 2200
	MaxAltText       = 1000
	MaxFirstComment  = 2200
	MaxTags          = 20
	MaxCollaborators = 3
	MaxMentions      = 5
	MaxUsername      = 30
	MinCarousel      = 2
	MaxCarousel      = 10
)

// Name names a limit.
type Name string

// The limits that are not fixed.
const (
	SureHashtags       Name = "hashtags-sure"
	Hashtags           Name = "hashtags"
	CaptionMentions    Name = "caption-mentions"
	PostsPerDay        Name = "posts-per-day"
	ContainersPerDay   Name = "containers-per-day"
	PostSpacing        Name = "post-spacing"
	PictureSize        Name = "picture-size"
	PictureWidth       Name = "picture-width"
	TallestPicture     Name = "feed-picture-tallest"
	SurePicture        Name = "feed-picture-tallest-sure"
	WidestPicture      Name = "feed-picture-widest"
	ReelSize           Name = "reel-size"
	ReelLength         Name = "reel-length"
	ReelTallest        Name = "reel-tallest"
	StoryVideoSize     Name = "story-video-size"
	StoryVideoLength   Name = "story-video-length"
	StoryVideoTallest  Name = "story-video-tallest"
	CarouselSize       Name = "carousel-video-size"
	CarouselLength     Name = "carousel-video-length"
	CarouselTallest    Name = "carousel-video-tallest"
	VideoShortest      Name = "video-shortest"
	VideoWidest        Name = "video-widest"
	VideoWidth         Name = "video-width"
	VideoSlowest       Name = "video-frame-rate-least"
	VideoFastest       Name = "video-frame-rate"
	VideoBitRate       Name = "video-bit-rate"
	SoundRate          Name = "sound-rate"
	SoundChannels      Name = "sound-channels"
	PageReelLength     Name = "page-reel-length"
	PageReelsPerDay    Name = "page-reels-per-day"
	PageStoryLength    Name = "page-story-length"
	PageReelFrameRate  Name = "page-reel-frame-rate-least"
	PageReelColumns    Name = "page-reel-width"
	PageReelLines      Name = "page-reel-height"
	PageTextCharacters Name = "page-text"
)

// Units of values.
const (
	characters = "characters"
	people     = "people"
	hashtags   = "hashtags"
	files      = "files"
	posts      = "posts"
	megabytes  = "MB"
	seconds    = "s"
	minutes    = "min"
	pixels     = "pixels"
	frames     = "frames/s"
	channels   = "channels"
	ratio      = "width:height"
)

// Limit is one thing that the network takes up to, or down to, a value.
type Limit struct {
	Name       Name       `json:"name"       doc:"The name, as limits.json has it." example:"feed-picture-tallest"`
	Value      float64    `json:"value"      doc:"The value that holds." example:"0.75"`
	Unit       string     `json:"unit"       doc:"What the value counts." example:"width:height"`
	For        string     `json:"for"        doc:"What it is about." example:"a picture in the feed or of a carousel, at its tallest"`
	Source     string     `json:"source"     doc:"Where the built-in value is from." example:"the network's reference of POST /{ig-user-id}/media, v25.0"`
	Confirmed  string     `json:"confirmed"  doc:"The month or the day on which the source was last read." example:"2026-11-29"`
	Confidence Confidence `json:"confidence" enum:"certain,likely,disputed" doc:"What is beyond a certain limit is refused. What is beyond another gets a warning, and the network decides."`
	IsFixed    bool       `json:"isFixed"    doc:"Whether version 1 of the API promises it, so that limits.json cannot change it." example:"false"`
	BuiltIn    float64    `json:"builtIn"    doc:"The value that Crier brings: another one than value only where limits.json has set that." example:"0.75"`

	// least and most bound what limits.json may set.
	least, most float64
}

// IsOwn reports whether limits.json has set the value.
func (l Limit) IsOwn() bool { return l.Value != l.BuiltIn }

// Refuses reports whether what is beyond the limit is refused before the network sees it.
func (l Limit) Refuses() bool { return l.Confidence == Certain }

// Int returns the value of a limit that counts things.
func (l Limit) Int() int { return int(l.Value) }

// Bytes returns the value of a size.
func (l Limit) Bytes() int64 {
	const mebibyte = 1 << 20
	return int64(l.Value * mebibyte)
}

// Duration returns the value of a length.
func (l Limit) Duration() time.Duration {
	unit := time.Second
	if l.Unit == minutes {
		unit = time.Minute
	}
	return time.Duration(l.Value * float64(unit))
}

// Text returns the value as people write it, a ratio as 4:5 or 1.91:1.
func (l Limit) Text() string {
	if l.Unit != ratio {
		return strconv.FormatFloat(l.Value, 'f', -1, 64)
	}
	for _, height := range []float64{1, 2, 3, 4, 5, 16} {
		if width := l.Value * height; l.Value < 1 && width >= 1 && width == math.Round(width) {
			return fmt.Sprintf("%g:%g", width, height)
		}
	}
	return strconv.FormatFloat(l.Value, 'f', -1, 64) + ":1"
}
