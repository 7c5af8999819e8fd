// Package gallery serves the pages that show what became visible on the simulated network, and the
// pictures and videos that the network's answers name.
package gallery

import (
	"bytes"
	"cmp"
	_ "embed"
	"html/template"
	"image"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"crier/platform/sandbox/files"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS []byte

// Gallery serves the pages that show what was published.
type Gallery struct {
	*world.Store

	album *files.Album
	// home returns the address of Crier, to which the pages link, or an empty text.
	home func() string
}

// New returns the gallery of the world that the store keeps. home returns the address of Crier, or
// an empty text.
func New(s *world.Store, a *files.Album, home func() string) Gallery {
	return Gallery{Store: s, album: a, home: home}
}

// shown is a post or story as the pages show it.
type shown struct {
	Kind string
	// By is who published it: an account, or a Page.
	By       string
	Caption  string
	Mentions []string
	// With are the co-authors and Tagged the people in it; Notes is what else people see of it.
	With, Tagged, Notes []string
	// Comments are what people read below it, oldest first; Hidden is how many more the filters
	// hide.
	Comments []*world.Comment
	Hidden   int
	Pieces   []piece
	Link     string
	At       time.Time
	// Gone says why it is not visible any more; empty while it is.
	Gone string
}

// piece is one picture or video.
type piece struct {
	Src     string
	Alt     string
	IsVideo bool
	// Cover is the picture of a video that is not running, empty for its own; At is the moment of
	// the video that is its cover, in seconds.
	Cover string
	At    float64
}

// Start is the moment that a video shows before it runs.
func (p piece) Start() string { return strconv.FormatFloat(max(p.At, 0.1), 'f', -1, 64) }

// Day is when it was published, for people.
func (s shown) Day() string { return s.At.UTC().Format("2 Jan 2006, 15:04 UTC") }

// lookAt returns how people see media.
func (g Gallery) lookAt(w *world.World, m *world.Media) shown {
	s := shown{
		Kind: map[string]string{world.MediaImage: "Picture", world.MediaCarousel: "Carousel", world.MediaReel: "Reel", world.MediaStory: "Story"}[m.MediaType],
		By:   w.Accounts.ByID[m.AccountID].Profile.Username, Caption: m.Caption, Link: w.Media.Permalink(m), At: m.PublishedAt.Time(), Gone: gone(m, w.Now()),
	}
	s.With, s.Tagged, s.Notes = m.Collaborators, m.Tagged, notes(m.Look)
	if m.Native {
		g.addNative(&s, w, m)
		return s
	}
	for _, one := range w.Comments.On(m.ID) {
		if one.IsHidden {
			s.Hidden++
			continue
		}
		copied := *one // The page is written after the world was let go.
		s.Comments = append(s.Comments, &copied)
	}
	items := []*world.Media{m}
	if len(m.Items) > 0 {
		items = nil
		for _, id := range m.Items {
			if item := w.Media.ByID[id]; item != nil {
				items = append(items, item)
			}
		}
	}
	for _, item := range items {
		one := g.piece(item.ContainerID, item.ID, item.Video, item.AltText)
		if key := files.CoverKey(item.CoverURL); item.CoverURL != "" && g.album.Has(key) {
			one.Cover = "/cdn/album/" + key
		}
		one.At = float64(item.ThumbOffsetMS) / 1000
		s.Pieces = append(s.Pieces, one)
		if item != m {
			s.Tagged = append(s.Tagged, item.Tagged...)
		}
	}
	return s
}

// notes say how people get to see a post.
func notes(l world.Look) (said []string) {
	if l.IsAIGenerated {
		said = append(said, "AI info")
	}
	if l.IsOffGrid {
		said = append(said, "Not on the grid")
	}
	switch l.Trial {
	case "":
	case "MANUAL":
		said = append(said, "Trial reel, until somebody shows it to everybody")
	default:
		said = append(said, "Trial reel, until it does well")
	}
	return said
}

func gone(m *world.Media, now time.Time) string {
	switch {
	case m.DeletedAt != nil:
		return "deleted"
	case m.IsGone(now):
		return "over after 24 hours"
	}
	return ""
}

// addNative adds what the app API knows of a story.
func (g Gallery) addNative(s *shown, w *world.World, m *world.Media) {
	for _, own := range w.Natives.Media {
		if own.GraphID != m.ID {
			continue
		}
		for _, one := range own.Mentions {
			s.Mentions = append(s.Mentions, one.Username)
		}
		key := files.StoryPhoto + own.UploadID
		if own.Video {
			key = files.StoryVideo + own.UploadID
		}
		s.Pieces = []piece{g.piece(key, m.ID, own.Video, "")}
	}
}

// piece returns the file of the album with the key, or a plain picture instead.
func (g Gallery) piece(key, id string, isVideo bool, alt string) piece {
	if key == "" || !g.album.Has(key) {
		return piece{Src: "/cdn/album/" + id, Alt: "not kept: " + alt}
	}
	return piece{Src: "/cdn/album/" + key, Alt: alt, IsVideo: isVideo}
}

// lookAtPage returns how people see what is on a Page.
func (g Gallery) lookAtPage(w *world.World, p *world.PageItem) shown {
	s := shown{
		Kind: map[string]string{world.KindPhoto: "Picture", world.KindVideo: "Video", world.KindReel: "Reel", world.KindPhotoStory: "Story", world.KindVideoStory: "Story"}[p.Kind],
		By:   w.Accounts.ByID[p.AccountID].Profile.PageName, Caption: p.Text, Link: w.Pages.Permalink(p), At: p.ShownAt.Time(),
	}
	if strings.HasPrefix(s.Link, "/") {
		s.Link = w.Site + "/" + wire.HostWebFB + s.Link
	}
	switch {
	case p.DeletedAt != nil:
		s.Gone = "deleted"
	case !p.IsShown(w.Now()):
		s.Gone = "over after 24 hours"
	}
	s.Pieces = []piece{g.piece(cmp.Or(p.MediaID, p.ID), p.ID, p.IsVideo(), "")}
	return s
}

// IsLook reports whether an address is that of a post, and not one at which a person agrees to a
// login.
func IsLook(prefix, path string) bool {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	switch {
	case len(parts) < 3:
		return false
	case prefix == wire.HostWebIG:
		return slices.Contains([]string{"p", "reel", "stories"}, parts[1])
	case prefix == wire.HostWebFB:
		return parts[1] == "reel" || parts[1] == "stories" || len(parts) == 4 && (parts[2] == "posts" || parts[2] == "videos")
	}
	return false
}

// find returns the post or story at an address, while the network still knows it.
func (g Gallery) find(w *world.World, end string) *shown {
	story := ""
	if own := w.Natives.Media[end]; own != nil {
		story = own.GraphID
	}
	for _, m := range slices.Backward(w.Media.Latest) {
		if m.Shortcode() == end || m.ID == end || story != "" && m.ID == story {
			s := g.lookAt(w, m)
			return &s
		}
	}
	return nil
}

func (g Gallery) findOnPage(w *world.World, end string) *shown {
	for _, p := range w.Pages.ByID {
		if p.ShownAt != nil && (p.ID == end || p.PostID == end) {
			s := g.lookAtPage(w, p)
			return &s
		}
	}
	return nil
}

func (g Gallery) serveLook(w http.ResponseWriter, r *http.Request, find func(*world.World, string) *shown) {
	end := path.Base(r.URL.Path)
	var s *shown
	g.View(func(w *world.World) { s = find(w, end) })
	status := http.StatusOK
	if s == nil || s.Gone != "" {
		status = http.StatusNotFound
	}
	g.showPage(w, status, "look", s)
}

// showPage serves one of the pages of page.html.
func (g Gallery) showPage(w http.ResponseWriter, status int, name string, data any) {
	var buf bytes.Buffer
	page, err := template.New("page").Funcs(template.FuncMap{"home": g.home}).Parse(pageHTML)
	if err == nil {
		err = page.ExecuteTemplate(&buf, name, data)
	}
	if err != nil {
		http.Error(w, "the page cannot be shown", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy",
		"default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	w.WriteHeader(status)
	// The write fails only when the client has hung up.
	_, _ = w.Write(buf.Bytes())
}

const pictureSide = 320

// serveAlbum serves a published file, and a plain square in place of one that is not stored.
func (g Gallery) serveAlbum(w http.ResponseWriter, r *http.Request) {
	key := r.PathValue("key")
	f, err := g.album.Open(key)
	if err != nil {
		files.ServeColour(w, key, image.Rect(0, 0, pictureSide, pictureSide))
		return
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, files.SniffLength)
	size, _ := f.ReadAt(head, 0)
	kind := http.DetectContentType(head[:size])
	if !strings.HasPrefix(kind, "image/") {
		kind = "video/mp4"
	}
	w.Header().Set("Content-Type", kind)
	http.ServeContent(w, r, "", time.Time{}, f)
}
