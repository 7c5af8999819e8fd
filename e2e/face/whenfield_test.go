package face_test

import (
	"fmt"
	"testing"
	"time"

	"crier/e2e/face"
	"crier/platform/clock"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_WhenFields writes days and times as people do, in the fields of the composer. The arrows
// step, what cannot be read stays with a sentence, and the form is that of the settings.
func TestFace_WhenFields(t *testing.T) {
	t.Parallel()
	f, _, id := compose(t, "IMAGE", "When", 1080, 1350)
	f.Go("/compose/" + id)
	f.WaitVisible("[data-when=date]")
	write := func(field, text string) {
		t.Helper()
		f.WaitVisible("[data-when=" + field + "]")
		f.Evaluate(fmt.Sprintf(`document.querySelector("[data-when=%s]").select()`, field), nil)
		f.Press(text + kb.Enter)
	}
	is := func(field, value, shown string) {
		t.Helper()
		f.WaitTrue(fmt.Sprintf(`document.querySelector("footer [type=%[1]s]").value === %[2]q && document.querySelector("[data-when=%[1]s]").value.startsWith(%[3]q)`, field, value, shown))
	}
	now := clock.System().Now().UTC()
	year := now.Year() + 1
	write("date", fmt.Sprintf("17 dec %d", year))
	is("date", fmt.Sprintf("%d-12-17", year), time.Date(year, 12, 17, 0, 0, 0, 0, time.UTC).Format("Mon 2 Jan 2006"))
	f.Press(kb.ArrowUp + kb.ArrowUp + kb.ArrowDown)
	is("date", fmt.Sprintf("%d-12-18", year), time.Date(year, 12, 18, 0, 0, 0, 0, time.UTC).Format("Mon 2 Jan"))
	write("date", fmt.Sprintf("3.2.%d", year))
	is("date", fmt.Sprintf("%d-02-03", year), "")
	write("date", "tomorrow")
	is("date", now.AddDate(0, 0, 1).Format(time.DateOnly), "")
	for text, want := range map[string]string{"6pm": "18:00", "18.30": "18:30", "0915": "09:15", "7": "07:00"} {
		write("time", text)
		is("time", want, want)
	}
	write("time", "23:59")
	is("time", "23:59", "23:59")
	f.Press(kb.ArrowUp)
	is("time", "00:00", "00:00")
	write("time", "at noonish")
	f.WaitTrue(`document.querySelector("[data-when=time]").value === "at noonish" && document.querySelector("footer .wrong")?.innerText.includes("This is no time.") && document.querySelector("footer [type=time]").value === "00:00"`)
	f.Step("when-wrong")
	f.Show(face.Hand, "dark")
	f.Step("when-wrong")
	f.WaitTrue(fits)
	f.Show(face.Desktop, "light")
	write("time", "6:05 pm")
	is("time", "18:05", "18:05")
	f.CheckClean()
}
