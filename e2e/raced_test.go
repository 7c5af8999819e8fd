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

// raced are the tests in which goroutines of ours meet: the runner and its jobs, the handoff to the
// worker, requests against what fires, what is done once among many, and all of them with a stop.
// `make test` runs them a second time, with the race detector in the test and in the program; the
// others have it in `make nightly` alone, for it takes several times as long with it.
var raced = []string{
	"TestAccount_DisconnectUnderWay",
	"TestAccount_DisconnectWhileProcessed",
	"TestAccount_RemovalRacesWithEverything",
	"TestBucket_NotWhilePublishing",
	"TestCompletions_EachComesOnce",
	"TestDelete_WhilePublishing",
	"TestDraft_EditRacesWithPublish",
	"TestHostile_ClientsThatLeave",
	"TestIdempotency_ManyAtOnce",
	"TestLifecycle_EachTypeIsPublished",
	"TestLogin_OneOfManyWins",
	"TestMedia_ManyAtOnce",
	"TestNative_Brake",
	"TestNetwork_TheOtherModesPostsAreLeftAlone",
	"TestReschedule_RacesWithFiring",
	"TestScenario24_CloudPublishesWhileClosed",
	"TestScenario34_OneStory",
	"TestScenario36_AtOnce",
	"TestScenario_14_MissedInTheMiddle",
	"TestScenario_15_RetryAndDeleteMeanwhile",
	"TestScenario_15_RetryWhileItIsLookedFor",
	"TestSchedule_CancelRacesWithFiring",
	"TestServe_StopsDuringAPublish",
	"TestServe_StopsDuringAnUpload",
	"TestStoryRepost_LimitOfManyAtOnce",
	"TestTimeline_OfAPostThatWentWell",
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
