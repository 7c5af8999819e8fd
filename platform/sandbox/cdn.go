package sandbox

import (
	"bytes"
	"hash/fnv"
	"image"
	"image/jpeg"
	"net/http"
	"strings"
)

const pictureSide = 320

// serveProfilePicture serves a plain square in a colour that the account keeps.
func (n *Network) serveProfilePicture(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimSuffix(r.PathValue("file"), ".jpg")
	n.mu.Lock()
	known := n.w.accounts.byID[id] != nil
	n.mu.Unlock()
	if !known {
		http.NotFound(w, r)
		return
	}
	servePicture(w, id)
}

// serveMediaFile serves what stands for published media: a video leads to the file that it was made from, everything
// else, and the thumbnail of a video, is a plain square.
func (n *Network) serveMediaFile(w http.ResponseWriter, r *http.Request) {
	id, thumbnail := strings.CutSuffix(r.PathValue("file"), ".jpg")
	n.mu.Lock()
	m := n.w.media.byID[id]
	if m == nil || m.isGone(n.w.now()) {
		n.mu.Unlock()
		http.NotFound(w, r)
		return
	}
	video, source := m.Video, m.SourceURL
	n.mu.Unlock()
	if video && !thumbnail && source != "" {
		http.Redirect(w, r, source, http.StatusFound)
		return
	}
	servePicture(w, id)
}

func servePicture(w http.ResponseWriter, seed string) {
	serveColour(w, seed, image.Rect(0, 0, pictureSide, pictureSide))
}

// serveColour serves a picture in a colour that goes with the seed.
func serveColour(w http.ResponseWriter, seed string, size image.Rectangle) {
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
