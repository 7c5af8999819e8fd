package ffmpeg

import (
	"context"
	"os"
	"time"
)

const (
	// copyRate is how many bytes a second a slow disk copies.
	copyRate = 1 << 20
	// copyRoom is what the index of an MP4 file may take beyond the half of the video's own size.
	copyRoom = 16 << 20
)

// Copy writes the first picture track of the video src and its first sound, if it has one, to dst, which must not exist yet,
// as an MP4 file. Nothing is decoded: pictures and sound stay as they are, and what turns the pictures upright is kept. A
// track that starts late has its first frame, or its first bit of silence, last until then, so that they stay together.
// Videos of HEVC get the tag that all players know (hvc1).
//
// An *Error says that this video cannot be put into an MP4 file as it is. If ctx ends the error is that of ctx; if dst
// exists it is fs.ErrExist.
func (t *Tool) Copy(ctx context.Context, src, dst string) error {
	done, err := turn(ctx, t.light)
	if err != nil {
		return err
	}
	defer done()
	info, err := os.Stat(src)
	if err != nil {
		return err
	}
	return making(dst, func() error {
		f, err := t.look(ctx, src)
		if err != nil {
			return err
		}
		_, err = t.run(ctx, job{
			args:     t.copyArgs(src, dst, f),
			deadline: t.deadlines.forWork(time.Duration(info.Size()/copyRate) * time.Second),
			maxBytes: info.Size() + info.Size()/2 + copyRoom,
		})
		return err
	})
}

func (t *Tool) copyArgs(src, dst string, f facts) []string {
	args := append(t.common(), t.input(src, 0)...)
	args = append(args, "-map", "0:V:0", "-map", "0:a:0?", "-c", "copy")
	if f.hevc {
		args = append(args, "-tag:v", "hvc1")
	}
	// Without an edit list, make_zero lets the first frame of a late track last longer.
	args = append(args, "-movflags", "+faststart", "-use_editlist", "0", "-avoid_negative_ts", "make_zero")
	return append(args, output("mp4", dst)...)
}
