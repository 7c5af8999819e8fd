package media

import (
	"context"
	"errors"
	"io"
	"os"
	"path"

	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/ffmpeg"
	"crier/platform/imaging"
	"crier/platform/limits"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Add stores a file of another module as an upload would be stored: fill writes it. A file of more
// than most bytes is refused. The errors are those of an upload. An apperror of fill is returned as
// it is; any other error of it is among the causes.
func (u *Uploads) Add(ctx context.Context, filename string, fill func(w io.Writer, most int64) error) (MediaFile, error) {
	return u.AddWith(ctx, filename, fill, nil)
}

// AddWith is Add, where also runs in the transaction that records the file: either all of it is
// there afterwards, or none. An error of also refuses the file.
func (u *Uploads) AddWith(ctx context.Context, filename string, fill func(w io.Writer, most int64) error, also func(context.Context, bun.Tx, MediaFile) error) (MediaFile, error) {
	r, w := io.Pipe()
	filled := make(chan error)
	go func() {
		err := fill(w, u.files.maxSize)
		// It returns nil always.
		_ = w.CloseWithError(err)
		filled <- err
	}()
	up := staged{filename: cleanFilename(filename)}
	err := u.stage(r, &up)
	// Ends fill when the file was refused before its end.
	_ = r.CloseWithError(errors.New("the file is not taken"))
	if own := <-filled; err != nil && apperror.From(own) != nil {
		err = own
	}
	if err != nil {
		return MediaFile{}, err
	}
	return u.add(ctx, up, also)
}

// add turns a staged upload into a MediaFile: it moves the files first and writes the record last.
// It consumes the upload. also may be nil.
func (u *Uploads) add(ctx context.Context, up staged, also func(context.Context, bun.Tx, MediaFile) error) (MediaFile, error) {
	defer func() { _ = os.Remove(up.path) }()
	file := MediaFile{ID: wireid.New(), OriginalFilename: up.filename, IsValid: true, CreatedAt: wiretime.Of(u.files.clock.Now())}
	var err error
	switch {
	case up.kind == imaging.GIF:
		err = u.addGIF(ctx, up, &file)
	case up.kind.IsImage():
		err = u.addImage(ctx, up, &file)
	case up.kind.IsVideo():
		err = u.addVideo(ctx, up, &file)
	default:
		err = notTaken(up.kind)
	}
	if err == nil {
		err = u.files.insert(ctx, &file, also)
	}
	if err != nil {
		return MediaFile{}, errors.Join(err, u.files.storage.remove(file))
	}
	u.files.present(&file)
	return file, nil
}

func notTaken(kind imaging.Kind) error {
	remedy := ""
	if kind == imaging.TIFF || kind == imaging.BMP {
		remedy = "; export it as JPEG and upload that"
	}
	return apperror.New(apperror.MediaInvalid,
		"the file is %s; Crier takes JPEG, PNG, WebP, HEIC, AVIF and GIF pictures, and MP4, MOV, MKV, WebM and AVI videos%s", kind.Name(), remedy)
}

func (u *Uploads) addImage(ctx context.Context, up staged, file *MediaFile) error {
	job := imaging.Job{Source: up.path, Destination: up.path + ".jpg", Thumbnail: up.path + ".thumbnail.jpg"}
	result, err := u.files.pictures.pool.Normalise(ctx, job)
	if err != nil {
		return imageError(err)
	}
	defer func() { _, _ = os.Remove(job.Destination), os.Remove(job.Thumbnail) }() // Unless they have been moved.
	file.MimeType, file.FileSize = jpegType, int64(result.Bytes)
	file.setSize(result.Width, result.Height)
	file.StoragePath = path.Join(imagesDir, file.ID.String()+".jpg")
	thumbnail := path.Join(thumbnailsDir, file.ID.String()+".jpg")
	file.ThumbnailPath = &thumbnail
	if err := file.explain(omissions(result.Warnings)); err != nil {
		return err
	}
	return errors.Join(u.files.storage.store(job.Thumbnail, thumbnail), u.files.storage.store(job.Destination, file.StoragePath))
}

// addVideo completes the record of a video and moves its files into place.
func (u *Uploads) addVideo(ctx context.Context, up staged, file *MediaFile) error {
	file.MimeType, file.FileSize = up.kind.MIME(), up.size
	file.StoragePath = path.Join(videosDir, file.ID.String()+videoExtension(up.kind))
	synced := make(chan error, 1)
	go func() { synced <- syncFile(up.path) }()
	p, err := u.videos.prepare(ctx, up.path, up.path)
	if syncErr := <-synced; err == nil && syncErr != nil {
		err = diskError(syncErr)
	}
	defer p.discard()
	if err != nil {
		return err
	}
	if err := u.videos.adopt(p, file); err != nil {
		return err
	}
	return u.files.storage.store(up.path, file.StoragePath)
}

// addGIF completes the record of a GIF. A GIF of one picture becomes a picture. An animated one
// becomes a video where there is an ffmpeg, and can be published as a reel or a story; otherwise
// its first picture is used, and the file says so.
func (u *Uploads) addGIF(ctx context.Context, up staged, file *MediaFile) error {
	animation, err := readAnimation(ctx, up.path)
	if err != nil {
		return imageError(err)
	}
	if animation.Frames == 1 {
		return u.addImage(ctx, up, file)
	}
	tool, err := u.files.tools.findConverter(ctx)
	if err != nil {
		return u.addFirstPicture(ctx, up, file, u.files.tools.say(animationAdvice))
	}
	made, wasCut, err := animate(ctx, tool, up, animation)
	if unfit, ok := errors.AsType[*ffmpeg.Error](err); ok {
		u.files.log.Warn("media: no video could be made of an animated GIF", "error", err)
		return u.addFirstPicture(ctx, up, file, "A video could not be made of the animation. "+unfit.Sentence())
	}
	if err != nil {
		return diskError(err)
	}
	defer func() { _ = os.Remove(made.path) }() // Unless it has been moved.
	if err := u.addVideo(ctx, made, file); err != nil {
		return err
	}
	remark := "The file is an animated GIF, which the network does not take; Crier has made a video of it."
	if wasCut {
		remark += " Only its first " + rules.Length(limits.Of(limits.StoryVideoLength).Duration()) + " are used, as stories take no more; upload a shorter one to have all of it."
	}
	return addRemark(file, remark)
}

func (u *Uploads) addFirstPicture(ctx context.Context, up staged, file *MediaFile, advice string) error {
	if err := u.addImage(ctx, up, file); err != nil {
		return err
	}
	return addRemark(file, advice)
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func videoExtension(kind imaging.Kind) string {
	for extension, typ := range typeOf {
		if typ == kind.MIME() {
			return extension
		}
	}
	return ".mp4"
}
