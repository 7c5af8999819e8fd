//go:build !linux && !darwin && !windows

package instance

import "os"

// machineID returns the id of the machine, where the BSDs keep it.
func machineID() string {
	b, err := os.ReadFile("/etc/hostid")
	if err != nil {
		return ""
	}
	return string(b)
}
