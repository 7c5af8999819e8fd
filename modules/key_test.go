package modules_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"crier/modules"
	"crier/platform/backup"
	"crier/platform/datadir"
	"crier/platform/secrets"
)

// TestImportKey_Refused: the words are about the data folder, not about a backup.
func TestImportKey_Refused(t *testing.T) {
	t.Parallel()
	key, err := secrets.MakeKey(filepath.Join(t.TempDir(), "secret.key"), false)
	if err != nil {
		t.Fatal(err)
	}
	empty, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dir  *datadir.Dir
		want error
		says string
	}{
		{newFolder(t).Dir, backup.ErrKey, "the sealing key is not the right one: it opens none of the tokens"},
		{empty, backup.ErrNothingSealed, "nothing in this data folder is encrypted, so there is no key to import"},
	} {
		if _, err := backup.ImportKey(t.Context(), c.dir, modules.BackedUp(), key, false, start); !errors.Is(err, c.want) || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("it says %q, not %q", err, c.says)
		}
	}
}
