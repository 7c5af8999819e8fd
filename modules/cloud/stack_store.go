package cloud

import (
	"context"
	"database/sql"
	"errors"

	"crier/platform/apperror"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// storedWorker is the row of a network mode's worker. A text that is not known yet is empty.
type storedWorker struct {
	bun.BaseModel `bun:"table:cloud_worker,alias:worker"`

	Network             string `bun:",pk"`
	Epoch               int64
	Fence               int64
	AskedEpoch          int64
	AccountID           string
	TokenID             string
	SealedToken         []byte
	SealedWorkerKey     []byte
	SealedEncryptionKey []byte
	SealedNotifyURL     []byte
	NotifyKind          string
	NamespaceID         string
	WorkerName          string
	Subdomain           string
	ClaimedAt           *wiretime.Time
	DeployedVersion     string
	DeployedFingerprint string
	DeployedAt          *wiretime.Time
	IsVerified          bool
	VerifiedAt          *wiretime.Time
	ProblemCode         apperror.Code
	Problem             string
	ClosingAt           *wiretime.Time
	Diagnostics         string
	ReachedAt           *wiretime.Time
	UpdatedAt           wiretime.Time
}

// host returns where the worker answers, empty when that is not known yet.
func (r *storedWorker) host() string {
	if r.WorkerName == "" || r.Subdomain == "" {
		return ""
	}
	return r.WorkerName + "." + r.Subdomain
}

// move gives the worker another address, and drops its key, which is sealed for the address.
func (r *storedWorker) move(name, subdomain string) {
	before := r.host()
	r.WorkerName, r.Subdomain = name, subdomain
	if r.host() != before {
		r.SealedWorkerKey = nil
	}
}

// selectWorker returns nil when none is stored.
func selectWorker(ctx context.Context, db bun.IDB, network string) (*storedWorker, error) {
	row := new(storedWorker)
	err := db.NewSelect().Model(row).Where("network = ?", network).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return row, err
}

// replaceWorker stores the row whole. The epochs and the fence only grow, whatever the row says.
func replaceWorker(ctx context.Context, db bun.IDB, row *storedWorker) error {
	_, err := db.NewInsert().Model(row).On("CONFLICT (network) DO UPDATE").
		Set("epoch = max(worker.epoch, EXCLUDED.epoch)").Set("fence = max(worker.fence, EXCLUDED.fence)").Set("asked_epoch = max(worker.asked_epoch, EXCLUDED.asked_epoch)").
		Set("account_id = EXCLUDED.account_id").Set("token_id = EXCLUDED.token_id").Set("sealed_token = EXCLUDED.sealed_token").
		Set("sealed_worker_key = EXCLUDED.sealed_worker_key").Set("sealed_encryption_key = EXCLUDED.sealed_encryption_key").
		Set("sealed_notify_url = EXCLUDED.sealed_notify_url").Set("notify_kind = EXCLUDED.notify_kind").Set("namespace_id = EXCLUDED.namespace_id").Set("worker_name = EXCLUDED.worker_name").Set("subdomain = EXCLUDED.subdomain").
		Set("claimed_at = EXCLUDED.claimed_at").Set("deployed_version = EXCLUDED.deployed_version").
		Set("deployed_fingerprint = EXCLUDED.deployed_fingerprint").Set("deployed_at = EXCLUDED.deployed_at").
		Set("is_verified = EXCLUDED.is_verified").Set("verified_at = EXCLUDED.verified_at").
		Set("problem_code = EXCLUDED.problem_code").Set("problem = EXCLUDED.problem").Set("closing_at = EXCLUDED.closing_at").
		Set("diagnostics = EXCLUDED.diagnostics").Set("reached_at = EXCLUDED.reached_at").Set("updated_at = EXCLUDED.updated_at").
		Exec(ctx)
	return err
}
