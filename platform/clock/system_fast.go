//go:build killpoints

package clock

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// System returns the machine's clock, or the one that CRIER_TEST_CLOCK describes:
// "50@2026-11-21T12:00:00Z" runs 50 times as fast since that instant, at which it was right. So
// processes that are started one after another agree about the time.
func System() Clock {
	setting := os.Getenv("CRIER_TEST_CLOCK")
	if setting == "" {
		return system{}
	}
	f, err := parseFast(setting)
	if err != nil {
		panic(fmt.Sprintf("CRIER_TEST_CLOCK: %v", err))
	}
	return f
}

func parseFast(setting string) (fast, error) {
	speed, since, _ := strings.Cut(setting, "@")
	k, err := strconv.Atoi(speed)
	if err != nil || k < 1 {
		return fast{}, fmt.Errorf("%q is no speed", speed)
	}
	at, err := time.Parse(time.RFC3339Nano, since)
	return fast{speed: k, since: at.UTC()}, err
}

// Speed returns how many times as fast as the machine's clock the one of System runs.
func Speed() int {
	f, ok := System().(fast)
	if !ok {
		return 1
	}
	return f.speed
}

type fast struct {
	speed int
	since time.Time
}

func (f fast) Now() time.Time {
	return f.since.Add(system{}.Now().Sub(f.since) * time.Duration(f.speed))
}

func (f fast) NewTimer(d time.Duration) *Timer { return system{}.NewTimer(d / time.Duration(f.speed)) }

// Running has no name for the start of the machine: a process that is given another clock stands
// for another time of the same one.
func (f fast) Running() Running {
	r := running()
	return Running{Elapsed: r.Elapsed * time.Duration(f.speed), Awake: r.Awake * time.Duration(f.speed)}
}
