package posts

import (
	"cmp"
	"context"
	"fmt"

	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

func insertPost(ctx context.Context, db bun.IDB, post *Post) error {
	if !Status("").CanBecome(post.Status) {
		return fmt.Errorf("posts: a post cannot begin as %s", post.Status)
	}
	err := postInsert.Exec(ctx, db, post)
	if err == nil {
		recordChange(ctx, db, post.ID, "", post.Status, post.UpdatedAt)
	}
	return err
}

// insertWithFiles stores a new post and the files that it has.
func insertWithFiles(ctx context.Context, db bun.IDB, post *Post, files []wireid.ID) error {
	if err := insertPost(ctx, db, post); err != nil {
		return err
	}
	return insertLinks(ctx, db, post.ID, files)
}

// updateContent writes everything that a client chooses about a post, together with the status, to
// a row in the status from. It reports false, and changes nothing, when the row is in another one.
func updateContent(ctx context.Context, db bun.IDB, post *Post, from Status) (bool, error) {
	if from != post.Status && !from.CanBecome(post.Status) {
		return false, illegal(from, post.Status)
	}
	changed, err := database.Changed(db.NewUpdate().Model(post).
		Column("social_account_id", "media_type", "source_type", "is_scheduled", "scheduled_for", "planned_for", "timezone",
			"status", "cloud_job_id", "updated_at").
		Column(contentColumns(db)...).
		Where("id = ? AND status = ?", post.ID, from).Exec(ctx))
	if changed && from != post.Status {
		recordChange(ctx, db, post.ID, from, post.Status, post.UpdatedAt)
	}
	return changed, err
}

// ChangeStatus moves a post along its life cycle, together with the columns of set. It reports
// false, and changes nothing, when the post is not in the status from.
func ChangeStatus(ctx context.Context, db bun.IDB, id wireid.ID, from, to Status, now wiretime.Time, set func(*database.Update)) (bool, error) {
	if !from.CanBecome(to) {
		return false, illegal(from, to)
	}
	var update database.Update
	// The status is a literal: some indexes hold one status only, so SQLite would plan the
	// statement again for each value.
	update.Set("status = ?, updated_at = ?", to, now).Where("id = ? AND status = '"+string(from)+"'", id)
	if from == Failed {
		update.Set("doubt = ?, settled_message = NULL", NoDoubt)
	}
	if set != nil {
		set(&update)
	}
	changed, err := database.Changed(update.Exec(ctx, db, "posts"))
	if changed {
		recordChange(ctx, db, id, from, to, now)
	}
	return changed, err
}

// whyNot explains why a post could not be changed: there is none, or its status is another one.
func whyNot(ctx context.Context, db bun.IDB, id wireid.ID, what string) error {
	post, err := SelectPost(ctx, db, id)
	if isNotFound(err) {
		return notFound(id)
	}
	if err != nil {
		return err
	}
	return apperror.New(apperror.InvalidStatus, "the post %s is %s", what, post.Status)
}

func illegal(from, to Status) error {
	return fmt.Errorf("posts: a post cannot go from %s to %s", from, to)
}

// Update changes a post without touching its status. A post that does not exist is no error.
func Update(ctx context.Context, db bun.IDB, id wireid.ID, now wiretime.Time, set func(*database.Update)) error {
	var update database.Update
	set(update.Set("updated_at = ?", now).Where("id = ?", id))
	_, err := update.Exec(ctx, db, "posts")
	return err
}

// outcome is what the timeline says of a post beside its status.
type outcome struct {
	bun.BaseModel `bun:"table:posts"`

	ErrorCode, ErrorMessage *string
	Doubt                   Doubt
	ScheduledFor            *wiretime.Time
}

var outcomeOf = database.SelectFrom[outcome]("WHERE id = ?")

// recordChange records a change of status in the transaction that makes it, after the events that
// led to it. A failure to record it does not refuse the change; the recorder of the post's next run
// logs that.
func recordChange(ctx context.Context, db bun.IDB, id wireid.ID, from, to Status, now wiretime.Time) {
	step := timeline.Step{
		PostID: id, Kind: timeline.KindStatus, At: now, FromStatus: string(from), ToStatus: string(to), Text: triggerOf(from, to),
	}
	if to.HasEnded() || to == Scheduled {
		post, err := outcomeOf.One(ctx, db, id)
		if err != nil {
			return
		}
		step.ErrorCode, step.Text = value(post.ErrorCode), cmp.Or(value(post.ErrorMessage), step.Text)
		if to == Scheduled {
			step.Until = post.ScheduledFor
		}
		if post.Doubt == MayBeLive {
			step.What = timeline.MayBeLive
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

// recordReschedule notes that a client changed a post that waits for its time; before is the
// time that it had. Clients send the time with every change, so only another one is a move.
func recordReschedule(ctx context.Context, tx bun.IDB, post Post, before wiretime.Time) {
	step := timeline.Step{PostID: post.ID, Kind: timeline.KindNote, At: post.UpdatedAt, What: timeline.Changed, Text: "PUT /schedule/{id}: the content was changed", Repeatable: true}
	if at := post.ScheduledFor; *at != before {
		step.What, step.Text, step.Until = timeline.Moved, fmt.Sprintf("PUT /schedule/{id}: the post was moved to %s", at), at
	}
	timeline.Add(ctx, tx, step)
}
