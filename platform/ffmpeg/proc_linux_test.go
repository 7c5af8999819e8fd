package ffmpeg_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// isProgram reads a command line as /proc gives it.
func isProgram(commandLine []byte, program string) bool {
	first, _, _ := bytes.Cut(commandLine, []byte{0})
	return string(first) == program
}

func parentOf(t *testing.T, process string) int {
	t.Helper()
	stat, err := os.ReadFile(filepath.Join(process, "stat"))
	if err != nil {
		t.Fatal(err)
	}
	var state string
	var parent int
	afterName := stat[bytes.LastIndexByte(stat, ')')+1:]
	if _, err := fmt.Sscan(string(afterName), &state, &parent); err != nil {
		t.Fatal(err)
	}
	return parent
}
