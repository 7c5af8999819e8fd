package ffmpeg

import (
	"context"
	"errors"
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

// Copy writes the first picture track of the video src and its first sound, if it has one, to dst, which must not exist yet,
// as an MP4 file. Nothing is decoded: pictures and sound stay as they are, and together, and what turns the pictures upright
// is kept. Videos of HEVC get the tag that all players know (hvc1). While the work goes on there is a second file, whose
// name is that of dst with .part behind it.
//
// An *Error says that this video cannot be put into an MP4 file as it is. If ctx ends the error is that of ctx; if one of the
// files exists it is fs.ErrExist.
func (t *Tool) Copy(ctx context.Context, src, dst string) error {
	done, err := turn(ctx, t.light)
	if err != nil {
		return err
	}
	defer done()
	return making(dst, func(made *os.File) error {
		f, err := t.look(ctx, src)
		if err != nil {
			return err
		}
		err = t.copyMended(ctx, src, dst+partSuffix, made, f)
		if errors.Is(err, mp4.ErrUnmendable) || errors.Is(err, mp4.ErrNotMovie) {
			return t.copyTo(ctx, src, dst, f, withoutEdits())
		}
		return err
	})
}

// copyMended copies to part, with the edit lists that ffmpeg needs to keep tracks together, and from there to made without.
func (t *Tool) copyMended(ctx context.Context, src, part string, made *os.File, f facts) error {
	return scratch(part, func(between *os.File) error {
		if err := t.copyTo(ctx, src, part, f, withEdits()); err != nil {
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
func (t *Tool) copyTo(ctx context.Context, src, dst string, f facts, times []string) error {
	info, err := os.Stat(src)
	if err != nil {
		return err
	}
	_, err = t.run(ctx, job{
		args:     t.copyArgs(src, dst, f, times),
		deadline: t.deadlines.forWork(time.Duration(info.Size()/copyRate) * time.Second),
		maxBytes: info.Size() + info.Size()/2 + copyRoom,
	})
	return err
}

// withEdits has ffmpeg say in edit lists which track starts when.
func withEdits() []string { return []string{"-use_editlist", "1"} }

// withoutEdits has it make the first picture, or the first packet of sound, of a late track last longer. Not all players go
// by that, so it is for files that cannot be mended.
func withoutEdits() []string {
	return []string{"-movflags", "+faststart", "-use_editlist", "0", "-avoid_negative_ts", "make_zero"}
}

func (t *Tool) copyArgs(src, dst string, f facts, times []string) []string {
	args := append(t.common(), t.input(src, 0)...)
	args = append(args, "-map", "0:V:0", "-map", "0:a:0?", "-c", "copy")
	if f.hevc {
		args = append(args, "-tag:v", "hvc1")
	}
	return append(append(args, times...), output("mp4", dst)...)
}
