package cloud

import (
	"context"

	"crier/platform/apperror"
	"crier/platform/cloudflare"

	"github.com/uptrace/bun"
)

// TearDown deletes the worker and its namespace and forgets the token and the keys; the bucket stays as it is. It is refused
// while posts are left there. force does it without having asked the worker, and only when that does not answer.
//
// What was begun is stored, and nothing new goes to the worker any more. The script goes first and what is needed to go on is
// forgotten last, so that a teardown that was cut off is done again from its beginning.
func (l *Link) TearDown(ctx context.Context, force bool) error {
	s := l.stack
	release, err := s.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	if s.Refusal != "" {
		return apperror.New(apperror.NotConfigured, "%s", s.Refusal)
	}
	st := s.get()
	if st.row.ClaimedAt != nil {
		if err := l.close(ctx, force); err != nil {
			return err
		}
	}
	if err := s.destroy(ctx, st, force); err != nil {
		return err
	}
	return s.forget(ctx)
}

// close lets nothing new in, and makes sure that nothing is left. When something is, all stays as it was.
func (l *Link) close(ctx context.Context, force bool) error {
	s := l.stack
	if _, err := s.update(ctx, func(row *storedWorker) {
		if row.ClosingAt == nil {
			now := s.now()
			row.ClosingAt = &now
		}
	}); err != nil {
		return err
	}
	// A call that was putting a job has ended after this.
	l.gate.Lock()
	l.gate.Unlock() //nolint:staticcheck // The section is empty: it is waited for, and nothing is done in it.
	err := l.mayGo(ctx)
	if err == nil {
		err = l.mustBeEmpty(ctx, force)
	}
	if err == nil {
		return nil
	}
	if _, undo := s.update(context.WithoutCancel(ctx), func(row *storedWorker) { row.ClosingAt = nil }); undo != nil {
		return undo
	}
	return err
}

// mustBeEmpty asks the worker whether it has posts or results that nobody has taken home.
func (l *Link) mustBeEmpty(ctx context.Context, force bool) error {
	jobs, _, err := l.Open(ctx, nil, 1)
	if err == nil && len(jobs) > 0 {
		return errUnknownThere()
	}
	var results ResultPage
	if err == nil {
		results, err = l.Results(ctx, 0, 1)
	}
	switch {
	case err == nil && len(results.Results) > 0 && results.Results[0].State == JobFenced:
		return errUnknownThere()
	case err == nil && len(results.Results) > 0:
		return apperror.New(apperror.InvalidStatus, "the cloud worker has results that are not at home yet; bring them home first (crier cloud sync)")
	case err == nil:
		return nil
	case l.stack.isGone(ctx):
		return nil
	case force:
		l.stack.Log.Warn("cloud: the worker is torn down without having been asked", "error", err)
		return nil
	default:
		return apperror.Wrap(AsWorkerError(err).Apperror().Code, err,
			"%s. Posts may be left there: take them back first (crier cloud takeover), and tear it down with --force if it never answers again", sentence(err))
	}
}

// errUnknownThere is for posts that are at the worker and that nobody here knows of: who knows them was asked before.
func errUnknownThere() error {
	return apperror.New(apperror.InvalidStatus, "the cloud worker has posts that this folder does not know (crier cloud status lists them); make each a post of this folder "+
		"(crier cloud adopt ID), or have it cancelled there (crier cloud cancel ID)")
}

// isGone reports that Cloudflare has no such script, so that it keeps nothing.
func (s *Stack) isGone(ctx context.Context) bool {
	st := s.get()
	account, err := s.account(st)
	if err != nil {
		return false
	}
	_, there, err := account.Script(ctx, st.row.WorkerName)
	return err == nil && !there
}

// destroy deletes what was made. When it is forced, a token that Cloudflare does not accept any more is no obstacle.
func (s *Stack) destroy(ctx context.Context, st state, force bool) error {
	if st.row.AccountID == "" {
		return nil
	}
	account, err := s.account(st)
	if err == nil && st.row.ClaimedAt != nil {
		err = account.DeleteScript(ctx, st.row.WorkerName)
	}
	if err == nil && st.row.NamespaceID != "" {
		err = account.DeleteNamespace(ctx, st.row.NamespaceID)
	}
	if force && (cloudflare.Is(err, cloudflare.TokenWrong) || apperror.CodeOf(err) == apperror.TokenRequired) {
		s.Log.Warn("cloud: the worker is forgotten and has to be deleted by hand", "worker", st.row.WorkerName, "error", err)
		return nil
	}
	return explained(err)
}

// forget leaves nothing but how often posts were taken back.
func (s *Stack) forget(ctx context.Context) error {
	if err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return deleteSteps(ctx, tx, s.Network) }); err != nil {
		return err
	}
	_, err := s.update(ctx, func(row *storedWorker) {
		*row = storedWorker{Network: row.Network, Epoch: row.Epoch, Fence: row.Fence}
	})
	s.mu.Lock()
	s.last, s.silent = nil, 0
	s.mu.Unlock()
	return err
}
