package posts

import (
	"testing"
	"time"
)

func TestRoughly(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		time.Millisecond: "1s", 4600 * time.Millisecond: "5s", 119 * time.Second: "1m59s", 150 * time.Second: "3m0s",
		25 * time.Hour: "25h0m0s", 25*time.Hour + 29*time.Second: "25h0m0s", 25*time.Hour + 30*time.Second: "25h1m0s",
		48*time.Hour - time.Minute: "47h59m0s", 48 * time.Hour: "2 days", 71 * time.Hour: "2 days", 72 * time.Hour: "3 days",
	} {
		if got := Roughly(d); got != want {
			t.Errorf("%d is %q, want %q", d, got, want)
		}
	}
}
