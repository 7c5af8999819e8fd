// Package mp4 reads from the boxes of an MP4 or MOV file what a network asks of a video: how long
// it lasts, how large its picture is, how it is coded, and how the file is put together (Read for
// the few figures, Inspect for all). Mend writes a file as networks want it. The package decodes
// nothing; what it reads of any file is bounded, and what it keeps is small.
package mp4

import (
	"errors"
	"fmt"
	"io"
	"time"
)

const (
	// maxTop bounds how many boxes of the top level are walked: two for each fragment, of which a
	// live recording has many.
	maxTop = 1 << 18
	// maxTracks bounds how many tracks are looked at.
	maxTracks = 128
)

// File is what the boxes of a file say of it.
type File struct {
	// Brand is the major brand, "qt " for QuickTime; empty for a file without one, as old QuickTime
	// files are.
	Brand string
	// Duration is zero when the file does not say it.
	Duration time.Duration
	Tracks   []Track
	// MoovLate says that media data comes before moov, so that the file cannot be played before it
	// is there whole.
	MoovLate bool
	// EditLists says that a track has one, even if it changes nothing.
	EditLists bool
	// Obstacle is why Mend cannot write the file again, as a clause ("its edit lists cut parts
	// out"); empty when it can.
	Obstacle string
	// Fragmented says that the file is made of parts that each have their own moof.
	Fragmented bool
	// Truncated says that the end of the file is missing.
	Truncated bool
	// HasLocation says that the metadata tell where the video was taken. Telemetry tracks are not
	// looked into.
	HasLocation bool
}

// Inspect reads what the boxes of a file of size bytes say. A file whose end is missing but whose
// moov is whole is Truncated and no error. An error is ErrNoMoov, a *DamageError (both are
// ErrNotMovie), or one of r's.
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
	// metadata says where the video was taken.
	metadata metadata

	movieScale          uint64
	movieUnits          uint64
	fragmentUnits       uint64
	ftyp, moov          box
	typed, found, media bool
	firstMedia          int64
	// hasAuxiliary says that a table of auxiliary information holds positions in the file.
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
	// A fragmented file has its tables elsewhere.
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
		// Fewer bytes than a header has are padding.
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

// forgive lets nonsense behind a whole movie pass.
func (in *inspector) forgive(err error) error {
	if in.found && errors.Is(err, ErrNotMovie) {
		return nil
	}
	return err
}

// cutOff takes note of a box that goes beyond the end of the file. Behind a whole movie it may be
// any nonsense.
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
	}
	return err
}

// summarize puts together what the boxes said.
func (in *inspector) summarize() {
	f := &in.file
	for _, t := range in.tracks {
		t.summarize()
		f.Tracks = append(f.Tracks, t.Track)
		f.Truncated = f.Truncated || t.last >= in.size
		f.EditLists = f.EditLists || t.edits.present
	}
	f.Truncated = f.Truncated || !in.media
	f.HasLocation = len(in.metadata.locations) > 0
	f.Duration = in.duration()
	f.Obstacle = in.obstacle()
}

// duration is what the header says. A header of a fragmented file speaks of its first part only, or
// of nothing.
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

// obstacle says why Mend cannot write the file again.
func (in *inspector) obstacle() string {
	switch {
	case in.file.Truncated:
		return "its end is missing"
	case in.file.Fragmented && (in.file.MoovLate || in.file.EditLists):
		return "it is made of fragments"
	case in.metadata.crowded:
		return "it tells its place too often"
	case in.hasAuxiliary || in.metadata.hasItems:
		return "it holds tables of places other than those of sound and pictures"
	}
	return flattening{tracks: in.tracks, scale: in.movieScale}.plan()
}

// eachBox calls visit for the boxes from start to end. A rest that is too short for a box is
// padding, as QuickTime puts it at the end of lists.
func eachBox(r io.ReaderAt, start, end int64, visit func(box) error) error {
	return walk(r, start, end, func(b box) (bool, error) {
		err := visit(b)
		return end-b.end >= 8, err
	})
}

// Picture returns the track whose pictures are the movie: the largest of those that are shown by
// themselves. It is nil when there is none.
func (f *File) Picture() *Track {
	var best *Track
	for i := range f.Tracks {
		t := &f.Tracks[i]
		if t.Kind == Picture && t.Codec != "" && (best == nil || t.before(best)) {
			best = t
		}
	}
	return best
}

func (t *Track) before(other *Track) bool {
	if t.Enabled != other.Enabled {
		return t.Enabled
	}
	return t.CodedWidth*t.CodedHeight > other.CodedWidth*other.CodedHeight
}

// Sound returns the track that is heard: the first of those that are by themselves. It is nil when
// there is none.
func (f *File) Sound() *Track {
	var best *Track
	for i := range f.Tracks {
		t := &f.Tracks[i]
		if t.Kind == Sound && t.Codec != "" && (best == nil || t.Enabled && !best.Enabled) {
			best = t
		}
	}
	return best
}

// Movie is the little that decides which way a video goes.
type Movie struct {
	// Duration is zero when the file does not say it.
	Duration time.Duration
	// Width and Height are those of the picture as it is shown, in whole pixels; zero when the file
	// does not say them.
	Width, Height int
	// FrameRate is the average, in frames a second; zero when the file does not say it.
	FrameRate float64
}

// Read returns what Inspect finds of a file that is there whole: one that is cut off is an
// ErrNotMovie.
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
	}
	return m, nil
}
