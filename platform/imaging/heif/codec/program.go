// Package codec decodes single HEVC and AV1 pictures with libheif and libavif as WebAssembly
// programs (see README.md). They need no C compiler and nothing installed, and can access nothing
// but their own memory.
//
// Each process compiles them, which takes 0.4 s. With wazero's cache it would take 0.1 s, but that
// cache is machine code in a folder: a person who can change a file there, or in a restored copy of
// the folder, would control the program.
//
// Both take a file with a single picture, as package heif writes it. Each call gets a piece of a
// Memory and fails if it needs more. A call cannot be interrupted, except by ending the process.
package codec

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"crier/platform/footprint"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// ErrMemory says that a program needs more memory than it has.
var ErrMemory = errors.New("the decoder wants more memory than a picture of this size needs")

var errDecoder = errors.New("the decoder refuses the picture")

// program is a WebAssembly program. It is compiled on first use, which takes about half a second.
type program struct {
	packed []byte
	once   sync.Once
	err    error

	runtime wazero.Runtime
	code    wazero.CompiledModule
}

func (p *program) compile(ctx context.Context) error {
	z, err := gzip.NewReader(bytes.NewReader(p.packed))
	if err != nil {
		return fmt.Errorf("unpack a decoder: %w", err)
	}
	code, err := io.ReadAll(z)
	if err != nil {
		return fmt.Errorf("unpack a decoder: %w", err)
	}
	// A worker collects garbage often, which would take a sixth of the time of the compilation. It
	// has one picture, and so compiles one decoder at a time.
	defer footprint.Relax()()
	p.runtime = wazero.NewRuntime(ctx)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, p.runtime); err != nil {
		return fmt.Errorf("prepare a decoder: %w", err)
	}
	if p.code, err = p.runtime.CompileModule(ctx, code); err != nil {
		return fmt.Errorf("compile a decoder: %w", err)
	}
	return nil
}

// run starts the program in a piece of memory and calls work with it. The memory is reused
// afterwards.
func (p *program) run(ctx context.Context, memory *Memory, work func(*instance) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	if p.once.Do(func() { p.err = p.compile(ctx) }); p.err != nil {
		return p.err
	}
	piece := memory.take()
	defer memory.give(piece)
	// Without a name several instances can run at once.
	module, err := p.runtime.InstantiateModule(experimental.WithMemoryAllocator(ctx, piece), p.code, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return fmt.Errorf("start a decoder: %w", err)
	}
	defer func() { _ = module.Close(ctx) }()
	i := &instance{ctx: ctx, module: module}
	if i.params, err = i.allocate(paramBytes); err != nil {
		return err
	}
	if err = work(i); piece.exceeded {
		// The program may have continued without the memory, and returned an empty picture.
		return errors.Join(ErrMemory, err)
	}
	return err
}

// instance is a running program.
type instance struct {
	ctx    context.Context
	module api.Module
	// params is the address of the program's results, numbers of four bytes.
	params uint32
}

const paramBytes = 32

func (i *instance) call(name string, args ...uint64) (uint32, error) {
	results, err := i.module.ExportedFunction(name).Call(i.ctx, args...)
	if err != nil {
		return 0, fmt.Errorf("run a decoder: %w", err)
	}
	return uint32(results[0]), nil
}

func (i *instance) allocate(n int) (uint32, error) {
	at, err := i.call("malloc", uint64(n))
	if err == nil && at == 0 {
		err = ErrMemory
	}
	return at, err
}

// put copies b into the program's memory.
func (i *instance) put(b []byte) (uint32, error) {
	at, err := i.allocate(len(b))
	if err == nil && !i.module.Memory().Write(at, b) {
		err = ErrMemory
	}
	return at, err
}

// view returns a part of the program's memory, without a copy.
func (i *instance) view(at uint32, n int) ([]byte, error) {
	if b, ok := i.module.Memory().Read(at, uint32(n)); ok {
		return b, nil
	}
	return nil, ErrMemory
}

// param returns a result by its index.
func (i *instance) param(index uint32) uint32 {
	v, _ := i.module.Memory().ReadUint32Le(i.params + 4*index)
	return v
}

// at returns the address of a result.
func (i *instance) at(index uint32) uint64 { return uint64(i.params + 4*index) }

// decode calls the program's function decode, which returns 0 if it cannot decode the picture.
func (i *instance) decode(args ...uint64) error {
	ok, err := i.call("decode", args...)
	if err == nil && ok == 0 {
		err = errDecoder
	}
	return err
}
