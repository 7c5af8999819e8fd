package auth

import (
	"time"

	"crier/platform/wiretime"
)

const (
	// assumedLifetime is what the network's long-lived tokens have.
	assumedLifetime = 60 * 24 * time.Hour
	// leastRefreshAge is how old a token must be before the network refreshes it.
	leastRefreshAge = 24 * time.Hour
	// refreshWindow is how long before its end a token is refreshed: from its 50th day.
	refreshWindow = 10 * 24 * time.Hour
	// refreshPause and syncPause are how long a failed attempt is not repeated.
	refreshPause = 6 * time.Hour
	syncPause    = 15 * time.Minute
	// syncInterval is how often an account's profile is read.
	syncInterval = 24 * time.Hour
)

func nextSync(now wiretime.Time) wiretime.Time { return wiretime.Of(now.Time().Add(syncInterval)) }

// The states of an account's token, as people are told them.
const (
	healthOK       = "ok"
	healthExpiring = "expiring"
	healthExpired  = "expired"
	healthDead     = "dead"
	// healthCheckpoint: the token is good again once its user has done what the network asks.
	healthCheckpoint = "checkpoint"
)
