package e2e

import (
	"encoding/json"
	"maps"
	"slices"
	"sync"
)

// coverage notes which operations were called and which codes were given.
type coverage struct {
	mu         sync.Mutex
	operations map[string]bool
	codes      map[string]bool
}

// covered is the coverage of the whole test run.
var covered = &coverage{operations: map[string]bool{}, codes: map[string]bool{}}

// note counts an operation as called once it has answered with success, and every code that is given.
func (c *coverage) note(operation string, r Response) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var body struct{ Code string }
	if r.Status < 400 {
		c.operations[operation] = true
	} else if json.Unmarshal(r.Body, &body) == nil && body.Code != "" {
		c.codes[body.Code] = true
	}
}

// Uncovered returns which of the operations and codes no request of the test run has produced.
func Uncovered(operations, codes []string) []string { return covered.missing(operations, codes) }

// missing returns the operations and codes of the lists that no request has produced.
func (c *coverage) missing(operations, codes []string) (uncovered []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, list := range []struct {
		word  string
		names []string
		seen  map[string]bool
	}{{"operation", operations, c.operations}, {"code", codes, c.codes}} {
		names := slices.Clone(list.names)
		slices.Sort(names)
		for _, name := range names {
			if !slices.Contains(slices.Collect(maps.Keys(list.seen)), name) {
				uncovered = append(uncovered, list.word+" "+name)
			}
		}
	}
	return uncovered
}
