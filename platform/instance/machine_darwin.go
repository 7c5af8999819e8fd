package instance

import (
	"context"
	"os/exec"
	"strings"
	"time"
)

// machineTimeout bounds how long the system's own program may take to name the machine.
const machineTimeout = 5 * time.Second

// machineID returns the id of the machine's board, which stays when the system is set up again.
func machineID() string {
	ctx, cancel := context.WithTimeout(context.Background(), machineTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, "/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice").Output()
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(out)) {
		if _, value, ok := strings.Cut(line, `"IOPlatformUUID" = `); ok {
			return strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return ""
}
