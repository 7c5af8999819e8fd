package mp4

import (
	"context"
	"fmt"
	"io"
	"math"
)

// Mend rewrites the file of size bytes: with moov before the media data, without edit lists,
// without the pictures beside the film, and with zeros in place of the location and of metadata
// that this package does not know. It adds the shifts of the edit lists to the composition times of
// the pictures, so that sound and pictures stay in sync within 5 ms. Every other byte stays the
// same. Mend takes a few hundred KB of memory. The error is an ErrUnmendable, an ErrNotMovie, or
// one of src, dst or ctx; dst may have received a part by then.
func Mend(ctx context.Context, dst io.Writer, src io.ReaderAt, size int64) error {
	in, err := inspect(src, size)
	if err != nil {
		return err
	}
	if in.file.Obstacle != "" {
		return unmendable(in.file.Obstacle)
	}
	m := newMender(in)
	moov, err := m.plan()
	if err != nil {
		return err
	}
	out := &output{ctx: ctx, dst: dst, src: &masked{r: src, blanks: sorted(in.metadata.erased)}}
	for _, p := range []piece{copied(0, m.insertAt), moov, copied(m.insertAt, in.moov.head), copied(in.moov.end, size)} {
		if err := p.write(out); err != nil {
			return err
		}
	}
	return nil
}

func unmendable(reason string) error {
	return fmt.Errorf("%w: %s", ErrUnmendable, reason)
}

// mender builds the new moov box.
type mender struct {
	in *inspector
	// insertAt is the offset in the old file at which the new moov is inserted.
	insertAt int64
	// wide says that chunk offsets take eight bytes.
	wide bool
	// grown is the size of the new moov.
	grown  int64
	pieces int
}

func newMender(in *inspector) *mender {
	m := &mender{in: in, insertAt: in.moov.head}
	if in.file.MoovLate {
		m.insertAt = 0
		if in.typed && in.ftyp.end <= in.firstMedia {
			m.insertAt = in.ftyp.end
		}
	}
	return m
}

// plan returns the new moov. It may need two passes: whether chunk offsets take eight bytes depends
// on the size of moov, and its size on them.
func (m *mender) plan() (piece, error) {
	moov, err := m.rebuildMovie()
	if err != nil {
		return piece{}, err
	}
	if m.in.size+moov.size-m.in.moov.size() > math.MaxUint32 {
		m.wide, m.pieces = true, 0
		if moov, err = m.rebuildMovie(); err != nil {
			return piece{}, err
		}
	}
	m.grown = moov.size
	return moov, nil
}

func (b box) size() int64 { return b.end - b.head }

// moved returns the offset in the new file of what is at an offset of the old one.
func (m *mender) moved(at int64) (int64, error) {
	switch {
	case at < m.insertAt:
		return at, nil
	case at < m.in.moov.head:
		return at + m.grown, nil
	case at < m.in.moov.end:
		return 0, unmendable("its tables point at themselves")
	}
	return at + m.grown - m.in.moov.size(), nil
}

func (m *mender) rebuildMovie() (piece, error) {
	track := 0
	return m.rebuild(m.in.moov, func(b box) ([]piece, error) {
		if b.kind != "trak" {
			return nil, nil
		}
		t, isBeside := m.in.tracks[track], m.in.isBeside(track)
		if track++; isBeside {
			return []piece{}, nil
		}
		return only(m.rebuild(b, func(b box) ([]piece, error) { return m.rebuildTrack(t, b) }))
	})
}

func only(p piece, err error) ([]piece, error) { return []piece{p}, err }

// rebuildTrack returns the replacement of a box of a track, or of a box on the path to its sample
// table: nil to keep it, an empty slice to drop it.
func (m *mender) rebuildTrack(t *track, b box) ([]piece, error) {
	switch b.kind {
	case "tkhd":
		// A film that players leave alone would leave them without one.
		if t.Kind == Picture && !t.Enabled && m.in.file.OtherPictures {
			return []piece{copied(b.head, b.start+flagsEnd-1), literal([]byte{t.flags | 1}), copied(b.start+flagsEnd, b.end)}, nil
		}
	case "edts":
		return []piece{}, nil
	case "mdia", "minf":
		return only(m.rebuild(b, func(b box) ([]piece, error) { return m.rebuildTrack(t, b) }))
	case "stbl":
		return only(m.rebuildTable(t, b))
	}
	return nil, nil
}

func (m *mender) rebuildTable(t *track, b box) (piece, error) {
	return m.rebuild(b, func(b box) ([]piece, error) {
		switch b.kind {
		case "stco":
			return only(m.places(b, 4))
		case "co64":
			return only(m.places(b, 8))
		case "ctts", "cslg", "stts":
			return m.shifted(t, b)
		}
		return nil, nil
	})
}

// maxPieces bounds the number of pieces of a new moov.
const maxPieces = 4096

// rebuild copies a box and replaces each inner box for which replace does not return nil.
func (m *mender) rebuild(b box, replace func(box) ([]piece, error)) (piece, error) {
	var parts []piece
	from := b.start
	err := eachBox(m.in.r, b.start, b.end, func(inner box) error {
		replaced, err := replace(inner)
		if err != nil || replaced == nil {
			return err
		}
		if m.pieces += 1 + len(replaced); m.pieces > maxPieces {
			return unmendable("it is made of too many parts")
		}
		if inner.head > from {
			parts = append(parts, copied(from, inner.head))
		}
		parts = append(parts, replaced...)
		from = inner.end
		return nil
	})
	if err != nil {
		return piece{}, err
	}
	return boxed(b.kind, append(parts, copied(from, b.end)))
}
