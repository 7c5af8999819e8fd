package ffmpeg

import (
	"context"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	// animationRate is the frame rate of the video.
	animationRate = 30
	// white replaces transparency: alpha, red, green and blue as one number.
	white = "4294967295"
	// slowestAnimation is how many seconds Animate may take for each second of the result.
	slowestAnimation = 2
)

// AnimationOptions describe the video of an animated GIF.
type AnimationOptions struct {
	// Length is how much of the animation is shown, rounded up to a frame. A shorter one ends with
	// its last picture held.
	Length time.Duration
	// Times is how often the animation is repeated, by default once. To repeat it, ffmpeg holds its
	// frames in memory, so a long one cannot be repeated.
	Times int
	// MaxBytes bounds the size of the result.
	MaxBytes int64
}

// Animate writes the animated GIF src to dst, which must not exist yet, as an MP4 file that the
// network accepts: silent, H.264 as from Transcode, 30 frames a second, on white. It waits for its
// turn with posters and copies, because somebody waits for the result, and takes at most three
// minutes for a minute of video. The errors are those of Transcode.
func Animate(ctx context.Context, t *Tool, src, dst string, o AnimationOptions) error {
	if len(t.lacks) > 0 {
		return &Error{Reason: Incapable, Detail: "no encoder " + strings.Join(t.lacks, ", ")}
	}
	o.Times = max(o.Times, 1)
	length := o.Length * time.Duration(o.Times)
	rate, err := videoRate(length, o.MaxBytes)
	if err != nil {
		return err
	}
	return making(ctx, t.light, dst, func(*os.File) error {
		_, err := t.run(ctx, job{
			args:     animationArgs(&t.program, src, dst, o, rate),
			deadline: t.deadlines.forWork(length * slowestAnimation),
			maxBytes: o.MaxBytes,
		})
		if err != nil {
			return err
		}
		return checkVideo(dst)
	})
}

func animationArgs(p *program, src, dst string, o AnimationOptions, rate float64) []string {
	args := append(p.common(), "-protocol_whitelist", "file", "-format_whitelist", "gif", "-threads", "1", "-max_pixels", strconv.Itoa(maxPixels),
		"-trans_color", white, "-f", "gif", "-i", filePrefix+src)
	filters := chain(square, bound(0, maxSide), ordinary(facts{}), "format=yuv420p", repeated(o), bt709Frames)
	args = append(args, "-map", "0:V:0", "-vf", filters)
	args = append(append(args, p.encoding(rate)...), inPlace()...)
	return append(args, output("mp4", dst)...)
}

// repeated gives frames a constant rate and repeats the animation. ffmpeg's option -stream_loop
// would lose the timing of files with few frames.
func repeated(o AnimationOptions) string {
	rate := strconv.Itoa(animationRate)
	frames := strconv.Itoa(max(int((o.Length*animationRate+time.Second-1)/time.Second), 1))
	once := "fps=fps=" + rate + ":start_time=0,tpad=stop_mode=clone:stop=-1,trim=end_frame=" + frames
	if o.Times == 1 {
		return once
	}
	return once + ",loop=loop=" + strconv.Itoa(o.Times-1) + ":size=" + frames + ",setpts=N/" + rate + "/TB"
}
