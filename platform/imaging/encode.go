package imaging

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
)

// minQuality is the lowest quality that is tried. At this quality a picture of the usual width is
// far below any limit.
const minQuality = 5

var errFull = errors.New("the file is larger than allowed")

// encode returns m as a baseline 4:2:0 JPEG of less than limit bytes. It lowers quality in steps
// until the file fits.
func encode(m *image.YCbCr, quality, limit int) (file []byte, reached int, err error) {
	for q := quality; ; q = lower(q) {
		b := boundedBuffer{limit: limit - 1}
		err := jpeg.Encode(&b, m, &jpeg.Options{Quality: q})
		if err == nil {
			return b.buf.Bytes(), q, nil
		}
		if !errors.Is(err, errFull) || q <= minQuality {
			return nil, 0, fmt.Errorf("encode the picture at quality %d: %w", q, err)
		}
	}
}

func lower(quality int) int { return max(quality-max(quality/8, 2), minQuality) }

// boundedBuffer is a buffer that refuses to grow beyond limit bytes.
type boundedBuffer struct {
	buf   bytes.Buffer
	limit int
}

func (b *boundedBuffer) Write(p []byte) (int, error) {
	if b.buf.Len()+len(p) > b.limit {
		return 0, errFull
	}
	return b.buf.Write(p)
}
