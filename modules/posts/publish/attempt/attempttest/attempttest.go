// Package attempttest writes attempts down for tests that are about what follows them.
package attempttest

import (
	"context"
	"testing"

	"crier/modules/posts/publish/attempt"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// AnyFolder permits each call: the test is not about folders that have gone back in time.
type AnyFolder struct{}

// Permit permits the call.
func (AnyFolder) Permit(context.Context, bun.IDB, wireid.ID) error { return nil }

// Confirm does so too.
func (AnyFolder) Confirm() error { return nil }

// Insert writes an attempt down and returns it as stored. One without a channel or a verdict is an
// open one of the publishing API.
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
