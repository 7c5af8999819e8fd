package e2e_test

import (
	"fmt"
	"testing"

	"crier/platform/clock"
)

// BenchmarkDrain publishes posts that are all due, with the real program and on a network that
// answers at once: posts/s is how many it publishes in a second, cpu-us what each costs it of both
// cores, including its start, MB-peak its largest size.
func BenchmarkDrain(b *testing.B) {
	for _, c := range []struct{ count, accounts int }{{1000, 2}, {1000, 50}, {10_000, 2}, {10_000, 50}} {
		b.Run(fmt.Sprintf("%d of %d accounts", c.count, c.accounts), func(b *testing.B) {
			count := c.count
			for b.Loop() {
				b.StopTimer()
				l := prepareLoad(b, count, c.accounts, 0)
				b.StartTimer()
				began := clock.System().Now()
				service := l.drain(b)
				b.ReportMetric(float64(count)/clock.System().Now().Sub(began).Seconds(), "posts/s")
				b.StopTimer()
				b.ReportMetric(float64(processorTime(b, service.PID()).Microseconds())/float64(count), "cpu-us")
				b.ReportMetric(memory(b, service.PID(), "VmHWM"), "MB-peak")
				service.Stop(b)
				b.StartTimer()
			}
		})
	}
}
