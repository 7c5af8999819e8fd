package posts

import (
	"fmt"
	"slices"
	"strings"

	"crier/modules/media"
	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/limits"
	"crier/platform/wireid"
)

// The codes of what the network changes.
const (
	smallPicture = "SMALL_PICTURE"
	carouselCut  = "CAROUSEL_CUT"
	mayBeRefused = "MAY_BE_REFUSED"
)

// changesOf returns what the network changes of the files of a post, of those that are there.
func changesOf(p PublishablePost, files map[wireid.ID]media.MediaFile) []Finding {
	return slices.Concat(doubtful(p, files), blurred(p.fileIDs(), files), cut(p, files))
}

// doubtful returns what the network may refuse of the files, by limits that are not certain.
func doubtful(p PublishablePost, files map[wireid.ID]media.MediaFile) (found []Finding) {
	ids := p.fileIDs()
	for i, id := range ids {
		file, isThere := files[id]
		if !isThere {
			continue
		}
		for _, doubt := range file.Doubts(rules.Use(p.MediaType)) {
			f := ofRule(p.MediaType, file, doubt)
			f.Code, f.MediaFileID = mayBeRefused, &id
			f = f.inField("mediaFileId")
			if p.MediaType == Carousel {
				f.Message = fmt.Sprintf("item %d of %d: %s", i+1, len(ids), f.Message)
				f = f.inField(fmt.Sprintf("mediaFileIds[%d]", i))
			}
			found = append(found, f)
		}
	}
	return found
}

// blurred returns the pictures that the network enlarges and so blurs.
func blurred(ids []wireid.ID, files map[wireid.ID]media.MediaFile) (found []Finding) {
	least := limits.Of(limits.PictureWidth).Int()
	for _, id := range ids {
		file, isThere := files[id]
		if !isThere || file.IsVideo() || file.Width == nil || file.Height == nil || *file.Width >= least {
			continue
		}
		small := finding(smallPicture, "the picture is %d by %d pixels, and the network enlarges pictures narrower than %d, which blurs them: use a larger one",
			*file.Width, *file.Height, least).inField("mediaFileId")
		small.Rule, small.MediaFileID = "small", &id
		small.Figure, small.Limit = fmt.Sprintf("%d pixels wide", *file.Width), fmt.Sprintf("%d pixels or more", least)
		found = append(found, small)
	}
	return found
}

// cut returns the files of a carousel that the network cuts to the shape of the first one.
func cut(p PublishablePost, files map[wireid.ID]media.MediaFile) (found []Finding) {
	ids := p.fileIDs()
	if p.MediaType != Carousel || len(ids) == 0 {
		return nil
	}
	first, isThere := files[ids[0]]
	if !isThere {
		return nil
	}
	for i, id := range ids {
		file := files[id]
		how, isCut := file.CutBy(first)
		if !isCut {
			continue
		}
		f := finding(carouselCut, "item %d of %d: it is %d by %d pixels, and the network cuts it to the shape of the first one, %s; pad it or crop it yourself (crier publish --fit), or put another file first",
			i+1, len(ids), *file.Width, *file.Height, how.Shape).inField(fmt.Sprintf("mediaFileIds[%d]", i))
		f.Rule, f.MediaFileID = "cut", &id
		f.Figure, f.Limit = fmt.Sprintf("%d by %d pixels", *file.Width, *file.Height), how.Shape+", as the first one"
		for _, fix := range how.Fixes {
			f = f.with(remedyOf(Carousel, id, fix))
		}
		found = append(found, f)
	}
	return found
}

// remedyOf returns the remedy of a post for what Crier can do about one of its files.
func remedyOf(t MediaType, file wireid.ID, fix media.Fix) Remedy {
	r := Remedy{Says: strings.TrimSpace(fix.Says), MediaFileID: &file, Edits: fix.Edits}
	switch {
	case fix.Kind == media.FixConvert:
		r.Action, r.MediaType = ConvertFile, t
	case fix.Edits.Pad != nil:
		r.Action, r.Ratio = PadFile, fix.Edits.Pad.Ratio
	default:
		r.Action, r.Ratio = CropFile, fix.Edits.Crop.Ratio
	}
	return r
}

func changeType(to MediaType) Remedy {
	return Remedy{Action: ChangeType, Says: fmt.Sprintf("Publish it as %s.", to), MediaType: to}
}

// ofRule returns the finding for a rule that a file breaks, with what Crier can do about it.
func ofRule(t MediaType, file media.MediaFile, problem media.ProblemCheck) Finding {
	f := finding(string(apperror.MediaInvalid), "%s", problem.Message)
	f.Rule, f.Figure, f.Limit = string(problem.Rule), problem.Figure, problem.Limit
	for _, fix := range problem.Fixes {
		f = f.with(remedyOf(t, file.ID, fix))
	}
	if problem.Rule == rules.AspectRatio && t != Stories && len(file.Problems(rules.Story)) == 0 {
		f = f.with(changeType(Stories))
	}
	return f
}
