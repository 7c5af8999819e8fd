package face_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e/face"
	"crier/platform/clock"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_Settings leads to the places of the settings, and chooses the general ones by keyboard:
// the other tab and the next page follow, and the service keeps them.
func TestFace_Settings(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	p.schedule("Fresh rolls", 1)
	day := clock.System().Now().UTC().AddDate(0, 0, 2)
	p.client.Post("/api/v1/schedule", map[string]any{
		"accountId": p.account, "mediaType": "STORIES", "mediaFileId": p.picture(), "scheduledFor": day.Format(time.RFC3339), "timezone": "UTC",
	}).Want(http.StatusCreated)
	other := f.Beside()
	other.Navigate(f.Service.AppURL() + "/app/queue")
	other.WaitTrue(`/\d\d:\d\d/.test(document.querySelector("main time")?.innerText)`)
	f.Go("/settings")
	f.WaitTrue(`document.querySelector("nav[aria-label=Settings] [aria-current]").innerText === "General" && document.querySelectorAll("[aria-labelledby=account] option").length > 1`)
	f.Everywhere("settings-general")
	press := func(button string) {
		t.Helper()
		f.Evaluate(`document.querySelector("`+button+`").focus()`, nil)
		f.Press(kb.Enter)
		f.WaitTrue(`document.querySelector("` + button + `").ariaPressed === "true"`)
	}
	press("[aria-labelledby=clock] button:last-child")
	press("[aria-labelledby=week] button:nth-child(2)")
	press("[aria-labelledby=theme] button:last-child")
	f.WaitTrue(`document.documentElement.dataset.theme === "dark"`)
	f.Evaluate(`document.querySelector("[aria-labelledby=zone]").focus()`, nil)
	f.Press("Asia/Tok")
	f.WaitTrue(`document.querySelector("[aria-labelledby=zone]").value === "Asia/Tokyo"`)
	other.WaitTrue(`/\d (am|pm)/.test(document.querySelector("main time")?.innerText) && document.querySelector("main").innerText.includes("Asia/Tokyo") && document.documentElement.dataset.theme === "dark"`)
	f.Evaluate(`localStorage.clear()`, nil)
	f.Go("/calendar?view=week&date=" + day.In(time.FixedZone("Asia/Tokyo", 9*60*60)).Format(time.DateOnly))
	f.WaitTrue(`document.documentElement.dataset.theme === "dark" && /Times: Asia.Tokyo.*\bSun\b.*\bMon\b/s.test(document.querySelector("main").innerText)`)
	f.WaitTrue(`[...document.querySelectorAll(".axis span[aria-hidden]")].every(hour => /[ap]m$/.test(hour.innerText))`)
	// Of another zone and no plain picture: all of its signs have room beside each other.
	f.WaitTrue(`(signs => signs.length === 4 && signs.every((a, i) => i === 0 || a.left >= signs[i - 1].right))(
		[...document.querySelectorAll(".card.hour:has(.kind) > :is(.time, .kind, .zone, svg)")].map(sign => sign.getBoundingClientRect()))`)
	f.Step("settings-general-followed")
	// What is no place of the settings is no page, as any other address.
	f.Go("/settings/nothing")
	f.WaitTrue(`document.title.startsWith("No such page") && document.querySelector("h1").innerText === "There is no such page"`)
	f.CheckClean()
}

// TestFace_SettingsKeys makes a key by keyboard, tries the ready line, and revokes the key by
// mouse. The page shows the secret once, and keeps it nowhere.
func TestFace_SettingsKeys(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/settings/keys")
	f.WaitVisible(".rows .nothing")
	f.Step("settings-keys-none")
	f.Evaluate(`document.querySelector("[data-act=new]").focus()`, nil)
	f.Press(kb.Enter)
	f.WaitTrue(`document.activeElement.matches(".form input")`)
	f.Press("Till at the counter")
	f.Press(kb.Enter)
	f.WaitTrue(`document.activeElement.matches(".made input") && document.querySelector("[data-tried]").innerText.includes("200, and there are no posts yet")`)
	var key, shown string
	f.Evaluate(`document.querySelector(".made input").value`, &key)
	f.Evaluate(`getSelection().toString()`, &shown)
	if shown != key {
		t.Errorf("the key is not selected: %q", shown)
	}
	f.Evaluate(`document.querySelector(".made pre").innerText`, &shown)
	if strings.Contains(shown, key) || !strings.Contains(shown, key[:12]) {
		t.Errorf("the line shows %q", shown)
	}
	f.Everywhere("settings-keys-made")
	client := f.Service.Anonymous(t).With("Authorization", "Bearer "+key)
	client.Get("/api/v1/posts").Want(http.StatusOK)
	f.Click("[data-act=hide]")
	f.WaitTrue(`document.querySelector(".made") === null && document.querySelector("[data-key=\"Till at the counter\"]").innerText.includes("used today") && document.activeElement.matches("[data-act=new]")`)
	f.Evaluate(`document.documentElement.outerHTML + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + JSON.stringify(history.state)`, &shown)
	if strings.Contains(shown, key) {
		t.Error("the page still has the key")
	}
	f.Click("[data-act=revoke]")
	f.WaitTrue(`document.activeElement.innerText === "Keep it"`)
	f.Everywhere("settings-keys-revoke")
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector(".question") === null && document.activeElement.matches("[data-act=revoke]")`)
	f.Press(kb.Enter)
	f.WaitVisible(".question")
	f.Click("[data-act=sure]")
	f.WaitTrue(`document.querySelector(".rows .nothing") !== null && document.activeElement.matches("[data-act=new]")`)
	client.Get("/api/v1/posts").Want(http.StatusUnauthorized)
	f.CheckClean()
}
