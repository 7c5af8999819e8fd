package face_test

import (
	"fmt"
	"testing"

	"crier/platform/needtest"
)

// fits is a JavaScript expression: whether the page scrolls in no direction, and what it consists
// of scrolls upwards and downwards at most.
const fits = `(main => document.documentElement.scrollWidth <= innerWidth && main.scrollWidth <= main.clientWidth)(document.querySelector("main"))`

// TestComposer_Enlarged shows the composer in windows as small as those of a screen at 200 % and at
// 400 %. It can be read and written in without scrolling sideways, and nothing covers it.
func TestComposer_Enlarged(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, _, id := compose(t, "IMAGE", "Enlarged", 1080, 1350)
	f.Resize(320, 256)
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector("#before .fine, #before li") !== null`)
	f.WaitTrue(fits)
	f.WaitTrue(`document.querySelector(".tools").scrollWidth <= document.querySelector(".tools").clientWidth`)
	for _, part := range []string{"#caption", "[data-act=send]", "[data-tool=frame]"} {
		f.WaitTrue(fmt.Sprintf(`(part => {
			part.scrollIntoView({block: "end", behavior: "instant"})
			const box = part.getBoundingClientRect()
			return part.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 8))
		})(document.querySelector(%q))`, part))
	}
	f.Step("composer-400-percent")
	// Beside the picture the words have as much room as it has, and only the columns scroll.
	f.Resize(720, 450)
	f.WaitTrue(`document.querySelector("main").scrollHeight <= document.querySelector("main").clientHeight`)
	f.WaitTrue(`document.querySelector("section.words").clientWidth >= 350`)
	f.Step("composer-200-percent")
}

// TestFace_Tablet shows the calendar in a narrow window: what does not fit in a line begins where
// the line before begins, and a card shows nothing that is cut off.
func TestFace_Tablet(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	c.schedule("One of two", c.day(2)+"T07:00:00Z")
	c.schedule("Two of two", c.day(2)+"T08:00:00Z")
	c.Resize(768, 1024)
	c.Go("/calendar?date=" + c.day(2))
	c.WaitVisible(cell(c.day(2)) + " .card")
	// Beside what is chosen there, or on a line of its own that begins where the others do.
	c.WaitTrue(`(range => {
		range.selectNodeContents(document.querySelector(".zone"))
		const zone = range.getBoundingClientRect(), chips = document.querySelector(".chips").getBoundingClientRect()
		return zone.left === chips.left || zone.left >= chips.right && zone.top < chips.bottom && zone.right < innerWidth
	})(document.createRange())`)
	c.WaitTrue(`[...document.querySelectorAll(".card .avatar")].every(e => !e.checkVisibility() || e.getBoundingClientRect().left >= e.closest(".card").getBoundingClientRect().left)`)
	c.Step("calendar-tablet")
	// A screen of 1440 by 900 at 200 %: what the sidebar has no room for is scrolled to.
	c.Resize(720, 450)
	c.WaitTrue(`[...document.querySelectorAll("nav a.new, nav a.item")].every(e => e.offsetHeight >= 30)`)
	c.Step("calendar-200-percent")
}
