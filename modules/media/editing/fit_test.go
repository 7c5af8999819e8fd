package editing_test

import (
	"math"
	"reflect"
	"testing"

	"crier/modules/media/editing"
)

// TestFitted: a picture is cropped where little goes, padded where much would, and left where it
// fits; what else was done to it stays, and what a turn makes of it counts.
func TestFitted(t *testing.T) {
	t.Parallel()
	crop := func(ratio string) *editing.Crop { return &editing.Crop{Ratio: ratio} }
	blur := func(ratio string) *editing.Pad { return &editing.Pad{Ratio: ratio, Fill: editing.FillBlur} }
	written := []editing.Text{text("Fresh bread")}
	for name, c := range map[string]struct {
		size      editing.Size
		now, want editing.Spec
		cut       float64
	}{
		"one that fits":      {editing.Size{Width: 800, Height: 1000}, editing.Spec{}, editing.Spec{}, 0},
		"a little too tall":  {editing.Size{Width: 720, Height: 1000}, editing.Spec{}, editing.Spec{Crop: crop("4:5"), Fit: editing.FitAuto}, 0.1},
		"a fifth too tall":   {editing.Size{Width: 641, Height: 1000}, editing.Spec{}, editing.Spec{Crop: crop("4:5"), Fit: editing.FitAuto}, 0.2},
		"much too tall":      {editing.Size{Width: 500, Height: 1000}, editing.Spec{}, editing.Spec{Pad: blur("4:5"), Fit: editing.FitAuto}, 0},
		"too wide":           {editing.Size{Width: 2000, Height: 1000}, editing.Spec{}, editing.Spec{Crop: crop("1.91:1"), Fit: editing.FitAuto}, 0.045},
		"with a focus":       {editing.Size{Width: 720, Height: 1000}, editing.Spec{Crop: &editing.Crop{Ratio: "1:1", FocusY: at(0.2)}}, editing.Spec{Crop: &editing.Crop{Ratio: "4:5", FocusY: at(0.2)}, Fit: editing.FitAuto}, 0.1},
		"fitted for another": {editing.Size{Width: 800, Height: 1000}, editing.Spec{Pad: blur("1:1"), Fit: editing.FitAuto}, editing.Spec{}, 0},
		"with words":         {editing.Size{Width: 500, Height: 1000}, editing.Spec{Texts: written}, editing.Spec{Pad: blur("4:5"), Texts: written, Fit: editing.FitAuto}, 0},
		"turned into place":  {editing.Size{Width: 1000, Height: 720}, editing.Spec{Rotate: 90}, editing.Spec{Rotate: 90, Crop: crop("5:4"), Fit: editing.FitAuto}, 0.1},
		"undone":             {editing.Size{Width: 720, Height: 1000}, editing.Spec{Fit: editing.FitOff}, editing.Spec{Crop: crop("4:5"), Fit: editing.FitAuto}, 0.1},
	} {
		fits := func(s editing.Size) bool {
			return 4*s.Height <= 5*s.Width && float64(s.Width) <= 1.91*float64(s.Height)
		}
		got, err := editing.Fitted(c.now, c.size, fits, "4:5", "1.91:1")
		if err != nil || !reflect.DeepEqual(got, c.want) || math.Abs(editing.Cut(got, c.size)-c.cut) > 0.002 {
			t.Errorf("%s: got %+v, of which %g goes, %v; want %+v, %g", name, got, editing.Cut(got, c.size), err, c.want, c.cut)
			continue
		}
		g, err := got.Plan(c.size.Width, c.size.Height)
		if err != nil || !fits(editing.Size{Width: g.Width, Height: g.Height}) {
			t.Errorf("%s: it becomes %d by %d, %v", name, g.Width, g.Height, err)
		}
		if again, err := editing.Fitted(got, c.size, fits, "4:5", "1.91:1"); err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%s: fitted twice it is %+v, %v", name, again, err)
		}
	}
	if _, err := editing.Fitted(editing.Spec{}, editing.Size{}, func(editing.Size) bool { return true }, "4:5"); err == nil {
		t.Error("a picture without a size was fitted")
	}
}

func TestIsFramed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spec editing.Spec
		want bool
	}{
		"nothing":   {editing.Spec{}, false},
		"a turn":    {editing.Spec{Rotate: 90}, false},
		"by itself": {editing.Spec{Crop: &editing.Crop{Ratio: "4:5"}, Fit: editing.FitAuto}, false},
		"by hand":   {editing.Spec{Crop: &editing.Crop{Ratio: "4:5"}}, true},
		"undone":    {editing.Spec{Fit: editing.FitOff}, true},
	} {
		if got := editing.IsFramed(c.spec); got != c.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
