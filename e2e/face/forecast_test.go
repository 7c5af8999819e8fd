package face_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"crier/e2e/face"
	"crier/platform/clock"
	"crier/platform/database"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_Forecast shows on the overview how many posts are due, for which of them the cap has no
// room, and whose token expires before; and a message when that cannot be read.
func TestFace_Forecast(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	faulty(f)
	p := newPosts(t, f)
	day := clock.System().Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 2)
	for i, caption := range []string{"First of three", "Second of three", "Third of three"} {
		// An hour apart: none is close to another.
		p.client.Post("/api/v1/schedule", map[string]any{
			"accountId": p.account, "mediaType": "IMAGE", "mediaFileId": p.picture(), "caption": caption, "scheduledFor": day.Add(time.Duration(8+i) * time.Hour).Format(time.RFC3339), "timezone": "UTC",
		}).Want(http.StatusCreated)
	}
	f.Go("/")
	f.WaitTrue(`document.querySelector("#forecast")?.innerText === "3 posts are due."`)
	f.Step("forecast-fine")

	db, err := database.Open(t.Context(), filepath.Join(f.Service.Dir(), "crier.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(t.Context(), `INSERT INTO account_caps (account_id, total) VALUES (?, 1)`, p.account); err != nil {
		t.Fatal(err)
	}
	f.Go("/")
	f.WaitTrue(`document.querySelector("#forecast li")?.innerText.includes(": It is one post more than the network takes of crier.demo.bakery within 24 hours, which is 1.")`)
	f.Everywhere("forecast-crowded")
	f.Click("#forecast li a")
	f.WaitTrue(fmt.Sprintf(`location.pathname === "/app/calendar" && new URLSearchParams(location.search).get("account") === %q`, p.account))
	// The day says it briefly, and in a sentence when it has the focus or the pointer; its list has
	// the sentence too.
	const crowded = "Two posts of Demo Bakery. The first, at "
	f.WaitTrue(`document.querySelector("[data-day] .notice .short")?.innerText === "2 over the limit"`)
	tabTo(t, f, "[data-day]:has(.notice)")
	f.WaitTrue(fmt.Sprintf(`document.querySelector(".tip:popover-open")?.innerText.startsWith(%q)`, crowded))
	f.Step("calendar-forecast-focus")
	f.Key(kb.Tab)
	f.WaitTrue(`document.activeElement.matches(".notice") && document.querySelectorAll(".tip:popover-open").length === 1`)
	f.Key(kb.Escape)
	f.WaitTrue(`document.querySelector(".tip") === null`)
	f.Key(kb.Enter)
	f.WaitTrue(fmt.Sprintf(`document.querySelector("dialog .body p")?.innerText.includes(%q)`, crowded))
	f.Step("calendar-forecast-day")
	f.Key(kb.Escape)
	f.Key("2")
	f.WaitVisible(".dayhead .notice")
	f.MoveTo(".dayhead .notice")
	f.WaitVisible(".tip:popover-open")
	f.Everywhere("calendar-forecast")
	f.Show(face.Phone, "light")
	f.WaitTrue(fmt.Sprintf(`[...document.querySelectorAll(".agenda section p")].some(p => p.innerText.includes(%q))`, crowded))
	f.Show(face.Desktop, "light")

	// The service asks the network for such an account each minute, which says that it works: not
	// within this hour.
	if _, err := db.ExecContext(t.Context(), `UPDATE account_tokens SET next_probe_at = ? WHERE account_id = ?`, clock.System().Now().Add(50*time.Minute).UnixMilli(), p.account); err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), `UPDATE social_accounts SET token_expires_at = ? WHERE id = ?`, 1, p.account); err != nil {
		t.Fatal(err)
	}
	f.Go("/")
	f.WaitTrue(`document.querySelector("#forecast li")?.innerText.includes("Demo Bakery")`)
	f.Step("forecast-no-access")
	f.Go("/calendar")
	f.WaitTrue(`document.querySelector("[data-day] .notice .short")?.innerText.startsWith("No access")`)
	f.Go("/queue")
	f.WaitTrue(`document.querySelectorAll("main li.held").length === 3 && [...document.querySelectorAll("main li .state")].every(e => e.innerText === "Cannot go out")`)
	f.WaitTrue(`document.querySelector("main .stopped p").innerText.startsWith("Demo Bakery cannot publish, and three posts wait for it. crier.demo.bakery must be connected again: its access ended at ")`)
	f.Everywhere("queue-no-access")

	refuse(f, "/api/forecast")
	f.Go("/")
	f.WaitTrue(`document.querySelector("#forecast p")?.innerText.includes("The disk is full; make room on it.")`)
	f.Step("forecast-fails")
	heal(f)
	press(f, "Try again")
	f.WaitTrue(`document.querySelector("#forecast li") !== null`)
	f.CheckClean()
}
