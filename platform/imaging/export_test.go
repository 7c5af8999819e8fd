package imaging

import (
	"bytes"
	"context"
	"io"
)

// Constants for the tests in package imaging_test.
const (
	WorkerMarker = workerMarker
	MaxChunks    = maxChunks
	MaxProfile   = maxProfile
)

// PNGChunks returns what the decoder of PNG files gets of one.
func PNGChunks(file io.Reader) io.Reader { return newPNGChunks(file) }

// NormaliseVerbose is Normalise, and also returns the child's standard error.
func (p *Pool) NormaliseVerbose(ctx context.Context, job Job) (res Result, stderr string, err error) {
	return p.normalise(ctx, job)
}

// NormaliseInto is Normalise for outputs that exist. It keeps partial files.
func (p *Pool) NormaliseInto(ctx context.Context, job Job) error {
	_, _, err := p.run(ctx, job)
	return err
}

// WithEnv returns a pool whose children have this environment, with which a test makes them
// misbehave.
func (p *Pool) WithEnv(marker string) *Pool {
	return &Pool{opts: p.opts, slots: p.slots, marker: marker}
}

// Occupy takes one of the pool's turns until release is called.
func (p *Pool) Occupy() (release func()) {
	p.slots <- struct{}{}
	return func() { <-p.slots }
}

// ReadOrientation returns the EXIF orientation in a block.
func ReadOrientation(exif []byte) int { return int(readOrientation(exif)) }

// Transform returns the conversion of 8-bit colours from a profile; identity says that the profile
// is sRGB.
func Transform(profile []byte) (convert func(r, g, b uint8) (r2, g2, b2 uint8), identity bool, err error) {
	p, err := parseProfile(profile)
	if err != nil {
		return nil, false, err
	}
	t := newColourTransform(p)
	return t.convert, t.isIdentity(), nil
}

// Inspected has the exported fields of a header.
type Inspected struct {
	Width, Height, Orientation, ProfileBytes int
	HasProfile, Animated                     bool
}

// Inspect reads the header of a picture of kind k.
func Inspect(file []byte, k Kind) (Inspected, error) {
	in, _, err := openInput(context.Background(), bytes.NewReader(file))
	if err != nil {
		return Inspected{}, err
	}
	h, err := inspect(in, k)
	return Inspected{h.width, h.height, int(h.orient), len(h.profile.bytes), h.profile.present, h.animated}, err
}

// WalkWebP reads the chunks of a WebP file and returns the file that the decoder gets.
func WalkWebP(file []byte) ([]byte, error) {
	in, _, err := openInput(context.Background(), bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	h := header{kind: WebP}
	if err := h.walkWebP(in); err != nil {
		return nil, err
	}
	return io.ReadAll(h.frame.reader(in))
}

// To8 rounds a 16-bit value.
func To8(v uint16) uint8 { return to8(uint8(v>>8), uint8(v)) }

// Guard turns a panic into an error.
func Guard(work func() error) error { return guard(work) }
