package media

import (
	"errors"
	"image"
	"image/jpeg"
	"io"
	"testing"

	"crier/platform/apperror"
)

func TestAdd(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file, err := b.Add(t.Context(), "../story.jpg", func(w io.Writer, most int64) error {
		if most != maxSize {
			t.Errorf("most is %d", most)
		}
		return jpeg.Encode(w, image.NewGray(image.Rect(0, 0, 720, 1280)), nil)
	})
	if err != nil || file.OriginalFilename != "story.jpg" || *file.Width != 720 || *file.Height != 1280 || !file.IsValid {
		t.Errorf("got %+v, %v", file, err)
	}
	if stored, err := b.File(t.Context(), file.ID); err != nil || stored.StoragePath != file.StoragePath {
		t.Errorf("stored as %+v, %v", stored, err)
	}
}

// TestFound_NameOfAFolder: whichever way a file comes in, its name is that of a file, and never one
// that leads to a folder, on any system.
func TestFound_NameOfAFolder(t *testing.T) {
	t.Parallel()
	b := setup(t)
	picture := picture(t, 8, 8, toJPEG)
	for _, name := range []string{"..", ".", "a/..", `a\..`, "../", "\u202e..", "...", ".. ", " "} {
		sent, err := b.upload(t, name, picture)
		if err != nil || sent.OriginalFilename != "unnamed" {
			t.Errorf("%q was uploaded as %q, %v", name, sent.OriginalFilename, err)
		}
		added, err := b.Add(t.Context(), name, func(w io.Writer, _ int64) error { _, err := w.Write(picture); return err })
		if err != nil || added.OriginalFilename != "unnamed" {
			t.Errorf("%q was added as %q, %v", name, added.OriginalFilename, err)
		}
	}
}

// TestAdd_Refused: nothing is left of a refused file, and the writer that fills it ends.
func TestAdd_Refused(t *testing.T) {
	t.Parallel()
	cut := errors.New("cut")
	for name, c := range map[string]struct {
		fill func(io.Writer, int64) error
		want apperror.Code
	}{
		"too large": {func(w io.Writer, most int64) error {
			for {
				if _, err := w.Write(make([]byte, most)); err != nil {
					return err
				}
			}
		}, apperror.UploadError},
		"empty":      {func(io.Writer, int64) error { return nil }, apperror.UploadError},
		"no picture": {func(w io.Writer, _ int64) error { _, err := io.WriteString(w, "<html>"); return err }, apperror.MediaInvalid},
		"broken off": {func(w io.Writer, _ int64) error {
			_, err := io.WriteString(w, "\xff\xd8\xff")
			return errors.Join(err, cut)
		}, apperror.UploadError},
		"not existing": {func(io.Writer, int64) error { return cut }, apperror.UploadError},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			_, err := b.Add(t.Context(), "story.jpg", c.fill)
			if apperror.CodeOf(err) != c.want {
				t.Errorf("got %v", err)
			}
			if isCut := name == "broken off" || name == "not existing"; isCut != errors.Is(err, cut) {
				t.Errorf("the cause of %v", err)
			}
			if left := b.leftovers(t); len(left) != 0 {
				t.Errorf("left: %v", left)
			}
		})
	}
}

// TestAdd_SaysWhatFillSays: why a file cannot be fetched is not hidden behind "it broke off".
func TestAdd_SaysWhatFillSays(t *testing.T) {
	t.Parallel()
	b := setup(t)
	own := apperror.New(apperror.MediaInvalid, "the file is in another bucket")
	for _, written := range []string{"", "\xff\xd8\xff"} {
		_, err := b.Add(t.Context(), "story.jpg", func(w io.Writer, _ int64) error {
			_, err := io.WriteString(w, written)
			return errors.Join(err, own)
		})
		if apperror.From(err) != own {
			t.Errorf("after %d bytes: %v", len(written), err)
		}
	}
	if left := b.leftovers(t); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}
