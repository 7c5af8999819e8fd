package media

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"crier/modules/media/editing"
	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// nativeTool returns the path of this machine's ffmpeg.
func nativeTool(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("ffmpeg is not installed; posters, copies, conversions and edits of videos are not tested")
	}
	return path
}

// withTools is setup with the native ffmpeg of this machine.
func withTools(t *testing.T) *bundle {
	t.Helper()
	nativeTool(t)
	b := setup(t)
	b.tools.off = false
	// On a busy machine ffmpeg may be too slow to answer the first time. What was found once stays.
	for range 5 {
		if b.tools.find(t.Context()) != nil {
			return b
		}
		b.clock.Advance(toolRefresh)
	}
	t.Fatal("the ffmpeg of this machine does not answer")
	return nil
}

// samples has the files that ffmpeg has made, by their names and arguments, because making one
// takes longer than most tests.
var samples struct {
	sync.Mutex
	made map[string][]byte
}

// made returns a video that ffmpeg makes: 3.5 seconds, the left half red and the right half blue,
// 320 by 240 pixels unless the arguments say otherwise. Tests share it, so that nobody may change
// it.
func made(t *testing.T, name string, arguments ...string) []byte {
	t.Helper()
	key := strings.Join(append([]string{name}, arguments...), "\x00")
	samples.Lock()
	defer samples.Unlock()
	if content, isMade := samples.made[key]; isMade {
		return content
	}
	path := filepath.Join(t.TempDir(), name)
	args := []string{
		"-v", "error", "-f", "lavfi", "-i", "color=red:size=160x240:rate=25:duration=3.5", "-f", "lavfi", "-i", "color=blue:size=160x240:rate=25:duration=3.5",
		"-f", "lavfi", "-i", "sine=duration=3.5", "-filter_complex", "[0][1]hstack,format=yuv420p[v]", "-map", "[v]", "-map", "2:a",
	}
	out, err := exec.CommandContext(t.Context(), "ffmpeg", append(append(args, arguments...), path)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if samples.made == nil {
		samples.made = map[string][]byte{}
	}
	samples.made[key] = content
	return content
}

func decoded(t *testing.T, b *bundle, path string) image.Image {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(b.storage.dir.Uploads(), path))
	if err != nil {
		t.Fatal(err)
	}
	m, err := jpeg.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// colour names the colour at a place, in fractions of the picture's sides.
func colour(m image.Image, x, y float64) string {
	size := m.Bounds().Size()
	r, _, b, _ := m.At(int(x*float64(size.X)), int(y*float64(size.Y))).RGBA()
	switch {
	case r > 0xc000 && b < 0x4000:
		return "red"
	case b > 0xc000 && r < 0x4000:
		return "blue"
	}
	return "another"
}

// TestTools_Upload: with an ffmpeg the thumbnail of a video is one of its pictures, and streams
// that the network takes get a container that it takes.
func TestTools_Upload(t *testing.T) {
	t.Parallel()
	b := withTools(t)
	for name, arguments := range map[string][]string{
		"a.mp4": {"-c:v", "libx264", "-c:a", "aac"},
		"a.mkv": {"-c:v", "libx264", "-c:a", "aac"},
		"a.avi": {"-c:v", "libx264", "-c:a", "aac"},
	} {
		content := made(t, name, arguments...)
		file, err := b.upload(t, name, content)
		if err != nil || !file.IsValid || file.ProcessedPath == nil || file.Card != nil || file.FileSize != int64(len(content)) {
			t.Errorf("%s: %+v, %v", name, file, err)
			continue
		}
		if !strings.HasSuffix(*file.ProcessedPath, ".mp4") || file.PublishedType() != "video/mp4" || *file.Width != 320 || file.Facts.AudioCodec != "aac" || file.Facts.EditLists {
			t.Errorf("%s: %+v, %+v", name, file, file.Facts)
		}
		if m := decoded(t, b, *file.ThumbnailPath); colour(m, 0.25, 0.5) != "red" || colour(m, 0.75, 0.5) != "blue" {
			t.Errorf("%s: the thumbnail is not a picture of it", name)
		}
	}
}

// converted runs the requests that wait, and returns the file.
func (b *bundle) converted(t *testing.T, id wireid.ID) MediaFile {
	t.Helper()
	b.work(t.Context())
	return b.file(t, id)
}

// TestTools_Conversion: a video is encoded again on request, and that can be undone.
func TestTools_Conversion(t *testing.T) {
	t.Parallel()
	b := withTools(t)
	content := made(t, "a.webm", "-c:v", "libvpx", "-threads", "1", "-b:v", "500k", "-c:a", "libopus")
	file, err := b.upload(t, "a.webm", content)
	if err != nil || file.IsValid || file.ProcessedPath != nil || !strings.Contains(*file.ValidationErrors, "crier media convert") {
		t.Fatalf("%+v, %v", file, err)
	}
	c, err := b.Convert(t.Context(), file.ID, rules.Reel)
	if err != nil || c.State != ConversionWaiting {
		t.Fatal(c, err)
	}
	after := b.converted(t, file.ID)
	if !after.IsValid || after.ValidationErrors != nil || after.ProcessedPath == nil || after.PublishedType() != "video/mp4" || after.MimeType != "video/webm" || after.Facts.VideoCodec != "h264" {
		t.Errorf("converted, it is %+v", after)
	}
	if _, err := b.Conversion(t.Context(), file.ID); apperror.CodeOf(err) != apperror.NotFound {
		t.Error(err)
	}
	reset, err := b.ResetEdits(t.Context(), file.ID)
	if err != nil || reset.MediaFile.IsValid || reset.MediaFile.ProcessedPath != nil {
		t.Errorf("reset, it is %+v, %v", reset, err)
	}
	if err := b.Delete(t.Context(), file.ID); err != nil {
		t.Fatal(err)
	}
	b.expectNoFiles(t)
}

// TestTools_ConversionFails: a failed conversion says why, leaves the file as it is, and can be
// asked for again.
func TestTools_ConversionFails(t *testing.T) {
	t.Parallel()
	b := withTools(t)
	file, err := b.upload(t, "a.mp4", sampleVideo(t, "mp4 120 fps"))
	if err != nil || file.Card == nil || *file.Card != noPicture {
		t.Fatalf("%+v, %v", file, err)
	}
	for range 2 {
		if _, err := b.Convert(t.Context(), file.ID, rules.Reel); err != nil {
			t.Fatal(err)
		}
		after := b.converted(t, file.ID)
		c, err := b.Conversion(t.Context(), file.ID)
		if err != nil || c.State != ConversionFailed || c.Error == nil || !strings.Contains(*c.Error, "could not be processed") || after.ProcessedPath != nil {
			t.Errorf("%+v, %v; the file is %+v", c, err, after)
		}
	}
	if left, err := filepath.Glob(filepath.Join(b.storage.dir.Staging(), "*")); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}

// TestTools_Edits: a video is cropped, turned and written over as a picture is.
func TestTools_Edits(t *testing.T) {
	t.Parallel()
	b := withTools(t)
	file, err := b.upload(t, "a.mp4", made(t, "a.mp4", "-c:v", "libx264", "-c:a", "aac"))
	if err != nil {
		t.Fatal(err)
	}
	spec := editing.Spec{Rotate: 90, Pad: &editing.Pad{Ratio: "1:1", Fill: editing.FillBlur}, Texts: []editing.Text{{Text: "■", X: 0.5, Y: 0.25, Size: 0.3, Color: "#0000ff"}}}
	preview, _, err := b.PreviewEdits(t.Context(), file.ID, spec)
	if err != nil {
		t.Fatal(err)
	}
	shown, err := jpeg.Decode(bytes.NewReader(preview))
	if err != nil || shown.Bounds().Dx() != shown.Bounds().Dy() {
		t.Fatal(shown.Bounds(), err)
	}
	answer, err := b.Edit(t.Context(), file.ID, spec)
	if err != nil || answer.Conversion == nil || answer.Conversion.Edits == nil {
		t.Fatal(answer, err)
	}
	after := b.converted(t, file.ID)
	if after.Edits == nil || *after.Width != *after.Height || !after.IsValid {
		t.Errorf("edited, it is %+v", after)
	}
	for what, m := range map[string]image.Image{"the preview": shown, "the video": decoded(t, b, *after.ThumbnailPath)} {
		if colour(m, 0.5, 0.05) != "red" || colour(m, 0.5, 0.95) != "blue" || colour(m, 0.5, 0.25) != "blue" {
			t.Errorf("%s: %s above, %s below, %s where the text is", what, colour(m, 0.5, 0.05), colour(m, 0.5, 0.95), colour(m, 0.5, 0.25))
		}
	}
}

// TestTools_EditLarge: an edited video may be wider than an edited picture, and has a preview all
// the same.
func TestTools_EditLarge(t *testing.T) {
	t.Parallel()
	b := withTools(t)
	file, err := b.upload(t, "a.mp4", made(t, "a.mp4", "-c:v", "libx264", "-c:a", "aac"))
	if err != nil {
		t.Fatal(err)
	}
	preview, missing, err := b.PreviewEdits(t.Context(), file.ID, editing.Spec{
		Resize: &editing.Resize{Width: 1920}, Texts: []editing.Text{{Text: "\U000F0000", X: 0.5, Y: 0.5, Size: 0.1}},
	})
	if err != nil || len(missing) != 1 {
		t.Fatal(missing, err)
	}
	if c, err := jpeg.DecodeConfig(bytes.NewReader(preview)); err != nil || c.Width != 1080 || c.Height != 810 {
		t.Errorf("the preview is %d x %d, %v", c.Width, c.Height, err)
	}
}

// TestTools_RequestsTakenBack: a request that comes while another one of the same video is carried
// out is kept. A conversion keeps the edits, and characters that no font has are named at once.
func TestTools_RequestsTakenBack(t *testing.T) {
	t.Parallel()
	b := withTools(t)
	file, err := b.upload(t, "a.mp4", made(t, "a.mp4", "-c:v", "libx264", "-c:a", "aac"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Edit(t.Context(), file.ID, editing.Spec{Rotate: 90}); err != nil {
		t.Fatal(err)
	}
	former, err := claimConversion(t.Context(), b.db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Convert(t.Context(), file.ID, rules.Story); apperror.CodeOf(err) != apperror.InvalidStatus {
		t.Errorf("while it is being converted: %v", err)
	}
	under, end := b.running.begin(t.Context(), file.ID)
	defer end()
	if _, err := b.ResetEdits(t.Context(), file.ID); err != nil || under.Err() == nil {
		t.Errorf("the work on a request that is taken back goes on: %v", err)
	}
	answer, err := b.Edit(t.Context(), file.ID, editing.Spec{FlipHorizontal: true, Texts: []editing.Text{{Text: "\U000F0000", X: 0.5, Y: 0.5, Size: 0.1}}})
	if err != nil || len(answer.Missing) != 1 {
		t.Errorf("%+v, %v", answer, err)
	}
	if err := b.convert(t.Context(), former); !errors.Is(err, errUnwanted) {
		t.Errorf("the former request: %v", err)
	}
	if err := b.fail(t.Context(), former, errUnwanted); err != nil || b.file(t, file.ID).Edits != nil {
		t.Errorf("the former request was carried out, %v", err)
	}
	if shown, err := b.Edits(t.Context(), file.ID); err != nil || shown.Conversion == nil || shown.Conversion.State != ConversionWaiting {
		t.Errorf("%+v, %v", shown.Conversion, err)
	}
	if c, err := b.Convert(t.Context(), file.ID, rules.Story); err != nil || c.Purpose != rules.Story || c.Edits == nil || !c.Edits.FlipHorizontal {
		t.Errorf("the request that waits became %+v, %v", c, err)
	}
	if after := b.converted(t, file.ID); after.Edits == nil || !after.Edits.FlipHorizontal {
		t.Errorf("it is %+v", after)
	}
	if c, err := b.Convert(t.Context(), file.ID, rules.Reel); err != nil || c.Edits == nil || !c.Edits.FlipHorizontal {
		t.Errorf("a conversion of an edited video is %+v, %v", c, err)
	}
}

// TestTools_Appear: a card becomes a picture once there is an ffmpeg.
func TestTools_Appear(t *testing.T) {
	t.Parallel()
	b := withTools(t)
	b.tools.off = true
	file, err := b.upload(t, "a.mp4", made(t, "a.mp4", "-c:v", "libx264", "-c:a", "aac"))
	if err != nil || file.Card == nil || *file.Card != noTool {
		t.Fatalf("%+v, %v", file, err)
	}
	b.tools.off = false
	if err := b.videos.Review(t.Context()); err != nil {
		t.Fatal(err)
	}
	after := b.file(t, file.ID)
	if after.Card != nil || *after.ThumbnailPath == *file.ThumbnailPath || *after.ProcessedPath != *file.ProcessedPath || colour(decoded(t, b, *after.ThumbnailPath), 0.25, 0.5) != "red" {
		t.Errorf("it is %+v", after)
	}
	if _, err := os.Stat(filepath.Join(b.storage.dir.Uploads(), *file.ThumbnailPath)); !os.IsNotExist(err) {
		t.Errorf("the card is still there: %v", err)
	}
}

// TestTools_AppearForStreams: once there is an ffmpeg, streams that the network takes get their
// container, and a video that still needs a conversion is said to be convertible.
func TestTools_AppearForStreams(t *testing.T) {
	t.Parallel()
	b := withTools(t)
	b.tools.off = true
	copied, err := b.upload(t, "a.mkv", made(t, "a.mkv", "-c:v", "libx264", "-c:a", "aac"))
	if err != nil || copied.IsValid {
		t.Fatalf("%+v, %v", copied, err)
	}
	odd, err := b.upload(t, "a.mp4", made(t, "a.mp4", "-c:v", "libx264", "-c:a", "libmp3lame"))
	if err != nil || odd.IsValid {
		t.Fatalf("%+v, %v", odd, err)
	}
	b.tools.off = false
	if err := b.videos.Review(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := b.file(t, copied.ID); !after.IsValid || after.ProcessedPath == nil || after.ValidationErrors != nil || after.Card != nil {
		t.Errorf("it is %+v", after)
	}
	if after := b.file(t, odd.ID); after.IsValid || after.Card != nil || !strings.Contains(*after.ValidationErrors, "crier media convert") {
		t.Errorf("it is %+v", after)
	}
	for _, file := range []MediaFile{copied, odd} {
		if err := b.Delete(t.Context(), file.ID); err != nil {
			t.Error(err)
		}
	}
	b.expectNoFiles(t)
}

// TestReview_LeavesWhatHasChanged: a change that was made during a review is kept.
func TestReview_LeavesWhatHasChanged(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file, err := b.upload(t, "movie.mp4", sampleVideo(t, "mp4 120 fps"))
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for range 2 {
		if err := b.videos.prepareAgain(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		shown = append(shown, *b.file(t, file.ID).ThumbnailPath)
	}
	if shown[0] == *file.ThumbnailPath || shown[1] != shown[0] {
		t.Errorf("after %s it is shown by %v", *file.ThumbnailPath, shown)
	}
}

// TestConverter_GoesOnAfterAnError: a request whose claim or failure cannot be stored, as on a full
// disk, is carried out once there is room, without a new start.
func TestConverter_GoesOnAfterAnError(t *testing.T) {
	t.Parallel()
	for refused, left := range map[ConversionState]ConversionState{ConversionRunning: ConversionWaiting, ConversionFailed: ConversionRunning} {
		t.Run(string(refused), func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			file, err := b.upload(t, "a.mp4", sampleVideo(t, "mp4 120 fps"))
			if err != nil {
				t.Fatal(err)
			}
			exec := func(statement string) {
				if _, err := b.db.Exec(statement); err != nil {
					t.Fatal(err)
				}
			}
			if err := putConversion(t.Context(), b.db, &Conversion{MediaFileID: file.ID, Purpose: rules.Reel, State: ConversionWaiting, RequestedAt: wiretime.Of(start)}); err != nil {
				t.Fatal(err)
			}
			exec("CREATE TRIGGER no_room BEFORE UPDATE ON media_conversions WHEN NEW.state = '" + string(refused) + "' BEGIN SELECT RAISE(ABORT, 'no room'); END")
			b.work(t.Context())
			if c, err := b.Conversion(t.Context(), file.ID); err != nil || c.State != left {
				t.Errorf("while there is no room it is %+v, %v", c, err)
			}
			exec("DROP TRIGGER no_room")
			if err := b.clock.BlockUntil(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
			b.clock.Advance(conversionPause)
			<-b.woken
			// It fails, because this bundle has no ffmpeg.
			b.work(t.Context())
			if c, err := b.Conversion(t.Context(), file.ID); err != nil || c.State != ConversionFailed {
				t.Errorf("once there is room it is %+v, %v", c, err)
			}
		})
	}
}

// TestConverter_StopsAndResumes: the next start does a conversion that was running when Crier
// stopped.
func TestConverter_StopsAndResumes(t *testing.T) {
	t.Parallel()
	b := withTools(t)
	file, err := b.upload(t, "a.webm", made(t, "a.webm", "-c:v", "libvpx", "-threads", "1", "-b:v", "500k", "-c:a", "libopus"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Convert(t.Context(), file.ID, rules.Reel); err != nil {
		t.Fatal(err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.next(stopped); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped converter: %v", err)
	}
	if _, err := b.db.Exec("UPDATE media_conversions SET state = 'RUNNING'"); err != nil {
		t.Fatal(err)
	}
	c := b.converter
	if err := c.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.stop()
	// It may have been done before the stop, or is taken up again by the next start.
	if after := b.converted(t, file.ID); !after.IsValid {
		t.Errorf("it is %+v", after)
	}
}
