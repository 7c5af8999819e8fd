package cloud

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/wiretime"
)

// headerCopy identifies the running Crier that makes the call.
const headerCopy = "Crier-Copy"

// Hello is the worker's answer to a Crier that has just been started.
type Hello struct {
	// HighestRev is the highest revision that the worker ever took, HighestEpoch the highest epoch.
	// A folder that gave out less was restored from an older state.
	HighestRev   int64 `json:"highestRev"`
	HighestEpoch int64 `json:"highestEpoch"`
	// IsAhead says that this folder has not asked for the highest epoch.
	IsAhead bool `json:"-"`
	// Schema is the version of the worker's tables.
	Schema int64 `json:"schema"`
	// Since is when another Crier last introduced itself, or nil.
	Since     *wiretime.Time `json:"since"`
	Timestamp wiretime.Time  `json:"timestamp"`
}

func (h *Hello) flaw() string {
	if h.Timestamp.IsZero() || h.HighestRev < 0 || h.HighestEpoch < 0 {
		return "it does not say how far the worker is"
	}
	return ""
}

// copies tells this running Crier from another one on a copy of its folder. It is safe for
// concurrent use.
type copies struct {
	stack   *stack
	workers *workers
	// nonce is drawn at each start.
	nonce string
	// greeting is locked while this process introduces itself to the worker.
	greeting sync.Mutex

	mu      sync.Mutex
	greeted bool
	// greetedAt is when that happened, by the worker's clock.
	greetedAt wiretime.Time
	since     *wiretime.Time
	onHello   []func(context.Context, Hello) error
	onAnother []func(ctx context.Context, since wiretime.Time) error
}

func newCopies(s *stack) *copies {
	const nonceBytes = 16
	b := make([]byte, nonceBytes)
	_, _ = rand.Read(b)
	return &copies{stack: s, nonce: hex.EncodeToString(b)}
}

// isGreeted reports whether the worker knows this copy.
func (c *copies) isGreeted() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.greeted
}

// refusal returns why this copy may not change anything at the worker, or nil.
func (c *copies) refusal(op string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.since == nil {
		return nil
	}
	return &WorkerError{op: op, NotSent: true, code: apperror.CloudError, Message: "another copy of this Crier was started at " + c.since.String() +
		" and uses the cloud worker; this one no longer sends anything to it: stop one of the two, and start the other one again"}
}

// greet introduces this process to the worker, once. It skips a worker of a version that does not
// ask for that.
func (c *copies) greet(ctx context.Context) error {
	s := c.stack
	c.greeting.Lock()
	defer c.greeting.Unlock()
	if c.isGreeted() {
		return nil
	}
	st := s.get()
	var got Hello
	body := map[string]string{"nonce": c.nonce}
	err := c.workers.call(ctx, st.target(), workerCall{op: "say who this is", method: http.MethodPost, path: "/v1/hello", body: body}, &got)
	if e := AsWorkerError(err); e != nil && e.Code == workerNotFound {
		return nil // A worker of an earlier version, until it is deployed again.
	}
	if err != nil {
		return err
	}
	if err := c.tell(ctx, got); err != nil {
		return err
	}
	c.mu.Lock()
	c.greeted, c.greetedAt = true, got.Timestamp
	c.mu.Unlock()
	return nil
}

// tell reports the worker's highest revision and epoch to the functions that were registered, and
// then takes over its epoch.
func (c *copies) tell(ctx context.Context, got Hello) error {
	got.IsAhead = c.stack.isAhead(got.HighestEpoch)
	c.mu.Lock()
	hooks := c.onHello
	c.mu.Unlock()
	for _, f := range hooks {
		if err := f(ctx, got); err != nil {
			return err
		}
	}
	return c.stack.raise(ctx, got.HighestEpoch)
}

// clockStep is how far apart the time of a greeting and the time of its answer may be, both by the
// worker.
const clockStep = time.Second

// heed checks the revision and the epoch of every answer: a machine that is restored to a snapshot
// while Crier runs goes on as if nothing had happened. Before the first answer to this process,
// greet does so.
func (c *copies) heed(ctx context.Context, said workerFacts) error {
	c.mu.Lock()
	isGreeted, greetedAt, isOvertaken := c.greeted, c.greetedAt, c.since != nil
	c.mu.Unlock()
	if isOvertaken {
		return nil // What was done since is the other copy's.
	}
	if !isGreeted {
		return c.greet(ctx)
	}
	if said.CopySince != nil && said.CopySince.Time().Sub(greetedAt.Time()) > clockStep {
		c.overtaken(ctx, *said.CopySince)
		return nil
	}
	return c.tell(ctx, Hello{HighestRev: said.HighestRev, HighestEpoch: said.Fence, Schema: said.Schema, Since: said.CopySince, Timestamp: said.Timestamp})
}

// overtaken records that another copy was started since, and reports that to the functions that
// were registered.
func (c *copies) overtaken(ctx context.Context, since wiretime.Time) {
	c.mu.Lock()
	isNew := c.since == nil
	c.since = &since
	hooks := c.onAnother
	c.mu.Unlock()
	if !isNew {
		return
	}
	c.stack.log.Error("cloud: another copy of this Crier was started and uses the cloud worker; this one no longer sends anything to it", "since", since)
	for _, f := range hooks {
		if err := f(context.WithoutCancel(ctx), since); err != nil {
			c.stack.log.Error("cloud: the start of another copy could not be recorded", "error", err)
		}
	}
}

// mayChange returns why a changing call must not be sent, or nil. It greets the worker before the
// first one.
func (c *copies) mayChange(ctx context.Context, call workerCall) error {
	if err := c.refusal(call.op); err != nil {
		return err
	}
	if c.isGreeted() {
		return nil
	}
	if err := c.greet(ctx); err != nil {
		return unheard(call, err)
	}
	return nil
}

// unheard returns the error of a call that was not sent.
func unheard(c workerCall, err error) error {
	e := AsWorkerError(err)
	if e == nil {
		return &WorkerError{op: c.op, NotSent: true, Message: sentence(err), code: apperror.CloudError, cause: err}
	}
	quiet := *e
	quiet.op, quiet.NotSent, quiet.Unsure = c.op, e.NotSent || e.Unsure, false
	return &quiet
}
