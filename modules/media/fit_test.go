package media

import (
	"testing"

	"crier/modules/media/editing"
	"crier/modules/media/rules"
)

// TestFits_ByItselfAndUndone: what was fitted by itself is as it was uploaded again for a post that
// takes it so. What a person undid or framed is nobody's to fit.
func TestFits_ByItselfAndUndone(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file := b.uploaded(t)
	fit := func(use rules.Use) Fit {
		t.Helper()
		fits := Fits(b.Service, []MediaFile{file}, use)
		if len(fits) != 1 {
			t.Fatalf("got %+v", fits)
		}
		return fits[0]
	}
	edit := func(spec editing.Spec) {
		t.Helper()
		made, err := b.Edit(t.Context(), file.ID, spec)
		if err != nil {
			t.Fatal(err)
		}
		file = made.MediaFile
	}
	first := fit(rules.Feed)
	if !first.IsDue || first.Best.Crop == nil || first.Best.Crop.Ratio != "4:5" || first.Cut != 0 {
		t.Fatalf("at first it is %+v", first)
	}
	edit(first.Best)
	if got := fit(rules.Feed); got.IsDue || got.Cut != 0.17 || *file.Height != 250 {
		t.Errorf("once fitted it is %+v", got)
	}
	if got := fit(rules.Story); !got.IsDue || !got.Best.IsZero() || got.Best.Fit != "" {
		t.Errorf("for a story it is %+v", got)
	}
	edit(editing.Spec{Fit: editing.FitOff})
	if got := fit(rules.Feed); got.IsDue || got.Best.Crop == nil || file.ProcessedPath != nil || *file.Height != 300 {
		t.Errorf("undone it is %+v, %+v", got, file)
	}
	edit(editing.Spec{Crop: &editing.Crop{Width: 1, Height: 0.5}})
	if got := fit(rules.Feed); got.IsDue || got.Cut != 0.5 {
		t.Errorf("framed by hand it is %+v", got)
	}
	edit(editing.Spec{})
	if got := fit(rules.Feed); !got.IsDue || got.Edits != nil {
		t.Errorf("without edits it is %+v", got)
	}
}
