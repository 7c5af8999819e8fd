// Package restart has the service start again within its process, such as in another mode.
//
// What another process must not get in between stays with the process: the lock of the data folder
// and the port. Clients that connect meanwhile wait until the service answers again. So the file
// runtime.json stays where it is, and the next start replaces it.
package restart

import (
	"context"
	"errors"
	"sync"

	"crier/platform/apperror"
	"crier/platform/datadir"
	"crier/platform/loopback"
)

// Process is the process that the service runs in. It is safe for concurrent use.
type Process struct {
	dir *datadir.Dir
	// lock is nil when another process got the folder that was put in the place of the own one.
	lock *datadir.Lock

	mu       sync.Mutex
	phase    phase
	asked    chan string
	work     Work
	endpoint *loopback.Endpoint
}

// Work is done between a stop of the service and its next start, with the lock of the data folder.
// It reports whether another folder is in that place now, to which the lock does not belong.
type Work func(ctx context.Context, lock *datadir.Lock) (isReplaced bool)

// phase is what a request to start again meets.
type phase int

const (
	// once is that of a service that nobody starts again, as one that ends with a command.
	once phase = iota
	running
	restarting
	ending
)

// Own opens the data folder at path, as datadir.Open does, and has its lock until Release. It
// removes the runtime.json of a service that was killed, because commands would otherwise call its
// address until this service has started.
func Own(path string) (*Process, error) {
	dir, err := datadir.Open(path)
	if err != nil {
		return nil, err
	}
	lock, err := dir.Lock()
	if err != nil {
		return nil, err
	}
	_ = dir.RemoveRuntime() // Windows does not remove a file that is open. The server overwrites it before it answers.
	return &Process{dir: dir, lock: lock}, nil
}

// Release gives back what the process has, once the service has stopped for good. It removes what
// the service has left for a start that does not come, unless another process has the folder.
func (p *Process) Release() error {
	p.End()
	p.mu.Lock()
	defer p.mu.Unlock()
	var err error
	if p.lock != nil {
		err = p.dir.RemoveRuntime()
	}
	if p.endpoint != nil {
		err = errors.Join(err, p.endpoint.Close())
	}
	if p.lock != nil {
		err = errors.Join(err, p.lock.Release())
	}
	return err
}

// Dir returns the data folder.
func (p *Process) Dir() *datadir.Dir { return p.dir }

// Endpoint returns the port of the service, which first makes. It is the same for all starts.
func (p *Process) Endpoint(first func() *loopback.Endpoint) *loopback.Endpoint {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.endpoint == nil {
		p.endpoint = first()
	}
	return p.endpoint
}

// Begin takes requests to start again from now on, until End. Call it before each start. The
// channel receives the reason of the one request that is taken: stop the service then, and start
// it.
func (p *Process) Begin() (asked <-chan string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.phase, p.asked = running, make(chan string, 1)
	return p.asked
}

// End takes no more requests, because the service stops for good.
func (p *Process) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.phase = ending
	if p.endpoint != nil {
		p.endpoint.Keep(false)
	}
}

// Request has the service start again, for a reason that the log names, once prepare has succeeded.
// Only one request is taken for each start. It returns INVALID_STATE, without a call of prepare,
// when this one is not, and otherwise the error of prepare.
func (p *Process) Request(reason string, prepare func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch p.phase {
	case restarting:
		return apperror.New(apperror.InvalidState, "Crier is starting again already, and nothing was changed; make this call again when it answers")
	case ending:
		return apperror.New(apperror.InvalidState, "Crier is stopping, and nothing was changed; make this call again when it runs")
	case once:
		return apperror.New(apperror.InvalidState, "this Crier ends with the call of a command, and nothing was changed; start one that stays (crier serve)")
	case running:
	}
	if err := prepare(); err != nil {
		return err
	}
	if p.endpoint != nil {
		p.endpoint.Keep(true)
	}
	p.phase = restarting
	p.asked <- reason
	return nil
}

// RequestWork is Request for a start that comes after work.
func (p *Process) RequestWork(reason string, work Work) error {
	return p.Request(reason, func() error { p.work = work; return nil })
}

// HasWork reports whether there is work to do before the next start.
func (p *Process) HasWork() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.work != nil
}

// DoWork does the work that was asked for, if any. Call it when the service has stopped. The
// process has the lock of the folder that is there afterwards; after an error it may have none, and
// only Release is left to call.
func (p *Process) DoWork(ctx context.Context) error {
	p.mu.Lock()
	work := p.work
	p.work = nil
	p.mu.Unlock()
	if work == nil || !work(ctx, p.lock) {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.lock.Release() // It was of a folder that has another name now.
	p.lock = nil
	dir, err := datadir.Open(p.dir.Path())
	if err != nil {
		return err
	}
	lock, err := dir.Lock()
	if err != nil {
		return err
	}
	p.dir, p.lock = dir, lock
	return nil
}

// IsRestarting reports whether a start follows the stop that comes next.
func (p *Process) IsRestarting() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.phase == restarting
}
