package schedule

import (
	"context"
	"slices"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// Service schedules posts.
type Service struct {
	db    *database.DB
	clock clock.Clock
	posts *posts.Service
	queue *jobs.Queue
}

// NewService returns the service.
func NewService(db *database.DB, clk clock.Clock, p *posts.Service, queue *jobs.Queue) *Service {
	return &Service{db: db, clock: clk, posts: p, queue: queue}
}

// Request is a post and the time to publish it at.
type Request struct {
	Post     posts.PublishablePost
	DraftID  *wireid.ID
	At       wiretime.Time
	Timezone string
}

// Schedule takes the post in (contract 3: (new) or DRAFT -> SCHEDULED). It returns INVALID_SCHEDULE for a time that is not
// strictly in the future, VALIDATION_ERROR for an unknown time zone, and what posts.Service.Submit returns.
func (s *Service) Schedule(ctx context.Context, r Request) (posts.Accepted, error) {
	if err := checkTimezone(r.Timezone); err != nil {
		return posts.Accepted{}, err
	}
	if now := s.clock.Now(); !r.At.Time().After(now) {
		return posts.Accepted{}, apperror.New(apperror.InvalidSchedule, "scheduledFor %s is not in the future; it is now %s", r.At, wiretime.Of(now))
	}
	return s.posts.Submit(ctx, posts.Submission{PublishablePost: r.Post, DraftID: r.DraftID, At: &r.At, Timezone: r.Timezone})
}

// Counts returns the state of the local queue.
func (s *Service) Counts(ctx context.Context) (jobs.Counts, error) { return s.queue.Counts(ctx, s.db) }

// maxTimezone bounds what is looked up for a stranger; the longest IANA name has 32 characters.
const maxTimezone = 64

func checkTimezone(name string) error {
	if name == "" || len(name) > maxTimezone || isMachineZone(name) {
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
