// Package codec decodes one picture of the codecs HEVC and AV1 with libheif and libavif, which are
// WebAssembly programs here (see README.md): they need no C compiler, nothing that is installed,
// and can reach nothing but the memory that they are given.
//
// Each process compiles them again, which takes 0.4 s. With wazero's cache it would take 0.1 s, but
// that is machine code read from a folder and run: a person who can change a file there, or a
// restored copy of the folder, would decide what the program does.
//
// Both take a file of one picture and nothing else, as package heif writes it. Each call gets a
// piece of a Memory, and fails when it asks for more. A call cannot be interrupted: the process
// that makes it is what ends it.
package codec

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// ErrMemory says that a program wanted more memory than it was given.
var ErrMemory = errors.New("the decoder wants more memory than a picture of this size needs")

var errDecoder = errors.New("the decoder does not take the picture")

// program is a WebAssembly program that is made into machine code at its first use, which takes
// about half a second.
type program struct {
	packed []byte
	once   sync.Once
	err    error

	runtime wazero.Runtime
	code    wazero.CompiledModule
}

func (p *program) ready(ctx context.Context) error {
	p.once.Do(func() { p.err = p.compile(context.WithoutCancel(ctx)) })
	return p.err
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
	p.runtime = wazero.NewRuntime(ctx)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, p.runtime); err != nil {
		return fmt.Errorf("prepare a decoder: %w", err)
	}
	if p.code, err = p.runtime.CompileModule(ctx, code); err != nil {
		return fmt.Errorf("compile a decoder: %w", err)
	}
	return nil
}

// run starts the program in a piece of memory and has work use it. What is in the piece is lost
// afterwards.
func (p *program) run(ctx context.Context, memory *Memory, work func(*instance) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.ready(ctx); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	piece := memory.take()
	defer memory.give(piece)
	// It has no name, so that several can run at once.
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
		// It may have gone on without what it wanted, and returned a picture of nothing.
		return errors.Join(ErrMemory, err)
	}
	return err
}

// instance is a program that runs.
type instance struct {
	ctx    context.Context
	module api.Module
	// params is where the program writes its results, numbers of four bytes.
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

// view returns a part of the program's memory, which is the program's own.
func (i *instance) view(at uint32, n int) ([]byte, error) {
	if b, ok := i.module.Memory().Read(at, uint32(n)); ok {
		return b, nil
	}
	return nil, ErrMemory
}

// param returns the number at a place among the results.
func (i *instance) param(index uint32) uint32 {
	v, _ := i.module.Memory().ReadUint32Le(i.params + 4*index)
	return v
}

// at is the address of such a place.
func (i *instance) at(index uint32) uint64 { return uint64(i.params + 4*index) }

// decode calls the program's function of that name, which returns 0 when it does not take the
// picture.
func (i *instance) decode(args ...uint64) error {
	ok, err := i.call("decode", args...)
	if err == nil && ok == 0 {
		err = errDecoder
	}
	return err
}
