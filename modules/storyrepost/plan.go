package storyrepost

import (
	"context"
	"time"

	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// laneOf keeps polls out of the account's own lane: what is published does not wait for them.
func laneOf(account wireid.ID) string { return "story-repost:" + account.String() }

// plan has the account's job run when there is something to do next, in the transaction that changes its configuration. One that is
// switched off has no job.
func (s *Service) plan(ctx context.Context, tx bun.IDB, c *StoryRepostConfig) error {
	account := *c.SocialAccountID
	if !c.IsEnabled {
		_, err := s.Queue.Cancel(ctx, tx, jobs.StoryRepostCheck, account)
		return err
	}
	now := s.Clock.Now()
	if c.NextPollAt == nil {
		soon := now.Add(firstPoll + time.Duration((chance()+1)/2*float64(firstPoll)))
		c.NextPollAt = wiretime.Ptr(c.awake(soon, chance(), s.Zone))
	}
	at := c.pollAt(now)
	if repost, ok, err := s.repostAt(ctx, tx, c); err != nil {
		return err
	} else if ok && repost.Before(at) {
		at = repost
	}
	if at.Before(now) {
		at = now
	}
	return s.Queue.Upsert(ctx, tx, jobs.Request{
		Type: jobs.StoryRepostCheck, SubjectID: account, Lane: laneOf(account), RunAt: c.awake(at, chance(), s.Zone),
		RepeatKey: laneOf(account), Every: c.interval(now),
	})
}

// pollAt returns when the inbox is to be polled: never right after it was read, and not in a pause. A reading that lies ahead was noted by
// a clock that was set back since then.
func (c *StoryRepostConfig) pollAt(now time.Time) time.Time {
	var at time.Time
	if c.NextPollAt != nil {
		at = c.NextPollAt.Time()
	}
	if c.LastPollAt != nil && !c.LastPollAt.Time().After(now) && at.Before(c.LastPollAt.Time().Add(readGap)) {
		at = c.LastPollAt.Time().Add(readGap)
	}
	if c.ChallengePauseUntil != nil && at.Before(c.ChallengePauseUntil.Time()) {
		at = c.ChallengePauseUntil.Time()
	}
	return at
}

// longestPlan is more than any plan of ours lies ahead.
const longestPlan = 2 * longestPause

// heal forgets plans that a clock has made which was far ahead, and reports whether there were any.
func (c *StoryRepostConfig) heal(now time.Time) (healed bool) {
	for _, plan := range []**wiretime.Time{&c.NextPollAt, &c.ChallengePauseUntil, &c.RepostsTodayResetAt} {
		if *plan != nil && (*plan).Time().Sub(now) > longestPlan {
			*plan, healed = nil, true
		}
	}
	return healed
}

// repostAt returns when the next repost by itself may be made, and false when none is to be.
func (s *Service) repostAt(ctx context.Context, db bun.IDB, c *StoryRepostConfig) (time.Time, bool, error) {
	now := s.Clock.Now()
	if !c.AutoRepostEnabled || c.ConsecutiveFailures > 0 || c.isPaused(now) {
		return time.Time{}, false, nil
	}
	waiting, err := nextPending(ctx, db, *c.SocialAccountID, wiretime.Of(now))
	if err != nil || waiting == nil {
		return time.Time{}, false, err
	}
	at := now
	if last := c.LastAutoSyncAt; last != nil && !last.Time().After(now) {
		at = later(at, last.Time().Add(repostGap+time.Duration((chance()+1)/2*float64(repostSpread))))
	}
	if left, until := c.repostsLeft(now, true); left <= 0 {
		at = later(at, until)
	}
	return at, true, nil
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// mayRepost reports whether a repost by itself may be made now. It is asked again in the transaction that begins one.
func (c *StoryRepostConfig) mayRepost(now time.Time, machine *time.Location) bool {
	left, _ := c.repostsLeft(now, true)
	last := c.LastAutoSyncAt
	return c.IsEnabled && c.AutoRepostEnabled && c.ConsecutiveFailures == 0 && !c.isPaused(now) && left > 0 && !c.quiet(machine).covers(now) &&
		(last == nil || last.Time().After(now) || now.Sub(last.Time()) >= repostGap)
}
