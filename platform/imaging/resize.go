package imaging

import (
	"context"
	"image"
	"runtime"

	"golang.org/x/sync/errgroup"
)

const (
	// maxBands is how many goroutines resize a picture. The other cores are for other pictures.
	maxBands = 2
	// minBandRows is the least number of result rows that is worth a goroutine.
	minBandRows = 64
	// checkRows is how many source rows are read between checks of the context.
	checkRows = 256
)

// resize returns r upright and of size w by h, with the chroma subsampling ratio (4:4:4 or 4:2:0).
func resize(ctx context.Context, r raster, o orientation, w, h int, ratio image.YCbCrSubsampleRatio) (*image.YCbCr, error) {
	m := image.NewYCbCr(image.Rect(0, 0, w, h), ratio)
	jobs := newPlaneJobs(r, m, o)
	bands := min(maxBands, runtime.GOMAXPROCS(0), max(1, len(jobs[0].y.results)/minBandRows))
	g, ctx := errgroup.WithContext(ctx)
	for band := range bands {
		g.Go(func() error {
			return guard(func() error { return resizeBand(ctx, r, jobs, band, bands) })
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return m, nil
}

// planeJob describes one plane of the result: its axes in the directions of the source, and its
// destination.
type planeJob struct {
	x, y *axis
	to   plane
}

func newPlaneJobs(r raster, m *image.YCbCr, o orientation) [3]planeJob {
	sx, sy := 1, 1
	if r.planes != nil {
		sx, sy = subsampling(r.planes.SubsampleRatio)
	}
	tx, ty := subsampling(m.SubsampleRatio)
	w, h := m.Rect.Dx(), m.Rect.Dy()
	if o.swapsSides() {
		w, h, tx, ty = h, w, ty, tx
	}
	axes := func(sx, sy, tx, ty int) (x, y *axis) {
		return newAxis(span{r.width, sx}, span{w, tx}, o.mirrorsX()), newAxis(span{r.height, sy}, span{h, ty}, o.mirrorsY())
	}
	lx, ly := axes(1, 1, 1, 1)
	cx, cy := axes(sx, sy, tx, ty)
	return [3]planeJob{
		{lx, ly, plane{m.Y, m.YStride, o.swapsSides()}},
		{cx, cy, plane{m.Cb, m.CStride, o.swapsSides()}},
		{cx, cy, plane{m.Cr, m.CStride, o.swapsSides()}},
	}
}

// resizeBand computes one of several bands of each plane.
func resizeBand(ctx context.Context, r raster, jobs [3]planeJob, band, bands int) error {
	var scalers [3]*scaler
	for i, j := range jobs {
		n := len(j.y.results)
		scalers[i] = newScaler(j.x, j.y, j.to, n*band/bands, n*(band+1)/bands)
	}
	if r.planes != nil {
		return pushPlanes(ctx, r.planes, scalers)
	}
	return pushRows(ctx, r, scalers)
}

func pushPlanes(ctx context.Context, m *image.YCbCr, scalers [3]*scaler) error {
	luma, chroma := m.YOffset(m.Rect.Min.X, m.Rect.Min.Y), m.COffset(m.Rect.Min.X, m.Rect.Min.Y)
	sources := [3]plane{
		{pix: m.Y[luma:], stride: m.YStride},
		{pix: m.Cb[chroma:], stride: m.CStride},
		{pix: m.Cr[chroma:], stride: m.CStride},
	}
	for i, s := range scalers {
		for y := s.from; y < s.end; y++ {
			if y%checkRows == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			s.push(y, sources[i].pix[y*sources[i].stride:])
		}
	}
	return nil
}

func pushRows(ctx context.Context, r raster, scalers [3]*scaler) error {
	from, end := r.height, 0
	for _, s := range scalers {
		from, end = min(from, s.from), max(end, s.end)
	}
	var rows [3][]uint8
	for i := range rows {
		rows[i] = make([]uint8, r.width)
	}
	for y := from; y < end; y++ {
		if y%checkRows == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r.row(y, rows[0], rows[1], rows[2])
		for i, s := range scalers {
			s.push(y, rows[i])
		}
	}
	return nil
}

// subsampling returns the pixels per chroma sample, across and down.
func subsampling(r image.YCbCrSubsampleRatio) (x, y int) {
	switch r {
	case image.YCbCrSubsampleRatio422:
		return 2, 1
	case image.YCbCrSubsampleRatio420:
		return 2, 2
	case image.YCbCrSubsampleRatio440:
		return 1, 2
	case image.YCbCrSubsampleRatio411:
		return 4, 1
	case image.YCbCrSubsampleRatio410:
		return 4, 2
	default:
		return 1, 1
	}
}

// fit returns w by h reduced to a width of at most limit.
func fit(w, h, limit int) (fw, fh int) {
	if w <= limit {
		return w, h
	}
	return limit, max(1, (2*h*limit+w)/(2*w))
}
