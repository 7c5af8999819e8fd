package posts

import (
	"strings"
	"testing"

	"crier/modules/media"
	"crier/platform/wireid"
)

// TestFound_CarouselOfMixedShapes: the files that the network cuts to the shape of the first one
// are warned of with their figures, and with what to do, before the post and on a draft.
func TestFound_CarouselOfMixedShapes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	tall, wide, square, alike, film := b.sized(t, 1080, 1350), b.sized(t, 1350, 710), b.sized(t, 1080, 1080), b.sized(t, 864, 1080), b.film(t)
	content := PublishablePost{AccountID: b.bakery.ID, MediaType: Carousel, MediaFileIDs: []wireid.ID{tall, wide, alike, square, film}}
	told := b.look(t, content, nil)
	if len(told.Warnings) != 3 {
		t.Fatalf("got %+v", told.Warnings)
	}
	w := told.Warnings[0]
	if w.Code != carouselCut || w.Field != "mediaFileIds[1]" || *w.MediaFileID != wide || w.Figure != "1350 by 710 pixels" || w.Limit != "4:5, as the first one" ||
		!strings.HasPrefix(w.Message, "item 2 of 5: it is 1350 by 710 pixels, and the network cuts it to the shape of the first one, 4:5; pad it or crop it yourself (crier publish --fit)") {
		t.Errorf("got %+v", w)
	}
	if len(w.Fixes) != 2 || w.Fixes[0].Action != PadFile || w.Fixes[0].Edits.Pad.Ratio != "4:5" || w.Fixes[1].Action != CropFile || w.Fixes[1].Edits.Crop.Ratio != "4:5" {
		t.Errorf("its remedies are %+v", w.Fixes)
	}
	if *told.Warnings[1].MediaFileID != square || *told.Warnings[2].MediaFileID != film || len(told.Warnings[2].Fixes) != 0 {
		t.Errorf("of the others: %+v", told.Warnings[1:])
	}
	draft, _, err := b.drafts.Save(t.Context(), content, "")
	if err != nil || len(draft.Warnings) != 3 || draft.Warnings[0].Code != carouselCut || draft.Warnings[0].Message != w.Message {
		t.Errorf("a draft is warned of %+v, %v", draft.Warnings, err)
	}
	content.MediaFileIDs = []wireid.ID{tall, alike}
	if told := b.look(t, content, nil); len(told.Warnings) != 0 {
		t.Errorf("of one shape: %+v", told.Warnings)
	}
}

// TestFound_ChangesAreSaidByEveryWay: what the network changes of a file is among the warnings of
// the API, and not of the interface's checks alone.
func TestFound_ChangesAreSaidByEveryWay(t *testing.T) {
	t.Parallel()
	small := media.MediaFile{ID: wireid.New(), MimeType: "image/jpeg", Width: new(100), Height: new(100)}
	warnings, err := Foreseen(Post{MediaType: Image, MediaFiles: []media.MediaFile{small}})
	if err != nil || len(warnings) != 1 || warnings[0].Code != smallPicture {
		t.Errorf("got %+v, %v", warnings, err)
	}
}
