package posts

import (
	"testing"
	"time"

	"crier/modules/media"
	"crier/modules/media/editing"
	"crier/platform/wireid"
)

// TestPreflight_Fits: the pictures of a carousel are to get the shape that its first one will have,
// and one that another post waits to go out with stays as it is.
func TestPreflight_Fits(t *testing.T) {
	t.Parallel()
	b := setup(t)
	tall, wide, square := b.sized(t, 1080, 1500), b.sized(t, 1600, 900), b.sized(t, 1000, 1000)
	fits := func(kind MediaType, ids ...wireid.ID) []media.Fit {
		p := PublishablePost{AccountID: b.bakery.ID, MediaType: kind, MediaFileIDs: ids}
		if kind != Carousel {
			p.MediaFileID, p.MediaFileIDs = &ids[0], nil
		}
		return b.look(t, p, nil).Fits
	}
	got := fits(Carousel, tall, wide, square)
	if len(got) != 3 || !got[0].IsDue || got[0].Best.Crop == nil || got[0].Best.Crop.Ratio != "4:5" || !got[1].IsDue || got[1].Best.Pad == nil || got[1].Best.Pad.Ratio != "4:5" ||
		!got[2].IsDue || got[2].Best.Crop == nil || got[2].Best.Fit != editing.FitAuto {
		t.Fatalf("in a carousel that a tall one begins: %+v", got)
	}
	if got := fits(Carousel, wide, tall); got[0].IsDue || got[1].Best.Pad == nil || got[1].Best.Pad.Ratio != "16:9" {
		t.Errorf("in a carousel that a wide one begins: %+v", got)
	}
	for kind, id := range map[MediaType]wireid.ID{Image: wide, Stories: tall, Reels: tall} {
		if got := fits(kind, id); len(got) != 1 || got[0].IsDue || !got[0].Best.IsZero() {
			t.Errorf("one that %s takes as it is: %+v", kind, got)
		}
	}
	// A story that waits is to show the whole picture.
	if _, err := b.intake.Submit(t.Context(), Submission{PublishablePost: PublishablePost{AccountID: b.bakery.ID, MediaType: Stories, MediaFileID: &tall}, At: at(start.Add(time.Hour)), Timezone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	if got := fits(Image, tall); got[0].IsDue || !got[0].IsShared || got[0].Best.Crop == nil {
		t.Errorf("one that another post waits with: %+v", got)
	}
}
