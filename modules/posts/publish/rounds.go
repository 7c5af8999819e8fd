package publish

import (
	"errors"
	"sync"
	"time"

	"crier/modules/posts"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// roundSize bounds how many found a chore looks at in one go.
const roundSize = 20

// rounds lets a chore go round a list of found, a few at a time: those about which the network keeps silent do not keep
// it from the others.
type rounds struct {
	mu   sync.Mutex
	last mark
}

// walk looks at the next few found of the list that read returns, from since on, and visits each of them.
func (r *rounds) walk(since time.Time, read func(after mark) ([]posts.Post, error), visit func(posts.Post) error, place func(posts.Post) mark) error {
	found, err := read(r.next(since))
	if err != nil {
		return err
	}
	errs := make([]error, len(found))
	for i, post := range found {
		errs[i] = visit(post)
	}
	r.turn(found, place)
	return errors.Join(errs...)
}

// next returns the mark after which to go on: where the chore stopped, or since when found count at all.
func (r *rounds) next(since time.Time) mark {
	r.mu.Lock()
	defer r.mu.Unlock()
	if from := wiretime.Of(since); r.last.at.Time().Before(from.Time()) {
		return mark{at: from}
	}
	return r.last
}

// turn notes what the chore has looked at. The end of the list leads to its beginning.
func (r *rounds) turn(found []posts.Post, place func(posts.Post) mark) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = mark{at: wiretime.Time{}, id: wireid.ID{}}
	if len(found) == roundSize {
		r.last = place(found[roundSize-1])
	}
}
