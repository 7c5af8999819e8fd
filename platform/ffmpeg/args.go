package ffmpeg

import (
	"strconv"
	"time"
)

// formats are the demuxers of the containers that the service takes. None of them opens a second file.
const formats = "mov,matroska,avi"

// filePrefix makes a path a path, whatever is in it.
const filePrefix = "file:"

// common returns the arguments that every call begins with.
func (t *Tool) common() []string {
	return []string{"-nostdin", "-v", "error", "-hide_banner", "-filter_threads", strconv.Itoa(t.threads)}
}

// input returns the arguments that name the video, of which what precedes at is left out.
func (t *Tool) input(src string, at time.Duration) []string {
	args := []string{
		"-protocol_whitelist", "file", "-format_whitelist", formats,
		"-threads", strconv.Itoa(t.threads), "-max_pixels", strconv.Itoa(maxPixels),
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
