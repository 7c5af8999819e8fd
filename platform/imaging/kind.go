package imaging

// Kind is a file format, as the first bytes of a file tell it.
type Kind string

// The formats that Sniff tells apart. The first six are the pictures that Normalise takes, the next
// five the videos that may be uploaded; the others are known so that a refusal can name them.
const (
	JPEG      Kind = "jpeg"
	PNG       Kind = "png"
	WebP      Kind = "webp"
	HEIC      Kind = "heic"
	AVIF      Kind = "avif"
	GIF       Kind = "gif"
	MP4       Kind = "mp4"
	QuickTime Kind = "quicktime"
	Matroska  Kind = "matroska"
	WebM      Kind = "webm"
	AVI       Kind = "avi"
	TIFF      Kind = "tiff"
	BMP       Kind = "bmp"
	PDF       Kind = "pdf"
	SVG       Kind = "svg"
	HTML      Kind = "html"
	Text      Kind = "text"
	Unknown   Kind = "unknown"
)

// MIME returns the media type of k as the contract spells it, application/octet-stream for Unknown.
func (k Kind) MIME() string {
	mime, _ := k.describe()
	return mime
}

// Name returns what k is called in a sentence such as "The file is ...", with its article.
func (k Kind) Name() string {
	_, name := k.describe()
	return name
}

// IsImage reports whether k is a picture that Normalise takes: JPEG, PNG, WebP, HEIC, AVIF or GIF.
func (k Kind) IsImage() bool {
	switch k {
	case JPEG, PNG, WebP, HEIC, AVIF, GIF:
		return true
	default:
		return false
	}
}

// IsVideo reports whether k is a video that may be uploaded: MP4, QuickTime, Matroska, WebM or AVI.
func (k Kind) IsVideo() bool {
	switch k {
	case MP4, QuickTime, Matroska, WebM, AVI:
		return true
	default:
		return false
	}
}

func (k Kind) describe() (mime, name string) {
	switch k {
	case JPEG:
		return "image/jpeg", "a JPEG picture"
	case PNG:
		return "image/png", "a PNG picture"
	case WebP:
		return "image/webp", "a WebP picture"
	case HEIC:
		return "image/heic", "a HEIC picture"
	case AVIF:
		return "image/avif", "an AVIF picture"
	case GIF:
		return "image/gif", "a GIF picture"
	case MP4:
		return "video/mp4", "an MP4 video"
	case QuickTime:
		return "video/quicktime", "a QuickTime video"
	case Matroska:
		return "video/x-matroska", "a Matroska video"
	case WebM:
		return "video/webm", "a WebM video"
	case AVI:
		return "video/x-msvideo", "an AVI video"
	default:
		return k.describeRefused()
	}
}

func (k Kind) describeRefused() (mime, name string) {
	switch k {
	case TIFF:
		return "image/tiff", "a TIFF picture"
	case BMP:
		return "image/bmp", "a BMP picture"
	case PDF:
		return "application/pdf", "a PDF document"
	case SVG:
		return "image/svg+xml", "an SVG drawing"
	case HTML:
		return "text/html", "an HTML page"
	case Text:
		return "text/plain", "a text file"
	default:
		return "application/octet-stream", "of an unknown type"
	}
}
