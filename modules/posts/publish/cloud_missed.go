package publish

import (
	"context"
	"errors"
	"fmt"

	"crier/modules/posts"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/wiretime"
)

// endMissed ends a post that is too late to be sent. One that the cloud had may be live: it is
// looked for on the network first, however long that takes.
func (c *cloudSearch) endMissed(ctx context.Context, missed *hold) error {
	_, isExposed, err := posts.SelectExposure(ctx, c.db, c.run.Post.ID)
	if err != nil {
		return err
	}
	if isExposed {
		ended := false
		if err = c.work.Identify(ctx); err == nil {
			ended, err = c.search(ctx)
		}
		if err != nil {
			return c.searchMissedLater(ctx, err)
		}
		if ended {
			return nil
		}
	}
	return c.life.hold(ctx, missed)
}

// searchMissedLater postpones the search for a missed post while the network does not answer, and
// ends the post when nobody can ask for its account.
func (c *cloudSearch) searchMissedLater(ctx context.Context, cause error) error {
	v := failure.Judge(cause, c.run.Failed())
	_, isNetwork := errors.AsType[*graph.Error](cause)
	switch {
	case v.Action == failure.Unhandled:
		return cause
	case v.Action == failure.GiveUp, !isNetwork:
		v.Message, v.Certain = v.Message+"; the cloud worker may have published the post, and a retry asks the network first", v.Message+posts.NotLive
		return c.life.fail(ctx, v)
	}
	return c.life.hold(ctx, &hold{
		pause: shortestClockHold, reason: heldUnsearched, code: apperror.InvalidSchedule,
		says: fmt.Sprintf("the post is %s late, and the cloud worker may have published it: the network must be asked first (%s)",
			wiretime.Words(max(c.gate.missedBy(c.run), 0)), v.Message),
	})
}
