package datadir_test

import (
	"os"
	"path/filepath"
	"testing"

	"crier/platform/datadir"
)

// TestSettle: a folder that a restore was about to put in its place is put there when the former
// one has been moved away, and at no other time.
func TestSettle(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		beside []string
		want   bool
	}{
		"killed after the old one was moved": {[]string{"da[t]a.restored", "da[t]a.before-restore-20261123T101500Z"}, true},
		"killed before that":                 {[]string{"da[t]a", "da[t]a.restored"}, true},
		"one that goes on, for a new folder": {[]string{"da[t]a.restored"}, false},
		"nothing":                            {nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			base, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			for _, folder := range c.beside {
				if err := os.Mkdir(filepath.Join(base, folder), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			link := filepath.Join(base, "link")
			if err := os.Symlink("da[t]a", link); err != nil {
				t.Fatal(err)
			}
			for _, path := range []string{filepath.Join(base, "da[t]a"), link} {
				got, err := datadir.Settle(path)
				if err != nil || got != filepath.Join(base, "da[t]a") {
					t.Errorf("it is at %s, %v", got, err)
				}
				if _, err := datadir.Existing(path); (err == nil) != c.want {
					t.Errorf("it is there: %v", err)
				}
			}
		})
	}
}
