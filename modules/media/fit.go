package media

import (
	"errors"
	"math"
	"reflect"
	"slices"

	"crier/modules/media/editing"
	"crier/modules/media/rules"
	"crier/platform/imaging"
	"crier/platform/wireid"
)

// Fit is how a picture lies in a post.
type Fit struct {
	MediaFileID wireid.ID     `json:"mediaFileId" doc:"The picture." example:"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
	Edits       *editing.Spec `json:"edits,omitempty" doc:"How it is edited; absent while it is published as it was uploaded."`
	Cut         float64       `json:"cut" doc:"Which fraction of what was uploaded the crop leaves out." example:"0.06"`
	Best        editing.Spec  `json:"best" doc:"The edits with which it fits best, those that it has among them: without a crop or a pad for a picture that fits as it was uploaded, else with a crop, or with a blurred pad where a crop would leave out more than a fifth."`
	IsDue       bool          `json:"isDue" doc:"Whether it is to get those edits by itself: it lies otherwise, and no person chose that."`
	IsShared    bool          `json:"isShared" doc:"Whether another post that waits to go out has the picture, so that it gets no edits by itself." example:"false"`
}

// Fits returns how the pictures of a post lie in it, of those that can be told. The first file of a
// carousel gives the others their shape: the one that it has once it is fitted itself.
func Fits(s *Service, files []MediaFile, use rules.Use) []Fit {
	fits, first := []Fit{}, editing.Size{}
	for i, file := range files {
		size, err := uploadedSize(s, file)
		if err != nil {
			continue
		}
		becomes := size
		if !file.IsVideo() {
			fit := fitOf(file, size, use, first)
			becomes = editing.Size{Width: *file.Width, Height: *file.Height}
			if g, err := fit.Best.Plan(size.Width, size.Height); err == nil && fit.IsDue {
				becomes = editing.Size{Width: g.Width, Height: g.Height}
			}
			fits = append(fits, fit)
		}
		if i == 0 && use == rules.Carousel {
			first = becomes
		}
	}
	return fits
}

// uploadedSize returns the size of a file: of a picture as it was uploaded, of a video as it is
// published.
func uploadedSize(s *Service, file MediaFile) (editing.Size, error) {
	switch {
	case file.Width == nil || file.Height == nil:
		return editing.Size{}, errors.New("media: the size of the file is not known")
	case file.IsVideo() || file.Edits == nil:
		return editing.Size{Width: *file.Width, Height: *file.Height}, nil
	}
	return pictureSize(s.storage.stored(file))
}

// fitOf returns how a picture lies in a post whose first file has a size, or none for a post where
// that does not matter.
func fitOf(f MediaFile, uploaded editing.Size, use rules.Use, first editing.Size) Fit {
	now := editing.Spec{}
	if f.Edits != nil {
		now = *f.Edits
	}
	takes := func(s editing.Size) bool {
		return !slices.ContainsFunc(rules.Judge(rules.File{Width: s.Width, Height: s.Height}, use), func(p rules.Problem) bool { return p.Rule == rules.AspectRatio })
	}
	limits := f.limits(use)
	fits, ratios := takes, []string{limits.Safest().Text(), limits.Widest.Text()}
	if first.Width > 0 && takes(first) {
		fits = func(s editing.Size) bool {
			return isAlike(float64(s.Width)/float64(s.Height), float64(first.Width)/float64(first.Height))
		}
		ratios = []string{imaging.AspectRatio(first.Width, first.Height)}
	}
	best, err := editing.Fitted(now, uploaded, fits, ratios...)
	return Fit{
		MediaFileID: f.ID, Edits: f.Edits, Cut: math.Round(editing.Cut(now, uploaded)*100) / 100, Best: best,
		IsDue: err == nil && !editing.IsFramed(now) && !reflect.DeepEqual(best, now),
	}
}
