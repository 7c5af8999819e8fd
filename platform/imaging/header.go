package imaging

import "crier/platform/imaging/heif"

// header is what is known about a picture before it is decoded.
type header struct {
	kind          Kind
	width, height int
	// form names the coding, for sentences about memory.
	form string
	// bytesPerPixel is the decoder's peak memory per pixel.
	bytesPerPixel float64
	orient        orientation
	profile       profileData
	animated      bool
	// hdr says that the picture has a high dynamic range.
	hdr bool
	// frame is the position of a WebP file's picture.
	frame webpFrame
	// heif is the picture of a HEIC or AVIF file.
	heif *heif.Picture
}

// profileData is the unparsed ICC profile of a file. If present is set without bytes, it could not
// be read.
type profileData struct {
	present bool
	bytes   []byte
	// made is a profile for the code points of a file without an ICC profile, or nil.
	made *profile
}

// maxProfile bounds an ICC profile, in bytes. Matrix profiles have a few hundred, printer profiles
// about a million.
const maxProfile = 4 << 20

// check returns an Error if the picture is beyond the limits.
func (h header) check(o Options) error {
	if h.width <= 0 || h.height <= 0 {
		return &Error{Reason: Damaged, Kind: h.kind, Message: "The file is damaged: it gives no size for the picture."}
	}
	maxSide, maxPixels := o.MaxSide, o.MaxPixels
	if h.isPlainJPEG() {
		maxSide, maxPixels = plainSides*maxSide, plainPixels*maxPixels
	}
	if h.width > maxSide || h.height > maxSide {
		return sideTooLong(h, maxSide, o)
	}
	if h.width*h.height > maxPixels {
		return tooManyPixels(h, maxPixels, o)
	}
	if limit := float64(o.MaxMemory) / h.bytesPerPixel; float64(h.width*h.height) > limit {
		return tooMuchMemory(h, int(limit), o)
	}
	return nil
}

// A baseline JPEG takes the least memory and time for a pixel. So it may have this many times the
// side and the pixels of other pictures: the 200 megapixels of phones, and long panoramas.
const (
	plainSides  = 2
	plainPixels = 3
)

func (h header) isPlainJPEG() bool { return h.kind == JPEG && h.form == baselineForm }

// upright returns the sides of the upright picture.
func (h header) upright() (w, ht int) {
	if h.orient.swapsSides() {
		return h.height, h.width
	}
	return h.width, h.height
}

// inspect reads the header of a picture of kind k.
func inspect(in *input, k Kind) (header, error) {
	switch k {
	case JPEG:
		return inspectJPEG(in)
	case PNG:
		return inspectPNG(in)
	case WebP:
		return inspectWebP(in)
	case HEIC, AVIF:
		return inspectHEIF(in, k)
	case GIF:
		h, _, err := readGIF(in)
		return h, err
	default:
		return header{}, notAPicture(k)
	}
}
