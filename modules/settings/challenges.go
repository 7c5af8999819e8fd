package settings

import (
	"sync"
	"time"

	"crier/platform/clock"
	"crier/platform/wireid"
)

// maxChallenges is how many accounts can have a challenge at once. A further one replaces the
// oldest.
const maxChallenges = 16

// challenges are logins that wait for a code. They are only in memory: nothing is saved yet.
type challenges struct {
	clock clock.Clock

	mu      sync.Mutex
	waiting map[wireid.ID]*challenge
}

type challenge struct {
	login

	since time.Time
	wrong int
}

func newChallenges(clk clock.Clock) *challenges {
	return &challenges{clock: clk, waiting: make(map[wireid.ID]*challenge)}
}

func (c *challenges) put(account wireid.ID, l login) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.expire()
	if len(c.waiting) >= maxChallenges {
		c.dropOldest()
	}
	c.waiting[account] = &challenge{login: l, since: c.clock.Now()}
}

// get returns the account's login that waits, and until when it does.
func (c *challenges) get(account wireid.ID) (waiting login, until time.Time, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.expire()
	one, ok := c.waiting[account]
	if !ok {
		return login{}, time.Time{}, false
	}
	return one.login, one.since.Add(challengeLife), true
}

func (c *challenges) has(account wireid.ID) bool {
	_, _, ok := c.get(account)
	return ok
}

func (c *challenges) drop(account wireid.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiting, account)
}

// missed counts a wrong code and returns how many tries are left. The challenge ends with the last.
func (c *challenges) missed(account wireid.ID) (left int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one, ok := c.waiting[account]
	if !ok {
		return 0
	}
	one.wrong++
	if one.wrong >= maxWrongCodes {
		delete(c.waiting, account)
	}
	return maxWrongCodes - one.wrong
}

func (c *challenges) purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.expire()
}

// expire drops the challenges that are too old. The caller holds the lock.
func (c *challenges) expire() {
	for account, one := range c.waiting {
		if hasPassed(one.since, challengeLife, c.clock.Now()) {
			delete(c.waiting, account)
		}
	}
}

func (c *challenges) dropOldest() {
	var oldest wireid.ID
	for account, one := range c.waiting {
		if oldest.IsZero() || one.since.Before(c.waiting[oldest].since) {
			oldest = account
		}
	}
	delete(c.waiting, oldest)
}
