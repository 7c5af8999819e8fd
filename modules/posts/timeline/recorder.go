// Package timeline records what happens to posts, step by step.
//
// A step is a change of status, a claim with its lateness, a call of the network with its figures,
// a wait, a finding or a decision. The internal surface shows the steps (GET
// /api/posts/{id}/timeline), and so does the command line. v1 does not, because the text of a step
// changes with the program.
//
//	Add        writes a change of status, a claim or a request of a client, in its transaction
//	Recording  writes the steps of one run: graph.WithObserver reports calls,
//	           httpclient.WithObserver what is unknown in answers of the app API, jobs.Watch
//	           transactions and sleeps, and Note decisions
//
// No step decides anything, and none fails a post: a step that cannot be written is left out, which
// the log says once. Steps are written within the transactions that the work makes anyway, before
// it sleeps, and at the end of a run, so that none delays the publish call. A kill loses at most
// the calls since the last of these. Repetitions without anything new in between are one step with
// a count.
//
// A post has at most 200 steps. Of a longer story the first 20 and the latest are kept, and
// repetitions go first. A timeline is deleted with its post, and 90 days after the end of its post.
package timeline

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/httpclient"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// recordTimeout bounds how long the work may wait for its steps to be written.
	recordTimeout = 2 * time.Second
	// maxUnwritten is how many steps a run holds that cannot be written.
	maxUnwritten = 100
	// maxStrange is how many notes of what is unknown a run makes.
	maxStrange = 10
	// keepSteps is for how long after a post's end its timeline is kept.
	keepSteps = 90 * 24 * time.Hour
	// forgetBatch bounds how long one statement keeps other writers waiting.
	forgetBatch = 200
)

// Recorder records runs over posts. It is safe for concurrent use.
type Recorder struct {
	db    *database.DB
	clock clock.Clock
	log   *slog.Logger
	// unrecorded is done when the first step could not be recorded.
	unrecorded sync.Once
}

// NewRecorder returns a Recorder that takes the time of steps from the clock, and logs that a step
// could not be recorded.
func NewRecorder(db *database.DB, clk clock.Clock, log *slog.Logger) *Recorder {
	return &Recorder{db: db, clock: clk, log: log}
}

// Recording collects what happens in one run over a post. It writes steps in the transactions that
// the work makes anyway, before the work sleeps, and at its end. So no step costs a transaction of
// its own on the way to the network.
type Recording struct {
	*Recorder

	post wireid.ID

	mu sync.Mutex
	// steps are not written yet, but for the first few that the transaction under way has written.
	steps   []Step
	written int
	// strange are the notes of what is unknown that this run has made.
	strange []string
}

type recordingKey struct{}

// Record returns a context whose network calls and Notes go to the post's timeline. The caller ends
// the recording with Flush.
func (r *Recorder) Record(ctx context.Context, post wireid.ID) (context.Context, *Recording) {
	recording := &Recording{Recorder: r, post: post}
	ctx = graph.WithObserver(context.WithValue(ctx, recordingKey{}, recording), recording.called)
	return httpclient.WithObserver(ctx, recording.noteUnknown), recording
}

func recordingOf(ctx context.Context) *Recording {
	r, _ := ctx.Value(recordingKey{}).(*Recording)
	return r
}

// Note writes a finding or a decision to the timeline. Without a recording it does nothing.
func Note(ctx context.Context, format string, args ...any) {
	NoteAs(ctx, "", format, args...)
}

// NoteAs is Note for a finding or a decision that something goes by.
func NoteAs(ctx context.Context, what What, format string, args ...any) {
	if r := recordingOf(ctx); r != nil {
		r.add(Step{Kind: KindNote, What: what, Text: fmt.Sprintf(format, args...), Repeatable: true})
	}
}

// Watch returns the jobs.Watch that records what a claim does.
func (r *Recording) Watch() jobs.Watch {
	return jobs.Watch{Sleeps: r.Flush, InTx: func(ctx context.Context, tx bun.IDB, change jobs.Change) {
		r.begin()
		if change.Status != jobs.Pending {
			r.write(ctx, tx)
			return
		}
		step := Step{PostID: r.post, Kind: KindWait, At: wiretime.Of(r.clock.Now()), Until: wiretime.Ptr(change.At), Text: change.Reason, Repeatable: !change.Counts}
		if change.Counts {
			step.Text = "the attempt failed: " + change.Reason
		}
		r.write(ctx, tx, step)
	}}
}

// called is told of each call of the network.
func (r *Recording) called(c graph.Call) {
	step := Step{
		Kind: KindCall, At: wiretime.Of(c.At), DurationMs: c.Duration.Milliseconds(), Op: c.Op, Method: c.Method, Host: c.Host, Path: c.Path,
		HTTPStatus: c.HTTPStatus, Code: c.Code, Subcode: c.Subcode, TraceID: c.TraceID, UsagePercent: c.Usage.Percent, Text: c.Answer,
		Repeatable: c.Method == "GET",
	}
	if failed, ok := errors.AsType[*graph.Error](c.Err); ok {
		step.Class, step.Text = string(failed.Class), saidBy(failed)
	}
	switch {
	case errors.Is(c.Err, graph.ErrMalformed):
		step.What = MalformedAnswer
	case c.State == graph.Failed:
		step.What = MediaRefused
	}
	r.add(step)
	r.noteUnknown(httpclient.Unknown{Op: c.Op, What: c.Strange})
}

// noteUnknown notes what is unknown of an answer, once in a run, and a few of it.
func (r *Recording) noteUnknown(u httpclient.Unknown) {
	step := UnknownIn(u)
	r.mu.Lock()
	isNew := u.What != "" && len(r.strange) < maxStrange && !slices.Contains(r.strange, step.Text)
	if isNew {
		r.strange = append(r.strange, step.Text)
	}
	r.mu.Unlock()
	if isNew {
		r.add(step)
	}
}

// UnknownIn returns the step that tells of what is unknown in an answer.
func UnknownIn(u httpclient.Unknown) Step {
	return Step{Kind: KindNote, What: UnknownAnswer, Text: fmt.Sprintf("unknown to this version of Crier: %s (%s)", u.What, u.Op), Repeatable: true}
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

func (r *Recording) add(step Step) {
	r.mu.Lock()
	defer r.mu.Unlock()
	step.PostID = r.post
	if step.At.IsZero() {
		step.At = wiretime.Of(r.clock.Now())
	}
	if len(r.steps) < maxUnwritten {
		r.steps = append(r.steps, step)
	}
}

// Flush writes the steps, also when ctx has ended, because that is when people look at a timeline.
func (r *Recording) Flush(ctx context.Context) {
	if !r.begin() {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	err := r.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		r.write(ctx, tx)
		return nil
	})
	r.noteFailure(err)
}

// begin says that a transaction begins, and that what the last one has written without being
// committed is not there. It reports whether there is anything to be written.
func (r *Recording) begin() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.written = 0
	return len(r.steps) > 0
}

// write writes the steps in a transaction, and behind them those that the transaction adds. It
// leaves out what cannot be written.
func (r *Recording) write(ctx context.Context, db bun.IDB, added ...Step) {
	r.mu.Lock()
	defer r.mu.Unlock()
	steps := slices.Concat(r.steps[r.written:], added)
	if len(steps) == 0 {
		return
	}
	r.noteFailure(insertSteps(ctx, db, r.post, steps...))
	r.written = len(r.steps)
	database.AfterCommit(ctx, r.committed)
}

func (r *Recording) committed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.steps, r.written = r.steps[r.written:], 0
}

// noteFailure logs the first failure to record a step. The work goes on as if there were no
// timeline.
func (r *Recorder) noteFailure(err error) {
	if err != nil {
		r.unrecorded.Do(func() { r.log.Warn("posts: the timeline of a post has a gap; this is said once", "error", err) })
	}
}

// Forget removes the timelines of posts that ended more than 90 days ago.
func (r *Recorder) Forget(ctx context.Context) error {
	before := wiretime.Of(r.clock.Now().Add(-keepSteps))
	for more := true; more; {
		err := r.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
			more, err = deleteOldSteps(ctx, tx, before, forgetBatch)
			return err
		})
		if err != nil {
			return fmt.Errorf("forget old timelines: %w", err)
		}
	}
	return nil
}

// Add writes a step in db, a transaction that does other work, after the steps of the run that ctx
// belongs to. It drops a step that cannot be written.
func Add(ctx context.Context, db bun.IDB, step Step) {
	if r := recordingOf(ctx); r != nil && r.post == step.PostID {
		r.write(ctx, db, step)
		return
	}
	_ = insertSteps(ctx, db, step.PostID, step)
}
