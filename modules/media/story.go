package media

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"crier/modules/media/editing"
	"crier/platform/apperror"
)

// StoryFiles are the files of a story that is sent as bytes instead of an address.
type StoryFiles struct {
	// Path is the JPEG or the video. CoverPath is a picture of the video.
	Path, CoverPath string
	Width, Height   int
	Duration        time.Duration
	// Missing has the characters that could not be drawn because no font has them.
	Missing   []string
	temporary []string
}

// Remove removes the files that were made for the story. It leaves the published file.
func (f StoryFiles) Remove() {
	for _, path := range f.temporary {
		_ = os.Remove(path)
	}
}

// storyRatio is the ratio of the frame in which stories are shown. The place of a picture of
// another ratio within the frame would be undefined.
const storyRatio = "9:16"

// Story returns the published file as a story: a picture in the ratio of the frame, with the texts
// drawn over it; a video as it is. The caller calls Remove. MEDIA_INVALID says that the file is not
// in the data folder any more.
func (s *Service) Story(ctx context.Context, file MediaFile, texts []editing.Text) (StoryFiles, error) {
	source := s.storage.published(file)
	if _, err := os.Stat(source); errors.Is(err, fs.ErrNotExist) {
		return StoryFiles{}, apperror.Wrap(apperror.MediaInvalid, err, "the file of the media %s is not in the data folder any more; upload it again", file.ID)
	}
	if file.IsVideo() {
		return s.videoStory(file, source)
	}
	made, err := s.pictures.renderFrom(ctx, source, editing.Spec{Pad: &editing.Pad{Ratio: storyRatio, Fill: editing.FillBlur}, Texts: texts})
	if err != nil {
		return StoryFiles{}, err
	}
	return StoryFiles{
		Path: made.path, Width: made.Width, Height: made.Height, Missing: made.Missing, temporary: []string{made.path, made.thumbnail},
	}, nil
}

// videoStory uses the thumbnail as the cover, and draws one where the thumbnail is missing.
func (s *Service) videoStory(file MediaFile, source string) (StoryFiles, error) {
	f := StoryFiles{Path: source}
	if file.Width != nil && file.Height != nil {
		f.Width, f.Height = *file.Width, *file.Height
	}
	if file.DurationSeconds != nil {
		f.Duration = time.Duration(*file.DurationSeconds * float64(time.Second))
	}
	if file.ThumbnailPath != nil {
		f.CoverPath = s.storage.path(*file.ThumbnailPath)
		if _, err := os.Stat(f.CoverPath); err == nil {
			return f, nil
		}
	}
	f.CoverPath = s.storage.temporary("cover") + ".jpg"
	f.temporary = []string{f.CoverPath}
	if file.Facts == nil {
		return f, apperror.New(apperror.MediaInvalid, "the video %s has not been looked into; upload it again", file.ID)
	}
	return f, drawCard(f.CoverPath, *file.Facts)
}
