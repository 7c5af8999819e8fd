package ffmpeg

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"crier/platform/video/mp4"
)

const (
	// maxSide bounds both sides of a result, in pixels; the network takes no wider video. One that
	// is edited may be higher.
	maxSide         = 1920
	maxEditedHeight = 4096
	// audioRate and maxVideoRate are in bits a second. The network takes 25 million in all; the
	// rest is room for peaks.
	audioRate    = 128_000
	maxVideoRate = 20_000_000
	// minVideoRate is what a video needs to be worth looking at.
	minVideoRate = 150_000
	// maxResult bounds a result whose size nothing else bounds, in bytes.
	maxResult = 4 << 30
	// slowest is how many seconds the work may take for each second of the video: HDR in 4K takes
	// two cores some 30.
	slowest = 60
	// sizeMargin is the part of the size that may be filled; the rest is for the index and the
	// boxes.
	sizeMargin = 0.97
	// secondTry lowers the rate once if the first result is too large.
	secondTry = 0.75
)

// TranscodeOptions describe the result. A zero field asks for nothing.
type TranscodeOptions struct {
	// VideoFilter is a chain of ffmpeg filters, such as EditFilter makes. It is given the picture
	// upright and with square pixels, in the colours of BT.709, before its size is bounded. It must
	// be made by this program, never by a user.
	VideoFilter string
	// Overlay is the path of a PNG file that is laid over what VideoFilter makes, from the upper
	// left corner.
	Overlay string
	// MaxDuration cuts the video off.
	MaxDuration time.Duration
	// MaxWidth bounds the width in pixels, by default and at most 1920. The height is at most 1920
	// too, or 4096 if there is a VideoFilter or an Overlay, which may ask for more.
	MaxWidth int
	// FrameRate is that of the result. By default it is that of the video, brought into what the
	// network takes: at most 60 frames a second, and 30 for one of less than 23.
	FrameRate float64
	// MaxBytes is the size that the result must not exceed.
	MaxBytes int64
	// Deinterlace says that the pictures are interlaced, should ffmpeg not see it.
	Deinterlace bool
}

func transcode(ctx context.Context, p *program, src, dst string, o TranscodeOptions) error {
	f, err := p.look(ctx, src)
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
	if f.tonemapped && reasonOf(err) == Unusable { // It may not say of its colours all that it takes to convert them.
		f.tonemapped = false
		err = encode(ctx, p, src, dst, f, o, rate)
	}
	if reasonOf(err) == TooLarge && rate*secondTry >= minVideoRate {
		err = encode(ctx, p, src, dst, f, o, rate*secondTry)
	}
	return err
}

// videoRate returns the bits a second that pictures may take, so that the whole stays below
// maxBytes. The encoder keeps to it but for one second's worth.
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

// checkVideo refuses what ffmpeg makes of a video without a frame.
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
	args = append(args, "-filter_complex", graph(f, o), "-map", "[made]", "-map", "0:a:0?")
	if o.MaxDuration > 0 {
		args = append(args, "-t", seconds(o.MaxDuration))
	}
	args = append(args, p.encoding(rate)...)
	// Sound is made to start with the pictures. The encoder puts 1024 samples of silence before it,
	// which an edit list would take away; so that none is needed, as many are cut off.
	args = append(args, "-af", "aresample=48000:async=1:first_pts=0,atrim=start_sample=1024,asetpts=PTS-STARTPTS",
		"-c:a", "aac", "-b:a", strconv.Itoa(audioRate), "-ac", "2", "-ar", "48000")
	args = append(args, inPlace()...)
	return append(args, output("mp4", dst)...)
}

// inPlace has the index stand first and no edit lists.
func inPlace() []string {
	return []string{"-movflags", "+faststart", "-use_editlist", "0", "-avoid_negative_ts", "disabled"}
}

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
