package loopback

import (
	"net"
	"sync/atomic"
	"time"
)

// listener is a listener that can outlive its server. While it is kept, Close ends Accept alone,
// and the system has clients that connect wait.
type listener struct {
	*net.TCPListener

	isKept atomic.Bool
}

// Close closes the listener, or leaves it for the next server.
func (l *listener) Close() error {
	if l.isKept.Load() {
		return l.SetDeadline(time.Unix(1, 0)) // Which has passed.
	}
	return l.TCPListener.Close()
}

// opened returns the listeners as they were opened, without the bound of a server.
func (l *Listeners) opened() []*listener {
	all := make([]*listener, 0, len(l.all))
	for _, one := range l.all {
		switch one := one.(type) {
		case *listener:
			all = append(all, one)
		case *limited:
			all = append(all, one.listener)
		}
	}
	return all
}

func (l *Listeners) keep(isKept bool) {
	for _, one := range l.opened() {
		one.isKept.Store(isKept)
	}
}

func (l *Listeners) isKept() bool {
	all := l.opened()
	return len(all) > 0 && all[0].isKept.Load()
}

// again returns kept listeners for another server.
func (l *Listeners) again() (*Listeners, error) {
	l.keep(false)
	again := &Listeners{port: l.port}
	for _, one := range l.opened() {
		if err := one.SetDeadline(time.Time{}); err != nil {
			return nil, err
		}
		again.all = append(again.all, one)
	}
	return again, nil
}
