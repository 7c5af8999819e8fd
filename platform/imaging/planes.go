package imaging

import (
	"context"
	"encoding/json"
	"errors"
	"image"
	"io"
)

// Edit edits the picture src, which is nil if the Job has no source, as how describes. It writes
// the result to dst and a thumbnail to thumb unless that is nil. It runs in a child process, and
// its errors are those of Normalise.
type Edit func(ctx context.Context, src io.ReadSeeker, dst, thumb io.Writer, how json.RawMessage, opts Options) (Result, error)

// Turn is a clockwise rotation in steps of 90 degrees, followed by mirroring.
type Turn struct {
	Degrees                      int
	FlipHorizontal, FlipVertical bool
}

// orientation returns t as an EXIF orientation.
func (t Turn) orientation() orientation {
	turned := map[int]orientation{0: 1, 90: 6, 180: 3, 270: 8}[t.Degrees]
	if t.FlipHorizontal {
		turned = [9]orientation{1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7}[turned]
	}
	if t.FlipVertical {
		turned = [9]orientation{1: 4, 2: 3, 3: 2, 4: 1, 5: 8, 6: 7, 7: 6, 8: 5}[turned]
	}
	return turned
}

// Decode returns the picture in src, which must be at its beginning, upright and in sRGB, at its
// full size. An *Error says that the file cannot be used.
func Decode(ctx context.Context, src io.ReadSeeker, opts Options) (*image.YCbCr, error) {
	opts = opts.withDefaults()
	in, head, err := openInput(ctx, src)
	if err != nil {
		return nil, err
	}
	p, err := decodePicture(in, Sniff(head), opts)
	if err != nil {
		return nil, err
	}
	if p.raster.planes != nil && p.orient <= 1 && !p.profile.present {
		return p.raster.planes, nil
	}
	opts.MaxWidth = opts.MaxSide
	m, _, err := p.render(ctx, opts)
	if errors.Is(err, errPanic) {
		return nil, unprocessable(err.Error())
	}
	return m, err
}

// Resample returns m turned and then scaled to width by height pixels, as 4:2:0. m may be a part of
// a picture. Its corner should then be at even coordinates, so that chroma stays in place.
func Resample(ctx context.Context, m *image.YCbCr, t Turn, width, height int) (*image.YCbCr, error) {
	r := raster{width: m.Rect.Dx(), height: m.Rect.Dy(), planes: m}
	return resize(ctx, r, t.orientation(), width, height, image.YCbCrSubsampleRatio420)
}

// Write writes m as a JPEG to dst, and a thumbnail to thumb unless that is nil, with the options of
// Normalise except MaxWidth.
func Write(ctx context.Context, m *image.YCbCr, dst, thumb io.Writer, opts Options) (Result, error) {
	h := header{kind: JPEG, width: m.Rect.Dx(), height: m.Rect.Dy()}
	p := &picture{header: h}
	return p.finish(ctx, m, dst, thumb, opts.withDefaults(), Result{Kind: JPEG, SourceWidth: h.width, SourceHeight: h.height})
}
