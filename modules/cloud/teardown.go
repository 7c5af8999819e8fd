package cloud

import (
	"context"

	"crier/platform/apperror"
	"crier/platform/cloudflare"

	"github.com/uptrace/bun"
)

// teardown deletes what a set-up has made.
type teardown struct {
	stack    *stack
	link     *Link
	reports  *reports
	verifier *verifier
	media    *mediaHost
}

// TearDown deletes the worker with its files and its namespace, and the token and the keys here;
// the bucket stays as it is. It refuses while posts are left there, or need a file there. With
// force it goes on without having asked the worker, but only when that does not answer.
//
// The start of a teardown is stored, and from then on nothing new goes to the worker. The script is
// deleted first, and what is needed to continue last, so that a teardown that was interrupted can
// be repeated from its beginning.
func (t *teardown) TearDown(ctx context.Context, force bool) error {
	s := t.stack
	release, err := s.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	if s.refusal != "" {
		return apperror.New(apperror.NotConfigured, "%s", s.refusal)
	}
	st := s.get()
	if st.row.ClaimedAt != nil {
		if err := t.close(ctx, force); err != nil {
			return err
		}
	}
	if err := t.destroy(ctx, st, force); err != nil {
		return err
	}
	return t.forget(ctx)
}

// close stops new posts from going there, and checks that none are left. If it fails, nothing has
// changed: a teardown that was cut off before may have deleted the script, so it stays begun.
func (t *teardown) close(ctx context.Context, force bool) error {
	s := t.stack
	wasClosing := s.get().row.ClosingAt != nil
	if _, err := s.update(ctx, func(row *storedWorker) {
		if row.ClosingAt == nil {
			row.ClosingAt = new(s.now())
		}
	}); err != nil {
		return err
	}
	t.link.waitForPuts()
	isLost := force
	if force {
		_, _, err := t.link.Open(ctx, nil, 1)
		isLost = err != nil
	}
	err := t.link.mayGo(ctx, isLost)
	if err == nil {
		err = t.mustBeEmpty(ctx, force)
	}
	if err == nil {
		err = t.media.leave(ctx)
	}
	if err == nil || wasClosing {
		return err
	}
	if _, undo := s.update(context.WithoutCancel(ctx), func(row *storedWorker) { row.ClosingAt = nil }); undo != nil {
		return undo
	}
	return err
}

// mustBeEmpty asks the worker whether it has posts, or results and tokens that were not fetched.
// force abandons the tokens, since accounts can be connected again.
func (t *teardown) mustBeEmpty(ctx context.Context, force bool) error {
	jobs, _, err := t.link.Open(ctx, nil, 1)
	if err == nil && len(jobs) > 0 {
		return errUnknownThere()
	}
	var results ResultPage
	if err == nil {
		results, err = t.link.Results(ctx, 0, 1)
	}
	switch {
	case err == nil && len(results.Results) > 0 && results.Results[0].State == JobFenced:
		return errUnknownThere()
	case err == nil && len(results.Results) > 0:
		return apperror.New(apperror.InvalidStatus, "the cloud worker has results that were not fetched yet; fetch them first (crier cloud sync)")
	case err == nil && len(results.Renewed) > 0 && !force:
		return apperror.New(apperror.InvalidStatus, "the cloud worker has renewed tokens of accounts that were not fetched yet; fetch them first (crier cloud sync)")
	case err == nil:
		return nil
	case t.isGone(ctx):
		return nil
	case force:
		t.stack.log.Warn("cloud: the worker does not answer and is torn down by force", "error", err)
		return nil
	default:
		return apperror.Wrap(AsWorkerError(err).Apperror().Code, err,
			"%s. Posts may be left there: take them back first (crier cloud takeover), and tear it down all the same if it never answers again (crier cloud teardown --force)", sentence(err))
	}
}

// errUnknownThere is for posts at the worker that none of the functions of OnTeardown knows.
func errUnknownThere() error {
	return apperror.New(apperror.InvalidStatus, "the cloud worker has posts that this folder does not know (crier cloud status lists them); make each a post of this folder "+
		"(crier cloud adopt ID), or have it cancelled there (crier cloud cancel ID)")
}

// isGone reports whether Cloudflare has no such script, so that it stores nothing.
func (t *teardown) isGone(ctx context.Context) bool {
	st := t.stack.get()
	account, err := t.stack.account(st)
	if err != nil {
		return false
	}
	_, there, err := account.Workers().Script(ctx, st.row.WorkerName)
	return err == nil && !there
}

// destroy deletes what was made. The namespace of a set-up that did not get as far as the upload
// stays while a script has the worker's name, because it is then that script's. With force, destroy
// goes on without a token that reaches the account.
func (t *teardown) destroy(ctx context.Context, st state, force bool) error {
	if st.row.AccountID == "" {
		return nil
	}
	account, err := t.stack.account(st)
	isOthers := false
	switch {
	case err != nil:
	case st.row.ClaimedAt != nil:
		err = account.Workers().DeleteScript(ctx, st.row.WorkerName)
	case st.row.NamespaceID != "":
		_, isOthers, err = account.Workers().Script(ctx, st.row.WorkerName)
	}
	if err == nil && st.row.NamespaceID != "" && !isOthers {
		err = account.DeleteNamespace(ctx, st.row.NamespaceID)
	}
	if force && isOutOfReach(ctx, account, err) {
		t.stack.log.Warn("cloud: the worker is forgotten and has to be deleted by hand", "worker", st.row.WorkerName, "error", err)
		return nil
	}
	return explained(err)
}

// isOutOfReach reports whether the call failed because there is no token that reaches the account.
// A token that only lacks a permission may still list the scripts, and the user can correct that.
func isOutOfReach(ctx context.Context, account *cloudflare.Account, failed error) bool {
	isRefused := func(err error) bool {
		return cloudflare.Is(err, cloudflare.PermissionMissing) || cloudflare.Is(err, cloudflare.NotFound)
	}
	if isRefused(failed) {
		_, err := account.Workers().Scripts(ctx)
		return isRefused(err)
	}
	return cloudflare.Is(failed, cloudflare.TokenWrong) || apperror.CodeOf(failed) == apperror.TokenRequired
}

// forget deletes everything but the epochs, and which bucket Crier has made: it stays.
func (t *teardown) forget(ctx context.Context) error {
	if err := t.stack.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return deleteSteps(ctx, tx, t.stack.network) }); err != nil {
		return err
	}
	_, err := t.stack.update(ctx, func(row *storedWorker) {
		*row = storedWorker{Network: row.Network, Epoch: row.Epoch, Fence: row.Fence, MadeBucket: row.MadeBucket}
	})
	t.media.refresh()
	t.reports.forget()
	t.verifier.forget()
	return err
}
