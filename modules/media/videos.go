package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/imaging"
	"crier/platform/video"
	"crier/platform/wireid"
)

// treated is a video as it would be published, with what was made for that. Its files lie in the staging folder; they are
// the caller's, and empty paths stand for none.
type treated struct {
	// info is of the processed file where there is one, else of the stored one.
	info video.Info
	// processed is published in place of the stored file.
	processed     string
	processedSize int64
	thumbnail     string
	// card says why the thumbnail is a drawn one.
	card *cardReason
}

// discard removes what of the treated files has not been moved away.
func (t treated) discard() {
	for _, path := range []string{t.processed, t.thumbnail} {
		if path != "" {
			_ = os.Remove(path)
		}
	}
}

// addVideo completes the record of a video and moves its files to their places.
func (s *Service) addVideo(ctx context.Context, up staged, file *MediaFile) error {
	file.MimeType, file.FileSize = up.kind.MIME(), up.size
	file.StoragePath = filepath.ToSlash(filepath.Join(videosDir, file.ID.String()+videoExtension(up.kind)))
	synced := make(chan error, 1)
	go func() { synced <- syncFile(up.path) }()
	t, err := s.treat(ctx, up.path, up.path)
	if syncErr := <-synced; err == nil && syncErr != nil {
		err = diskError(syncErr)
	}
	defer t.discard()
	if err != nil {
		return err
	}
	if err := s.takeOver(t, file); err != nil {
		return err
	}
	return s.keep(up.path, file.StoragePath)
}

// syncFile has a file on the disk.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// treat looks into the video at path, makes of it what the network takes where that needs no new encoding, and makes its
// thumbnail. The names of what it makes begin with base.
func (s *Service) treat(ctx context.Context, path, base string) (treated, error) {
	info, err := s.look(path)
	if err != nil {
		return treated{}, err
	}
	t := treated{info: info}
	if err := s.process(ctx, path, base, &t); err != nil {
		t.discard()
		return treated{}, err
	}
	source := path
	if t.processed != "" {
		source = t.processed
	}
	if err := s.makeThumbnail(ctx, source, base, &t); err != nil {
		t.discard()
		return treated{}, err
	}
	return t, nil
}

// look reads what a video file says of itself. A file that is no video, is damaged or has gone is MEDIA_INVALID.
func (s *Service) look(path string) (info video.Info, err error) {
	f, err := openStored(path)
	if err != nil {
		return video.Info{}, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	stat, err := f.Stat()
	if err != nil {
		return video.Info{}, diskError(err)
	}
	info, err = video.Probe(f, stat.Size())
	return info, videoError(err)
}

// openStored opens a file to read it. One that somebody has taken away is MEDIA_INVALID.
func openStored(path string) (*os.File, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, apperror.Wrap(apperror.MediaInvalid, err, "the uploaded file is not on the disk any more; upload it again")
	}
	if err != nil {
		return nil, fmt.Errorf("read the uploaded file: %w", err)
	}
	return f, nil
}

// videoError tells a flaw of the file from a failure to read it.
func videoError(err error) error {
	var flaw *video.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &flaw):
		return apperror.Wrap(apperror.MediaInvalid, err, "%s", flaw.Message)
	}
	return apperror.Wrap(apperror.VideoProcessingFailed, err, "the video could not be read; encode it as MP4 with H.264 and AAC and upload it once more")
}

// process makes the file that is published when the stored one is not fit for it: a mended one, or a copy of its streams in
// another container. That this does not work is no error: the rules then say what is wrong with the stored file.
func (s *Service) process(ctx context.Context, path, base string, t *treated) error {
	var work func(ctx context.Context, from, to string) error
	extension := ".mp4"
	switch {
	case t.info.Truncated:
		return nil
	case video.CanMend(t.info):
		work = mend
		if t.info.Container == "mov" {
			extension = ".mov"
		}
	case canCopy(t.info):
		tool := s.tools.find(ctx)
		if tool == nil {
			return nil
		}
		work = tool.Copy
	default:
		return nil
	}
	return s.processWith(ctx, work, path, base+".processed"+extension, t)
}

func (s *Service) processWith(ctx context.Context, work func(ctx context.Context, from, to string) error, from, to string, t *treated) error {
	err := work(ctx, from, to)
	var info video.Info
	if err == nil {
		info, err = s.look(to)
	}
	if err == nil && (info.MoovLate || info.Truncated) {
		err = errors.New("the processed file is no better")
	}
	if err != nil {
		_ = os.Remove(to)
		if ctx.Err() != nil || database.DiskFull(err) {
			return diskError(err)
		}
		s.log.Warn("media: a video could not be made fit for the network", "error", err)
		return nil
	}
	stat, err := os.Stat(to)
	if err != nil {
		return diskError(err)
	}
	t.info, t.processed, t.processedSize = info, to, stat.Size()
	return nil
}

// canCopy reports whether the streams of the file are what the network takes, so that only their container is not.
func canCopy(i video.Info) bool {
	if i.Container == "mp4" || i.Container == "mov" {
		return false
	}
	i.Container = "mp4"
	return rules.Weigh(rules.File{Width: i.Width, Height: i.Height, Video: &i}).IsValid()
}

// mend writes a mended copy of an MP4 or MOV file, synced.
func mend(ctx context.Context, from, to string) (err error) {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	stat, err := source.Stat()
	if err != nil {
		return err
	}
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return err
	}
	// The wrapper hides what would pass by the buffer of a copy.
	err = video.Mend(ctx, struct{ io.Writer }{target}, source, stat.Size())
	if err == nil {
		err = target.Sync()
	}
	return errors.Join(err, target.Close())
}

// takeOver moves the files of a treated video to their places and has the record describe them.
func (s *Service) takeOver(t treated, file *MediaFile) error {
	if t.processed != "" {
		place := filepath.ToSlash(filepath.Join(processedDir, wireid.New().String()+filepath.Ext(t.processed)))
		if err := s.keep(t.processed, place); err != nil {
			return err
		}
		file.ProcessedPath, file.ProcessedSize = &place, &t.processedSize
	}
	if err := s.takeThumbnail(t, file); err != nil {
		return err
	}
	file.describe(t.info)
	return s.judge(file)
}

func (s *Service) takeThumbnail(t treated, file *MediaFile) error {
	if t.thumbnail == "" {
		return nil
	}
	place := filepath.ToSlash(filepath.Join(thumbnailsDir, wireid.New().String()+".jpg"))
	if err := s.keep(t.thumbnail, place); err != nil {
		return err
	}
	file.ThumbnailPath, file.Card = &place, t.card
	return nil
}

// describe takes over what a video says of itself.
func (f *MediaFile) describe(i video.Info) {
	f.Facts = &i
	f.Width, f.Height, f.AspectRatio, f.DurationSeconds = nil, nil, nil, nil
	if i.Width > 0 && i.Height > 0 {
		ratio := imaging.AspectRatio(i.Width, i.Height)
		f.Width, f.Height, f.AspectRatio = &i.Width, &i.Height, &ratio
	}
	if i.Duration > 0 {
		seconds := float64(i.Duration.Milliseconds()) / 1000
		f.DurationSeconds = &seconds
	}
}

// judge records what the rules say of the file.
func (s *Service) judge(file *MediaFile) error {
	verdict := rules.Weigh(file.judged())
	sentences := verdict.Sentences()
	if !verdict.IsValid() && file.IsVideo() && verdict.NeedsConversion() {
		sentences = append(sentences, s.tools.advice())
	}
	file.IsValid = verdict.IsValid()
	return file.explain(sentences)
}

func videoExtension(kind imaging.Kind) string {
	switch kind {
	case imaging.QuickTime:
		return ".mov"
	case imaging.Matroska:
		return ".mkv"
	case imaging.WebM:
		return ".webm"
	case imaging.AVI:
		return ".avi"
	default:
		return ".mp4"
	}
}
