package ffmpeg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"crier/platform/video/mp4"
)

const (
	// maxSide bounds both sides of a result, in pixels; the network accepts no wider video. An
	// edited one may be taller.
	maxSide         = 1920
	maxEditedHeight = 4096
	// audioRate and maxVideoRate are in bits a second. The network accepts 25 million in all; the
	// rest is room for peaks.
	audioRate    = 128_000
	maxVideoRate = 20_000_000
	// minVideoRate is the least rate at which a video is worth watching.
	minVideoRate = 150_000
	// maxResult bounds a result without MaxBytes, in bytes.
	maxResult = 4 << 30
	// slowest is how many seconds the work may take for each second of the video. 4K HDR takes two
	// cores some 30.
	slowest = 60
	// sizeMargin is the part of MaxBytes for media data; the rest is for the index and the boxes.
	sizeMargin = 0.97
	// soundPacket is how long a packet of sound lasts: 1024 samples. The last one begins before the
	// end of the pictures and ends after it.
	soundPacket = 1024 * time.Second / 48_000
	// secondTry is the factor of the rate for a second try if the first result is too large.
	secondTry = 0.75
)

// TranscodeOptions describe the result. A zero field requests nothing.
type TranscodeOptions struct {
	Tracks Tracks
	// VideoFilter is a chain of ffmpeg filters, such as EditFilter returns. Its input is upright,
	// has square pixels and BT.709 colours, and is not yet bounded in size. It must come from this
	// program, never from a user.
	VideoFilter string
	// Overlay is the path of a PNG file that is laid over the result of VideoFilter, from the upper
	// left corner.
	Overlay string
	// MaxDuration bounds the length of the result, which is truncated.
	MaxDuration time.Duration
	// MaxWidth bounds the width in pixels, by default and at most 1920. The height is at most 1920
	// too, or 4096 with a VideoFilter or an Overlay.
	MaxWidth int
	// FrameRate is the rate of the result. The default is the rate of the video if the network
	// accepts it, else 60 frames a second for a faster one and 30 for one below 23.
	FrameRate float64
	// MaxBytes bounds the size of the result.
	MaxBytes int64
	// Deinterlace says that the pictures are interlaced, even if ffmpeg does not detect it.
	Deinterlace bool
}

func transcode(ctx context.Context, p *program, src, dst string, o TranscodeOptions) error {
	f, err := p.look(ctx, src, o.Tracks)
	if err != nil {
		return err
	}
	if o.MaxDuration > 0 && (f.duration == 0 || f.duration > o.MaxDuration) {
		f.duration = o.MaxDuration
	}
	rate, err := videoRate(f.duration, o.MaxBytes)
	if err != nil {
		return err
	}
	err = encode(ctx, p, src, dst, f, o, rate)
	if reasonOf(err) == TooLarge && rate*secondTry >= minVideoRate {
		err = encode(ctx, p, src, dst, f, o, rate*secondTry)
	}
	return err
}

// videoRate returns the bit rate of the pictures with which the file stays below maxBytes. The
// encoder may exceed it by one second's worth.
func videoRate(length time.Duration, maxBytes int64) (float64, error) {
	if maxBytes <= 0 || length <= 0 {
		return maxVideoRate, nil
	}
	const bits = 8
	left := float64(maxBytes)*bits*sizeMargin - length.Seconds()*audioRate
	rate := min(left/(length.Seconds()+1), maxVideoRate)
	if rate < minVideoRate {
		return 0, &Error{Reason: TooLarge, Detail: fmt.Sprintf("%v do not fit into %d bytes", length, maxBytes)}
	}
	return rate, nil
}

func encode(ctx context.Context, p *program, src, dst string, f facts, o TranscodeOptions, rate float64) error {
	most := int64(maxResult)
	if o.MaxBytes > 0 {
		most = o.MaxBytes
	}
	length := f.duration
	if length <= 0 {
		length = p.deadlines.ceiling
	}
	_, err := p.run(ctx, job{
		args:     transcodeArgs(p, src, dst, f, o, rate),
		deadline: p.deadlines.forWork(min(length, p.deadlines.ceiling) * slowest),
		maxBytes: most,
	})
	if err != nil {
		return err
	}
	return checkVideo(dst)
}

// checkVideo returns an error for the file that ffmpeg makes of a video without frames.
func checkVideo(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	const least = 1 << 10
	if info.Size() < least {
		return &Error{Reason: Unusable, Detail: "the result is empty"}
	}
	return nil
}

func transcodeArgs(p *program, src, dst string, f facts, o TranscodeOptions, rate float64) []string {
	args := append(p.common(), "-filter_complex_threads", strconv.Itoa(p.threads))
	args = append(args, p.input(src, 0)...)
	if o.Overlay != "" {
		args = append(args, "-protocol_whitelist", "file", "-f", "png_pipe", "-i", filePrefix+o.Overlay)
	}
	args = append(args, "-filter_complex", graph(f, o), "-map", "[made]")
	args = append(args, o.Tracks.sound()...)
	if o.MaxDuration > 0 {
		args = append(args, "-t", seconds(max(o.MaxDuration-2*soundPacket, soundPacket)))
	}
	args = append(args, p.encoding(rate)...)
	// Make sound start with the pictures. The AAC encoder adds 1024 samples of silence in front,
	// which would take an edit list to skip. Cutting off as many samples makes it unnecessary.
	args = append(args, "-af", "aresample=48000:async=1:first_pts=0,atrim=start_sample=1024,asetpts=PTS-STARTPTS",
		"-c:a", "aac", "-b:a", strconv.Itoa(audioRate), "-ac", "2", "-ar", "48000")
	args = append(args, inPlace()...)
	return append(args, output("mp4", dst)...)
}

// inPlace puts the index first and writes no edit lists.
func inPlace() []string {
	return []string{"-movflags", "+faststart", "-use_editlist", "0", "-avoid_negative_ts", "disabled"}
}

const (
	// copyRate is the speed of a slow disk, in bytes a second.
	copyRate = 1 << 20
	// copyRoom is what the index of an MP4 file may take beyond half of the video's size.
	copyRoom = 16 << 20
	// partSuffix is the suffix of the intermediate file of a copy.
	partSuffix = ".part"
)

// copyMended copies src to part, with the edit lists that ffmpeg needs to keep tracks in sync, and
// from there to made without them. It removes part.
func copyMended(ctx context.Context, p *program, src, part string, made *os.File, f facts, tracks Tracks) (err error) {
	between, err := os.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_RDWR, outputMode)
	if err != nil {
		return fmt.Errorf("create a temporary file: %w", err)
	}
	defer func() { err = errors.Join(err, between.Close(), os.Remove(part)) }()
	if err := copyTo(ctx, p, src, part, f, tracks, withEdits()); err != nil {
		return err
	}
	info, err := between.Stat()
	if err != nil {
		return err
	}
	return mp4.Mend(ctx, made, between, info.Size())
}

// copyTo copies src to the existing file dst.
func copyTo(ctx context.Context, p *program, src, dst string, f facts, tracks Tracks, times []string) error {
	info, err := os.Stat(src)
	if err != nil {
		return err
	}
	_, err = p.run(ctx, job{
		args:     copyArgs(p, src, dst, f, tracks, times),
		deadline: p.deadlines.forWork(time.Duration(info.Size()/copyRate) * time.Second),
		maxBytes: info.Size() + info.Size()/2 + copyRoom,
	})
	return err
}

// withEdits makes ffmpeg write the start of each track in edit lists.
func withEdits() []string { return []string{"-use_editlist", "1"} }

// withoutEdits makes ffmpeg extend the first picture or packet of a late track instead. Not all
// players honour that, so it is only for files that cannot be mended.
func withoutEdits() []string {
	return []string{"-movflags", "+faststart", "-use_editlist", "0", "-avoid_negative_ts", "make_zero"}
}

func copyArgs(p *program, src, dst string, f facts, tracks Tracks, times []string) []string {
	args := append(p.common(), p.input(src, 0)...)
	args = append(append(args, "-map", tracks.picture()), tracks.sound()...)
	args = append(args, "-c", "copy")
	if f.hevc {
		args = append(args, "-tag:v", "hvc1")
	}
	return append(append(args, times...), output("mp4", dst)...)
}
