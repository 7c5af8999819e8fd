package media

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"

	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/video"
	"crier/platform/video/probe"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// videos prepares videos for the network, when they are uploaded and when they are reviewed.
type videos struct {
	files *Service
}

func newVideos(files *Service) *videos { return &videos{files} }

// prepare inspects the video at path, makes a copy that the network takes where that needs no new
// encoding, and makes its thumbnail. The names of the files that it makes begin with base.
func (v *videos) prepare(ctx context.Context, path, base string) (prepared, error) {
	info, err := inspect(path)
	if err != nil {
		return prepared{}, err
	}
	p := prepared{info: info}
	if err := v.process(ctx, path, base, &p); err != nil {
		p.discard()
		return prepared{}, err
	}
	source := path
	if p.processed != "" {
		source = p.processed
	}
	if err := v.files.pictures.thumbnail(ctx, source, base, &p); err != nil {
		p.discard()
		return prepared{}, err
	}
	return p, nil
}

// inspect reads a video's description. It returns MEDIA_INVALID for a file that is missing, damaged
// or no video.
func inspect(path string) (info video.Info, err error) {
	f, err := openStored(path)
	if err != nil {
		return video.Info{}, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	stat, err := f.Stat()
	if err != nil {
		return video.Info{}, diskError(err)
	}
	info, err = probe.File(f, stat.Size())
	return info, videoError(err)
}

// videoError tells a defect of the file from a failure to read it.
func videoError(err error) error {
	if err == nil {
		return nil
	}
	if flaw, ok := errors.AsType[*video.Error](err); ok {
		return apperror.Wrap(apperror.MediaInvalid, err, "%s", flaw.Message)
	}
	return apperror.Wrap(apperror.VideoProcessingFailed, err, "the video could not be read; encode it as MP4 with H.264 and AAC and upload it once more")
}

// process makes the file that is published when the stored one does not fit: a repaired one, or a
// copy of its streams in another container. A failure is no error: the rules then say what is wrong
// with the stored file.
func (v *videos) process(ctx context.Context, path, base string, p *prepared) error {
	var work func(ctx context.Context, from, to string) error
	extension := ".mp4"
	switch {
	case p.info.Truncated:
		return nil
	case video.CanMend(p.info):
		work = mend
		if p.info.Container == "mov" {
			extension = ".mov"
		}
	case canCopy(p.info):
		tool := v.files.tools.find(ctx)
		if tool == nil {
			return nil
		}
		work = func(ctx context.Context, from, to string) error { return tool.Copy(ctx, from, to, tracksOf(p.info)) }
	default:
		return nil
	}
	return v.processWith(ctx, work, path, base+".processed"+extension, p)
}

func (v *videos) processWith(ctx context.Context, work func(ctx context.Context, from, to string) error, from, to string, p *prepared) error {
	err := work(ctx, from, to)
	var made prepared
	if err == nil {
		made, err = examine(to)
	}
	if err == nil {
		err = likeness(p.info, made.info, 0)
	}
	if err == nil && (made.info.MoovLate || made.info.Truncated) {
		err = errors.New("the processed file is as unfit as the original")
	}
	if err != nil {
		_ = os.Remove(to)
		if ctx.Err() != nil || database.DiskFull(err) {
			return diskError(err)
		}
		v.files.log.Warn("media: a video could not be made fit for the network", "error", err)
		return nil
	}
	*p = made
	return nil
}

// examine describes a video that was made to be published in place of a stored one.
func examine(path string) (prepared, error) {
	info, err := inspect(path)
	if err != nil {
		return prepared{}, err
	}
	stat, err := os.Stat(path)
	if err != nil {
		return prepared{}, diskError(err)
	}
	return prepared{info: info, processed: path, processedSize: stat.Size()}, nil
}

// canCopy reports whether the network would take the file's streams in another container.
func canCopy(i video.Info) bool {
	if i.Container == "mp4" || i.Container == "mov" {
		return false
	}
	i.Container = "mp4"
	return rules.Weigh(rules.File{Width: i.Width, Height: i.Height, Video: &i}).IsValid()
}

// mend writes a repaired copy of an MP4 or MOV file, and syncs it.
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
	// The wrapper hides methods that would bypass the buffer of a copy.
	err = video.Mend(ctx, struct{ io.Writer }{target}, source, stat.Size())
	if err == nil {
		err = target.Sync()
	}
	return errors.Join(err, target.Close())
}

// adopt moves the files of a prepared video into place and describes them in the record.
func (v *videos) adopt(p prepared, file *MediaFile) error {
	if p.processed != "" {
		place := path.Join(processedDir, wireid.New().String()+filepath.Ext(p.processed))
		if err := v.files.storage.store(p.processed, place); err != nil {
			return err
		}
		file.ProcessedPath, file.ProcessedSize = &place, &p.processedSize
	}
	if err := v.adoptThumbnail(p, file); err != nil {
		return err
	}
	file.describe(p.info)
	return v.judge(file)
}

func (v *videos) adoptThumbnail(p prepared, file *MediaFile) error {
	if p.thumbnail == "" {
		return nil
	}
	place := path.Join(thumbnailsDir, wireid.New().String()+".jpg")
	if err := v.files.storage.store(p.thumbnail, place); err != nil {
		return err
	}
	file.ThumbnailPath, file.Card = &place, p.card
	return nil
}

// remake prepares the stored video as an upload would be prepared now, and stores the result as
// replace does.
func (v *videos) remake(ctx context.Context, file MediaFile, change func(context.Context, bun.Tx, *MediaFile) error) (MediaFile, error) {
	p, err := v.prepare(ctx, v.files.storage.stored(file), v.files.storage.temporary("remake"))
	if err != nil {
		return MediaFile{}, err
	}
	defer p.discard()
	return v.replace(ctx, file.ID, p, change)
}

// replace stores the files of p in the record of a video, as Service.replace does, and moves them
// into place.
func (v *videos) replace(ctx context.Context, id wireid.ID, p prepared, change func(context.Context, bun.Tx, *MediaFile) error) (MediaFile, error) {
	fresh := MediaFile{ID: id, MimeType: "video/mp4"}
	if err := v.adopt(p, &fresh); err != nil {
		return MediaFile{}, errors.Join(err, v.files.storage.remove(fresh))
	}
	return v.files.replace(ctx, fresh, func(ctx context.Context, tx bun.Tx, file *MediaFile) error {
		file.ProcessedSize, file.Card = fresh.ProcessedSize, fresh.Card
		file.describe(p.info)
		if err := change(ctx, tx, file); err != nil {
			return err
		}
		return v.judge(file)
	})
}

// judge stores the verdict of the rules about the file in its record.
func (v *videos) judge(file *MediaFile) error {
	verdict := rules.Weigh(file.judged())
	sentences := verdict.Sentences()
	if !verdict.IsValid() && file.IsVideo() && verdict.NeedsConversion() {
		sentences = append(sentences, v.files.tools.say(conversionAdvice))
	}
	if file.Facts != nil {
		if said := rules.Unevenness(*file.Facts); said != "" {
			sentences = append(sentences, said)
		}
	}
	file.IsValid = verdict.IsValid()
	return file.explain(sentences)
}
