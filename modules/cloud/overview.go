package cloud

import (
	"context"
	"fmt"

	"crier/platform/cloudflare"
	"crier/platform/wiretime"
)

// overview reads the stored state of the set-up. It sends no request.
type overview struct {
	stack    *stack
	buckets  *Buckets
	reports  *reports
	deployer *deployer
	media    *mediaHost
	setup    *setup
}

// IsConfigured reports whether there are a worker and a place from which the network fetches files.
func (o *overview) IsConfigured(context.Context) (bool, error) {
	st := o.stack.get()
	return st.isDeployed() && o.media.hasPlace(), nil
}

// Status returns the stored state of the bucket and of the worker.
func (o *overview) Status() CloudStatus {
	st, bucket := o.stack.get(), o.buckets.Status()
	status := CloudStatus{
		BucketConfigured: bucket.Configured, BucketName: bucket.Name, BucketPublicURL: bucket.PublicURL,
		WorkerConfigured: st.isDeployed(), HasStoredAPIToken: !st.token.IsEmpty(), LastVerifiedAt: st.row.VerifiedAt,
	}
	status.IsConfigured = status.WorkerConfigured && o.media.hasPlace()
	status.IsVerified = status.IsConfigured && o.stack.refusal == "" && st.row.IsVerified && st.usable() == nil && st.row.ClosingAt == nil
	if status.WorkerConfigured {
		status.WorkerURL = new(st.target().url)
	}
	return status
}

// SetupStatus is the answer of GET /api/cloud/setup. It never contains a secret.
type SetupStatus struct {
	IsConfigured   bool           `json:"isConfigured"   doc:"Whether there are a worker, and a place from which the network fetches files."`
	IsVerified     bool           `json:"isVerified"     doc:"Whether the last look found the whole to work."`
	LastVerifiedAt *wiretime.Time `json:"lastVerifiedAt" doc:"When it last did."`
	ProblemCode    *string        `json:"problemCode"    doc:"Code of what keeps it from working; null when it works." example:"WORKER_UNREACHABLE"`
	Problem        *string        `json:"problem"        doc:"What keeps it from working, and what helps."`
	HasAPIToken    bool           `json:"hasApiToken"    doc:"Whether the API token is stored and can be opened."`
	TokenExpiresAt *wiretime.Time `json:"tokenExpiresAt" doc:"When the API token ends; null for one without an end, and while that is not known." example:"2026-06-11T08:00:00.000Z"`
	TokenWarning   *string        `json:"tokenWarning"   doc:"What is to be done about the API token although the cloud works, from ten days before it ends; null when nothing is." example:"Cloudflare's API token must be extended or replaced before 2026-06-11T08:00:00.000Z (crier cloud setup): it ends then, and Cloudflare takes no new posts and files afterwards"`
	AccountID      *string        `json:"accountId"      doc:"The Cloudflare account."`
	NamespaceID    *string        `json:"namespaceId"    doc:"The KV namespace."`
	BucketName     *string        `json:"bucketName"     doc:"The bucket."`
	WorkerName     *string        `json:"workerName"     doc:"The worker."`
	WorkerURL      *string        `json:"workerUrl"      doc:"The worker's address."`
	Version        *string        `json:"version"        doc:"The version that was deployed."`
	DeployedAt     *wiretime.Time `json:"deployedAt"     doc:"When it was."`
	IsCurrent      bool           `json:"isCurrent"      doc:"Whether that is what belongs to this Crier."`
	Epoch          int64          `json:"epoch"          doc:"The generation of the posts at the worker. It grows whenever posts are taken back, and counts nothing."`
	Refusal        *string        `json:"refusal"        doc:"Why no cloud can be set up here; null where one can."`
	IsClosing      bool           `json:"isClosing"      doc:"Whether a teardown has begun."`
	LastCronRun    *wiretime.Time `json:"lastCronRun"    doc:"When the worker's cron last ran, as far as is known here."`
	IsCronDead     bool           `json:"isCronDead"     doc:"Whether it should have run since."`
	Usage          []UsageDay     `json:"usage"          doc:"What the worker has used on the last days, the latest first; empty while it has not said."`
	UsageReadAt    *wiretime.Time `json:"usageReadAt"    doc:"When the worker said so."`
	FreePlan       Usage          `json:"freePlan"       doc:"What Cloudflare's free plan allows on a day."`
	Media          MediaStatus    `json:"media"          doc:"From where the network fetches files."`
	NotifyHost     *string        `json:"notifyHost"     doc:"Host of the address at which the worker tells of failures while this machine is off; null where none is set." example:"ntfy.sh"`
	NotifyProblem  *string        `json:"notifyProblem"  doc:"Why the last message did not arrive there; null when it did."`
	Warnings       []string       `json:"warnings"       doc:"What to know besides."`
	Steps          []SetupStep    `json:"steps"          doc:"What came of the steps of the last set-up, in their order."`
	IsRunning      bool           `json:"isRunning"      doc:"Whether steps are being done. They go on when the request that began them ends."`
	CanGoOn        bool           `json:"canGoOn"        doc:"Whether the set-up can go on without a token being given: one is stored, or the one that was given last is still kept in memory, for ten minutes at most."`
	Accounts       []AccountName  `json:"accounts"       doc:"Where that token reaches several accounts and none was chosen yet: which."`
	TokenPage      string         `json:"tokenPage"      doc:"Page of Cloudflare that makes a token, filled in." example:"https://dash.cloudflare.com/profile/api-tokens?name=Crier"`
	TokenPageR2    string         `json:"tokenPageR2"    doc:"The same with the permission for buckets of R2." example:"https://dash.cloudflare.com/profile/api-tokens?name=Crier"`
}

// SetupStep is a step of a set-up.
type SetupStep struct {
	Name  string         `json:"name"  doc:"The step." example:"upload"`
	State string         `json:"state" enum:"PENDING,DONE,WARNING,FAILED" doc:"What came of it."`
	Code  *string        `json:"code"  doc:"Code of a failure." example:"WORKER_DEPLOY_FAILED"`
	Text  string         `json:"text"  doc:"What was done, or what is wrong and what helps."`
	Needs *string        `json:"needs" enum:"token,permission,account,subdomain,worker,public,ready" nullable:"true" doc:"What the step that failed needs of the user: another token, a permission of the token, accountId, subdomain, workerName or replace, bucketMayBePublic, or something in Cloudflare's dashboard; null for anything else." example:"permission"`
	Said  *string        `json:"said"  doc:"What Cloudflare itself said; null where it said nothing." example:"upload the script: Authentication error (HTTP 403, code 10000)"`
	At    *wiretime.Time `json:"at"    doc:"When."`
}

// SetupStatus returns the progress of the set-up. It sends no request.
func (o *overview) SetupStatus(ctx context.Context) (SetupStatus, error) {
	rows, err := selectSteps(ctx, o.stack.db, o.stack.network)
	if err != nil {
		return SetupStatus{}, err
	}
	st, public := o.stack.get(), o.Status()
	status := SetupStatus{
		IsConfigured: public.IsConfigured, IsVerified: public.IsVerified, LastVerifiedAt: public.LastVerifiedAt,
		ProblemCode: optional(string(st.row.ProblemCode)), Problem: optional(st.row.Problem), HasAPIToken: public.HasStoredAPIToken,
		TokenExpiresAt: st.row.TokenExpiresAt, TokenWarning: optional(o.stack.tokenWarning(st)),
		AccountID: optional(st.row.AccountID), NamespaceID: optional(st.row.NamespaceID), BucketName: public.BucketName,
		WorkerName: optional(st.row.WorkerName), WorkerURL: public.WorkerURL, Version: optional(st.row.DeployedVersion),
		DeployedAt: st.row.DeployedAt, IsCurrent: st.isDeployed() && !o.deployer.isOutdated(st), Epoch: st.row.Epoch, IsClosing: st.row.ClosingAt != nil, Refusal: optional(o.stack.refusal),
		NotifyHost: optional(st.notifyHost()), Usage: []UsageDay{}, FreePlan: freePlan(), Media: o.media.status(workerFacts{}), Warnings: []string{}, Steps: []SetupStep{},
		IsRunning: o.setup.isRunning.Load(), TokenPage: cloudflare.TokenPage(false), TokenPageR2: cloudflare.TokenPage(true),
	}
	status.CanGoOn, status.Accounts = o.setup.pasted.status(o.stack.clock.Now())
	status.CanGoOn = status.CanGoOn || status.HasAPIToken
	if refused := st.usable(); refused != nil && st.row.ClaimedAt != nil {
		status.ProblemCode, status.Problem = optional(string(refused.Code)), &refused.Message
	}
	if last, ok := o.reports.latest(); ok {
		status.LastCronRun = last.LastCronRun
		status.Media = o.media.status(last)
		status.Usage, status.UsageReadAt = last.usage(), &last.Timestamp
		if problem := last.Notify.Problem; problem != nil && status.NotifyHost != nil {
			status.NotifyProblem = optional(printable(*problem, st.notifyURL.Reveal()))
		}
	}
	for _, one := range allSteps() {
		if row, ok := rows[one.name]; ok {
			status.Steps = append(status.Steps, SetupStep{
				Name: row.Name, State: string(row.State), Code: optional(string(row.Code)), Text: row.Text, Needs: optional(string(row.Needs)), Said: optional(row.Said), At: &row.At,
			})
		}
	}
	o.warn(&status, st, rows)
	return status, nil
}

// warn adds warnings for the user.
func (o *overview) warn(status *SetupStatus, st state, rows map[string]storedStep) {
	for _, one := range allSteps() {
		if row := rows[one.name]; row.State == StepWarning {
			status.Warnings = append(status.Warnings, row.Text)
		}
	}
	if status.TokenWarning != nil {
		status.Warnings = append(status.Warnings, *status.TokenWarning+".")
	}
	if st.isDeployed() && rows[stepCron].State != StepWarning && o.cronIsDead(st) {
		status.IsCronDead = true
		status.Warnings = append(status.Warnings, fmt.Sprintf("The worker's cron does not run (last: %s). Posts go out at their times as long as the worker itself works; "+
			"if they do not, deploy it again (crier cloud deploy) or take the posts back (crier cloud takeover).", runText(status.LastCronRun)))
	}
	if st.locked.notifyURL {
		status.Warnings = append(status.Warnings, "The address for notifications cannot be opened with this data folder's key, so the worker cannot report failures; set it again (crier cloud notify).")
	}
	status.Warnings = append(status.Warnings, status.Scarce(o.stack.edge.nowOrHere())...)
	if st.isDeployed() && !status.IsVerified && !status.IsClosing && status.Problem != nil {
		status.Warnings = append(status.Warnings, "New posts stay on this machine until the worker works again. Posts that the worker has are its own: "+
			"if it never comes back, take them back (crier cloud takeover).")
	}
}

// cronIsDead reports whether the cron was overdue in the worker's last report.
func (o *overview) cronIsDead(st state) bool {
	last, known := o.reports.latest()
	if !known || st.row.DeployedAt == nil || last.Timestamp.Time().Sub(st.row.DeployedAt.Time()) < newFor {
		return false
	}
	return last.LastCronRun == nil || last.Timestamp.Time().Sub(last.LastCronRun.Time()) > cronLate
}

func runText(at *wiretime.Time) string {
	if at == nil {
		return "never"
	}
	return at.String()
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
