package face_test

import (
	"testing"

	"crier/e2e/face"
	"crier/platform/needtest"
)

// TestFace_TargetsOnAPhone: what is pressed on a phone is as high as a finger needs it.
func TestFace_TargetsOnAPhone(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "By finger", 1080, 1920)
	p.schedule("Waits", 2)
	f.Show(face.Phone, "light")
	for route, last := range map[string]string{"/": ".next .button", "/calendar": ".pill", "/compose/" + id: "[data-tool=frame]", "/posts": ".pill", "/media": ".file", "/demo": ".button"} {
		f.Go(route)
		f.WaitVisible("main " + last)
		var small []string
		f.Evaluate(`[...document.querySelectorAll("main :is(.button, .icon, .pill, .switch button, [role=tab])")].filter(e => e.checkVisibility() && e.offsetHeight < 44).map(e => e.innerText + ": " + e.offsetHeight)`, &small)
		if len(small) > 0 {
			t.Errorf("%s: %q", route, small)
		}
	}
	f.Go("/")
	f.Click("nav.tabs button")
	f.WaitTrue(`document.querySelector("dialog .icon")?.offsetHeight === 44`)
}
