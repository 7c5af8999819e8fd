// Package attempttest writes attempts for tests of what follows them.
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

// Confirm permits the call.
func (AnyFolder) Confirm() error { return nil }

// Insert writes an attempt and returns it as stored. The defaults are an open verdict and the
// publishing API's channel.
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
