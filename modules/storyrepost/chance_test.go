package storyrepost

import (
	"testing"
	"time"
)

func TestChance(t *testing.T) {
	t.Parallel()
	for drawn, want := range map[float64]struct {
		around float64
		upTo   time.Duration
	}{0: {-1, 0}, 0.25: {-0.5, 15 * time.Second}, 0.5: {0, 30 * time.Second}} {
		chance := Chance(func() float64 { return drawn })
		if around, upTo := chance.around(), chance.upTo(time.Minute); around != want.around || upTo != want.upTo {
			t.Errorf("%g is %g around and %s", drawn, around, upTo)
		}
	}
	for range 1000 {
		if drawn := newChance()(); drawn < 0 || drawn >= 1 {
			t.Fatalf("drew %g", drawn)
		}
	}
}
