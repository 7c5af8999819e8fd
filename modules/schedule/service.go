package schedule

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// Service schedules posts.
type Service struct {
	db    *database.DB
	posts *posts.Service
	queue *jobs.Queue
	// outbox is nil where nothing publishes in place of the local queue.
	outbox *Outbox
}

// NewService returns the service.
func NewService(db *database.DB, p *posts.Service, queue *jobs.Queue, outbox *Outbox) *Service {
	return &Service{db: db, posts: p, queue: queue, outbox: outbox}
}

// Request is a post and the time to publish it at.
type Request struct {
	Post     posts.PublishablePost
	DraftID  *wireid.ID
	At       wiretime.Time
	Timezone string
	// IdempotencyKey is the client's name for the request; empty for none.
	IdempotencyKey string
}

// Schedule takes the post in (contract 3: (new) or DRAFT -> SCHEDULED). It returns INVALID_SCHEDULE for a time that is not
// strictly in the future, VALIDATION_ERROR for an unknown time zone, and what posts.Service.Submit returns.
func (s *Service) Schedule(ctx context.Context, r Request) (posts.Accepted, error) {
	if err := checkTimezone(r.Timezone); err != nil {
		return posts.Accepted{}, err
	}
	accepted, err := s.posts.Submit(ctx, posts.Submission{
		PublishablePost: r.Post, DraftID: r.DraftID, At: &r.At, Timezone: r.Timezone, IdempotencyKey: r.IdempotencyKey,
	})
	if err != nil || accepted.CloudJobID == nil {
		return accepted, err
	}
	return s.handOver(ctx, accepted)
}

// handOver has the worker take a post that was accepted, and warns of it when the worker does not have it yet. The post is stored,
// whatever comes of that.
func (s *Service) handOver(ctx context.Context, accepted posts.Accepted) (posts.Accepted, error) {
	ask := s.outbox.HandOver
	if accepted.Replayed {
		ask = s.outbox.pending
	}
	warning, err := ask(ctx, accepted.PostID)
	if warning != nil {
		accepted.Warnings = append(accepted.Warnings, *warning)
	}
	return accepted, err
}

// Reschedule changes a post that waits for its time (contract 4, PUT /schedule/{id}). It returns VALIDATION_ERROR for an
// unknown time zone, and what posts.Service.Reschedule returns.
func (s *Service) Reschedule(ctx context.Context, id wireid.ID, change posts.Reschedule) (posts.Post, error) {
	if change.Timezone != nil {
		if err := checkTimezone(*change.Timezone); err != nil {
			return posts.Post{}, err
		}
	}
	post, err := s.posts.Reschedule(ctx, id, change)
	if errors.Is(err, posts.ErrInCloud) {
		return s.outbox.Reschedule(ctx, id, change)
	}
	return post, err
}

// Counts returns the state of the local queue.
func (s *Service) Counts(ctx context.Context) (jobs.Counts, error) { return s.queue.Counts(ctx, s.db) }

// maxTimezone bounds what is looked up for a stranger; the longest IANA name has 32 characters.
const maxTimezone = 64

func checkTimezone(name string) error {
	if name == "" || len(name) > maxTimezone || path.Clean(name) != name || isMachineZone(name) {
		return badTimezone(name)
	}
	if _, err := time.LoadLocation(name); err != nil {
		return badTimezone(name)
	}
	return nil
}

// isMachineZone reports whether a name stands for a file that a machine's zone folder may have beside the IANA zones.
func isMachineZone(name string) bool {
	return slices.Contains([]string{"Local", "localtime", "posixrules", "Factory"}, name) ||
		strings.HasPrefix(name, "posix/") || strings.HasPrefix(name, "right/")
}

func badTimezone(name string) error {
	if len(name) > maxTimezone {
		name = name[:maxTimezone] + "..."
	}
	return apperror.New(apperror.ValidationError, "timezone %q is no IANA time zone such as Europe/Berlin", name)
}
