package objectstore_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"crier/platform/apperror"
	"crier/platform/objectstore"
)

// memory is a store that records its keys.
type memory struct {
	name string
	mu   sync.Mutex
	keys map[string]bool
}

func newMemory(name string) *memory { return &memory{name: name, keys: map[string]bool{}} }

func (*memory) Ready() error { return nil }

func (m *memory) URL(key string) string { return m.name + "/" + key }

func (m *memory) Put(_ context.Context, key, _, _ string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keys[key] = true
	return nil
}

func (m *memory) Delete(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.keys, key)
	return nil
}

func (m *memory) has(key string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.keys[key]
}

func TestSwitch(t *testing.T) {
	t.Parallel()
	home, first, second := newMemory("home"), newMemory("first"), newMemory("second")
	s := objectstore.NewSwitch(home, home)
	put := func(key string) {
		t.Helper()
		if err := s.Put(t.Context(), key, "", ""); err != nil || s.URL(key) != s.Target().URL(key) {
			t.Fatalf("got %v, %s", err, s.URL(key))
		}
	}
	put("a")
	s.Use(first)
	put("b")
	s.Use(second)
	put("c")
	s.Use(objectstore.Unconfigured{})
	if apperror.CodeOf(s.Ready()) != apperror.BucketNotConfigured || apperror.CodeOf(s.Put(t.Context(), "d", "", "")) != apperror.BucketNotConfigured {
		t.Error("what the target is not ready for was done")
	}
	if !home.has("a") || !first.has("b") || !second.has("c") {
		t.Error("an object lies in another store than was the target")
	}
	for _, key := range []string{"a", "b", "c"} {
		if err := s.Delete(t.Context(), key); err != nil {
			t.Error(err)
		}
	}
	if home.has("a") || first.has("b") || second.has("c") {
		t.Error("an object in a former store was not deleted")
	}
}

// TestSwitch_HomeIsNeverForgotten: Delete reaches home however often the target has changed.
func TestSwitch_HomeIsNeverForgotten(t *testing.T) {
	t.Parallel()
	home := newMemory("home")
	s := objectstore.NewSwitch(home, home)
	if err := s.Put(t.Context(), "a", "", ""); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		s.Use(newMemory("other"))
	}
	if err := s.Delete(t.Context(), "a"); err != nil || home.has("a") {
		t.Errorf("not deleted: %v", err)
	}
}

// TestSwitch_Leave: a guard's error is returned, and UseFallback restores the first target.
func TestSwitch_Leave(t *testing.T) {
	t.Parallel()
	home, busy := newMemory("home"), errors.New("busy")
	s := objectstore.NewSwitch(home, objectstore.Unconfigured{})
	if apperror.CodeOf(s.Ready()) != apperror.BucketNotConfigured {
		t.Error("the Switch does not begin with the fallback")
	}
	if err := s.Leave(t.Context()); err != nil {
		t.Error(err)
	}
	s.Guard(func(context.Context) error { return nil })
	s.Guard(func(context.Context) error { return busy })
	if err := s.Leave(t.Context()); !errors.Is(err, busy) {
		t.Errorf("got %v", err)
	}
	s.Use(home)
	s.UseFallback()
	if s.Target() != (objectstore.Unconfigured{}) {
		t.Error("the fallback is not used again")
	}
}

// TestSwitch_WhileInUse is for the race detector.
func TestSwitch_WhileInUse(t *testing.T) {
	t.Parallel()
	s := objectstore.NewSwitch(newMemory("home"), newMemory("home"))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 100 {
				s.Use(newMemory("other"))
				_ = s.Put(t.Context(), "a", "", "")
				_ = s.URL("a")
				_ = s.Delete(t.Context(), "a")
			}
		})
	}
	all.Wait()
}
