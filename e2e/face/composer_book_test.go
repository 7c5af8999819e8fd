package face_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/e2e/face"
	"crier/platform/clock"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_Book: what was posted before completes a caption, a first comment, people and the place
// by keys and by mouse; a place comes from its link too, and a text that is kept is inserted by its
// name, also after a reload.
func TestFace_Book(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	for i, caption := range []string{"By @mara.voss #Sourdough", "#soup, #sourdough by @mara.voss"} {
		p.client.Post("/api/v1/schedule", map[string]any{
			"accountId": p.account, "mediaType": "IMAGE", "mediaFileId": p.picture(), "caption": caption, "locationId": "213385402", "locationName": "Hearth & Rye",
			"scheduledFor": clock.System().Now().UTC().AddDate(0, 0, i+2).Format(time.RFC3339), "timezone": "UTC",
		}).Want(http.StatusCreated)
	}
	id := p.draft("IMAGE", "", [2]int{432, 540})
	f.Go("/compose/" + id)
	f.WaitVisible("#caption")
	offers := func(what string) {
		t.Helper()
		f.WaitTrue(`[...document.querySelectorAll("[role=option]")].map(e => e.innerText.replace(/\s+/g, " ").trim()).join() === "` + what + `"`)
	}
	has := func(selector, value string) {
		t.Helper()
		f.WaitTrue(`document.querySelector("` + selector + `")?.value === ` + "`" + value + "`" + ` && document.activeElement === document.querySelector("` + selector + `")`)
		offers("")
	}

	// The word moves to the next line as it is written, and the list goes with it.
	f.Resize(768, 900)
	const begun = "Thursday is country loaf day. Thirty of them, out at eight, and the plate is by "
	f.Type("#caption", begun+"@ma")
	offers("@mara.voss 2 times")
	f.WaitTrue(`document.querySelector("[role=listbox]").getBoundingClientRect().top > document.querySelector(".mirror span").getBoundingClientRect().bottom`)
	f.WaitTrue(`document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.ariaSelected === "true"`)
	f.Everywhere("book")
	f.Press(kb.Tab)
	has("#caption", begun+"@mara.voss ")
	f.Press("#so")
	offers("#sourdough 2 times,#soup " + shortDay(3))
	f.Press(kb.ArrowDown + kb.Enter)
	has("#caption", begun+"@mara.voss #soup ")
	f.Press("#so")
	f.WaitVisible("[role=option]")
	f.Press(kb.Escape)
	has("#caption", begun+"@mara.voss #soup #so")
	f.Press("u")
	f.Click("[role=option]")
	has("#caption", begun+"@mara.voss #soup #sourdough ")
	f.Type("#first-comment", "#SOUR")
	f.WaitVisible("[role=option]")
	f.Press(kb.Enter)
	has("#first-comment", "#sourdough ")
	f.Click(".people .add")
	offers("@mara.voss 2 times,@crier.demo.bakery this account,@crier.demo.potter your other account")
	f.Press("pot" + kb.Tab)
	has(".people li input", "crier.demo.potter")
	f.Click(".extras button")
	f.WaitTrue(`document.activeElement.placeholder === "username"`)
	f.Press(kb.ArrowDown + kb.Enter)
	f.WaitTrue(`document.querySelector("#collaborator-0").value === "mara.voss"`)

	// A place by its name; a link without a number, which stays; and a link, whose place is named.
	f.Click("[data-act=ask-place]")
	f.Press("hearth & rye" + kb.Enter)
	p.await(id, "at a place", func(post written) bool { return e2e.Text(post.LocationID) == "213385402" })
	f.Click("[data-act=ask-place]")
	f.Press("https://www.facebook.com/markthalleneun" + kb.Enter)
	f.WaitTrue(`document.querySelector("#place-wrong").innerText.startsWith("This link has no number") && document.querySelector("[data-act=place]").value.endsWith("/markthalleneun")`)
	f.Step("book-place")
	f.Press("-110506962309835" + kb.Enter)
	has(".chosen input", "Markthalleneun")
	f.Evaluate(`document.activeElement.select()`, nil)
	f.Press("Markthalle Neun" + kb.Tab)
	p.await(id, "at another place", func(post written) bool { return e2e.Text(post.LocationID) == "110506962309835" })
	f.WaitTrue(saved)

	f.Click("[data-act=texts]")
	f.WaitTrue(`document.querySelector("dialog textarea").value === "#soup #sourdough"`)
	f.Type("dialog input", "Loaves"+kb.Enter)
	f.WaitVisible("[data-text=Loaves]")
	f.Step("book-texts")
	f.Type("dialog input", "LOAVES")
	f.Type("dialog textarea", "Another")
	f.Click("dialog form button")
	f.WaitTrue(`document.querySelector("dialog .problem")?.innerText.includes("called Loaves already") && document.querySelector("dialog textarea").value === "Another"`)
	f.Forgiven("400")
	// What is begun stays when the dialog is closed.
	f.Press(kb.Escape)
	f.WaitTrue(`document.querySelector("dialog") === null`)
	f.Click("[data-act=texts]")
	f.WaitTrue(`document.querySelector("dialog input")?.value === "LOAVES" && document.querySelector("dialog textarea").value === "Another"`)
	f.Click("[data-text=Loaves] [data-act=delete]")
	f.WaitTrue(`document.querySelector("[data-text]") === null && document.querySelector("dialog input").value === "Loaves"`)
	f.Press(kb.Enter)
	f.WaitVisible("[data-text=Loaves]")
	f.Click("[data-text=Loaves] button")
	has("#caption", begun+"@mara.voss #soup #sourdough #soup #sourdough ")
	p.await(id, "written", func(post written) bool { return strings.Count(e2e.Text(post.Caption), "#") == 4 })
	f.WaitTrue(saved)

	f.Go("/posts")
	f.Go("/compose/" + id)
	f.WaitVisible("#caption")
	f.Type("#caption", "/loaves")
	offers("Loaves #soup #sourdough,Keep a text, or change one…")
	f.Press(kb.Tab)
	has("#caption", begun+"@mara.voss #soup #sourdough #soup #sourdough #soup #sourdough ")
	f.WaitTrue(`document.querySelector(".chosen input").value === "Markthalle Neun"`)
	f.Click("[data-act=ask-place]")
	offers("Hearth & Rye 2 times,Markthalle Neun")
	f.CheckClean()
}

// shortDay is how the interface names a day that is so many days ahead.
func shortDay(days int) string {
	return strings.Replace(clock.System().Now().UTC().AddDate(0, 0, days).Format("Mon 2 Jan"), "Sep", "Sept", 1)
}
