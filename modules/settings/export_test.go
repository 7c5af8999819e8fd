package settings

import (
	"context"

	"crier/platform/clock"
	"crier/platform/native"
	"crier/platform/wireid"
)

// The bounds of what is kept in memory.
const (
	MaxChallenges = maxChallenges
	MaxDevices    = maxDevices
)

// The constructors of parts that only this module uses.
var (
	NewImports       = newImports
	NewSecondFactors = newSecondFactors
	NewChecker       = newChecker
)

// Challenges are the pending challenges without their logins.
type Challenges struct{ c *challenges }

// NewChallenges returns none.
func NewChallenges(clk clock.Clock) Challenges { return Challenges{newChallenges(clk)} }

// Put begins the account's challenge.
func (c Challenges) Put(account wireid.ID) { c.c.put(account, login{}) }

// Purge drops what has ended.
func (c Challenges) Purge() { c.c.purge() }

// Len is how many are kept, the ended ones too.
func (c Challenges) Len() int { return len(c.c.waiting) }

// Has reports whether the account's challenge waits.
func (c Challenges) Has(account wireid.ID) bool { return c.c.has(account) }

// Devices are the tries, as far as they keep devices.
type Devices struct{ t *tries }

// NewDevices returns none.
func NewDevices(clk clock.Clock) Devices { return Devices{newTries(clk)} }

// Used notes a device.
func (d Devices) Used(account wireid.ID, username string, s native.Session) {
	d.t.used(account, username, s)
}

// Device returns the user's device.
func (d Devices) Device(account wireid.ID, username string) (native.Session, bool) {
	return d.t.device(account, username)
}

// Len is how many are kept.
func (d Devices) Len() int { return len(d.t.all) }

// State says whether a code of the second factor is awaited.
func (f *secondFactors) State(ctx context.Context, account wireid.ID) (SecondFactor, error) {
	return f.state(ctx, account)
}
