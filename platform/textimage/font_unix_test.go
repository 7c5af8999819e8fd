//go:build !windows

package textimage_test

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestSystemFonts_Pipe: a pipe, whose opening would block, is not opened.
func TestSystemFonts_Pipe(t *testing.T) {
	t.Parallel()
	folders := folderWith(t, "some.ttf", fontOf(t, '日'))
	if err := syscall.Mkfifo(filepath.Join(folders[1], "a.ttf"), 0o600); err != nil {
		t.Skip("this test needs a file system with named pipes")
	}
	if _, missing := overlay(t, folders, text("日")); len(missing) > 0 {
		t.Errorf("missing %q", missing)
	}
}
