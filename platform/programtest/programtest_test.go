package programtest_test

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"crier/platform/programtest"
)

// TestWrite: what was written can be started at once, whatever else begins meanwhile.
func TestWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var all sync.WaitGroup
	for who := range 8 {
		all.Go(func() {
			for n := range 100 {
				program := filepath.Join(dir, strconv.Itoa(who)+"-"+strconv.Itoa(n))
				programtest.Write(t, program, "#!/bin/sh\n")
				if err := exec.CommandContext(t.Context(), program).Run(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
