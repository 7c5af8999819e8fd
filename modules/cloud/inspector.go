package cloud

import (
	"context"
	"time"

	"crier/platform/apperror"
	"crier/platform/cloudflare"
)

// inspector asks the worker and Cloudflare how things are, and changes nothing there.
type inspector struct {
	stack   *stack
	reports *reports
	cron    *cached[cronFacts]
	mirror  *cached[mirrorFacts]
}

// diagnosticsPatience is how long somebody who looks on waits for the worker.
const diagnosticsPatience = 10 * time.Second

// Diagnostics asks the worker how it is. A worker that does not answer is offline, with what it
// last said; one that has never answered, or that answers as another one, is WORKER_UNREACHABLE.
func (i *inspector) Diagnostics(ctx context.Context) (CloudDiagnostics, error) {
	st := i.stack.get()
	switch {
	case !st.isDeployed():
		return CloudDiagnostics{}, errNotSetUp(i.stack.refusal)
	case i.stack.refusal != "":
		return CloudDiagnostics{}, apperror.New(apperror.CloudNotConfigured, "%s", i.stack.refusal)
	}
	if refused := st.usable(); refused != nil {
		return CloudDiagnostics{}, refused
	}
	ctx, cancel := context.WithTimeout(ctx, diagnosticsPatience)
	defer cancel()
	got, err := i.reports.read(ctx)
	if err == nil {
		return i.shown(got), nil
	}
	last, known := i.reports.latest()
	if !known || !isSilence(err) {
		return CloudDiagnostics{}, apperror.Wrap(apperror.WorkerUnreachable, err, "%s", sentence(err))
	}
	offline := i.shown(last)
	reason := sentence(err)
	offline.Offline, offline.OfflineReason = true, &reason
	return offline, nil
}

// shown words what the worker said. A key that is not the one it is to have counts as none.
func (i *inspector) shown(f workerFacts) CloudDiagnostics {
	st := i.stack.get()
	hasKey := f.HasEncryptionKey && f.KeyCheckValue != nil && *f.KeyCheckValue == st.keyCheck()
	jobs := f.RecentJobs
	if jobs == nil {
		jobs = []map[string]any{}
	}
	return CloudDiagnostics{
		Version: f.Version, HasEncryptionKey: hasKey, LastCronRun: f.LastCronRun, ScheduledCount: f.ScheduledCount,
		RepostConfigCount: f.RepostConfigCount, PendingRepostCount: f.PendingRepostCount, CompletedCount: f.CompletedCount,
		FailedCount: f.FailedCount, RecentJobs: jobs, Timestamp: f.Timestamp,
	}
}

// reader returns the state and the account for an operation of v1 that asks Cloudflare, and false
// while there is nothing to ask about.
func (i *inspector) reader() (st state, account *cloudflare.Account, isDeployed bool, err error) {
	st = i.stack.get()
	if !st.isDeployed() || i.stack.refusal != "" {
		return st, nil, false, nil
	}
	if refused := st.usable(); refused != nil {
		return st, nil, true, refused
	}
	account, err = i.stack.account(st)
	if err != nil {
		err = apperror.Wrap(apperror.CloudError, err, "%s", sentence(err))
	}
	return st, account, true, err
}
