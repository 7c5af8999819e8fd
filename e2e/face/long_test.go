package face_test

import (
	"net/http"
	"testing"
	"time"

	"crier/e2e/face"
	"crier/platform/clock"
	"crier/platform/needtest"
)

// TestFace_LongWordsAndZones shows a post whose caption begins with a word that is wider than a
// phone, planned in a zone with a long name: nothing is cut without a sign of it, and no page is
// wider than the window.
func TestFace_LongWordsAndZones(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	at := clock.System().Now().UTC().Add(30 * time.Hour).Format(time.RFC3339)
	var post struct{ PostID string }
	p.client.Post("/api/v1/schedule", map[string]any{
		"accountId": p.account, "mediaType": "IMAGE", "mediaFileId": p.picture(), "timezone": "America/Argentina/Buenos_Aires",
		"caption":      "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
		"scheduledFor": at,
	}).Want(http.StatusCreated).JSON(&post)
	f.Go("/posts/" + post.PostID)
	f.WaitVisible(".state")
	f.Everywhere("post-long")
	f.Go("/compose/" + post.PostID)
	f.WaitTrue(`document.querySelector("h1").innerText.endsWith("…")`)
	f.Everywhere("composer-long")
	// The zone has the width of its words where there is room.
	p.client.Put("/api/v1/schedule/"+post.PostID, map[string]any{"scheduledFor": at, "timezone": "America/New_York"}).Want(http.StatusOK)
	f.Go("/compose/" + post.PostID)
	f.WaitTrue(`document.querySelector(".zone select")?.value === "America/New_York"`)
	f.WaitTrue(`(zone => {
		const shown = zone.offsetWidth
		zone.style.maxWidth = "none"
		const whole = zone.offsetWidth
		zone.style.maxWidth = ""
		return shown === whole
	})(document.querySelector(".zone select"))`)
}
