package schedule

import (
	"context"
	"net/http"
	"slices"

	"crier/modules/schedule/handoff"
	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

type (
	unknownInput struct {
		ID wireid.ID `path:"id" doc:"Id of the post."`
	}
	unknownOutput struct {
		Body struct {
			Posts []handoff.Unknown `json:"posts" doc:"The posts, the soonest first."`
		}
	}
)

// cloudAPI serves the operations on posts that the cloud worker has.
type cloudAPI struct {
	reclaimer *handoff.Reclaimer
	syncer    *handoff.Syncer
	strays    *handoff.Strays
	adopter   *handoff.Adopter
}

func newCloudAPI(r *handoff.Reclaimer, s *handoff.Syncer, strays *handoff.Strays, adopter *handoff.Adopter) *cloudAPI {
	return &cloudAPI{reclaimer: r, syncer: s, strays: strays, adopter: adopter}
}

func (a *cloudAPI) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "takeOver", Method: http.MethodPost, Path: "/schedule/takeover", Tags: []string{tag},
		Summary: "Take the posts back from the cloud worker",
		Description: "Has this program publish what the worker has not begun. Where the worker does not answer, a fence is put up around it through Cloudflare; what was due by then " +
			"is looked for on the network five minutes later, and comes back six minutes after that unless it is there. Nothing does this by itself.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.WorkerUnreachable, apperror.CloudNotConfigured, apperror.EncryptionKeyMismatch, apperror.InvalidWorkerKey, apperror.CloudError)),
	}, a.takeOver)
	httpapi.Register(surface, huma.Operation{
		OperationID: "syncCloud", Method: http.MethodPost, Path: "/schedule/sync", Tags: []string{tag},
		Summary:     "Exchange everything with the cloud worker now",
		Description: "Sends what waits to be sent, fetches results and compares. The same happens by itself all the time.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.SyncFailed, apperror.CloudNotConfigured)),
	}, a.sync)
	asking := []apperror.Code{apperror.WorkerUnreachable, apperror.CloudNotConfigured, apperror.EncryptionKeyMismatch, apperror.InvalidWorkerKey, apperror.CloudError}
	httpapi.Register(surface, huma.Operation{
		OperationID: "listUnknownCloudPosts", Method: http.MethodGet, Path: "/schedule/unknown", Tags: []string{tag},
		Summary:     "Which posts does the cloud worker have that this folder does not know?",
		Description: "Asks the worker, and returns the posts that it has and of which nothing here says so, with what they are: so it is after the folder was put back from a backup. Each can be adopted or cancelled.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.Errors(asking...),
	}, a.listUnknown)
	httpapi.Register(surface, huma.Operation{
		OperationID: "adoptCloudPost", Method: http.MethodPost, Path: "/schedule/unknown/{id}", Tags: []string{tag},
		Summary:     "Make a post of the cloud worker's one of this folder",
		Description: "Takes a post over that the worker has and this folder does not know: its files are fetched, and it is SCHEDULED here under its id, for the worker to publish. One whose time has passed becomes a draft, and is cancelled there.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(append(slices.Clone(asking), apperror.InvalidStatus, apperror.NotFound, apperror.MediaInvalid, apperror.UploadError)...)),
	}, a.adopt)
	httpapi.Register(surface, huma.Operation{
		OperationID: "cancelCloudPost", Method: http.MethodDelete, Path: "/schedule/unknown/{id}", Tags: []string{tag},
		Summary:     "Have the cloud worker give up a post that this folder does not know",
		Description: "Once it is confirmed, the worker never publishes the post. A draft of the same id stays as it is here.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(append(slices.Clone(asking), apperror.InvalidStatus, apperror.NotFound)...)),
	}, a.cancel)
}

func (a *cloudAPI) listUnknown(ctx context.Context, _ *struct{}) (*unknownOutput, error) {
	list, err := a.strays.List(ctx)
	if err != nil {
		return nil, err
	}
	out := &unknownOutput{}
	out.Body.Posts = list
	return out, nil
}

func (a *cloudAPI) adopt(ctx context.Context, in *unknownInput) (*httpapi.Output[handoff.Adopted], error) {
	return httpapi.Answer(a.adopter.Adopt(ctx, in.ID))
}

func (a *cloudAPI) cancel(ctx context.Context, in *unknownInput) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(a.strays.Cancel(ctx, in.ID))
}

func (a *cloudAPI) takeOver(ctx context.Context, _ *struct{}) (*httpapi.Output[handoff.Takeover], error) {
	return httpapi.Answer(a.reclaimer.TakeOver(ctx))
}

func (a *cloudAPI) sync(ctx context.Context, _ *struct{}) (*httpapi.Output[handoff.Sync], error) {
	return httpapi.Answer(a.syncer.Sync(ctx))
}
