package gallery

import (
	"image"
	"net/http"
	"strings"

	"crier/platform/sandbox/files"
	"crier/platform/sandbox/world"
)

const pictureSide = 320

// ServeProfilePicture serves a plain square in a colour that the account keeps.
func (g Gallery) ServeProfilePicture(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimSuffix(r.PathValue("file"), ".jpg")
	known := false
	g.View(func(world *world.World) { known = world.Accounts.ByID[id] != nil })
	if !known {
		http.NotFound(w, r)
		return
	}
	servePicture(w, id)
}

// ServeMediaFile serves what stands for published media: a video leads to the file that it was made from, everything
// else, and the thumbnail of a video, is a plain square.
func (g Gallery) ServeMediaFile(w http.ResponseWriter, r *http.Request) {
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
	files.ServeColour(w, seed, image.Rect(0, 0, pictureSide, pictureSide))
}
