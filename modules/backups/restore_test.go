package backups

import (
	"io"
	"testing"

	"crier/platform/backup"
)

// TestRestored_End: a folder that was replaced stays so after an error, such as of a disk that does
// not confirm it. What has not replaced it has failed.
func TestRestored_End(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kept       string
		err        error
		isReplaced bool
	}{
		"it is done":           {"/data.before", nil, true},
		"it is not confirmed":  {"/data.before", io.ErrShortWrite, true},
		"it fails before that": {"", io.ErrShortWrite, false},
	} {
		var done Restored
		if got := done.end(backup.RestoreResult{Kept: c.kept, Missing: 2}, c.err); got != c.isReplaced || (done.Failed == "") != c.isReplaced || done.Kept != c.kept || done.Missing != 2 {
			t.Errorf("%s: replaced %v, %+v", name, got, done)
		}
	}
}
