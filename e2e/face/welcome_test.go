package face_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"crier/e2e/face"
	"crier/platform/needtest"
)

// TestFace_TryIt begins the first post from the welcome: a draft with the picture that comes with
// the program.
func TestFace_TryIt(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Open(t, "/welcome")
	f.Click(".card .button")
	f.WaitTrue(`location.pathname.startsWith("/app/compose/")`)
	var path string
	f.Evaluate("location.pathname", &path)
	var draft struct {
		Status, Caption string
		MediaFiles      []struct{ IsValid bool }
	}
	f.Service.Client(t).Get("/api/v1/posts/" + strings.TrimPrefix(path, "/app/compose/")).Want(http.StatusOK).JSON(&draft)
	if draft.Status != "DRAFT" || !strings.HasPrefix(draft.Caption, "Friday country loaf.") || len(draft.MediaFiles) != 1 || !draft.MediaFiles[0].IsValid {
		t.Errorf("the draft is %+v", draft)
	}
	f.Step("try-it")
	// The welcome does not come again.
	f.Go("/")
	f.WaitVisible("#next-out")
}

// TestFace_FirstLoad prints how long it takes until the largest part of the overview is painted,
// the median of five times: 600 ms is the budget of a machine that does nothing else.
func TestFace_FirstLoad(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	newPosts(t, f).schedule("Country loaf, 30 left", 0)
	var times []float64
	for range 5 {
		f.Go("/")
		f.WaitVisible("#next-out")
		var painted float64
		f.Evaluate(`new Promise(done => new PerformanceObserver(list => done(list.getEntries().at(-1).startTime)).observe({type: "largest-contentful-paint", buffered: true}))`, &painted)
		times = append(times, painted)
	}
	slices.Sort(times)
	t.Logf("largest contentful paint: %.0f ms, the median of %.0f", times[2], times)
}
