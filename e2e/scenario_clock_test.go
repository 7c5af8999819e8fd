package e2e_test

import (
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/clock"
)

// wrong boots an App whose clock is wrong by that much, on a network whose clock is right.
func wrong(t *testing.T, by time.Duration) *journey {
	t.Helper()
	return lay(t, clock.NewFake(e2e.Start)).begin(e2e.At(clock.NewFake(e2e.Start.Add(by))))
}

// TestScenario_16_SetRightInPublishing: the clock is set right by a day while nobody knows yet what became of a publish
// call. The answer is found within minutes, not after a day.
func TestScenario_16_SetRightInPublishing(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for name, by := range map[string]time.Duration{"was ahead": day, "was behind": -day} {
		for outcome, call := range map[string]e2e.Fault{
			"live":     {Match: e2e.PublishCalls, DropAfterCommit: true},
			"not live": {Match: e2e.PublishCalls, DropBefore: true},
		} {
			t.Run(name+", "+outcome, func(t *testing.T) {
				t.Parallel()
				j := wrong(t, by)
				j.network.Fault(call)
				j.network.Fault(e2e.Fault{Match: e2e.ContainerReads, Skip: 1, Times: 2, HTTP: 503, Body: html})
				id := j.publish(j.imagePost("once"))
				j.awaited(id, func(s posts.Status) bool { return s == posts.Publishing })
				j.pass(3 * time.Second)
				j.Clock.Jump(-by)
				j.Clock.Advance(5 * time.Second) // Timers do not know of it: the poll finds what fell due.
				p := j.ended(id)
				j.isLive(p, 0)
				if l := j.network.Ledger(); len(l.Publications) != 1 {
					t.Errorf("live are %+v", l.Publications)
				}
				j.staysSo(id)
			})
		}
	}
}

// TestScenario_16_SetRightInTheWait: the clock is set right by a day while a container is waited for that never comes to an
// end. The wait is no longer than ever.
func TestScenario_16_SetRightInTheWait(t *testing.T) {
	t.Parallel()
	j := wrong(t, 24*time.Hour)
	j.network.NextContainerSticks()
	id := j.publish(j.imagePost("stuck"))
	j.Rest(t)
	j.Clock.Jump(-24 * time.Hour)
	j.comesTo(id, ending{code: "PROCESSING_FAILED", says: "still being processed"})
}
