package schedule

import (
	"context"
	"net/http"

	"crier/modules/schedule/handoff"
	"crier/platform/apperror"
	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
)

type (
	takeoverOutput struct{ Body handoff.Takeover }
	syncOutput     struct{ Body handoff.Sync }
)

// cloudAPI is what somebody has done with the posts that the cloud worker has.
type cloudAPI struct {
	reclaimer *handoff.Reclaimer
	syncer    *handoff.Syncer
}

func newCloudAPI(r *handoff.Reclaimer, s *handoff.Syncer) *cloudAPI {
	return &cloudAPI{reclaimer: r, syncer: s}
}

// register is for the internal surface.
func (a *cloudAPI) register(surface huma.API) {
	huma.Register(surface, huma.Operation{
		OperationID: "takeOver", Method: http.MethodPost, Path: "/schedule/takeover", Tags: []string{tag},
		Summary: "Take the posts back from the cloud worker",
		Description: "Has this program publish what the worker has not begun. Where the worker does not answer, a fence is put up around it through Cloudflare; what was due by then " +
			"comes back five minutes later, after a look at the network. Nothing does this by itself.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.WorkerUnreachable, apperror.CloudNotConfigured, apperror.EncryptionKeyMismatch, apperror.InvalidWorkerKey, apperror.CloudError),
	}, a.takeOver)
	huma.Register(surface, huma.Operation{
		OperationID: "syncCloud", Method: http.MethodPost, Path: "/schedule/sync", Tags: []string{tag},
		Summary:     "Exchange everything with the cloud worker now",
		Description: "Sends what waits to be sent, takes results home and compares. The same happens by itself all the time.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.SyncFailed, apperror.CloudNotConfigured),
	}, a.sync)
}

func (a *cloudAPI) takeOver(ctx context.Context, _ *struct{}) (*takeoverOutput, error) {
	done, err := a.reclaimer.TakeOver(ctx)
	if err != nil {
		return nil, err
	}
	return &takeoverOutput{Body: done}, nil
}

func (a *cloudAPI) sync(ctx context.Context, _ *struct{}) (*syncOutput, error) {
	done, err := a.syncer.Sync(ctx)
	if err != nil {
		return nil, err
	}
	return &syncOutput{Body: done}, nil
}
