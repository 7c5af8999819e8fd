package backups

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/platform/apperror"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
)

// TestPlace: a folder is chosen once it is there or can be made, can be written and lies outside of
// the data folder; of one that is refused nothing is left. What Crier was started with comes first.
func TestPlace(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	dir, err := datadir.Open(filepath.Join(base, "data"))
	if err != nil {
		t.Fatal(err)
	}
	p := place{dir: dir, db: databasetest.New(t)}
	if err := os.WriteFile(dir.Database(), []byte("data"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := func(folder string, isBeside bool) {
		t.Helper()
		if got, beside, err := p.folder(t.Context()); err != nil || got != folder || beside != isBeside {
			t.Errorf("the place is %s, %t, %v; want %s", got, beside, err, folder)
		}
	}
	want(dir.Backups(), true)
	file := filepath.Join(base, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(base, "link")
	if err := os.Symlink(dir.Uploads(), link); err != nil {
		t.Skip(err)
	}
	for folder, says := range map[string]string{
		"relative": "whole path", filepath.Join(base, "none", "backups"): "is not there", file: "is a file",
		filepath.Join(dir.Path(), "more"): "is in the data folder", dir.Path(): "is in the data folder", link: "is in the data folder",
	} {
		if _, err := p.try(folder); apperror.CodeOf(err) != apperror.ValidationError || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", folder, err)
		}
	}
	made := filepath.Join(base, "made")
	if got, err := p.try(made + "/"); err != nil || got != made {
		t.Errorf("got %s, %v", got, err)
	}
	if left, err := os.ReadDir(made); err != nil || len(left) != 0 {
		t.Errorf("left are %v, %v", left, err)
	}
	if got, err := p.try(dir.Backups()); err != nil || got != "" {
		t.Errorf("the usual one is %s, %v", got, err)
	}
	for _, chosen := range []string{made, dir.Backups(), made, ""} {
		if err := p.choose(t.Context(), chosen); err != nil {
			t.Error(err)
		}
		if chosen == made {
			want(made, false)
		} else {
			want(dir.Backups(), true)
		}
	}
	p.fixed = made
	want(made, false)
	if err := p.choose(t.Context(), ""); apperror.CodeOf(err) != apperror.InvalidState {
		t.Errorf("a folder is chosen beside that of the start: %v", err)
	}
}
