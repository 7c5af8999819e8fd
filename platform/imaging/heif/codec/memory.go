package codec

import (
	"sync"

	"github.com/tetratelabs/wazero/experimental"
)

// leastMemory is what the programs have before they do anything, in bytes.
const leastMemory = 2 << 20

// Memory is what the decoders run in: pieces of one size, each for one decoder at a time. A piece
// is used again by the next decoder, because the garbage collector would only find out that it is
// free after the memory for the next one had been asked for.
type Memory struct {
	size int64

	mu   sync.Mutex
	free []*piece
}

// NewMemory returns memory of which each decoder gets so many bytes at most. What is not used of it
// costs nothing.
func NewMemory(size int64) *Memory { return &Memory{size: size + leastMemory} }

// take returns a piece that is all zeros.
func (m *Memory) take() *piece {
	p := m.given()
	if p == nil {
		return &piece{buffer: make([]byte, m.size)}
	}
	clear(p.buffer[:p.used])
	p.used, p.exceeded = 0, false
	return p
}

// given returns a piece that was used before, nil without one.
func (m *Memory) given() *piece {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.free) == 0 {
		return nil
	}
	last := len(m.free) - 1
	p := m.free[last]
	m.free = m.free[:last]
	return p
}

func (m *Memory) give(p *piece) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.free = append(m.free, p)
}

// piece does not move as a program wants more of it, so that there is never a second copy.
type piece struct {
	buffer   []byte
	used     uint64
	exceeded bool
}

// Allocate implements experimental.MemoryAllocator.
func (p *piece) Allocate(_, _ uint64) experimental.LinearMemory { return p }

// Reallocate implements experimental.LinearMemory.
func (p *piece) Reallocate(size uint64) []byte {
	if size > uint64(len(p.buffer)) {
		p.exceeded = true
		return nil
	}
	p.used = max(p.used, size)
	return p.buffer[:size]
}

// Free implements experimental.LinearMemory.
func (p *piece) Free() {}
