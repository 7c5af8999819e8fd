package imaging

import (
	"errors"
	"image"
	"io"

	"crier/platform/imaging/heif"
)

// inspectHEIF reads the boxes of a HEIC or AVIF file.
func inspectHEIF(in *input, k Kind) (header, error) {
	h := header{kind: k}
	p, err := heif.Open(in.bytes, in.size)
	if err != nil {
		return h, in.heifError(k, err)
	}
	h.heif, h.width, h.height = p, p.Size.X, p.Size.Y
	h.orient, h.animated, h.form = orientation(p.Orientation), p.Animated, p.Form
	h.bytesPerPixel = float64(p.Memory) / float64(h.width*h.height)
	switch {
	case p.HasProfile && len(p.Profile) <= maxProfile:
		h.profile = profileData{present: true, bytes: p.Profile}
	case p.HasProfile:
		h.profile = profileData{present: true}
	default:
		h.profile, h.hdr = codedProfile(p.Colours)
	}
	return h, nil
}

// heifError returns an error of package heif as one for the user.
func (in *input) heifError(k Kind, err error) error {
	if unsupported, ok := errors.AsType[*heif.Unsupported](err); ok && in.failure == nil {
		return unsupportedFeature(k, unsupported.Feature, err.Error())
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		in.pos = in.size
	}
	return in.damaged(k, err)
}

func decodeHEIF(in *input, h header) (raster, error) {
	m, alpha, err := h.heif.Decode(in.ctx)
	if err != nil {
		if ended := in.ctx.Err(); ended != nil {
			return raster{}, ended
		}
		return raster{}, in.heifError(h.kind, err)
	}
	r, err := newRaster(m)
	if err != nil || alpha == nil {
		return r, err
	}
	return r.onWhite(alpha, h.heif.Premultiplied()), nil
}

// onWhite returns r laid over white by the opacity of each pixel. premultiplied says that the
// colours are already multiplied by it.
func (r raster) onWhite(alpha *image.Gray, premultiplied bool) raster {
	row := r.rows()
	return raster{width: r.width, height: r.height, gray: r.gray, row: func(y int, luma, cb, cr []uint8) {
		row(y, luma, cb, cr)
		opacity := alpha.Pix[alpha.PixOffset(alpha.Rect.Min.X, alpha.Rect.Min.Y+y):]
		for x, a := range opacity[:len(luma)] {
			if premultiplied {
				luma[x] = uint8(min(int(luma[x])+whiteLuma-int(a), whiteLuma))
				continue
			}
			luma[x] = over(luma[x], a, whiteLuma)
			cb[x] = over(cb[x], a, neutralChroma)
			cr[x] = over(cr[x], a, neutralChroma)
		}
	}}
}
