package editing

import "strings"

// maxCut is how much of a picture a crop may leave out that nobody asked for.
const maxCut = 0.2

// Fitted returns s with the crop or the padding that gives an uploaded picture the nearest of the
// ratios, or neither where the size that s makes without them fits. It crops around the focus of s,
// and pads where that would leave out more than a fifth of the picture.
func Fitted(s Spec, uploaded Size, fits func(Size) bool, ratios ...string) (Spec, error) {
	bare := s
	bare.Crop, bare.Pad, bare.Fit = nil, nil, ""
	g, err := bare.Plan(uploaded.Width, uploaded.Height)
	if err != nil {
		return s, err
	}
	fix, ok := FixFor(g.Width, g.Height, ratios...)
	if !ok || fits(Size{g.Width, g.Height}) {
		return bare, nil
	}
	bare.Fit = FitAuto
	wanted, own := fix.Pad.Pad.ratio(), float64(g.Width)/float64(g.Height)
	if 1-min(own/wanted, wanted/own) > maxCut {
		bare.Pad = fix.Pad.Pad
		return bare, nil
	}
	// The crop comes before the turn.
	across, down, _ := strings.Cut(fix.Ratio, ":")
	if s.Rotate%180 != 0 {
		across, down = down, across
	}
	bare.Crop = &Crop{Ratio: across + ":" + down}
	if s.Crop != nil {
		bare.Crop.FocusX, bare.Crop.FocusY = s.Crop.FocusX, s.Crop.FocusY
	}
	return bare, nil
}

// IsFramed reports whether a person decided which part of the picture is shown.
func IsFramed(s Spec) bool {
	return s.Fit == FitOff || s.Fit == "" && (s.Crop != nil || s.Pad != nil || s.Resize != nil)
}

// Cut returns the fraction of an uploaded picture that the crop of s leaves out.
func Cut(s Spec, uploaded Size) float64 {
	g, err := s.Plan(uploaded.Width, uploaded.Height)
	if err != nil || s.Crop == nil {
		return 0
	}
	return 1 - float64(g.Crop.Width*g.Crop.Height)/float64(uploaded.Width*uploaded.Height)
}
