package face_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"crier/e2e"
	"crier/e2e/face"
	"crier/platform/needtest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// pictured writes pictures of these sizes and returns where they are.
func pictured(t *testing.T, sizes ...[2]int) (paths []string) {
	t.Helper()
	dir := t.TempDir()
	for i, size := range sizes {
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("%d.png", i+1)))
		if err := os.WriteFile(paths[i], e2e.Picture(t, size[0], size[1]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return paths
}

// lines waits until the strip says this of its pictures.
func lines(f *face.Face, words string) {
	f.WaitTrue(fmt.Sprintf(`[...document.querySelectorAll(".strip .words > span")].map(e => e.innerText.replaceAll("\u00a0", " ")).join("; ") === %q`, words))
}

// isKept waits until the edits of a file are as a script has it, which is given them.
func isKept(f *face.Face, file, is string) {
	f.WaitTrue(fmt.Sprintf(`fetch("/api/media/%s/edits").then(r => r.json()).then(({edits}) => Boolean(%s))`, file, is))
}

// fitted drops pictures that do not fit a carousel on a draft: they are fitted at once, without a
// problem on the way.
func fitted(t *testing.T) (f *face.Face, p *posts, id string) {
	t.Helper()
	f = face.Serve(t)
	f.SignIn()
	f.Seen()
	p = newPosts(t, f)
	id = p.draft("IMAGE", "Three shapes")
	f.Go("/compose/" + id)
	f.WaitVisible("#caption")
	f.Evaluate(`new MutationObserver(() => { window.red ||= (document.querySelector("#before .isBad")?.innerText.match(/.*too .*/) ?? document.querySelector("footer .act").innerText.match(/Fix .*/))?.[0] }).observe(document.querySelector(".composer"), {subtree: true, childList: true, characterData: true})`, nil)
	f.DropFiles(".composer", func() {}, pictured(t, [2]int{720, 1000}, [2]int{1600, 900}, [2]int{800, 1000})...)
	lines(f, "Fitted, 10 % cut; Fitted, edges blurred; 4:5, as it is")
	f.WaitTrue(`document.querySelector("[data-fitted] h3")?.innerText === "Pictures 1 and 2 were fitted to 4:5" && document.querySelector("[data-fitted] button").innerText === "Undo both"`)
	f.WaitTrue(`document.querySelector(".fitted")?.innerText.startsWith("Fitted to 4:5") && !document.querySelector("[data-act=send]").ariaDisabled`)
	var red string
	if f.Evaluate(`window.red ?? ""`, &red); red != "" {
		t.Errorf("while they were fitted it said %q", red)
	}
	return f, p, id
}

// goesOut publishes the draft: the network fetches three pictures of this shape, which are those
// that the page shows, with these texts.
func goesOut(t *testing.T, f *face.Face, p *posts, id, shape, altText string) {
	t.Helper()
	f.Click("[data-act=send]")
	p.await(id, "published", func(post written) bool { return post.Status == "PUBLISHED" })
	var sent []string
	var texts string
	for _, call := range f.Service.Control(t).Calls() {
		if link := call.Params["image_url"]; link != "" {
			sent = append(sent, link)
		}
		texts += call.Params["alt_text"]
	}
	if len(sent) != 3 || texts != altText {
		t.Fatalf("the network was sent %v, and %q", sent, texts)
	}
	f.WaitTrue(fmt.Sprintf(`(async () => {
		const {files} = await (await fetch("/api/v1/media")).json()
		for (const {previewUrl, width, height, aspectRatio} of files) {
			const {width: w, height: h} = await createImageBitmap(await (await fetch(previewUrl)).blob())
			if (aspectRatio !== %q || w !== width || h !== height) return false
		}
		return files.length === 3
	})()`, shape))
	if l := f.Service.Control(t).Ledger(); len(l.Publications) != 1 || len(l.Publications[0].Children) != 3 {
		t.Errorf("the sandbox has %+v", l.Publications)
	}
}

// TestComposer_BeingFitted holds what is asked of a new carousel: it does not say that it is ready
// before that is known, nor while its pictures are fitted.
func TestComposer_BeingFitted(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	faulty(f)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	id := p.draft("CAROUSEL", "Two shapes", [2]int{1080, 1350}, [2]int{800, 1000})
	f.Go("/compose/" + id)
	const says = `document.querySelector("#before header .status")?.innerText`
	f.WaitTrue(says + ` === "Ready"`)
	hold(f, "/posts/preflight")
	f.DropFiles(".composer", func() {}, pictured(t, [2]int{720, 1000})...)
	f.WaitTrue(`document.querySelectorAll(".strip .words").length === 3 && ` + says + ` === "Being checked" && !document.querySelector("#before .fine")?.innerText.includes("izes")`)
	f.Step("composer-being-checked")
	f.Evaluate(`(sessionStorage.setItem("fault", "hold /media/.*/edits"), letGo())`, nil)
	f.WaitTrue(`document.querySelector(".strip").innerText.includes("Being fitted") && ` + says + ` === "Being fitted" && document.querySelector("[data-fitted]") === null`)
	f.Step("composer-being-fitted")
	heal(f)
	f.WaitTrue(says + ` === "Ready" && document.querySelector("[data-fitted]") !== null`)
	f.CheckClean()
}

// TestComposer_Fitted gives a picture back that was fitted, which stays so, and moves the frame of
// another. What is published has the shape that is shown.
func TestComposer_Fitted(t *testing.T) {
	t.Parallel()
	f, p, id := fitted(t)
	f.Step("composer-fitted")

	// Given back it says what is wrong, and is not fitted by itself again, nor by another page.
	f.Click("[data-entry]:nth-child(2) [data-act=unfit]")
	f.WaitTrue(`document.querySelector("[data-entry]:nth-child(2) .words")?.innerText.trim() === "16:9, as it is" && document.querySelector("#before").innerText.includes("Picture 2 will be cut")`)
	f.WaitTrue(saved)
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector("#before").innerText.includes("Picture 2 will be cut")`)
	lines(f, "Fitted, 10 % cut; 16:9, as it is; 4:5, as it is")
	f.Click("[data-fix=pad]")
	lines(f, "Fitted, 10 % cut; Fitted, edges blurred; 4:5, as it is")

	f.Click("[data-tool=frame]")
	f.WaitVisible("[data-frame]")
	f.DragTo("[data-frame]", "[data-stage]", 0.5, 0.1)
	isKept(f, p.get(id).MediaFiles[0].ID, `edits.crop.ratio === "4:5" && edits.crop.focusY === 0.45 && !edits.fit`)
	lines(f, "4:5, framed; Fitted, edges blurred; 4:5, as it is")
	f.WaitTrue(saved)
	goesOut(t, f, p, id, "4:5", "")
	f.CheckClean()
}

// TestComposer_Framed changes which picture gives the shape, and frames one by mouse, by keys and
// with edges: the others follow it, each with its text.
func TestComposer_Framed(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := fitted(t)
	f.Everywhere("composer-fitted")

	// The first gives the shape: with another one first, the others are fitted again.
	files := p.get(id).MediaFiles
	f.Evaluate(`document.querySelector("[data-entry] .thumb").focus()`, nil)
	f.Press(kb.ArrowRight, input.ModifierAlt)
	lines(f, "16:9, as it is; Fitted, edges blurred; Fitted, edges blurred")
	f.Press(kb.ArrowLeft, input.ModifierAlt)
	lines(f, "Fitted, 10 % cut; Fitted, edges blurred; 4:5, as it is")
	f.Click("[data-entry]:nth-child(2) [data-act=unfit]")
	f.WaitTrue(`document.querySelector("#before").innerText.includes("Picture 2 will be cut")`)
	f.Step("composer-unfitted")
	f.Click("[data-fix=pad]")
	lines(f, "Fitted, 10 % cut; Fitted, edges blurred; 4:5, as it is")

	// The frame by mouse, and by keys.
	f.Click("[data-entry]:nth-child(1) .thumb")
	f.Click("[data-tool=frame]")
	f.WaitVisible("[data-frame]")
	f.DragTo("[data-frame]", "[data-stage]", 0.5, 0.1)
	isKept(f, files[0].ID, `edits.crop.ratio === "4:5" && edits.crop.focusY === 0.45 && !edits.fit`)
	f.Step("composer-frame")
	f.Evaluate(`document.querySelector("[data-frame]").focus()`, nil)
	f.Press("+")
	says(f, "zoom 105 %")
	f.Press(kb.ArrowRight, input.ModifierShift)
	f.Press(kb.Home)
	says(f, "from the left")
	isKept(f, files[0].ID, `edits.crop.width < 0.97 && Math.abs(edits.crop.x + edits.crop.width / 2 - 0.5) < 0.001 && Math.abs(edits.crop.y + edits.crop.height / 2 - 0.5) < 0.001`)
	f.DragTo(`[data-handle="0"]`, "[data-stage]", 0.5, 0.5)
	isKept(f, files[0].ID, `edits.crop.width < 0.7 && edits.crop.x > 0.4`)
	f.Everywhere("composer-framed")
	f.Click("[data-act=edges]")
	isKept(f, files[0].ID, `edits.pad.ratio === "4:5" && edits.pad.fill === "blur" && !edits.crop`)
	f.WaitTrue(`document.querySelector("[data-frame]") === null`)
	f.Click("[data-ratio='1:1']")
	isKept(f, files[0].ID, `edits.pad.ratio === "1:1"`)
	// The others have the shape of the first, which is a person's now.
	lines(f, "1:1, with edges; Fitted, edges blurred; Fitted, 20 % cut")

	// Each picture has its text.
	f.Type("[data-entry]:nth-child(2) textarea", "Six slices of rye bread")
	f.WaitTrue(`document.querySelector("[data-entry]:nth-child(2) .alt").innerText.includes("23") && document.querySelector("[data-entry]:nth-child(3) .alt").innerText.includes("No alt text yet")`)
	f.WaitTrue(saved)
	f.Go("/compose/" + id)
	lines(f, "1:1, with edges; Fitted, edges blurred; Fitted, 20 % cut")
	f.WaitTrue(`document.querySelector("[data-entry]:nth-child(2) textarea").value === "Six slices of rye bread"`)
	goesOut(t, f, p, id, "1:1", "Six slices of rye bread")
	f.CheckClean()
}

// TestComposer_FitFails has the service refuse a fit: the page says why below the picture, which
// stays as it is, and another try works. Of changes during a slow one the last is kept. As a story
// the picture is whole again by itself, and a person's frame stays.
func TestComposer_FitFails(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	faulty(f)
	id := p.draft("IMAGE", "Tall", [2]int{500, 1000})
	file := p.get(id).MediaFiles[0].ID
	f.Go("/posts")
	f.WaitVisible("h1")
	refuse(f, "/edits")
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector(".strip [role=alert]")?.innerText.includes("The picture stays as it is") && document.querySelector(".strip [role=alert]").innerText.includes("The disk is full; make room on it.")`)
	f.WaitTrue(`document.querySelector("#before").innerText.includes("The picture is too tall")`)
	f.Step("composer-fit-fails")
	heal(f)
	f.Click(".strip [data-act=refit]")
	lines(f, "Fitted, edges blurred")
	f.WaitTrue(`document.querySelector(".strip [role=alert]") === null`)

	choose := func(kind string) {
		f.Evaluate(fmt.Sprintf(`document.querySelector("[name=kind][value=%s]").click()`, kind), nil)
	}
	choose("STORIES")
	isKept(f, file, `!edits`)
	lines(f, "1:2, as it is")
	choose("IMAGE")
	lines(f, "Fitted, edges blurred")

	f.Click("[data-tool=frame]")
	f.WaitVisible("[data-ratio='1:1']")
	f.WaitTrue(`!document.querySelector("[data-act=edges]").disabled`)
	hold(f, "/edits$")
	f.Click("[data-ratio='1:1']")
	f.WaitTrue(`document.querySelector(".strip .words").innerText.startsWith("Being drawn")`)
	f.Click("[data-ratio='3:4']")
	f.Click("[data-act=edges]")
	f.Click("[data-ratio='4:5']")
	heal(f)
	isKept(f, file, `edits?.crop?.ratio === "4:5" && !edits.pad && !edits.fit`)
	lines(f, "4:5, framed")
	// Another page changes the picture.
	f.Service.Browser(t).InternalDo(http.MethodPut, "/api/media/"+file+"/edits", map[string]any{"crop": map[string]any{"ratio": "1:1"}}).Want(http.StatusOK)
	lines(f, "1:1, framed")
	choose("STORIES")
	p.await(id, "a story", func(post written) bool { return post.MediaType == "STORIES" })
	isKept(f, file, `edits?.crop?.ratio === "1:1"`)
	f.CheckClean()
}

// TestCalendar_DropIsFitted drops pictures of two shapes on a day: the draft has them fitted to the
// first, without the composer. As a post each is as it was, because a feed takes it so.
func TestCalendar_DropIsFitted(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	c.Go("/calendar?date=" + c.day(2))
	c.WaitVisible(cell(c.day(2)))
	c.DropFiles(cell(c.day(2)), func() {}, pictured(t, [2]int{800, 1000}, [2]int{1600, 900})...)
	shapes := func(want string) {
		c.WaitTrue(fmt.Sprintf(`fetch("/api/v1/media").then(r => r.json()).then(({files}) => files.map(file => file.aspectRatio).sort().join() === %q)`, want))
	}
	shapes("4:5,4:5")
	press(c.Face, "Two posts instead")
	shapes("16:9,4:5")
	c.CheckClean()
}
