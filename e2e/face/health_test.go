package face_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crier/e2e/face"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_Health shows how each part is, and mends two faults: by the mouse what others can read,
// and with it a file that the database does not know. The sidebar and the overview count the same.
func TestFace_Health(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/health")
	const word = `document.querySelector(".side a[href$='/health'] .mark")?.innerText`
	f.WaitTrue(`document.querySelector("[data-group=well]") !== null && document.querySelector("[data-group=mend], [data-group=soon]") === null && ` + word + ` === "all well"`)
	f.WaitTrue(`document.querySelector("[data-act=bundle]").getAttribute("href") === "/api/health/support-bundle"`)
	f.Everywhere("health-well")

	strange := filepath.Join(f.Service.Dir(), "uploads", "images", "strange.jpg")
	if err := errors.Join(os.WriteFile(strange, []byte("?"), 0o600), os.Chtimes(strange, time.Unix(1, 0), time.Unix(1, 0)), os.Chmod(filepath.Join(f.Service.Dir(), "secret.key"), 0o644)); err != nil { //nolint:gosec // That is the fault.
		t.Fatal(err)
	}
	f.Evaluate(`document.querySelector("[data-act=look]").focus()`, nil)
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelectorAll("[data-group=mend] [data-part=folder], [data-group=soon] [data-part=files]").length === 2 && ` + word + ` === "1 to mend"`)
	f.Everywhere("health-faults")
	f.Go("/")
	f.WaitTrue(`[...document.querySelectorAll("[aria-labelledby=needs-you] h3")].map(e => e.innerText).join() === "Data folder,Pictures and videos" && document.querySelector("nav .needs > [aria-hidden]").innerText === "1"`)
	f.Step("overview-health")
	f.Click(".side a[href$='/health']")
	f.WaitVisible("[data-group=mend] [data-act=mend]")
	f.Click("[data-group=mend] [data-act=mend]")
	f.WaitTrue(`document.querySelector("[data-group=mend]") === null && document.querySelector("[data-group=soon] [data-part=orphans]") !== null && document.querySelector("[data-part=files]").closest("[data-group=well]") !== null`)
	f.Step("health-mended")
	f.CheckClean()
}
