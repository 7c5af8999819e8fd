package face_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// christmas writes a table of 34 rows and the picture that they name. Row 9 is over, the picture of
// row 11 is nowhere, and row 28 is too long.
func (c *calendar) christmas() (table, picture string) {
	c.t.Helper()
	dir := c.t.TempDir()
	rows := []string{"ref;account;media;caption;at"}
	for row := 2; row <= 35; row++ {
		media, caption, at := "rye.png", fmt.Sprintf("Loaf %d", row), c.day(1+row%6)+" 08:00"
		switch row {
		case 9:
			at = "2020-12-08 10:00"
		case 11:
			media = "kipferl.png"
		case 28:
			caption = strings.Repeat("long ", 500)
		}
		rows = append(rows, fmt.Sprintf("xmas-%d;crier.demo.bakery;%s;%s;%s", row, media, caption, at))
	}
	table, picture = filepath.Join(dir, "christmas-plan.csv"), filepath.Join(dir, "rye.png")
	for path, content := range map[string][]byte{table: []byte(strings.Join(rows, "\n")), picture: e2e.Picture(c.t, 640, 800)} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			c.t.Fatal(err)
		}
	}
	return table, picture
}

// TestFace_CalendarTable drops a table on the calendar: its rows are shown on their days, each
// fault at its row with a button that mends it, and a row is moved before it is made. What was made
// is taken back and made again. The same table again makes nothing, nor does the file of an export.
func TestFace_CalendarTable(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	table, picture := c.christmas()
	c.Go("/calendar?date=" + c.day(4))
	c.WaitVisible(cell(c.day(4)))
	c.DropFiles(".scroll", func() {}, table, picture)
	const made = `document.querySelector("section.table .figures")?.innerText.replace(/\s+/g, " ")`
	c.WaitTrue(made + ` === "31 can be made 3 have a fault"`)
	c.WaitTrue(fmt.Sprintf(`document.querySelector(%q)?.innerText.includes("Loaf 3") && document.querySelector(%q) === null`, cell(c.day(4))+" [data-row]", cell(c.day(4))+" .card"))
	for row, want := range map[int]string{9: "That time is over.", 11: "kipferl.png is neither beside the table nor in Media.", 28: "The caption has 2500 characters; it may have 2200."} {
		if got := c.Text(fmt.Sprintf("[data-fault=%q]", fmt.Sprint(row))); !strings.Contains(got, want) {
			t.Errorf("row %d: %q", row, got)
		}
	}
	c.WaitTrue(fmt.Sprintf(`document.querySelector(%q)?.innerText.includes("no picture")`, cell(c.day(6))+" [data-row].bad"))
	c.Everywhere("calendar-table")

	c.Choose("[data-fault=\"11\"] input[type=file]", picture)
	c.WaitTrue(made + ` === "32 can be made 2 have a fault"`)
	c.Click("[data-fault=\"28\"] [data-fix=caption]")
	c.WaitTrue(made + ` === "33 can be made 1 has a fault"`)
	// The focus goes on to the fault that is left, and after the last one to the name of the table.
	c.WaitTrue(`document.activeElement.dataset.fix === "time"`)
	c.Press(kb.Enter)
	c.WaitTrue(made + ` === "34 can be made 0 have a fault" && document.activeElement.innerText === "christmas-plan.csv"`)
	c.says("Row 9 is on ")
	// A row is moved by keys and with the mouse, and is no post yet.
	row := func(day, row int) string { return fmt.Sprintf("%s [data-row=%q]", cell(c.day(day)), fmt.Sprint(row)) }
	c.Evaluate(fmt.Sprintf(`document.querySelector(%q).focus()`, row(4, 3)), nil)
	c.Press(kb.ArrowRight, input.ModifierAlt, input.ModifierShift)
	c.WaitVisible(row(5, 3))
	c.says("Row 3 is on ")
	c.WaitTrue(`document.activeElement.dataset.row === "3"`)
	c.Hold(row(5, 3))
	c.MoveTo(cell(c.day(9)))
	c.Release(cell(c.day(9)))
	c.WaitVisible(row(9, 3))
	c.Press("3")
	c.WaitVisible("section" + row(9, 3))
	c.Press("2")
	c.WaitVisible(".axis")
	c.WaitTrue(`document.querySelectorAll(".place [data-row]").length > 0`)
	c.Step("calendar-table-week")
	c.Press("1")
	c.WaitVisible(row(9, 3))
	if got := c.Text("[data-act=make]"); got != "Make 34 posts" {
		t.Errorf("the button says %q", got)
	}
	c.Click("[data-act=make]")
	c.says("34 posts are made from christmas-plan.csv.")
	c.WaitTrue(`document.querySelector("[data-act=make]").innerText === "All are made"`)
	c.Click("[data-act=undo]")
	c.says("34 posts are deleted again.")
	c.WaitTrue(made + ` === "34 can be made 0 have a fault"`)
	c.Click("[data-act=make]")
	c.says("34 posts are made from christmas-plan.csv.")
	c.WaitVisible(cell(c.day(4)) + " .card")
	c.WaitTrue(fmt.Sprintf(`document.querySelector(%q) === null && document.querySelector("[data-act=make]").innerText === "All are made"`, cell(c.day(4))+" [data-row]"))
	c.Click("[data-act=away]")
	c.WaitTrue(`document.querySelector("section.table") === null && document.activeElement.dataset.act === "table"`)

	// With keys alone, without the picture and without what was mended: nothing is new.
	c.Press(kb.Enter)
	c.WaitTrue(`document.activeElement.matches("section.table h2")`)
	c.Choose("section.table input[type=file]", table)
	c.WaitTrue(`document.querySelector("section.table .figures dd")?.innerText === "0" && document.querySelector("section.table").innerText.includes("34 rows are posts already")`)
	c.WaitTrue(`document.querySelector("[data-act=make]").getAttribute("aria-disabled") === "true"`)
	c.Step("calendar-table-again")

	// The file of an export makes nothing either.
	c.Click("[data-act=away]")
	c.Click("[data-act=export]")
	c.WaitVisible("dialog a[download]")
	c.Step("calendar-export")
	c.Click("dialog fieldset label:nth-of-type(2)")
	var exported string
	c.Evaluate(`fetch(document.querySelector("dialog a[download]").href).then(r => r.text())`, &exported)
	c.Press(kb.Escape)
	file := filepath.Join(t.TempDir(), "crier-posts.csv")
	if err := os.WriteFile(file, []byte(exported), 0o600); err != nil {
		t.Fatal(err)
	}
	c.DropFiles(".scroll", func() {}, file)
	c.WaitTrue(`document.querySelector("section.table")?.innerText.includes("34 rows are posts already")`)
	c.Click("[data-act=away]")

	// What is no table is said, and what is no table of posts too.
	other := filepath.Join(t.TempDir(), "prices.csv")
	if err := os.WriteFile(other, []byte("name;price\nrye;4"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.DropFiles(".scroll", func() {}, other)
	c.WaitTrue(`document.querySelector("section.table .problem")?.innerText.includes("no column ref")`)
	c.Forgiven("400")
	c.Click("[data-act=away]")
	c.DropFiles(".page > header", func() {}, picture)
	c.says("Drop photos on a day, and a table anywhere here. Nothing was done with these.")
	c.CheckClean()
}
