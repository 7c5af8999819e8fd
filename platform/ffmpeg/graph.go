package ffmpeg

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// networkRate is the accepted frame rate that is nearest to that of the video.
const networkRate = "if(between(source_fps,23,60),source_fps,if(gt(source_fps,60),60,30))"

// square makes pixels square by scaling the width, and sides even.
const square = "scale=w='max(2,trunc(min(iw*sar,16384)+0.5))':h=ih,setsar=1,crop=w='trunc(iw/2)*2':h='trunc(ih/2)*2':x=0:y=0"

// bt709Frames tags frames as progressive BT.709 for the encoder.
const bt709Frames = "setparams=field_mode=prog:range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709"

// graph returns the filters from the video, and the overlay if there is one, to the encoder.
func graph(f facts, o TranscodeOptions) string {
	filters := []string{deinterlace(f, o), frameRate(o), square}
	height := maxEditedHeight
	if o.VideoFilter == "" && o.Overlay == "" {
		height = maxSide
		filters = append(filters, bound(o.MaxWidth, height)) // Less work for the filters that follow.
	}
	filters = append(filters, ordinary(f), "format=yuv420p", o.VideoFilter)
	made := chain(bound(o.MaxWidth, height), "format=yuv420p", bt709Frames)
	if o.Overlay == "" {
		return "[" + o.Tracks.picture() + "]" + chain(append(filters, made)...) + "[made]"
	}
	return "[" + o.Tracks.picture() + "]" + chain(filters...) + "[edited];" +
		"[1:V:0]scale=out_color_matrix=bt709:out_range=tv,format=yuva420p[overlay];" +
		"[edited][overlay]" + chain("overlay=format=auto:eof_action=repeat", made) + "[made]"
}

func deinterlace(f facts, o TranscodeOptions) string {
	if !o.Deinterlace && !f.interlaced {
		return ""
	}
	return "yadif=mode=send_frame"
}

// frameRate gives the pictures a constant rate from the start on.
func frameRate(o TranscodeOptions) string {
	rate := networkRate
	if o.FrameRate > 0 {
		rate = strconv.FormatFloat(o.FrameRate, 'f', 6, 64)
	}
	return "fps=fps='" + rate + "':start_time=0"
}

// ordinary converts colours to BT.709. A large video without a matrix is taken as BT.709; ffmpeg
// takes a small one as BT.601.
func ordinary(f facts) string {
	return colours(f, "out_color_matrix=bt709:out_range=tv")
}

// colours converts colours to those that the options of scale describe.
func colours(f facts, to string) string {
	switch {
	case f.hdr != "":
		return chain(f.hdr.toned(f), "scale="+to)
	case !f.matrixKnown && f.large:
		to = "in_color_matrix=bt709:" + to
	}
	return "scale=" + to
}

// bound shrinks pictures that are too large, and keeps sides even.
func bound(maxWidth, maxHeight int) string {
	if maxWidth <= 0 || maxWidth > maxSide {
		maxWidth = maxSide
	}
	width, height := strconv.Itoa(max(maxWidth/2*2, 2)), strconv.Itoa(maxHeight)
	return "scale=w='max(2,trunc(min(min(" + width + ",iw)," + height + "*iw/ih)/2+0.5)*2)'" +
		":h='max(2,trunc(min(min(" + height + ",ih)," + width + "*ih/iw)/2+0.5)*2)'"
}

// chain joins the filters that are not empty. It modifies the slice.
func chain(filters ...string) string {
	return strings.Join(slices.DeleteFunc(filters, func(f string) bool { return f == "" }), ",")
}

// formats are the demuxers for the containers that the service accepts. None of them opens a second
// file.
const formats = "mov,matroska,avi"

// filePrefix makes ffmpeg take any text as a path.
const filePrefix = "file:"

// common returns the first arguments of every call.
func (p *program) common() []string {
	return []string{"-nostdin", "-v", "error", "-hide_banner", "-filter_threads", strconv.Itoa(p.threads)}
}

// input returns the arguments that open the video at a time.
func (p *program) input(src string, at time.Duration) []string {
	args := []string{
		"-protocol_whitelist", "file", "-format_whitelist", formats,
		"-threads", strconv.Itoa(p.threads), "-max_pixels", strconv.Itoa(maxPixels),
	}
	if at > 0 {
		args = append(args, "-ss", seconds(at))
	}
	return append(args, "-i", filePrefix+src)
}

// output returns the arguments for the output file, which exists and is empty.
func output(format, dst string) []string {
	return []string{"-map_metadata", "-1", "-map_metadata:s", "-1", "-map_chapters", "-1", "-fflags", "+bitexact", "-f", format, "-y", filePrefix + dst}
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 6, 64) }

// encoding returns the arguments of the H.264 encoder. Without B-frames no frame is shown later
// than it is decoded, which would take an edit list.
func (p *program) encoding(rate float64) []string {
	most := strconv.Itoa(int(rate))
	return []string{
		"-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-pix_fmt", "yuv420p", "-crf", "20",
		"-maxrate", most, "-bufsize", most, "-bf", "0", "-g", "60", "-flags", "+cgop", "-threads", strconv.Itoa(p.threads),
		"-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
	}
}
