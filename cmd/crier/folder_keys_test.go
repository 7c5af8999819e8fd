package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"crier/modules/settings"
	"crier/platform/datadir"
)

// TestWithKeys_NoStateFolder: where no folder for state can be found there is no mark, and the
// commands for keys do their work all the same.
func TestWithKeys_NoStateFolder(t *testing.T) {
	t.Setenv("CRIER_STATE_DIR", "")
	t.Setenv("XDG_STATE_HOME", "")
	t.Setenv("HOME", "")
	t.Setenv("LOCALAPPDATA", "")
	if err := (folder{DataDir: t.TempDir()}).withKeys(t.Context(), func(*settings.Keys) error { return nil }); err != nil {
		t.Error(err)
	}
}

// TestWithKeys_FullDisk: a command that cannot write into the folder says what to do.
func TestWithKeys_FullDisk(t *testing.T) {
	t.Parallel()
	err := (folder{DataDir: t.TempDir()}).withKeys(t.Context(), func(*settings.Keys) error { return fmt.Errorf("store the key: %w", syscall.ENOSPC) })
	if !errors.Is(err, syscall.ENOSPC) || !strings.HasPrefix(err.Error(), "the disk is full") || !strings.Contains(err.Error(), "delete something") {
		t.Errorf("got %v", err)
	}
}

// TestFolder_NoHome: where the system names no home folder, the user can name the data folder.
func TestFolder_NoHome(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Setenv("LOCALAPPDATA", "")
		t.Setenv("APPDATA", "")
	}
	t.Setenv("XDG_DATA_HOME", "")
	t.Setenv("HOME", "")
	_, errOfPath := (folder{}).path()
	_, errOfOpening := datadir.Open("")
	for _, err := range []error{errOfPath, errOfOpening} {
		if err == nil || !strings.Contains(err.Error(), "CRIER_DATA_DIR") {
			t.Errorf("got %v", err)
		}
	}
}
