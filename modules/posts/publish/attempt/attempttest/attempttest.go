// Package attempttest writes attempts down for tests that are about what follows them.
package attempttest

import (
	"testing"

	"crier/modules/posts/publish/attempt"

	"github.com/uptrace/bun"
)

// Insert writes an attempt down and returns it as stored. One without a channel or a verdict is an open one of the publishing API.
func Insert(t testing.TB, db bun.IDB, a attempt.Attempt) attempt.Attempt {
	t.Helper()
	if a.Channel == "" {
		a.Channel = attempt.Feed
	}
	if a.Verdict == "" {
		a.Verdict = attempt.Open
	}
	if err := attempt.Insert(t.Context(), db, &a); err != nil {
		t.Fatal(err)
	}
	return a
}
