package handoff

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/keylock"
	"crier/platform/objectstore"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Sender sends the entries that the worker does not have yet, and tries again until the worker
// confirms them.
type Sender struct {
	queue      *queue
	exchange   *exchange
	packer     *packer
	records    *records
	withdrawer *withdrawer
	posts      *posts.CloudPosts
	log        *slog.Logger
	// grace is how late a post that the worker never had is still handed over.
	grace time.Duration

	// tried is locked during an attempt.
	tried keylock.Locks[wireid.ID]
	// slots has a place for each attempt that the loop makes.
	slots      chan struct{}
	background *background
}

// atOnce is how many posts are handed over at a time.
const atOnce = 4

// newSender returns a sender that sends nothing on its own before Start.
func newSender(queue *queue, x *exchange, p *packer, r *records, w *withdrawer, of *posts.CloudPosts, log *slog.Logger, grace time.Duration) *Sender {
	return &Sender{
		queue: queue, exchange: x, packer: p, records: r, withdrawer: w, posts: of, log: log, grace: grace,
		slots: make(chan struct{}, atOnce), background: newBackground(),
	}
}

// Start begins to send entries.
func (s *Sender) Start() { s.background.start(s.loop) }

// Stop cancels the attempts that are running and waits for them.
func (s *Sender) Stop() { s.background.stop() }

// HandOver makes the first attempt to hand over a post that was accepted. It adds a warning if the
// worker does not have the post after a short while; the attempts go on then. For a repeated
// request it only reports whether the worker has the post.
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

// tryFirst waits a short while for the first attempt of a post. While Crier stops it makes none:
// the post is kept, and is sent after the next start.
func (s *Sender) tryFirst(ctx context.Context, id wireid.ID) {
	done := make(chan struct{})
	isStarted := s.background.start(func(ctx context.Context) {
		defer close(done)
		s.attemptFirst(ctx, id)
	})
	if !isStarted {
		return
	}
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case <-done:
	case <-waiting.Done():
	}
}

// attemptFirst makes the first attempt of a post, if none has been made yet.
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

// pending returns the warning about a post that the worker does not have yet, and nothing for any
// other post.
func (s *Sender) pending(ctx context.Context, id wireid.ID) (*posts.Warning, error) {
	row, err := s.queue.entry(ctx, id)
	if err != nil || row == nil || row.Desired != present || row.NextAttemptAt == nil {
		return nil, err
	}
	code, why := row.LastCode, row.LastError
	if code == "" {
		code, why = string(apperror.WorkerUnreachable), "the cloud worker has not confirmed it yet"
	}
	return &posts.Warning{Code: code, Message: why + "; the post is kept here and handed over as soon as that works"}, nil
}

// loop sends what is due, whenever something falls due or is added.
func (s *Sender) loop(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.beginDue(ctx, &s.background.running); err != nil && ctx.Err() == nil {
			s.log.Error("schedule: posts could not be handed over", "error", err)
		}
		s.waitForNext()
	}
}

// waitForNext waits until the next attempt is due, an entry was added, or an attempt has ended.
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

// beginDue begins an attempt for each due post, a few at a time, unless nothing gets through to the
// worker. A post whose files take long does not delay others.
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
		case s.slots <- struct{}{}:
		case <-ctx.Done():
			free()
			return nil
		}
		end := func() {
			free()
			<-s.slots
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

// attempt makes one attempt to bring the worker up to date with a post. A failure is stored with
// the post.
func (s *Sender) attempt(ctx context.Context, id wireid.ID) {
	err := s.tryOnce(ctx, id)
	if err == nil {
		err = s.noteStandstill(ctx, id)
	}
	if err == nil || ctx.Err() != nil {
		return
	}
	if errors.Is(err, errChanged) {
		s.queue.wake()
		return
	}
	s.log.Error("schedule: a post could not be handed over", "post", id, "error", err)
	s.logged(s.records.postpone(ctx, id, apperror.New(apperror.CloudError, "an internal error stopped the work on the post; the log of Crier says more"), true))
}

// noteStandstill delays a post that is due after an attempt as it was before, so that it is not
// tried again at once.
func (s *Sender) noteStandstill(ctx context.Context, id wireid.ID) error {
	row, err := s.queue.entry(ctx, id)
	if err != nil || row == nil || row.NextAttemptAt == nil || row.FencedAt != nil || row.NextAttemptAt.Time().After(s.queue.clock.Now()) || s.queue.isTaking.Load() {
		return err
	}
	return s.records.postpone(ctx, id, apperror.New(apperror.WorkerUnreachable, "the post changed while it was handed over"), false)
}

func (s *Sender) logged(err error) {
	if err != nil {
		s.log.Error("schedule: the outcome of an attempt could not be stored", "error", err)
	}
}

// tryOnce sends a post, or its withdrawal. It puts the files into the bucket before it locks the
// post.
func (s *Sender) tryOnce(ctx context.Context, id wireid.ID) error {
	for range mostRevisions {
		row, err := s.queue.entry(ctx, id)
		if err != nil || row == nil || row.NextAttemptAt == nil || row.FencedAt != nil {
			return err
		}
		var uploading error
		if row.Desired == present && s.exchange.link.HasWorker() {
			uploading = s.packer.publicise(ctx, id)
		}
		err = s.queue.withLock(ctx, id, func(row *entry) error { return s.sendLocked(ctx, row, uploading) })
		if !errors.Is(err, errNotPublic) {
			return err
		}
	}
	return nil
}

// sendLocked sends what the entry asks for. uploading is the result of putting the post's files
// into the bucket.
func (s *Sender) sendLocked(ctx context.Context, row *entry, uploading error) error {
	if row.NextAttemptAt == nil || row.FencedAt != nil || s.queue.isTaking.Load() {
		return nil
	}
	if row.Desired == absent {
		return s.withdrawer.giveUp(ctx, row)
	}
	post, err := s.posts.Post(ctx, row.PostID)
	switch {
	case apperror.CodeOf(err) == apperror.NotFound || err == nil && !post.InCloud():
		return s.queue.change(ctx, row, func(_ context.Context, _ bun.IDB, row *entry) error {
			row.Desired, row.NextAttemptAt = absent, s.queue.nowPtr()
			return nil
		})
	case err != nil:
		return err
	}
	if !row.MayBeDelivered {
		isMissed, isUnsure := isPast(ctx, s.queue, post.ScheduledFor.Time().Add(s.grace))
		switch {
		case isUnsure && s.exchange.link.HasWorker():
			return s.records.postpone(ctx, row.PostID, errTimeUnknown(), false)
		case isMissed:
			return s.miss(ctx, row, post)
		}
	}
	switch {
	case !s.exchange.link.HasWorker():
		return s.records.postpone(ctx, row.PostID, apperror.New(apperror.WorkerUnreachable, "there is no cloud worker any more (crier cloud setup)"), true)
	case uploading != nil:
		return s.notPublic(ctx, row, uploading)
	}
	return s.sendPresent(ctx, row, post)
}

func (s *Sender) miss(ctx context.Context, row *entry, post posts.Post) error {
	text := fmt.Sprintf("missed: the post could not be handed over to the cloud worker until long after %s; retry publishes it now", post.ScheduledFor)
	return s.queue.end(ctx, row, func(ctx context.Context, tx bun.IDB) error {
		return s.posts.FailInCloud(ctx, tx, row.PostID, apperror.InvalidSchedule, text, posts.NoDoubt)
	})
}

// notPublic handles a post whose files could not be put into the bucket. A post that lacks a file
// goes to the local queue, where it fails at its time.
func (s *Sender) notPublic(ctx context.Context, row *entry, err error) error {
	problem, isFinal := fileProblem(err)
	switch {
	case problem == nil:
		return err
	case isFinal:
		return s.withdrawer.giveBack(ctx, row, problem.Message)
	}
	store, isStore := errors.AsType[*objectstore.Error](err)
	return s.records.postpone(ctx, row.PostID, problem, !isStore || !store.IsTransient())
}

func (s *Sender) sendPresent(ctx context.Context, row *entry, post posts.Post) error {
	job, by, err := s.packer.prepare(ctx, row, post)
	if own := apperror.From(err); own != nil {
		if own.Code == apperror.MediaInvalid {
			return s.withdrawer.giveBack(ctx, row, own.Message)
		}
		return s.records.postpone(ctx, row.PostID, own, true)
	}
	if err != nil {
		return err
	}
	err = s.exchange.put(ctx, row, job, nil)
	failed := cloud.AsWorkerError(err)
	switch {
	case err == nil:
		return s.records.confirm(ctx, row, by, job, nil)
	case isQuarantineError(err):
		return s.records.postpone(ctx, row.PostID, apperror.Wrap(apperror.UnknownError, err, "%s", apperror.From(err).Message), true)
	case failed == nil:
		return err
	case failed.Code == cloud.CodeAlreadyClaimed:
		return s.records.claimed(ctx, row, by.mark, failed.Job)
	case row.hasEnded(failed):
		return s.withdrawer.giveBack(ctx, row, "the cloud worker has ended a post of this id before, and takes no other one")
	case failed.Code == cloud.CodeAlreadyEnded && failed.Job != nil:
		return s.records.ended(ctx, *failed.Job)
	case failed.Code == cloud.CodeInvalidJob || failed.Code == codeTooLarge:
		return s.withdrawer.giveBack(ctx, row, "the cloud worker does not take such a post: "+failed.Message)
	}
	return s.records.postpone(ctx, row.PostID, postError(failed), !failed.NotSent && !failed.Unsure)
}

// codeTooLarge is the worker's answer to a job that has too many bytes.
const codeTooLarge = "BODY_TOO_LARGE"
