package editing_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"crier/modules/media/editing"
)

func TestPlan(t *testing.T) {
	t.Parallel()
	type rect = editing.Rect
	for name, c := range map[string]struct {
		w, h    int
		spec    editing.Spec
		crop    rect
		content rect
		size    [2]int
	}{
		"nothing":               {1440, 1800, editing.Spec{}, rect{0, 0, 1440, 1800}, rect{0, 0, 1440, 1800}, [2]int{1440, 1800}},
		"a rectangle":           {1000, 500, editing.Spec{Crop: &editing.Crop{X: 0.1, Y: 0.2, Width: 0.5, Height: 0.5}}, rect{100, 100, 500, 250}, rect{0, 0, 500, 250}, [2]int{500, 250}},
		"a ratio":               {1000, 500, editing.Spec{Crop: &editing.Crop{Ratio: "1:1"}}, rect{250, 0, 500, 500}, rect{0, 0, 500, 500}, [2]int{500, 500}},
		"a ratio, to the left":  {1000, 500, editing.Spec{Crop: &editing.Crop{Ratio: "1:1", FocusX: at(0.1)}}, rect{0, 0, 500, 500}, rect{0, 0, 500, 500}, [2]int{500, 500}},
		"a ratio, to the right": {1000, 500, editing.Spec{Crop: &editing.Crop{Ratio: "1:1", FocusX: at(0.9)}}, rect{500, 0, 500, 500}, rect{0, 0, 500, 500}, [2]int{500, 500}},
		"not narrower than 4:5": {333, 1000, editing.Spec{Crop: &editing.Crop{Ratio: "4:5"}}, rect{0, 292, 333, 416}, rect{0, 0, 333, 416}, [2]int{333, 416}},
		"not wider than 1.91:1": {1001, 333, editing.Spec{Crop: &editing.Crop{Ratio: "1.91:1"}}, rect{182, 0, 636, 333}, rect{0, 0, 636, 333}, [2]int{636, 333}},
		"a turn":                {1440, 900, editing.Spec{Rotate: 90}, rect{0, 0, 1440, 900}, rect{0, 0, 900, 1440}, [2]int{900, 1440}},
		"a turn of a high one":  {1440, 2880, editing.Spec{Rotate: 90}, rect{0, 0, 1440, 2880}, rect{0, 0, 1440, 720}, [2]int{1440, 720}},
		"2:3 padded to 4:5":     {1000, 1500, editing.Spec{Pad: &editing.Pad{Ratio: "4:5", Fill: "blur"}}, rect{0, 0, 1000, 1500}, rect{100, 0, 1000, 1500}, [2]int{1200, 1500}},
		"3:1 padded to 1.91:1":  {1440, 480, editing.Spec{Pad: &editing.Pad{Ratio: "1.91:1", Fill: "blur"}}, rect{0, 0, 1440, 480}, rect{0, 136, 1440, 480}, [2]int{1440, 754}},
		"padded beyond":         {1440, 2560, editing.Spec{Pad: &editing.Pad{Ratio: "1:1", Fill: "blur"}}, rect{0, 0, 1440, 2560}, rect{314, 0, 810, 1440}, [2]int{1440, 1440}},
		"padded to its own":     {1080, 1350, editing.Spec{Pad: &editing.Pad{Ratio: "4:5", Fill: "blur"}}, rect{0, 0, 1080, 1350}, rect{0, 0, 1080, 1350}, [2]int{1080, 1350}},
		"a width":               {1440, 1800, editing.Spec{Resize: &editing.Resize{Width: 720}}, rect{0, 0, 1440, 1800}, rect{0, 0, 720, 900}, [2]int{720, 900}},
		"a height":              {1440, 1800, editing.Spec{Resize: &editing.Resize{Height: 900}}, rect{0, 0, 1440, 1800}, rect{0, 0, 720, 900}, [2]int{720, 900}},
		"both":                  {1440, 1800, editing.Spec{Resize: &editing.Resize{Width: 500, Height: 500}}, rect{0, 0, 1440, 1800}, rect{0, 0, 500, 500}, [2]int{500, 500}},
		"a line":                {1440, 1, editing.Spec{Rotate: 90}, rect{0, 0, 1440, 1}, rect{0, 0, 1, 1440}, [2]int{1, 1440}},
		"very high":             {1440, 16000, editing.Spec{}, rect{0, 0, 1440, 16000}, rect{0, 0, 369, 4096}, [2]int{369, 4096}},
	} {
		g, err := c.spec.Plan(c.w, c.h)
		if err != nil || g.Crop != c.crop || g.Content != c.content || [2]int{g.Width, g.Height} != c.size {
			t.Errorf("%s: got %+v, %v", name, g, err)
		}
	}
}

func TestPlan_Refuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		w, h int
		spec editing.Spec
	}{
		"no size":             {0, 0, editing.Spec{}},
		"less than nothing":   {-1, 10, editing.Spec{}},
		"no spec":             {10, 10, editing.Spec{Rotate: 1}},
		"wider than 1440":     {1000, 1000, editing.Spec{Resize: &editing.Resize{Width: 1441}}},
		"wider by the height": {1000, 500, editing.Spec{Resize: &editing.Resize{Height: 1000}}},
		"higher by the width": {100, 1000, editing.Spec{Resize: &editing.Resize{Width: 1000}}},
	} {
		if g, err := c.spec.Plan(c.w, c.h); err == nil {
			t.Errorf("%s: got %+v", name, g)
		}
	}
	if _, err := (editing.Spec{Resize: &editing.Resize{Width: 1920}}).PlanVideo(1920, 1080); err != nil {
		t.Errorf("a video: %v", err)
	}
}

// holds checks what is true of every plan.
func holds(t *testing.T, s editing.Spec, w, h int) {
	t.Helper()
	for what, plan := range map[string]struct {
		of             func(int, int) (editing.Geometry, error)
		maxWidth, step int
	}{"picture": {s.Plan, 1440, 1}, "video": {s.PlanVideo, 1920, 2}} {
		g, err := plan.of(w, h)
		if err != nil {
			continue
		}
		inside := func(r editing.Rect, w, h int) bool {
			return r.X >= 0 && r.Y >= 0 && r.Width > 0 && r.Height > 0 && r.X+r.Width <= w && r.Y+r.Height <= h && r.X%2 == 0 && r.Y%2 == 0 &&
				r.Width%plan.step == 0 && r.Height%plan.step == 0
		}
		switch {
		case !inside(g.Crop, w, h):
			t.Errorf("%s: %+v of %d x %d crops %+v", what, s, w, h, g.Crop)
		case !inside(g.Content, g.Width, g.Height):
			t.Errorf("%s: %+v of %d x %d lies at %+v in %d x %d", what, s, w, h, g.Content, g.Width, g.Height)
		case g.Width > plan.maxWidth || g.Height > 4096 || g.Width%plan.step != 0 || g.Height%plan.step != 0:
			t.Errorf("%s: %+v of %d x %d becomes %d x %d", what, s, w, h, g.Width, g.Height)
		case s.Pad == nil && g.IsPadded():
			t.Errorf("%s: %+v of %d x %d is padded: %+v", what, s, w, h, g)
		}
	}
}

// TestPlan_Ratio: the result has the ratio that was asked for, and rounding only brings it nearer
// to a square.
func TestPlan_Ratio(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		w, h := 100+r.IntN(1341), 100+r.IntN(4000)
		for text, want := range map[string]float64{"4:5": 0.8, "1.91:1": 1.91, "1:1": 1, "9:16": 0.5625} {
			for _, s := range []editing.Spec{{Crop: &editing.Crop{Ratio: text}}, {Pad: &editing.Pad{Ratio: text, Fill: "blur"}}, {Rotate: 90, Pad: &editing.Pad{Ratio: text, Fill: "blur"}}} {
				g, err := s.Plan(w, h)
				if err != nil {
					t.Fatal(err)
				}
				got := float64(g.Width) / float64(g.Height)
				off := 1/float64(g.Height) + got/float64(g.Width)
				if math.Abs(got-want) > off || want < 1 && got < want-1e-9 || want > 1 && got > want+1e-9 {
					t.Fatalf("%d x %d to %s: %d x %d, %v", w, h, text, g.Width, g.Height, got)
				}
			}
		}
	}
}

func TestPlan_Holds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 50_000 {
		s := editing.Spec{Rotate: 90 * r.IntN(4)}
		switch r.IntN(3) {
		case 0:
			x, y := r.Float64(), r.Float64()
			s.Crop = &editing.Crop{X: x, Y: y, Width: (1 - x) * r.Float64(), Height: (1 - y) * r.Float64()}
		case 1:
			s.Crop = &editing.Crop{Ratio: []string{"1:10", "10:1", "4:5", "1.91:1"}[r.IntN(4)], FocusX: at(r.Float64())}
		}
		if r.IntN(2) == 0 {
			s.Pad = &editing.Pad{Ratio: []string{"1:10", "10:1", "4:5", "0.33:1"}[r.IntN(4)], Fill: "blur"}
		}
		if r.IntN(3) == 0 {
			s.Resize = &editing.Resize{Width: 16 + r.IntN(1500)}
		}
		holds(t, s, 1+r.IntN(3000), 1+r.IntN(3000))
	}
}

func FuzzSpec(f *testing.F) {
	f.Add([]byte(`{"crop":{"x":0.1,"y":0.2,"width":0.5,"height":0.5},"rotate":90,"pad":{"ratio":"4:5","fill":"blur"}}`), 1440, 1800)
	f.Add([]byte(`{"crop":{"ratio":"1.91:1","focusX":0.3},"resize":{"height":64},"texts":[{"text":"a","x":0.5,"y":0.5,"size":0.1}]}`), 3, 5000)
	f.Add([]byte(`{"crop":{"x":0.999999,"y":1,"width":0.0000001,"height":1e-300},"pad":{"ratio":"10:1","fill":"color","color":"#00FFaa"}}`), 65536, 1)
	f.Fuzz(func(t *testing.T, body []byte, w, h int) {
		var s editing.Spec
		if json.Unmarshal(body, &s) == nil {
			holds(t, s, w, h)
		}
	})
}

func TestFixFor(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		w, h int
		want string
	}{"a high one": {1000, 1500, "4:5"}, "a wide one": {3000, 1000, "1.91:1"}, "a very wide one": {1440, 100, "1.91:1"}} {
		fix, ok := editing.FixFor(c.w, c.h, "4:5", "1.91:1")
		if !ok || fix.Ratio != c.want {
			t.Errorf("%s: got %+v, %v", name, fix, ok)
			continue
		}
		padded, padErr := fix.Pad.Plan(c.w, c.h)
		cropped, cropErr := fix.Crop.Plan(c.w, c.h)
		if padErr != nil || cropErr != nil || !padded.IsPadded() || padded.Crop != (editing.Rect{Width: c.w, Height: c.h}) || cropped.IsPadded() {
			t.Errorf("%s: padded %+v, %v; cropped %+v, %v", name, padded, padErr, cropped, cropErr)
		}
	}
	if _, ok := editing.FixFor(0, 10, "4:5"); ok {
		t.Error("a fix for nothing")
	}
	if _, ok := editing.FixFor(10, 10, "none"); ok {
		t.Error("a fix without a ratio")
	}
}
