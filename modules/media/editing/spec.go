package editing

import (
	"encoding/hex"
	"errors"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// The most that a Spec may hold.
const (
	MaxTexts      = 10
	MaxTextLength = 500
)

// Spec says how a picture or a video is edited, always starting from the file as it was uploaded.
// The steps run in the order of the fields. The zero Spec changes nothing.
type Spec struct {
	Crop           *Crop   `json:"crop,omitempty"           doc:"Which part is kept."`
	Rotate         int     `json:"rotate,omitempty"         enum:"0,90,180,270" doc:"How far what is kept is turned, in degrees clockwise." example:"90"`
	FlipHorizontal bool    `json:"flipHorizontal,omitempty" doc:"Whether left and right change places, after turning."`
	FlipVertical   bool    `json:"flipVertical,omitempty"   doc:"Whether top and bottom change places, after turning."`
	Pad            *Pad    `json:"pad,omitempty"            doc:"What is added around the picture to give it another shape; nothing is cut off."`
	Resize         *Resize `json:"resize,omitempty"         doc:"The size in the end. Without it the picture keeps its pixels, unless it is too large for the network."`
	Texts          []Text  `json:"texts,omitempty"          maxItems:"10" nullable:"false" doc:"What is written over the picture, the last on top; at most 10."`
	Fit            FitBy   `json:"fit,omitempty"            enum:"AUTO,OFF" doc:"Who chose crop and padding: AUTO says that Crier did, and may choose others for another post; OFF that a person undid what Crier chose. Absent for a person's own."`
}

// FitBy says who decided how a picture is fitted to a post.
type FitBy string

const (
	FitAuto FitBy = "AUTO"
	FitOff  FitBy = "OFF"
)

// Crop is a part of a picture: a rectangle, or the largest part of a ratio.
type Crop struct {
	X      float64  `json:"x,omitempty"      minimum:"0" maximum:"1" doc:"Left edge, as a fraction of the upright picture's width." example:"0.1"`
	Y      float64  `json:"y,omitempty"      minimum:"0" maximum:"1" doc:"Top edge, as a fraction of its height." example:"0"`
	Width  float64  `json:"width,omitempty"  minimum:"0" maximum:"1" doc:"Width, as a fraction of the picture's width; left out when ratio is given." example:"0.8"`
	Height float64  `json:"height,omitempty" minimum:"0" maximum:"1" doc:"Height, as a fraction of the picture's height; left out when ratio is given." example:"1"`
	Ratio  string   `json:"ratio,omitempty"  maxLength:"16" doc:"In place of a rectangle: the largest part of this ratio of width to height, from 1:10 to 10:1." example:"4:5"`
	FocusX *float64 `json:"focusX,omitempty" minimum:"0" maximum:"1" doc:"With ratio: what the part is centred on as far as there is room, as a fraction of the width; 0.5 by default." example:"0.5"`
	FocusY *float64 `json:"focusY,omitempty" minimum:"0" maximum:"1" doc:"With ratio: the same, as a fraction of the height; 0.5 by default." example:"0.5"`
}

// Fill says what covers the padding of a picture.
type Fill string

const (
	FillColor Fill = "color"
	FillBlur  Fill = "blur"
)

// Pad adds to the sides of a picture, or above and below it.
type Pad struct {
	Ratio string `json:"ratio"           maxLength:"16" doc:"The ratio of width to height in the end, from 1:10 to 10:1." example:"4:5"`
	Fill  Fill   `json:"fill"            enum:"color,blur" doc:"What is added: a colour, or a blurred copy of the picture."`
	Color string `json:"color,omitempty" maxLength:"9" doc:"The colour, as #rrggbb; white by default." example:"#ffffff"`
}

// Resize is a size in pixels.
type Resize struct {
	Width  int `json:"width,omitempty"  minimum:"0" maximum:"1920" doc:"Width in pixels, 16 to 1440 for a picture and to 1920 for a video; 0 for what the height and the ratio give." example:"1080"`
	Height int `json:"height,omitempty" minimum:"0" maximum:"4096" doc:"Height in pixels, 16 to 4096; 0 for what the width and the ratio give. With both given the picture is stretched." example:"1350"`
}

// Align says which edges of a text's lines are aligned.
type Align string

const (
	AlignCenter Align = "center"
	AlignLeft   Align = "left"
	AlignRight  Align = "right"
)

// Text is drawn over a picture. Its lengths are fractions of the finished picture.
type Text struct {
	Text       string  `json:"text"                 minLength:"1" maxLength:"500" doc:"What is written: up to 500 characters, in any script; line breaks are kept." example:"Fresh bread"`
	X          float64 `json:"x"                    minimum:"0" maximum:"1" doc:"Where the middle of the text is, as a fraction of the width." example:"0.5"`
	Y          float64 `json:"y"                    minimum:"0" maximum:"1" doc:"Where the middle of the text is, as a fraction of the height." example:"0.85"`
	Size       float64 `json:"size"                 minimum:"0.01" maximum:"0.5" doc:"Size of the letters (the em), as a fraction of the picture's width, so that a line holds as much whatever the shape." example:"0.06"`
	Color      string  `json:"color,omitempty"      maxLength:"9" doc:"Colour of the letters, as #rrggbb, or #rrggbbaa with the opacity; white by default." example:"#ffffff"`
	Background string  `json:"background,omitempty" maxLength:"9" doc:"Colour of a box behind the text, as #rrggbb or #rrggbbaa; none by default." example:"#000000aa"`
	Align      Align   `json:"align,omitempty"      enum:"center,left,right" doc:"Which edges of the lines stand in line; center by default."`
	MaxWidth   float64 `json:"maxWidth,omitempty"   minimum:"0" maximum:"1" doc:"How wide a line may become before it is broken, as a fraction of the picture's width; 0.9 by default." example:"0.8"`
	Bold       bool    `json:"bold,omitempty"       doc:"Whether the letters are bold."`
	Rotation   float64 `json:"rotation,omitempty"   minimum:"-360" maximum:"360" doc:"How far the text is turned about its middle, in degrees clockwise." example:"0"`
}

// IsZero reports whether s changes nothing of a picture.
func (s Spec) IsZero() bool {
	return s.Crop == nil && s.Rotate == 0 && !s.FlipHorizontal && !s.FlipVertical && s.Pad == nil && s.Resize == nil && len(s.Texts) == 0
}

// Fix has two ways to give a picture a ratio that it does not have.
type Fix struct {
	// Ratio is the ratio, such as "4:5".
	Ratio string
	// Pad shows the whole picture on a blurred copy of it; Crop cuts off both sides equally.
	Pad, Crop Spec
}

// FixFor returns how a picture of width by height pixels gets the nearest of the allowed ratios. It
// returns false when none of them can be parsed, or when the picture has no size.
func FixFor(width, height int, allowed ...string) (Fix, bool) {
	if width <= 0 || height <= 0 {
		return Fix{}, false
	}
	have, best, nearest := math.Log(float64(width)/float64(height)), math.Inf(1), ""
	for _, text := range allowed {
		ratio, err := parseRatio(text)
		if err != nil {
			continue
		}
		if off := math.Abs(math.Log(ratio) - have); off < best {
			best, nearest = off, text
		}
	}
	if nearest == "" {
		return Fix{}, false
	}
	return Fix{
		Ratio: nearest,
		Pad:   Spec{Pad: &Pad{Ratio: nearest, Fill: FillBlur}},
		Crop:  Spec{Crop: &Crop{Ratio: nearest}},
	}, true
}

const (
	maxRatio = 10
	// maxRatioTerm is how many characters each number of a ratio may have.
	maxRatioTerm = 7
)

var (
	errRatio = errors.New("it must be a ratio of width to height from 1:10 to 10:1, such as 4:5 or 1.91:1")
	errColor = errors.New("it must be a colour such as #ff8800, or #ff880080 with its opacity")
)

// parseRatio reads "4:5" as 0.8.
func parseRatio(s string) (float64, error) {
	across, down, found := strings.Cut(s, ":")
	w, wOK := parseTerm(across)
	h, hOK := parseTerm(down)
	if !found || !wOK || !hOK || w > maxRatio*h || h > maxRatio*w {
		return 0, errRatio
	}
	return w / h, nil
}

// parseTerm parses a plain positive number, without a sign and an exponent.
func parseTerm(s string) (float64, bool) {
	if len(s) > maxRatioTerm || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && v > 0
}

// parseColor reads #rrggbb and #rrggbbaa.
func parseColor(s string) (color.NRGBA, error) {
	digits, found := strings.CutPrefix(s, "#")
	b, err := hex.DecodeString(digits)
	if !found || err != nil || len(b) != 3 && len(b) != 4 {
		return color.NRGBA{}, errColor
	}
	if len(b) == 3 {
		b = append(b, 0xff)
	}
	return color.NRGBA{b[0], b[1], b[2], b[3]}, nil
}

// colorOr is parseColor with a default, for a value that has been checked.
func colorOr(s string, standard color.NRGBA) color.NRGBA {
	if c, err := parseColor(s); err == nil {
		return c
	}
	return standard
}
