package publish

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/networkclock"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/comment"
	"crier/modules/posts/publish/delivery"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/feed"
	"crier/modules/posts/publish/page"
	"crier/modules/posts/publish/story"
	"crier/modules/posts/publish/timing"
	"crier/modules/posts/timeline"
	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/native"
	"crier/platform/publicurl"
	"crier/platform/uptime"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Engine runs the PUBLISH jobs: it takes a post from QUEUED to PUBLISHED or FAILED, and shares it.
type Engine struct {
	log      *slog.Logger
	queue    *jobs.Queue
	posts    *posts.History
	accounts *auth.Service
	recorder *timeline.Recorder
	clock    *timing.Clock
	reach    *reach
	channels channels
	page     *page.Channel
	comment  *comment.Channel

	journals     *journals
	lives        *lives
	resolvers    *resolvers
	publications *publications

	// What looks after posts whose job has ended.
	searcher   *searcher
	namer      *namer
	addresses  *addresses
	releaser   *releaser
	lookFiller *lookFiller
	remover    *remover
	finder     *Finder
	surveyor   *Surveyor
}

// Deps are what an Engine works with.
type Deps struct {
	DB       *database.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Queue    *jobs.Queue
	Posts    *posts.History
	Recorder *timeline.Recorder
	Clocks   *networkclock.Clock
	Accounts *auth.Service
	Natives  *settings.Natives
	Media    *media.Service
	Network  *graph.Client
	Ledger   *attempt.Ledger
	URLs     *publicurl.Checker
	Uptime   *uptime.Meter
	Lateness Lateness
}

var _ jobs.Handler = (*Engine)(nil)

// New returns the handler of PUBLISH jobs.
func New(p Deps) *Engine {
	clk := timing.New(p.Clock, p.Clocks, p.Uptime, p.Log)
	files := delivery.New(p.Media, p.URLs, p.Network, p.Log)
	publishing := feed.New(feed.Deps{DB: p.DB, Clock: clk, Log: p.Log, Accounts: p.Accounts, Media: p.Media, Files: files, Network: p.Network})
	native := story.New(story.Deps{DB: p.DB, Clock: clk, Accounts: p.Accounts, Natives: p.Natives, Media: p.Media, Files: files})
	sharing := page.New(page.Deps{DB: p.DB, Clock: clk, Log: p.Log, Accounts: p.Accounts, Files: files, Network: p.Network})
	commenting := comment.New(comment.Deps{DB: p.DB, Clock: clk, Accounts: p.Accounts, Network: p.Network})
	all := channels{native, sharing, commenting, publishing}
	e := &Engine{
		log: p.Log, queue: p.Queue, posts: p.Posts, accounts: p.Accounts, recorder: p.Recorder, clock: clk, page: sharing, comment: commenting,
		reach:    &reach{clock: clk, log: p.Log, db: p.DB, queue: p.Queue},
		channels: all,

		journals:  &journals{db: p.DB, ledger: p.Ledger, clock: clk, accounts: p.Accounts, lookalikes: &lookalikes{clock: clk, queue: p.Queue}},
		lives:     &lives{clock: clk, log: p.Log, queue: p.Queue, accounts: p.Accounts, media: p.Media},
		resolvers: &resolvers{db: p.DB, clock: clk},
		addresses: &addresses{db: p.DB, clock: clk, recorder: p.Recorder, channels: all},
		releaser:  &releaser{p.DB, p.Media},
		remover:   &remover{db: p.DB, clock: clk, log: p.Log, queue: p.Queue, posts: p.Posts, channels: all, page: sharing},
	}
	e.finder = &Finder{recorder: p.Recorder, channel: publishing, resolvers: e.resolvers}
	e.publications = &publications{clock: clk, log: p.Log, reach: e.reach, lives: e.lives, lateness: p.Lateness, gate: &gate{
		db: p.DB, clock: clk, accounts: p.Accounts, reach: e.reach, lateness: p.Lateness, started: p.Clock.Now(), ask: publishing.AskTheTime,
	}}
	e.lookFiller = &lookFiller{p.DB, p.Posts, e.channels}
	e.surveyor = &Surveyor{db: p.DB, recorder: p.Recorder, channels: e.channels, lives: e.lives, journals: e.journals}
	e.searcher = &searcher{
		db: p.DB, clock: clk, log: p.Log, posts: p.Posts, recorder: p.Recorder, reach: e.reach,
		channels: e.channels, resolvers: e.resolvers, journals: e.journals, lives: e.lives,
	}
	e.namer = &namer{searcher: e.searcher}
	return e
}

// HoldForeign holds the posts for accounts of the other network mode, whatever their status, so
// that a start in the wrong mode loses none of them.
func (e *Engine) HoldForeign(ctx context.Context, queue *jobs.Queue) error {
	accounts, err := e.accounts.ForeignAccounts(ctx)
	if err != nil {
		return fmt.Errorf("find the accounts of the other network: %w", err)
	}
	for _, account := range accounts {
		queue.Hold(account.ID.String())
	}
	if len(accounts) > 0 {
		e.log.Info("posts: accounts of the other network mode are not published for", "accounts", len(accounts))
	}
	return nil
}

// AccountRevived lets the held posts of an account go on, now that it works again.
func (e *Engine) AccountRevived(ctx context.Context, tx bun.IDB, account wireid.ID) error {
	failpoint.Reach("posts.account.revived")
	return errors.Join(e.queue.MakeDue(ctx, tx, account.String(), heldForAccount.Wait), e.queue.MakeDue(ctx, tx, account.String(), heldForCheckpoint.Wait))
}

// AccountRemoved has what waits for an account that is being disconnected go on, so that it ends:
// a limit can last for hours.
func (e *Engine) AccountRemoved(ctx context.Context, tx bun.IDB, account wireid.ID) error {
	return e.queue.MakeLaneDue(ctx, tx, posts.PublishJob, account.String())
}

// Type returns PUBLISH.
func (*Engine) Type() jobs.Type { return posts.PublishJob }

// Claimed moves a scheduled post to QUEUED in the transaction that claims its job (contract 3:
// SCHEDULED -> QUEUED).
func (e *Engine) Claimed(ctx context.Context, tx bun.IDB, job jobs.ScheduledJob) error {
	recordClaim(ctx, tx, job, e.clock.Now())
	_, err := posts.ChangeStatus(ctx, tx, job.SubjectID, posts.Scheduled, posts.Queued, e.clock.Stored(), nil)
	return err
}

// Run works on one post until the post has ended or has to wait. It goes on from the status that is
// stored, so that a restart repeats no step. Beside each status stands what ends a run there; a job
// that is put off comes back to the same status.
//
//	SCHEDULED   its job is claimed
//	    │
//	QUEUED      the gate. Put off: the account's token is dead, the time has not come by the
//	    │       network's clock, another late post has just gone out. FAILED: missed by more than
//	    │       the grace
//	    │ begin
//	PROCESSING  the channel checks, prepares and awaits. A transient failure: QUEUED, retryCount+1.
//	    │       A limit of the network: QUEUED, no attempt. A permanent failure: FAILED
//	    │ intend, durable
//	PUBLISHING  commit, once. Refused: FAILED. No certain answer: resolve
//	    │ live, read back
//	PUBLISHED   with firstComment a job of its own comments below the post: see commentLife. Then,
//	            with crossPostToPartner, another one shares the post: see shareLife
func (e *Engine) Run(ctx context.Context, claim *jobs.Claim) (err error) {
	ctx, recording := recordRun(ctx, e.recorder, claim)
	defer func() { endRun(ctx, recording, err) }()
	err = e.run(ctx, claim)
	if errors.Is(err, failure.ErrTaken) {
		return claim.Fail(ctx, "the post has been deleted", nil)
	}
	return err
}

func (e *Engine) run(ctx context.Context, claim *jobs.Claim) error {
	post, err := e.posts.Post(ctx, claim.Job.SubjectID)
	if apperror.CodeOf(err) == apperror.NotFound {
		return failure.ErrTaken
	}
	if err != nil {
		return err
	}
	ctx = e.observed(ctx)
	noteInterruption(ctx, claim.Job, post)
	run := &channel.Run{Claim: claim, Post: post}
	ch := e.channelOf(post)
	last, _, unreadable := attempt.Last(ctx, e.journals.db, post.ID, ch.Name())
	if unreadable != nil && !errors.Is(unreadable, attempt.ErrUnreadable) {
		return unreadable
	}
	run.Last = last
	p := e.newRun(run, ch)
	if unreadable != nil && p.life.stage() != isLive {
		// It is put aside, and nothing is sent for it.
		e.log.Error("posts: the record of a post's attempt cannot be read", "post", post.ID, "error", unreadable)
		return p.life.fail(ctx, p.life.words().unreadable)
	}
	return p.goOn(ctx)
}

// channelOf returns the channel of what is next for a post: itself, or what is made beside it.
func (e *Engine) channelOf(post posts.Post) channel.Channel {
	switch {
	case post.IsCommentDue():
		return e.comment
	case post.IsSharing():
		return e.page
	}
	return e.channels.forPost(post)
}

func (e *Engine) newRun(run *channel.Run, ch channel.Channel) *publication {
	switch ch.Name() {
	case attempt.Comment:
		return e.newCommenting(run)
	case attempt.Page:
		return e.newSharing(run)
	case attempt.Feed, attempt.Story:
	}
	return e.newPublication(run)
}

// observed returns a context under which the network's answers, of either of its APIs, compare the
// clocks and show that it can be reached.
func (e *Engine) observed(ctx context.Context) context.Context {
	own := ctx
	ctx = graph.WithObserver(ctx, func(call graph.Call) {
		e.clock.Observe(call)
		if call.IsAnswered() {
			e.reach.noteAnswer(own, failure.Host(call.Host), call.Op)
		}
	})
	return native.WithObserver(ctx, func(d native.Dated) { e.reach.noteAnswer(own, failure.AppAPI, d.Op) })
}

// newPublication returns a run over a post.
func (e *Engine) newPublication(run *channel.Run) *publication {
	ch := e.channels.forPost(run.Post)
	p := e.begin(run, ch, ch.At(run))
	p.life = &postLife{e.lives.newStatuses(run, p.journal), p}
	return p
}

// newSharing returns a run over the share of a post.
func (e *Engine) newSharing(run *channel.Run) *publication {
	work := e.page.For(run)
	p := e.begin(run, e.page, work)
	life := &shareLife{besideLife{of: p}, work}
	life.side, p.life = life, life
	return p
}

// newCommenting returns a run over the first comment of a post.
func (e *Engine) newCommenting(run *channel.Run) *publication {
	p := e.begin(run, e.comment, e.comment.For(run))
	life := &commentLife{besideLife{of: p}}
	life.side, p.life = life, life
	return p
}

func (e *Engine) begin(run *channel.Run, ch channel.Channel, work channel.Work) *publication {
	return &publication{
		publications: e.publications, run: run, ch: ch, work: work, journal: e.journals.newJournal(run, ch, work),
		resolver: e.resolvers.newResolver(run, ch, work),
	}
}
