package logging

import (
	"io"
	"sync"
)

// maxEarly bounds what is kept for a copy that is not known yet.
const maxEarly = 256 << 10

// Copier writes each record to one place, and to a second one from when that is known. What came
// before, it gets then.
type Copier struct {
	first io.Writer

	mu     sync.Mutex
	second io.Writer
	early  []byte
}

// NewCopier returns a Copier that writes to first.
func NewCopier(first io.Writer) *Copier { return &Copier{first: first} }

// Write writes the record to both. The error is that of the first.
func (c *Copier) Write(record []byte) (int, error) {
	n, err := c.first.Write(record)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.second != nil:
		_, _ = c.second.Write(record)
	case len(c.early)+len(record) <= maxEarly:
		c.early = append(c.early, record...)
	}
	return n, err
}

// Copy has every record written to second too.
func (c *Copier) Copy(second io.Writer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.early) > 0 {
		_, _ = second.Write(c.early)
	}
	c.second, c.early = second, nil
}
