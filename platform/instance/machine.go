package instance

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Machine returns a hash of the id that the operating system gives this machine. It is empty when
// there is none, or when the id means nothing, as in a container. A name that the user has given
// the machine replaces the id. The id itself is never stored, because other programs use it as a
// key.
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
