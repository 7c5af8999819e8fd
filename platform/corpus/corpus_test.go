package corpus_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"slices"
	"strings"
	"testing"

	"crier/platform/corpus"
	"crier/platform/imaging"
)

func TestAll_IsTheSameEveryTimeAndHasNoNameTwice(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	again := corpus.MakeAll()
	for i, c := range corpus.All() {
		if seen[c.Name] || c.Name == "" || c.Filename == "" || c.MIME == "" {
			t.Errorf("%q: %q, %q", c.Name, c.Filename, c.MIME)
		}
		seen[c.Name] = true
		if !bytes.Equal(c.Content, again[i].Content) {
			t.Errorf("%s: another time it is another file", c.Name)
		}
		if n, err := io.Copy(io.Discard, c.Reader()); err != nil || n != c.Length() {
			t.Errorf("%s: %d bytes, it says %d; %v", c.Name, n, c.Length(), err)
		}
	}
	if len(seen) < 150 {
		t.Errorf("only %d cases", len(seen))
	}
}

// TestPictures compares what imaging makes of every picture with the case.
func TestPictures(t *testing.T) {
	t.Parallel()
	for _, c := range slices.Concat(corpus.Pictures(), corpus.PhonePictures(), corpus.Impostors()) {
		var out, thumb bytes.Buffer
		result, err := imaging.Normalise(t.Context(), bytes.NewReader(c.Content), &out, &thumb, imaging.Options{})
		var refused *imaging.Error
		switch {
		case c.Want.Verdict == corpus.Refused && errors.As(err, &refused):
			if says := refused.Message; c.Want.Code == "MEDIA_INVALID" && (!strings.Contains(says, c.Want.Says) || !strings.HasSuffix(says, ".")) {
				t.Errorf("%s: it says %q, want %q", c.Name, says, c.Want.Says)
			}
		case c.Want.Verdict == corpus.Refused:
			t.Errorf("%s: %+v, %v", c.Name, result, err)
		case err != nil:
			t.Errorf("%s: %v", c.Name, err)
		default:
			checkPicture(t, c, out.Bytes())
		}
	}
}

func checkPicture(t *testing.T, c corpus.Case, file []byte) {
	t.Helper()
	m, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		t.Errorf("%s: %v", c.Name, err)
		return
	}
	size := m.Bounds().Size()
	if c.Want.Width != 0 && size != image.Pt(c.Want.Width, c.Want.Height) {
		t.Errorf("%s: %v", c.Name, size)
	}
	if bytes.Contains(file, []byte(corpus.Secret)) {
		t.Errorf("%s: the metadata are still there", c.Name)
	}
	if c.Want.Quarters == nil {
		return
	}
	for i, want := range c.Want.Quarters {
		x, y := size.X/4+size.X/2*(i%2), size.Y/4+size.Y/2*(i/2)
		if got := m.At(x, y); !near(got, want) {
			t.Errorf("%s: quarter %d is %v, want %v", c.Name, i+1, got, want)
		}
	}
}

func near(a, b color.Color) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	const tolerance = 12 << 8
	return max(r1, r2)-min(r1, r2) < tolerance && max(g1, g2)-min(g1, g2) < tolerance && max(b1, b2)-min(b1, b2) < tolerance
}

// TestVideos_AreWhatTheyClaimToBe: Sniff recognises every video that is accepted.
func TestVideos_AreWhatTheyClaimToBe(t *testing.T) {
	t.Parallel()
	for _, c := range corpus.Videos() {
		head := make([]byte, imaging.SniffLen)
		n, _ := io.ReadFull(c.Reader(), head)
		if kind := imaging.Sniff(head[:n]); c.Want.Verdict <= corpus.Invalid && !kind.IsVideo() {
			t.Errorf("%s: %s", c.Name, kind)
		}
	}
}

func TestMutations_AreTheSameForASeed(t *testing.T) {
	t.Parallel()
	read := func(seed uint64) (names []string, content []byte) {
		for c := range corpus.Mutations(seed, 2, 2) {
			names, content = append(names, c.Name), append(content, c.Content[:min(len(c.Content), 100)]...)
		}
		return names, content
	}
	names, content := read(1)
	again, same := read(1)
	others, _ := read(2)
	if !bytes.Equal(content, same) || strings.Join(names, "\n") != strings.Join(again, "\n") {
		t.Error("another time they are other files")
	}
	if len(names) != 4*len(corpus.Bases()) || strings.Join(names, "\n") == strings.Join(others, "\n") {
		t.Errorf("%d mutations of %d files", len(names), len(corpus.Bases()))
	}
}

// TestLargePhoto_HidesItsTiles: programs that convert a file write each picture that is not hidden,
// so a comparison with them would be of 49 pictures with one.
func TestLargePhoto_HidesItsTiles(t *testing.T) {
	t.Parallel()
	photo := corpus.LargePhoto()
	if shown, hidden := bytes.Count(photo, []byte("infe\x02\x00\x00\x00")), bytes.Count(photo, []byte("infe\x02\x00\x00\x01")); shown != 1 || hidden != 48 {
		t.Errorf("%d pictures are shown, %d hidden", shown, hidden)
	}
}
