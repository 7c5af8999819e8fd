package schedule

import (
	"context"
	"errors"
	"net/http"

	"crier/modules/cloud"
	"crier/platform/apperror"
	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
)

// Sync is what came of an exchange with the worker.
type Sync struct {
	Results int `json:"results" doc:"Posts of which it was learned what became of them." example:"2"`
	Waiting int `json:"waiting" doc:"Posts that the worker does not have yet as it should." example:"0"`
	InCloud int `json:"inCloud" doc:"Posts that are the worker's to publish." example:"7"`
}

type (
	takeoverOutput struct{ Body Takeover }
	syncOutput     struct{ Body Sync }
)

// register is for the internal surface.
func (o *Outbox) register(surface huma.API) {
	huma.Register(surface, huma.Operation{
		OperationID: "takeOver", Method: http.MethodPost, Path: "/schedule/takeover", Tags: []string{tag},
		Summary: "Take the posts back from the cloud worker",
		Description: "Has this program publish what the worker has not begun. Where the worker does not answer, a fence is put up around it through Cloudflare; what was due by then " +
			"comes back five minutes later, after a look at the network. Nothing does this by itself.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.WorkerUnreachable, apperror.CloudNotConfigured, apperror.EncryptionKeyMismatch, apperror.InvalidWorkerKey, apperror.CloudError),
	}, o.takeOver)
	huma.Register(surface, huma.Operation{
		OperationID: "syncCloud", Method: http.MethodPost, Path: "/schedule/sync", Tags: []string{tag},
		Summary:     "Exchange everything with the cloud worker now",
		Description: "Sends what waits to be sent, takes results home and compares. The same happens by itself all the time.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.SyncFailed, apperror.CloudNotConfigured),
	}, o.sync)
}

func (o *Outbox) takeOver(ctx context.Context, _ *struct{}) (*takeoverOutput, error) {
	done, err := o.TakeOver(ctx)
	if failed := cloud.AsWorkerError(err); failed != nil && apperror.From(err) == nil {
		err = failed.Apperror()
	}
	if err != nil {
		return nil, err
	}
	return &takeoverOutput{Body: done}, nil
}

func (o *Outbox) sync(ctx context.Context, _ *struct{}) (*syncOutput, error) {
	done, err := o.Sync(ctx)
	if err != nil {
		return nil, err
	}
	return &syncOutput{Body: done}, nil
}

// Sync sends what waits, takes results home and compares, now. It returns SYNC_FAILED with the reason.
func (o *Outbox) Sync(ctx context.Context) (Sync, error) {
	if !o.Link.HasWorker() {
		return Sync{}, apperror.New(apperror.CloudNotConfigured, "cloud scheduling is not set up")
	}
	done, err := o.syncAll(context.WithoutCancel(ctx))
	failed := cloud.AsWorkerError(err)
	if failed != nil {
		return Sync{}, apperror.Wrap(apperror.SyncFailed, err, "%s", failed.Apperror().Message)
	}
	return done, err
}

func (o *Outbox) syncAll(ctx context.Context) (done Sync, err error) {
	o.pause.reached()
	if done.Results, err = o.FetchResults(ctx); err != nil {
		return done, err
	}
	err = errors.Join(o.lookForChanges(ctx), o.takeOverDue(ctx), o.Compare(ctx), hasten(ctx, o.DB, o.now()), o.sendDue(ctx))
	if err != nil {
		return done, err
	}
	rows, err := selectEntries(ctx, o.DB)
	for i := range rows {
		if rows[i].NextAttemptAt != nil || rows[i].FencedAt != nil {
			done.Waiting++
		}
		if rows[i].Wish == present {
			done.InCloud++
		}
	}
	return done, err
}
