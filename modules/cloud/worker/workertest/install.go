package workertest

import (
	"errors"
	"path/filepath"
	"testing"

	"crier/platform/nodetest"
)

// Node returns where Node is and the folder of the worker, whose packages are installed. Without
// them the test ends as needtest.Want says.
func Node(tb testing.TB) (program, dir string) {
	tb.Helper()
	return nodetest.WithPackages(tb, "THE CLOUD WORKER IS NOT TESTED", "modules/cloud/worker")
}

// workerd returns where the runtime is. npm installs the package for this system alone.
func workerd(dir string) (string, error) {
	all, err := filepath.Glob(filepath.Join(dir, "node_modules", "@cloudflare", "workerd-*", "bin", "workerd"))
	if err != nil || len(all) == 0 {
		return "", errors.Join(errors.New("no workerd is among the packages: there is none for this system"), err)
	}
	return all[0], nil
}
