package storyrepost

import (
	"math/rand/v2"
	"time"
)

// Chance draws a number from 0 up to, but not including, 1. Every pause of story repost is drawn
// with it, so that the machines of all users do not call the network at once. A test replaces it,
// and knows the pauses then. It is safe for concurrent use.
type Chance func() float64

// newChance draws from the random source of the process.
func newChance() Chance { return rand.Float64 }

// around returns a number from -1 to 1.
func (c Chance) around() float64 { return 2*c() - 1 }

// upTo returns a time shorter than d.
func (c Chance) upTo(d time.Duration) time.Duration { return time.Duration(c() * float64(d)) }
