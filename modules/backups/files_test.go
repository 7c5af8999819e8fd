package backups

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/platform/apperror"
	"crier/platform/backup"
	"crier/platform/datadir"
)

// TestUpload_NoRoom: a file that would fill the disk is refused before it is read, and the one of
// before is forgotten, also in a folder with a name that is a pattern.
func TestUpload_NoRoom(t *testing.T) {
	t.Parallel()
	dir, err := datadir.Open(filepath.Join(t.TempDir(), "data [1]"))
	if err != nil {
		t.Fatal(err)
	}
	last, other := filepath.Join(dir.Staging(), backup.UploadPrefix+"1"), filepath.Join(dir.Staging(), "backup-2")
	for _, path := range []string{last, other} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	body := strings.NewReader("PK")
	_, err = (&service{dir: dir}).upload(t.Context(), &uploadInput{body: body, size: mostUpload})
	if apperror.CodeOf(err) != apperror.UploadError || !strings.Contains(err.Error(), "less than 1 GB") || body.Len() != 2 {
		t.Errorf("got %v, and %d bytes are left", err, body.Len())
	}
	if left, err := os.ReadDir(dir.Staging()); err != nil || len(left) != 1 || left[0].Name() != "backup-2" {
		t.Errorf("there are %v, %v", left, err)
	}
}
