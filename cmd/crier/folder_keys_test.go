package main

import (
	"testing"

	"crier/modules/settings"
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
