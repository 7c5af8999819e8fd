package e2e_test

import (
	"fmt"
	"testing"

	"crier/platform/clock"
)

// BenchmarkDrain publishes posts that are all due, by the real program and on a network that needs no time for them:
// posts/s is how many it publishes in a second, MB-peak how large it has become over it.
func BenchmarkDrain(b *testing.B) {
	for _, count := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				l := prepareLoad(b, count)
				b.StartTimer()
				began := clock.System().Now()
				service := l.drain(b)
				b.ReportMetric(float64(count)/clock.System().Now().Sub(began).Seconds(), "posts/s")
				b.StopTimer()
				b.ReportMetric(memory(b, service.PID(), "VmHWM"), "MB-peak")
				service.Stop(b)
				b.StartTimer()
			}
		})
	}
}
