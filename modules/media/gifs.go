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
	"crier/platform/video"
)

func readAnimation(ctx context.Context, path string) (imaging.Animation, error) {
	f, err := openStored(path)
	if err != nil {
		return imaging.Animation{}, err
	}
	animation, err := imaging.ReadAnimation(ctx, f)
	return animation, errors.Join(err, f.Close())
}

const (
	// shortestVideo is the shortest video that the network takes. A shorter animation is repeated.
	shortestVideo = 3 * time.Second
	// longestAnimation is the longest video that a story takes. Converting a longer one would take
	// minutes, and its user waits.
	longestAnimation = time.Minute
)

// animate makes a video of a GIF in the staging folder. The caller removes it.
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
	p, err := examine(made.path)
	if err == nil {
		err = likeness(video.Info{Duration: o.Length * time.Duration(max(o.Times, 1))}, p.info, 0)
	}
	if err != nil {
		return staged{}, false, errors.Join(&ffmpeg.Error{Reason: ffmpeg.Unusable, Detail: err.Error()}, os.Remove(made.path))
	}
	made.size = p.processedSize
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
