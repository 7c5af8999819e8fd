package feed

import (
	"sync"
	"time"

	"crier/platform/graph"
	"crier/platform/wireid"
)

// glanceAge is how old a list may be that is read before a call, so that it is read once when
// several posts of an account go out within a second.
const glanceAge = time.Second

// glances caches the latest list of each account and edge. It is safe for concurrent use.
type glances struct {
	mu sync.Mutex
	of map[glanced]glance
}

type glanced struct {
	account wireid.ID
	stories bool
}

type glance struct {
	at   time.Time
	list []graph.Media
}

// read returns the account's list, as it was within the last second where it was read then, and
// else as list reads it.
func (g *glances) read(now time.Time, of glanced, list func() ([]graph.Media, error)) ([]graph.Media, error) {
	g.mu.Lock()
	last, found := g.of[of]
	g.mu.Unlock()
	if age := now.Sub(last.at); found && age >= 0 && age < glanceAge {
		return last.list, nil
	}
	read, err := list()
	if err != nil {
		return read, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.of == nil {
		g.of = map[glanced]glance{}
	}
	g.of[of] = glance{now, read}
	return read, nil
}
