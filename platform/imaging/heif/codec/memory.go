package codec

import (
	"sync"

	"github.com/tetratelabs/wazero/experimental"
)

// leastMemory is the initial memory of the programs, in bytes.
const leastMemory = 2 << 20

// Memory is the memory of the decoders: pieces of one size, each for one decoder at a time. Pieces
// are reused, because the garbage collector would free one only after the next one is allocated.
type Memory struct {
	size int64

	mu   sync.Mutex
	free []*piece
}

// NewMemory returns memory of which each decoder gets at most size bytes. Unused memory costs
// nothing.
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

// given returns a used piece, or nil.
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

// piece is the linear memory of one decoder. It grows in place, so there is never a second copy.
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
