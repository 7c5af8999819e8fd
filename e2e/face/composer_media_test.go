package face_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/e2e/face"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// names returns the names of a post's files, in their order.
func names(id string) string {
	return fmt.Sprintf(`(await (await fetch("/api/posts/%s")).json()).mediaFiles.map(f => f.originalFilename).join()`, id)
}

const uploadFailed = "/media/upload"

// TestComposer_LibraryAndOrder adds files from the library, and orders them with the mouse, with
// keys and with a finger.
func TestComposer_LibraryAndOrder(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Order", 1080, 1350)
	p.sized(640, 800)
	p.sized(640, 816)
	f.Evaluate(changed("/api/v1/media?", `told.hasMore = !what.url.includes("page=4")`), nil)
	f.Click("[data-act=library]")
	f.WaitTrue(`document.querySelectorAll("dialog li").length === 3`)
	f.Step("composer-library")
	// There are as many pages as the service says.
	for range 3 {
		press(f, "Show more")
	}
	f.WaitTrue(`![...document.querySelectorAll("dialog button")].some(b => b.innerText === "Show more") && document.querySelectorAll("dialog li").length === 3`)
	// Each picture lies within its own place, and all of them within the dialog.
	for _, size := range []face.Size{face.Phone, face.Tablet, face.Desktop} {
		f.Show(size, "light")
		f.WaitTrue(`[...document.querySelectorAll("dialog li")].every(li => {
			const picture = li.querySelector("img"), own = li.getBoundingClientRect(), box = picture.getBoundingClientRect(), all = document.querySelector("dialog ul").getBoundingClientRect()
			return box.width > 0 && box.left >= own.left - 1 && box.right <= own.right + 1 && box.top >= own.top - 1 && box.bottom <= own.bottom + 1 &&
				box.right <= all.right && getComputedStyle(picture).objectFit === "contain"
		})`)
	}
	// The newest comes first, and the first is in the post.
	f.Click("dialog li:nth-child(1) label")
	f.Evaluate(`document.querySelector("dialog li:nth-child(2) input").focus()`, nil)
	f.Press(" ")
	f.WaitTrue(`document.querySelector("dialog footer .primary").innerText === "Add 2 files"`)
	f.Step("composer-library-chosen")
	// Enter adds them from the element with the focus, which then moves to the first added file.
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelectorAll(".strip [data-entry]").length === 3 && document.querySelector("dialog") === null`)
	focused(f, "[data-entry]:nth-child(2) .thumb")
	want := func(order string) {
		t.Helper()
		f.WaitTrue(fmt.Sprintf(`(async () => %s === %q)()`, names(id), order))
	}
	want("photo-1.png,photo-3.png,photo-2.png")
	f.DragTo("[data-entry]:nth-child(3) .thumb", "[data-entry]:nth-child(1) .thumb", 0.5, 0.5)
	want("photo-2.png,photo-1.png,photo-3.png")
	f.Evaluate(`document.querySelector("[data-entry]:nth-child(3) .thumb").focus()`, nil)
	f.Press(kb.ArrowLeft, input.ModifierAlt)
	want("photo-2.png,photo-3.png,photo-1.png")
	f.WaitTrue(`document.activeElement === document.querySelector("[data-entry]:nth-child(2) .thumb") && document.body.innerText.includes("Moved to place 2 of 3")`)
	f.TouchDrag("[data-entry]:nth-child(1) .thumb", `document.querySelector(".dragged") !== null`, "[data-entry]:nth-child(3) .thumb")
	want("photo-3.png,photo-1.png,photo-2.png")
	f.Press(kb.Delete)
	f.WaitTrue(saved)
	f.Step("composer-ordered")
	f.CheckClean()
}

// noise writes a picture that does not compress, of about as many bytes.
func noise(t *testing.T, path string, width, height int) {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	random := rand.NewChaCha8([32]byte{})
	_, _ = random.Read(picture.Pix)
	for i := 3; i < len(picture.Pix); i += 4 {
		picture.Pix[i] = 0xff
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestComposer_Uploads cancels a running upload, tries a failed one again, deletes a file from the
// disk before its turn, and uploads a picture of 50 MB.
func TestComposer_Uploads(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Uploads", 432, 540)
	dir := t.TempDir()
	var paths []string
	for i := range 5 {
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("%d.png", i)))
		if err := os.WriteFile(paths[i], e2e.Picture(t, 320+8*i, 400), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// The network accepts the files and does not answer before window.letGo().
	f.Evaluate(`(() => {
		const send = XMLHttpRequest.prototype.send
		window.held = []
		XMLHttpRequest.prototype.send = function (body) { window.held ? window.held.push(() => send.call(this, body)) : send.call(this, body) }
		window.letGo = () => { const all = window.held; window.held = null; for (const go of all) go() }
	})()`, nil)
	f.Choose(".pictures input[type=file]", paths...)
	f.WaitTrue(`document.querySelectorAll(".strip [data-entry]").length === 6 && window.held.length === 3`)
	f.Step("composer-uploading")
	if got := f.Text("footer .act"); !strings.Contains(got, "Files are on their way") {
		t.Errorf("while files are on their way the button says %q", got)
	}
	if got := f.Text("#before header"); strings.Contains(got, "Ready") {
		t.Errorf("while files are on their way the check says %q", got)
	}
	f.Click("[data-entry]:nth-child(3) .remove")
	f.WaitTrue(`document.querySelectorAll(".strip [data-entry]").length === 5 && window.held.length === 4`)
	if err := os.Remove(paths[4]); err != nil {
		t.Fatal(err)
	}
	f.Evaluate(`window.held.splice(1, 1); window.letGo()`, nil)
	f.WaitTrue(`document.querySelector(".strip [role=alert]")?.innerText.includes("cannot be read any more")`)
	f.WaitTrue(fmt.Sprintf(`(async () => %s === "photo-1.png,0.png,2.png,3.png")()`, names(id)))
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed && strings.Contains(p.URL, uploadFailed) })
	f.Step("composer-vanished")
	// The post does not go out without it: the user takes it away first, since no other try can
	// help.
	f.WaitTrue(`document.querySelector("#before").innerText.includes("4.png was not taken") && document.querySelector("footer .act").innerText.includes("Fix 1 thing first")`)
	if got := f.Text("#before header"); !strings.Contains(got, "1 to fix") || strings.Contains(got, "Ready") {
		t.Errorf("with a file that was not taken the check says %q", got)
	}
	f.Press(kb.Enter, input.ModifierCtrl)
	// The button says the same already. The key is refused once the page has announced it.
	says(f, "Fix 1 thing first")
	f.WaitTrue(`document.querySelector("[data-act=send]").ariaDisabled === "true" && location.pathname.startsWith("/app/compose/")`)
	if got := f.Text(".strip .retry"); !strings.HasPrefix(got, "Remove") {
		t.Errorf("a file that cannot be read any more offers %q", got)
	}
	enter(f, "#before [data-fix=remove]")
	focused(f, "#before-title")
	f.WaitTrue(`document.querySelectorAll(".strip [data-entry]").length === 4 && document.querySelector(".strip [role=alert]") === null`)

	// A file that the service refuses for now is uploaded again by the button.
	f.Evaluate(`(() => {
		const open = XMLHttpRequest.prototype.open
		XMLHttpRequest.prototype.open = function (method, address) { XMLHttpRequest.prototype.open = open; open.call(this, method, address + "/nowhere") }
	})()`, nil)
	f.Choose(".pictures input[type=file]", paths[1])
	f.WaitVisible(".strip .retry")
	f.Forgiven("404")
	f.Step("composer-upload-refused")
	f.WaitTrue(`document.querySelector("#before [data-fix=remove]") !== null`)
	f.Click(".strip .retry")
	f.WaitTrue(fmt.Sprintf(`(async () => %s === "photo-1.png,0.png,2.png,3.png,1.png")()`, names(id)))

	large := filepath.Join(dir, "large.png")
	noise(t, large, 4096, 4096)
	f.Choose(".pictures input[type=file]", large)
	f.WaitTrue(`document.querySelectorAll(".strip [data-entry]").length === 6 && document.querySelector(".strip .progress") === null`)
	f.WaitTrue(fmt.Sprintf(`(async () => document.querySelector(".strip [role=alert]") !== null || (%s).endsWith("large.png"))()`, names(id)))
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed && strings.Contains(p.URL, uploadFailed) })
	f.WaitTrue(saved)
	f.Step("composer-large")
	if post := p.get(id); len(post.MediaFiles) != 6 {
		t.Errorf("of a picture of 50 MB the strip says %q", f.Text(".strip"))
	}
	f.CheckClean()
}

// TestComposer_Live asks once before a post is published for everyone. The page is told that it is
// in live mode; the service is in sandbox mode.
func TestComposer_Live(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Live", 1080, 1350)
	f.BeforePages(`new MutationObserver((_, observer) => { if (document.documentElement) { document.documentElement.dataset.mode = "live"; observer.disconnect() } }).observe(document, {childList: true})`)
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector("#before .fine") !== null && document.querySelector(".bar strong").innerText === "LIVE"`)
	f.WaitTrue(`document.querySelector(".bar p").innerText === "Posts go out to Instagram and Facebook. Everyone sees them."`)
	f.Everywhere("composer-live")
	f.WaitTrue(`!document.querySelector("[data-act=send]").ariaDisabled`)
	f.Press(kb.Enter, input.ModifierCtrl)
	f.WaitVisible("dialog[open]")
	if got := f.Text("dialog"); !strings.Contains(got, "for everyone to see?") || !strings.Contains(got, "asks once") {
		t.Errorf("it asks %q", got)
	}
	f.Everywhere("composer-live-question")
	f.Press(kb.Escape)
	f.WaitTrue(`document.querySelector("dialog[open]") === null`)
	if post := p.get(id); post.Status != "DRAFT" {
		t.Fatalf("without a yes the post is %s", post.Status)
	}
	f.Click("[data-act=send]")
	f.Click("dialog footer .publish")
	f.WaitTrue(fmt.Sprintf(`location.pathname === "/app/posts/%s"`, id))
	p.await(id, "published", func(post written) bool { return post.Status == "PUBLISHED" })
	f.CheckClean()
}
