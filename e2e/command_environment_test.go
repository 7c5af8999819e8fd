package e2e_test

import (
	"strings"
	"testing"

	"crier/e2e"
)

// TestProgram_HearsNotWhoTests: the program is started as for its users, also where the tests are
// run with sudo, by a service or in a narrow terminal.
func TestProgram_HearsNotWhoTests(t *testing.T) { //nolint:paralleltest // It sets variables.
	variables := []string{"SUDO_USER", "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "COLUMNS", "CRIER_NETWORK", "XDG_DATA_HOME", "RATE_LIMIT_RPM"}
	for _, name := range variables {
		t.Setenv(name, "40")
	}
	exit := e2e.Program(t).Under(t, "env >&2").Run(t, nil, "version")
	for _, name := range variables {
		if strings.Contains(exit.Stderr, name+"=") {
			t.Errorf("the program hears of %s", name)
		}
	}
	if exit.Code != 0 || !strings.Contains(exit.Stderr, "PATH=") {
		t.Errorf("got %+v", exit)
	}
}
