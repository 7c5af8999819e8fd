package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/platform/graph"
	"crier/platform/limits"
	"crier/platform/wiretime"
)

// examineVersion says when the version of the network's API ends that Crier speaks.
func examineVersion(now time.Time) auth.CheckStep {
	ends := graph.VersionEnds()
	step := auth.CheckStep{
		Name: "version of the network's API", Expected: fmt.Sprintf("%s, which ends on %s", graph.Version, ends.Format("2 January 2006")),
		Actual: "it ends in " + wiretime.Words(ends.Sub(now)), Row: "the network's changelog of versions", Verdict: auth.Confirms,
	}
	if !now.Before(ends) {
		step.Actual, step.Verdict = "it has ended; install a newer Crier", auth.Contradicts
	}
	return step
}

// examineLimits says what limits.json has that cannot hold.
func examineLimits(ctx context.Context, service *serviceClient) auth.CheckStep {
	var table media.NetworkLimits
	step := checked("limits.json", "nothing, or values that can hold", service.get(ctx, "/api/limits", &table))
	own := slices.DeleteFunc(table.Limits, func(l limits.Limit) bool { return !l.IsOwn() })
	switch {
	case step.Verdict != auth.Confirms:
	case len(table.Problems) > 0:
		step.Actual, step.Verdict = strings.Join(table.Problems, ". "), auth.Contradicts
	default:
		step.Actual = fmt.Sprintf("it sets %d values", len(own))
	}
	return step
}
