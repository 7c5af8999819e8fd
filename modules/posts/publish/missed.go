package publish

import (
	"context"
	"errors"
	"fmt"

	"crier/modules/posts"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/graph"
)

// endMissed ends a post that is too late to be sent. One that the cloud had may be live: it is
// looked for on the network first, however long that takes.
func (p cloudLook) endMissed(ctx context.Context, missed *hold) error {
	_, isExposed, err := posts.SelectExposure(ctx, p.journal.db, p.run.Post.ID)
	if err != nil {
		return err
	}
	if isExposed {
		ended := false
		if err = p.work.Identify(ctx); err == nil {
			ended, err = p.lookForCloud(ctx)
		}
		if err != nil {
			return p.lookMissedLater(ctx, err)
		}
		if ended {
			return nil
		}
	}
	return p.life.hold(ctx, missed)
}

// lookMissedLater postpones the look for a missed post while the network does not answer, and ends
// the post when nobody can ask for its account.
func (p cloudLook) lookMissedLater(ctx context.Context, cause error) error {
	v := failure.Judge(cause, p.run.Failed())
	_, isNetwork := errors.AsType[*graph.Error](cause)
	switch {
	case v.Action == failure.Unhandled:
		return cause
	case v.Action == failure.GiveUp, !isNetwork:
		v.Message += "; the cloud worker may have published the post, and a retry asks the network first"
		return p.life.fail(ctx, v)
	}
	return p.life.hold(ctx, &hold{
		pause: shortestClockHold, reason: heldUnlooked, code: apperror.InvalidSchedule,
		says: fmt.Sprintf("the post is %s late, and the cloud worker may have published it: the network must be asked first (%s)",
			posts.Roughly(max(p.gate.missedBy(p.run), 0)), v.Message),
	})
}
