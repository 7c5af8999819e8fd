package imaging

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
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
	// maxReply and maxStderr bound what is taken from a child, in bytes.
	maxReply  = 64 << 10
	maxStderr = 8 << 10
)

// PoolOptions are the limits of a Pool. A zero field means its default.
type PoolOptions struct {
	// Options are those of every job. By default, MaxMemory is five eighths of MemoryLimit.
	Options Options
	// Workers is how many children may run at once, by default GOMAXPROCS.
	Workers int
	// Deadline is how long a child may take; then it is killed. Waiting for a turn does not count.
	Deadline time.Duration
	// MemoryLimit is the memory that a child may take for a picture, in bytes. Linux enforces it;
	// elsewhere it is what the child's own garbage collector aims at.
	MemoryLimit int64
}

// Normaliser does the work of a job, as Pool.Normalise says.
type Normaliser interface {
	Normalise(ctx context.Context, job Job) (Result, error)
}

// Pool normalises pictures in child processes: the same program, started a second time for each
// picture with nothing of the environment, which WorkerMain then turns into a worker. A Pool is
// safe for concurrent use and needs no closing.
type Pool struct {
	opts  PoolOptions
	slots chan struct{}
	// marker is the environment of a child.
	marker string
}

// NewPool returns a pool. The program must call WorkerMain first thing in main.
func NewPool(o PoolOptions) *Pool {
	o.Workers = orDefault(o.Workers, runtime.GOMAXPROCS(0))
	o.MemoryLimit = orDefault(o.MemoryLimit, DefaultMemoryLimit)
	o.Options.MaxMemory = orDefault(o.Options.MaxMemory, o.MemoryLimit/8*5)
	if o.Deadline <= 0 {
		o.Deadline = DefaultDeadline
	}
	return &Pool{opts: o, slots: make(chan struct{}, o.Workers), marker: workerMarker + "=1"}
}

// Job names the files of one picture. Destination and Thumbnail must not exist yet.
type Job struct {
	// Source may be empty for an Edit that needs none.
	Source      string
	Destination string
	// Thumbnail may be empty, for none.
	Thumbnail string
	// Edit is for the Edit that WorkerMainWith was given; without it the picture is normalised.
	Edit json.RawMessage
}

func (j Job) outputs() []string {
	if j.Thumbnail == "" {
		return []string{j.Destination}
	}
	return []string{j.Destination, j.Thumbnail}
}

// Normalise does the work of the function Normalise, or of the job's Edit, in a child, waiting for
// its turn until ctx ends. On success both outputs are on disk (mode 0600, synced by the child;
// syncing their folder is left to the caller that renames them), else neither exists.
//
// An *Error says that the picture cannot be used, of the reason Unprocessable if the child crashed,
// was killed, ran out of memory or was too slow. If ctx ends the error is that of ctx; if an output
// exists it is fs.ErrExist.
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

// createAll makes the files, so that it is the service and not the child that decides what is
// overwritten, and that it knows which files to remove.
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

func removeAll(paths []string) error {
	var errs []error
	for _, path := range paths {
		errs = append(errs, os.Remove(path))
	}
	return errors.Join(errs...)
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
		return Result{}, "", fmt.Errorf("start the picture worker: %w", err)
	}
	// The pipe stays open until the child has ended: its closing is how the child learns that the
	// service is gone. A child that does not read is found out by its end.
	_ = child.Ask(stdin, newRequest(job, p.opts))
	err = cmd.Wait()
	if err == nil {
		res, err = readReply(stdout.buf.Bytes())
		return res, errText.String(), err
	}
	return Result{}, errText.String(), explainEnd(ctx, limited, err, errText.String())
}

// explainEnd words the end of a child that gave no answer.
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
	return unprocessable(detail)
}
