// Package probe reads the video.Info of a file in any of the formats of package video.
package probe

import (
	"errors"
	"io"
	"math"

	"crier/platform/video"
	"crier/platform/video/avi"
	"crier/platform/video/matroska"
)

// File reads the Info of the file of size bytes. The first bytes of the file decide its format. A
// file with complete headers and a missing end is Truncated and no error. The error is a
// *video.Error for a file that is broken or not a video, or else one of r.
func File(r io.ReaderAt, size int64) (video.Info, error) {
	var head [12]byte
	n, err := r.ReadAt(head[:min(int64(len(head)), max(size, 0))], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return video.Info{}, err
	}
	i, err := read(head[:n], r, size)
	if err != nil {
		return video.Info{}, err
	}
	if length := max(i.Duration, i.SoundDuration); length > 0 {
		i.BitRate = int64(min(float64(size)*8/length.Seconds(), math.MaxInt64/2))
	}
	return i, nil
}

// read calls the reader for the format that the first bytes belong to.
func read(head []byte, r io.ReaderAt, size int64) (video.Info, error) {
	switch {
	case len(head) < 12:
		return video.Info{}, video.NotVideo()
	case string(head[:4]) == "RIFF" && string(head[8:]) == "AVI ":
		return avi.Probe(r, size)
	case string(head[:4]) == "\x1a\x45\xdf\xa3":
		return matroska.Probe(r, size)
	}
	switch string(head[4:8]) {
	case "ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "uuid", "styp", "pdin":
		return video.ProbeMP4(r, size)
	}
	return video.Info{}, video.NotVideo()
}
