package textimage_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crier/platform/textimage"
)

const overlayWidth, overlayHeight = 400, 300

// overlay draws texts with the built-in fonts and those of the folders.
func overlay(tb testing.TB, folders []string, texts ...textimage.Text) (m *image.NRGBA, missing []string) {
	tb.Helper()
	layer, missing, err := textimage.Draw(texts, overlayWidth, overlayHeight, folders)
	if err != nil {
		tb.Fatal(err)
	}
	m = image.NewNRGBA(image.Rect(0, 0, overlayWidth, overlayHeight))
	if layer == nil {
		return m, missing
	}
	if !layer.Rect.In(m.Rect) {
		tb.Fatalf("the layer is %v", layer.Rect)
	}
	draw.Draw(m, layer.Rect, layer, layer.Rect.Min, draw.Src)
	return m, missing
}

func white() color.NRGBA { return color.NRGBA{255, 255, 255, 255} }

func text(s string) textimage.Text {
	return textimage.Text{Text: s, X: 0.5, Y: 0.5, Size: 0.06, Color: white()}
}

func drawn(t *testing.T, texts ...textimage.Text) *image.NRGBA {
	t.Helper()
	m, missing := overlay(t, []string{}, texts...)
	if len(missing) > 0 {
		t.Errorf("of %q %q is missing", texts[0].Text, missing)
	}
	return m
}

// inked returns the bounding box of the pixels that are not transparent.
func inked(m *image.NRGBA) image.Rectangle {
	var box image.Rectangle
	for y := range overlayHeight {
		for x := range overlayWidth {
			if m.NRGBAAt(x, y).A > 0 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

func TestText_WithNothingInstalled(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"Hello", "Ærøskøbing façade Čeština ế ẞ", "Ελληνικά", "Русский Українська", "שָׁלוֹם", "مرحبا", "1,99 € @user #tag “x” – 50 %", "☀ ❤ ✓ → 😀"} {
		if box := inked(drawn(t, text(s))); box.Empty() {
			t.Errorf("%q is not to be seen", s)
		}
	}
}

func TestText_TellsWhatIsMissing(t *testing.T) {
	t.Parallel()
	m, missing := overlay(t, []string{}, text("a 日 b 👨‍👩‍👧 日 c"), text("한"))
	if want := []string{"日", "👨‍👩‍👧", "한"}; !slices.Equal(missing, want) {
		t.Errorf("got %q, want %q", missing, want)
	}
	if inked(m).Empty() {
		t.Error("what could be written was left out")
	}
	if m, missing := overlay(t, []string{}, text("日本語")); len(missing) != 3 || !inked(m).Empty() {
		t.Errorf("got %q, drawn at %v", missing, inked(m))
	}
}

func TestText_JoinsArabic(t *testing.T) {
	t.Parallel()
	joined, apart := inked(drawn(t, text("ببب"))), inked(drawn(t, text("ب\u200cب\u200cب")))
	if joined.Dx() >= apart.Dx()*8/10 {
		t.Errorf("joined letters are %d wide, single ones %d", joined.Dx(), apart.Dx())
	}
}

func TestText_RightToLeft(t *testing.T) {
	t.Parallel()
	same := func(a, b string, want bool) {
		t.Helper()
		if bytes.Equal(drawn(t, text(a)).Pix, drawn(t, text(b)).Pix) != want {
			t.Errorf("%q and %q: alike is not %v", a, b, want)
		}
	}
	same("אב", "\u202dבא\u202c", true) // Told to run from left to right, the letters are written the other way round.
	same("אב", "בא", false)
	same("אב 123", "\u202d123 בא\u202c", true) // Digits stay in their order.
	same("abc אב", "abc \u202dבא\u202c", true)
	same("ab", "\u202eba\u202c", true)
}

func TestText_Shapes(t *testing.T) {
	t.Parallel()
	base, marked := inked(drawn(t, text("e"))), inked(drawn(t, text("e\u0301")))
	if marked.Dx() > base.Dx()+2 || marked.Dy() <= base.Dy() {
		t.Errorf("e is %v, with an accent %v", base, marked)
	}
	if !bytes.Equal(drawn(t, text("é")).Pix, drawn(t, text("e\u0301")).Pix) {
		t.Error("an accent of its own looks different")
	}
}

func TestText_BreaksLines(t *testing.T) {
	t.Parallel()
	long := text("one two three four five six seven eight nine ten eleven twelve")
	long.Size, long.MaxWidth = 0.05, 0.3
	box := inked(drawn(t, long))
	if box.Dx() > overlayWidth*3/10+2 || box.Dy() < 4*20 {
		t.Errorf("a long text is %v", box)
	}
	word := text(strings.Repeat("w", 100))
	word.MaxWidth = 0.5
	if box := inked(drawn(t, word)); box.Dx() > overlayWidth/2+2 || box.Dy() < 4*24 {
		t.Errorf("a long word is %v", box)
	}
	single, double := inked(drawn(t, text("x"))), inked(drawn(t, text("x\r\nx")))
	if empty := inked(drawn(t, text("x\n\nx"))); double.Dy() < single.Dy()+20 || empty.Dy() < double.Dy()+20 {
		t.Errorf("lines are %v, %v and %v", single, double, empty)
	}
}

func TestText_LiesWhereItWasPut(t *testing.T) {
	t.Parallel()
	boxed := textimage.Text{Text: "HH", X: 0.25, Y: 0.75, Size: 0.1, Background: color.NRGBA{0, 255, 0, 255}, Color: color.NRGBA{255, 0, 0, 255}}
	m := drawn(t, boxed)
	box := inked(m)
	if mid := box.Min.Add(box.Max).Div(2); mid.Sub(image.Pt(100, 225)).In(image.Rect(-2, -2, 3, 3)) == false {
		t.Errorf("the middle is %v", mid)
	}
	if got := m.NRGBAAt(box.Min.X+8, 225); got != (color.NRGBA{0, 255, 0, 255}) {
		t.Errorf("the box is %v", got)
	}
	if got := m.NRGBAAt(box.Min.X, box.Min.Y); got.A > 100 {
		t.Errorf("the corner is %v", got)
	}
	boxed.Rotation = 90
	if turned := inked(drawn(t, boxed)); abs(turned.Dx()-box.Dy()) > 2 || abs(turned.Dy()-box.Dx()) > 2 {
		t.Errorf("turned it is %v, before %v", turned, box)
	}
	left, right := text("i\nWWWW"), text("i\nWWWW")
	left.Align, right.Align = textimage.AlignLeft, textimage.AlignRight
	top := func(t *testing.T, of textimage.Text) int {
		t.Helper()
		m := drawn(t, of)
		box := inked(m)
		for x := range overlayWidth {
			if m.NRGBAAt(x, box.Min.Y+2).A > 0 {
				return x - box.Min.X
			}
		}
		return -1
	}
	if l, r, c := top(t, left), top(t, right), top(t, text("i\nWWWW")); l > 8 || r < 60 || c < 25 || c > 60 {
		t.Errorf("the first line begins at %d, %d and %d", l, r, c)
	}
}

func abs(n int) int { return max(n, -n) }

func TestText_Bold(t *testing.T) {
	t.Parallel()
	bold := text("weight")
	bold.Bold = true
	if plain, heavy := inked(drawn(t, text("weight"))), inked(drawn(t, bold)); heavy.Dx() <= plain.Dx() {
		t.Errorf("bold is %v, plain %v", heavy, plain)
	}
}

func TestText_SeeThrough(t *testing.T) {
	t.Parallel()
	half := text("█")
	half.Size, half.Color = 0.5, color.NRGBA{0, 0, 255, 0x80}
	m := drawn(t, half)
	if got := m.NRGBAAt(200, 150); abs(int(got.A)-0x80) > 1 || got.B < 250 || got.R > 2 {
		t.Errorf("the overlay is %v", got)
	}
}

func TestText_OutsideOfThePicture(t *testing.T) {
	t.Parallel()
	corner := textimage.Text{Text: strings.Repeat("very large ", 30), X: 0, Y: 1, Size: 0.5, MaxWidth: 1, Color: white(), Background: color.NRGBA{A: 255}, Rotation: 45}
	if inked(drawn(t, corner)).Empty() {
		t.Error("nothing of it is within")
	}
}

// folderWith returns a missing folder and one that has this font.
func folderWith(t *testing.T, name string, content []byte) []string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{filepath.Join(dir, "absent"), dir}
}

// TestSystemFontFolders_WithoutAnEnvironment: a picture worker, which has no environment, looks in
// the user's own folders too.
func TestSystemFontFolders_WithoutAnEnvironment(t *testing.T) {
	own, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", "")
	t.Setenv("USERPROFILE", "")
	folders := textimage.SystemFontFolders()
	if !slices.ContainsFunc(folders, func(path string) bool { return strings.HasPrefix(path, own.HomeDir) }) {
		t.Errorf("%q has none below %s", folders, own.HomeDir)
	}
}

func TestText_Emoji(t *testing.T) {
	t.Parallel()
	folders := textimage.SystemFontFolders()
	m, missing := overlay(t, folders, text("👩🏾‍🚀"))
	if len(missing) > 0 {
		t.Skip("this test needs a colour emoji font among those of the system, such as Noto Color Emoji")
	}
	colours := map[color.NRGBA]bool{}
	for y := range overlayHeight {
		for x := range overlayWidth {
			colours[m.NRGBAAt(x, y)] = true
		}
	}
	if len(colours) < 50 {
		t.Errorf("the emoji has %d colours", len(colours))
	}
	one, _ := overlay(t, folders, text("😀"))
	if box, single := inked(m), inked(one); abs(box.Dx()-single.Dx()) > 4 {
		t.Errorf("five code points are %v wide, one is %v", box, single)
	}
	if other, _ := overlay(t, folders, text("👩🏻‍🚀")); bytes.Equal(other.Pix, m.Pix) {
		t.Error("the tone of the skin makes no difference")
	}
	asText, _ := overlay(t, folders, text("☀"))
	asEmoji, _ := overlay(t, folders, text("☀️"))
	if bytes.Equal(asText.Pix, asEmoji.Pix) {
		t.Error("a sun in black and white is the same as one in colour")
	}
}
