package attempt

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// LookOf returns one short text for the parts of what makes posts look alike.
func LookOf(parts ...string) string {
	const length = 16
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:length])
}
