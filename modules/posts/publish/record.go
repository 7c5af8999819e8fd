package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/timeline"
	"crier/platform/jobs"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// recordRun has the run of a claimed job recorded. Who calls it ends the recording with endRun.
func recordRun(ctx context.Context, recorder *timeline.Recorder, claim *jobs.Claim) (context.Context, *timeline.Recording) {
	ctx, r := recorder.Record(ctx, claim.Job.SubjectID)
	watch := r.Watch()
	claim.Watch(jobs.Watch{Sleeps: watch.Sleeps, InTx: func(ctx context.Context, tx bun.IDB, change jobs.Change) {
		if channel.IsMediaWait(change.Wait) {
			change.Status = jobs.Processing // The look itself is told of, and that another follows is nothing new.
		}
		watch.InTx(ctx, tx, change)
	}})
	return ctx, r
}

// recorded does something about a post that is not a run of its job, and has its timeline tell of
// that.
func recorded(ctx context.Context, recorder *timeline.Recorder, post posts.Post, do func(context.Context, posts.Post) error) error {
	ctx, r := recorder.Record(ctx, post.ID)
	defer r.Flush(ctx)
	return do(ctx, post)
}

// noteInterruption says where a run that was interrupted had got to.
func noteInterruption(ctx context.Context, job jobs.ScheduledJob, post posts.Post) {
	if job.Interruptions > 0 {
		timeline.NoteAs(ctx, timeline.Interrupted, "Crier ended in the middle of the work, without being told to, while the post was %s; it goes on from there", post.Status)
	}
}

// recordClaim notes in the transaction of a claim that a worker takes the post up.
func recordClaim(ctx context.Context, tx bun.IDB, job jobs.ScheduledJob, now time.Time) {
	if channel.IsMediaWait(job.Wait) && job.Interruptions == 0 {
		return
	}
	text := fmt.Sprintf("attempt %d of %d", job.Attempts+1, job.MaxAttempts)
	if job.Interruptions > 0 {
		text += fmt.Sprintf(", interruptions without getting further: %d", job.Interruptions)
	}
	late := max(now.Sub(job.RunAt.Time()), 0)
	timeline.Add(ctx, tx, timeline.Step{
		PostID: job.SubjectID, Kind: timeline.KindClaim, At: wiretime.Of(now), Text: text, LateMs: late.Milliseconds(), Repeatable: true,
	})
}

// endRun notes how a run ended that did not settle its job, and writes what is not written yet.
func endRun(ctx context.Context, r *timeline.Recording, err error) {
	switch {
	case err == nil, errors.Is(err, failure.ErrTaken):
	case errors.Is(err, jobs.ErrStopping):
		timeline.Note(ctx, "Crier was told to stop; the work goes on when it is started again")
	case errors.Is(err, jobs.ErrLost):
		timeline.Note(ctx, "the machine slept in the middle of the work, or was too busy for it; it is taken up again")
	default:
		timeline.Note(ctx, "an error within Crier broke the work off; it is taken up again soon, and the log has the reason")
	}
	r.Flush(ctx)
}
