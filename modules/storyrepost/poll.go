package storyrepost

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/platform/apperror"
	"crier/platform/instance"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Poller runs the STORY_REPOST_CHECK jobs: it polls an account's inbox when that is due, reposts one of what was found when that is,
// and says when to look again.
type Poller struct{ *Service }

var _ jobs.Handler = Poller{}

// Type returns STORY_REPOST_CHECK.
func (Poller) Type() jobs.Type { return jobs.StoryRepostCheck }

// Claimed does nothing: a configuration has no state that changes with its job.
func (Poller) Claimed(context.Context, bun.IDB, jobs.ScheduledJob) error { return nil }

const (
	// foreignPause is when to look again at an account of the other network mode.
	foreignPause = 6 * time.Hour
	// maxInterruptions is how often a job may take the process down before that counts as a failure.
	maxInterruptions = 3
)

// Run does what is due for one account. Each run ends with the next one in the queue, in one transaction, so that no death of the
// program ends the polls.
func (p Poller) Run(ctx context.Context, claim *jobs.Claim) error {
	account := claim.Job.SubjectID
	config, err := selectConfig(ctx, p.DB, account)
	if err != nil {
		return err
	}
	if config == nil || !config.IsEnabled {
		return claim.Complete(ctx, nil)
	}
	now := p.Clock.Now()
	if _, err := p.Accounts.Account(ctx, p.DB, account); apperror.CodeOf(err) == apperror.NotFound {
		return claim.Snooze(ctx, foreignPause, "the account is one of the other network mode", nil)
	} else if err != nil {
		return err
	}
	if claim.Job.Interruptions >= maxInterruptions {
		return p.fail(ctx, claim, &trouble{reason: "Crier ended again and again while it worked on this account"})
	}
	if config.heal(now) {
		return claim.Complete(ctx, func(ctx context.Context, tx bun.IDB) error {
			return p.alter(ctx, tx, account, func(c *StoryRepostConfig) { c.heal(now) })
		})
	}
	if config.quiet(p.Zone).covers(now) {
		return claim.Snooze(ctx, config.awake(now, chance(), p.Zone).Sub(now), "quiet hours", nil)
	}
	if err := p.Follow(ctx); err != nil {
		return err
	}
	c := caller{Service: p.Service, account: account, sleep: claim.Sleep}
	return p.settle(ctx, claim, p.work(ctx, c, config))
}

// work does the one thing that is due.
func (p Poller) work(ctx context.Context, c caller, config *StoryRepostConfig) error {
	now := p.Clock.Now()
	if !config.pollAt(now).After(now) {
		return p.poll(ctx, c)
	}
	if config.mayRepost(now, p.Zone) {
		return p.repostNext(ctx, c)
	}
	return nil
}

// settle ends the job and puts the next one into the queue. A failure of the network ends it as FAILED, and is noted.
func (p Poller) settle(ctx context.Context, claim *jobs.Claim, err error) error {
	account := claim.Job.SubjectID
	t := troubleOf(err)
	if err != nil && t == nil && !isSaid(err) {
		return err
	}
	if t != nil {
		p.Log.Warn("storyrepost: the network gives trouble", "account", account, "error", err)
		return p.fail(ctx, claim, t)
	}
	return claim.Complete(ctx, func(ctx context.Context, tx bun.IDB) error {
		return p.alter(ctx, tx, account, func(*StoryRepostConfig) {})
	})
}

// fail ends the job as FAILED, with what that means for the account.
func (p Poller) fail(ctx context.Context, claim *jobs.Claim, t *trouble) error {
	return claim.Fail(ctx, t.reason, func(ctx context.Context, tx bun.IDB) error {
		return p.alter(ctx, tx, claim.Job.SubjectID, func(c *StoryRepostConfig) { c.note(t, p.Clock.Now(), p.Zone) })
	})
}

// isSaid reports whether an error is about a record that says it.
func isSaid(err error) bool {
	_, isRefusal := errors.AsType[*refusal](err)
	_, isCall := errors.AsType[callError](err)
	return isRefusal || isCall || apperror.From(err) != nil
}

// note notes trouble, if there was any.
func (c *StoryRepostConfig) note(t *trouble, now time.Time, zone *time.Location) {
	if t != nil {
		c.suffer(t, now, chance(), zone)
	}
}

// errTooSoon says that the inbox was read a moment ago.
var errTooSoon = errors.New("storyrepost: the inbox was read a moment ago")

// poll reads the inbox in its turn.
func (p Poller) poll(ctx context.Context, c caller) error {
	_, err := p.readInbox(ctx, c)
	if errors.Is(err, errTooSoon) {
		return nil
	}
	return err
}

// readInbox reads the account's inbox and notes how that went, unless it went wrong: then the caller notes it. Before the first call
// it is on disk that the inbox is being read, so that no restart makes the pace faster.
func (s *Service) readInbox(ctx context.Context, c caller) ([]RepostRecord, error) {
	now := s.now()
	begun, err := beginPoll(ctx, s.DB, c.account, now, wiretime.Of(now.Time().Add(-readGap)))
	if err != nil {
		return nil, fmt.Errorf("begin a poll: %w", err)
	}
	if !begun {
		return nil, errTooSoon
	}
	status, err := s.statusOfNew(ctx, c.account)
	if err != nil {
		return nil, err
	}
	found, err := c.read(ctx, status)
	s.Log.Info("storyrepost: read an inbox", "account", c.account, "found", len(found), "error", err)
	if err != nil {
		return found, err
	}
	return found, s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return s.alter(ctx, tx, c.account, func(config *StoryRepostConfig) { config.succeed(len(found), s.Clock.Now(), s.Zone) })
	})
}

// statusOfNew returns what becomes of new mentions: PENDING where they are reposted by themselves. A data folder that had gone back in time
// does not know which stories it has reposted: for as long as those live, its mentions wait for the user.
func (s *Service) statusOfNew(ctx context.Context, account wireid.ID) (Status, error) {
	config, err := selectConfig(ctx, s.DB, account)
	if err != nil || config == nil || !config.IsEnabled || !config.AutoRepostEnabled {
		return Detected, err
	}
	folder, err := instance.Read(ctx, s.DB)
	if err != nil || folder.IsQuarantined() || folder.ClosedAt != nil && s.Clock.Now().Sub(folder.ClosedAt.Time()) < storyLife {
		return Detected, err
	}
	return Pending, nil
}

// leaveToUser has all mentions that are to be reposted by themselves wait for the user: they may have been reposted without the knowledge of
// this data folder.
func leaveToUser(ctx context.Context, tx bun.IDB, now wiretime.Time) error {
	reason := "the data folder may be older than what was done with it: look whether the story was reposted"
	return moveReposts(ctx, tx, Pending, Detected, &reason, now, func(*bun.UpdateQuery) {})
}

// succeed notes a poll that went well.
func (c *StoryRepostConfig) succeed(found int, now time.Time, zone *time.Location) {
	status := PollNoMentions
	if found > 0 {
		status = PollSucceeded
	}
	c.LastPollStatus, c.LastPollError, c.ConsecutiveFailures = &status, nil, 0
	c.NextPollAt = wiretime.Ptr(c.following(now, chance(), zone))
}

// Start has every account that is switched on polled, also those that an earlier version knew, and goes on with what was
// interrupted.
func (s *Service) Start(ctx context.Context) error {
	enabled, err := selectEnabled(ctx, s.DB)
	if err != nil {
		return fmt.Errorf("plan the polls: %w", err)
	}
	for _, config := range enabled {
		err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
			if err := s.plan(ctx, tx, &config); err != nil {
				return err
			}
			return saveConfig(ctx, tx, &config)
		})
		if err != nil {
			return fmt.Errorf("plan the polls: %w", err)
		}
	}
	return s.putBack(ctx)
}
