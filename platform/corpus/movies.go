package corpus

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"
	"time"
)

const (
	mp4Type = "video/mp4"
	movType = "video/quicktime"
	mkvType = "video/x-matroska"
	webType = "video/webm"
	aviType = "video/x-msvideo"
)

// Videos returns the MP4, QuickTime, Matroska, WebM and AVI files. Their pictures and sound are
// zeros, which readers of the container alone do not notice.
func Videos() []Case { return slices.Clone(videos()) }

var videos = sync.OnceValue(makeVideos)

func makeVideos() []Case {
	return slices.Concat(goodMovies(), unpublishableMovies(), brokenMovies(), matroskas(), avis())
}

func changed(change func(*movie)) []byte {
	m := usualMovie()
	change(&m)
	return m.file()
}

func goodMovies() []Case {
	good := func(name string, content []byte) Case {
		return valid("mp4 "+name, "movie.mp4", mp4Type, content, Want{Width: 720, Height: 1280})
	}
	shift := fullBox("elst", 0, be32(1, 118_000, 2000, 0x10000))
	place := box("udta", box("\xa9xyz", be16(len(Secret), 0x15c7), []byte(Secret)))
	return []Case{
		good("plain", usualMovie().file()),
		good("with sizes of its own", changed(func(m *movie) { m.constantSizes = false })),
		good("index at the end", changed(func(m *movie) { m.late = true })),
		good("edit list", changed(func(m *movie) { m.edits = shift })),
		good("index at the end, edit list and place", changed(func(m *movie) { m.late, m.edits, m.userData = true, shift, place })),
		good("place", changed(func(m *movie) { m.userData = place })),
		good("silent", changed(func(m *movie) { m.silent = true })),
		good("hevc", changed(func(m *movie) { m.codec = "hvc1" })),
		good("that may have fields and has none", changed(func(m *movie) { m.allowsFields = true })),
		good("rotated", changed(func(m *movie) { m.width, m.height, m.rotation = 1280, 720, 90 })),
		good("upside down", changed(func(m *movie) { m.rotation = 180 })),
		good("data box to the end", toTheEnd(usualMovie().file())),
		good("fragmented", changed(func(m *movie) { m.fragmented = true })),
		good("and an archive", append(usualMovie().file(), archive()...)).either(),
		good("free boxes", slices.Concat(usualMovie().file(), bytes.Repeat(box("free"), 5000))).either(),
		good("quicktime", changed(func(m *movie) { m.brand = "qt  " })).named("movie.mov", movType),
		good("named jpg", usualMovie().file()).named("photo.jpg", jpegType),
	}
}

// toTheEnd gives the mdat box size 0: to the end of the file.
func toTheEnd(file []byte) []byte {
	file = bytes.Clone(file)
	binary.BigEndian.PutUint32(file[bytes.Index(file, []byte("mdat"))-4:], 0)
	return file
}

// unpublishableMovies returns files that are accepted, but that the network would refuse.
func unpublishableMovies() []Case {
	invalid := func(name, says string, change func(*movie)) Case {
		return valid("mp4 "+name, "movie.mp4", mp4Type, changed(change), Want{Verdict: Invalid, Says: says})
	}
	return []Case{
		invalid("of half a second", "0.5", func(m *movie) { m.frames = 15 }),
		invalid("120 fps", "120", func(m *movie) { m.frames, m.delta = 600, 250 }),
		invalid("90 fps, 120 at times", "90", func(m *movie) { m.frames, m.deltas = 60, [][2]int{{480, 250}} }),
		invalid("10 fps", "10", func(m *movie) { m.frames, m.delta = 60, 3000 }),
		invalid("of 20 minutes", "20", func(m *movie) { m.frames, m.delta, m.deltas = 120, 1000, [][2]int{{1, 36_000_000}} }),
		invalid("that says 14 minutes and lasts 4 s", "14 min", func(m *movie) { m.duration = 14 * 60 * 30_000 }),
		invalid("4K wide", "3840", func(m *movie) { m.width, m.height = 3840, 2160 }),
		invalid("interlaced", "interlaced", func(m *movie) { m.fields, m.allowsFields = true, true }),
		invalid("sound of 96 kHz", "96", func(m *movie) { m.audioRate = 65_535 }).either(),
	}
}

// brokenMovies returns files that are refused, or stored as not publishable.
func brokenMovies() []Case {
	whole := usualMovie().file()
	// Such a file may be refused or stored as not publishable, but never be published.
	bad := func(name string, content []byte) Case {
		return valid("mp4 "+name, "movie.mp4", mp4Type, content, Want{Verdict: NotValid})
	}
	index := usualMovie().index(0)
	ftyp := box("ftyp", []byte("isom"), be32(512), []byte("isommp42"))
	deep := nested("moov", 10_000)
	cases := []Case{
		bad("audio only", changed(func(m *movie) { m.noPicture = true })),
		bad("without an index", slices.Concat(ftyp, box("mdat", make([]byte, 5000)))),
		bad("index of 4 GB", slices.Concat(ftyp, sized("moov", math.MaxUint32, index[8:]))),
		bad("index of 16 EB", slices.Concat(ftyp, longBox("moov", math.MaxUint64, index[8:]))),
		bad("index of a negative length", slices.Concat(ftyp, longBox("moov", 1<<63, index[8:]))),
		bad("2,147,483,648 samples", changed(func(m *movie) { m.constantSizes, m.sampleCount = false, 1<<31 })).either(),
		bad("2,147,483,648 samples of one size", changed(func(m *movie) { m.sampleCount = 1 << 31 })).either(),
		bad("index at the end, 2,147,483,648 samples", changed(func(m *movie) { m.late, m.constantSizes, m.sampleCount = true, false, 1<<31 })).either(),
		bad("index at the end, 2,147,483,648 samples of one size", changed(func(m *movie) { m.late, m.sampleCount = true, 1<<31 })).either(),
		bad("edit list of 2,147,483,648 entries", changed(func(m *movie) { m.edits = fullBox("elst", 0, be32(1<<31, 1, 1, 1)) })).either(),
		bad("10,000 boxes deep", slices.Concat(ftyp, deep)),
		bad("boxes deep within a track", slices.Concat(ftyp, box("moov", index[8:8+108], nested("trak", 10_000)))),
		bad("box of size 1", slices.Concat(ftyp, []byte("\x00\x00\x00\x01moov\x00\x00\x00\x00\x00\x00\x00\x01"), index[8:])),
		bad("box of size 2", slices.Concat(ftyp, sized("moov", 2, index[8:]))),
		bad("negative duration", changed(func(m *movie) { m.duration = -1000 })),
		bad("no duration", changed(func(m *movie) { m.noDuration, m.frames, m.delta = true, 1, 0 })),
		bad("no time scale", changed(func(m *movie) { m.timescale = 0 })),
		bad("no sides", changed(func(m *movie) { m.width, m.height = 0, 0 })),
		bad("65,535 x 65,535", changed(func(m *movie) { m.width, m.height = 65_535, 65_535 })),
		bad("a million boxes", slices.Concat(ftyp, bytes.Repeat(box("free"), 1_000_000))),
		bad("beginning alone", ftyp),
		bad("data cut off", whole[:len(whole)-1000]),
	}
	for _, at := range []int{len(ftyp) + 8, len(ftyp) + 60, len(ftyp) + len(index)/2, len(ftyp) + len(index) - 1} {
		cases = append(cases, bad(fmt.Sprintf("cut off after %d bytes", at), whole[:at]))
	}
	return append(cases, Movie(100<<20))
}

// nested returns boxes of a kind nested to a depth.
func nested(kind string, depth int) []byte {
	var b []byte
	for i := depth; i > 0; i-- {
		b = append(append(b, be32(i*8)...), kind...)
	}
	return b
}

// Movie returns a good movie of size bytes, which is not held in memory. From 32 MB on it lasts ten
// minutes.
func Movie(size int64) Case {
	m := usualMovie()
	if size >= 32<<20 {
		m.frames, m.constantSizes = 18_000, false
	}
	start := slices.Concat(box("ftyp", []byte("isom"), be32(512), []byte("isommp42")))
	start = slices.Concat(start, m.index(len(start)+len(m.index(0))+8))
	start = append(start, sized("mdat", uint32(size-int64(len(start))))...)
	open := func() io.Reader {
		return io.MultiReader(bytes.NewReader(start), io.LimitReader(zeroReader{}, size-int64(len(start))))
	}
	return Case{Name: fmt.Sprintf("mp4 of %d bytes", size), Filename: "movie.mp4", MIME: mp4Type, Open: open, Size: size, Want: Want{Width: 720, Height: 1280}}
}

type zeroReader struct{}

// Read fills b with zeros.
func (zeroReader) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// frameRate is the frame rate of Clip, in frames a second.
const frameRate = 24

// Clip returns a well-formed, silent MP4 file that every check accepts, with pictures of the size
// and at least content bytes of media data. A player shows nothing.
func Clip(width, height int, lasts time.Duration, content int) []byte {
	head, media := ClipParts(width, height, lasts, content)
	return slices.Concat(head, make([]byte, media))
}

// ClipParts returns the beginning of Clip, and the number of media bytes that follow.
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
