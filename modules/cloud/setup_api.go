package cloud

import (
	"context"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
)

// SetupRequest is the body of POST /api/cloud/setup. An omitted field keeps its value, or is found
// out.
type SetupRequest struct {
	APIToken          string `json:"apiToken,omitempty"        maxLength:"512" format:"password" writeOnly:"true" doc:"Cloudflare's API token; left out, the stored one. It is stored sealed and never returned." example:"..."`
	AccountID         string `json:"accountId,omitempty"       pattern:"^[0-9a-f]{32}$" doc:"The account, when the token reaches several or may not name them." example:"0123456789abcdef0123456789abcdef"`
	BucketName        string `json:"bucketName,omitempty"      maxLength:"63" doc:"A bucket of R2 to use, made if it is not there; left out, the configured one, or none: the worker serves the files then." example:"crier-media"`
	WithoutBucket     bool   `json:"withoutBucket,omitempty"   doc:"Go on without the bucket that the set-up before asked for: the worker keeps the files."`
	BucketPublicURL   string `json:"bucketPublicUrl,omitempty" maxLength:"1024" doc:"Address under which everybody can read that bucket; left out, a domain of its own, or the one of r2.dev." example:"https://media.example.com"`
	BucketMayBePublic bool   `json:"bucketMayBePublic,omitempty" doc:"Make that bucket public although it is private, has objects and was not made by Crier: everybody can read them then."`
	Subdomain         string `json:"subdomain,omitempty"       pattern:"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$" doc:"Name below workers.dev, for an account that has none yet." example:"example"`
	WorkerName        string `json:"workerName,omitempty"      pattern:"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$" doc:"Name of the worker; left out, the one that it has, or crier- and eight random characters." example:"crier-k3wq7mzx"`
	Replace           bool   `json:"replace,omitempty"         doc:"Replace a worker of that name that this Crier has not deployed."`
}

type (
	setupInput  struct{ Body SetupRequest }
	notifyInput struct{ Body NotificationRequest }
	mediaInput  struct{ Body MediaRequest }
	logsInput   struct {
		ID string `path:"id" pattern:"^[0-9A-Za-z-]{1,64}$" doc:"Id of the socket." example:"03f4c1a2b5d64e7f8091a2b3c4d5e6f7"`
	}
	readInput struct {
		From int64 `query:"from" minimum:"0" doc:"The number that the last answer named as next; left out, what is kept." example:"12"`
	}
	teardownInput struct {
		Force bool `query:"force" doc:"Delete a worker that does not answer without having asked it. One that answers is asked all the same."`
	}
)

type setupAPI struct {
	cloud *Cloud
}

func newSetupAPI(c *Cloud) *setupAPI { return &setupAPI{c} }

func (a *setupAPI) register(surface *httpapi.Operations) {
	deploying := []apperror.Code{
		apperror.TokenRequired, apperror.CloudError, apperror.WorkerDeployFailed, apperror.WorkerUnreachable, apperror.InvalidWorkerKey,
		apperror.EncryptionKeyMismatch, apperror.NotConfigured, apperror.InvalidStatus,
	}
	httpapi.Register(surface, huma.Operation{
		OperationID: "getCloudSetup", Method: http.MethodGet, Path: "/cloud/setup", Tags: []string{tag},
		Summary: "How far is the set-up of the cloud?", Description: "Says what was made in the Cloudflare account, what came of each step, and what is wrong. It asks nobody.",
		Security: httpapi.CookieOnly(),
	}, a.get)
	httpapi.Register(surface, huma.Operation{
		OperationID: "setUpCloud", Method: http.MethodPost, Path: "/cloud/setup", Tags: []string{tag},
		Summary: "Set the cloud up", Description: "Verifies the token, makes what is missing in the account (namespace, workers.dev name, worker, cron; a bucket only where one is named) and waits for the worker's first answer. " +
			"After a failure the same call goes on; the steps of getCloudSetup say where.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtOwnAddress(httpapi.Errors(append(deploying, apperror.BucketNotConfigured)...)),
	}, a.setUp)
	httpapi.Register(surface, huma.Operation{
		OperationID: "deployCloudWorker", Method: http.MethodPost, Path: "/cloud/deploy", Tags: []string{tag},
		Summary: "Deploy the worker again", Description: "Uploads the worker as it belongs to this version, and waits for its first answer. Posts that it has stay there.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(append(deploying, apperror.CloudNotConfigured)...)),
	}, a.deploy)
	httpapi.Register(surface, huma.Operation{
		OperationID: "verifyCloud", Method: http.MethodPost, Path: "/cloud/verify", Tags: []string{tag},
		Summary: "Does the cloud work?", Description: "Asks Cloudflare about the token, tries the place from which the network fetches files, and asks the worker which one it is. It changes nothing there.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(append(deploying, apperror.CloudNotConfigured, apperror.BucketNotConfigured)...)),
	}, a.verify)
	httpapi.Register(surface, huma.Operation{
		OperationID: "setCloudNotification", Method: http.MethodPut, Path: "/cloud/notification", Tags: []string{tag},
		Summary: "Have the worker tell of failures", Description: "Stores an address, deploys the worker with it and has the worker send a test message there. While this machine is off, the worker tells there of posts that fail, " +
			"once for each cause and day. An address that does not take the test message is kept, and the answer says why it did not.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtOwnAddress(httpapi.Errors(append(deploying, apperror.CloudNotConfigured)...)),
	}, a.notify)
	httpapi.Register(surface, huma.Operation{
		OperationID: "removeCloudNotification", Method: http.MethodDelete, Path: "/cloud/notification", Tags: []string{tag},
		Summary: "Have the worker tell nobody", Description: "Forgets the address for notifications, and deploys the worker without it.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(append(deploying, apperror.CloudNotConfigured)...)),
	}, a.silence)
	httpapi.Register(surface, huma.Operation{
		OperationID: "moveMedia", Method: http.MethodPut, Path: "/cloud/media", Tags: []string{tag},
		Summary: "From where does the network fetch files?", Description: "Has the network fetch the files of posts from the worker, or from the bucket that is set, once that was found to work. " +
			"Posts that wait at the worker are sent again with the new addresses. The files stay in the former place as long as a post needs them.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(append(deploying, apperror.CloudNotConfigured, apperror.BucketNotConfigured, apperror.ValidationError)...)),
	}, a.moveMedia)
	httpapi.Register(surface, huma.Operation{
		OperationID: "checkMediaAddress", Method: http.MethodPost, Path: "/cloud/media/check", Tags: []string{tag},
		Summary: "Does the place of files work?", Description: "Puts a small file into the place from which the network fetches files, fetches it from its public address and deletes it, and says what came of each step.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(append(deploying, apperror.CloudNotConfigured, apperror.BucketNotConfigured)...)),
	}, a.checkMedia)
	reading := []apperror.Code{apperror.TokenRequired, apperror.CloudError, apperror.NotConfigured, apperror.CloudNotConfigured, apperror.EncryptionKeyMismatch}
	httpapi.Register(surface, huma.Operation{
		OperationID: "openCloudLogs", Method: http.MethodPost, Path: "/cloud/logs", Tags: []string{tag},
		Summary: "Listen to the worker", Description: "Has Cloudflare tell what the worker does from now on, and answers with the address of the WebSocket where it does. The token needs the permission \"Workers Tail: Read\".",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(reading...)),
	}, a.openLogs)
	httpapi.Register(surface, huma.Operation{
		OperationID: "closeCloudLogs", Method: http.MethodDelete, Path: "/cloud/logs/{id}", Tags: []string{tag},
		Summary: "Listen to the worker no longer", Description: "Has Cloudflare close the socket. One that is closed already is a success.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(reading...)),
	}, a.closeLogs)
	httpapi.Register(surface, huma.Operation{
		OperationID: "readCloudLogs", Method: http.MethodPost, Path: "/cloud/logs/read", Tags: []string{tag},
		Summary: "What does the worker do?", Description: "Returns what the worker did since the last time. The first call has Cloudflare tell it from then on, and the service listens for as long as somebody reads every minute. " +
			"The token needs the permission \"Workers Tail: Read\".",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(reading...)),
	}, a.readLogs)
	httpapi.Register(surface, huma.Operation{
		OperationID: "tearCloudDown", Method: http.MethodDelete, Path: "/cloud/setup", Tags: []string{tag},
		Summary: "Tear the cloud down", Description: "Deletes the worker and its namespace and forgets the token and the keys; the bucket stays. Refused while the worker has posts, or results that were not fetched.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(deploying...)),
	}, a.tearDown)
}

func (a *setupAPI) get(ctx context.Context, _ *struct{}) (*httpapi.Output[SetupStatus], error) {
	return httpapi.Answer(a.cloud.Overview.SetupStatus(ctx))
}

func (a *setupAPI) setUp(ctx context.Context, in *setupInput) (*httpapi.Output[SetupStatus], error) {
	if err := a.cloud.Setup.SetUp(ctx, in.Body); err != nil {
		return nil, err
	}
	return a.get(ctx, nil)
}

func (a *setupAPI) deploy(ctx context.Context, _ *struct{}) (*httpapi.Output[SetupStatus], error) {
	if err := a.cloud.Setup.Deploy(ctx); err != nil {
		return nil, err
	}
	return a.get(ctx, nil)
}

func (a *setupAPI) verify(ctx context.Context, _ *struct{}) (*httpapi.Output[SetupStatus], error) {
	if err := a.cloud.Verifier.Verify(ctx); err != nil {
		return nil, err
	}
	return a.get(ctx, nil)
}

func (a *setupAPI) moveMedia(ctx context.Context, in *mediaInput) (*httpapi.Output[SetupStatus], error) {
	if err := a.cloud.Media.Move(ctx, in.Body); err != nil {
		return nil, err
	}
	return a.get(ctx, nil)
}

func (a *setupAPI) checkMedia(ctx context.Context, _ *struct{}) (*httpapi.Output[MediaCheck], error) {
	return httpapi.Answer(a.cloud.Media.Test(ctx))
}

func (a *setupAPI) notify(ctx context.Context, in *notifyInput) (*httpapi.Output[NotificationTest], error) {
	return httpapi.Answer(a.cloud.Notification.Set(ctx, in.Body))
}

func (a *setupAPI) silence(ctx context.Context, _ *struct{}) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(a.cloud.Notification.Remove(ctx))
}

func (a *setupAPI) openLogs(ctx context.Context, _ *struct{}) (*httpapi.Output[LogSocket], error) {
	return httpapi.Answer(a.cloud.Logs.open(ctx))
}

func (a *setupAPI) readLogs(ctx context.Context, in *readInput) (*httpapi.Output[LogPage], error) {
	return httpapi.Answer(a.cloud.Logs.Read(ctx, in.From))
}

func (a *setupAPI) closeLogs(ctx context.Context, in *logsInput) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(a.cloud.Logs.close(ctx, in.ID))
}

func (a *setupAPI) tearDown(ctx context.Context, in *teardownInput) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(a.cloud.Teardown.TearDown(ctx, in.Force))
}
