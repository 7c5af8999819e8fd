package publish

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/networkclock"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/timeline"
	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/publicurl"
	"crier/platform/uptime"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Engine runs the PUBLISH jobs: it takes a post from QUEUED to PUBLISHED or FAILED.
type Engine struct {
	Parts
	started time.Time
	// Where the chores go on.
	addresses rounds[posts.Post, mark]
	unsettled rounds[attempt.Attempt, int64]
	// ready is which attempts a chore found not to be live; what it finds so twice is not.
	ready       seqs
	reach       reach
	processings processings
	glances     glances
	// hasAlikeHeld says that a post was held because of one that looks the same.
	hasAlikeHeld atomic.Bool
}

// Parts are what a Engine works with.
type Parts struct {
	db       *database.DB
	clock    clock.Clock
	log      *slog.Logger
	queue    *jobs.Queue
	posts    *posts.History
	recorder *timeline.Recorder
	clocks   *networkclock.Clock
	accounts *auth.Service
	natives  *settings.Natives
	media    *media.Service
	network  *graph.Client
	ledger   *attempt.Ledger
	urls     *publicurl.Checker
	uptime   *uptime.Meter
	lateness Lateness
}

var _ jobs.Handler = (*Engine)(nil)

// New returns the handler of PUBLISH jobs.
func New(parts Parts) *Engine {
	return &Engine{Parts: parts, started: parts.clock.Now()}
}

// HoldForeign leaves the posts for accounts of the other network mode alone, whatever their status: whoever starts Crier
// once in the wrong mode loses none of them.
func (p *Engine) HoldForeign(ctx context.Context, queue *jobs.Queue) error {
	accounts, err := p.accounts.ForeignAccounts(ctx)
	if err != nil {
		return fmt.Errorf("find the accounts of the other network: %w", err)
	}
	for _, account := range accounts {
		queue.Hold(account.ID.String())
	}
	if len(accounts) > 0 {
		p.log.Info("posts: accounts of the other network mode are left alone", "accounts", len(accounts))
	}
	return nil
}

// Type returns PUBLISH.
func (*Engine) Type() jobs.Type { return jobs.Publish }

// Claimed moves a scheduled post to QUEUED in the transaction that claims its job (contract 3: SCHEDULED -> QUEUED).
func (p *Engine) Claimed(ctx context.Context, tx bun.IDB, job jobs.ScheduledJob) error {
	p.recordClaim(ctx, tx, job)
	_, err := posts.ChangeStatus(ctx, tx, job.SubjectID, posts.Scheduled, posts.Queued, p.now(), nil)
	return err
}

const (
	// maxInterruptions is how often a post may take the process down before it is parked.
	maxInterruptions = 2
	// maxResolveInterruptions is the same for the reads that decide whether a post is live, which deserve more patience.
	maxResolveInterruptions = 10
)

// Run works on one post until it ended or has to wait. What it finds in the post says where to go on: nothing is begun
// anew after a restart.
func (p *Engine) Run(ctx context.Context, claim *jobs.Claim) (err error) {
	ctx, recording := p.recordRun(ctx, claim)
	defer func() { endRun(ctx, recording, err) }()
	err = p.run(ctx, claim)
	if errors.Is(err, errTaken) {
		return claim.Fail(ctx, "the post has been deleted", nil)
	}
	return err
}

// errTaken says that the post is not as the work left it: it has been deleted under it.
var errTaken = errors.New("posts: the post has been taken away")

// run goes on from where it finds the post. What ends a run at a place is beside it; a job that is put off comes back to the same.
//
//	SCHEDULED   its job is claimed
//	    │
//	QUEUED      hold: the account's token is dead, its time has not come by the network's clock, another late post has just
//	    │       gone out: put off; missed by more than the grace: FAILED
//	    │ begin
//	PROCESSING  identify, preflight (files, bucket, cap, clock), then the container: its files made public or its videos
//	    │       sent, until it is FINISHED. A passing failure: QUEUED, retryCount+1; a limit of the network: QUEUED, no
//	    │       attempt; a permanent failure: FAILED
//	    │ intend, durable
//	PUBLISHING  send, once. Refused: FAILED; no answer that is certain: resolve
//	    │ live, complete
//	PUBLISHED   with crossPostToPartner a job of its own, which shares the post: see crosspost.go
func (p *Engine) run(ctx context.Context, claim *jobs.Claim) error {
	post, err := p.posts.Post(ctx, claim.Job.SubjectID)
	if apperror.CodeOf(err) == apperror.NotFound {
		return errTaken
	}
	if err != nil {
		return err
	}
	ctx = graph.WithObserver(ctx, func(call graph.Call) {
		p.observeClock(call)
		p.noteAnswer(ctx, call)
	})
	noteInterruption(ctx, claim.Job, post)
	w := &work{Engine: p, claim: claim, post: post, processing: p.processings.take(post.ID)}
	ctx = graph.WithObserver(ctx, w.watch)
	if unreadable, err := w.readAttempt(ctx); unreadable || err != nil {
		return err
	}
	switch {
	case post.Status == posts.Publishing && post.SNMediaID != nil && post.IsNative():
		return w.finishNative(ctx)
	case post.Status == posts.Publishing && post.SNMediaID != nil:
		return w.complete(ctx)
	case post.Status == posts.Publishing && claim.Job.Interruptions < maxResolveInterruptions:
		return w.resolve(ctx)
	case post.Status == posts.Publishing:
		return w.fail(ctx, verdict{code: apperror.UnknownError, message: "Crier ended again and again while it was finding out whether this post is live; check before retrying"})
	case post.Status == posts.Published && post.ShareState != nil:
		return (&sharing{work: w}).run(ctx)
	case post.Status != posts.Queued && post.Status != posts.Processing:
		return claim.Complete(ctx, nil)
	case claim.Job.Interruptions >= maxInterruptions:
		return w.fail(ctx, verdict{code: apperror.UnknownError, message: "Crier ended twice in the middle of publishing this post; it was put aside, and retry tries it again"})
	}
	if held, err := w.hold(ctx); held || err != nil {
		return err
	}
	return w.settle(ctx, w.attempt(ctx))
}

// readAttempt finds the attempt that is to be settled. A post whose record of it cannot be read is put aside, and nothing is sent for
// it; then it reports true.
func (w *work) readAttempt(ctx context.Context) (unreadable bool, err error) {
	name := channelOf(w.post).name()
	if w.post.Status == posts.Published {
		name = attempt.Page
	}
	last, found, err := attempt.Last(ctx, w.db, w.post.ID, name)
	switch {
	case errors.Is(err, attempt.ErrUnreadable) && w.post.Status == posts.Published:
		return true, (&sharing{work: w}).giveUp(ctx, verdict{code: apperror.UnknownError, message: "the record of what was sent for it cannot be read"})
	case errors.Is(err, attempt.ErrUnreadable):
		w.log.Error("posts: the record of a post's attempt cannot be read", "post", w.post.ID, "error", err)
		return true, w.fail(ctx, verdict{code: apperror.UnknownError, message: "the record of what was sent for this post cannot be read; it may be live, check before you publish it anew"})
	case err == nil && found:
		w.last = last
	}
	return false, err
}

// mayBeLive reports whether an earlier attempt may have taken effect.
func (w *work) mayBeLive() bool {
	return w.last.Seq != 0 && w.last.Verdict != attempt.Absent
}

func (p *Engine) now() wiretime.Time { return wiretime.Of(p.clock.Now()) }

// work is one run over one post.
type work struct {
	*Engine
	claim   *jobs.Claim
	post    posts.Post
	account graph.Account
	// pageAccount is the account's Page, for the share to it.
	pageAccount graph.Account
	// usage is what the network last said of its allowance for calls.
	usage graph.Usage
	// last is the latest attempt of the post on its channel, zero when there was none.
	last attempt.Attempt
	// seenBefore are the items that look like the post and were visible before it is sent.
	seenBefore attempt.IDs
	// processing is what is known of the containers that the network is at.
	processing *processing
	// unasked is why the clocks could not be compared although they are in doubt.
	unasked error
	// flaw is what is wrong with a post that is live all the same.
	flaw *verdict
}

// attempt takes the post from QUEUED or PROCESSING to PUBLISHED.
//
//	begin -> identify -> preflight -> publicise -> container (made or found, FINISHED) -> intend -> send
func (w *work) attempt(ctx context.Context) error {
	if err := w.begin(ctx); err != nil {
		return err
	}
	if w.mayBeLive() {
		if ended, err := w.lookFirst(ctx); ended || err != nil {
			return err
		}
	}
	if w.post.IsNative() {
		return w.attemptNative(ctx)
	}
	if err := w.identify(ctx); err != nil {
		return err
	}
	if !w.isWaiting() {
		if err := w.preflight(ctx); err != nil {
			return err
		}
	}
	published, err := w.readyContainer(ctx)
	if err != nil {
		return err
	}
	if published {
		return w.adoptContainer(ctx)
	}
	return w.intendAndSend(ctx)
}

// isWaiting reports whether the run goes on with a wait for the network: what was looked into before it need not be again.
func (w *work) isWaiting() bool { return value(w.claim.Job.LastError) == waitsForMedia }

// begin notes that a worker has started (contract 3: QUEUED -> PROCESSING).
func (w *work) begin(ctx context.Context) error {
	now := w.now()
	if w.post.Status == posts.Processing {
		return nil
	}
	err := w.claim.Prepared(ctx, func(ctx context.Context, tx bun.IDB) error {
		return w.change(ctx, tx, posts.Processing, func(u *database.Update) {
			u.Set("last_attempt_at = ?, error_code = NULL, error_message = NULL", now)
		})
	})
	if err == nil {
		killpoint.Reach("posts.begun")
		w.post.Status, w.post.LastAttemptAt = posts.Processing, &now
	}
	return err
}

// change moves the post from the status that the work knows it in. While a claim holds nobody else moves the post, but it
// can be deleted: then it returns errTaken.
func (w *work) change(ctx context.Context, tx bun.IDB, to posts.Status, set func(*database.Update)) error {
	changed, err := posts.ChangeStatus(ctx, tx, w.post.ID, w.post.Status, to, w.now(), set)
	if err == nil && !changed {
		err = fmt.Errorf("%w: %s is not %s any more", errTaken, w.post.ID, w.post.Status)
	}
	return err
}

// identify finds the account and its token. A post whose account is gone, or cannot be used, fails before anything is sent.
func (w *work) identify(ctx context.Context) error {
	account, err := w.connected(ctx, w.db)
	if err != nil {
		return err
	}
	if account.TokenDeadAt == nil && account.IsTokenExpired(wiretime.Of(w.networkNow())) {
		return apperror.New(apperror.TokenExpired, "the access token of %s expired at %s; connect the account again, then retry", account.Username, account.TokenExpiresAt)
	}
	return w.use(ctx, account)
}

// use has the work speak for an account, whatever its token is worth.
func (w *work) use(ctx context.Context, account auth.SocialAccount) error {
	token, err := w.accounts.Token(ctx, account.ID)
	if err != nil {
		return err
	}
	w.account = graph.Account{ID: account.SNUserID, Login: graph.Login(account.LoginMethod), Token: token}
	killpoint.Reach("posts.identified")
	return nil
}

// connected returns the post's account, unless it has been disconnected.
func (w *work) connected(ctx context.Context, db bun.IDB) (auth.SocialAccount, error) {
	account, err := w.accounts.Account(ctx, db, w.post.SocialAccountID)
	if apperror.CodeOf(err) == apperror.NotFound {
		err = apperror.New(apperror.NotFound, "account disconnected")
	}
	return account, err
}
