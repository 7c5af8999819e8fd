package cloud

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

// The names of the steps, in their order.
const (
	stepToken     = "token"
	stepAccount   = "account"
	stepBucket    = "bucket"
	stepNamespace = "namespace"
	stepSubdomain = "subdomain"
	stepUpload    = "upload"
	stepCron      = "cron"
	stepServe     = "serve"
	stepAnswer    = "answer"
	stepMedia     = "media"
)

// step is a part of a set-up. It can be repeated, and then does only what is missing.
type step struct {
	name string
	// do returns the result, and whether that is a warning.
	do func(*setupRun, context.Context) (text string, warning bool, err error)
}

// setup makes what is missing in the Cloudflare account, step by step.
type setup struct {
	stack    *stack
	buckets  *Buckets
	verifier *verifier
	deployer *deployer
	expiry   *expiry
	media    *mediaHost
	// newName and r2Endpoint are those of Options.
	newName    func() string
	r2Endpoint func(account string) string
	// pasted is the token that was given last, until it is stored.
	pasted pasted
	// wanted is what the unfinished set-up was asked for. It belongs to the one that has the stack.
	wanted SetupRequest
	// isRunning says that steps are being done.
	isRunning atomic.Bool

	// base is the context of what is done for a request, and goes on when that ends. end stops it.
	base    context.Context
	end     context.CancelFunc
	running sync.WaitGroup
}

// stop ends the steps that are being done. Another call goes on with them.
func (u *setup) stop() {
	u.end()
	u.running.Wait()
}

// goOn does something for a request that has taken the stack, and waits for its end. It goes on
// when ctx ends: who set the cloud up may have closed the window.
func (u *setup) goOn(ctx context.Context, release func(), do func(context.Context) error) error {
	done := make(chan error, 1)
	u.running.Go(func() {
		defer release()
		done <- do(u.base)
	})
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

type setupRun struct {
	setup *setup
	stack *stack

	in SetupRequest
	// isOther says that a token was given.
	isOther bool
	account *cloudflare.Account
	// token is the one in use, and tokenInfo what Cloudflare says about it.
	token     secrets.Text
	tokenInfo cloudflare.Token
	// rekey allows an encryption key to be replaced that cannot be opened any more.
	rekey bool
	// isAgain says that the bucket in use is made again, because it or its address is gone.
	isAgain bool
}

func allSteps() []step {
	return append([]step{
		{stepToken, (*setupRun).findToken},
		{stepAccount, (*setupRun).chooseAccount},
		{stepBucket, (*setupRun).ensureBucket},
	}, deploySteps()...)
}

func deploySteps() []step {
	return []step{
		{stepNamespace, (*setupRun).ensureNamespace},
		{stepSubdomain, (*setupRun).ensureSubdomain},
		{stepUpload, (*setupRun).upload},
		{stepCron, (*setupRun).ensureCron},
		{stepServe, (*setupRun).serve},
		{stepAnswer, (*setupRun).awaitAnswer},
		{stepMedia, (*setupRun).proveMedia},
	}
}

// SetUp makes what is missing in the Cloudflare account, and checks that all of it works. It stores
// each step that is done: after a failure another call continues there.
func (u *setup) SetUp(ctx context.Context, in SetupRequest) error {
	release, err := u.stack.take(ctx)
	if err != nil {
		return err
	}
	return u.goOn(ctx, release, func(ctx context.Context) error {
		if err := u.mayBeSetUp(in); err != nil {
			return err
		}
		u.pasted.keep(secrets.NewText(strings.TrimSpace(in.APIToken)), u.stack.clock.Now())
		u.wanted = in.goingOnWith(u.wanted)
		err := u.run(ctx, &setupRun{setup: u, stack: u.stack, in: u.wanted, rekey: true, isOther: in.APIToken != ""}, allSteps())
		if err == nil {
			u.wanted = SetupRequest{}
		}
		return err
	})
}

// goingOnWith returns the request with the values of the one before where it has none of its own
// and goes on with that one, and without the token, which another part keeps.
func (in SetupRequest) goingOnWith(before SetupRequest) SetupRequest {
	if in.APIToken == "" {
		in.AccountID, in.Subdomain, in.WorkerName = cmp.Or(in.AccountID, before.AccountID), cmp.Or(in.Subdomain, before.Subdomain), cmp.Or(in.WorkerName, before.WorkerName)
		if !in.WithoutBucket {
			in.BucketName, in.BucketPublicURL = cmp.Or(in.BucketName, before.BucketName), cmp.Or(in.BucketPublicURL, before.BucketPublicURL)
		}
	}
	in.APIToken = ""
	return in
}

// Deploy uploads this version's worker again, and checks that it works.
func (u *setup) Deploy(ctx context.Context) error {
	release, err := u.stack.take(ctx)
	if err != nil {
		return err
	}
	return u.goOn(ctx, release, u.deploy)
}

// deploy is Deploy for a caller that has taken the stack.
func (u *setup) deploy(ctx context.Context) error {
	st := u.stack.get()
	switch {
	case u.stack.refusal != "":
		return apperror.New(apperror.NotConfigured, "%s", u.stack.refusal)
	case st.row.ClaimedAt == nil:
		return errNotSetUp("")
	case st.row.ClosingAt != nil:
		return errClosing()
	}
	account, err := u.stack.account(st)
	if err != nil {
		return err
	}
	return u.run(ctx, &setupRun{setup: u, stack: u.stack, account: account}, deploySteps())
}

func errClosing() error {
	return apperror.New(apperror.InvalidStatus, "the cloud is being torn down; finish that first (crier cloud teardown)")
}

// mayBeSetUp refuses a set-up that would abandon the existing worker.
func (u *setup) mayBeSetUp(in SetupRequest) error {
	st := u.stack.get()
	switch {
	case u.stack.refusal != "":
		return apperror.New(apperror.NotConfigured, "%s", u.stack.refusal)
	case st.row.ClosingAt != nil:
		return errClosing()
	case st.row.ClaimedAt == nil:
		return nil
	case in.AccountID != "" && in.AccountID != st.row.AccountID:
		return apperror.New(apperror.InvalidStatus, "the cloud is set up in the account %s; tear it down first (crier cloud teardown)", st.row.AccountID)
	case in.WorkerName != "" && in.WorkerName != st.row.WorkerName:
		return apperror.New(apperror.InvalidStatus, "the worker is called %s; tear it down first (crier cloud teardown)", st.row.WorkerName)
	}
	return nil
}

// run does the steps and stores the result of each.
func (u *setup) run(ctx context.Context, r *setupRun, steps []step) error {
	u.isRunning.Store(true)
	defer u.isRunning.Store(false)
	if err := u.begin(ctx, steps, r.isOther); err != nil {
		return err
	}
	for _, one := range steps {
		text, warning, err := one.do(r, ctx)
		came := storedStep{Network: u.stack.network, Name: one.name, State: StepDone, Text: text, At: u.stack.now()}
		if warning {
			came.State = StepWarning
		}
		if err != nil {
			if ctx.Err() != nil {
				return err // The program ends. The step is still to come.
			}
			err = explained(err)
			came.State, came.Code, came.Text = StepFailed, apperror.CodeOf(err), sentence(err)
			came.Needs, came.Said = needOf(err), said(err)
			if came.Needs == NeedsToken {
				u.pasted.forget() // The stored one, if there is one, may be good.
			}
		}
		if storeErr := u.note(context.WithoutCancel(ctx), came); storeErr != nil {
			return errors.Join(err, storeErr)
		}
		if err != nil {
			u.stack.log.Warn("cloud: a step of the set-up failed", "step", one.name, "error", err)
			return err
		}
	}
	u.stack.log.Info("cloud: the worker is set up", "worker", u.stack.get().row.WorkerName)
	return nil
}

// begin stores that the steps are to come. When the last set-up has not come to its end, what it
// has done stays done, unless another token may lead elsewhere.
func (u *setup) begin(ctx context.Context, steps []step, isOther bool) error {
	return u.stack.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		rows, err := selectSteps(ctx, tx, u.stack.network)
		if err != nil {
			return err
		}
		goesOn := !isOther && slices.ContainsFunc(steps, func(one step) bool { return !rows[one.name].isDone() })
		for _, one := range steps {
			if goesOn && rows[one.name].isDone() {
				continue
			}
			if err := upsertStep(ctx, tx, storedStep{Network: u.stack.network, Name: one.name, State: StepPending, At: u.stack.now()}); err != nil {
				return err
			}
		}
		return nil
	})
}

func (u *setup) note(ctx context.Context, came storedStep) error {
	return u.stack.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return upsertStep(ctx, tx, came) })
}

// explained adds a code and a sentence to an error of Cloudflare that has none.
func explained(err error) error { return cloudError(err, apperror.CloudError) }

// cloudError returns an error of Cloudflare as clients see it: CLOUD_ERROR when the token, the
// connection or the rate is the problem, and the code refused, which fits the step, when Cloudflare
// refused the request.
func cloudError(err error, refused apperror.Code) error {
	e, ok := errors.AsType[*cloudflare.Error](err)
	if apperror.From(err) != nil || !ok {
		return err
	}
	code := apperror.CloudError
	switch e.Kind {
	case cloudflare.TokenWrong, cloudflare.PermissionMissing, cloudflare.RateLimited, cloudflare.Unreachable, cloudflare.NotCloudflare:
		if e.Code == cloudflare.CodeTokenMissing {
			code = apperror.TokenRequired
		}
	default:
		code = refused
	}
	return apperror.Wrap(code, err, "%s", e.Sentence())
}

func isCode(err error, code int) bool {
	e, ok := errors.AsType[*cloudflare.Error](err)
	return ok && e.Code == code
}
