package media

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/video"
)

// likeness compares a video that was made of a film with the film. It returns
// VIDEO_PROCESSING_FAILED when something of the film is lost: pictures, length or shape. most
// bounds how much of the film was to be kept, 0 for all of it. The film is described as it was to
// become: an edit changes its size.
//
// A rate may fall to the network's greatest, and rise from any other, so that pictures are held
// against its least.
func likeness(film, made video.Info, most time.Duration) error {
	length := film.Duration
	if most > 0 {
		length = min(length, most)
	}
	const slack, leastRate = 0.1, 23
	rate := leastRate * (1 - slack)
	if film.FrameRate > 0 {
		rate = min(rate, film.FrameRate*(1-slack))
	}
	missing := length - made.Duration
	isWhole := length == 0 || film.Truncated ||
		missing <= max(time.Second/2, length/20) && missing >= -max(2*time.Second, length/10) && float64(made.Pictures) >= math.Floor(length.Seconds()*rate)
	if isWhole && isOfShape(film, made) {
		return nil
	}
	return apperror.New(apperror.VideoProcessingFailed,
		"what ffmpeg made is not the same video: it has %s, and the video has %s. The file stays as it was; export it as MP4 with H.264 and AAC, with one picture track, and upload that",
		described(made), described(film))
}

// isOfShape reports whether the ratio is that of the film. Sides are made even.
func isOfShape(film, made video.Info) bool {
	if film.Width == 0 || film.Height == 0 || made.Width == 0 || made.Height == 0 {
		return film.Width == 0 || film.Height == 0
	}
	const even = 3
	is, want := float64(made.Width)/float64(made.Height), float64(film.Width)/float64(film.Height)
	return math.Abs(is/want-1) <= even/float64(min(made.Width, made.Height, film.Width, film.Height))
}

func described(i video.Info) string {
	count := ""
	switch {
	case i.Pictures == 1:
		count = "one picture, "
	case i.Pictures > 1:
		count = strconv.FormatInt(i.Pictures, 10) + " pictures, "
	}
	return fmt.Sprintf("%s%d by %d pixels and %s", count, i.Width, i.Height, rules.Length(i.Duration))
}
