package publish

import (
	"errors"
	"sync"
)

// batchSize bounds how many rows a chore looks at in one go.
const batchSize = 20

// roundRobin lets a chore go round a list, a few rows at a time: those about which the network
// keeps silent do not keep it from the others. T is a row, M a mark in the order of the list, whose
// zero value is its beginning.
type roundRobin[T, M any] struct {
	mu   sync.Mutex
	last M
}

// walk looks at the next few rows of the list that read returns, and visits each of them.
func (r *roundRobin[T, M]) walk(read func(after M) ([]T, error), visit func(T) error, place func(T) M) error {
	found, err := read(r.next())
	if err != nil {
		return err
	}
	errs := make([]error, len(found))
	for i, row := range found {
		errs[i] = visit(row)
	}
	r.advance(found, place)
	return errors.Join(errs...)
}

// next returns the mark after which to go on: where the chore stopped.
func (r *roundRobin[T, M]) next() M {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
}

// advance notes what the chore has looked at. The end of the list leads to its beginning.
func (r *roundRobin[T, M]) advance(found []T, place func(T) M) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var beginning M
	r.last = beginning
	if len(found) == batchSize {
		r.last = place(found[batchSize-1])
	}
}
