package schedule

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Outbox has the cloud worker know of posts what it is to know, and takes home what became of them.
type Outbox struct {
	OutboxParts

	// posts is held by whoever acts on a post at the worker, files by whoever puts its files into the bucket, tried by whoever makes
	// an attempt.
	posts, files, tried *locks
	// turns has a place for each attempt that the loop makes.
	turns chan struct{}
	// foreign are the accounts of the other network mode.
	foreign []wireid.ID
	// isTaking says that posts are being taken back, so that none is sent.
	isTaking atomic.Bool
	taking   sync.Mutex
	// homing is held by whoever takes results home.
	homing sync.Mutex
	paces  paces

	woken    chan struct{}
	base     context.Context
	cancel   context.CancelCauseFunc
	attempts sync.WaitGroup
	pause    pause
}

// Network says what an account's media say of a post.
type Network interface {
	Sight(ctx context.Context, post posts.Post) (publish.Sight, error)
}

// OutboxParts are what an Outbox works with.
type OutboxParts struct {
	DB       *database.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Posts    *posts.Service
	Network  Network
	Accounts *auth.Service
	Media    *media.Service
	Link     *cloud.Link
	// Grace is how late a post is still handed over that the worker never had.
	Grace time.Duration
}

var _ posts.Cloud = (*Outbox)(nil)

const (
	// patience is how long a request waits for the worker.
	patience = 10 * time.Second
	// atOnce is how many posts are handed over at a time.
	atOnce = 4
	// slowly is after how long something is tried again that the worker refuses.
	slowly                    = 5 * time.Minute
	firstBackoff, lastBackoff = 5 * time.Second, 5 * time.Minute
)

var errStopping = errors.New("schedule: Crier is stopping")

// NewOutbox returns an outbox that sends nothing by itself before Start.
func NewOutbox(parts OutboxParts) *Outbox {
	o := &Outbox{OutboxParts: parts, posts: newLocks(), files: newLocks(), tried: newLocks(), turns: make(chan struct{}, atOnce), woken: make(chan struct{}, 1)}
	o.base, o.cancel = context.WithCancelCause(context.Background())
	return o
}

// Start begins to send what is to be sent, and takes home what became of posts while Crier was closed.
func (o *Outbox) Start(ctx context.Context) error {
	accounts, err := o.Accounts.ForeignAccounts(ctx)
	if err != nil {
		return fmt.Errorf("find the accounts of the other network: %w", err)
	}
	for _, account := range accounts {
		o.foreign = append(o.foreign, account.ID)
	}
	o.attempts.Go(o.loop)
	o.attempts.Go(func() {
		if err := o.Tend(o.base); err != nil && o.base.Err() == nil {
			o.Log.Error("schedule: what the cloud worker has done could not be taken home", "error", err)
		}
	})
	return nil
}

// Stop ends the attempts that are under way and waits for them.
func (o *Outbox) Stop() {
	o.cancel(errStopping)
	o.attempts.Wait()
}

// Takes reports whether posts that are scheduled now go to the worker.
func (o *Outbox) Takes() bool { return o.Link.Ready() && !o.isTaking.Load() }

// Add has a post handed over once the transaction that schedules it has committed.
func (o *Outbox) Add(ctx context.Context, tx bun.IDB, post posts.Post) error {
	rev, err := lastRevision(ctx, tx)
	if err != nil {
		return err
	}
	err = insertEntry(ctx, tx, &entry{
		PostID: post.ID, AccountID: post.SocialAccountID, Wish: present, SinceRev: rev, Rev: rev, NextAttemptAt: o.nowPtr(),
	})
	if err != nil {
		return fmt.Errorf("note a post for the cloud worker: %w", err)
	}
	o.wakeAfter(ctx)
	return nil
}

// Abandon has the worker told that a post is not to be published. What it never had, it need not hear of.
func (o *Outbox) Abandon(ctx context.Context, tx bun.IDB, id wireid.ID) error {
	row, err := selectEntry(ctx, tx, id)
	if err != nil || row == nil {
		return err
	}
	if !row.IsExposed {
		return deleteEntry(ctx, tx, id)
	}
	row.Wish, row.NextAttemptAt, row.Attempts, row.Changes = absent, o.nowPtr(), 0, row.Changes+1
	o.wakeAfter(ctx)
	return updateEntry(ctx, tx, row)
}

// Revived sends the posts of an account anew whose token works again.
func (o *Outbox) Revived(ctx context.Context, tx bun.IDB, account wireid.ID) error {
	_, err := touch(ctx, tx, o.now(), func(u *bun.UpdateQuery) { u.Where("account_id = ?", account) })
	o.wakeAfter(ctx)
	return err
}

// HandOver makes the first attempt to hand a post over, and returns what to tell the client if the worker does not have it after a
// short while: the attempts go on then.
func (o *Outbox) HandOver(ctx context.Context, id wireid.ID) (*posts.Warning, error) {
	done := make(chan struct{})
	o.attempts.Go(func() {
		defer close(done)
		o.attemptFirst(o.base, id)
	})
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case <-done:
	case <-waiting.Done():
	}
	return o.pending(context.WithoutCancel(ctx), id)
}

// attemptFirst makes an attempt for a post for which none has been made yet.
func (o *Outbox) attemptFirst(ctx context.Context, id wireid.ID) {
	free, err := o.tried.lock(ctx, id)
	if err != nil {
		return
	}
	defer o.Wake()
	defer free()
	if row, err := selectEntry(ctx, o.DB, id); err == nil && row != nil && row.Attempts == 0 {
		o.attempt(ctx, id)
	}
}

// pending returns what to tell of a post that the worker does not have yet; nothing of any other.
func (o *Outbox) pending(ctx context.Context, id wireid.ID) (*posts.Warning, error) {
	row, err := selectEntry(ctx, o.DB, id)
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
func (o *Outbox) loop() {
	for o.base.Err() == nil {
		if err := o.beginDue(o.base, &o.attempts); err != nil && o.base.Err() == nil {
			o.Log.Error("schedule: posts could not be handed over", "error", err)
		}
		o.waitForNext()
	}
}

// waitForNext waits until the next attempt is due, or something was added, or an attempt has ended.
func (o *Outbox) waitForNext() {
	next, ok, err := nextSending(o.base, o.DB, o.foreign, o.tried.all())
	if err != nil {
		next, ok = o.Clock.Now().Add(firstBackoff), true
	}
	ok = ok && !o.isTaking.Load() // Who takes posts back wakes it afterwards.
	var due <-chan time.Time
	if ok {
		if until := o.pause.until(); until.After(next) {
			next = until
		}
		timer := o.Clock.NewTimer(next.Sub(o.Clock.Now()))
		defer timer.Stop()
		due = timer.C
	}
	select {
	case <-due:
	case <-o.woken:
	case <-o.base.Done():
	}
}

// sendDue makes an attempt for each post that is due, a few at a time, and waits for them.
func (o *Outbox) sendDue(ctx context.Context) error {
	var running sync.WaitGroup
	err := o.beginDue(ctx, &running)
	running.Wait()
	return err
}

// beginDue begins an attempt for each post that is due, a few at a time, unless nothing gets through to the worker. One whose files take
// long holds up no other.
func (o *Outbox) beginDue(ctx context.Context, running *sync.WaitGroup) error {
	if o.isTaking.Load() || o.pause.until().After(o.Clock.Now()) {
		return nil
	}
	due, err := selectSendable(ctx, o.DB, o.now(), o.foreign)
	if err != nil {
		return fmt.Errorf("find what is to be sent: %w", err)
	}
	for _, id := range due {
		free, ok := o.tried.tryLock(id)
		if !ok {
			continue // Who is at it wakes the loop.
		}
		select {
		case o.turns <- struct{}{}:
		case <-ctx.Done():
			free()
			return nil
		}
		end := func() {
			free()
			<-o.turns
			o.Wake()
		}
		if o.pause.until().After(o.Clock.Now()) {
			end()
			return nil
		}
		running.Go(func() {
			defer end()
			o.attempt(ctx, id)
		})
	}
	return nil
}

// Wake has the outbox look what is to be sent. It never waits.
func (o *Outbox) Wake() {
	select {
	case o.woken <- struct{}{}:
	default: // It has been woken and has not looked yet.
	}
}

func (o *Outbox) wakeAfter(ctx context.Context) { database.AfterCommit(ctx, o.Wake) }

func (o *Outbox) now() wiretime.Time { return wiretime.Of(o.Clock.Now()) }

func (o *Outbox) nowPtr() *wiretime.Time { return wiretime.Ptr(o.Clock.Now()) }

// inTx is for what has to be stored whether or not somebody still waits for it.
func (o *Outbox) inTx(ctx context.Context, fn func(ctx context.Context, tx bun.Tx) error) error {
	return o.DB.InTx(context.WithoutCancel(ctx), fn)
}
