package posts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// recordPatience bounds how long the work may wait for its steps to be written.
	recordPatience = 2 * time.Second
	// maxUnwritten is how many steps a run holds that cannot be written.
	maxUnwritten = 100
	// keepSteps is for how long after a post's end its timeline is kept.
	keepSteps = 90 * 24 * time.Hour
	// forgetBatch bounds how long one statement keeps other writers waiting.
	forgetBatch = 200
)

// recorder collects what happens in one run over a post. Its steps are written in the transactions that the work makes
// anyhow, before it sleeps, and at its end: none costs the work a transaction of its own on the way to the network.
type recorder struct {
	*Publisher

	post wireid.ID

	mu sync.Mutex
	// steps are not written yet, but for the first few that the transaction under way has written.
	steps   []Step
	written int
}

type recorderKey struct{}

// record returns a context under which what happens is told of in the post's timeline. Who calls it ends the recorder.
func (p *Publisher) record(ctx context.Context, post wireid.ID) (context.Context, *recorder) {
	r := &recorder{Publisher: p, post: post}
	return graph.WithObserver(context.WithValue(ctx, recorderKey{}, r), r.called), r
}

// recordRun is record for the run of a claimed job.
func (p *Publisher) recordRun(ctx context.Context, claim *jobs.Claim) (context.Context, *recorder) {
	ctx, r := p.record(ctx, claim.Job.SubjectID)
	claim.Watch(r.watch())
	return ctx, r
}

// recorded does something about a post that is not a run of its job, and has its timeline tell of that.
func (p *Publisher) recorded(ctx context.Context, post Post, do func(context.Context, Post) error) error {
	ctx, r := p.record(ctx, post.ID)
	defer r.flush(ctx)
	return do(ctx, post)
}

func recorderOf(ctx context.Context) *recorder {
	r, _ := ctx.Value(recorderKey{}).(*recorder)
	return r
}

// note tells the timeline what was found out or decided. Without a recorder it does nothing.
func note(ctx context.Context, format string, args ...any) {
	if r := recorderOf(ctx); r != nil {
		r.add(Step{Kind: StepNote, Text: fmt.Sprintf(format, args...), Repeatable: true})
	}
}

// noteInterruption says where a run that was interrupted had got to.
func noteInterruption(ctx context.Context, job jobs.ScheduledJob, post Post) {
	if job.Interruptions > 0 {
		note(ctx, "Crier ended in the middle of the work, without being told to, while the post was %s; it goes on from there", post.Status)
	}
}

// noteCandidates says how many of an account's media could be the post that is looked for.
func noteCandidates(ctx context.Context, shown, fitting int, free []graph.Media) {
	if len(free) == 1 {
		note(ctx, "one of %d media of the account matches the post: %s", shown, free[0].ID)
		return
	}
	text := fmt.Sprintf("%d of %d media of the account could be the post", len(free), shown)
	if others := fitting - len(free); others > 0 {
		text += fmt.Sprintf("; %d more are other posts of Crier's", others)
	}
	for i, m := range free {
		text += map[bool]string{true: ": ", false: ", "}[i == 0] + m.ID
	}
	note(ctx, "%s", text)
}

// recordReschedule notes what a client changed about a post that waits for its time.
func recordReschedule(ctx context.Context, tx bun.IDB, post Post, change Reschedule) {
	step := Step{PostID: post.ID, Kind: StepNote, At: post.UpdatedAt, Text: "PUT /schedule/{id}: the content was changed", Repeatable: true}
	if change.At != nil {
		step.Text, step.Until = fmt.Sprintf("PUT /schedule/{id}: the post was moved to %s", change.At), change.At
	}
	recordIn(ctx, tx, step)
}

// recordClaim notes in the transaction of a claim that a worker takes the post up.
func (p *Publisher) recordClaim(ctx context.Context, tx bun.IDB, job jobs.ScheduledJob) {
	text := fmt.Sprintf("attempt %d of %d", job.Attempts+1, job.MaxAttempts)
	if job.Interruptions > 0 {
		text += fmt.Sprintf(", interruptions without getting further: %d", job.Interruptions)
	}
	late := max(p.clock.Now().Sub(job.RunAt.Time()), 0)
	recordIn(ctx, tx, Step{PostID: job.SubjectID, Kind: StepClaim, At: p.now(), Text: text, LateMs: late.Milliseconds(), Repeatable: true})
}

// watch returns what tells the recorder of a claim's doings.
func (r *recorder) watch() jobs.Watch {
	return jobs.Watch{Sleeps: r.flush, InTx: func(ctx context.Context, tx bun.IDB, change jobs.Change) {
		r.begin()
		r.write(ctx, tx)
		if change.Status != jobs.Pending {
			return
		}
		step := Step{PostID: r.post, Kind: StepWait, At: r.now(), Until: wiretime.Ptr(change.At), Text: change.Reason, Repeatable: !change.Counts}
		if change.Counts {
			step.Text = "the attempt failed: " + change.Reason
		}
		r.insert(ctx, tx, step)
	}}
}

// called is told of each call of the network.
func (r *recorder) called(c graph.Call) {
	step := Step{
		Kind: StepCall, At: wiretime.Of(c.At), DurationMs: c.Duration.Milliseconds(), Op: c.Op, Method: c.Method, Host: c.Host, Path: c.Path,
		HTTPStatus: c.HTTPStatus, Code: c.Code, Subcode: c.Subcode, TraceID: c.TraceID, UsagePercent: c.Usage.Percent, Text: c.Answer,
		Repeatable: c.Method == "GET",
	}
	if failed, ok := errors.AsType[*graph.Error](c.Err); ok {
		step.Class, step.Text = string(failed.Class), saidBy(failed)
	}
	r.add(step)
}

// saidBy words a failed call: what the network said, and what is known about that.
func saidBy(err *graph.Error) string {
	said := slices.DeleteFunc([]string{err.Message, err.UserMessage, err.Meaning}, func(s string) bool { return s == "" })
	text := strings.Join(slices.Compact(said), ": ")
	if err.OutcomeUnknown() {
		text += "; it may have taken effect all the same"
	}
	return text
}

func (r *recorder) add(step Step) {
	r.mu.Lock()
	defer r.mu.Unlock()
	step.PostID = r.post
	if step.At.IsZero() {
		step.At = r.now()
	}
	if len(r.steps) < maxUnwritten {
		r.steps = append(r.steps, step)
	}
}

// end notes how a run ended that did not settle its job, and writes what is not written yet.
func (r *recorder) end(ctx context.Context, err error) {
	switch {
	case err == nil, errors.Is(err, errTaken):
	case errors.Is(err, jobs.ErrStopping):
		note(ctx, "Crier was told to stop; the work goes on when it is started again")
	case errors.Is(err, jobs.ErrLost):
		note(ctx, "the machine slept in the middle of the work, or was too busy for it; it is taken up anew")
	default:
		note(ctx, "an error within Crier broke the work off; it is taken up again soon, and the log has the reason")
	}
	r.flush(ctx)
}

// flush writes the steps, also when ctx has ended: whoever asks why wants to know most of all then.
func (r *recorder) flush(ctx context.Context) {
	if !r.begin() {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordPatience)
	defer cancel()
	err := r.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		r.write(ctx, tx)
		return nil
	})
	r.noteFailure(err)
}

// begin says that a transaction begins, and that what the last one has written without being committed is not there. It
// reports whether there is anything to be written.
func (r *recorder) begin() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.written = 0
	return len(r.steps) > 0
}

// write writes the steps in a transaction. One that cannot be written is left out.
func (r *recorder) write(ctx context.Context, db bun.IDB) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.written == len(r.steps) {
		return
	}
	for _, step := range r.steps[r.written:] {
		r.insert(ctx, db, step)
	}
	r.written = len(r.steps)
	database.AfterCommit(ctx, r.committed)
}

func (r *recorder) committed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.steps, r.written = r.steps[r.written:], 0
}

func (r *recorder) insert(ctx context.Context, db bun.IDB, step Step) {
	r.noteFailure(insertStep(ctx, db, step))
}

// noteFailure logs the first failure to record a step. The work goes on as if there were no timeline.
func (p *Publisher) noteFailure(err error) {
	if err != nil {
		p.unrecorded.Do(func() { p.log.Warn("posts: the timeline of a post has a gap; this is said once", "error", err) })
	}
}

// ForgetSteps removes the timelines of posts that ended more than 90 days ago.
func (p *Publisher) ForgetSteps(ctx context.Context) error {
	before := wiretime.Of(p.clock.Now().Add(-keepSteps))
	for more := true; more; {
		err := p.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
			more, err = deleteOldSteps(ctx, tx, before, forgetBatch)
			return err
		})
		if err != nil {
			return fmt.Errorf("forget old timelines: %w", err)
		}
	}
	return nil
}
