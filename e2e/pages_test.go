package e2e_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
)

// TestPages_TryItOut calls an operation from the documentation, with a key that was put in there.
func TestPages_TryItOut(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	page := browser.Open(t)
	page.Navigate(app.Server.URL() + "/docs")
	_, key, err := app.Keys.Create(t.Context(), "docs")
	if err != nil {
		t.Fatal(err)
	}
	page.Click(".btn.authorize")
	page.Type(".modal-ux input", key.Reveal())
	page.Click(".modal-ux .btn.authorize")
	page.Click(".modal-ux .btn-done")
	page.Click("#operations-Auth-getMe .opblock-summary-control")
	// The button is there before the page has read what it would call.
	page.WaitVisible("#operations-Auth-getMe .opblock-section")
	page.Click("#operations-Auth-getMe .execute")
	if got := page.Text("#operations-Auth-getMe .live-responses-table .response-col_description .highlight-code"); !strings.Contains(got, demoAccount) {
		t.Errorf("the answer shown is %q", got)
	}
	page.CheckClean()
}

// TestPages_PublishTwice tries an operation of the reference twice: each time there is a post.
func TestPages_PublishTwice(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	var uploaded struct{ ID string }
	app.Client(t).Upload("file", "photo.png", e2e.Picture(t, 600, 600)).Want(http.StatusCreated).JSON(&uploaded)
	_, key, err := app.Keys.Create(t.Context(), "browser")
	if err != nil {
		t.Fatal(err)
	}
	page := browser.Open(t)
	page.Navigate(app.Server.URL() + "/docs#/Posts/publishPost")
	page.Click(".btn.authorize")
	page.Type(".modal-ux input", key.Reveal())
	page.Click(".modal-ux .btn.authorize")
	page.Click(".modal-ux .btn-done")
	const body = "#operations-Posts-publishPost .body-param textarea"
	page.WaitVisible(body)
	// The body stays as it is except for the file, because the page knows no file.
	page.Evaluate(`(() => {
		const box = document.querySelector("`+body+`");
		const filled = {...JSON.parse(box.value), mediaFileId: "`+uploaded.ID+`"};
		Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(box, JSON.stringify(filled));
		box.dispatchEvent(new Event("input", {bubbles: true}));
	})()`, nil)
	posts := map[string]bool{}
	for range 2 {
		page.Click("#operations-Posts-publishPost .execute")
		page.WaitVisible("#operations-Posts-publishPost .live-responses-table .response")
		got := page.Text("#operations-Posts-publishPost .live-responses-table .response")
		m := regexp.MustCompile(`(?s)^202.*"postId": "([^"]+)"`).FindStringSubmatch(got)
		if m == nil {
			t.Fatalf("the answer is %s", got)
		}
		posts[m[1]] = true
		page.Click("#operations-Posts-publishPost .btn-clear")
	}
	if len(posts) != 2 {
		t.Errorf("two calls made the posts %v", posts)
	}
}
