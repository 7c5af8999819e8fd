package face_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/face"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_SettingsWatch sets a folder by keyboard, sees what became of its files, and removes it
// by mouse at the second try. A folder that cannot be watched is refused, and what was typed stays.
// What fails is said where it was asked for.
func TestFace_SettingsWatch(t *testing.T) {
	t.Parallel()
	// On a narrow page the path of the folder fits in no line.
	folder := filepath.Join(t.TempDir(), strings.Repeat("x", 60), "Phone")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"loaf.png": e2e.Picture(t, 320, 320), "scan.pdf": []byte("%PDF-1.7")} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/settings/watch")
	// The form can be sent once it knows the accounts.
	f.WaitVisible("main form select:has(option)")
	f.Type("[name=path]", folder+"s")
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("main form .problem")?.innerText.includes("is not there") && document.querySelector("[name=path]").value.endsWith("Phones")`)
	f.Forgiven("400")
	f.Step("settings-watch-refused")
	f.Evaluate(`document.querySelector("[name=path]").select()`, nil)
	f.Press(folder)
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("[data-folder]")?.innerText.includes("one draft so far") && document.querySelector("[data-folder]").innerText.includes("scan.pdf: ")`)
	f.WaitTrue(`document.querySelector("main form").innerText.includes("It takes the place of ` + folder + `")`)
	f.Everywhere("settings-watch")
	f.Evaluate(`{
		const ask = window.fetch
		let failures = 0
		window.fetch = async (what, how) => what.method === "DELETE" && failures++ === 0 ? Response.json({error: "the disk is full", code: "INTERNAL_ERROR"}, {status: 500}) : ask(what, how)
	}`, nil)
	f.Click("[data-act=remove]")
	f.WaitTrue(`document.querySelector("[data-folder] .problem")?.innerText.includes("still watched") && document.querySelector("main form .problem") === null`)
	f.Step("settings-watch-kept")
	f.Click("[data-act=remove]")
	f.WaitTrue(`document.querySelector("[data-folder]") === null`)
}
