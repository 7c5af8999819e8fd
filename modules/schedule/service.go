package schedule

import (
	"context"
	"errors"

	"crier/modules/posts"
	"crier/modules/schedule/handoff"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// service schedules posts.
type service struct {
	db     *database.DB
	intake *posts.Intake
	posts  *posts.Schedule
	queue  *jobs.Queue
	// sender and editor handle posts that the cloud worker publishes.
	sender *handoff.Sender
	editor *handoff.Editor
}

func newService(db *database.DB, intake *posts.Intake, p *posts.Schedule, queue *jobs.Queue, sender *handoff.Sender, editor *handoff.Editor) *service {
	return &service{db: db, intake: intake, posts: p, queue: queue, sender: sender, editor: editor}
}

// Request is a post and the time to publish it at.
type Request struct {
	Post     posts.PublishablePost
	DraftID  *wireid.ID
	At       wiretime.Time
	Timezone string
	// IdempotencyKey is the client's name for the request; it may be empty.
	IdempotencyKey string
}

// Schedule accepts the post (contract 3: (new) or DRAFT -> SCHEDULED). It returns INVALID_SCHEDULE
// for a time that is not strictly in the future, VALIDATION_ERROR for an unknown time zone, and
// what posts.Intake.Submit returns.
func (s *service) Schedule(ctx context.Context, r Request) (posts.Accepted, error) {
	if _, err := posts.Zone(r.Timezone); err != nil {
		return posts.Accepted{}, err
	}
	accepted, err := s.intake.Submit(ctx, posts.Submission{
		PublishablePost: r.Post, DraftID: r.DraftID, At: &r.At, Timezone: r.Timezone, IdempotencyKey: r.IdempotencyKey,
	})
	if err != nil || accepted.CloudJobID == nil {
		return accepted, err
	}
	return s.sender.HandOver(ctx, accepted)
}

// Reschedule changes a post that waits for its time (contract 4, PUT /schedule/{id}). It returns
// VALIDATION_ERROR for an unknown time zone, and what posts.Schedule.Reschedule returns.
func (s *service) Reschedule(ctx context.Context, id wireid.ID, change posts.Reschedule) (posts.Post, error) {
	if change.Timezone != nil {
		if _, err := posts.Zone(*change.Timezone); err != nil {
			return posts.Post{}, err
		}
	}
	post, err := s.posts.Reschedule(ctx, id, change)
	if errors.Is(err, posts.ErrInCloud) {
		return s.editor.Reschedule(ctx, id, change)
	}
	return post, err
}

// Counts returns the state of the local queue.
func (s *service) Counts(ctx context.Context) (jobs.Counts, error) { return s.queue.Counts(ctx, s.db) }
