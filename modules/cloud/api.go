package cloud

import (
	"context"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// CloudStatus is the answer of GET /cloud/status (contract 4).
type CloudStatus struct {
	IsConfigured      bool           `json:"isConfigured"      doc:"Whether cloud scheduling is set up." example:"true"`
	IsVerified        bool           `json:"isVerified"        doc:"Whether the set-up has been proved to work; only then are posts scheduled in the cloud." example:"true"`
	LastVerifiedAt    *wiretime.Time `json:"lastVerifiedAt"    doc:"When it last was; null when it never was." example:"2026-03-10T17:04:12.000Z"`
	BucketConfigured  bool           `json:"bucketConfigured"  doc:"Whether there is a bucket." example:"true"`
	WorkerConfigured  bool           `json:"workerConfigured"  doc:"Whether there is a worker." example:"true"`
	BucketName        *string        `json:"bucketName"        doc:"Name of the bucket." example:"crier-media"`
	BucketPublicURL   *string        `json:"bucketPublicUrl"   doc:"Address of the bucket's public side." example:"https://media.example.com"`
	WorkerURL         *string        `json:"workerUrl"         doc:"Address of the worker." example:"https://crier.example.workers.dev"`
	HasStoredAPIToken bool           `json:"hasStoredApiToken" doc:"Whether the provider's API token is saved." example:"true"`
}

// CloudDiagnostics is the answer of GET /cloud/diagnostics (contract 4).
type CloudDiagnostics struct {
	Version            *string          `json:"version"            doc:"Version of the worker." example:"1.4.2"`
	HasEncryptionKey   bool             `json:"hasEncryptionKey"   doc:"Whether the worker has its key." example:"true"`
	LastCronRun        *wiretime.Time   `json:"lastCronRun"        doc:"When the worker's cron last ran. More than 90 seconds ago means that it does not fire; for 5 to 15 minutes after it was deployed that is normal." example:"2026-03-14T09:26:00.000Z"`
	ScheduledCount     int64            `json:"scheduledCount"     doc:"Posts that wait in the worker." example:"3"`
	RepostConfigCount  int64            `json:"repostConfigCount"  doc:"Story-repost configurations in the worker."`
	PendingRepostCount int64            `json:"pendingRepostCount" doc:"Reposts that wait in the worker."`
	CompletedCount     int64            `json:"completedCount"     doc:"Jobs that succeeded." example:"118"`
	FailedCount        int64            `json:"failedCount"        doc:"Jobs that failed. When it grows and completedCount does not, every job fails." example:"1"`
	RecentJobs         []map[string]any `json:"recentJobs"         doc:"The latest jobs, as the worker words them; their members are not part of this contract."`
	Timestamp          wiretime.Time    `json:"timestamp"          doc:"When the worker answered." example:"2026-03-14T09:26:53.589Z"`
	Offline            bool             `json:"offline"            doc:"Whether the worker cannot be reached."`
	OfflineReason      *string          `json:"offlineReason"      doc:"Why not; null when it can."`
}

// CloudCron is one cron trigger of the worker.
type CloudCron struct {
	Cron string `json:"cron" doc:"The cron expression." example:"* * * * *"`
}

// CloudCronStatus is the answer of GET /cloud/cron-status (contract 4).
type CloudCronStatus struct {
	Configured  bool           `json:"configured"  doc:"Whether cloud scheduling is set up." example:"true"`
	Crons       []CloudCron    `json:"crons"       doc:"The worker's cron triggers."`
	HasCron     bool           `json:"hasCron"     doc:"Whether there is one." example:"true"`
	LastCronRun *wiretime.Time `json:"lastCronRun" doc:"When it last ran." example:"2026-03-14T09:26:00.000Z"`
	ModifiedOn  *wiretime.Time `json:"modified_on" doc:"When the triggers were last changed." example:"2026-03-10T17:03:40.000Z"`
}

// CloudKey is one key of the worker's store.
type CloudKey struct {
	Name string `json:"name" doc:"The key." example:"post:3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
}

// CloudKV is the answer of GET /cloud/kv (contract 4).
type CloudKV struct {
	Configured bool              `json:"configured" doc:"Whether cloud scheduling is set up." example:"true"`
	Keys       []CloudKey        `json:"keys"       doc:"The keys that begin with the prefix."`
	KeyCount   int64             `json:"keyCount"   doc:"How many there are." example:"1"`
	MetaValues map[string]string `json:"metaValues" doc:"Values of the keys that describe the worker itself." example:"{\"meta:lastCronRun\":\"2026-03-14T09:26:00.000Z\"}"`
}

type kvInput struct {
	Prefix string `query:"prefix" maxLength:"512" doc:"Only keys that begin so." example:"post:"`
}

const tag = "Cloud"

// api serves the operations of v1 on the cloud.
type api struct{ cloud *Cloud }

func newAPI(c *Cloud) *api { return &api{c} }

func (a *api) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getCloudStatus", Method: http.MethodGet, Path: "/cloud/status", Tags: []string{tag},
		Summary: "Is cloud scheduling set up?", Description: "Says what of the cloud worker is configured, and whether it was proved to work. It reads what is stored here and asks nobody else. " +
			"Only a verified set-up publishes while this machine is off.",
		Security: httpapi.Any(),
	}, a.status)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getCloudDiagnostics", Method: http.MethodGet, Path: "/cloud/diagnostics", Tags: []string{tag},
		Summary: "How is the cloud worker?", Description: "Asks the worker for its counts and its latest jobs, and changes nothing there. Poll it to see whether scheduled posts go out: " +
			"offline with a reason means that the worker cannot be reached; the rest is then what it last said.",
		Security: httpapi.Any(), Metadata: httpapi.Errors(apperror.CloudNotConfigured, apperror.WorkerUnreachable, apperror.EncryptionKeyMismatch),
	}, a.diagnostics)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getCloudCronStatus", Method: http.MethodGet, Path: "/cloud/cron-status", Tags: []string{tag},
		Summary: "Does the worker's cron run?", Description: "Lists the worker's cron triggers and says when they last ran. They are its heart-beat: posts go out at their times without one, but nothing wakes a worker that has stumbled.",
		Security: httpapi.Any(), Metadata: httpapi.Errors(apperror.CloudError, apperror.EncryptionKeyMismatch),
	}, a.cron)
	httpapi.Register(surface, huma.Operation{
		OperationID: "listCloudKeys", Method: http.MethodGet, Path: "/cloud/kv", Tags: []string{tag},
		Summary: "What is in the worker's store?", Description: "Lists the keys of the worker's store, for diagnosis only: what keys there are may change. The list may be a few minutes old. It changes nothing.",
		Security: httpapi.Any(), Metadata: httpapi.Errors(apperror.CloudError, apperror.EncryptionKeyMismatch),
	}, a.kv)
}

func (a *api) status(context.Context, *struct{}) (*httpapi.Output[CloudStatus], error) {
	return httpapi.Answer(a.cloud.Overview.Status(), nil)
}

func (a *api) diagnostics(ctx context.Context, _ *struct{}) (*httpapi.Output[CloudDiagnostics], error) {
	return httpapi.Answer(a.cloud.Inspector.Diagnostics(ctx))
}

func (a *api) cron(ctx context.Context, _ *struct{}) (*httpapi.Output[CloudCronStatus], error) {
	return httpapi.Answer(a.cloud.Inspector.CronStatus(ctx))
}

func (a *api) kv(ctx context.Context, in *kvInput) (*httpapi.Output[CloudKV], error) {
	return httpapi.Answer(a.cloud.Inspector.Keys(ctx, in.Prefix))
}
