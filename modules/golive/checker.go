package golive

import (
	"context"
	"log/slog"
	"sync"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/objectstore"
)

// Network are the calls of a look. None of them makes anything visible.
type Network interface {
	CreateContainer(ctx context.Context, a graph.Account, container graph.Container) (string, error)
	ContainerStatus(ctx context.Context, a graph.Account, containerID string) (graph.Status, error)
	PublishingLimit(ctx context.Context, a graph.Account) (graph.Limit, error)
}

// Cloud says how the worker is.
type Cloud interface {
	Status() cloud.CloudStatus
	SetupStatus(ctx context.Context) (cloud.SetupStatus, error)
}

// Fetch fetches a file from its public address, as the network would.
type Fetch func(ctx context.Context, url, contentType string, size int64) error

// Deps are what a Checker works with, and work the steps out.
type Deps struct {
	DB       *database.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Config   config.Config
	Accounts *auth.Service
	// Look reads an account's profile.
	Look    auth.Look
	Network Network
	// Objects are those that media.Service lends.
	Objects objectstore.Store
	Fetch   Fetch
	Cloud   Cloud
}

// Checker works the checklist out, and looks.
type Checker struct {
	Deps

	// end stops the looks.
	end     context.CancelFunc
	base    context.Context
	running sync.WaitGroup

	// mu protects inWork, which is nil while no look is being made.
	mu     sync.Mutex
	inWork *work
}

// work is a look in the background.
type work struct {
	// ended is closed at its end, after err was set.
	ended chan struct{}
	err   error
}

// NewChecker returns a Checker. Call Stop after its last use.
func NewChecker(d Deps) *Checker {
	c := &Checker{Deps: d}
	c.base, c.end = context.WithCancel(context.Background())
	return c
}

// Stop ends a look and waits for that.
func (c *Checker) Stop() {
	c.end()
	c.running.Wait()
}

// Checklist returns the steps as they are known, and has a look made in the background at those
// that are due.
func (c *Checker) Checklist(ctx context.Context) (Checklist, error) {
	// It is asked before what is known is read: a look that ends in between may have found more.
	isLooking := c.isLooking()
	f, err := c.know(ctx)
	if err != nil {
		return Checklist{}, err
	}
	for _, id := range looked() {
		if f.isDue(id) {
			c.begin(facts.isDue)
			isLooking = true
			break
		}
	}
	steps, err := c.steps(ctx, f, isLooking)
	return Checklist{Mode: c.Config.Network, Looking: isLooking, Steps: steps, SetUps: auth.SetUps()}, err
}

func (c *Checker) isLooking() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.inWork != nil
}

// LookAgain looks at a step now, or at all of them, and waits for the end of that. The look goes on
// when ctx ends.
func (c *Checker) LookAgain(ctx context.Context, only ID) error {
	isChosen := func(_ facts, id ID) bool { return only == "" || id == only || id == Token && only == Account }
	for {
		look, isNew := c.begin(isChosen)
		select {
		case <-look.ended:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if isNew {
			return look.err
		}
	}
}

// begin begins a look in the background, or returns the one that is being made.
func (c *Checker) begin(isChosen func(facts, ID) bool) (look *work, isNew bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.inWork != nil {
		return c.inWork, false
	}
	look = &work{ended: make(chan struct{})}
	c.inWork = look
	c.running.Go(func() {
		look.err = c.look(c.base, isChosen)
		if look.err != nil && c.base.Err() == nil {
			c.Log.Error("golive: a look failed", "error", look.err)
		}
		c.mu.Lock()
		c.inWork = nil
		c.mu.Unlock()
		close(look.ended)
	})
	return look, true
}
