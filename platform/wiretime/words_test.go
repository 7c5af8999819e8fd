package wiretime_test

import (
	"testing"
	"time"

	"crier/platform/wiretime"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "1 second", time.Millisecond: "1 second", 4600 * time.Millisecond: "5 seconds", -75 * time.Second: "75 seconds",
		119 * time.Second: "119 seconds", 2 * time.Minute: "2 minutes", 150 * time.Second: "3 minutes", time.Hour: "1 hour",
		65 * time.Minute: "1 hour 5 minutes", 121 * time.Minute: "2 hours 1 minute", 24 * time.Hour: "24 hours",
		25*time.Hour + 29*time.Second: "25 hours", 25*time.Hour + 30*time.Second: "25 hours 1 minute",
		48*time.Hour - time.Second: "48 hours", 48 * time.Hour: "2 days", 71 * time.Hour: "2 days",
	} {
		if got := wiretime.Words(d); got != want {
			t.Errorf("%d is %q, want %q", d, got, want)
		}
	}
}
