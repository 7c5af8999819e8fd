package corpus

import (
	"slices"
	"time"
)

// frameRate is that of Clip, in frames a second.
const frameRate = 24

// Clip returns an MP4 file that everybody takes: silent, of pictures of the size, with at least so many bytes of media. It is
// well formed, and shows nothing.
func Clip(width, height int, lasts time.Duration, content int) []byte {
	head, media := ClipParts(width, height, lasts, content)
	return slices.Concat(head, make([]byte, media))
}

// ClipParts returns the beginning of Clip, and how many bytes of media come after it.
func ClipParts(width, height int, lasts time.Duration, content int) (head []byte, media int) {
	m := usualMovie()
	m.width, m.height, m.silent = width, height, true
	m.timescale, m.delta = 1000*frameRate, 1000
	m.frames = int(lasts * frameRate / time.Second)
	ftyp := box("ftyp", []byte(m.brand), be32(512), []byte(m.brand+"mp42"))
	at := len(ftyp) + len(m.index(0)) + 8
	media = max(content, sampleBytes*m.frames)
	return slices.Concat(ftyp, m.index(at), sized("mdat", uint32(media+8))), media
}
