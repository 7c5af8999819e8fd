package media

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"time"

	"crier/modules/media/rules"
	"crier/platform/ffmpeg"
	"crier/platform/imaging"
)

// addGIF completes the record of a GIF: one of a single picture is a picture. One that moves
// becomes a video where there is an ffmpeg, which the network takes as a reel or a story; otherwise
// its first picture is taken, and the file says so.
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
		return u.addFirstPicture(ctx, up, file, u.files.tools.animationAdvice())
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
		remark += " Only its first " + rules.Length(longestAnimation) + " are used, as stories take no more; upload a shorter one to have all of it."
	}
	return addRemark(file, remark)
}

func readAnimation(ctx context.Context, path string) (imaging.Animation, error) {
	f, err := openStored(path)
	if err != nil {
		return imaging.Animation{}, err
	}
	animation, err := imaging.ReadAnimation(ctx, f)
	return animation, errors.Join(err, f.Close())
}

func (u *Uploads) addFirstPicture(ctx context.Context, up staged, file *MediaFile, advice string) error {
	if err := u.addImage(ctx, up, file); err != nil {
		return err
	}
	return addRemark(file, advice)
}

const (
	// shortestVideo is the least that the network takes. An animation is repeated
	// until it lasts as long.
	shortestVideo = 3 * time.Second
	// longestAnimation is what a story takes. More would keep its user waiting for minutes.
	longestAnimation = time.Minute
)

// animate makes a video of a GIF, in the staging folder. It is the caller's.
func animate(ctx context.Context, tool *ffmpeg.Tool, up staged, animation imaging.Animation) (made staged, wasCut bool, err error) {
	limits, _ := rules.VideoLimits(rules.Story)
	o := ffmpeg.AnimationOptions{Length: animation.Length, MaxBytes: limits.MaxBytes}
	if o.Length < shortestVideo {
		o.Times = int((shortestVideo + o.Length - 1) / o.Length)
	}
	if o.Length > longestAnimation {
		o.Length, wasCut = longestAnimation, true
	}
	made = staged{path: up.path + ".mp4", filename: up.filename, kind: imaging.MP4}
	if err := ffmpeg.Animate(ctx, tool, up.path, made.path, o); err != nil {
		return staged{}, false, err
	}
	info, err := os.Stat(made.path)
	if err != nil {
		return staged{}, false, errors.Join(err, os.Remove(made.path))
	}
	made.size = info.Size()
	return made, wasCut, nil
}

// addRemark adds a sentence to those about the file.
func addRemark(file *MediaFile, sentence string) error {
	var list []string
	if file.ValidationErrors != nil {
		if err := json.Unmarshal([]byte(*file.ValidationErrors), &list); err != nil {
			return err
		}
	}
	return file.explain(append(list, sentence))
}
