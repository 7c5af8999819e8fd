package cloud

import (
	"context"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/secrets"
)

const (
	// workerPatience is how long to wait for a worker that was just deployed. A new address may
	// take longer.
	workerPatience = time.Minute
	workerPause    = 2 * time.Second
	// mostSilent is how many checks in a row may get no answer before the worker counts as not
	// working: a machine that wakes up has no network for a moment.
	mostSilent = 3
	// keptFresh is how old the stored copy of the worker's report may become.
	keptFresh = 10 * time.Minute
)

// verifier finds out whether the token, the place of files and the worker work, and stores that.
type verifier struct {
	stack   *stack
	asker   *asker
	reports *reports
	media   *mediaHost

	mu sync.RWMutex
	// lookedAt is when the worker was last checked, silent how many checks in a row got no answer.
	lookedAt time.Time
	silent   int
}

// Verify stores whether token, place of files and worker work. It changes nothing at Cloudflare.
func (v *verifier) Verify(ctx context.Context) error {
	release, err := v.stack.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	st := v.stack.get()
	if st.row.ClaimedAt == nil {
		return errNotSetUp(v.stack.refusal)
	}
	if err := v.checkAll(ctx, st); err != nil {
		return v.unverified(context.WithoutCancel(ctx), err)
	}
	return v.verified(ctx)
}

func (v *verifier) checkAll(ctx context.Context, st state) error {
	if err := v.checkToken(ctx, st); err != nil {
		return err
	}
	if err := v.media.check(ctx); err != nil {
		return err
	}
	return v.check(ctx)
}

func (v *verifier) checkToken(ctx context.Context, st state) error {
	if _, err := v.stack.account(st); err != nil {
		return err
	}
	info, err := v.verifyToken(ctx, st.token, st.row.AccountID)
	if err != nil {
		return err
	}
	return v.learnTokenEnd(ctx, endOfToken(info))
}

// verifyToken returns what Cloudflare says about a token of a user, or of an account: of one of the
// named accounts, or of one that the token reaches.
func (v *verifier) verifyToken(ctx context.Context, token secrets.Text, accounts ...string) (cloudflare.Token, error) {
	client := v.stack.api.As(token)
	info, err := client.VerifyToken(ctx)
	if cloudflare.Is(err, cloudflare.TokenWrong) {
		info, err = verifyOwned(ctx, client, err, accounts)
	}
	if err != nil {
		return cloudflare.Token{}, explained(err)
	}
	if info.Ended() {
		return cloudflare.Token{}, apperror.Wrap(apperror.CloudError, NeedsToken, "the Cloudflare API token is %s; make it active again or create a new one", printable(info.Status, ""))
	}
	return info, nil
}

// verifyOwned returns failed when no account owns the token.
func verifyOwned(ctx context.Context, client *cloudflare.Client, failed error, accounts []string) (cloudflare.Token, error) {
	reached, err := client.Accounts(ctx)
	if err != nil && !cloudflare.Is(err, cloudflare.TokenWrong) && !cloudflare.Is(err, cloudflare.PermissionMissing) {
		return cloudflare.Token{}, err
	}
	for _, a := range reached {
		accounts = append(accounts, a.ID)
	}
	for _, id := range accounts {
		if id == "" {
			continue
		}
		info, err := client.Account(id).VerifyToken(ctx)
		if err == nil || cloudflare.Is(err, cloudflare.Unreachable) || cloudflare.Is(err, cloudflare.RateLimited) {
			return info, err
		}
	}
	return cloudflare.Token{}, failed
}

// check finds out whether the deployed worker answers. The error is for clients.
func (v *verifier) check(ctx context.Context) error {
	got, err := v.reports.read(ctx)
	if err != nil {
		return userError(err)
	}
	// The answer may show that this program was restored together with its folder, which must be
	// known in any case.
	heeded := v.asker.copies.heed(ctx, got)
	st := v.stack.get()
	switch {
	case got.KeyCheckValue == nil || *got.KeyCheckValue != st.keyCheck():
		return apperror.New(apperror.EncryptionKeyMismatch, "the cloud worker has another encryption key than Crier, so it cannot open the posts; deploy it again (crier cloud deploy)")
	case *got.Version != st.row.DeployedVersion:
		return apperror.New(apperror.WorkerDeployFailed, "another version of the cloud worker answers (%s) than the one that was deployed (%s); deploy it again (crier cloud deploy)",
			printable(*got.Version, ""), st.row.DeployedVersion)
	}
	if heeded != nil {
		return userError(heeded)
	}
	return v.stack.raise(ctx, got.Fence)
}

// look is Verify in the background: a failure that may pass changes nothing at first, and the
// bucket is checked once a day.
func (v *verifier) look(ctx context.Context) error {
	release, err := v.stack.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	st := v.stack.get()
	err = v.check(ctx)
	if err == nil {
		// Without Cloudflare's API the worker works all the same. Without a token that Cloudflare
		// accepts nobody could stop it.
		if err = v.checkToken(ctx, st); isPassing(err) {
			err = nil
		}
	}
	if err == nil {
		err = v.media.look(ctx)
	}
	silent := v.looked(apperror.CodeOf(err) == apperror.WorkerUnreachable)
	if err == nil {
		return v.verified(ctx)
	}
	if silent > 0 && silent < mostSilent && st.row.IsVerified {
		return nil
	}
	if st.row.IsVerified {
		v.stack.log.Warn("cloud: the worker is not used for new posts until it works again", "error", err)
	}
	if why := v.unverified(ctx, err); apperror.From(why) == nil {
		return why
	}
	return nil
}

// looked records a check, and returns how many in a row got no answer.
func (v *verifier) looked(nobody bool) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.lookedAt = v.stack.clock.Now()
	if !nobody {
		v.silent = 0
		return 0
	}
	v.silent++
	return v.silent
}

// lastLook returns when the worker was last checked, the zero time for never.
func (v *verifier) lastLook() time.Time {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.lookedAt
}

// forget resets the number of checks without an answer.
func (v *verifier) forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.silent = 0
}

// verified stores that everything works.
func (v *verifier) verified(ctx context.Context) error {
	_, err := v.stack.update(ctx, func(row *storedWorker) {
		row.IsVerified, row.VerifiedAt, row.ProblemCode, row.Problem = true, new(v.stack.now()), "", ""
	})
	return err
}

// unverified stores that not everything works, and returns why.
func (v *verifier) unverified(ctx context.Context, why error) error {
	_, err := v.stack.update(ctx, func(row *storedWorker) {
		row.IsVerified, row.ProblemCode, row.Problem = false, apperror.CodeOf(why), sentence(why)
	})
	if err != nil {
		return err
	}
	return why
}

// isPassing reports an error of Cloudflare's API that says nothing about the token.
func isPassing(err error) bool {
	return cloudflare.Is(err, cloudflare.Unreachable) || cloudflare.Is(err, cloudflare.RateLimited) || cloudflare.Is(err, cloudflare.NotCloudflare)
}
