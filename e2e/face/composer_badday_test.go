package face_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/platform/needtest"
)

// TestComposer_Stop kills the program while the user writes: the text stays, and is saved once the
// program is back.
func TestComposer_Stop(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Before", 432, 540, "CRIER_PORT="+e2e.FreePort(t))
	f.Service.Kill(t)
	const text = "Before, and during the stop"
	f.Type("#caption", ", and during the stop")
	f.WaitTrue(`document.querySelector(".bar.down") !== null`)
	var held string
	if f.Evaluate(`document.querySelector("#caption").value`, &held); held != text {
		t.Errorf("the field has %q", held)
	}
	f.Service = f.Service.Again(t)
	f.WaitTrue(`document.querySelector(".bar.down") === null && ` + saved)
	p.client = f.Service.Client(t)
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == text })
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed })
	f.CheckClean()
}

// TestComposer_Hostile writes texts that break pages, drops invalid files, and changes the post in
// another tab.
func TestComposer_Hostile(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "", 432, 540)
	hostile := "<img src=x onerror=alert(1)><script>alert(2)</script> \u202Eright to left\u202C שלום \u0007 {{7*7}} " + strings.Repeat("👩‍👩‍👧", 400)
	quoted, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	fill := func(text string) {
		f.Evaluate(fmt.Sprintf(`(() => { const c = document.querySelector("#caption"); c.value = %s; c.dispatchEvent(new InputEvent("input", {bubbles: true})) })()`, text), nil)
	}
	fill(string(quoted))
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == hostile })
	f.WaitTrue(saved)
	f.Step("composer-hostile")
	unhurt(t, f, "the composer")
	var held string
	if f.Evaluate(`document.querySelector("#caption").value`, &held); held != hostile {
		t.Errorf("the field has %q", held)
	}

	f.Evaluate(`(() => {
		const dropped = new DataTransfer()
		for (let i = 0; i < 499; i++) dropped.items.add(new File(["this is a text and no picture"], i + ".jpg", {type: "image/jpeg"}))
		dropped.items.add(new File(["x"], "x.pdf", {type: "application/pdf"}))
		document.querySelector(".composer").dispatchEvent(new DragEvent("drop", {dataTransfer: dropped, bubbles: true, cancelable: true}))
	})()`, nil)
	f.WaitTrue(`document.querySelectorAll(".strip [role=alert]").length === 9`)
	if got := f.Text(".strip"); !strings.Contains(got, "The first 9 were taken, 490 left out") || !strings.Contains(got, "0.jpg:") {
		t.Errorf("of 500 files the strip says %q", got)
	}
	f.Forgive(func(p browser.Problem) bool {
		return p.Kind == browser.Failed && strings.Contains(p.URL, "/media/upload")
	})
	// None of them can be taken another time, and the post does not go out without them.
	f.WaitTrue(`[...document.querySelectorAll(".strip .retry")].map(b => b.innerText.slice(0, 6)).join() === "Remove".concat(",Remove".repeat(8)) &&
		document.querySelectorAll("#before [data-fix=remove]").length === 9 && document.querySelector("[data-act=send]").ariaDisabled === "true"`)
	f.Step("composer-not-taken")

	// The user goes on writing, and nothing is saved yet when the other change comes.
	f.Evaluate(weather, nil)
	f.Evaluate(`window.holding = "PUT "`, nil)
	fill(`"Mine, begun"`)
	f.WaitTrue(`window.held.length === 1`)
	p.client.Put("/api/v1/posts/draft/"+id, map[string]any{"caption": "Theirs"}).Want(http.StatusOK)
	f.Evaluate(`window.letGo()`, nil)
	f.WaitVisible(".clash")
	fill(`"Mine"`)
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed && strings.Contains(p.Text, "412") })
	f.Step("composer-clash")
	f.Click(".clash .primary")
	p.await(id, "mine", func(post written) bool { return e2e.Text(post.Caption) == "Mine" })
	f.WaitTrue(saved + ` && document.querySelector(".clash") === null`)
	f.CheckClean()
}
