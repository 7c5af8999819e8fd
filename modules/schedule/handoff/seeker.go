package handoff

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// fenceReaches is how long it takes at most until a fence that was put up through Cloudflare
	// keeps a worker from beginning a post.
	fenceReaches = 5 * time.Minute
	// soughtUntil is how long after the fence a post is looked for: by then the network certainly
	// shows what the worker began just before the fence reached it.
	soughtUntil = fenceReaches + publish.ShownWithin
	// confirmAfter is how long after an item was found the next look may confirm it.
	confirmAfter = 10 * time.Second
	hiddenText   = "the network does not show it so far; it is looked for once more in six minutes, since the cloud worker may have begun it in the last moment"
)

// observer reports what an account's media say about a post.
type observer interface {
	Sight(ctx context.Context, post posts.Post) (publish.Sight, error)
}

// seeker looks on the network for posts that nobody will begin to publish any more.
type seeker struct {
	queue   *queue
	records *records
	posts   *posts.CloudPosts
	results *posts.CloudResults
	network observer

	mu sync.Mutex
	// seen is when this process first saw a fence, or saw that the worker does not have a post any
	// more, by how long the machine has been on.
	seen map[wireid.ID]sighted
}

// sighted describes a fence, or a post that is missing at the worker: the revision of the post,
// when it was first seen, whether the post was looked for in vain since, and the item that the
// looks since foundAt have found, empty when the last one found none.
type sighted struct {
	fenced  wiretime.Time
	rev     int64
	ran     time.Duration
	inVain  bool
	found   string
	foundAt time.Duration
}

// progress is how far a look came with a post.
type progress int

const (
	// undecided: the evidence does not decide.
	undecided progress = iota
	// unconfirmed: an item was found, and the next look has to find the same one.
	unconfirmed
	// settled: it is known what becomes of the post.
	settled
)

func newSeeker(queue *queue, r *records, p *posts.CloudPosts, results *posts.CloudResults, network observer) *seeker {
	return &seeker{queue: queue, records: r, posts: p, results: results, network: network, seen: map[wireid.ID]sighted{}}
}

// due continues with posts that are being taken back: once the fence certainly stands, and again
// once the network certainly shows what the worker began before.
func (s *seeker) due(ctx context.Context) error {
	rows, err := s.queue.entries(ctx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(rows, func(row entry) bool { return row.FencedAt != nil }) {
		s.queue.worker.Hear(ctx)
	}
	rows = slices.DeleteFunc(rows, func(row entry) bool { return row.FencedAt == nil || !s.isDue(&row) })
	// An item that belongs to one post cannot belong to another, so posts that are undecided are
	// looked at again as long as that decides more of them.
	areFinal := true
	for isLast := false; len(rows) > 0; {
		open, all, lookErr := s.look(ctx, rows, isLast)
		err, areFinal = errors.Join(err, lookErr), areFinal && all
		if isLast {
			break
		}
		isLast = len(open) == len(rows)
		if isLast && !areFinal {
			break // What the next look confirms may decide these.
		}
		rows = open
	}
	return err
}

// look continues with posts, and returns those for which the network decides nothing, and whether
// no other one waits for the next look. In the last look the undecided ones fail.
func (s *seeker) look(ctx context.Context, rows []entry, isLast bool) (open []entry, areFinal bool, err error) {
	var errs []error
	areFinal = true
	for i := range rows {
		errs = append(errs, s.queue.withLock(ctx, rows[i].PostID, func(row *entry) error {
			if row.FencedAt == nil {
				return nil
			}
			post, err := s.posts.Post(ctx, row.PostID)
			switch {
			case apperror.CodeOf(err) == apperror.NotFound:
				return s.records.release(ctx, row, false, "")
			case err != nil:
				return err
			}
			came, err := s.seek(ctx, row, post, isLast)
			if err == nil && came == undecided {
				open = append(open, rows[i])
			}
			areFinal = areFinal && came != unconfirmed
			return err
		}))
	}
	return open, areFinal, errors.Join(errs...)
}

// isDue reports whether the post of a fenced entry is to be looked for now.
func (s *seeker) isDue(row *entry) bool {
	if s.sighted(row).inVain {
		return s.hasStood(row, soughtUntil)
	}
	return s.hasStood(row, fenceReaches)
}

// hasStood reports whether the fence of an entry has stood for a time: by Cloudflare's clock, or
// because this process has waited for so long. This machine's clock, which can be set, does not
// count.
func (s *seeker) hasStood(row *entry, long time.Duration) bool {
	if at, known := s.queue.worker.Now(); known && at.Sub(row.FencedAt.Time()) >= long {
		return true
	}
	return s.seenFor(row) >= long
}

// seenFor returns for how long this process has known of the fence, or that the worker does not
// have the post any more.
func (s *seeker) seenFor(row *entry) time.Duration {
	return s.queue.clock.Running().Elapsed - s.sighted(row).ran
}

// sighted returns what this process knows of the fence of an entry, or of its missing post.
func (s *seeker) sighted(row *entry) sighted {
	now := sighted{rev: row.Rev, ran: s.queue.clock.Running().Elapsed}
	if row.FencedAt != nil {
		now.fenced, now.rev = *row.FencedAt, 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	first, isSeen := s.seen[row.PostID]
	if !isSeen || first.fenced != now.fenced || first.rev != now.rev {
		first = now
		s.seen[row.PostID] = first
	}
	return first
}

// missing continues with a due post that the worker does not have any more, although it may have
// published it: it is looked for now, and again once the network certainly shows what the worker
// began before.
func (s *seeker) missing(ctx context.Context, row *entry, post posts.Post) error {
	if s.sighted(row).inVain && s.seenFor(row) < publish.ShownWithin {
		return nil
	}
	_, err := s.seek(ctx, row, post, true)
	return err
}

// mayBeHidden reports whether the worker may have published a post that the network does not show
// yet: it was due, as it is stored here or with the edit in progress, before the fence reached the
// worker. A worker also begins posts that are long overdue, and may have begun one just before it
// lost it.
func (s *seeker) mayBeHidden(row *entry, post posts.Post) (bool, error) {
	if row.FencedAt == nil {
		return s.seenFor(row) < publish.ShownWithin, nil
	}
	if s.hasStood(row, soughtUntil) {
		return false, nil
	}
	reached := row.FencedAt.Time().Add(fenceReaches)
	if !post.ScheduledFor.Time().After(reached) || row.Proposal == nil {
		return true, nil
	}
	edit, err := row.edit()
	return err == nil && !edit.At.Time().After(reached), err
}

// wait has a post looked for again when the network certainly shows what the worker began.
func (s *seeker) wait(ctx context.Context, tx bun.IDB, row *entry) {
	first := s.sighted(row)
	first.inVain = true
	s.mu.Lock()
	s.seen[row.PostID] = first
	s.mu.Unlock()
	s.posts.Note(ctx, tx, row.PostID, hiddenText)
}

// isConfirmed notes the item that a look has found, empty when it found none, and reports whether
// an earlier look has found the same one, and none since another.
func (s *seeker) isConfirmed(row *entry, id string) bool {
	known, now := s.sighted(row), s.queue.clock.Running().Elapsed
	if known.found != id {
		known.found, known.foundAt = id, now
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[row.PostID] = known
	return now-known.foundAt >= confirmAfter
}

// seek looks among the account's media for a post that nobody will begin to publish any more, and
// that may have been published: it either is one of the media, or goes to the local queue. While
// the network may not show the post yet, two looks have to find the same item: one alone may have
// one that somebody posted by hand, and lack the post's own. If nothing can be decided, and this is
// the last look and the network certainly shows the post, the post fails.
func (s *seeker) seek(ctx context.Context, row *entry, post posts.Post, isLast bool) (progress, error) {
	// This is computed before the account is read: a read that came too soon proves nothing.
	mayBeHidden, err := s.mayBeHidden(row, post)
	if err != nil {
		return undecided, err
	}
	sight, isProposed, err := s.sight(ctx, row, post)
	if err != nil {
		return undecided, err
	}
	isConfirmed := s.isConfirmed(row, sight.MediaID)
	came := settled
	switch {
	case sight.MediaID != "" && mayBeHidden && !isConfirmed:
		return unconfirmed, nil
	case sight.MediaID == "" && !sight.IsAbsent && !sight.IsUnreadable:
		came = undecided
	}
	if came == undecided && !isLast {
		return undecided, nil
	}
	failpoint.Reach("schedule.sought")
	return came, s.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := unchanged(ctx, tx, row); err != nil {
			return err
		}
		switch {
		case sight.IsUnreadable:
			// The account cannot be read now.
			return s.posts.ShowProblem(ctx, tx, row.PostID, apperror.WorkerUnreachable, "the post may be live, and its account cannot be asked: "+sight.Why)
		case sight.MediaID != "":
			if isProposed {
				err = s.records.applyProposal(ctx, tx, row)
			}
			if err != nil {
				return err
			}
			err = s.results.Apply(ctx, tx, row.PostID, posts.CloudResult{
				IsPublished: true, MediaID: &sight.MediaID, IsFound: true, Permalink: sight.Permalink, PublishedAt: wiretime.Ptr(sight.At),
			})
		case mayBeHidden:
			s.wait(ctx, tx, row)
			return nil
		case sight.IsAbsent:
			err = s.posts.HandToQueue(ctx, tx, row.PostID, "it is not on the network, and the cloud worker will not publish it")
		default:
			err = s.posts.FailInCloud(ctx, tx, row.PostID, apperror.UnknownError,
				"it is not known whether the cloud worker has published the post; it may be live, "+posts.LookFirst+" ("+sight.Why+")", posts.MayBeLive)
		}
		return errors.Join(err, deleteEntry(ctx, tx, row.PostID))
	})
}

// sight looks for a post as it is stored here, and with the edit of which nobody knows whether the
// worker took it.
func (s *seeker) sight(ctx context.Context, row *entry, post posts.Post) (sight publish.Sight, isProposed bool, err error) {
	if post.ScheduledFor.Time().After(s.queue.workerNow()) {
		sight.IsAbsent = true
	} else if sight, err = s.network.Sight(ctx, post); err != nil || !sight.IsAbsent {
		return sight, false, err
	}
	if row.Proposal == nil {
		return sight, false, nil
	}
	edit, err := row.edit()
	if err != nil || edit.At.Time().After(s.queue.workerNow()) {
		return sight, false, err
	}
	if post, err = edit.As(post); err != nil {
		return sight, false, err
	}
	sight, err = s.network.Sight(ctx, post)
	return sight, true, err
}
