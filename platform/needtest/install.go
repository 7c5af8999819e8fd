package needtest

import (
	"context"
	"testing"
	"time"
)

// Installing returns a context for installing what the test needs. It ends a minute before the test
// program is ended, so that the test can still say what is missing, and no sooner: on a busy
// machine with empty caches many minutes are no sign of a hang.
func Installing(tb testing.TB) (context.Context, context.CancelFunc) {
	tb.Helper()
	if timed, isTimed := tb.(interface{ Deadline() (time.Time, bool) }); isTimed {
		if end, hasEnd := timed.Deadline(); hasEnd {
			return context.WithDeadline(tb.Context(), end.Add(-time.Minute))
		}
	}
	return context.WithCancel(tb.Context())
}
