package posts

import (
	"errors"
	"sync"
	"time"

	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// roundSize bounds how many posts a chore looks at in one go.
const roundSize = 20

// rounds lets a chore go round a list of posts, a few at a time: those about which the network keeps silent do not keep
// it from the others.
type rounds struct {
	mu   sync.Mutex
	last mark
}

// walk looks at the next few posts of the list that read returns, from since on, and visits each of them.
func (r *rounds) walk(since time.Time, read func(after mark) ([]Post, error), visit func(Post) error, place func(Post) mark) error {
	posts, err := read(r.next(since))
	if err != nil {
		return err
	}
	errs := make([]error, len(posts))
	for i, post := range posts {
		errs[i] = visit(post)
	}
	r.turn(posts, place)
	return errors.Join(errs...)
}

// next returns the mark after which to go on: where the chore stopped, or since when posts count at all.
func (r *rounds) next(since time.Time) mark {
	r.mu.Lock()
	defer r.mu.Unlock()
	if from := wiretime.Of(since); r.last.at.Time().Before(from.Time()) {
		return mark{at: from}
	}
	return r.last
}

// turn notes what the chore has looked at. The end of the list leads to its beginning.
func (r *rounds) turn(posts []Post, place func(Post) mark) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = mark{at: wiretime.Time{}, id: wireid.ID{}}
	if len(posts) == roundSize {
		r.last = place(posts[roundSize-1])
	}
}
