package posts

import (
	"context"

	"crier/platform/apperror"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// UpdateDraft changes a draft and returns it (contract 4, PUT /posts/draft/{id}). It returns INVALID_STATUS for a post that
// has left DRAFT. The whole draft is checked as a new one is, but for files that the patch does not speak of: one that was
// deleted meanwhile does not keep the rest from being edited.
func (s *Service) UpdateDraft(ctx context.Context, id wireid.ID, patch DraftPatch) (draft SavedDraft, err error) {
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		post, files, err := s.editable(ctx, tx, id, Draft)
		if err != nil {
			return err
		}
		content, err := contentOf(post, files)
		if err != nil {
			return err
		}
		patch.apply(&content)
		how := untouched
		if patch.touchesFiles() {
			how, files = partial, content.fileIDs()
		}
		account, err := s.check(ctx, tx, content, how)
		if err != nil {
			return err
		}
		if err := s.rewrite(ctx, tx, &post, content); err != nil {
			return err
		}
		if how == partial {
			if err := replaceLinks(ctx, tx, id, files); err != nil {
				return err
			}
		}
		draft, err = s.savedDraft(ctx, tx, account, post, content)
		return err
	})
	return draft, err
}

// Reschedule is a change of a scheduled post.
type Reschedule struct {
	ContentPatch
	// At is the new time; nil leaves it.
	At *wiretime.Time
	// Timezone is the IANA name that is stored beside the time; nil leaves it.
	Timezone *string
}

// Reschedule changes a post that waits for its time and returns it (contract 4, PUT /schedule/{id}). The post as it will
// be is held against everything that a new one is, but only a new time must be in the future. It returns NOT_FOUND for a
// post that was never scheduled, INVALID_STATUS once a worker has claimed it, of an edit and the firing, one wins, and ErrInCloud
// for one that is the cloud's.
func (s *Service) Reschedule(ctx context.Context, id wireid.ID, change Reschedule) (edited Post, err error) {
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		post, content, err := s.changed(ctx, tx, id, change)
		if err != nil {
			return err
		}
		if post.InCloud() {
			return ErrInCloud
		}
		if err := s.move(ctx, tx, &post, change); err != nil {
			return err
		}
		if err := s.rewrite(ctx, tx, &post, content); err != nil {
			return err
		}
		recordReschedule(ctx, tx, post, change)
		edited, err = postOn(ctx, tx, s.media, id)
		return err
	})
	killpoint.Reach("posts.rescheduled")
	return edited, err
}

// changed returns a post that waits for its time, and what its content becomes by a change that may be made.
func (s *Service) changed(ctx context.Context, tx bun.IDB, id wireid.ID, change Reschedule) (Post, PublishablePost, error) {
	post, files, err := s.editable(ctx, tx, id, Scheduled)
	if err != nil {
		return post, PublishablePost{}, err
	}
	if change.At != nil {
		if err := s.checkFuture(*change.At); err != nil {
			return post, PublishablePost{}, err
		}
	}
	content, err := contentOf(post, files)
	if err != nil {
		return post, PublishablePost{}, err
	}
	change.apply(&content)
	return post, content, s.checkRescheduled(ctx, tx, post, content)
}

func (s *Service) checkRescheduled(ctx context.Context, tx bun.IDB, post Post, content PublishablePost) error {
	// The content has only the files that there are; a carousel could do without the others.
	if err := checkFilesRemain(ctx, tx, post); err != nil {
		return err
	}
	account, err := s.check(ctx, tx, content, whole)
	if err != nil {
		return err
	}
	return s.checkState(ctx, tx, account, Submission{PublishablePost: content, At: post.ScheduledFor})
}

// move changes the time of the post and of its job.
func (s *Service) move(ctx context.Context, tx bun.IDB, post *Post, change Reschedule) error {
	if change.Timezone != nil {
		post.Timezone = *change.Timezone
	}
	if change.At == nil {
		return nil
	}
	post.ScheduledFor = change.At
	moved, err := s.queue.Move(ctx, tx, jobs.Publish, post.ID, change.At.Time())
	if err == nil && !moved {
		err = apperror.New(apperror.InvalidStatus, "the post is being published")
	}
	return err
}

// editable returns a post that must be in the status, with the ids of its files that still exist. A post that is none of
// the kind is NOT_FOUND: as far as schedules go, there is none.
func (s *Service) editable(ctx context.Context, tx bun.IDB, id wireid.ID, status Status) (Post, []wireid.ID, error) {
	post, err := postOn(ctx, tx, s.media, id)
	if err != nil {
		return Post{}, nil, err
	}
	if status == Scheduled && !post.IsScheduled {
		return Post{}, nil, notFound(id)
	}
	if post.Status != status {
		return Post{}, nil, apperror.New(apperror.InvalidStatus, "only a post in %s can be changed; this one is %s", status, post.Status)
	}
	return post, idsOf(post), nil
}

// idsOf returns the ids of the post's files that still exist.
func idsOf(post Post) []wireid.ID {
	files := make([]wireid.ID, len(post.MediaFiles))
	for i, file := range post.MediaFiles {
		files[i] = file.ID
	}
	return files
}

// rewrite stores the content of a post that stays in its status.
func (s *Service) rewrite(ctx context.Context, tx bun.IDB, post *Post, content PublishablePost) error {
	if err := content.fill(post); err != nil {
		return err
	}
	post.UpdatedAt = s.now()
	taken, err := updateContent(ctx, tx, post, post.Status)
	if err == nil && !taken {
		err = whyNot(ctx, tx, post.ID, "has changed meanwhile: it")
	}
	return err
}

// contentOf returns what a post was made from.
func contentOf(post Post, files []wireid.ID) (PublishablePost, error) {
	p := PublishablePost{
		AccountID: post.SocialAccountID, MediaType: post.MediaType, Caption: post.Caption, LocationID: post.LocationID,
		LocationName: post.LocationName, AltText: post.AltText, CrossPostToPartner: &post.CrossPostToPartner,
	}
	switch {
	case post.MediaType == Carousel:
		p.MediaFileIDs = files
	case len(files) > 0:
		p.MediaFileID = &files[0]
	}
	var err error
	if p.UserTags, err = DecodeList[UserTag](post.UserTags); err != nil {
		return p, err
	}
	if p.Collaborators, err = DecodeList[string](post.Collaborators); err != nil {
		return p, err
	}
	p.StoryMentions, err = DecodeList[StoryMention](post.StoryMentions)
	return p, err
}
