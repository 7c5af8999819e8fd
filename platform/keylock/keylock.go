// Package keylock has one lock for each key, such as the id of a post. A key takes memory only
// while somebody holds its lock or waits for it.
package keylock

import (
	"context"
	"sync"
)

// Locks is one lock for each key. Its zero value is ready, all its methods are safe for concurrent
// use, and it must not be copied.
type Locks[K comparable] struct {
	mu  sync.Mutex
	all map[K]*lock
}

type lock struct {
	// taken holds one value while somebody has the lock.
	taken chan struct{}
	// users have the lock or wait for it.
	users int
}

// Lock waits until the key is free, in the order of arrival, and takes its lock. The caller calls
// unlock once. It returns the context's cause when ctx ends first; a key that is free is taken also
// by a context that has ended.
func (l *Locks[K]) Lock(ctx context.Context, key K) (unlock func(), err error) {
	if unlock, ok := l.lock(key, ctx.Done()); ok {
		return unlock, nil
	}
	return nil, context.Cause(ctx)
}

// Wait is Lock for a caller that waits for as long as it takes: the holder of the lock has to end
// by itself.
func (l *Locks[K]) Wait(key K) (unlock func()) {
	unlock, _ = l.lock(key, nil)
	return unlock
}

// lock takes the key's lock, and reports false when gone is closed first.
func (l *Locks[K]) lock(key K, gone <-chan struct{}) (unlock func(), ok bool) {
	if unlock, ok := l.TryLock(key); ok {
		return unlock, true
	}
	one := l.join(key)
	select {
	case one.taken <- struct{}{}:
		return l.unlocking(key, one), true
	case <-gone:
		l.quit(key, one)
		return nil, false
	}
}

// TryLock is Lock without waiting. It reports false when somebody else has the lock.
func (l *Locks[K]) TryLock(key K) (unlock func(), ok bool) {
	one := l.join(key)
	select {
	case one.taken <- struct{}{}:
		return l.unlocking(key, one), true
	default:
		l.quit(key, one)
		return nil, false
	}
}

// Held returns the keys whose locks somebody has, in no order.
func (l *Locks[K]) Held() []K {
	l.mu.Lock()
	defer l.mu.Unlock()
	var held []K
	for key, one := range l.all {
		if len(one.taken) > 0 {
			held = append(held, key)
		}
	}
	return held
}

func (l *Locks[K]) unlocking(key K, one *lock) func() {
	return func() {
		<-one.taken
		l.quit(key, one)
	}
}

func (l *Locks[K]) join(key K) *lock {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := l.all[key]
	if one == nil {
		one = &lock{taken: make(chan struct{}, 1)}
		if l.all == nil {
			l.all = map[K]*lock{}
		}
		l.all[key] = one
	}
	one.users++
	return one
}

func (l *Locks[K]) quit(key K, one *lock) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if one.users--; one.users == 0 {
		delete(l.all, key)
	}
}
