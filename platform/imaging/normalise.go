package imaging

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
)

// Normalise reads a picture from src, which must be at its beginning, and writes it to dst as an
// upright sRGB JPEG without metadata, and a thumbnail to thumb unless that is nil. It writes
// nothing unless it could read the whole picture.
//
// An *Error says that the file cannot be used. Other errors are those of ctx, src, dst and thumb.
func Normalise(ctx context.Context, src io.ReadSeeker, dst, thumb io.Writer, opts Options) (Result, error) {
	opts = opts.withDefaults()
	in, head, err := openInput(ctx, src)
	if err != nil {
		return Result{}, err
	}
	p, err := decodePicture(in, Sniff(head), opts)
	if err != nil {
		return Result{}, err
	}
	res, err := p.write(ctx, dst, thumb, opts)
	if errors.Is(err, errPanic) {
		return Result{}, unprocessable(err.Error())
	}
	return res, err
}

// picture is a decoded upload.
type picture struct {
	header
	raster raster
}

func decodePicture(in *input, k Kind, opts Options) (*picture, error) {
	h, err := inspectGuarded(in, k)
	if err != nil {
		return nil, err
	}
	if err := h.check(opts); err != nil {
		return nil, err
	}
	r, err := decode(in, h)
	if err != nil {
		return nil, err
	}
	if r.width != h.width || r.height != h.height {
		return nil, in.damaged(k, fmt.Errorf("the header says %d x %d, the picture is %d x %d", h.width, h.height, r.width, r.height))
	}
	return &picture{header: h, raster: r}, nil
}

func inspectGuarded(in *input, k Kind) (h header, err error) {
	var refusal error
	if err = guard(func() error { h, refusal = inspect(in, k); return nil }); err != nil {
		return h, in.damaged(k, err)
	}
	return h, refusal
}

func (p *picture) write(ctx context.Context, dst, thumb io.Writer, opts Options) (Result, error) {
	sw, sh := p.upright()
	res := Result{Kind: p.kind, SourceWidth: sw, SourceHeight: sh}
	if p.animated {
		res.Warnings = append(res.Warnings, FirstFrameOnly)
	}
	if p.hdr {
		res.Warnings = append(res.Warnings, RangeReduced)
	}
	m, ignored, err := p.render(ctx, opts)
	if err != nil {
		return Result{}, err
	}
	if ignored {
		res.Warnings = append(res.Warnings, ProfileIgnored)
	}
	return p.finish(ctx, m, dst, thumb, opts, res)
}

// finish writes m, the result of p, and its thumbnail, and describes both in res.
func (p *picture) finish(ctx context.Context, m *image.YCbCr, dst, thumb io.Writer, opts Options, res Result) (Result, error) {
	small, err := p.thumbnail(ctx, m, thumb, opts)
	if err != nil {
		return Result{}, err
	}
	res.Width, res.Height = m.Rect.Dx(), m.Rect.Dy()
	if res.Bytes, res.Quality, err = encodeTo(ctx, dst, m, opts); errors.Is(err, errFull) {
		return Result{}, notSmallEnough(p.header, opts.MaxBytes)
	} else if err != nil {
		return Result{}, err
	}
	if res.Quality < opts.Quality {
		res.Warnings = append(res.Warnings, QualityLowered)
	}
	if small != nil {
		res.ThumbWidth, res.ThumbHeight = small.Rect.Dx(), small.Rect.Dy()
		_, _, err = encodeTo(ctx, thumb, small, opts)
	}
	return res, err
}

// render returns the picture upright, resized and in sRGB, and whether its profile was ignored. It
// releases the decoded picture.
func (p *picture) render(ctx context.Context, opts Options) (m *image.YCbCr, ignored bool, err error) {
	t, ignored := p.profile.colours(p.raster.gray, p.raster.cmyk)
	sw, sh := p.upright()
	w, h := fit(sw, sh, opts.MaxWidth)
	ratio := image.YCbCrSubsampleRatio420
	if t != nil {
		ratio = image.YCbCrSubsampleRatio444
	}
	if m, err = resize(ctx, p.raster, p.orient, w, h, ratio); err != nil {
		return nil, false, err
	}
	p.raster = raster{}
	if t != nil {
		t.apply(m)
	}
	return m, ignored, nil
}

// thumbnail returns a smaller copy of m, or nil if thumb is nil.
func (p *picture) thumbnail(ctx context.Context, m *image.YCbCr, thumb io.Writer, opts Options) (*image.YCbCr, error) {
	if thumb == nil {
		return nil, nil
	}
	r := raster{width: m.Rect.Dx(), height: m.Rect.Dy(), planes: m}
	w, h := fit(r.width, r.height, opts.ThumbWidth)
	return resize(ctx, r, 0, w, h, image.YCbCrSubsampleRatio420)
}

func encodeTo(ctx context.Context, w io.Writer, m *image.YCbCr, opts Options) (size, quality int, err error) {
	if err := ctx.Err(); err != nil {
		return 0, 0, err
	}
	file, quality, err := encode(m, opts.Quality, opts.MaxBytes)
	if err != nil {
		return 0, 0, err
	}
	if _, err := w.Write(file); err != nil {
		return 0, 0, fmt.Errorf("write the picture: %w", err)
	}
	return len(file), quality, nil
}
