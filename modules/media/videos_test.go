package media

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/modules/media/rules"
	"crier/platform/corpus"
	"crier/platform/video"
	"crier/platform/video/probe"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// sampleVideo returns a file of the corpus by its name.
func sampleVideo(t *testing.T, name string) []byte {
	t.Helper()
	for _, c := range corpus.Videos() {
		if c.Name == name {
			return c.Content
		}
	}
	t.Fatalf("the corpus has no %s", name)
	return nil
}

// TestUpload_VideoIsMended: a defect in the form of the file is repaired in a copy, and the
// uploaded file stays as it is.
func TestUpload_VideoIsMended(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"mp4 index at the end", "mp4 edit list", "mp4 index at the end, edit list and place", "mp4 place"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, content := setup(t), sampleVideo(t, name)
			file, err := b.upload(t, "movie.mp4", content)
			if err != nil || !file.IsValid || file.ProcessedPath == nil || file.FileSize != int64(len(content)) {
				t.Fatalf("%+v, %v", file, err)
			}
			stored, err := os.ReadFile(filepath.Join(b.storage.dir.Uploads(), file.StoragePath))
			if err != nil || !bytes.Equal(stored, content) {
				t.Errorf("the stored file has changed, %v", err)
			}
			mended, err := os.ReadFile(filepath.Join(b.storage.dir.Uploads(), *file.ProcessedPath))
			if err != nil {
				t.Fatal(err)
			}
			info, err := probe.File(bytes.NewReader(mended), int64(len(mended)))
			if err != nil || info.MoovLate || info.EditLists || info.HasLocation || int64(len(mended)) != *file.ProcessedSize {
				t.Errorf("the mended file is %+v, %v", info, err)
			}
			if *file.PreviewURL != "/uploads/"+*file.ProcessedPath {
				t.Errorf("the preview is at %s", *file.PreviewURL)
			}
			if err := b.Delete(t.Context(), file.ID); err != nil {
				t.Fatal(err)
			}
			b.expectNoFiles(t)
		})
	}
}

// TestUpload_VideoNotTaken: a video that the network would refuse is kept with the reasons; a file
// that is no video is not kept.
func TestUpload_VideoNotTaken(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]string{
		"mp4 of half a second": "The video lasts 0.5 s; carousels, stories and reels take at least 3 s: use a longer one.",
		"mp4 120 fps":          "The video has 120 frames a second; carousels, stories and reels take 23 to 60 frames a second: ",
		"mp4 4K wide":          "The video is 3840 pixels wide; ",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, content := setup(t), sampleVideo(t, name)
			file, err := b.upload(t, "movie.mp4", content)
			if err != nil || file.IsValid || file.ValidationErrors == nil || file.FileSize != int64(len(content)) {
				t.Fatalf("%+v, %v", file, err)
			}
			var sentences []string
			if err := json.Unmarshal([]byte(*file.ValidationErrors), &sentences); err != nil || !strings.Contains(strings.Join(sentences, "\n"), says) {
				t.Errorf("it says %q, %v", *file.ValidationErrors, err)
			}
		})
	}
}

// TestCheck_TellsOfAConversion: the check of a file says how far its conversion is, and what is
// published until then.
func TestCheck_TellsOfAConversion(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file, err := b.upload(t, "movie.mp4", sampleVideo(t, "mp4 120 fps"))
	if err != nil {
		t.Fatal(err)
	}
	why := "The video could not be processed: it took too long."
	for says, c := range map[string]Conversion{
		"It waits to be converted; until ":      {State: ConversionWaiting},
		"It is being converted; until ":         {State: ConversionRunning},
		"The last conversion failed: " + why:    {State: ConversionFailed, Error: &why},
		"Crier can convert such videos with ff": {},
	} {
		c.MediaFileID, c.Purpose = file.ID, rules.Reel
		err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			err := deleteConversion(ctx, tx, file.ID)
			if c.State != "" && err == nil {
				_, err = tx.NewInsert().Model(&c).Exec(ctx)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		check, err := check(t.Context(), b.Service, file.ID)
		if notes := strings.Join(check.Notes, "\n"); err != nil || !strings.Contains(notes, says) || strings.Contains(notes, "installed") {
			t.Errorf("%v, %v, not %q; and an ffmpeg that is left alone may well be installed", check.Notes, err, says)
		}
	}
}

// TestCheck_TellsOfABlindVideo: the check says when no picture could be taken of a video, because
// the video may be damaged.
func TestCheck_TellsOfABlindVideo(t *testing.T) {
	t.Parallel()
	reason := noPicture
	b := setup(t)
	if notes := b.tools.cardNotes(MediaFile{Card: &reason}); len(notes) != 1 || !strings.Contains(notes[0], "may be damaged") {
		t.Errorf("%q", notes)
	}
	if notes := b.tools.cardNotes(MediaFile{}); len(notes) != 0 {
		t.Errorf("of a video that is shown by one of its pictures it says %q", notes)
	}
}

// TestCheck_WordsLengths: the fix of a video that is too long gives the length as people would.
func TestCheck_WordsLengths(t *testing.T) {
	t.Parallel()
	limits, _ := rules.VideoLimits(rules.Story)
	fixes := MediaFile{MimeType: "video/mp4"}.fixes(rules.Problem{Rule: rules.TooLong}, limits, true)
	if len(fixes) != 1 || fixes[0].Says != "Keep the first 60 s and leave the rest out." {
		t.Errorf("%+v", fixes)
	}
}

// TestCheck_NoSize: a video that does not say how large its picture is has no
// fix, with an ffmpeg or without.
func TestCheck_NoSize(t *testing.T) {
	t.Parallel()
	file := MediaFile{MimeType: "video/mp4", FileSize: 1 << 20, Facts: &video.Info{Container: video.MP4, Duration: 5 * time.Second, VideoCodec: "h264"}}
	problems := file.Problems(rules.Reel)
	if len(problems) != 1 || problems[0].Rule != rules.NoSize {
		t.Fatalf("the problems are %+v", problems)
	}
	if use := file.checkUse(rules.Reel, problems, true); len(use.Problems[0].Fixes) != 0 {
		t.Errorf("the fixes are %+v", use.Problems[0].Fixes)
	}
}

// TestReview: a review looks into each video of an earlier version once, and marks a file that is
// no video.
func TestReview(t *testing.T) {
	t.Parallel()
	b := setup(t)
	good, err := b.upload(t, "movie.mp4", sampleVideo(t, "mp4 index at the end"))
	if err != nil {
		t.Fatal(err)
	}
	bad, err := b.upload(t, "movie.mp4", sampleVideo(t, "mp4 plain"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.storage.dir.Uploads(), bad.StoragePath), []byte("no video"), 0o600); err != nil {
		t.Fatal(err)
	}
	gone, err := b.upload(t, "movie.mp4", sampleVideo(t, "mp4 plain"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(b.storage.dir.Uploads(), gone.StoragePath)); err != nil {
		t.Fatal(err)
	}
	if _, err := b.db.Exec("UPDATE media_files SET facts = NULL, width = NULL, processed_path = NULL, is_valid = 1, validation_errors = NULL"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := b.videos.Review(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	reviewed := b.file(t, good.ID)
	if reviewed.ProcessedPath == nil || reviewed.Width == nil || *reviewed.Width != 720 || !reviewed.IsValid {
		t.Errorf("the good one is %+v", reviewed)
	}
	if _, err := os.Stat(filepath.Join(b.storage.dir.Uploads(), *reviewed.ThumbnailPath)); err != nil {
		t.Error(err)
	}
	if marked := b.file(t, gone.ID); marked.IsValid || marked.ValidationErrors == nil || !strings.Contains(*marked.ValidationErrors, "not on the disk") {
		t.Errorf("the one that is gone is %+v", marked)
	}
	if marked := b.file(t, bad.ID); marked.IsValid || marked.ValidationErrors == nil || !strings.Contains(*marked.ValidationErrors, "not a video") {
		t.Errorf("the bad one is %+v", marked)
	}
}

func (b *bundle) file(t *testing.T, id wireid.ID) MediaFile {
	t.Helper()
	file, err := b.File(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// expectNoFiles wants the uploads folder to be empty.
func (b *bundle) expectNoFiles(t *testing.T) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(b.storage.dir.Uploads(), "*", "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}
