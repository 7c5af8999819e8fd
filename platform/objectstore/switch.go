package objectstore

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// Switch is a Store that hands everything on to another one, which can be exchanged while the
// service runs. It is safe for concurrent use.
//
// A key does not say in which store its object lies. So an object is deleted in every store that
// the Switch has had: where it is not, that does nothing.
type Switch struct {
	mu             sync.RWMutex
	home, fallback Store
	target         Store
	// former are the stores besides home in which objects may still lie, the newest first.
	former []Store
	// guards are asked before the target changes.
	guards []func(context.Context) error
}

var _ Store = (*Switch)(nil)

// NewSwitch returns a Switch to fallback. In home objects may lie from earlier runs; the two may be
// one.
func NewSwitch(home, fallback Store) *Switch {
	return &Switch{home: home, fallback: fallback, target: fallback}
}

// Guard sets the function that is called before a person's choice of another target takes effect.
// It removes the objects from the store that is left, or returns why that cannot be left now.
func (s *Switch) Guard(leave func(context.Context) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.guards = append(s.guards, leave)
}

// Leave asks all guards and returns what the first one says that refuses.
func (s *Switch) Leave(ctx context.Context) error {
	s.mu.RLock()
	guards := slices.Clone(s.guards)
	s.mu.RUnlock()
	for _, leave := range guards {
		if err := leave(ctx); err != nil {
			return err
		}
	}
	return nil
}

// UseFallback goes back to the store that the Switch began with.
func (s *Switch) UseFallback() { s.Use(s.fallback) }

// maxFormer bounds how many stores a deletion has to ask.
const maxFormer = 3

// Use puts objects into target from now on. Besides home the newest few of the former stores are
// remembered, until the end of the process.
func (s *Switch) Use(target Store) {
	s.mu.Lock()
	defer s.mu.Unlock()
	former := append([]Store{s.target}, s.former...)
	former = slices.DeleteFunc(former, func(f Store) bool { return f == target || f == s.home })
	s.target, s.former = target, former[:min(len(former), maxFormer)]
}

// Target returns the store in which objects are put.
func (s *Switch) Target() Store {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.target
}

// Ready returns what the target does.
func (s *Switch) Ready() error { return s.Target().Ready() }

// Put puts the file into the target.
func (s *Switch) Put(ctx context.Context, key, path, contentType string) error {
	return s.Target().Put(ctx, key, path, contentType)
}

// URL returns the target's address of key.
func (s *Switch) URL(key string) string { return s.Target().URL(key) }

// Delete removes the object from the target and from the former stores.
func (s *Switch) Delete(ctx context.Context, key string) error {
	s.mu.RLock()
	stores := append([]Store{s.target}, s.former...)
	if s.home != s.target {
		stores = append(stores, s.home)
	}
	s.mu.RUnlock()
	var errs []error
	for _, store := range stores {
		errs = append(errs, store.Delete(ctx, key))
	}
	return errors.Join(errs...)
}
