//go:build !linux && !darwin && !windows

package clock

import "time"

func running() Running { return Running{Elapsed: time.Since(began), Awake: time.Since(began)} }
