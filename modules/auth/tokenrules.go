package auth

import (
	"time"

	"crier/platform/wiretime"
)

// syncInterval is how often an account's profile is read.
const syncInterval = 24 * time.Hour

func nextSync(now wiretime.Time) wiretime.Time { return wiretime.Of(now.Time().Add(syncInterval)) }
