package face_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e/browser"
	"crier/e2e/face"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_SettingsBackups makes a backup by mouse, and restores it by keyboard: the page waits
// while the service starts again, is signed in again, and says what was kept. Before that, files
// that are no whole backup are refused where they were chosen.
func TestFace_SettingsBackups(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	p.draft("IMAGE", "Before the backup")
	f.Go("/settings/backups")
	f.WaitVisible(".pair")
	f.Click("[data-act=make]")
	f.WaitTrue(`[...document.querySelectorAll("[data-backup]")].some(e => !e.innerText.includes("no pictures"))`)
	f.Everywhere("settings-backups")
	// Another folder is tried before: one in the data folder is refused, and what was typed stays.
	f.Click("[data-act=folder]")
	f.WaitTrue(`document.activeElement.matches("[name=folder]")`)
	f.Type("[name=folder]", filepath.Join(f.Service.Dir(), "more"))
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("main form .problem")?.innerText.includes("is in the data folder") && document.querySelector("[name=folder]").value.endsWith("more")`)
	f.Forgiven("400")
	f.Step("settings-backups-folder")
	other := filepath.Join(t.TempDir(), "other disk")
	f.Evaluate(`document.querySelector("[name=folder]").select()`, nil)
	f.Press(other)
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("main .where").innerText.endsWith("other disk") && document.querySelector("[data-backup]") === null`)
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
	f.Click("[data-act=folder]")
	f.Click("[data-act=beside]")
	f.WaitTrue(`document.querySelector("[data-backup]") !== null`)
	var name string
	f.Evaluate(`[...document.querySelectorAll("[data-backup]")].find(e => !e.innerText.includes("no pictures")).dataset.backup`, &name)
	whole := f.Service.Browser(t).Get("/api/backups/files/" + name).Want(http.StatusOK).Body
	dir := t.TempDir()
	for _, bad := range []struct {
		name    string
		content []byte
		says    string
	}{
		{"other.zip", []byte("PK\x03\x04 of another program"), "other.zip is not a backup of Crier; choose one that Crier has made"},
		{"cut.crier", whole[:len(whole)-1000], "was cut off"},
	} {
		path := filepath.Join(dir, bad.name)
		if err := os.WriteFile(path, bad.content, 0o600); err != nil {
			t.Fatal(err)
		}
		f.Choose("input[type=file]", path)
		f.WaitTrue(`document.querySelector(".look .problem")?.innerText.includes("` + bad.says + `")`)
		if strings.HasSuffix(bad.name, ".crier") {
			f.Forgiven("400")
		}
	}
	f.Step("settings-backups-cut")
	p.draft("IMAGE", "After the backup")
	f.Evaluate(`document.querySelector('[data-backup="`+name+`"] [data-act=look]').focus()`, nil)
	f.Press(kb.Enter)
	f.WaitVisible(".look [data-act=restore]")
	f.Evaluate(`document.querySelector(".look [data-act=restore]").focus()`, nil)
	f.Press(kb.Enter)
	f.WaitTrue(`document.activeElement.innerText === "Leave all as it is"`)
	f.Everywhere("settings-backups-restore")
	// The page may learn of the restore before it has learned that its session has ended.
	f.Evaluate(`(ask => { window.fetch = (what, how) => what === "/api/v1/auth/check" ? new Promise(() => 0) : ask(what, how) })(fetch)`, nil)
	f.Press(kb.Tab)
	f.Press(kb.Enter)
	f.WaitVisible("[data-restored]")
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed })
	f.Step("settings-backups-restored")
	f.Go("/posts?status=DRAFT")
	f.WaitTrue(`document.querySelector("main").innerText.includes("Before the backup") && !document.querySelector("main").innerText.includes("After the backup")`)
	f.CheckClean()
}
