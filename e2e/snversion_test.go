package e2e_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/config"
	"crier/platform/native"
)

const versionPath = "/api/v1/health/sn-version"

func (n *natives) check() {
	n.t.Helper()
	if err := n.Scheduler.RunNow(n.t.Context(), "settings.sn-version"); err != nil {
		n.t.Fatal(err)
	}
}

// manifest has the version manifest say something else once.
func (n *natives) manifest(f e2e.Fault) {
	n.t.Helper()
	f.Match = e2e.FaultMatch{Host: "manifest"}
	n.network.Fault(f)
}

func (n *natives) wantVersion(want string) {
	n.t.Helper()
	if got := n.client.Get(versionPath).Want(http.StatusOK); string(got.Body) != `{"currentVersion":"`+native.AppVersion+`",`+want+`}` {
		n.t.Errorf("got %s, want %s", got.Body, want)
	}
}

// TestSNVersion_Examples: the document's examples name the version that is spoken, whenever that
// changes.
func TestSNVersion_Examples(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile("testdata/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	spoken := regexp.MustCompile(`"currentVersion": "([^"]+)"|speaks as version ([\d.]+)`).FindAllSubmatch(document, -1)
	for _, found := range spoken {
		if got := string(found[1]) + string(found[2]); got != native.AppVersion {
			t.Errorf("an example speaks as %s", got)
		}
	}
	if len(spoken) < 2 {
		t.Errorf("%d examples", len(spoken))
	}
}

func TestSNVersion_IsCheckedAndKept(t *testing.T) {
	t.Parallel()
	n := bootNatives(t)
	n.Anonymous(t).Get(versionPath).WantError(http.StatusUnauthorized, "AUTH_REQUIRED")
	n.wantVersion(`"latestVersion":null,"isOutdated":false,"lastCheckedAt":null`)

	// A first check that fails is a check.
	n.manifest(e2e.Fault{HTTP: 503, Body: html})
	n.check()
	n.wantVersion(`"latestVersion":null,"isOutdated":false,"lastCheckedAt":"2026-11-21T09:30:00.000Z"`)
	n.check()
	if calls := n.network.ManifestCalls(); len(calls) != 1 {
		t.Errorf("%d calls within 12 hours", len(calls))
	}
	n.Clock.Advance(12 * time.Hour)
	n.check()
	current := `"latestVersion":"` + native.AppVersion + `","isOutdated":false,"lastCheckedAt":"2026-11-21T21:30:00.000Z"`
	n.wantVersion(current)

	// Compared number by number: 446.0.0.100 comes after 446.0.0.49.77.
	n.manifest(e2e.Fault{HTTP: 200, Body: `{"version":"446.0.0.100.1","versionCode":"1"}`})
	n.Clock.Advance(12 * time.Hour)
	n.check()
	outdated := `"latestVersion":"446.0.0.100.1","isOutdated":true,"lastCheckedAt":"2026-11-22T09:30:00.000Z"`
	n.wantVersion(outdated)
	if warning := n.save(login()).Want(http.StatusOK).String("versionWarning"); !strings.Contains(warning, "446.0.0.100.1") {
		t.Errorf("the login warns %q", warning)
	}

	n = n.again()
	n.wantVersion(outdated)
	// What was good stays when a check fails.
	for _, f := range []e2e.Fault{
		{HTTP: 200, Body: `{"version":"` + strings.Repeat("9", 63<<10) + `"}`},
		{HTTP: 200, Body: `{"version":"next"}`},
		{HTTP: 500, Body: `{"version":"500.0"}`},
		{Malformed: true},
	} {
		n.manifest(f)
		n.Clock.Advance(12 * time.Hour)
		n.check()
		n.wantVersion(strings.Replace(outdated, "2026-11-22T09:30:00.000Z", n.Clock.Now().Format("2006-01-02T15:04:05.000Z"), 1))
	}
}

// TestSNVersion_TheClockIsSetBack: a look that lies ahead is none.
func TestSNVersion_TheClockIsSetBack(t *testing.T) {
	t.Parallel()
	n := bootNatives(t)
	n.check()
	n.Clock.Jump(-365 * 24 * time.Hour)
	n.check()
	n.wantVersion(`"latestVersion":"` + native.AppVersion + `","isOutdated":false,"lastCheckedAt":"2025-11-21T09:30:00.000Z"`)
}

func TestSNVersion_LiveModeAsksNobodyByItself(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t, e2e.Configured(func(c *config.Config) { c.Network = config.Live }))
	if err := app.Scheduler.RunNow(t.Context(), "settings.sn-version"); err != nil {
		t.Fatal(err)
	}
	want := `{"currentVersion":"` + native.AppVersion + `","latestVersion":null,"isOutdated":false,"lastCheckedAt":null}`
	if got := app.Client(t).Get(versionPath).Want(http.StatusOK); string(got.Body) != want {
		t.Errorf("got %s", got.Body)
	}
}

// TestSNVersion_LiveModeAsksWhomItIsTold: the setting is heeded in live mode alone.
func TestSNVersion_LiveModeAsksWhomItIsTold(t *testing.T) {
	t.Parallel()
	other := bootNatives(t)
	told := e2e.Configured(func(c *config.Config) { c.VersionManifest = other.Sandbox.URL() + "/manifest/version.json" })
	sandboxed := bootNatives(t, told)
	sandboxed.check()
	if calls := other.network.ManifestCalls(); len(calls) != 0 {
		t.Errorf("sandbox mode asked elsewhere: %+v", calls)
	}
	live := e2e.Boot(t, told, e2e.Configured(func(c *config.Config) { c.Network = config.Live }))
	if err := live.Scheduler.RunNow(t.Context(), "settings.sn-version"); err != nil {
		t.Fatal(err)
	}
	if got := live.Client(t).Get(versionPath).Want(http.StatusOK).String("latestVersion"); got != native.AppVersion {
		t.Errorf("got %q", got)
	}
}
