package cloud

import (
	"context"
	"sync"
	"time"
)

const (
	// lookEvery is how often a worker that works is checked, lookSoon how often one is checked that
	// is new and not known to work.
	lookEvery = 10 * time.Minute
	lookSoon  = 50 * time.Second
	newFor    = 15 * time.Minute
	// A deployment that fails is repeated after a minute, then after twice as long.
	firstDeployPause = time.Minute
	maxDeployPause   = time.Hour
	// cronLate is how late a cron must be to count as dead (contract 4).
	cronLate = 90 * time.Second
)

// watcher deploys the worker again when that is due, and checks from time to time that it works.
type watcher struct {
	stack    *stack
	deployer *deployer
	setup    *setup
	logs     *logs
	verifier *verifier
	expiry   *expiry

	// watching is locked by Watch, the only user of the next two.
	watching    sync.Mutex
	nextDeploy  time.Time
	deployPause time.Duration

	// end stops what start has begun in the background.
	end     context.CancelFunc
	running sync.WaitGroup
}

// start begins to check in the background, without waiting for the first minute to pass.
func (w *watcher) start(ctx context.Context) {
	ctx, end := context.WithCancel(context.WithoutCancel(ctx))
	w.end = end
	w.running.Go(func() {
		if err := w.Watch(ctx); err != nil && ctx.Err() == nil {
			w.stack.log.Error("cloud: the worker could not be looked at", "error", err)
		}
	})
}

// stop ends the work in the background.
func (w *watcher) stop() {
	if w.end != nil {
		w.end()
	}
	w.running.Wait()
}

// Watch deploys the worker again when this version's scripts or bindings differ from what is
// deployed. From time to time it checks that the worker works, and once a day the bucket's rules.
// It is called each minute.
func (w *watcher) Watch(ctx context.Context) error {
	w.logs.endUnread()
	w.setup.pasted.get(w.stack.clock.Now()) // One that is too old is forgotten.
	st := w.stack.get()
	if st.row.ClaimedAt == nil || st.row.ClosingAt != nil || w.stack.refusal != "" {
		return nil
	}
	if !w.watching.TryLock() {
		return nil
	}
	defer w.watching.Unlock()
	w.expiry.tidy(ctx)
	now := w.stack.clock.Now()
	if w.deployer.isOutdated(st) && !waits(now, w.nextDeploy, maxDeployPause) {
		return w.redeploy(ctx)
	}
	pause := lookEvery
	if deployed := st.row.DeployedAt; !st.row.IsVerified && deployed != nil && now.Sub(deployed.Time()) < newFor {
		pause = lookSoon
	}
	if waits(now, w.verifier.lastLook().Add(pause), pause) {
		return nil
	}
	return w.verifier.look(ctx)
}

// waits reports whether an instant is still to come that is at most that far away. It is further
// away when the clock was set back, and then nothing waits for it.
func waits(now, until time.Time, most time.Duration) bool {
	left := until.Sub(now)
	return left > 0 && left <= most
}

// redeploy deploys this version's worker. If it fails it logs why, and waits longer the next time.
func (w *watcher) redeploy(ctx context.Context) error {
	release, err := w.stack.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	if !w.deployer.isOutdated(w.stack.get()) {
		return nil
	}
	w.stack.log.Info("cloud: the worker is deployed again, because its version or its bindings are out of date")
	if err := w.setup.deploy(ctx); err != nil {
		w.deployPause = min(max(2*w.deployPause, firstDeployPause), maxDeployPause)
		w.nextDeploy = w.stack.clock.Now().Add(w.deployPause)
		w.stack.log.Warn("cloud: the worker could not be deployed again", "next_try_in", w.deployPause, "error", err)
		return nil
	}
	w.deployPause, w.nextDeploy = 0, time.Time{}
	w.verifier.looked(false)
	return nil
}
