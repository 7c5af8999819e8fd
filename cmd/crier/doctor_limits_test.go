package main

import (
	"strings"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/platform/graph"
)

// TestDoctor_Version: the doctor says when the version of the network's API ends, and that it has.
func TestDoctor_Version(t *testing.T) {
	t.Parallel()
	for before, want := range map[time.Duration]struct {
		verdict auth.Verdict
		says    string
	}{
		60 * 24 * time.Hour: {auth.Confirms, "it ends in 60 days"},
		time.Second:         {auth.Confirms, "it ends in 1 second"},
		0:                   {auth.Contradicts, "it has ended; install a newer Crier"},
	} {
		step := examineVersion(graph.VersionEnds().Add(-before))
		if step.Verdict != want.verdict || step.Actual != want.says || !strings.Contains(step.Expected, "29 July 2028") {
			t.Errorf("%s before: %+v", before, step)
		}
	}
}
