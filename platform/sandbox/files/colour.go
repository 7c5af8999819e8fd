package files

import (
	"bytes"
	"hash/fnv"
	"image"
	"image/jpeg"
	"net/http"
)

// ServeColour serves a picture in a colour that goes with the seed.
func ServeColour(w http.ResponseWriter, seed string, size image.Rectangle) {
	h := fnv.New32a()
	_, _ = h.Write([]byte(seed))
	sum := h.Sum32()
	const brightness = 150
	img := image.NewYCbCr(size, image.YCbCrSubsampleRatio420)
	for i := range img.Y {
		img.Y[i] = brightness
	}
	for i := range img.Cb {
		img.Cb[i], img.Cr[i] = byte(sum), byte(sum>>8)
	}
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, img, nil); err != nil {
		http.Error(w, "no picture", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	// A client that hung up has nobody to tell.
	_, _ = w.Write(buf.Bytes())
}
