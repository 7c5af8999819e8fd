package posts

import (
	"cmp"
	"context"
	"fmt"

	"crier/modules/posts/timeline"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// recordChange notes a change of status in the transaction that makes it, after what led to it.
// That it cannot be noted is no reason to refuse the change; the recorder of the post's next run
// says so in the log.
func recordChange(ctx context.Context, db bun.IDB, id wireid.ID, from, to Status, now wiretime.Time) {
	step := timeline.Step{
		PostID: id, Kind: timeline.KindStatus, At: now, FromStatus: string(from), ToStatus: string(to), Text: triggerOf(from, to),
	}
	if to.HasEnded() || to == Scheduled {
		post, err := SelectPost(ctx, db, id)
		if err != nil {
			return
		}
		step.ErrorCode, step.Text = value(post.ErrorCode), cmp.Or(value(post.ErrorMessage), step.Text)
		if to == Scheduled {
			step.Until = post.ScheduledFor
		}
	}
	timeline.Add(ctx, db, step)
}

func triggerOf(from, to Status) string {
	for _, t := range lifeCycle {
		if t.From == from && t.To == to {
			return t.Trigger
		}
	}
	return ""
}

// note adds a sentence to a post's timeline, in a transaction that is about something else.
func note(ctx context.Context, db bun.IDB, id wireid.ID, now wiretime.Time, text string) {
	timeline.Add(ctx, db, timeline.Step{PostID: id, Kind: timeline.KindNote, At: now, Text: text, Repeatable: true})
}

// recordReschedule notes what a client changed about a post that waits for its time.
func recordReschedule(ctx context.Context, tx bun.IDB, post Post, change Reschedule) {
	step := timeline.Step{PostID: post.ID, Kind: timeline.KindNote, At: post.UpdatedAt, Text: "PUT /schedule/{id}: the content was changed", Repeatable: true}
	if change.At != nil {
		step.Text, step.Until = fmt.Sprintf("PUT /schedule/{id}: the post was moved to %s", change.At), change.At
	}
	timeline.Add(ctx, tx, step)
}
