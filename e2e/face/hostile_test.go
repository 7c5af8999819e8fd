package face_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/e2e/face"
	"crier/platform/needtest"
)

// markup would run where a page treats words as markup. It also contains characters that change the
// direction of text, and invisible ones.
const markup = `<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>{{7*7}}${window.hurt=1}"'><b>bold</b>` + "\u202eflipped\u202c\u0001\u200b שלום مرحبا"

// unhurt fails the test when any of the markup has become part of the page.
func unhurt(t *testing.T, f *face.Face, where string) {
	t.Helper()
	var is bool
	f.Evaluate(`window.hurt !== undefined || document.querySelector("main img[src=x], main b[onerror], [onerror]") !== null || [...document.querySelectorAll("main b, h1 b")].some(b => b.innerText === "bold")`, &is)
	if is {
		t.Errorf("%s: markup became a part of the page", where)
	}
}

// TestFace_MarkupEverywhere puts markup into every field of a post and into the network's texts,
// and opens each page that shows it.
func TestFace_MarkupEverywhere(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	var file struct{ ID string }
	p.client.Upload("file", `<img src=x onerror=hurt=1>.png`, e2e.Picture(t, 1080, 1350)).Want(http.StatusCreated).JSON(&file)
	content := map[string]any{
		"accountId": p.account, "mediaType": "IMAGE", "mediaFileId": file.ID, "caption": markup, "altText": markup[:100], "locationId": "213385402", "locationName": markup[:100],
	}
	var draft written
	p.client.Post("/api/v1/posts/draft", content).Want(http.StatusCreated).JSON(&draft)
	f.Go("/compose/" + draft.ID)
	f.WaitVisible("#caption")
	f.WaitTrue(`document.querySelector("#before .fine, #before li") !== null`)
	f.Everywhere("hostile-composer")
	unhurt(t, f, "the composer")

	control := f.Service.Control(t)
	control.Fault(e2e.Fault{Match: e2e.CreateCalls, Times: 9, HTTP: http.StatusBadRequest, Code: 100, Message: markup})
	f.Go("/posts/" + p.begun(content))
	f.WaitTrue(`document.querySelector(".why") !== null`)
	f.Everywhere("hostile-post")
	unhurt(t, f, "the post")
	for _, route := range []string{"/", "/posts", "/media?file=" + file.ID, "/calendar", "/queue", "/posts?q=" + "%3Cimg%20src%3Dx%20onerror%3Dhurt%3D1%3E", "/media?q=%3Cb%3Ebold%3C%2Fb%3E"} {
		f.Go(route)
		f.WaitTrue(`document.querySelector(".skeleton") === null`)
		f.Step("hostile" + strings.NewReplacer("/", "-", "?", "-", "%", "", "=", "").Replace(strings.Split(route, "=")[0]))
		unhurt(t, f, route)
	}
}

// begun publishes a post without waiting for it, and returns its id.
func (p *posts) begun(content map[string]any) string {
	p.t.Helper()
	var post struct{ PostID string }
	p.client.Post("/api/v1/posts/publish", content).Want(http.StatusAccepted).JSON(&post)
	return post.PostID
}

// TestComposer_LongAndStrange writes a caption of 2,200 emoji, one in a right-to-left script, and
// one with invisible characters.
func TestComposer_LongAndStrange(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "", 432, 540)
	fill := func(text string) {
		t.Helper()
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		f.Evaluate(fmt.Sprintf(`(() => { const c = document.querySelector("#caption"); c.value = %s; c.dispatchEvent(new InputEvent("input", {bubbles: true})) })()`, quoted), nil)
	}
	long := strings.Repeat("🥖", 2_200)
	fill(long)
	f.WaitTrue(`document.querySelector("#caption-count").innerText.includes("2,200")`)
	// A text that is too long is not sent and the page says so; the rest is sent once it fits.
	f.WaitTrue(`document.querySelector("[data-saved=saved]") !== null || document.querySelector("header .bad") !== null`)
	f.Step("composer-emoji")
	fill(long + "🥖")
	f.WaitTrue(`document.querySelector("#caption-count.over") !== null && document.querySelector("header .bad")?.innerText.includes("not saved")`)
	f.Step("composer-too-long")
	if !browser.Leave(f.Page, f.Service.AppURL()+"/app/compose/"+id) {
		t.Error("it does not ask before text is left that the service does not have")
	}
	f.WaitTrue(fmt.Sprintf(`[...(document.querySelector("#caption")?.value ?? "")].length === %d`, 2_201))
	for _, text := range []string{"مرحبا بكم في المخبز\nשלום לכולם", "bell \u0007 and null-width \u200b and \u202eback\u202c"} {
		fill(text)
		p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == text })
		f.WaitTrue(saved)
		f.Step("composer-strange")
	}
	f.CheckClean()
}
