package face_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/modules/auth"
	"crier/modules/docs"
	"crier/platform/clock"

	"golang.org/x/image/webp"
)

const (
	picturesDir = "../../modules/docs/pages/pictures"
	// mostPicture is the largest size of a picture of the documentation, in bytes, because the
	// program contains them.
	mostPicture    = 90 << 10
	pictureQuality = 78
)

// monday is when the week of the pictures' bakery begins.
var monday = time.Date(2026, 12, 7, 6, 34, 0, 0, time.UTC)

// bakery is a service with a week's posts, on a clock that stands still.
type bakery struct {
	t      *testing.T
	app    *e2e.App
	client *e2e.Client
	media  []string
}

func openBakery(t *testing.T) *bakery {
	t.Helper()
	b := &bakery{t: t, app: e2e.Boot(t, e2e.At(clock.NewFake(monday)))}
	b.client = b.app.Client(t)
	for i, picture := range stillLifes(t) {
		var file struct{ ID string }
		b.app.Clock.Advance(time.Minute) // The library has the newest first.
		name := []string{"country-loaf", "first-coffee", "rolls", "raspberry-tart", "two-cups", "saffron-buns"}[i]
		b.client.Upload("file", name+".jpg", picture).Want(http.StatusCreated).JSON(&file)
		b.media = append(b.media, file.ID)
	}
	return b
}

func (b *bakery) post(media int, caption string) map[string]any {
	return map[string]any{"accountId": e2e.DemoAccount, "mediaType": "IMAGE", "mediaFileId": b.media[media], "caption": caption}
}

// publish publishes a picture, and returns the post when it is live.
func (b *bakery) publish(media int, caption string) string {
	b.t.Helper()
	var made struct{ PostID string }
	b.client.Post("/api/v1/posts/publish", b.post(media, caption)).Want(http.StatusAccepted).JSON(&made)
	b.app.AdvanceUntil(b.t, 10*time.Minute, func() bool {
		return b.client.Get("/api/v1/posts/"+made.PostID).Want(http.StatusOK).String("status") == "PUBLISHED"
	})
	return made.PostID
}

// schedule schedules a picture for a day and an hour of the week.
func (b *bakery) schedule(media int, caption string, days, hour, minute int) {
	b.t.Helper()
	at := time.Date(2026, 12, 7+days, hour, minute, 0, 0, time.UTC)
	post := b.post(media, caption)
	post["scheduledFor"], post["timezone"] = at.Format(time.RFC3339), "UTC"
	b.client.Post("/api/v1/schedule", post).Want(http.StatusCreated)
}

// work makes the week's posts, and returns a live one and a draft.
func (b *bakery) work() (live, draft string) {
	b.t.Helper()
	b.publish(0, "The first country loaves are out. Sourdough, a day and a night, with rye from the mill down the road.")
	b.app.AdvanceUntil(b.t, time.Hour, func() bool { return !b.app.Clock.Now().Before(monday.Add(50 * time.Minute)) })
	live = b.publish(1, "Coffee is on. The corner table has sun until ten.")
	b.schedule(2, "Rolls for supper, warm until seven", 0, 16, 30)
	b.schedule(3, "Raspberry tart, by the slice or whole. Ask for it before noon.", 1, 7, 0)
	b.schedule(5, "Saffron buns for Saint Lucy: order until Friday.", 2, 9, 0)
	b.schedule(0, "Country loaf, 30 left", 2, 15, 0)
	b.schedule(4, "Two for one on Thursday mornings", 3, 8, 15)
	b.schedule(3, "A tart for the weekend", 4, 11, 0)
	b.schedule(5, "Saffron buns are here", 6, 7, 30)
	b.schedule(2, "Rolls on Sunday, from eight", 6, 8, 0)
	b.schedule(1, "New beans from Huila", 8, 9, 30)
	b.schedule(0, "The last loaves before the holidays", 15, 7, 0)
	var made struct{ ID, PostID string }
	b.client.Post("/api/v1/posts/draft", b.post(4, "Two cups, one table. Come in and sit down: it snows outside.")).Want(http.StatusCreated).JSON(&made)
	return live, made.ID + made.PostID
}

// TestPictures compares the texts of the screens with those of the documentation's pictures. With
// -update it takes the pictures again.
func TestPictures(t *testing.T) {
	t.Parallel()
	b := openBakery(t)
	live, draft := b.work()
	code, err := b.app.Logins.Issue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tab := browser.Tab(t)
	browser.Freeze(tab, b.app.Clock.Now().Truncate(time.Minute).Add(time.Minute))
	tab.Resize(docs.PictureWidth, docs.PictureHeight)
	tab.Navigate(auth.Link(b.app.Server.AppURL(), code))
	tab.WaitTrue(`document.querySelector("h1") !== null`)
	tab.Evaluate(`localStorage.setItem("crier.welcomed", "yes")`, nil)
	for name, screen := range map[string]struct{ route, ready string }{
		"overview": {"/", `document.querySelector("main")?.innerText.includes("Saffron buns")`},
		"calendar": {"/calendar", `document.querySelector("main")?.innerText.includes("15:00")`},
		"composer": {"/compose/" + draft, `document.querySelector("#caption")?.value.startsWith("Two cups")`},
		"queue":    {"/queue", `document.querySelector("main")?.innerText.includes("Two for one")`},
		"post":     {"/posts/" + live, `document.querySelector("main")?.innerText.includes("Published, once")`},
		"media":    {"/media", `document.querySelectorAll("main img").length >= 6`},
	} {
		tab.Navigate(b.app.Server.AppURL() + "/app" + screen.route)
		tab.WaitTrue(screen.ready)
		checkPicture(t, tab, name)
	}
	tab.CheckClean()
}

// checkPicture compares the screen's text with its text when the picture was taken, or takes the
// picture.
func checkPicture(t *testing.T, tab *browser.Page, name string) {
	t.Helper()
	still := func() {
		tab.Requests()
		tab.Evaluate(`document.fonts.ready.then(() => Promise.all([...document.images].map(i => i.decode().catch(() => 0))))
			.then(() => Promise.all(document.getAnimations().map(a => a.finished.catch(() => 0))))`, nil)
	}
	still()
	var says string
	tab.Evaluate(`document.body.innerText`, &says)
	says = withoutPassing(says)
	record := filepath.Join("testdata", "pictures", name+".txt")
	for _, theme := range []string{"light", "dark"} {
		file := filepath.Join(picturesDir, name+"-"+theme+".webp")
		if *update {
			tab.PreferDark(theme == "dark")
			still()
			write(t, file, browser.Picture(tab, pictureQuality))
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("%v; take the pictures: make picture", err)
		}
		size, err := webp.DecodeConfig(bytes.NewReader(content))
		if err != nil || size.Width != docs.PictureWidth || size.Height != docs.PictureHeight || len(content) > mostPicture {
			t.Errorf("%s is %d by %d in %d bytes, %v", file, size.Width, size.Height, len(content), err)
		}
	}
	if *update {
		tab.PreferDark(false)
		write(t, record, []byte(says))
	}
	was, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	if string(was) != says {
		t.Errorf("the picture of the %s shows\n%s\nand the screen says\n%s\ntake the pictures again: make picture", name, was, says)
	}
}

func write(t *testing.T, file string, content []byte) {
	t.Helper()
	if err := os.WriteFile(file, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// passing matches texts that differ each time: how long something took, and the ids of the network.
var passing = regexp.MustCompile(`(under )?\b\d+(\.\d+)? m?s\b|\b\d{3,}…\d+|\b[0-9a-f]{8}-[0-9a-f-]{27}|\d{15,}|/p/\S+|https?://\S+`)

// withoutPassing returns the lines of a screen's text without what differs each time.
func withoutPassing(says string) string {
	var lines []string
	for line := range strings.Lines(passing.ReplaceAllString(says, "_")) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return fmt.Sprintln(strings.Join(lines, "\n"))
}
