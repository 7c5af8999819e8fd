package face_test

import (
	"fmt"
	"testing"
)

// TestCalendar_Looks looks at a month, a week and the list of a phone with posts of every kind.
func TestCalendar_Looks(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	c.Go("/calendar?date=" + c.day(40))
	c.WaitVisible(".empty h2")
	c.Everywhere("calendar-empty")
	signedIn := c.Service.Browser(t)
	c.posts.publish("Out of the oven")
	captions := []string{"Three-day rye is back", "Four glazes, one clay", "Kiln at 1,240 °C", "Market Saturday: the winter mugs", "Recipe card", "مرحبا بالعالم", "Gift sets"}
	for i, n := range []int{0, 1, 2, 3, 5, 1, 1, 2} {
		for j := range n {
			c.schedule(captions[(i+j)%len(captions)], fmt.Sprintf("%sT%02d:30:00Z", c.day(i+2), 6+3*j))
		}
	}
	c.draft(signedIn, "Pick a glaze", c.day(4)+"T17:00:00Z")
	c.draft(signedIn, "Throwing the big bowls, part two", "")
	c.draft(signedIn, "", "")
	c.Go("/calendar?date=" + c.day(5))
	c.WaitVisible(cell(c.day(9)) + " .card")
	c.Everywhere("calendar-month")
	c.Go("/calendar?view=week&date=" + c.day(5))
	c.WaitVisible(cell(c.day(5)) + " .card")
	c.Everywhere("calendar-week")
	c.Go("/calendar")
	c.WaitVisible(".gone")
	c.Everywhere("calendar-today")
	c.Go("/calendar?date=" + c.day(6))
	c.WaitVisible(".more")
	c.Click(cell(c.day(6)) + " .more")
	c.WaitVisible("dialog .row")
	c.Everywhere("calendar-day")
}
