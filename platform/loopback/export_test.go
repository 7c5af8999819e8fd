package loopback

import (
	"net"
	"slices"
)

// SettleIn is Settle with another pause.
var SettleIn = (*Listeners).settle

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

// AwaitRest waits until no more connections are accepted.
func (l *Listeners) AwaitRest() {
	for _, one := range l.limited() {
		<-one.resting
		one.accepting.Lock()
		defer one.accepting.Unlock()
	}
}
