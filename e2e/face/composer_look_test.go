package face_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e/face"
	"crier/platform/corpus"
	"crier/platform/needtest"

	"github.com/chromedp/chromedp/kb"
)

// looks is the part of a post that says how the network shows it.
type looks struct {
	Status                        string
	CoverMediaFileID              *string
	ThumbOffsetMs                 *int
	ShareToFeed, IsAIGenerated    *bool
	Trial, FirstComment           *string
	PeopleTagged, AltTexts        []string
	MediaFileID, PartnerPermalink *string
}

func (p *posts) looks(id string) (l looks) {
	p.t.Helper()
	p.client.Get("/api/v1/posts/" + id).Want(http.StatusOK).JSON(&l)
	return l
}

// sentTo returns what the network was sent under these names, as name=value.
func sentTo(t *testing.T, f *face.Face, names ...string) (sent []string) {
	t.Helper()
	for _, call := range f.Service.Control(t).Calls() {
		for _, name := range names {
			if value, is := call.Params[name]; is {
				sent = append(sent, name+"="+value)
			}
		}
	}
	return sent
}

// TestComposer_Reel says with the keys how a reel is shown: a moment as its cover, off the grid, as
// a trial, with people, a label and a first comment. The network is sent all of it, and the page of
// the post shows it. A picture as the cover takes the moment's place, also when the draft is opened
// again.
func TestComposer_Reel(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, _ := compose(t, "IMAGE", "A picture", 432, 540)
	cover := p.sized(1080, 1920)
	file := p.client.Upload("file", "kiln.mp4", corpus.Clip(1080, 1920, 10*time.Second, 300_000)).Want(http.StatusCreated).String("id")
	id := p.client.Post("/api/v1/posts/draft", map[string]any{"accountId": p.account, "mediaType": "REELS", "caption": "The kiln", "mediaFileId": file}).Want(http.StatusCreated).String("id")
	f.Go("/compose/" + id)
	f.WaitVisible("#first-comment")
	f.Type("#first-comment", "Which glaze next?")
	f.Type("#tagged", "mara.voss @garten.buche")
	f.WaitVisible("#cover")
	// Nobody can decode this film.
	f.WaitTrue(`document.querySelector("[data-film] [role=status]")?.innerText.includes("cannot play") && document.querySelector("[data-film]").innerText.includes("cannot show the frames")`)
	f.Evaluate(`document.querySelector("#cover").focus()`, nil)
	f.Press(kb.ArrowRight)
	f.Press(kb.ArrowRight)
	f.Click("#feed")
	f.Click("#trial")
	f.Click(`[name=trial][value=performance]`)
	f.Click("#ai")
	f.Everywhere("composer-reel")
	await := func(what string, is func(looks) bool) {
		t.Helper()
		p.await(id, what, func(written) bool { return is(p.looks(id)) })
		f.WaitTrue(saved)
	}
	await("shown so", func(l looks) bool {
		return l.ThumbOffsetMs != nil && *l.ThumbOffsetMs == 200 && l.ShareToFeed != nil && !*l.ShareToFeed && l.Trial != nil && *l.Trial == "performance" &&
			l.IsAIGenerated != nil && *l.IsAIGenerated && strings.Join(l.PeopleTagged, " ") == "mara.voss garten.buche" && l.FirstComment != nil && *l.FirstComment == "Which glaze next?"
	})

	f.Click("[data-act=cover]")
	// Of the library, whose newest file is the video, pictures alone are offered.
	f.WaitTrue(`document.querySelectorAll("dialog li").length === 2`)
	f.Evaluate(`document.querySelector("dialog li input").focus()`, nil)
	f.Press(kb.Enter)
	await("shown by a picture", func(l looks) bool {
		return l.ThumbOffsetMs == nil && l.CoverMediaFileID != nil && *l.CoverMediaFileID == cover
	})
	f.Go("/posts")
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector(".tall img")?.src.includes("/images/") && document.querySelector("[alt='The picture that is the cover']")?.complete`)
	f.Step("composer-reel-cover")
	f.Evaluate(`document.querySelector("#cover").focus()`, nil)
	f.Press(kb.ArrowRight)
	await("shown by a moment", func(l looks) bool {
		return l.CoverMediaFileID == nil && l.ThumbOffsetMs != nil && *l.ThumbOffsetMs == 100
	})
	f.Click("[data-act=send]")
	p.await(id, "published", func(post written) bool { return post.Status == "PUBLISHED" })
	f.WaitTrue(`document.querySelector("[aria-labelledby=as-published] dl")?.innerText.includes("Which glaze next?")`)
	f.Step("post-reel")
	if says := f.Text("[aria-labelledby=as-published] dl"); !strings.Contains(says, "@mara.voss, @garten.buche") || !strings.Contains(says, "0.1 s into the video") ||
		!strings.Contains(says, "among the reels alone") || !strings.Contains(says, "until it does well") || !strings.Contains(says, "made with AI") {
		t.Errorf("the page of the post says %q", says)
	}
	sent := sentTo(t, f, "thumb_offset", "share_to_feed", "trial_params", "is_ai_generated", "user_tags", "message")
	for _, want := range []string{"thumb_offset=100", "share_to_feed=false", "SS_PERFORMANCE", "is_ai_generated=true", "mara.voss", "message=Which glaze next?"} {
		if !strings.Contains(strings.Join(sent, "\n"), want) {
			t.Errorf("the network was not sent %s: %q", want, sent)
		}
	}
	f.CheckClean()
}

// TestComposer_CarouselTexts describes each picture of a carousel in its own field. The texts stay
// with their pictures when their order changes.
func TestComposer_CarouselTexts(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, _ := compose(t, "IMAGE", "A picture", 432, 540)
	id := p.draft("CAROUSEL", "Two loaves", [2]int{432, 540}, [2]int{432, 540})
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelectorAll(".alt textarea").length === 2`)
	f.Evaluate(`document.querySelectorAll(".alt textarea")[0].focus()`, nil)
	f.Press("Rye")
	f.Evaluate(`document.querySelectorAll(".alt textarea")[1].focus()`, nil)
	f.Press("Wheat")
	f.Everywhere("composer-carousel-texts")
	p.await(id, "described", func(written) bool { return strings.Join(p.looks(id).AltTexts, " ") == "Rye Wheat" })
	f.WaitTrue(saved)
	f.Click("[data-move=later]")
	p.await(id, "described in the other order", func(written) bool { return strings.Join(p.looks(id).AltTexts, " ") == "Wheat Rye" })
	f.CheckClean()
}
