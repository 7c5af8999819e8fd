package schedule

import (
	"context"
	"errors"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// bulkWork is one request that is being worked on.
type bulkWork struct {
	request BulkRequest
	// turns is when each post is retried.
	turns *posts.RetryTurns
	// steps are how the posts stood when the request first came, and what it makes of them. For
	// undo they are what is undone.
	steps map[wireid.ID]bulkStep
}

// bulkStep is what a request makes of a post, and the post as it was read. After is also nil where
// it makes nothing of it.
type bulkStep struct {
	BulkStep

	Seen wiretime.Time `json:"seen"`
	// isPast says that the request has come before, and the post has changed since.
	isPast bool
}

// plan reads how the posts stand and works out what becomes of them, unless that was done when the
// request first came. It is stored before the first post changes, so that the request can be
// repeated whatever became of it. INVALID_SCHEDULE means that a post would go out at a time that
// has passed.
func (b *bulk) plan(ctx context.Context, key string, w *bulkWork) error {
	type steps struct {
		Steps []bulkStep `json:"steps"`
	}
	var found steps
	stands, seen := make(map[wireid.ID]BulkState, len(w.request.PostIDs)), make(map[wireid.ID]wiretime.Time, len(w.request.PostIDs))
	for _, id := range w.request.PostIDs {
		post, err := b.history.Post(ctx, id)
		if apperror.From(err) != nil {
			continue // What is wrong with it is told when its turn comes.
		}
		if err != nil {
			return err
		}
		stands[id], seen[id] = stateOf(post), post.UpdatedAt
		step := bulkStep{BulkStep: BulkStep{PostID: id, Before: stands[id]}, Seen: post.UpdatedAt}
		if after, err := stands[id].after(&w.request); err == nil {
			step.After = after
		}
		found.Steps = append(found.Steps, step)
	}
	planned, err := posts.First(ctx, b.answers, "bulk", key, w.request, found)
	if err != nil {
		return err
	}
	now, late := wiretime.Of(b.clock.Now()), []wiretime.Time{}
	for _, step := range planned.Steps {
		step.isPast = seen[step.PostID] != step.Seen
		w.steps[step.PostID] = step
		if stands[step.PostID].is(step.Before) && step.goesOutBy(now) {
			late = append(late, *step.After.At)
		}
	}
	if len(late) == 0 {
		return nil
	}
	return apperror.New(apperror.InvalidSchedule, "%d of %d posts would go out at a time that has passed, the first of them at %s; nothing was changed: choose a later time, or leave those out",
		len(late), len(w.request.PostIDs), late[0])
}

// goesOutBy reports whether the step has the post go out at another time than before, and that is
// not after now.
func (s *BulkStep) goesOutBy(now wiretime.Time) bool {
	if s.After == nil || s.After.Status != posts.Scheduled || s.After.At == nil || s.After.At.Time().After(now.Time()) {
		return false
	}
	return s.Before.Status != posts.Scheduled || !sameTime(s.Before.At, s.After.At)
}

// one applies the action to one post, and tells where a post stands to which it could not.
func (b *bulk) one(ctx context.Context, w *bulkWork, id wireid.ID) (BulkOutcome, error) {
	outcome, err := b.act(ctx, w, id)
	if err != nil {
		if post, unread := b.history.Post(ctx, id); unread == nil {
			outcome.Status = &post.Status
		}
	}
	return outcome, err
}

func (b *bulk) act(ctx context.Context, w *bulkWork, id wireid.ID) (BulkOutcome, error) {
	step, isPlanned := w.steps[id]
	if w.request.Action == BulkUndo {
		return BulkOutcome{}, asChanged(b.undo(ctx, step.BulkStep))
	}
	post, err := b.history.Post(ctx, id)
	switch {
	case err == nil && step.isPast && (w.request.Action == BulkDelete || post.Status == posts.Failed && w.request.Action == BulkRetry):
		return BulkOutcome{}, errChanged() // Done before, it was undone since, or has failed once more.
	case w.request.Action == BulkDelete:
		if err == nil {
			err = b.deleter.Delete(ctx, id)
		} else if isPlanned && apperror.CodeOf(err) == apperror.NotFound {
			err = nil // It is gone since the request came before.
		}
		return BulkOutcome{Undo: step.ofDeletion()}, err
	case err != nil:
		return BulkOutcome{}, err
	case w.request.Action == BulkRetry:
		at, err := b.retry(ctx, post, w.turns)
		return BulkOutcome{At: at}, err
	}
	now := stateOf(post)
	after, err := now.after(&w.request)
	// A person who changes the post meanwhile has something else in mind.
	seen := post.UpdatedAt
	if step.After != nil {
		if now.is(*step.After) && !now.is(step.Before) {
			return w.done(&step.BulkStep), nil // It is so since the request came before.
		}
		after, seen, err = step.After, step.Seen, nil
	}
	if err != nil {
		return BulkOutcome{}, err
	}
	if now.is(*after) {
		return BulkOutcome{At: after.At}, nil
	}
	if err := b.become(ctx, post, *after, seen); err != nil {
		return BulkOutcome{}, asChanged(err)
	}
	return w.done(&BulkStep{PostID: id, Before: now, After: after}), nil
}

// done is the outcome of a step that was made.
func (w *bulkWork) done(step *BulkStep) BulkOutcome {
	outcome := BulkOutcome{Undo: step}
	if w.request.Action != BulkCancel && w.request.Action != BulkAccount {
		outcome.At = step.After.At
	}
	return outcome
}

// ofDeletion returns what undo takes to put a deleted post back; nil for one that it cannot.
func (s *BulkStep) ofDeletion() *BulkStep {
	if s.PostID.IsZero() || s.Before.Status == posts.Queued || s.Before.Status == posts.Processing {
		return nil
	}
	return &BulkStep{PostID: s.PostID, Before: s.Before}
}

func (b *bulk) retry(ctx context.Context, post posts.Post, turns *posts.RetryTurns) (*wiretime.Time, error) {
	at := turns.Of(post)
	if err := b.retrier.RetryAt(ctx, post.ID, at); err != nil {
		return nil, err
	}
	turns.Taken(post, at)
	return wiretime.Ptr(at), nil
}

// undo puts a post back to where it was before a step, unless it has changed since.
func (b *bulk) undo(ctx context.Context, step BulkStep) error {
	post, err := b.history.Post(ctx, step.PostID)
	if step.After == nil && apperror.CodeOf(err) == apperror.NotFound {
		if err = b.deleter.PutBack(ctx, step.PostID); err == nil {
			post, err = b.history.Post(ctx, step.PostID)
		}
	}
	if err != nil {
		return err
	}
	now, after := stateOf(post), step.Before
	if step.After != nil {
		after = *step.After
	} else if after.Status == posts.Scheduled {
		after.Status = posts.Draft // As a deleted post comes back.
	}
	if now.is(step.Before) {
		return nil
	}
	if !now.is(after) {
		return errChanged()
	}
	return b.become(ctx, post, step.Before, post.UpdatedAt)
}

// become makes a draft or a scheduled post what it is to be.
func (b *bulk) become(ctx context.Context, post posts.Post, to BulkState, seen wiretime.Time) error {
	now := stateOf(post)
	var patch posts.DraftPatch
	if now.AccountID != to.AccountID {
		patch.AccountID.Value = &to.AccountID
	}
	var err error
	switch {
	case now.Status == posts.Draft && to.Status == posts.Draft:
		_, err = b.drafts.Update(ctx, post.ID, posts.DraftChange{DraftPatch: patch, PlannedFor: httpapi.Patch[wiretime.Time]{IsSet: true, Value: to.At}, Timezone: &to.Timezone, Seen: &seen})
	case now.Status == posts.Scheduled && to.Status == posts.Scheduled:
		change := posts.Reschedule{DraftPatch: patch, Timezone: &to.Timezone, Seen: &seen}
		if !sameTime(now.At, to.At) {
			change.At = to.At
		}
		var changed posts.Post
		changed, err = b.service.Reschedule(ctx, post.ID, change)
		if err == nil && patch.AccountID.Value != nil && changed.InCloud() {
			_, err = b.service.sender.HandOver(ctx, posts.Accepted{PostID: post.ID})
		}
	case now.Status == posts.Scheduled && to.Status == posts.Draft && to.At != nil:
		err = b.service.posts.TakeBack(ctx, post.ID)
	case now.Status == posts.Scheduled && to.Status == posts.Draft:
		err = b.service.posts.Unschedule(ctx, post.ID)
	case now.Status == posts.Draft && to.Status == posts.Scheduled && to.At != nil:
		err = b.schedule(ctx, post, to)
	default:
		err = errChanged()
	}
	return err
}

// schedule has a draft go out at its time.
func (b *bulk) schedule(ctx context.Context, draft posts.Post, to BulkState) error {
	if err := posts.CheckFilesRemain(ctx, b.service.db, draft); err != nil {
		return err
	}
	content, err := posts.ContentOf(draft)
	if err == nil {
		_, err = b.service.Schedule(ctx, Request{Post: content, DraftID: &draft.ID, At: *to.At, Timezone: to.Timezone})
	}
	return err
}

// asChanged returns the error of the API for a post that has changed meanwhile.
func asChanged(err error) error {
	if _, isStale := errors.AsType[*posts.StaleError](err); isStale {
		return errChanged()
	}
	return err
}

func errChanged() error {
	return apperror.New(apperror.InvalidStatus, "the post was changed meanwhile; look at it again")
}

// stateOf returns how a post stands.
func stateOf(post posts.Post) BulkState {
	at := post.ScheduledFor
	if post.Status == posts.Draft {
		at = post.PlannedFor
	}
	return BulkState{Status: post.Status, At: at, Timezone: post.Timezone, AccountID: post.SocialAccountID}
}

func (s BulkState) is(other BulkState) bool {
	return s.Status == other.Status && sameTime(s.At, other.At) && s.Timezone == other.Timezone && s.AccountID == other.AccountID
}

func sameTime(a, b *wiretime.Time) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// after returns what a request makes of a post that stands like this; nil for a deletion and for a
// retry.
func (s BulkState) after(r *BulkRequest) (*BulkState, error) {
	isOpen := s.Status == posts.Draft || s.Status == posts.Scheduled
	switch {
	case r.Action == BulkDelete || r.Action == BulkRetry:
		return nil, nil //nolint:nilnil // The post is no more, or goes on by itself.
	case !isOpen:
		return nil, apperror.New(apperror.InvalidStatus, "the post can no longer be changed: it is %s", s.Status)
	case r.Action == BulkAccount:
		s.AccountID = *r.AccountID
		return &s, nil
	case r.Action == BulkCancel:
		return s.cancelled(r.KeepsDay)
	case s.At == nil && (r.Action != BulkShift || r.Local == ""):
		return nil, apperror.New(apperror.InvalidStatus, "the draft has no day yet; plan it for one first")
	case r.Action == BulkSchedule:
		s.Status = posts.Scheduled
		return &s, nil
	}
	return s.moved(r)
}

// cancelled is after for a cancel.
func (s BulkState) cancelled(keepsDay bool) (*BulkState, error) {
	if s.Status == posts.Draft && (keepsDay || s.At == nil) {
		return nil, apperror.New(apperror.InvalidStatus, "the post is a draft already")
	}
	s.Status = posts.Draft
	if !keepsDay {
		s.At = nil
	}
	return &s, nil
}

// moved is after for a shift and for another time of the day.
func (s BulkState) moved(r *BulkRequest) (*BulkState, error) {
	var at wiretime.Time
	var err error
	switch {
	case s.At == nil:
		s.Timezone = r.Timezone
		at, err = instantOf(r.Local, r.Timezone)
	case r.Action == BulkTime:
		at, err = onItsDay(*s.At, s.Timezone, r.Time)
	default:
		at, err = shifted(*s.At, s.Timezone, *r)
	}
	s.At = &at
	return &s, err
}
