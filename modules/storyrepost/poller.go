package storyrepost

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// poller runs the STORY_REPOST_CHECK jobs: it polls an account's inbox when that is due, reposts
// one of what was found when that is, and plans the next run.
type poller struct {
	db       *database.DB
	clock    clock.Clock
	log      *slog.Logger
	configs  *configs
	records  *records
	inboxes  *inboxes
	reposter *reposter
	network  *network
}

var _ jobs.Handler = (*poller)(nil)

// Start plans the polls of every account that is switched on, and resumes what was interrupted.
func (p *poller) Start(ctx context.Context) error {
	if err := p.configs.planAll(ctx); err != nil {
		return err
	}
	return p.reposter.putBack(ctx)
}

// Type returns the type of the jobs that poll inboxes.
func (*poller) Type() jobs.Type { return checkJob }

// Claimed does nothing: a configuration has no state that changes with its job.
func (*poller) Claimed(context.Context, bun.IDB, jobs.ScheduledJob) error { return nil }

const (
	// foreignPause is when to look again at an account of the other network mode.
	foreignPause = 6 * time.Hour
	// maxInterruptions is how often a job may take the process down before that counts as a
	// failure.
	maxInterruptions = 3
)

// Run does what is due for one account. Each run ends with the next one in the queue, in one
// transaction, so that no death of the program ends the polls.
func (p *poller) Run(ctx context.Context, claim *jobs.Claim) error {
	account := claim.Job.SubjectID
	config, err := selectConfig(ctx, p.db, account)
	if err != nil {
		return err
	}
	if config == nil || !config.IsEnabled {
		return claim.Complete(ctx, nil)
	}
	now := p.clock.Now()
	if _, err := p.configs.accounts.Account(ctx, p.db, account); apperror.CodeOf(err) == apperror.NotFound {
		return claim.Snooze(ctx, foreignPause, jobs.Reason{Wait: "OTHER_MODE", Text: "the account belongs to the other network mode"}, nil)
	} else if err != nil {
		return err
	}
	if claim.Job.Interruptions >= maxInterruptions {
		return p.fail(ctx, claim, &failure{reason: "Crier ended several times while it worked on this account"})
	}
	if config.dropFarPlans(now) {
		return claim.Complete(ctx, func(ctx context.Context, tx bun.IDB) error {
			return p.configs.alter(ctx, tx, account, func(c *StoryRepostConfig) { c.dropFarPlans(now) })
		})
	}
	if config.quietHours(p.configs.zone).covers(now) {
		return claim.Snooze(ctx, config.afterQuietHours(now, p.configs.chance.around(), p.configs.zone).Sub(now), jobs.Reason{Wait: "QUIET_HOURS", Text: "quiet hours"}, nil)
	}
	if claim.Job.Interruptions > 0 && config.waitsToReadAgain(now) {
		// The next job would not know how often this one has taken the process down.
		return claim.Snooze(ctx, config.pollAt(now).Sub(now), jobs.Reason{Wait: jobs.BrokenOff, Text: "Crier ended while it read the inbox"}, nil)
	}
	if err := p.records.Follow(ctx); err != nil {
		return err
	}
	c := caller{network: p.network, account: account, sleep: claim.Sleep}
	return p.settle(ctx, claim, p.do(ctx, c, config))
}

// do does the one thing that is due.
func (p *poller) do(ctx context.Context, c caller, config *StoryRepostConfig) error {
	now := p.clock.Now()
	if !config.pollAt(now).After(now) {
		return p.poll(ctx, c)
	}
	if config.mayRepost(now, p.configs.zone) {
		return p.repostNext(ctx, c)
	}
	return nil
}

// poll reads the inbox. One that was read a moment ago is not read again.
func (p *poller) poll(ctx context.Context, c caller) error {
	_, err := p.inboxes.read(ctx, c)
	if errors.Is(err, errTooSoon) {
		return nil
	}
	return err
}

// repostNext reposts the waiting record that expires first.
func (p *poller) repostNext(ctx context.Context, c caller) error {
	var next *RepostRecord
	var config *StoryRepostConfig
	var leave func()
	err := p.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		now := p.clock.Now()
		if config, err = selectConfig(ctx, tx, c.account); err != nil || config == nil || !config.mayRepost(now, p.configs.zone) {
			return err
		}
		if next, err = nextPending(ctx, tx, c.account, p.records.gone()); err != nil || next == nil {
			return err
		}
		config.LastAutoSyncAt, config.UpdatedAt = wiretime.Ptr(now), wiretime.Of(now)
		if err := saveConfig(ctx, tx, config); err != nil {
			return err
		}
		leave, err = p.reposter.begin(ctx, tx, next.ID, Pending, true)
		return err
	})
	if leave != nil {
		defer leave()
	}
	if err != nil || leave == nil {
		return err // There is none, or the user has just asked for it.
	}
	return p.reposter.carryOn(ctx, next.ID, task{caller: c, config: config})
}

// settle ends the job and enqueues the next. A network failure is noted and ends it as FAILED.
func (p *poller) settle(ctx context.Context, claim *jobs.Claim, err error) error {
	account := claim.Job.SubjectID
	f := failureOf(err)
	if err != nil && f == nil && !isExplained(err) {
		return err
	}
	if f != nil {
		p.log.Warn("storyrepost: a call to the network failed", "account", account, "error", err)
		return p.fail(ctx, claim, f)
	}
	return claim.Complete(ctx, func(ctx context.Context, tx bun.IDB) error {
		return p.configs.planAgain(ctx, tx, account)
	})
}

// fail ends the job as FAILED, with what that means for the account.
func (p *poller) fail(ctx context.Context, claim *jobs.Claim, f *failure) error {
	return claim.Fail(ctx, f.reason, func(ctx context.Context, tx bun.IDB) error {
		return p.configs.storeFailure(ctx, tx, claim.Job.SubjectID, f)
	})
}
