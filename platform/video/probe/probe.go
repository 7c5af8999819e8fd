// Package probe reads what a video file of any format says of itself. Its first bytes tell which
// reader is for it.
package probe

import (
	"errors"
	"io"
	"math"

	"crier/platform/video"
	"crier/platform/video/avi"
	"crier/platform/video/matroska"
)

// File reads what the file of size bytes says of itself; its own first bytes tell which format it
// has. A file whose end is missing but whose headers are whole is Truncated and no error. The error
// is an *video.Error for a file that is no video or a broken one, or else one of r's.
func File(r io.ReaderAt, size int64) (video.Info, error) {
	var head [12]byte
	n, err := r.ReadAt(head[:min(int64(len(head)), max(size, 0))], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return video.Info{}, err
	}
	i, err := read(recognise(head[:n]), r, size)
	if err != nil {
		return video.Info{}, err
	}
	if i.Duration > 0 {
		i.BitRate = int64(min(float64(size)*8/i.Duration.Seconds(), math.MaxInt64/2))
	}
	return i, nil
}

func read(c video.Container, r io.ReaderAt, size int64) (video.Info, error) {
	switch c {
	case video.MP4, video.MOV:
		return video.ProbeMP4(r, size)
	case video.Matroska, video.WebM:
		return matroska.Probe(r, size)
	case video.AVI:
		return avi.Probe(r, size)
	default:
		return video.Info{}, video.NotVideo()
	}
}

// recognise tells the family of formats that the first bytes belong to: MP4 stands for MOV, and
// Matroska for WebM.
func recognise(head []byte) video.Container {
	switch {
	case len(head) < 12:
		return ""
	case string(head[:4]) == "RIFF" && string(head[8:]) == "AVI ":
		return video.AVI
	case string(head[:4]) == "\x1a\x45\xdf\xa3":
		return video.Matroska
	}
	switch string(head[4:8]) {
	case "ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "uuid", "styp", "pdin":
		return video.MP4
	}
	return ""
}
