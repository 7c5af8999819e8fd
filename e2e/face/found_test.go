package face_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/e2e/face"
	"crier/platform/clock"

	"github.com/chromedp/chromedp/kb"
)

// circle is an upright picture of red with a blue circle in its middle.
func circle(t *testing.T) []byte {
	t.Helper()
	const width, height, radius = 480, 600, 60
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.RGBA{200, 30, 30, 255}
			if math.Hypot(float64(x-width/2), float64(y-height/2)) < radius {
				c = color.RGBA{20, 20, 220, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// middles is a JavaScript expression: how far the middle of the picture of each thumbnail is from
// the thumbnail's own, as a part of its height. The picture is drawn as the browser shows it.
const middles = `(selector => [...document.querySelectorAll(selector)].filter(thumb => thumb.querySelector("img")?.complete).map(thumb => {
	const image = thumb.querySelector("img"), box = thumb.getBoundingClientRect(), own = image.getBoundingClientRect()
	return Math.abs((own.top + own.height / 2) - (box.top + box.height / 2)) / box.height
}))`

// TestFound_Calendar looks at what hid in the calendar: the middle of pictures, what did not go
// out, and posts that were to be selected with the mouse.
func TestFound_Calendar(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	var file struct{ ID string }
	c.posts.client.Upload("file", "circle.jpg", circle(t)).Want(http.StatusCreated).JSON(&file)
	signedIn := c.Service.Browser(t)
	at := c.day(3) + "T07:00:00Z"
	body := map[string]any{"accountId": c.posts.account, "mediaType": "IMAGE", "mediaFileId": file.ID, "caption": "The circle", "timezone": "Europe/Berlin"}
	signedIn.InternalDo(http.MethodPost, "/api/posts/drafts", body).Want(http.StatusCreated)
	body["plannedFor"] = at
	signedIn.InternalDo(http.MethodPost, "/api/posts/drafts", body).Want(http.StatusCreated)
	first, second, third := c.schedule("One", c.day(2)+"T07:00:00Z"), c.schedule("Two", c.day(4)+"T07:00:00Z"), c.schedule("Three", c.day(5)+"T07:00:00Z")
	c.Go("/calendar?date=" + c.day(3))
	c.WaitVisible(card(third))
	c.WaitTrue(`(all => all.length >= 5 && all.every(off => off < .02))(` + middles + `(".thumb"))`)
	// Two accounts are told apart without their colours.
	c.WaitTrue(`[...document.querySelectorAll(".chip .avatar")].map(a => a.innerText.trim()).join() === "DB,DP"`)
	c.WaitTrue(`document.querySelector("#tray").innerText === "Undated drafts 1"`)

	// A click with Ctrl selects, one with Shift selects all between, and neither opens a post.
	selected := func(ids ...string) {
		t.Helper()
		list := ""
		for _, id := range ids {
			list += card(id) + ","
		}
		c.WaitTrue(fmt.Sprintf(`(chosen => chosen.length === %d && chosen.every(card => card.matches(%q)))([...document.querySelectorAll(".card.picked")])`, len(ids), list+"i"))
	}
	click := func(id, modifier string) {
		c.Evaluate(fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, %s: true}))`, card(id), modifier), nil)
	}
	click(first, "ctrlKey")
	selected(first)
	click(second, "metaKey")
	selected(first, second)
	click(first, "ctrlKey")
	click(third, "ctrlKey")
	selected(second, third)
	click(third, "ctrlKey")
	click(second, "ctrlKey")
	selected()
	click(second, "ctrlKey")
	click(third, "shiftKey")
	selected(second, third)
	c.Press(kb.Escape)
	selected()
	// x takes the post under the mouse, and after the focus has moved the one with the focus.
	c.Evaluate(fmt.Sprintf(`document.querySelector(%q).focus()`, card(first)), nil)
	c.MoveTo(card(third))
	c.Press("x")
	selected(third)
	c.Press("x")
	c.Evaluate(fmt.Sprintf(`document.querySelector(%q).focus()`, card(second)), nil)
	c.Press("x")
	selected(second)
	c.Press(kb.Escape)
	c.WaitTrue(`location.pathname === "/app/calendar"`)
	c.Everywhere("found-calendar")

	// No fold hides what did not go out, and the head of its day says so and lists it first.
	for _, caption := range []string{"a", "b", "c", "d"} {
		c.posts.publish(caption)
	}
	c.Service.Control(t).Fault(e2e.Fault{Match: e2e.CreateCalls, Times: 1, HTTP: http.StatusBadRequest, Code: 100, Message: "Invalid parameter"})
	failed := c.posts.begin("It fails")
	c.Go("/calendar")
	c.WaitTrue(fmt.Sprintf(`document.querySelector(%q) !== null && document.querySelector("[aria-current=date] .more") !== null && document.querySelector("[aria-current=date] .notice")?.innerText.startsWith("1 did not go out")`, "[aria-current=date] "+card(failed)))
	c.Everywhere("found-failed-month")
	c.Click("[aria-current=date] .notice")
	c.WaitTrue(fmt.Sprintf(`document.querySelector("dialog li a")?.matches(%q)`, card(failed)))
	c.Press(kb.Escape)
	c.Go("/calendar?view=week")
	c.WaitTrue(fmt.Sprintf(`document.querySelector(%q) !== null && document.querySelector(".dayhead.today .notice")?.innerText.startsWith("1 did not go out")`, card(failed)))
	c.Everywhere("found-failed-week")
	// A message of two lines is whole.
	c.Show(face.Phone, "light")
	c.Go("/calendar?date=" + c.day(2))
	c.Click(".row:has(" + card(first) + ") > button")
	c.WaitVisible("[role=menu]")
	c.Evaluate(`[...document.querySelectorAll("[role=menuitem]")].find(item => item.innerText.startsWith("Duplicate")).click()`, nil)
	c.WaitTrue(`(toast => {
		if (!toast) return false
		const text = document.createRange(), box = toast.getBoundingClientRect()
		text.selectNodeContents(toast.querySelector("p"))
		const lines = text.getBoundingClientRect()
		return lines.height > 30 && lines.top - box.top >= 4 && box.bottom - lines.bottom >= 4 && box.right <= innerWidth
	})(document.querySelector(".toast"))`)
	c.Step("found-toast")
}

// TestFound_Composer looks at what was in the way of people who write a post.
func TestFound_Composer(t *testing.T) {
	t.Parallel()
	port := "CRIER_PORT=" + e2e.FreePort(t)
	f := face.Serve(t, port)
	f.SignIn()
	f.Seen()
	day := clock.System().Now().UTC().AddDate(0, 0, 3).Format(time.DateOnly)
	f.Go("/compose/new?date=" + day)
	// A post without anything has nothing to fix, and nothing of it is fine.
	f.WaitTrue(`document.querySelector("#before header")?.innerText.includes("Not ready yet") && document.querySelector("#before .fine p").innerText === "Account and time: fine" && document.querySelector(".act").innerText.includes("Add a picture first")`)
	f.Everywhere("found-empty")
	// On an upright tablet all of the bar can be reached.
	for _, width := range []int64{700, 760, 820} {
		f.Resize(width, 1100)
		f.WaitTrue(`(box => box.right <= innerWidth && box.bottom <= innerHeight && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest("[data-act=send]") !== null)(document.querySelector("[data-act=send]").getBoundingClientRect())`)
		f.Step(fmt.Sprintf("found-bar-%d", width))
	}
	f.Show(face.Desktop, "light")
	// It is nobody's draft after a restart.
	f.Service.Stop(t)
	f.WaitTrue(`document.querySelector(".bar").innerText.includes("Crier is not running")`)
	service := e2e.Program(t).Serve(t, "CRIER_DATA_DIR="+f.Service.Dir(), port)
	f.WaitTrue(`!document.querySelector(".bar").innerText.includes("not running")`)
	f.Forgive(isLost)
	f.Requests()
	var list struct{ Total int }
	if service.Client(t).Get("/api/v1/posts").Want(http.StatusOK).JSON(&list); list.Total != 0 {
		t.Errorf("an untouched post became %d drafts", list.Total)
	}
	// The field that was asked for has the focus, and a letter beside it is no command.
	f.Click("[data-act=ask-place]")
	f.WaitTrue(`document.activeElement.placeholder?.startsWith("Its name")`)
	f.Click(".extras button")
	f.WaitTrue(`document.activeElement.placeholder === "username"`)
	f.Evaluate(`document.querySelector(".extras button").focus()`, nil)
	f.Press("n")
	f.Press("gc")
	f.WaitTrue(`location.pathname === "/app/compose/new"`)
	f.Press(kb.Escape)
	f.WaitTrue(`document.querySelector(".composer") === null`)
}

// TestFound_Overview looks at the overview at ten to midnight: the mark of now stands there.
func TestFound_Overview(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	now := clock.System().Now().UTC()
	browser.Freeze(f.Page, time.Date(now.Year(), now.Month(), now.Day(), 23, 50, 0, 0, time.UTC))
	f.Go("/")
	f.WaitTrue(`(now => {
		if (!now) return false
		const ribbon = now.parentElement, end = ribbon.getBoundingClientRect().right - parseFloat(getComputedStyle(ribbon, "::after").right)
		const box = now.getBoundingClientRect()
		return Math.abs(end - (box.left + box.width / 2)) < 3
	})(document.querySelector(".ribbon .now"))`)
	f.Everywhere("found-midnight")
}
