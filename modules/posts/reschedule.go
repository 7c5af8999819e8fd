package posts

import (
	"context"

	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Reschedule is a change of a scheduled post.
type Reschedule struct {
	DraftPatch
	// At is the new time; nil leaves it.
	At *wiretime.Time
	// Timezone is the IANA name that is stored beside the time; nil leaves it.
	Timezone *string
	// Seen is the updatedAt that the editor has seen; nil overwrites any change since.
	Seen *wiretime.Time
}

// Reschedule changes a post that waits for its time and returns it (contract 4, PUT
// /schedule/{id}). The changed post gets the same checks as a new one, except that only a new time
// must be in the future. Reschedule returns NOT_FOUND for a post that was never scheduled,
// INVALID_STATUS once a worker has claimed it (either the edit or the firing wins), a StaleError
// for a post that has changed since it was seen, and ErrInCloud for a post of the cloud.
func (s *Schedule) Reschedule(ctx context.Context, id wireid.ID, change Reschedule) (edited Post, err error) {
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		post, content, err := s.changed(ctx, tx, id, change)
		if err != nil {
			return err
		}
		if post.InCloud() {
			return ErrInCloud
		}
		before := *post.ScheduledFor
		if err := s.move(ctx, tx, &post, content.AccountID, change); err != nil {
			return err
		}
		hasOtherFiles := change.hasOtherFiles(post, content)
		if err := rewrite(ctx, tx, &post, content, s.now()); err != nil {
			return err
		}
		if hasOtherFiles {
			if err := replaceLinks(ctx, tx, id, content.fileIDs()); err != nil {
				return err
			}
		}
		recordReschedule(ctx, tx, post, before)
		edited, err = postOn(ctx, tx, s.media, id)
		return err
	})
	failpoint.Reach("posts.rescheduled")
	return edited, err
}

// changed returns a post that waits for its time, and what its content becomes by a change that may
// be made.
func (s *Schedule) changed(ctx context.Context, tx bun.IDB, id wireid.ID, change Reschedule) (Post, PublishablePost, error) {
	post, files, err := editable(ctx, tx, s.media, id, Scheduled)
	if err != nil {
		return post, PublishablePost{}, err
	}
	if err := CheckSeen(post, change.Seen); err != nil {
		return post, PublishablePost{}, err
	}
	if change.At != nil {
		if err := s.checker.checkFuture(*change.At); err != nil {
			return post, PublishablePost{}, err
		}
	}
	content, err := contentOf(post, files)
	if err != nil {
		return post, PublishablePost{}, err
	}
	change.apply(&content)
	if !change.namesFiles() {
		// The content has only the files that there are; a carousel could do without the others.
		remaining := post
		if change.CoverMediaFileID.IsSet {
			remaining.CoverMediaFileID = nil
		}
		if err := checkFilesRemain(ctx, tx, remaining); err != nil {
			return post, PublishablePost{}, err
		}
	}
	return post, content, s.checkRescheduled(ctx, tx, post, content)
}

func (s *Schedule) checkRescheduled(ctx context.Context, tx bun.IDB, post Post, content PublishablePost) error {
	account, err := s.checker.check(ctx, tx, content, whole)
	if err != nil {
		return err
	}
	return s.checker.checkState(ctx, tx, account, Submission{PublishablePost: content, At: post.ScheduledFor})
}

// move changes the time of the post and of its job. A job of another account is another job: it is
// in another lane.
func (s *Schedule) move(ctx context.Context, tx bun.IDB, post *Post, account wireid.ID, change Reschedule) error {
	if change.Timezone != nil {
		post.Timezone = *change.Timezone
	}
	if change.At != nil {
		post.ScheduledFor = change.At
	}
	var moved bool
	var err error
	switch {
	case account != post.SocialAccountID:
		if moved, err = s.queue.Cancel(ctx, tx, PublishJob, post.ID); err == nil && moved {
			_, err = s.queue.Enqueue(ctx, tx, jobs.Request{Type: PublishJob, SubjectID: post.ID, Lane: account.String(), RunAt: post.ScheduledFor.Time()})
		}
	case change.At != nil:
		moved, err = s.queue.Move(ctx, tx, PublishJob, post.ID, change.At.Time())
	default:
		return nil
	}
	if err == nil && !moved {
		err = apperror.New(apperror.InvalidStatus, "the post is being published; wait until it is PUBLISHED or FAILED")
	}
	return err
}

// PlanReschedule makes the checks of Reschedule for a change of a post of the cloud, and returns
// the post after the change. It stores nothing.
func (s *Schedule) PlanReschedule(ctx context.Context, tx bun.IDB, id wireid.ID, change Reschedule) (Edit, error) {
	post, content, err := s.changed(ctx, tx, id, change)
	if err != nil {
		return Edit{}, err
	}
	if !post.InCloud() {
		return Edit{}, apperror.New(apperror.InvalidStatus, "the cloud gave the post back meanwhile; send the change again")
	}
	edit := Edit{Content: content, At: *post.ScheduledFor, Timezone: post.Timezone}
	edit.IsOther = change.hasOtherFiles(post, content) || content.AccountID != post.SocialAccountID || content.MediaType != post.MediaType
	if change.At != nil {
		edit.At = *change.At
	}
	if change.Timezone != nil {
		edit.Timezone = *change.Timezone
	}
	return edit, nil
}
