package sandbox

import (
	"bytes"
	"hash/fnv"
	"image"
	"image/jpeg"
	"net/http"
	"strings"

	"crier/platform/sandbox/world"
)

const pictureSide = 320

// serveProfilePicture serves a plain square in a colour that the account keeps.
func (g gallery) serveProfilePicture(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimSuffix(r.PathValue("file"), ".jpg")
	known := false
	g.View(func(world *world.World) { known = world.Accounts.ByID[id] != nil })
	if !known {
		http.NotFound(w, r)
		return
	}
	servePicture(w, id)
}

// serveMediaFile serves what stands for published media: a video leads to the file that it was made from, everything
// else, and the thumbnail of a video, is a plain square.
func (g gallery) serveMediaFile(w http.ResponseWriter, r *http.Request) {
	id, thumbnail := strings.CutSuffix(r.PathValue("file"), ".jpg")
	var video, found bool
	var source string
	g.View(func(world *world.World) {
		if m := world.Media.ByID[id]; m != nil && !m.IsGone(world.Now()) {
			found, video, source = true, m.Video, m.SourceURL
		}
	})
	if !found {
		http.NotFound(w, r)
		return
	}
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
