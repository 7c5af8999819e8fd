package media

import (
	"math"

	"crier/modules/media/rules"
	"crier/platform/imaging"
)

// sameShape is how far apart the ratios of two files of one shape may be: nobody sees a hundredth.
const sameShape = 0.01

// Cut is what the network does to a file of a carousel.
type Cut struct {
	// Shape is that of the first file, such as "4:5".
	Shape string
	// Fixes give the file that shape, so that its author decides what is seen of it. A video has
	// none, and neither has a picture where the network takes no picture of that shape.
	Fixes []Fix
}

// CutBy returns how the network cuts a file of a carousel that begins with the first one, to whose
// shape it brings all others; false where it leaves the file as it is, or a size is not known.
func (f MediaFile) CutBy(first MediaFile) (cut Cut, isCut bool) {
	own, wanted := f.ratio(), first.ratio()
	if own == 0 || wanted == 0 || isAlike(own, wanted) {
		return Cut{}, false
	}
	cut.Shape = imaging.AspectRatio(*first.Width, *first.Height)
	limits, _ := rules.PictureLimits(rules.Carousel)
	isTaken := wanted >= limits.Tallest.Value*(1-sameShape) && wanted <= limits.Widest.Value*(1+sameShape)
	if isTaken && !f.IsVideo() {
		cut.Fixes = f.reshapes(cut.Shape, cut.Shape)
	}
	return cut, true
}

// isAlike reports whether two ratios are of one shape.
func isAlike(own, wanted float64) bool { return math.Abs(own/wanted-1) <= sameShape }

// ratio is that of width to height of what is published, 0 where it is not known.
func (f MediaFile) ratio() float64 {
	if f.Width == nil || f.Height == nil || *f.Height <= 0 {
		return 0
	}
	return float64(*f.Width) / float64(*f.Height)
}
