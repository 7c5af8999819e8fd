package handoff

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/keylock"
	"crier/platform/wireid"
)

// Sender has the worker know of each post what it is to know, as soon as that works.
type Sender struct {
	queue      *Queue
	exchange   *exchange
	packer     *packer
	records    *records
	withdrawer *Withdrawer
	posts      *posts.CloudPosts
	log        *slog.Logger
	// grace is how late a post is still handed over that the worker never had.
	grace time.Duration

	// tried is held by the one who makes an attempt.
	tried keylock.Locks[wireid.ID]
	// turns has a place for each attempt that the loop makes.
	turns      chan struct{}
	background *background
}

// atOnce is how many posts are handed over at a time.
const atOnce = 4

// newSender returns a sender that sends nothing by itself before Start.
func newSender(queue *Queue, x *exchange, p *packer, r *records, w *Withdrawer, of *posts.CloudPosts, log *slog.Logger, grace time.Duration) *Sender {
	return &Sender{
		queue: queue, exchange: x, packer: p, records: r, withdrawer: w, posts: of, log: log, grace: grace,
		turns: make(chan struct{}, atOnce), background: newBackground(),
	}
}

// Start begins to send what is to be sent.
func (s *Sender) Start() { s.background.running.Go(s.loop) }

// Stop ends the attempts that are under way and waits for them.
func (s *Sender) Stop() { s.background.stop() }

// HandOver makes the first attempt to hand a post over that was accepted, and adds a warning if the worker does not have it after a
// short while: the attempts go on then. Of a request that came again it only tells whether the worker has the post.
func (s *Sender) HandOver(ctx context.Context, accepted posts.Accepted) (posts.Accepted, error) {
	if !accepted.Replayed {
		s.tryFirst(ctx, accepted.PostID)
		ctx = context.WithoutCancel(ctx)
	}
	warning, err := s.pending(ctx, accepted.PostID)
	if warning != nil {
		accepted.Warnings = append(accepted.Warnings, *warning)
	}
	return accepted, err
}

// tryFirst waits a short while for an attempt for a post for which none has been made yet.
func (s *Sender) tryFirst(ctx context.Context, id wireid.ID) {
	done := make(chan struct{})
	s.background.running.Go(func() {
		defer close(done)
		s.attemptFirst(s.background.ctx, id)
	})
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case <-done:
	case <-waiting.Done():
	}
}

// attemptFirst makes an attempt for a post for which none has been made yet.
func (s *Sender) attemptFirst(ctx context.Context, id wireid.ID) {
	free, err := s.tried.Lock(ctx, id)
	if err != nil {
		return
	}
	defer s.queue.wake()
	defer free()
	if row, err := s.queue.entry(ctx, id); err == nil && row != nil && row.Attempts == 0 {
		s.attempt(ctx, id)
	}
}

// pending returns what to tell of a post that the worker does not have yet; nothing of any other.
func (s *Sender) pending(ctx context.Context, id wireid.ID) (*posts.Warning, error) {
	row, err := s.queue.entry(ctx, id)
	if err != nil || row == nil || row.Wish != present || row.NextAttemptAt == nil {
		return nil, err
	}
	code, why := row.LastCode, row.LastError
	if code == "" {
		code, why = string(apperror.WorkerUnreachable), "the cloud worker has not confirmed it yet"
	}
	return &posts.Warning{Code: code, Message: why + "; the post is kept here and handed over as soon as that works"}, nil
}

// loop sends what is due, whenever something falls due or is added.
func (s *Sender) loop() {
	for ctx := s.background.ctx; ctx.Err() == nil; {
		if err := s.beginDue(ctx, &s.background.running); err != nil && ctx.Err() == nil {
			s.log.Error("schedule: posts could not be handed over", "error", err)
		}
		s.waitForNext()
	}
}

// waitForNext waits until the next attempt is due, or something was added, or an attempt has ended.
func (s *Sender) waitForNext() {
	next, ok, err := s.queue.next(s.background.ctx, s.tried.Held())
	if err != nil {
		next, ok = s.queue.clock.Now().Add(firstBackoff), true
	}
	ok = ok && !s.queue.isTaking.Load() // Who takes posts back wakes it afterwards.
	var due <-chan time.Time
	if ok {
		if until := s.exchange.pause.until(); until.After(next) {
			next = until
		}
		timer := s.queue.clock.NewTimer(next.Sub(s.queue.clock.Now()))
		defer timer.Stop()
		due = timer.C
	}
	select {
	case <-due:
	case <-s.queue.woken:
	case <-s.background.ctx.Done():
	}
}

// sendDue makes an attempt for each post that is due, a few at a time, and waits for them.
func (s *Sender) sendDue(ctx context.Context) error {
	var running sync.WaitGroup
	err := s.beginDue(ctx, &running)
	running.Wait()
	return err
}

// beginDue begins an attempt for each post that is due, a few at a time, unless nothing gets through to the worker. One whose files take
// long holds up no other.
func (s *Sender) beginDue(ctx context.Context, running *sync.WaitGroup) error {
	if s.queue.isTaking.Load() || s.exchange.pause.until().After(s.queue.clock.Now()) {
		return nil
	}
	due, err := s.queue.sendable(ctx)
	if err != nil {
		return fmt.Errorf("find what is to be sent: %w", err)
	}
	for _, id := range due {
		free, ok := s.tried.TryLock(id)
		if !ok {
			continue // Who is at it wakes the loop.
		}
		select {
		case s.turns <- struct{}{}:
		case <-ctx.Done():
			free()
			return nil
		}
		end := func() {
			free()
			<-s.turns
			s.queue.wake()
		}
		if s.exchange.pause.until().After(s.queue.clock.Now()) {
			end()
			return nil
		}
		running.Go(func() {
			defer end()
			s.attempt(ctx, id)
		})
	}
	return nil
}
