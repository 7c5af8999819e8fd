package ffmpeg

import (
	"strconv"
	"time"
)

// formats are the demuxers of the containers that the service takes. None of them opens a second
// file.
const formats = "mov,matroska,avi"

// filePrefix makes a path a path, whatever is in it.
const filePrefix = "file:"

// common returns the arguments that every call begins with.
func (p *program) common() []string {
	return []string{"-nostdin", "-v", "error", "-hide_banner", "-filter_threads", strconv.Itoa(p.threads)}
}

// input returns the arguments that name the video and skip what precedes at.
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

// output returns the arguments that name the file to be made, which exists and is empty.
func output(format, dst string) []string {
	return []string{"-map_metadata", "-1", "-map_metadata:s", "-1", "-map_chapters", "-1", "-fflags", "+bitexact", "-f", format, "-y", filePrefix + dst}
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 6, 64) }

// encoding returns the arguments of the H.264 encoder. There are no B frames, so that no frame is
// shown later than it is decoded: players, and the network, would want an edit list for that.
func (p *program) encoding(rate float64) []string {
	most := strconv.Itoa(int(rate))
	return []string{
		"-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-pix_fmt", "yuv420p", "-crf", "20",
		"-maxrate", most, "-bufsize", most, "-bf", "0", "-g", "60", "-flags", "+cgop", "-threads", strconv.Itoa(p.threads),
		"-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
	}
}
