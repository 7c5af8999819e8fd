package cloud

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
)

// asker sends requests to the worker on behalf of one copy of Crier.
type asker struct {
	stack   *stack
	workers *workers
	copies  *copies
}

func newAsker(s *stack, workersURL string) *asker {
	c := newCopies(s)
	c.workers = newWorkers(workersURL, c.nonce, s.edge.asked)
	return &asker{s, c.workers, c}
}

// target returns the address and the key of the worker, or why it cannot be asked.
func (a *asker) target(op string) (target, error) {
	st := a.stack.get()
	if a.stack.refusal != "" {
		return target{}, &WorkerError{op: op, NotSent: true, code: apperror.NotConfigured, Message: a.stack.refusal}
	}
	if refused := st.usable(); refused != nil {
		return target{}, &WorkerError{op: op, NotSent: true, code: refused.Code, Message: refused.Message}
	}
	return st.target(), nil
}

// ask sends a request to the worker. Its error is always a *WorkerError.
func (a *asker) ask(ctx context.Context, c workerCall, out answer) error {
	to, err := a.target(c.op)
	if err != nil {
		return err
	}
	if c.method == http.MethodGet {
		return a.workers.call(ctx, to, c, out)
	}
	if err := a.copies.mayChange(ctx, c); err != nil {
		return err
	}
	err = a.workers.call(ctx, to, c, out)
	if e := AsWorkerError(err); e != nil && e.Code == codeOtherCopy {
		since := a.stack.now()
		if e.Since != nil {
			since = *e.Since
		}
		a.copies.overtaken(ctx, since)
		return a.copies.refusal(c.op)
	}
	return err
}

// greet introduces this process to the worker, unless it did so before. Its error is a *WorkerError
// and says that the request was not sent.
func (a *asker) greet(ctx context.Context) error {
	c := workerCall{op: "say who this is"}
	if _, err := a.target(c.op); err != nil {
		return err
	}
	return a.copies.mayChange(ctx, c)
}

// headerTime is the worker's time in milliseconds. Every answer of the worker itself has it.
const headerTime = "Crier-Time"

// edge knows the time at Cloudflare, by which the worker publishes: from Cloudflare's answers, and
// from how long the machine has run since. It does not use this machine's clock, which can be set.
// It is safe for concurrent use.
type edge struct {
	clock clock.Clock

	mu    sync.Mutex
	at    time.Time
	heard clock.Running
}

// slowAnswer is how long an answer may have taken to tell the time, once that is known.
const slowAnswer = 10 * time.Second

// asked is called when a request is sent. It returns the function that reads the answer's header.
func (e *edge) asked() func(http.Header) {
	sent := e.clock.Running()
	return func(h http.Header) { e.heed(h, sent) }
}

// heed reads the time of the answer to a request that was sent then. The result is at most a second
// early, and never late. The machine may have slept while the answer was on its way: a slow answer
// does not replace a time that is known.
func (e *edge) heed(h http.Header, sent clock.Running) {
	if _, known := e.now(); known && e.clock.Running().Elapsed-sent.Elapsed > slowAnswer {
		return
	}
	at, err := http.ParseTime(h.Get("Date"))
	if ms, own := strconv.ParseInt(h.Get(headerTime), 10, 64); own == nil && ms > 0 {
		at, err = time.UnixMilli(ms).UTC(), nil
	}
	if err == nil {
		e.observe(at)
	}
}

func (e *edge) observe(at time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.at, e.heard = at, e.clock.Running()
}

// now returns false before the first answer of Cloudflare.
func (e *edge) now() (time.Time, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.at.IsZero() {
		return time.Time{}, false
	}
	return e.at.Add(e.clock.Running().Elapsed - e.heard.Elapsed), true
}

// nowOrHere returns now, or this machine's time before the first answer of Cloudflare.
func (e *edge) nowOrHere() time.Time {
	if at, known := e.now(); known {
		return at
	}
	return e.clock.Now()
}
