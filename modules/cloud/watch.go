package cloud

import (
	"context"
	"time"
)

const (
	// lookEvery is how often a worker that works is looked at, lookSoon how often one of which that is not known, for as long as
	// it is new.
	lookEvery = 10 * time.Minute
	lookSoon  = 50 * time.Second
	newFor    = 15 * time.Minute
	// A deployment that fails is tried again after a minute, then after twice as long.
	firstDeployPause = time.Minute
	maxDeployPause   = time.Hour
	// cronLate is from when on a cron that has not run counts as dead (contract 4).
	cronLate = 90 * time.Second
)

// Watch deploys the worker again when another version or another binding belongs to it, and looks from time to time whether it
// works. It is called each minute.
func (s *Stack) Watch(ctx context.Context) error {
	st := s.get()
	if st.row.ClaimedAt == nil || st.row.ClosingAt != nil || s.Refusal != "" {
		return nil
	}
	if !s.watching.TryLock() {
		return nil
	}
	defer s.watching.Unlock()
	now := s.Clock.Now()
	if s.isOutdated(st) && !waits(now, s.nextDeploy, maxDeployPause) {
		return s.redeploy(ctx)
	}
	pause := lookEvery
	if deployed := st.row.DeployedAt; !st.row.IsVerified && deployed != nil && now.Sub(deployed.Time()) < newFor {
		pause = lookSoon
	}
	if waits(now, s.lastLook().Add(pause), pause) {
		return nil
	}
	return s.look(ctx)
}

// waits reports whether an instant is still to come, to which it is never longer than most: it is further away when the clock was set back,
// and then nothing waits for it.
func waits(now, until time.Time, most time.Duration) bool {
	left := until.Sub(now)
	return left > 0 && left <= most
}

// redeploy deploys what belongs to this version, or says in the log why not and waits longer the next time.
func (s *Stack) redeploy(ctx context.Context) error {
	release, err := s.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	if !s.isOutdated(s.get()) {
		return nil
	}
	s.Log.Info("cloud: the worker is deployed again, since another version or binding belongs to it")
	if err := s.deploy(ctx); err != nil {
		s.deployPause = min(max(2*s.deployPause, firstDeployPause), maxDeployPause)
		s.nextDeploy = s.Clock.Now().Add(s.deployPause)
		s.Log.Warn("cloud: the worker could not be deployed again", "next_try_in", s.deployPause, "error", err)
		return nil
	}
	s.deployPause, s.nextDeploy = 0, time.Time{}
	s.looked(false)
	return nil
}

// cronIsDead reports whether the worker's cron should have run and has not, when the worker was last heard of.
func (s *Stack) cronIsDead(st state) bool {
	last, known := s.lastFacts()
	if !known || st.row.DeployedAt == nil || last.Timestamp.Time().Sub(st.row.DeployedAt.Time()) < newFor {
		return false
	}
	return last.LastCronRun == nil || last.Timestamp.Time().Sub(last.LastCronRun.Time()) > cronLate
}
