package video

import (
	"errors"
	"io"
	"math"
)

// Probe reads what the file of size bytes says of itself; its own first bytes tell which format it has. A file whose end is
// missing but whose headers are whole is Truncated and no error. The error is an *Error for a file that is no video or a
// broken one, or else one of r's.
func Probe(r io.ReaderAt, size int64) (Info, error) {
	var head [12]byte
	n, err := r.ReadAt(head[:min(int64(len(head)), max(size, 0))], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return Info{}, err
	}
	i, err := probe(recognise(head[:n]), r, size)
	if err != nil {
		return Info{}, err
	}
	if i.Duration > 0 {
		i.BitRate = int64(min(float64(size)*8/i.Duration.Seconds(), math.MaxInt64/2))
	}
	return i, nil
}

func probe(c Container, r io.ReaderAt, size int64) (Info, error) {
	switch c {
	case MP4, MOV:
		return probeMP4(r, size)
	case Matroska, WebM:
		return probeMatroska(r, size)
	case AVI:
		return probeAVI(r, size)
	default:
		return Info{}, errNotVideo()
	}
}

// recognise tells the family of formats that the first bytes belong to: MP4 stands for MOV, and Matroska for WebM.
func recognise(head []byte) Container {
	switch {
	case len(head) < 12:
		return ""
	case string(head[:4]) == "RIFF" && string(head[8:]) == "AVI ":
		return AVI
	case string(head[:4]) == "\x1a\x45\xdf\xa3":
		return Matroska
	}
	switch string(head[4:8]) {
	case "ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "uuid", "styp", "pdin":
		return MP4
	}
	return ""
}
