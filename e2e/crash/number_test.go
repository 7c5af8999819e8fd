package crash_test

import (
	"os"
	"strconv"
	"testing"
)

// numberOf returns the number that a variable of the environment has, or usual when it is not set.
// Anything else there ends the test: it would go on with fewer runs than somebody asked for.
func numberOf(t *testing.T, variable string, usual int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		t.Fatalf("%s is %q, which is not a number of 0 or more", variable, text)
	}
	return n
}

// seedOf returns the seed that a variable of the environment has, and false when it is not set.
func seedOf(t *testing.T, variable string) (seed uint64, isSet bool) {
	t.Helper()
	text, isSet := os.LookupEnv(variable)
	if !isSet {
		return 0, false
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s is %q, which is not a seed", variable, text)
	}
	return seed, true
}
