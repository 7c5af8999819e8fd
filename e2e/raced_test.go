package e2e_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// onlyRaced has the run consist of the raced tests.
var onlyRaced = flag.Bool("raced", false, "run only the tests that make test runs with the race detector too")

// raced are the journeys in which goroutines of ours meet most: one each for a disconnect, a
// reschedule, a cancellation, a stop, idempotency, a takeover, a publish and an upload. make test
// runs them a second time, with the race detector in the test and in the program; make nightly does
// so with all tests, for it takes several times as long with it.
var raced = []string{
	"TestAccount_RemovalRacesWithEverything",
	"TestCloud_TakeoverWithTheWorker",
	"TestIdempotency_ManyAtOnce",
	"TestLifecycle_EachTypeIsPublished",
	"TestMedia_ManyAtOnce",
	"TestReschedule_RacesWithFiring",
	"TestSchedule_CancelRacesWithFiring",
	"TestServe_StopsDuringAnUpload",
}

func racedPattern() string { return "^(" + strings.Join(raced, "|") + ")$" }

// TestRaced_EachIsThere: a raced test that was renamed does not silently go without the race
// detector.
func TestRaced_EachIsThere(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range declared.FindAllSubmatch(source, -1) {
			there[string(found[1])] = true
		}
	}
	for _, name := range raced {
		if !there[name] {
			t.Errorf("there is no test %s: change raced with it", name)
		}
	}
	if sorted := slices.Compact(slices.Sorted(slices.Values(raced))); !slices.Equal(sorted, raced) {
		t.Error("raced is not sorted, or names a test twice")
	}
}
