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

// animate makes a video of a GIF in the staging folder. The caller removes it. An animation that is
// shorter than the network's shortest video is repeated. One that is longer than a story is cut,
// because converting it would take minutes, and its user waits.
func animate(ctx context.Context, tool *ffmpeg.Tool, up staged, animation imaging.Animation) (made staged, wasCut bool, err error) {
	limits, _ := rules.VideoLimits(rules.Story)
	o := ffmpeg.AnimationOptions{Length: animation.Length, MaxBytes: limits.Size.Bytes()}
	if shortest := limits.Shortest.Duration(); o.Length < shortest {
		o.Times = int((shortest + o.Length - 1) / o.Length)
	}
	if longest := limits.Longest.Duration(); o.Length > longest {
		o.Length, wasCut = longest, true
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
