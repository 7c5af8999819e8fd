package loopback

import (
	"net"
	"slices"
)

// Lacks reports whether an accepted connection waits for room.
func (l *Listeners) Lacks() bool {
	return slices.ContainsFunc(l.all, func(one net.Listener) bool {
		limited, ok := one.(*limited)
		if !ok {
			return false
		}
		limited.mu.Lock()
		defer limited.mu.Unlock()
		return limited.lacks
	})
}
