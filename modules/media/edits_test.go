package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/modules/media/editing"
	"crier/platform/apperror"
	"crier/platform/corpus"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

func cropTo(ratio string) editing.Spec { return editing.Spec{Crop: &editing.Crop{Ratio: ratio}} }

func boxed(text string) editing.Text {
	return editing.Text{Text: text, X: 0.5, Y: 0.5, Size: 0.1, Background: "#000000"}
}

// uploaded returns a stored picture of 200 by 300 pixels.
func (b *bundle) uploaded(t *testing.T) MediaFile {
	t.Helper()
	file, err := b.upload(t, "a.jpg", picture(t, 200, 300, toJPEG))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// sides returns the size in pixels of a file in the uploads folder, and its length.
func (b *bundle) sides(t *testing.T, path string) (w, h int, size int64) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(b.storage.dir.Uploads(), path))
	if err != nil {
		t.Fatal(err)
	}
	c, err := jpeg.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return c.Width, c.Height, int64(len(content))
}

// isWhole fails unless the record says what is true of its files and there are no other files.
func (b *bundle) isWhole(t *testing.T, id wireid.ID) MediaFile {
	t.Helper()
	file, err := b.File(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if w, h, size := b.sides(t, file.publishPath()); w != *file.Width || h != *file.Height || size != file.judged().Bytes {
		t.Errorf("%d x %d pixels and %d bytes are published, the record says %d x %d and %d", w, h, size, *file.Width, *file.Height, file.judged().Bytes)
	}
	b.sides(t, file.StoragePath)
	b.sides(t, *file.ThumbnailPath)
	want := 2
	if file.ProcessedPath != nil {
		want++
	}
	if left := b.leftovers(t); len(left) != want {
		t.Errorf("%d files are there: %v", len(left), left)
	}
	return file
}

func TestEdit_AndReset(t *testing.T) {
	t.Parallel()
	b := setup(t)
	original := b.uploaded(t)
	if _, err := b.MakePublic(t.Context(), original); err != nil {
		t.Fatal(err)
	}
	edited, err := b.Edit(t.Context(), original.ID, cropTo("1:1"))
	if err != nil {
		t.Fatal(err)
	}
	// The network may be fetching the object right now, so it is deleted later.
	for i, want := range []int{1, 0} {
		wait := time.Duration(i) * 2 * retirement
		b.clock.Advance(wait)
		if err := b.Service.objects.DeleteReleased(t.Context()); err != nil {
			t.Fatal(err)
		}
		if public, err := filepath.Glob(filepath.Join(b.storage.dir.Public(), "*")); err != nil || len(public) != want {
			t.Errorf("after %s, %v are public, %v", wait, public, err)
		}
	}
	file := b.isWhole(t, original.ID)
	if *file.Width != 200 || *file.Height != 200 || *file.AspectRatio != "1:1" || file.PublicKey != nil || file.StoragePath != original.StoragePath ||
		*file.ThumbnailPath == *original.ThumbnailPath || *file.PreviewURL != "/uploads/"+*file.ProcessedPath || !servedPath().MatchString(*file.ProcessedPath) {
		t.Errorf("edited, it is %+v", file)
	}
	if edited.Edits == nil || edited.Edits.Crop.Ratio != "1:1" || edited.MediaFile.FileSize != original.FileSize || edited.Missing == nil {
		t.Errorf("the answer is %+v", edited)
	}
	if known, err := b.Edits(t.Context(), original.ID); err != nil || known.Edits == nil || known.Edits.Crop.Ratio != "1:1" || *known.MediaFile.ProcessedPath != *file.ProcessedPath {
		t.Errorf("read again, they are %+v, %v", known, err)
	}

	// The next edit begins with what was uploaded, not with the square.
	if _, err := b.Edit(t.Context(), original.ID, editing.Spec{Rotate: 90}); err != nil {
		t.Fatal(err)
	}
	if file = b.isWhole(t, original.ID); *file.Width != 300 || *file.Height != 200 {
		t.Errorf("turned, it is %d x %d", *file.Width, *file.Height)
	}

	for what, reset := range map[string]func() (MediaEdits, error){
		"reset":              func() (MediaEdits, error) { return b.ResetEdits(t.Context(), original.ID) },
		"an edit of nothing": func() (MediaEdits, error) { return b.Edit(t.Context(), original.ID, editing.Spec{}) },
	} {
		if _, err := b.Edit(t.Context(), original.ID, cropTo("4:5")); err != nil {
			t.Fatal(err)
		}
		if answer, err := reset(); err != nil || answer.Edits != nil {
			t.Errorf("%s: got %+v, %v", what, answer, err)
		}
		if file = b.isWhole(t, original.ID); *file.Width != 200 || *file.Height != 300 || file.FileSize != original.FileSize || file.ProcessedPath != nil || file.Edits != nil {
			t.Errorf("%s: it is %+v", what, file)
		}
		again, err := reset()
		if err != nil || *again.MediaFile.ThumbnailPath != *file.ThumbnailPath {
			t.Errorf("%s, a second time: %+v, %v", what, again, err)
		}
	}
}

func TestEdit_Texts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file := b.uploaded(t)
	answer, err := b.Edit(t.Context(), file.ID, editing.Spec{Texts: []editing.Text{boxed("Hi \U000F0000")}})
	if err != nil || len(answer.Missing) != 1 || answer.Missing[0] != "\U000F0000" {
		t.Fatalf("got %+v, %v", answer, err)
	}
	content, err := os.ReadFile(filepath.Join(b.storage.dir.Uploads(), *answer.MediaFile.ProcessedPath))
	if err != nil {
		t.Fatal(err)
	}
	m, err := jpeg.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if r, g, bl, _ := m.At(86, 140).RGBA(); r>>8 > 20 || g>>8 > 20 || bl>>8 > 20 {
		t.Errorf("the box is %v", m.At(86, 140))
	}
}

func TestPreviewEdits_KeepsNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file := b.uploaded(t)
	content, missing, err := b.PreviewEdits(t.Context(), file.ID, editing.Spec{Rotate: 270, Texts: []editing.Text{boxed("\U000F0000\U000F0001")}})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := jpeg.DecodeConfig(bytes.NewReader(content)); err != nil || c.Width != 300 || c.Height != 200 {
		t.Errorf("the preview is %+v, %v", c, err)
	}
	if got := codePoints(missing); got != "U+F0000, U+F0001" {
		t.Errorf("missing %q", got)
	}
	if now := b.isWhole(t, file.ID); now.Edits != nil || *now.ThumbnailPath != *file.ThumbnailPath {
		t.Errorf("after it the file is %+v", now)
	}
}

func TestEdit_Refused(t *testing.T) {
	t.Parallel()
	b := setup(t)
	picture := b.uploaded(t)
	video, err := b.upload(t, "clip.mp4", corpus.Clip(720, 1280, 10*time.Second, 0))
	if err != nil {
		t.Fatal(err)
	}
	before := len(b.leftovers(t))
	for name, c := range map[string]struct {
		id   wireid.ID
		spec editing.Spec
		code apperror.Code
		says string
	}{
		"an unknown file":  {wireid.New(), editing.Spec{Rotate: 90}, apperror.NotFound, "no media file"},
		"a turn":           {picture.ID, editing.Spec{Rotate: 1}, apperror.ValidationError, "rotate is 1"},
		"a size":           {picture.ID, editing.Spec{Resize: &editing.Resize{Height: 4096}}, apperror.ValidationError, "2731 x 4096"},
		"a video":          {video.ID, editing.Spec{Rotate: 90}, apperror.NotConfigured, "ffmpeg"},
		"a turned video":   {video.ID, editing.Spec{Rotate: 1}, apperror.ValidationError, "rotate is 1"},
		"too many letters": {picture.ID, editing.Spec{Texts: []editing.Text{boxed(strings.Repeat("x", 501))}}, apperror.ValidationError, "501 characters"},
	} {
		_, err := b.Edit(t.Context(), c.id, c.spec)
		_, _, previewErr := b.PreviewEdits(t.Context(), c.id, c.spec)
		for what, err := range map[string]error{"edit": err, "preview": previewErr} {
			if apperror.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s, %s: got %v", name, what, err)
			}
		}
	}
	if left := b.leftovers(t); len(left) != before {
		t.Errorf("refused edits left %v", left)
	}
	if _, err := b.ResetEdits(t.Context(), wireid.New()); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("resetting an unknown file: %v", err)
	}
	if err := os.Truncate(b.storage.stored(picture), 50); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Edit(t.Context(), picture.ID, editing.Spec{Rotate: 90}); apperror.CodeOf(err) != apperror.MediaInvalid {
		t.Errorf("a damaged file: %v", err)
	}
	if err := os.Remove(b.storage.stored(picture)); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Edit(t.Context(), picture.ID, editing.Spec{Rotate: 90}); apperror.CodeOf(err) != apperror.MediaInvalid {
		t.Errorf("a lost file: %v", err)
	}
}

func TestEdit_ManyAtOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file := b.uploaded(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			var err error
			if i%4 == 3 {
				_, err = b.ResetEdits(t.Context(), file.ID)
			} else {
				_, err = b.Edit(t.Context(), file.ID, cropTo(fmt.Sprintf("%d:10", 5+i)))
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if file = b.isWhole(t, file.ID); (file.Edits == nil) != (file.ProcessedPath == nil) {
		t.Errorf("edits %v, processed %v", file.Edits, file.ProcessedPath)
	}
}

func TestEdit_WhileTheFileIsDeleted(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for range 6 {
		file := b.uploaded(t)
		var both sync.WaitGroup
		both.Go(func() {
			if _, err := b.Edit(t.Context(), file.ID, cropTo("1:1")); err != nil && apperror.CodeOf(err) != apperror.NotFound && apperror.CodeOf(err) != apperror.MediaInvalid {
				t.Error(err)
			}
		})
		both.Go(func() {
			if _, _, err := b.PreviewEdits(t.Context(), file.ID, cropTo("4:5")); err != nil && apperror.CodeOf(err) == apperror.InternalError {
				t.Error(err)
			}
			if err := b.Delete(t.Context(), file.ID); err != nil {
				t.Error(err)
			}
		})
		both.Wait()
		if left := b.leftovers(t); len(left) > 0 {
			t.Fatalf("left were %v", left)
		}
	}
}

// TestReplace_AfterADelete: the picture that was rendered for a deleted file is removed.
func TestReplace_AfterADelete(t *testing.T) {
	t.Parallel()
	b := setup(t)
	lost := filepath.Join(b.storage.dir.Uploads(), processedDir, wireid.New().String()+".jpg")
	if err := os.WriteFile(lost, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	path := processedDir + "/" + filepath.Base(lost)
	_, err := b.replace(t.Context(), MediaFile{ID: wireid.New(), ProcessedPath: &path}, func(context.Context, bun.Tx, *MediaFile) error { return nil })
	if apperror.CodeOf(err) != apperror.NotFound || len(b.leftovers(t)) > 0 {
		t.Errorf("got %v, left were %v", err, b.leftovers(t))
	}
}

// TestMakePublic_OfAFileThatWasEditedMeanwhile: the edit is published although the caller read the
// record before it.
func TestMakePublic_OfAFileThatWasEditedMeanwhile(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file := b.uploaded(t)
	first, err := b.Edit(t.Context(), file.ID, cropTo("1:1"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.MakePublic(t.Context(), first.MediaFile); err != nil {
		t.Fatal(err)
	}
	known, err := b.File(t.Context(), file.ID)
	if err != nil {
		t.Fatal(err)
	}
	second, err := b.Edit(t.Context(), file.ID, cropTo("4:5"))
	if err != nil {
		t.Fatal(err)
	}
	for what, read := range map[string]MediaFile{"with a key": known, "without a key": file} {
		url, err := b.MakePublic(t.Context(), read)
		if err != nil {
			t.Fatal(what, err)
		}
		public, err := os.ReadFile(filepath.Join(b.storage.dir.Public(), url[strings.LastIndexByte(url, '/')+1:]))
		edited, editedErr := os.ReadFile(filepath.Join(b.storage.dir.Uploads(), *second.MediaFile.ProcessedPath))
		if err := errors.Join(err, editedErr); err != nil || !bytes.Equal(public, edited) {
			t.Errorf("%s: another file was published, %v", what, err)
		}
		err = b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return b.Release(ctx, tx, file.ID, 0) })
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestStart_SweepsFormerEdits(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file := b.uploaded(t)
	if _, err := b.Edit(t.Context(), file.ID, cropTo("1:1")); err != nil {
		t.Fatal(err)
	}
	// A crash after the commit leaves the former thumbnail, one before it the new files.
	for _, path := range []string{*file.ThumbnailPath, processedDir + "/" + wireid.New().String() + ".jpg", thumbnailsDir + "/" + wireid.New().String() + ".jpg"} {
		if err := os.WriteFile(filepath.Join(b.storage.dir.Uploads(), path), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.isWhole(t, file.ID)
}
