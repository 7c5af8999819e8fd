package editing

import (
	"strings"
	"unicode/utf8"

	"crier/platform/apperror"
)

// The bounds of the sides of what is made, in pixels.
const (
	maxImageWidth = 1440
	maxVideoWidth = 1920
	maxHeight     = 4096
	MinSide       = 16
)

const (
	minSize, maxSize = 0.01, 0.5
	maxRotation      = 360
	// sumTolerance is the rounding error that a sum of a client's fractions may have.
	sumTolerance = 1e-6
	// maxShown is how many characters of a colour or ratio an error repeats.
	maxShown = 16
)

// Check returns nil for a Spec that fits any picture, else a VALIDATION_ERROR that names the field,
// its value and the allowed values.
func (s Spec) Check() error {
	for _, check := range []func() error{s.checkTurn, s.checkFit, s.Crop.check, s.Pad.check, s.Resize.check, s.checkTexts} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func wrong(format string, args ...any) error {
	return apperror.New(apperror.ValidationError, format, args...)
}

func (s Spec) checkTurn() error {
	switch s.Rotate {
	case 0, 90, 180, 270:
		return nil
	default:
		return wrong("rotate is %d; it must be 0, 90, 180 or 270 degrees", s.Rotate)
	}
}

func (s Spec) checkFit() error {
	switch s.Fit {
	case "", FitAuto, FitOff:
		return nil
	default:
		return wrong("fit is %q; it must be AUTO or OFF, or left out", shown(string(s.Fit)))
	}
}

func (c *Crop) check() error {
	switch {
	case c == nil:
		return nil
	case c.Ratio != "":
		return c.checkRatio()
	case c.FocusX != nil || c.FocusY != nil:
		return wrong("crop.focusX and crop.focusY go with crop.ratio, which is not given")
	}
	for _, f := range []fraction{{"crop.x", c.X}, {"crop.y", c.Y}} {
		if err := f.check(0, 1); err != nil {
			return err
		}
	}
	if !(c.Width > 0 && c.Width <= 1) || !(c.Height > 0 && c.Height <= 1) {
		return wrong("crop.width is %g and crop.height %g; each must be more than 0 and at most 1, a fraction of the picture's side", c.Width, c.Height)
	}
	if c.X+c.Width > 1+sumTolerance || c.Y+c.Height > 1+sumTolerance {
		return wrong("the crop reaches beyond the picture: x + width is %g and y + height %g, and neither may be more than 1", c.X+c.Width, c.Y+c.Height)
	}
	return nil
}

func (c *Crop) checkRatio() error {
	if c.X != 0 || c.Y != 0 || c.Width != 0 || c.Height != 0 {
		return wrong("the crop has a ratio and a rectangle; give one of them")
	}
	for _, f := range []fraction{{"crop.focusX", orHalf(c.FocusX)}, {"crop.focusY", orHalf(c.FocusY)}} {
		if err := f.check(0, 1); err != nil {
			return err
		}
	}
	return checkRatio("crop.ratio", c.Ratio)
}

func (p *Pad) check() error {
	switch {
	case p == nil:
		return nil
	case p.Fill != FillColor && p.Fill != FillBlur:
		return wrong("pad.fill is %q; it must be color or blur", shown(string(p.Fill)))
	case p.Color != "" && len(p.Color) != len("#rrggbb"):
		return wrong("pad.color is %q; it must be a colour such as #ffffff", shown(p.Color))
	}
	if err := checkColor("pad.color", p.Color); err != nil {
		return err
	}
	return checkRatio("pad.ratio", p.Ratio)
}

func (r *Resize) check() error {
	if r == nil {
		return nil
	}
	if r.Width == 0 && r.Height == 0 {
		return wrong("resize has neither a width nor a height; give at least one of them, in pixels")
	}
	if r.Width != 0 && (r.Width < MinSide || r.Width > maxVideoWidth) {
		return wrong("resize.width is %d; it must be %d to %d pixels, or 0 for what the height gives", r.Width, MinSide, maxVideoWidth)
	}
	if r.Height != 0 && (r.Height < MinSide || r.Height > maxHeight) {
		return wrong("resize.height is %d; it must be %d to %d pixels, or 0 for what the width gives", r.Height, MinSide, maxHeight)
	}
	return nil
}

func (s Spec) checkTexts() error {
	if len(s.Texts) > MaxTexts {
		return wrong("there are %d texts; at most %d are possible", len(s.Texts), MaxTexts)
	}
	for i, t := range s.Texts {
		if err := t.check(); err != nil {
			return wrong("text %d of %d: %s", i+1, len(s.Texts), apperror.From(err).Message)
		}
	}
	return nil
}

func (t Text) check() error {
	if !utf8.ValidString(t.Text) {
		return wrong("it is not valid UTF-8")
	}
	if n := utf8.RuneCountInString(t.Text); n > MaxTextLength {
		return wrong("it has %d characters; at most %d are possible", n, MaxTextLength)
	}
	if strings.TrimSpace(t.Text) == "" {
		return wrong("it is empty")
	}
	for _, f := range []struct {
		fraction
		low, high float64
	}{
		{fraction{"x", t.X}, 0, 1},
		{fraction{"y", t.Y}, 0, 1},
		{fraction{"size", t.Size}, minSize, maxSize},
		{fraction{"maxWidth", t.MaxWidth}, 0, 1},
		{fraction{"rotation", t.Rotation}, -maxRotation, maxRotation},
	} {
		if err := f.check(f.low, f.high); err != nil {
			return err
		}
	}
	return t.checkLooks()
}

func (t Text) checkLooks() error {
	switch t.Align {
	case "", AlignCenter, AlignLeft, AlignRight:
	default:
		return wrong("align is %q; it must be center, left or right", shown(string(t.Align)))
	}
	if err := checkColor("color", t.Color); err != nil {
		return err
	}
	return checkColor("background", t.Background)
}

type fraction struct {
	name  string
	value float64
}

// check also refuses NaN.
func (f fraction) check(low, high float64) error {
	if f.value >= low && f.value <= high {
		return nil
	}
	return wrong("%s is %g; it must be %g to %g", f.name, f.value, low, high)
}

func checkRatio(name, value string) error {
	if _, err := parseRatio(value); err != nil {
		return wrong("%s is %q; %v", name, shown(value), err)
	}
	return nil
}

func checkColor(name, value string) error {
	if value == "" {
		return nil
	}
	if _, err := parseColor(value); err != nil {
		return wrong("%s is %q; %v", name, shown(value), err)
	}
	return nil
}

func shown(s string) string {
	if len(s) <= maxShown {
		return strings.ToValidUTF8(s, "?")
	}
	return strings.ToValidUTF8(s[:maxShown], "") + "..."
}

func orHalf(f *float64) float64 {
	if f == nil {
		return 0.5
	}
	return *f
}
