package cloud

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/secrets"
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
)

const (
	defaultBucketName = "crier-media"
	// namePrefix begins the name of a worker that nobody has named; randomInName characters follow it.
	namePrefix   = "crier-"
	randomInName = 8
)

// step is a part of a set-up. It can be done again, and does then only what is still missing.
type step struct {
	name string
	// do returns what came of it, and whether that is a warning.
	do func(*setup, context.Context) (text string, warning bool, err error)
}

// setup is one run of the steps.
type setup struct {
	*Stack

	in      SetupRequest
	account *cloudflare.Account
	// token is the one that is used, and tokenInfo what Cloudflare said of it.
	token     secrets.Text
	tokenInfo cloudflare.Token
	// rekey lets an encryption key that cannot be opened any more be replaced.
	rekey bool
}

func allSteps() []step {
	return append([]step{
		{stepToken, (*setup).findToken},
		{stepAccount, (*setup).chooseAccount},
		{stepBucket, (*setup).ensureBucket},
	}, deploySteps()...)
}

func deploySteps() []step {
	return []step{
		{stepNamespace, (*setup).ensureNamespace},
		{stepSubdomain, (*setup).ensureSubdomain},
		{stepUpload, (*setup).upload},
		{stepCron, (*setup).ensureCron},
		{stepServe, (*setup).serve},
		{stepAnswer, (*setup).awaitAnswer},
	}
}

// take waits until nobody else changes the stack. Who has taken it calls the function in the end.
func (s *Stack) take(ctx context.Context) (func(), error) {
	select {
	case s.changing <- struct{}{}:
		return func() { <-s.changing }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// SetUp makes in the Cloudflare account what is missing, and finds out whether the whole works. What is done is stored step by
// step: after a failure another call goes on.
func (s *Stack) SetUp(ctx context.Context, in SetupRequest) error {
	release, err := s.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	if err := s.mayBeSetUp(in); err != nil {
		return err
	}
	return (&setup{Stack: s, in: in, rekey: true}).run(ctx, allSteps())
}

// Deploy uploads the worker again, as it belongs to this version, and finds out whether it works.
func (s *Stack) Deploy(ctx context.Context) error {
	release, err := s.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	return s.deploy(ctx)
}

// deploy is Deploy for who has taken the stack.
func (s *Stack) deploy(ctx context.Context) error {
	st := s.get()
	switch {
	case s.Refusal != "":
		return apperror.New(apperror.NotConfigured, "%s", s.Refusal)
	case st.row.ClaimedAt == nil:
		return errNotSetUp("")
	case st.row.ClosingAt != nil:
		return errClosing()
	}
	account, err := s.account(st)
	if err != nil {
		return err
	}
	return (&setup{Stack: s, account: account}).run(ctx, deploySteps())
}

func errClosing() error {
	return apperror.New(apperror.InvalidStatus, "the cloud is being torn down; go on with crier cloud teardown")
}

// mayBeSetUp refuses what would leave the worker that there is behind.
func (s *Stack) mayBeSetUp(in SetupRequest) error {
	st := s.get()
	switch {
	case s.Refusal != "":
		return apperror.New(apperror.NotConfigured, "%s", s.Refusal)
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

// run does the steps and stores what comes of each.
func (u *setup) run(ctx context.Context, steps []step) error {
	if err := u.begin(ctx, steps); err != nil {
		return err
	}
	for _, one := range steps {
		text, warning, err := one.do(u, ctx)
		came := storedStep{Network: u.Network, Name: one.name, State: StepDone, Text: text, At: u.now()}
		if warning {
			came.State = StepWarning
		}
		if err != nil {
			err = explained(err)
			came.State, came.Code, came.Text = StepFailed, apperror.CodeOf(err), sentence(err)
		}
		if storeErr := u.note(context.WithoutCancel(ctx), came); storeErr != nil {
			return errors.Join(err, storeErr)
		}
		if err != nil {
			u.Log.Warn("cloud: a step of the set-up failed", "step", one.name, "error", err)
			return err
		}
	}
	u.Log.Info("cloud: the worker is set up", "worker", u.get().row.WorkerName)
	return nil
}

// explained gives an error of Cloudflare's that nobody has worded a code and a sentence.
func explained(err error) error { return cloudError(err, apperror.CloudError) }

// cloudError returns an error of Cloudflare's as it is told: what is wrong with the token, the way or the pace is CLOUD_ERROR, and
// what Cloudflare refused has the code that fits the step.
func cloudError(err error, refused apperror.Code) error {
	var e *cloudflare.Error
	if apperror.From(err) != nil || !errors.As(err, &e) {
		return err
	}
	const noToken = 9106
	code := apperror.CloudError
	switch e.Kind {
	case cloudflare.TokenWrong, cloudflare.PermissionMissing, cloudflare.RateLimited, cloudflare.Unreachable, cloudflare.NotCloudflare:
		if e.Code == noToken {
			code = apperror.TokenRequired
		}
	default:
		code = refused
	}
	return apperror.Wrap(code, err, "%s", e.Sentence())
}

// isCode returns whether err is Cloudflare's error of that code.
func isCode(err error, code int) bool {
	var e *cloudflare.Error
	return errors.As(err, &e) && e.Code == code
}

// ensureNamespace keeps the namespace that there is, and makes one where there is none.
func (u *setup) ensureNamespace(ctx context.Context) (string, bool, error) {
	name, err := u.settleName(ctx)
	if err != nil {
		return "", false, err
	}
	title := name + "-posts"
	if known := u.get().row.NamespaceID; known != "" {
		all, err := u.account.Namespaces(ctx)
		if err != nil {
			return "", false, err
		}
		for _, n := range all {
			if n.ID == known {
				return fmt.Sprintf("The KV namespace is %s.", printable(n.Title, "")), false, nil
			}
		}
	}
	n, made, err := u.account.EnsureNamespace(ctx, title)
	if err != nil {
		return "", false, err
	}
	_, err = u.update(ctx, func(row *storedWorker) { row.NamespaceID = n.ID })
	if made {
		return fmt.Sprintf("The KV namespace %s was made.", title), false, err
	}
	return fmt.Sprintf("The KV namespace is %s.", title), false, err
}

// settleName returns the worker's name. It is stored before anything is made under it, so that a set-up that failed goes on with
// the same one.
func (u *setup) settleName(ctx context.Context) (string, error) {
	known := u.get().row.WorkerName
	name := u.in.WorkerName
	switch {
	case name == "" && known != "", name != "" && name == known:
		return known, nil
	case name == "":
		name = newName(u.Stack)
	}
	_, err := u.update(ctx, func(row *storedWorker) { row.move(name, row.Subdomain) })
	return name, err
}

// newName returns a name for a worker that nobody has named. It is random, so that two data folders in one account have a worker
// each, and a new worker does not answer where a deleted one was.
func newName(s *Stack) string {
	if s.NewName != nil {
		return s.NewName()
	}
	return namePrefix + strings.ToLower(rand.Text()[:randomInName])
}

var ownName = regexp.MustCompile(`^crier(-[a-z2-7]{8})?$`)

// otherWorkers returns the names of the account's workers that look like Crier's, without the own one.
func otherWorkers(ctx context.Context, account *cloudflare.Account, own string) ([]string, error) {
	all, err := cloudflare.Scripts(ctx, account)
	if err != nil {
		return nil, cloudError(err, apperror.WorkerDeployFailed)
	}
	var others []string
	for _, one := range all {
		if one.Name != own && ownName.MatchString(one.Name) {
			others = append(others, one.Name)
		}
	}
	return others, nil
}
