package cloud

import (
	"context"
	"net/http"

	"crier/platform/apperror"
)

// asker asks the worker, as one copy of Crier.
type asker struct {
	stack   *stack
	workers *workers
	copies  *copies
}

func newAsker(s *stack, workersURL string) *asker {
	c := newCopies(s)
	c.workers = newWorkers(workersURL, c.nonce, s.edge.heed)
	return &asker{s, c.workers, c}
}

// target returns where the worker is asked, or why it cannot be.
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

// ask asks the worker. Its error is always a *WorkerError.
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

// greet tells the worker who this is, unless it knows. Its error is a
// *WorkerError: nothing was sent.
func (a *asker) greet(ctx context.Context) error {
	c := workerCall{op: "say who this is"}
	if _, err := a.target(c.op); err != nil {
		return err
	}
	return a.copies.mayChange(ctx, c)
}
