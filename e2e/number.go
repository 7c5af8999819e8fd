package e2e

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"
)

// NumberOf returns the number that a variable of the environment has, or usual when it is not set.
// Anything else there ends the test: it would go on with fewer runs than somebody asked for.
func NumberOf(tb testing.TB, variable string, usual int) int {
	tb.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		tb.Fatalf("%s is %q, which is not a number of 0 or more", variable, text)
	}
	return n
}

// SeedOf returns the seed that a variable of the environment has, and false when it is not set.
// Anything else there ends the test.
func SeedOf(tb testing.TB, variable string) (seed uint64, isSet bool) {
	tb.Helper()
	text, isSet := os.LookupEnv(variable)
	if !isSet {
		return 0, false
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		tb.Fatalf("%s is %q, which is not a seed", variable, text)
	}
	return seed, true
}

// DrawnSeed returns the seed of a test that draws at random: the one that CRIER_TEST_SEED has, and
// a new one when it is not set. A test that fails says which it was, so that it can be repeated.
func DrawnSeed(tb testing.TB) uint64 {
	tb.Helper()
	seed, isSet := SeedOf(tb, "CRIER_TEST_SEED")
	if !isSet {
		seed = rand.Uint64()
	}
	tb.Cleanup(func() {
		if tb.Failed() {
			tb.Logf("repeat it: CRIER_TEST_SEED=%d", seed)
		}
	})
	return seed
}

// DurationOf returns the time that a variable of the environment has, such as 1h, and false when it
// is not set. Anything else there ends the test.
func DurationOf(tb testing.TB, variable string) (d time.Duration, isSet bool) {
	tb.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return 0, false
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		tb.Fatalf("%s is %q, which is not a time such as 1h", variable, text)
	}
	return d, true
}
