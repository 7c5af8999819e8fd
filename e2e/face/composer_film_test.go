package face_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/face"
	"crier/platform/needtest"

	"github.com/chromedp/chromedp/kb"
)

const (
	// film is a small film that browsers play, four seconds long.
	film = "../testdata/media/film.mp4"
	// kinds is how each kind of post suits the files, one a line.
	kinds = `[...document.querySelectorAll(".kind")].map(k => (k.querySelector("input")?.disabled ? "- " : "") + [...k.querySelectorAll(".says")].map(s => s.textContent.replace(/^, /, ""))).join("\n")`
)

// isWhite says whether a frame of the film has its white so far from the left: that moves to the
// right by 17 of 108 in a second.
func isWhite(picture string, x int) string {
	return fmt.Sprintf(`(picture => {
		const drawn = document.createElement("canvas").getContext("2d")
		drawn.drawImage(picture, 0, 0, 108, 192)
		return drawn.getImageData(%[2]d, 90, 1, 1).data[1] > 200
	})(document.querySelector(%[1]q))`, picture, x)
}

// TestComposer_Film drops a film: the cells say what it can be, it plays, and its cover is chosen
// with the mouse, with the keys and as it plays. A reload keeps it, the preview shows it, and the
// network gets that moment.
func TestComposer_Film(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	f.Go("/compose/new")
	path, err := filepath.Abs(film)
	if err != nil {
		t.Fatal(err)
	}
	f.WaitVisible(".empty")
	f.DropFiles(".empty", func() {}, path)
	f.WaitTrue(kinds + ` === "- it is a video\n- needs one more\nfits\nfits, 60 s at most"`)
	f.WaitTrue(`document.querySelector("[data-film]").innerText.includes("108 × 192, 24 pictures a second, 13 kB") && document.querySelector(".sound").innerText === "with sound"`)
	f.WaitTrue(`location.pathname !== "/app/compose/new"`)
	var id string
	f.Evaluate(`location.pathname.split("/").pop()`, &id)
	at := func(from, to int) {
		t.Helper()
		p.await(id, fmt.Sprintf("shown by the frame at %d to %d", from, to), func(written) bool {
			ms := p.looks(id).ThumbOffsetMs
			return ms != nil && *ms >= from && *ms <= to
		})
		f.WaitTrue(saved)
	}

	// So slowly that it does not end before it is stopped.
	f.Evaluate(`document.querySelector("video").playbackRate = 0.1`, nil)
	f.Click("[data-act=play]")
	f.WaitTrue(`document.querySelector("video").currentTime > 0 && document.querySelector("[data-act=play]").innerText === "Pause"`)
	f.Click("[data-act=play]")
	f.WaitTrue(`document.querySelector("video").paused`)
	f.Press("c")
	at(1, 3999)

	// Ten frames and the carried one are drawn from the film.
	f.WaitTrue(`document.querySelectorAll("[data-film] img[src^=blob]").length === 11`)
	f.WaitTrue(isWhite("[data-film] .strip > img", 20) + ` && !` + isWhite("[data-film] .strip > img:nth-of-type(10)", 20) + ` && ` + isWhite("[data-film] .strip > img:nth-of-type(10)", 88))
	f.DragTo("#cover", "#cover", 0.75, 0.5)
	at(2900, 3300)
	// The stage shows the same frame.
	f.WaitTrue(`Math.abs(document.querySelector("video").currentTime * 1000 - document.querySelector("#cover").value) < 60`)
	f.Press(kb.End)
	at(3900, 3999)
	f.Press(kb.Home)
	f.Press(kb.ArrowRight)
	f.Press(kb.ArrowRight)
	at(200, 200)

	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector("#cover")?.value === "200" && document.querySelector("#cover").ariaValueText === "the frame at 0:00.2"`)
	f.WaitVisible(".tall .right")
	f.WaitTrue(isWhite(".tall img", 25))
	f.Step("composer-film")
	f.Click("[data-act=zones]")
	f.WaitTrue(`document.querySelector(".tall") !== null && document.querySelector(".zone") === null`)
	f.Click("[data-view=grid]")
	f.WaitTrue(isWhite(".own img", 25))
	f.Click("#feed")
	f.WaitTrue(`document.querySelector("#preview .note").innerText.includes("among the reels alone")`)
	p.await(id, "among the reels alone", func(written) bool { is := p.looks(id).ShareToFeed; return is != nil && !*is })
	f.WaitTrue(saved)
	f.Click("[data-act=send]")
	p.await(id, "published", func(post written) bool { return post.Status == "PUBLISHED" })
	if sent := strings.Join(sentTo(t, f, "thumb_offset", "share_to_feed"), " "); sent != "thumb_offset=200 share_to_feed=false" {
		t.Errorf("the network was sent %q", sent)
	}
	f.CheckClean()
}

// TestComposer_FilmElsewhere plays a film in a story, to which the arrow keys lead, and in a
// carousel; a reel has a picture of the disk as its cover.
func TestComposer_FilmElsewhere(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, _ := compose(t, "IMAGE", "A picture", 1080, 1920)
	content, err := os.ReadFile(film)
	if err != nil {
		t.Fatal(err)
	}
	file := p.client.Upload("file", "kiln.mp4", content).Want(http.StatusCreated).String("id")
	plays := func() {
		t.Helper()
		f.Click("[data-act=play]")
		f.WaitTrue(`document.querySelector("video").currentTime > 0.1`)
		f.Click("[data-act=play]")
	}
	draft := func(kind string, files ...string) string {
		t.Helper()
		body := map[string]any{"accountId": p.account, "mediaType": kind, "caption": "Four kilos, one breath, no stopping. The wall comes up in three pulls, and the third one always decides."}
		if kind == "CAROUSEL" {
			body["mediaFileIds"] = files
		} else {
			body["mediaFileId"] = files[0]
		}
		id := p.client.Post("/api/v1/posts/draft", body).Want(http.StatusCreated).String("id")
		f.Go("/compose/" + id)
		f.WaitVisible("[data-entry]")
		return id
	}
	reel := draft("REELS", file)
	f.WaitTrue(`document.querySelectorAll("[data-film] img[src^=blob]").length === 11`)
	f.Everywhere("composer-film-reel")
	picture := filepath.Join(t.TempDir(), "cover.png")
	if err := os.WriteFile(picture, e2e.Picture(t, 540, 960), 0o600); err != nil {
		t.Fatal(err)
	}
	f.Click("[data-act=cover]")
	f.WaitVisible("dialog [data-act=file]")
	f.Choose("dialog input[type=file]", picture)
	p.await(reel, "shown by a picture", func(written) bool { return p.looks(reel).CoverMediaFileID != nil })
	f.WaitTrue(`document.querySelector("[data-film]").innerText.includes("cover.png") && document.querySelector(".tall img").src.includes("/images/")`)
	f.Step("composer-film-picture")

	f.Evaluate(`document.querySelector("[name=kind]:checked").focus()`, nil)
	f.Press(kb.ArrowRight)
	p.await(reel, "a story", func(post written) bool { return post.MediaType == "STORIES" && p.looks(reel).CoverMediaFileID == nil })
	f.WaitTrue(`document.querySelector("#cover") === null && document.querySelectorAll(".tall .zone").length === 2`)
	plays()
	f.Everywhere("composer-film-story")
	// From the story they go round to the reel, past what a film cannot be.
	f.Evaluate(`document.querySelector("[name=kind]:checked").focus()`, nil)
	f.Press(kb.ArrowRight)
	p.await(reel, "a reel again", func(post written) bool { return post.MediaType == "REELS" && p.looks(reel).CoverMediaFileID != nil })

	draft("CAROUSEL", p.sized(1080, 1350), file)
	f.WaitTrue(kinds + ` === "as 2 posts\nfits, 60 s at most\n- one video only\n- one file only"`)
	f.Click("[data-entry]:nth-child(2) .thumb")
	f.WaitVisible("video")
	plays()
	f.Step("composer-film-carousel")
	// What was said of the film goes with it.
	f.Click("[data-act=out]")
	f.WaitTrue(kinds + ` === "fits\n- needs one more\n- needs a video\nfits"`)
	f.CheckClean()
}
