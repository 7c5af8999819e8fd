package schedule

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/modules/schedule/handoff"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// Service schedules posts.
type Service struct {
	db     *database.DB
	intake *posts.Intake
	posts  *posts.Schedule
	queue  *jobs.Queue
	// sender and editor are for posts that the cloud worker publishes.
	sender *handoff.Sender
	editor *handoff.Editor
}

// NewService returns the service.
func NewService(db *database.DB, intake *posts.Intake, p *posts.Schedule, queue *jobs.Queue, sender *handoff.Sender, editor *handoff.Editor) *Service {
	return &Service{db: db, intake: intake, posts: p, queue: queue, sender: sender, editor: editor}
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
// strictly in the future, VALIDATION_ERROR for an unknown time zone, and what posts.Intake.Submit returns.
func (s *Service) Schedule(ctx context.Context, r Request) (posts.Accepted, error) {
	if err := checkTimezone(r.Timezone); err != nil {
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

// Reschedule changes a post that waits for its time (contract 4, PUT /schedule/{id}). It returns VALIDATION_ERROR for an
// unknown time zone, and what posts.Schedule.Reschedule returns.
func (s *Service) Reschedule(ctx context.Context, id wireid.ID, change posts.Reschedule) (posts.Post, error) {
	if change.Timezone != nil {
		if err := checkTimezone(*change.Timezone); err != nil {
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
	return apperror.New(apperror.ValidationError, "timezone %q is not an IANA time zone; send a name such as Europe/Berlin, or leave it out for UTC", name)
}
