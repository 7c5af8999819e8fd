package media

import (
	"testing"

	"crier/modules/media/editing"
)

// TestReshapes_ArePersons: a fix that somebody chooses is not changed again as what Crier chose.
func TestReshapes_ArePersons(t *testing.T) {
	t.Parallel()
	width, height := 1080, 1350
	f := MediaFile{Width: &width, Height: &height, Edits: &editing.Spec{Fit: editing.FitAuto, Crop: &editing.Crop{Ratio: "4:5"}}}
	fixes := f.reshapes("9:16", "9:16")
	if len(fixes) != 2 {
		t.Fatalf("got %+v", fixes)
	}
	for _, fix := range fixes {
		if !editing.IsFramed(*fix.Edits) {
			t.Errorf("got %+v", *fix.Edits)
		}
	}
	if f.Edits.Fit != editing.FitAuto {
		t.Error("the file was changed")
	}
}
