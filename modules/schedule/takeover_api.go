package schedule

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"crier/modules/cloud"
	"crier/platform/apperror"
	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"
)

// Sync is what came of an exchange with the worker.
type Sync struct {
	Sent     int      `json:"sent"     doc:"Posts that waited to be sent, and that the worker has now as it should." example:"1"`
	Results  int      `json:"results"  doc:"Posts of which it was learned what became of them." example:"2"`
	Problems []string `json:"problems" doc:"What stands in the way of the posts that the worker does not have yet as it should, a sentence each."`
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
		err = told(failed)
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
		return Sync{}, apperror.Wrap(apperror.SyncFailed, err, "%s", told(failed).Message)
	}
	return done, err
}

func (o *Outbox) syncAll(ctx context.Context) (done Sync, err error) {
	ctx, cancel := context.WithTimeout(ctx, syncPatience)
	defer cancel()
	o.pause.reached()
	done.Problems = []string{}
	if done.Results, err = o.FetchResults(ctx); err != nil {
		return done, err
	}
	err = errors.Join(o.lookForChanges(ctx), o.takeOverDue(ctx), o.Compare(ctx), o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error { return hasten(ctx, tx, o.now()) }))
	if err != nil {
		return done, err
	}
	before, err := o.unsent(ctx)
	if err != nil {
		return done, err
	}
	if err := o.sendDue(ctx); err != nil {
		return done, err
	}
	after, err := o.unsent(ctx)
	for _, row := range after {
		done.Problems = append(done.Problems, fmt.Sprintf("post %s: %s", row.PostID, cmp.Or(row.LastError, "it is being taken back")))
	}
	done.Sent = max(len(before)-len(after), 0)
	return done, err
}

// syncPatience bounds a sync; what is left of it goes on by itself.
const syncPatience = 2 * time.Minute

// unsent returns what the worker does not know yet as it should.
func (o *Outbox) unsent(ctx context.Context) ([]entry, error) {
	rows, err := o.entries(ctx)
	return slices.DeleteFunc(rows, func(row entry) bool { return row.NextAttemptAt == nil && row.FencedAt == nil }), err
}
