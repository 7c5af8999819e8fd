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

// headerCopy names the running Crier that calls.
const headerCopy = "Crier-Copy"

// Hello is what the worker says to a Crier that has just been started.
type Hello struct {
	// HighestRev is the highest revision that the worker ever took, HighestEpoch the highest epoch.
	// A folder that gave out less is older than what was done with it.
	HighestRev   int64 `json:"highestRev"`
	HighestEpoch int64 `json:"highestEpoch"`
	// IsAhead says that this folder has not asked for the highest epoch.
	IsAhead bool `json:"-"`
	// Schema is the version of the worker's tables.
	Schema int64 `json:"schema"`
	// Since is when another Crier last said who it is, nil for never.
	Since     *wiretime.Time `json:"since"`
	Timestamp wiretime.Time  `json:"timestamp"`
}

func (h *Hello) flaw() string {
	if h.Timestamp.IsZero() || h.HighestRev < 0 || h.HighestEpoch < 0 {
		return "it does not say how far the worker is"
	}
	return ""
}

// copies tells this running Crier from another one on a copy of its folder. It
// is safe for concurrent use.
type copies struct {
	stack   *stack
	workers *workers
	// nonce is drawn at each start.
	nonce string
	// greeting is held while the worker is told who this is.
	greeting sync.Mutex

	mu      sync.Mutex
	greeted bool
	// greetedAt is when the worker was told who this is, by its clock.
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

// refusal returns why this copy changes nothing at the worker, nil when it may.
func (c *copies) refusal(op string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.since == nil {
		return nil
	}
	return &WorkerError{op: op, NotSent: true, code: apperror.CloudError, Message: "another copy of this Crier was started at " + c.since.String() +
		" and uses the cloud worker; this one sends it nothing any more: stop one of the two, and start the other one again"}
}

// greet tells the worker who this is, once, unless it is one that does not ask.
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

// tell tells those who want to know how far the worker is, and then takes its epoch over.
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

// clockStep is how far apart the worker's note of a greeting and its answer may be.
const clockStep = time.Second

// heed heeds how far the worker says it is at any time: a machine that is put back to a snapshot
// while Crier runs goes on as if nothing had happened. Before the first answer to this process
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

// overtaken notes that another copy was started since, and tells those who want to know.
func (c *copies) overtaken(ctx context.Context, since wiretime.Time) {
	c.mu.Lock()
	isNew := c.since == nil
	c.since = &since
	hooks := c.onAnother
	c.mu.Unlock()
	if !isNew {
		return
	}
	c.stack.log.Error("cloud: another copy of this Crier was started and uses the cloud worker; this one sends it nothing any more", "since", since)
	for _, f := range hooks {
		if err := f(context.WithoutCancel(ctx), since); err != nil {
			c.stack.log.Error("cloud: that another copy was started could not be noted", "error", err)
		}
	}
}

// mayChange returns why a changing call is not sent, or nil. It greets the worker first, once.
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

// unheard returns why a call was not sent of which the worker was told nothing.
func unheard(c workerCall, err error) error {
	e := AsWorkerError(err)
	if e == nil {
		return &WorkerError{op: c.op, NotSent: true, Message: sentence(err), code: apperror.CloudError, cause: err}
	}
	quiet := *e
	quiet.op, quiet.NotSent, quiet.Unsure = c.op, e.NotSent || e.Unsure, false
	return &quiet
}
