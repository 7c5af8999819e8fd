package objectstore

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// Switch is a Store that passes each call to a target, which can be exchanged while the service
// runs. It is safe for concurrent use.
//
// A key does not say which store has its object. So Delete asks every store that the Switch
// remembers; deleting a missing object does nothing.
type Switch struct {
	mu             sync.RWMutex
	home, fallback Store
	target         Store
	// former are the stores besides home that may still have objects, the newest first.
	former []Store
	// guards are asked before the target changes.
	guards []func(context.Context) error
}

var _ Store = (*Switch)(nil)

// NewSwitch returns a Switch whose target is fallback. home may have objects of earlier runs; it
// may be the same store as fallback.
func NewSwitch(home, fallback Store) *Switch {
	return &Switch{home: home, fallback: fallback, target: fallback}
}

// Guard adds a function that Leave calls before a person's choice of another target takes effect.
// It removes the objects from the present target, or returns why the target cannot be left now.
func (s *Switch) Guard(leave func(context.Context) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.guards = append(s.guards, leave)
}

// Leave calls the guards in turn and returns the first error.
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

// UseFallback makes the fallback of NewSwitch the target.
func (s *Switch) UseFallback() { s.Use(s.fallback) }

// maxFormer bounds how many stores a deletion has to ask.
const maxFormer = 3

// Use makes target the target. Until the process ends, the Switch remembers home and the newest few
// of the former stores.
func (s *Switch) Use(target Store) {
	s.mu.Lock()
	defer s.mu.Unlock()
	former := append([]Store{s.target}, s.former...)
	former = slices.DeleteFunc(former, func(f Store) bool { return f == target || f == s.home })
	s.target, s.former = target, former[:min(len(former), maxFormer)]
}

// Forget has the Switch ask a former store no more: it is gone with all its objects.
func (s *Switch) Forget(gone Store) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.former = slices.DeleteFunc(s.former, func(f Store) bool { return f == gone })
}

// Target returns the store that Put uses.
func (s *Switch) Target() Store {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.target
}

// Ready returns the target's Ready.
func (s *Switch) Ready() error { return s.Target().Ready() }

// Put puts the file into the target.
func (s *Switch) Put(ctx context.Context, key, path, contentType string) error {
	return s.Target().Put(ctx, key, path, contentType)
}

// URL returns the target's address of key.
func (s *Switch) URL(key string) string { return s.Target().URL(key) }

// Delete removes the object from the target, the former stores and home.
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
