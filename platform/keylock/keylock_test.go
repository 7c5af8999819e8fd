package keylock

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
)

func TestLocks_OneHolderAKey(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var locks Locks[string]
		first, err := locks.Lock(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		other, ok := locks.TryLock("b")
		if !ok {
			t.Fatal("another key waits for this one")
		}
		if _, ok := locks.TryLock("a"); ok {
			t.Fatal("the key was given twice")
		}
		var order []int
		var all sync.WaitGroup
		for n := range 3 {
			all.Go(func() {
				unlock, err := locks.Lock(t.Context(), "a")
				if err != nil {
					t.Error(err)
					return
				}
				order = append(order, n)
				unlock()
			})
			synctest.Wait()
		}
		if held := slices.Sorted(slices.Values(locks.Held())); !slices.Equal(held, []string{"a", "b"}) || len(order) > 0 {
			t.Fatalf("held are %v, and %v went past the holder", held, order)
		}
		first()
		other()
		all.Wait()
		if !slices.Equal(order, []int{0, 1, 2}) || len(locks.Held()) > 0 || len(locks.all) > 0 {
			t.Errorf("the order was %v, and %d keys are left", order, len(locks.all))
		}
	})
}

func TestLocks_WaitingEndsWithTheContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var locks Locks[int]
		ctx, cancel := context.WithCancelCause(t.Context())
		unlock, _ := locks.Lock(ctx, 1)
		ended := make(chan error, 1)
		go func() {
			_, err := locks.Lock(ctx, 1)
			ended <- err
		}()
		synctest.Wait()
		why := errors.New("the service stops")
		cancel(why)
		if err := <-ended; !errors.Is(err, why) {
			t.Errorf("the one who waited was told %v", err)
		}
		unlock()
		if unlock, err := locks.Lock(ctx, 1); err != nil {
			t.Errorf("a free key was refused: %v", err)
		} else {
			unlock()
		}
		if len(locks.all) > 0 {
			t.Error("a key that nobody uses takes memory")
		}
	})
}
