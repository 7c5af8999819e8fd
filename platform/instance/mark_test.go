package instance

import (
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"crier/platform/clock"
	"crier/platform/wireid"
)

// TestMarks_ShareAWrite: calls that wait for the disk at once share one write of the mark, and a
// look at whose the mark is waits for none.
func TestMarks_ShareAWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	m := &marks{sync: (*os.File).Sync, log: slog.New(slog.DiscardHandler), clock: clock.System(), dir: filepath.Join(dir, "state"), folder: filepath.Join(dir, "folder")}
	m.open(t.Context(), wireid.New(), 0)
	const nonce, calls = "own", 20
	if !m.raise(0, nonce) {
		t.Fatal(m.problemText())
	}
	before := m.last.Turn
	m.writing.Lock()
	var raised sync.WaitGroup
	for i := range calls {
		raised.Go(func() {
			if !m.raise(int64(i+1), nonce) {
				t.Error("the mark cannot be raised: ", m.problemText())
			}
		})
	}
	for m.wanted.Load() < calls {
		if err := m.checkOwn(nonce); err != nil {
			t.Fatal(err)
		}
	}
	m.writing.Unlock()
	raised.Wait()
	if n := m.last.Turn - before; n != 1 || m.last.Sequence != calls {
		t.Errorf("the mark was written %d times, and says %d", n, m.last.Sequence)
	}
	if err := m.close(); err != nil {
		t.Fatal(err)
	}
}
