package instance_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// turn matches how many records the mark has had, each of which was one write and one sync.
var turn = regexp.MustCompile(`"turn":([0-9]+)`)

// turns returns how many records the mark of the folder has had.
func (f *folder) turns() (most int) {
	f.t.Helper()
	mark, err := os.ReadFile(filepath.Join(f.state, f.now().ID.String()+".mark"))
	f.must(err)
	for _, found := range turn.FindAllSubmatch(mark, -1) {
		n, err := strconv.Atoi(string(found[1]))
		f.must(err)
		most = max(most, n)
	}
	return most
}

// TestInstance_OneSyncPerCall: the mark costs each visible call one write and one sync, and what is
// refused or rolled back costs none.
func TestInstance_OneSyncPerCall(t *testing.T) {
	t.Parallel()
	f := newWorld(t).folder()
	f.start()
	const calls = 20
	before := f.turns()
	for range calls {
		f.must(f.call(wireid.New()))
	}
	if n := f.turns() - before; n != calls {
		t.Errorf("%d calls had the mark be written %d times", calls, n)
	}
	before = f.turns()
	err := f.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		if err := f.Permit(ctx, tx, wireid.New()); err != nil {
			return err
		}
		return context.Canceled
	})
	if err == nil {
		t.Error("it is not rolled back")
	}
	f.must(f.Confirm())
	if n := f.turns() - before; n != 0 {
		t.Errorf("no call had the mark be written %d times", n)
	}
	f.stop()
}
