package imaging

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"time"

	"crier/platform/child"
)

// The defaults of PoolOptions.
const (
	DefaultDeadline    = time.Minute
	DefaultMemoryLimit = 1 << 30
)

const (
	outputMode fs.FileMode = 0o600
	// maxReply and maxStderr bound the output of a child, in bytes.
	maxReply  = 64 << 10
	maxStderr = 8 << 10
)

// PoolOptions are the limits of a Pool. A zero field means its default.
type PoolOptions struct {
	// Options apply to every job. By default, MaxMemory is five eighths of MemoryLimit.
	Options Options
	// Workers bounds how many children run at once, by default GOMAXPROCS.
	Workers int
	// Deadline is the time after which a child is killed. Waiting for a turn does not count.
	Deadline time.Duration
	// MemoryLimit bounds the memory of a child for a picture, in bytes. Linux enforces it;
	// elsewhere it is only the target of the child's garbage collector.
	MemoryLimit int64
}

// Normaliser does the work of a job like Pool.Normalise.
type Normaliser interface {
	Normalise(ctx context.Context, job Job) (Result, error)
}

// Pool normalises pictures in child processes. For each picture it starts the same program again,
// without its environment, and WorkerMain makes it a worker. A Pool is safe for concurrent use and
// needs no closing.
type Pool struct {
	opts  PoolOptions
	slots chan struct{}
	// marker is the environment of a child.
	marker string
}

// NewPool returns a pool. The program must call WorkerMain first in main.
func NewPool(o PoolOptions) *Pool {
	o.Workers = orDefault(o.Workers, runtime.GOMAXPROCS(0))
	o.MemoryLimit = orDefault(o.MemoryLimit, DefaultMemoryLimit)
	o.Options.MaxMemory = orDefault(o.Options.MaxMemory, o.MemoryLimit/8*5)
	o.Deadline = orDefault(o.Deadline, DefaultDeadline)
	return &Pool{opts: o, slots: make(chan struct{}, o.Workers), marker: workerMarker + "=1"}
}

// Job names the files of one picture. Destination and Thumbnail must not exist yet.
type Job struct {
	// Source may be empty for an Edit without a source.
	Source      string
	Destination string
	// Thumbnail may be empty for no thumbnail.
	Thumbnail string
	// Edit is the argument for the Edit of WorkerMainWith. Without it the picture is normalised.
	Edit json.RawMessage
}

func (j Job) outputs() []string {
	if j.Thumbnail == "" {
		return []string{j.Destination}
	}
	return []string{j.Destination, j.Thumbnail}
}

// Normalise runs the function Normalise, or the job's Edit, in a child. It waits for its turn until
// ctx ends. On success both outputs exist, with mode 0600 and synced; the caller that renames them
// syncs their folder. Otherwise neither exists.
//
// An *Error says that the picture cannot be used. Its reason is Unprocessable if the child crashed,
// exceeded its memory or was too slow, and Killed if the system ended it. If ctx ends, the error is
// that of ctx; if an output exists, it is fs.ErrExist.
func (p *Pool) Normalise(ctx context.Context, job Job) (Result, error) {
	res, _, err := p.normalise(ctx, job)
	return res, err
}

func (p *Pool) normalise(ctx context.Context, job Job) (res Result, stderr string, err error) {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return Result{}, "", ctx.Err()
	}
	if err := createAll(job.outputs()); err != nil {
		return Result{}, "", err
	}
	if res, stderr, err = p.run(ctx, job); err == nil {
		return res, stderr, nil
	}
	if left := removeAll(job.outputs()); left != nil {
		err = errors.Join(err, left)
	}
	return Result{}, stderr, err
}

// createAll creates the files. The service does this itself, so the child never decides what is
// overwritten, and the service knows which files to remove.
func createAll(paths []string) error {
	for i, path := range paths {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, outputMode)
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			return errors.Join(fmt.Errorf("create the picture's file: %w", err), removeAll(paths[:i]))
		}
	}
	return nil
}

func removeAll(paths []string) (err error) {
	for _, path := range paths {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

func (p *Pool) run(ctx context.Context, job Job) (res Result, stderr string, err error) {
	limited, cancel := context.WithTimeout(ctx, p.opts.Deadline)
	defer cancel()
	stdout, errText := boundedBuffer{limit: maxReply}, child.Head{Limit: maxStderr}
	cmd, stdin, err := child.Command(limited, "crier-picture-worker", p.marker, &stdout, &errText)
	if err != nil {
		return Result{}, "", err
	}
	if err := cmd.Start(); err != nil {
		if limited.Err() != nil {
			return Result{}, "", explainEnd(ctx, limited, err, "")
		}
		return Result{}, "", fmt.Errorf("start the picture worker: %w", err)
	}
	// The pipe stays open until the child has ended, because its closing tells the child that the
	// service is gone. An error of Ask is ignored: a child that does not read ends with an error of
	// its own.
	_ = child.Ask(stdin, newRequest(job, p.opts))
	err = cmd.Wait()
	if err == nil {
		res, err = readReply(stdout.buf.Bytes())
		return res, errText.String(), err
	}
	return Result{}, errText.String(), explainEnd(ctx, limited, err, errText.String())
}

// explainEnd returns the error for a child that ended without an answer.
func explainEnd(ctx, limited context.Context, end error, stderr string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if limited.Err() != nil {
		return tookTooLong("the picture worker was killed at its deadline")
	}
	detail := "picture worker: " + end.Error()
	if words := child.LastWords(stderr); words != "" {
		detail += ": " + words
	}
	if exit, ok := errors.AsType[*exec.ExitError](end); ok && child.WasEnded(exit.ProcessState) {
		return killed(detail)
	}
	return unprocessable(detail)
}
