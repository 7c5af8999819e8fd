package instance

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Machine returns a hash of the id that the operating system gives this machine, and empty where it has none, or one that says nothing, as
// in a container. A name that somebody has given the machine counts in its place. The id itself is not kept: other programs use it as a key.
func Machine(named string) string {
	id := strings.TrimSpace(named)
	if id == "" {
		id = strings.TrimSpace(machineID())
	}
	if id == "" || id == "uninitialized" {
		return ""
	}
	const length = 16
	sum := sha256.Sum256([]byte("crier machine\x00" + id))
	return hex.EncodeToString(sum[:length])
}
