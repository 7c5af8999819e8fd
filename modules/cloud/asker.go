package cloud

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/httpclient"
)

// asker sends requests to the worker on behalf of one copy of Crier.
type asker struct {
	stack   *stack
	workers *workers
	copies  *copies
}

func newAsker(s *stack, workersURL string) *asker {
	c := newCopies(s)
	c.workers = newWorkers(workersURL, c.nonce, s.edge.asked(workerTime))
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

// edge knows the time at Cloudflare, by which the worker publishes: from answers of the worker and
// of Cloudflare's API, and from how long the machine has run since. It does not use this machine's
// clock, which can be set. It is safe for concurrent use.
type edge struct {
	clock clock.Clock

	mu    sync.Mutex
	at    time.Time
	heard clock.Running
}

// slowAnswer is how long an answer may have taken to tell the time, once that is known.
const slowAnswer = 10 * time.Second

// asked returns a function that is called when a request is sent. That returns the function which
// reads the time in the answer's header by timeIn.
func (e *edge) asked(timeIn func(http.Header) (at time.Time, ok bool)) func() func(http.Header) {
	return func() func(http.Header) {
		sent := e.clock.Running()
		return func(h http.Header) {
			if at, ok := timeIn(h); ok {
				e.heed(at, sent)
			}
		}
	}
}

// workerTime returns the time in an answer of the worker itself. It does not use the date of the
// answer: a proxy, or the sign-in page of a network, may answer in the worker's place by a clock of
// its own.
func workerTime(h http.Header) (at time.Time, ok bool) {
	ms, err := strconv.ParseInt(h.Get(headerTime), 10, 64)
	return time.UnixMilli(ms).UTC(), err == nil && ms > 0
}

// apiTime returns the time in an answer of Cloudflare's API.
func apiTime(h http.Header) (at time.Time, ok bool) {
	at = httpclient.DateOf(h)
	return at, !at.IsZero()
}

// heed takes over the time in the answer to a request that was sent then. The result is at most a
// second early, and never late. The machine may have slept while the answer was on its way: a slow
// answer does not replace a time that is known.
func (e *edge) heed(at time.Time, sent clock.Running) {
	if _, known := e.now(); known && e.clock.Running().Elapsed-sent.Elapsed > slowAnswer {
		return
	}
	e.observe(at)
}

func (e *edge) observe(at time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.at, e.heard = at, e.clock.Running()
}

// now returns false before the first answer that told the time.
func (e *edge) now() (time.Time, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.at.IsZero() {
		return time.Time{}, false
	}
	return e.at.Add(e.clock.Running().Elapsed - e.heard.Elapsed), true
}

// nowOrHere returns now, or this machine's time before the first answer that told the time.
func (e *edge) nowOrHere() time.Time {
	if at, known := e.now(); known {
		return at
	}
	return e.clock.Now()
}
