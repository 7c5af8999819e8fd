package imaging

// The defaults of Options.
const (
	DefaultMaxPixels  = 80_000_000
	DefaultMaxSide    = 16_384
	DefaultMaxMemory  = 640 << 20
	DefaultMaxWidth   = 1440
	DefaultThumbWidth = 540
	DefaultQuality    = 85
	DefaultMaxBytes   = 8 << 20
)

// Options are the limits and measures of Normalise. A zero field means its default.
type Options struct {
	// MaxPixels and MaxSide bound the source picture, in pixels. A baseline JPEG may have three
	// times the pixels and sides twice as long.
	MaxPixels int `json:"maxPixels,omitempty"`
	MaxSide   int `json:"maxSide,omitempty"`
	// MaxMemory bounds the expected memory of the decoder, in bytes: 1 to 24 per pixel, depending
	// on the format.
	MaxMemory int64 `json:"maxMemory,omitempty"`
	// MaxWidth and ThumbWidth bound the widths of the two results, in pixels. Pictures are never
	// enlarged.
	MaxWidth   int `json:"maxWidth,omitempty"`
	ThumbWidth int `json:"thumbWidth,omitempty"`
	// Quality is the initial JPEG quality, 1 to 100. It is lowered until the file is smaller than
	// MaxBytes.
	Quality  int `json:"quality,omitempty"`
	MaxBytes int `json:"maxBytes,omitempty"`
}

func (o Options) withDefaults() Options {
	o.MaxPixels = orDefault(o.MaxPixels, DefaultMaxPixels)
	o.MaxSide = orDefault(o.MaxSide, DefaultMaxSide)
	o.MaxMemory = orDefault(o.MaxMemory, DefaultMaxMemory)
	o.MaxWidth = orDefault(o.MaxWidth, DefaultMaxWidth)
	o.ThumbWidth = orDefault(o.ThumbWidth, DefaultThumbWidth)
	o.Quality = min(orDefault(o.Quality, DefaultQuality), 100)
	o.MaxBytes = orDefault(o.MaxBytes, DefaultMaxBytes)
	return o
}

func orDefault[T ~int | ~int64](value, standard T) T {
	if value <= 0 {
		return standard
	}
	return value
}

// Warning is something that the user may want to know about an accepted picture.
type Warning string

// The warnings of a Result.
const (
	// FirstFrameOnly: the file is an animation, and only its first frame was used.
	FirstFrameOnly Warning = "first_frame_only"
	// ProfileIgnored: the colour profile is not understood, so colours may be a little off.
	ProfileIgnored Warning = "profile_ignored"
	// RangeReduced: the picture has a high dynamic range, and its brightest parts were toned down.
	RangeReduced Warning = "range_reduced"
	// QualityLowered: the quality was lowered to keep the file small enough.
	QualityLowered Warning = "quality_lowered"
)

// Sentence returns the warning as a sentence for the user.
func (w Warning) Sentence() string {
	switch w {
	case FirstFrameOnly:
		return "The file is animated; only its first frame is used."
	case ProfileIgnored:
		return "The picture's colour profile is not understood; its colours may differ a little."
	case RangeReduced:
		return "The picture is HDR; its brightest parts were toned down, because the network shows JPEG pictures without it."
	case QualityLowered:
		return "The picture's quality was lowered to keep the file under the size limit."
	default:
		return string(w)
	}
}

// Result describes the source and the results of Normalise. Sizes are in pixels, of the upright
// picture.
type Result struct {
	// Kind is the format of the source.
	Kind         Kind `json:"kind"`
	SourceWidth  int  `json:"sourceWidth"`
	SourceHeight int  `json:"sourceHeight"`
	// Width, Height, Bytes and Quality describe the JPEG result.
	Width   int `json:"width"`
	Height  int `json:"height"`
	Bytes   int `json:"bytes"`
	Quality int `json:"quality"`
	// ThumbWidth and ThumbHeight are 0 without a thumbnail.
	ThumbWidth  int       `json:"thumbWidth"`
	ThumbHeight int       `json:"thumbHeight"`
	Warnings    []Warning `json:"warnings,omitempty"`
	// Missing are characters in the texts of an Edit that no font has, the first few of them.
	Missing []string `json:"missing,omitempty"`
}
