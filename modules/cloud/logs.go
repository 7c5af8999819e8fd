package cloud

import (
	"context"

	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/wiretime"
)

// logs opens Cloudflare's logs of the worker.
type logs struct {
	stack *stack
}

// LogSocket is the address at which Cloudflare sends the logs of the worker.
type LogSocket struct {
	ID        string        `json:"id"        doc:"Id of the socket, by which it is closed." example:"03f4c1a2b5d64e7f8091a2b3c4d5e6f7"`
	URL       string        `json:"url"       doc:"Address of a WebSocket of the protocol trace-v1; anybody who has it can listen." example:"wss://tail.developers.workers.dev/03f4c1a2b5d64e7f8091a2b3c4d5e6f7"`
	ExpiresAt wiretime.Time `json:"expiresAt" doc:"When Cloudflare closes it." example:"2026-03-14T15:26:53.589Z"`
}

// open has Cloudflare send the logs of the worker from now on.
func (l *logs) open(ctx context.Context) (LogSocket, error) {
	workers, script, err := l.worker()
	if err != nil {
		return LogSocket{}, err
	}
	tail, err := workers.StartTail(ctx, script)
	if cloudflare.Is(err, cloudflare.PermissionMissing) {
		return LogSocket{}, apperror.Wrap(apperror.CloudError, err, "the Cloudflare API token may not read logs: add the permission %q to it, in Cloudflare's dashboard under API tokens", cloudflare.PermissionTail)
	}
	if err != nil {
		return LogSocket{}, cloudError(err, apperror.CloudError)
	}
	return LogSocket{ID: tail.ID, URL: tail.URL, ExpiresAt: wiretime.Of(tail.ExpiresAt)}, nil
}

// end closes what open has begun. It returns nil for logs that have ended already.
func (l *logs) end(ctx context.Context, id string) error {
	workers, script, err := l.worker()
	if err != nil {
		return err
	}
	return explained(workers.EndTail(ctx, script, id))
}

func (l *logs) worker() (cloudflare.Workers, string, error) {
	st := l.stack.get()
	if st.row.ClaimedAt == nil {
		return cloudflare.Workers{}, "", errNotSetUp(l.stack.refusal)
	}
	account, err := l.stack.account(st)
	if err != nil {
		return cloudflare.Workers{}, "", err
	}
	return account.Workers(), st.row.WorkerName, nil
}
