package settings

import (
	"slices"
	"sync"
	"time"

	"crier/platform/clock"
	"crier/platform/native"
	"crier/platform/wireid"
)

const (
	// maxFailures is how many logins may fail within failureWindow, because the network locks
	// accounts that go on.
	maxFailures   = 5
	failureWindow = 15 * time.Minute
	// deviceMemory is how long the device of an unsaved login is used again, for at most maxDevices
	// accounts.
	deviceMemory = 24 * time.Hour
	maxDevices   = 64
)

// tries counts the accounts' failed logins, and stores the devices on which they were tried.
type tries struct {
	clock clock.Clock

	mu  sync.Mutex
	all map[wireid.ID]*tried
}

type tried struct {
	failures []time.Time
	username string
	session  native.Session
	last     time.Time
}

func newTries(clk clock.Clock) *tries { return &tries{clock: clk, all: make(map[wireid.ID]*tried)} }

// wait returns how long the account's next login has to wait, or 0.
func (t *tries) wait(account wireid.ID) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	one, ok := t.all[account]
	if !ok {
		return 0
	}
	one.failures = slices.DeleteFunc(one.failures, func(at time.Time) bool { return hasPassed(at, failureWindow, t.clock.Now()) })
	if len(one.failures) < maxFailures {
		return 0
	}
	return failureWindow - t.clock.Now().Sub(one.failures[0])
}

// used stores the device on which the user has tried to sign in.
func (t *tries) used(account wireid.ID, username string, session native.Session) {
	t.mu.Lock()
	defer t.mu.Unlock()
	one := t.all[account]
	if one == nil {
		t.makeRoom()
		one = &tried{}
		t.all[account] = one
	}
	one.username, one.session, one.last = username, session, t.clock.Now()
}

// failed counts a login that the network has refused.
func (t *tries) failed(account wireid.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if one := t.all[account]; one != nil {
		one.failures = append(one.failures, t.clock.Now())
	}
}

// succeeded resets the account's failures; the device is saved elsewhere.
func (t *tries) succeeded(account wireid.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.all, account)
}

func (t *tries) device(account wireid.ID, username string) (native.Session, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	one := t.all[account]
	if one == nil || one.username != username || one.session.IsZero() {
		return native.Session{}, false
	}
	return one.session, true
}

// forgetDevice deletes the device, but not the failures.
func (t *tries) forgetDevice(account wireid.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if one := t.all[account]; one != nil {
		one.session = native.Session{}
	}
}

// makeRoom drops what is old, and the oldest when there is still too much. The caller holds the
// lock.
func (t *tries) makeRoom() {
	var oldest wireid.ID
	for account, one := range t.all {
		if hasPassed(one.last, deviceMemory, t.clock.Now()) {
			delete(t.all, account)
		} else if oldest.IsZero() || one.last.Before(t.all[oldest].last) {
			oldest = account
		}
	}
	if len(t.all) >= maxDevices {
		delete(t.all, oldest)
	}
}

// hasPassed reports whether what began then and lasts for d is over at now. A beginning in the
// future counts as over: a clock that was set back must not make anything last longer.
func hasPassed(began time.Time, d time.Duration, now time.Time) bool {
	age := now.Sub(began)
	return age < 0 || age >= d
}
