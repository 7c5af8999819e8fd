package editing_test

import (
	"math"
	"strings"
	"testing"

	"crier/modules/media/editing"
	"crier/platform/apperror"
)

func at(v float64) *float64 { return &v }

func text(s string) editing.Text { return editing.Text{Text: s, X: 0.5, Y: 0.5, Size: 0.06} }

func TestCheck_TakesWhatIsInBounds(t *testing.T) {
	t.Parallel()
	full := text(strings.Repeat("ß", editing.MaxTextLength))
	full.Color, full.Background, full.Align, full.MaxWidth, full.Rotation = "#00FF00", "#00000080", editing.AlignRight, 1, -360
	for name, s := range map[string]editing.Spec{
		"nothing":          {},
		"a rectangle":      {Crop: &editing.Crop{X: 0.1, Y: 0.2, Width: 0.9, Height: 0.8}},
		"a sum off by one": {Crop: &editing.Crop{X: 0.1 + 0.2, Y: 0, Width: 0.7, Height: 1}},
		"a ratio":          {Crop: &editing.Crop{Ratio: "1.91:1", FocusX: at(0), FocusY: at(1)}, Rotate: 270},
		"padding":          {Pad: &editing.Pad{Ratio: "1:10", Fill: editing.FillColor, Color: "#123456"}},
		"a size":           {Resize: &editing.Resize{Height: 4096}},
		"ten texts":        {Texts: []editing.Text{full, full, full, full, full, full, full, full, full, full}},
	} {
		if err := s.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheck_Refuses(t *testing.T) {
	t.Parallel()
	with := func(change func(*editing.Text)) editing.Spec {
		wrong := text("x")
		change(&wrong)
		return editing.Spec{Texts: []editing.Text{text("x"), wrong}}
	}
	for name, c := range map[string]struct {
		spec editing.Spec
		says string
	}{
		"a turn":               {editing.Spec{Rotate: 45}, "rotate is 45"},
		"an empty crop":        {editing.Spec{Crop: &editing.Crop{}}, "crop.width is 0"},
		"a crop of nothing":    {editing.Spec{Crop: &editing.Crop{Width: 1}}, "crop.height 0"},
		"a crop beyond":        {editing.Spec{Crop: &editing.Crop{X: 0.5, Width: 0.6, Height: 1}}, "beyond the picture"},
		"a crop before":        {editing.Spec{Crop: &editing.Crop{X: -0.5, Width: 1, Height: 1}}, "crop.x is -0.5"},
		"a crop of no number":  {editing.Spec{Crop: &editing.Crop{Width: math.NaN(), Height: 1}}, "crop.width is NaN"},
		"a crop in two ways":   {editing.Spec{Crop: &editing.Crop{Width: 1, Height: 1, Ratio: "4:5"}}, "give one of them"},
		"a focus alone":        {editing.Spec{Crop: &editing.Crop{Width: 1, Height: 1, FocusX: at(0.5)}}, "crop.ratio"},
		"a focus beyond":       {editing.Spec{Crop: &editing.Crop{Ratio: "4:5", FocusY: at(2)}}, "crop.focusY is 2"},
		"a ratio of words":     {editing.Spec{Crop: &editing.Crop{Ratio: "inf:1"}}, "from 1:10 to 10:1"},
		"half a ratio":         {editing.Spec{Crop: &editing.Crop{Ratio: "4"}}, "from 1:10 to 10:1"},
		"a ratio of zero":      {editing.Spec{Pad: &editing.Pad{Ratio: "0:1", Fill: "blur"}}, "from 1:10 to 10:1"},
		"a thin ratio":         {editing.Spec{Pad: &editing.Pad{Ratio: "1:10.1", Fill: "blur"}}, "from 1:10 to 10:1"},
		"no fill":              {editing.Spec{Pad: &editing.Pad{Ratio: "4:5"}}, "pad.fill"},
		"a see-through pad":    {editing.Spec{Pad: &editing.Pad{Ratio: "4:5", Fill: "color", Color: "#00000000"}}, "pad.color"},
		"a size of nothing":    {editing.Spec{Resize: &editing.Resize{}}, "neither"},
		"a small size":         {editing.Spec{Resize: &editing.Resize{Width: 15}}, "resize.width is 15"},
		"a large size":         {editing.Spec{Resize: &editing.Resize{Height: 4097}}, "resize.height is 4097"},
		"eleven texts":         {editing.Spec{Texts: make([]editing.Text, 11)}, "11 texts"},
		"an empty text":        {with(func(t *editing.Text) { t.Text = " \n" }), "text 2 of 2: it is empty"},
		"a long text":          {with(func(t *editing.Text) { t.Text = strings.Repeat("x", 501) }), "501 characters"},
		"bytes":                {with(func(t *editing.Text) { t.Text = "\xff" }), "UTF-8"},
		"a text outside":       {with(func(t *editing.Text) { t.Y = 1.01 }), "y is 1.01"},
		"tiny letters":         {with(func(t *editing.Text) { t.Size = 0 }), "size is 0"},
		"huge letters":         {with(func(t *editing.Text) { t.Size = math.Inf(1) }), "size is +Inf"},
		"a colour by name":     {with(func(t *editing.Text) { t.Color = "red" }), `color is "red"`},
		"a long colour":        {with(func(t *editing.Text) { t.Background = "#" + strings.Repeat("0", 99) }), "background"},
		"an odd colour":        {with(func(t *editing.Text) { t.Color = "#12345" }), "color is"},
		"an alignment":         {with(func(t *editing.Text) { t.Align = "justify" }), "align"},
		"a wide text":          {with(func(t *editing.Text) { t.MaxWidth = 1.5 }), "maxWidth is 1.5"},
		"a text turned often":  {with(func(t *editing.Text) { t.Rotation = 361 }), "rotation is 361"},
		"a text turned to NaN": {with(func(t *editing.Text) { t.Rotation = math.NaN() }), "rotation is NaN"},
	} {
		err := c.spec.Check()
		if apperror.CodeOf(err) != apperror.ValidationError || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %q", name, err, c.says)
		}
		if len(err.Error()) > 250 {
			t.Errorf("%s: the sentence is %d bytes long", name, len(err.Error()))
		}
	}
}
