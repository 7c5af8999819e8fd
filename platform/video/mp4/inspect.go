// Package mp4 reads the boxes of an MP4 or MOV file for what networks require of a video: duration,
// picture size, codecs and file structure. Read returns a few figures, Inspect all of them. Mend
// rewrites a file so that networks accept it. The package decodes nothing, bounds how much of a
// file it reads, and keeps little.
package mp4

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"time"
)

const (
	// maxTop bounds how many boxes of the top level are read: two per fragment, and a live
	// recording has many fragments.
	maxTop = 1 << 18
	// maxTracks bounds how many tracks are read.
	maxTracks = 128
)

// File is what the boxes of a file say about it.
type File struct {
	// Brand is the major brand, "qt " for QuickTime. Old QuickTime files have none.
	Brand string
	// Duration is that of the longest track, zero if unknown.
	Duration time.Duration
	Tracks   []Track
	// MoovLate says that moov comes after media data, so a player must download the whole file
	// first.
	MoovLate bool
	// EditLists says that a track has an edit list, even one without effect.
	EditLists bool
	// Obstacle is why Mend cannot rewrite the file, as a clause ("its edit lists cut parts out");
	// empty if it can.
	Obstacle string
	// OtherPictures says that there are picture tracks beside the film.
	OtherPictures bool
	// Fragmented says that the file has movie fragments (moof).
	Fragmented bool
	// Truncated says that the end of the file is missing.
	Truncated bool
	// HasLocation says that the metadata contain the place where the video was taken. Telemetry
	// tracks are not read.
	HasLocation bool
}

// Inspect reads the boxes of a file of size bytes. A file with a complete moov and a missing end is
// Truncated and no error. The error is ErrNoMoov, a *DamageError (both are ErrNotMovie), or one of
// r.
func Inspect(r io.ReaderAt, size int64) (*File, error) {
	in, err := inspect(r, size)
	if err != nil {
		return nil, err
	}
	return &in.file, nil
}

// inspector collects the facts of a file.
type inspector struct {
	r      io.ReaderAt
	size   int64
	file   File
	tracks trackList
	// metadata has the boxes that a copy leaves out.
	metadata metadata

	movieScale          uint64
	movieUnits          uint64
	fragmentUnits       uint64
	ftyp, moov          box
	typed, found, media bool
	firstMedia          int64
	// film is the place of the film in tracks, -1 without one.
	film int
	// hasAuxiliary says that a saio box contains offsets into the file.
	hasAuxiliary bool
}

func inspect(r io.ReaderAt, size int64) (*inspector, error) {
	buffered := Buffered(r, size)
	in := &inspector{r: buffered, size: size, metadata: metadata{r: buffered}}
	if err := in.walkTop(); err != nil {
		return nil, err
	}
	if !in.found {
		return nil, ErrNoMoov
	}
	in.summarize()
	// The tables of a fragmented file are elsewhere.
	if in.file.Fragmented || in.file.Truncated {
		return in, nil
	}
	for _, t := range in.tracks {
		if err := t.flaw(size); err != nil {
			return nil, err
		}
	}
	return in, nil
}

func (in *inspector) walkTop() error {
	at := int64(0)
	for range maxTop {
		// Fewer bytes than a header are padding.
		if in.size-at < 8 {
			return nil
		}
		b, err := readHead(in.r, at, in.size)
		if err != nil {
			return in.forgive(err)
		}
		if b.end > in.size {
			in.cutOff(b)
			return nil
		}
		if err := in.visitTop(b); err != nil {
			return err
		}
		at = b.end
	}
	return &DamageError{At: at}
}

// forgive ignores damage after a complete moov.
func (in *inspector) forgive(err error) error {
	if in.found && errors.Is(err, ErrNotMovie) {
		return nil
	}
	return err
}

// cutOff records a box that extends beyond the end of the file. After complete media it may be
// junk.
func (in *inspector) cutOff(b box) {
	switch b.kind {
	case "mdat":
		in.sawMedia(b)
		in.file.Truncated = true
	case "moof":
		in.file.Fragmented, in.file.Truncated = true, true
	default:
		in.file.Truncated = in.file.Truncated || !in.media
	}
}

func (in *inspector) sawMedia(b box) {
	if !in.media {
		in.media, in.firstMedia = true, b.head
	}
	in.file.MoovLate = in.file.MoovLate || !in.found
}

func (in *inspector) visitTop(b box) error {
	switch b.kind {
	case "ftyp":
		return in.readType(b)
	case "mdat":
		in.sawMedia(b)
	case "moov":
		return in.visitMoov(b)
	case "moof":
		in.file.Fragmented = true
		return readFragment(in.r, in.tracks, b)
	case "meta", "uuid", "udta":
		return in.metadata.visit(b)
	}
	return nil
}

func (in *inspector) readType(b box) error {
	if in.typed {
		return nil
	}
	in.typed, in.ftyp = true, b
	var brand [4]byte
	if b.end-b.start < int64(len(brand)) {
		return nil
	}
	err := readPrefix(in.r, b, brand[:])
	in.file.Brand = string(brand[:])
	return err
}

func (in *inspector) visitMoov(b box) error {
	if in.found {
		return nil
	}
	in.found, in.moov = true, b
	return eachBox(in.r, b.start, b.end, in.visitMovie)
}

func (in *inspector) visitMovie(b box) (err error) {
	switch b.kind {
	case "mvhd":
		in.movieScale, in.movieUnits, err = readHeader(in.r, b)
	case "trak":
		return in.visitTrack(b)
	case "mvex":
		in.file.Fragmented = true
		in.fragmentUnits, err = readExtends(in.r, in.tracks, b)
	case "meta", "uuid", "udta":
		return in.metadata.visit(b)
	default:
		in.metadata.visitOther(b)
	}
	return err
}

// summarize fills in the File once all boxes are read.
func (in *inspector) summarize() {
	f := &in.file
	for _, t := range in.tracks {
		t.summarize(in.movieScale, f.Fragmented)
		f.Tracks = append(f.Tracks, t.Track)
		f.Truncated = f.Truncated || t.last >= in.size
		f.EditLists = f.EditLists || t.edits.present
	}
	f.Truncated = f.Truncated || !in.media
	f.HasLocation = in.metadata.located
	f.Duration = in.duration()
	in.film, _ = f.chosen()
	f.OtherPictures = len(in.kept()) < len(in.tracks)
	f.Obstacle = in.obstacle()
}

// duration returns the duration in the header. The header of a fragmented file may cover only its
// first part, so there the longest track counts too.
func (in *inspector) duration() (d time.Duration) {
	if in.movieScale > 0 {
		d = toDuration(max(in.movieUnits, in.fragmentUnits), in.movieScale)
	}
	if d > 0 && !in.file.Fragmented {
		return d
	}
	for _, t := range in.tracks {
		if t.Kind == Picture || t.Kind == Sound {
			d = max(d, t.Duration)
		}
	}
	return d
}

// obstacle returns why Mend cannot rewrite the file.
func (in *inspector) obstacle() string {
	switch {
	case in.file.Truncated:
		return "its end is missing"
	case in.file.Fragmented && (in.file.MoovLate || in.file.EditLists || in.file.OtherPictures):
		return "it is made of fragments"
	case in.metadata.crowded:
		return "it has too many boxes of metadata"
	case in.hasAuxiliary || in.metadata.hasItems:
		return "it holds tables of places other than those of sound and pictures"
	}
	return flattening{tracks: in.kept(), scale: in.movieScale}.plan()
}

// kept returns the tracks that a copy has: all but the pictures beside the film.
func (in *inspector) kept() trackList {
	var kept trackList
	for i, t := range in.tracks {
		if !in.isBeside(i) {
			kept = append(kept, t)
		}
	}
	return kept
}

// isBeside reports whether a track has pictures and is not the film.
func (in *inspector) isBeside(i int) bool {
	return in.film >= 0 && i != in.film && in.tracks[i].Kind == Picture
}

// eachBox calls visit for the boxes from start to end. A rest that is too short for a box is
// padding, which QuickTime puts at the end of lists.
func eachBox(r io.ReaderAt, start, end int64, visit func(box) error) error {
	return walk(r, start, end, func(b box) (bool, error) {
		err := visit(b)
		return end-b.end >= 8, err
	})
}

// Picture returns the picture track that is the film, or nil.
func (f *File) Picture() *Track {
	i, _ := f.chosen()
	return f.track(i)
}

// Sound returns the sound track that is heard with the film, or nil.
func (f *File) Sound() *Track {
	_, i := f.chosen()
	return f.track(i)
}

func (f *File) track(i int) *Track {
	if i < 0 {
		return nil
	}
	return &f.Tracks[i]
}

// chosen returns the places of both in Tracks.
func (f *File) chosen() (picture, sound int) {
	tracks := make([]Candidate, len(f.Tracks))
	for i, t := range f.Tracks {
		tracks[i] = Candidate{Kind: t.Kind, Codec: t.Codec, Pictures: t.Pictures, Area: t.CodedWidth * t.CodedHeight, Disabled: !t.Enabled}
	}
	return Choose(tracks)
}

// Movie has the few figures that decide how a video is processed.
type Movie struct {
	// Duration is that of the pictures, zero if unknown.
	Duration time.Duration
	// Width and Height are the size of the picture as it is shown, in pixels; zero if unknown.
	Width, Height int
	// FrameRate is the average, in frames a second; zero if unknown.
	FrameRate float64
}

// Read returns what Inspect finds about a complete file. A truncated one is an ErrNotMovie.
func Read(r io.ReaderAt, size int64) (Movie, error) {
	f, err := Inspect(r, size)
	if err != nil {
		return Movie{}, err
	}
	if f.Truncated {
		return Movie{}, fmt.Errorf("%w: its end is missing", ErrNotMovie)
	}
	m := Movie{Duration: f.Duration}
	if p := f.Picture(); p != nil {
		m.Width, m.Height, m.FrameRate = p.Width, p.Height, p.FrameRate
		m.Duration = cmp.Or(p.Duration, f.Duration)
	}
	return m, nil
}
