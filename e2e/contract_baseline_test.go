package e2e_test

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"strings"
	"testing"

	"crier/e2e"
)

// baseline is the document of the latest release. Only a release writes it, with make
// release-baseline.
const baseline = "testdata/openapi.v1.json"

var release = flag.Bool("release", false, "make the document of this version the baseline that later ones are held against")

// TestContract_Baseline holds the served document against that of the latest release (contract 9.2,
// 9.3): nothing that a client relies on goes, and whatever is new comes with a new version. With
// -release it becomes the baseline itself, if it may.
func TestContract_Baseline(t *testing.T) {
	t.Parallel()
	served := e2e.Boot(t).Anonymous(t).Get("/api/v1/openapi.json").Want(200).Body
	released, err := os.ReadFile(baseline)
	switch {
	case err == nil:
		checkAgainst(t, released, served)
	case !*release || !errors.Is(err, fs.ErrNotExist):
		t.Fatal(err)
	}
	if *release && !t.Failed() {
		if err := os.WriteFile(baseline, served, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func checkAgainst(t *testing.T, released, served []byte) {
	t.Helper()
	breaks, err := e2e.Breaks(released, served)
	if err != nil {
		t.Fatal(err)
	}
	if len(breaks) > 0 {
		t.Fatalf("v1 is frozen, and this takes something away from its clients:\n\t%s\n"+
			"Keep what was there and add beside it; what cannot be kept belongs to a new version under /api/v2.", strings.Join(breaks, "\n\t"))
	}
	if err := e2e.CheckVersion(released, served); err != nil {
		t.Error(err)
	}
}
