package gallery

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"image"
	"net/http"
	"slices"
	"strings"
	"time"

	"crier/platform/look"
	"crier/platform/sandbox/files"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

const (
	// maxShown is how many of the latest posts the page shows, of the accounts and of the Pages,
	// and maxStories how many stories.
	maxShown   = 48
	maxStories = 24
)

// Serve serves the page of everything, and the page of each post and story under the address that
// the network gives for it.
func (g Gallery) Serve(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", g.servePage)
	mux.HandleFunc("GET /cdn/album/{key}", g.serveAlbum)
	mux.HandleFunc("GET /cdn/look/{file}", serveStyle)
	// Only addresses of posts come here; see IsLook.
	mux.HandleFunc("GET /"+wire.HostWebIG+"/", func(w http.ResponseWriter, r *http.Request) { g.serveLook(w, r, g.find) })
	mux.HandleFunc("GET /"+wire.HostWebFB+"/", func(w http.ResponseWriter, r *http.Request) { g.serveLook(w, r, g.findOnPage) })
}

// serveStyle serves the styles and fonts of the pages.
func serveStyle(w http.ResponseWriter, r *http.Request) {
	files, err := look.Files()
	if err != nil {
		http.Error(w, "the file cannot be read", http.StatusInternalServerError)
		return
	}
	files = append(files, look.File{Name: "page.css", Type: "text/css; charset=utf-8", Body: pageCSS})
	i := slices.IndexFunc(files, func(f look.File) bool { return f.Name == r.PathValue("file") })
	if i < 0 {
		http.NotFound(w, r)
		return
	}
	sum := sha256.Sum256(files[i].Body)
	h := w.Header()
	h.Set("Content-Type", files[i].Type)
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", fmt.Sprintf("\"%x\"", sum[:8]))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(files[i].Body))
}

type pageData struct {
	Accounts     []world.Profile
	Further      []furtherAccount
	Tokens       []demoToken
	App          world.App
	AppSecret    string
	Native       world.NativeProfile
	NativeSecret string
	// Stories are the live ones, of accounts and Pages; Posts and OnPages are the latest.
	Stories, Posts, OnPages []shown
	Total, TotalOnPages     int
	Calls, Unexpected       int
}

// furtherAccount is an account to connect, with its token.
type furtherAccount struct {
	world.Profile

	Key string
}

// demoToken is a token to try a connection with.
type demoToken struct{ Key, About string }

// servePage serves the page that explains the sandbox and shows what became visible, latest first.
func (g Gallery) servePage(w http.ResponseWriter, _ *http.Request) {
	d := pageData{Accounts: world.DemoAccounts(), Native: world.DemoNativeUser(), NativeSecret: world.DemoNativeUser().Password.Reveal()}
	d.App, d.AppSecret = world.DemoApp(), world.DemoApp().Secret.Reveal()
	for _, a := range append(world.FurtherAccounts(), world.InvitedAccount()) {
		d.Further = append(d.Further, furtherAccount{a, cmp.Or(a.UserToken.Reveal(), a.Token.Reveal())})
	}
	for _, t := range world.DemoTokens() {
		d.Tokens = append(d.Tokens, demoToken{t.Token.Reveal(), t.About})
	}
	g.View(func(w *world.World) { g.fill(w, &d) })
	g.showPage(w, http.StatusOK, "all", d)
}

// fill adds the posts and stories of the network, latest first.
func (g Gallery) fill(w *world.World, d *pageData) {
	d.Calls, d.Unexpected = w.Past.PublishCalls.Count(), w.Past.Unexpected.Count()
	d.Total, d.TotalOnPages = len(w.Media.Latest)+w.Past.Publications.Count(), w.Past.PageItems.Count()
	for _, m := range slices.Backward(w.Media.Latest) {
		switch {
		case m.MediaType != world.MediaStory:
			if len(d.Posts) < maxShown {
				d.Posts = append(d.Posts, g.lookAt(w, m))
			}
		case !m.IsGone(w.Now()) && len(d.Stories) < maxStories:
			d.Stories = append(d.Stories, g.lookAt(w, m))
		}
	}
	for _, p := range slices.Backward(w.Pages.Sorted()) {
		if p.ShownAt == nil {
			continue
		}
		d.TotalOnPages++
		switch {
		case !p.IsStory():
			if len(d.OnPages) < maxShown {
				d.OnPages = append(d.OnPages, g.lookAtPage(w, p))
			}
		case p.IsShown(w.Now()) && len(d.Stories) < maxStories:
			d.Stories = append(d.Stories, g.lookAtPage(w, p))
		}
	}
	slices.SortStableFunc(d.Stories, func(a, b shown) int { return b.At.Compare(a.At) })
}

// ServeProfilePicture serves a plain square in the account's colour.
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

// ServeMediaFile serves the file of published media: for a video a redirect to the file from which
// it was made, for anything else, and for the thumbnail of a video, a plain square.
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
