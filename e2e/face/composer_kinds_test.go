package face_test

import (
	"net/http"
	"testing"

	"crier/e2e"
	"crier/platform/needtest"
)

// TestComposer_KindAndBack makes a story of a picture and a picture again: the alt text and the
// people that a story does not have are back, although the post was saved as a story, and changed
// by somebody else meanwhile.
func TestComposer_KindAndBack(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "There and back", 1080, 1350)
	f.Type("#alt-text", "A loaf on a board")
	f.Click("[data-people] .add")
	f.WaitTrue(`document.activeElement.dataset.tag !== undefined`)
	f.Press("mara.voss")
	is := func(kind, caption string, has bool) {
		t.Helper()
		p.await(id, kind, func(post written) bool {
			return post.MediaType == kind && e2e.Text(post.Caption) == caption && (e2e.Text(post.AltText) == "A loaf on a board") == has
		})
		f.WaitTrue(saved)
	}
	is("IMAGE", "There and back", true)
	choose := func(kind string) {
		t.Helper()
		f.Click(".kind:has([value=" + kind + "])")
	}
	choose("STORIES")
	is("STORIES", "There and back", false)
	choose("IMAGE")
	is("IMAGE", "There and back", true)
	choose("STORIES")
	is("STORIES", "There and back", false)
	f.Service.Browser(t).With("If-Match", "*").InternalDo(http.MethodPut, "/api/posts/"+id, map[string]any{"caption": "By somebody else"}).Want(http.StatusOK)
	f.WaitTrue(`document.querySelector("#caption").value === "By somebody else"`)
	choose("IMAGE")
	is("IMAGE", "By somebody else", true)
	f.WaitTrue(`document.querySelector("#alt-text").value === "A loaf on a board" && document.querySelector("[data-people] input").value === "mara.voss"`)
	f.CheckClean()
}
