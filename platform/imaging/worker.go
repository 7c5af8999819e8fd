package imaging

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"syscall"

	"crier/platform/child"
	"crier/platform/footprint"
)

const (
	// workerMarker is the environment variable that makes a process a worker.
	workerMarker = "CRIER_IMAGING_WORKER"
	// workerGCPercent is low, because nearly all of a worker's memory is one picture without
	// pointers, which costs nothing to mark.
	workerGCPercent = 25

	// largeSource is the size of a file, in bytes, from which isLarge counts it.
	largeSource = 256 << 10

	exitFailed = 3
)

// request is a job for a child, which gets it by package child. Paths are bytes, because they need
// not be valid JSON strings.
type request struct {
	Source      []byte          `json:"source"`
	Destination []byte          `json:"destination"`
	Thumbnail   []byte          `json:"thumbnail,omitempty"`
	Edit        json.RawMessage `json:"edit,omitempty"`
	Options     Options         `json:"options"`
	MemoryLimit int64           `json:"memoryLimit"`
}

// reply is the child's answer: a result, a refusal or a failure.
type reply struct {
	Result  *Result `json:"result,omitempty"`
	Refusal *Error  `json:"refusal,omitempty"`
	Failure string  `json:"failure,omitempty"`
	// Errno is the system's reason for a failure, such as a full disk, or 0.
	Errno syscall.Errno `json:"errno,omitempty"`
}

func newRequest(j Job, o PoolOptions) request {
	return request{
		Source:      []byte(j.Source),
		Destination: []byte(j.Destination),
		Thumbnail:   []byte(j.Thumbnail),
		Edit:        j.Edit,
		Options:     o.Options,
		MemoryLimit: o.MemoryLimit,
	}
}

func readReply(b []byte) (Result, error) {
	var r reply
	if err := json.Unmarshal(b, &r); err != nil {
		return Result{}, unprocessable("picture worker: its answer cannot be read: " + err.Error())
	}
	switch {
	case r.Refusal != nil:
		return Result{}, r.Refusal
	case r.Errno != 0:
		return Result{}, fmt.Errorf("picture worker: %s: %w", r.Failure, r.Errno)
	case r.Failure != "":
		return Result{}, errors.New("picture worker: " + r.Failure)
	case r.Result != nil:
		return *r.Result, nil
	default:
		return Result{}, unprocessable("picture worker: its answer is empty")
	}
}

// WorkerMain does the work of a picture worker if a Pool started this process as one; the caller
// then exits with exitCode at once. Otherwise it does nothing and returns false. main and TestMain
// call it first.
func WorkerMain() (isWorker bool, exitCode int) { return WorkerMainWith(nil) }

// WorkerMainWith is WorkerMain for a program whose jobs have an Edit.
func WorkerMainWith(edit Edit) (isWorker bool, exitCode int) {
	if os.Getenv(workerMarker) == "" {
		return false, 0
	}
	if err := work(os.Stdin, os.Stdout, edit); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return true, exitFailed
	}
	return true, 0
}

func work(stdin io.Reader, stdout io.Writer, edit Edit) error {
	var r request
	rest, err := child.Read(stdin, &r)
	if err != nil {
		return err
	}
	go child.DieWithParent(rest)
	if r.isLarge() {
		// The pages would stay in memory beside the picture. A failure changes nothing else.
		_ = footprint.DropProgram()
	}
	debug.SetGCPercent(workerGCPercent)
	debug.SetMemoryLimit(r.MemoryLimit - r.MemoryLimit/4)
	if err := child.Confine(r.MemoryLimit); err != nil {
		return fmt.Errorf("limit the worker: %w", err)
	}
	return json.NewEncoder(stdout).Encode(answer(r.do(edit)))
}

func answer(res Result, err error) reply {
	if refusal, ok := errors.AsType[*Error](err); ok {
		return reply{Refusal: refusal}
	}
	if err != nil {
		errno, _ := errors.AsType[syscall.Errno](err)
		return reply{Failure: err.Error(), Errno: errno}
	}
	return reply{Result: &res}
}

// isLarge reports whether it takes so long to decode the source that the milliseconds in which
// DropProgram makes the process smaller do not count.
func (r request) isLarge() bool {
	info, err := os.Stat(string(r.Source))
	return err == nil && info.Size() >= largeSource
}

func (r request) do(edit Edit) (res Result, err error) {
	var src io.ReadSeeker
	if len(r.Source) > 0 || len(r.Edit) == 0 {
		f, err := os.Open(string(r.Source))
		if err != nil {
			return Result{}, err
		}
		// The file was only read.
		defer func() { _ = f.Close() }()
		src = f
	}
	dst, err := os.OpenFile(string(r.Destination), os.O_WRONLY, 0)
	if err != nil {
		return Result{}, err
	}
	defer func() { err = errors.Join(err, closeSynced(dst, err)) }()
	if len(r.Thumbnail) == 0 {
		return r.make(edit, src, dst, nil)
	}
	thumb, err := os.OpenFile(string(r.Thumbnail), os.O_WRONLY, 0)
	if err != nil {
		return Result{}, err
	}
	defer func() { err = errors.Join(err, closeSynced(thumb, err)) }()
	return r.make(edit, src, dst, thumb)
}

func (r request) make(edit Edit, src io.ReadSeeker, dst, thumb io.Writer) (res Result, err error) {
	switch {
	case len(r.Edit) == 0:
		return Normalise(context.Background(), src, dst, thumb, r.Options)
	case edit == nil:
		return Result{}, errors.New("this program does not edit pictures")
	}
	failed := guard(func() error {
		res, err = edit(context.Background(), src, dst, thumb, r.Edit, r.Options)
		return nil
	})
	if failed != nil {
		return Result{}, unprocessable(failed.Error())
	}
	return res, err
}

// closeSynced closes f, and syncs it first if the work on it succeeded.
func closeSynced(f *os.File, workErr error) error {
	if workErr != nil {
		return f.Close()
	}
	return errors.Join(f.Sync(), f.Close())
}
