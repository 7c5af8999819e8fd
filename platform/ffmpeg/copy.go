package ffmpeg

import (
	"context"
	"os"
	"time"

	"crier/platform/video/mp4"
)

const (
	// copyRate is how many bytes a second a slow disk copies.
	copyRate = 1 << 20
	// copyRoom is what the index of an MP4 file may take beyond the half of the video's own size.
	copyRoom = 16 << 20
	// partSuffix ends the name of the file that is between the video and its copy.
	partSuffix = ".part"
)

// copyMended copies to part, with the edit lists that ffmpeg needs to keep tracks together, and
// from there to made without.
func copyMended(ctx context.Context, p *program, src, part string, made *os.File, f facts) error {
	return scratch(part, func(between *os.File) error {
		if err := copyTo(ctx, p, src, part, f, withEdits()); err != nil {
			return err
		}
		info, err := between.Stat()
		if err != nil {
			return err
		}
		return mp4.Mend(ctx, made, between, info.Size())
	})
}

// copyTo copies src to the file dst, which exists.
func copyTo(ctx context.Context, p *program, src, dst string, f facts, times []string) error {
	info, err := os.Stat(src)
	if err != nil {
		return err
	}
	_, err = p.run(ctx, job{
		args:     copyArgs(p, src, dst, f, times),
		deadline: p.deadlines.forWork(time.Duration(info.Size()/copyRate) * time.Second),
		maxBytes: info.Size() + info.Size()/2 + copyRoom,
	})
	return err
}

// withEdits has ffmpeg say in edit lists which track starts when.
func withEdits() []string { return []string{"-use_editlist", "1"} }

// withoutEdits has it make the first picture, or the first packet of sound, of a late track last
// longer. Not all players go by that, so it is for files that cannot be mended.
func withoutEdits() []string {
	return []string{"-movflags", "+faststart", "-use_editlist", "0", "-avoid_negative_ts", "make_zero"}
}

func copyArgs(p *program, src, dst string, f facts, times []string) []string {
	args := append(p.common(), p.input(src, 0)...)
	args = append(args, "-map", "0:V:0", "-map", "0:a:0?", "-c", "copy")
	if f.hevc {
		args = append(args, "-tag:v", "hvc1")
	}
	return append(append(args, times...), output("mp4", dst)...)
}
