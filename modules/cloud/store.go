package cloud

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/objectstore/bucket"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// storedWorker is the row of a network mode's worker. A text that is not known yet is empty.
type storedWorker struct {
	bun.BaseModel `bun:"table:cloud_worker,alias:worker"`

	Network    string `bun:",pk"`
	Epoch      int64
	Fence      int64
	AskedEpoch int64
	AccountID  string
	// TokenID is the id of the API token with which a set-up last checked the bucket. R2's access
	// key of a token has the same id.
	TokenID             string
	SealedToken         []byte
	TokenExpiresAt      *wiretime.Time
	TokenWarnedAt       *wiretime.Time
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
	// MadeBucket is the bucket that a set-up has made last, as its endpoint and its name.
	MadeBucket string
	// MediaCheckedAt is when the worker was last found to serve files; nil for never.
	// IsMediaWanted says that they are to be there although there is a bucket.
	MediaCheckedAt *wiretime.Time
	IsMediaWanted  bool
	UpdatedAt      wiretime.Time
}

// host returns where the worker answers, or an empty text when that is not known yet.
func (r *storedWorker) host() string {
	if r.WorkerName == "" || r.Subdomain == "" {
		return ""
	}
	return r.WorkerName + "." + r.Subdomain
}

// move gives the worker another address, and deletes its key, which is sealed for the address.
func (r *storedWorker) move(name, subdomain string) {
	before := r.host()
	r.WorkerName, r.Subdomain = name, subdomain
	if r.host() != before {
		r.SealedWorkerKey, r.MediaCheckedAt = nil, nil
	}
}

// selectWorker returns nil when none is stored.
func selectWorker(ctx context.Context, db bun.IDB, network string) (*storedWorker, error) {
	row, err := workerOf.One(ctx, db, network)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &row, err
}

var (
	workerOf   = database.SelectFrom[storedWorker]("WHERE network = ?")
	stepsOf    = database.SelectFrom[storedStep]("WHERE network = ?")
	bucketByID = database.SelectFrom[storedBucket]("WHERE id = ?")
)

// replaceWorker stores the whole row. The epochs and the fence only grow, whatever the row says.
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
		Set("token_expires_at = EXCLUDED.token_expires_at").Set("token_warned_at = EXCLUDED.token_warned_at").
		Set("diagnostics = EXCLUDED.diagnostics").Set("reached_at = EXCLUDED.reached_at").Set("made_bucket = EXCLUDED.made_bucket").
		Set("media_checked_at = EXCLUDED.media_checked_at").Set("is_media_wanted = EXCLUDED.is_media_wanted").Set("updated_at = EXCLUDED.updated_at").
		Exec(ctx)
	return err
}

// StepState is the result of a step.
type StepState string

// The states of a step. A warning is a step that is done, with something that the user should know.
const (
	StepPending StepState = "PENDING"
	StepDone    StepState = "DONE"
	StepWarning StepState = "WARNING"
	StepFailed  StepState = "FAILED"
)

// storedStep is the row of a step of the last set-up.
type storedStep struct {
	bun.BaseModel `bun:"table:cloud_steps,alias:step"`

	Network string `bun:",pk"`
	Name    string `bun:",pk"`
	State   StepState
	Code    apperror.Code
	Text    string
	// Needs is what a step that failed needs of the user, and Said what Cloudflare said to it.
	Needs Need
	Said  string
	At    wiretime.Time
}

func (s storedStep) isDone() bool { return s.State == StepDone || s.State == StepWarning }

func upsertStep(ctx context.Context, db bun.IDB, row storedStep) error {
	_, err := db.NewInsert().Model(&row).On("CONFLICT (network, name) DO UPDATE").
		Set("state = EXCLUDED.state").Set("code = EXCLUDED.code").Set("text = EXCLUDED.text").
		Set("needs = EXCLUDED.needs").Set("said = EXCLUDED.said").Set("at = EXCLUDED.at").Exec(ctx)
	return err
}

func selectSteps(ctx context.Context, db bun.IDB, network string) (map[string]storedStep, error) {
	rows, err := stepsOf.All(ctx, db, network)
	byName := make(map[string]storedStep, len(rows))
	for _, row := range rows {
		byName[row.Name] = row
	}
	return byName, err
}

func deleteSteps(ctx context.Context, db bun.IDB, network string) error {
	_, err := db.NewDelete().Model((*storedStep)(nil)).Where("network = ?", network).Exec(ctx)
	return err
}

// storedBucket is the only row of the bucket that was set.
type storedBucket struct {
	bun.BaseModel `bun:"table:cloud_bucket,alias:bucket"`

	ID           int `bun:",pk"`
	Endpoint     string
	Region       string
	Name         string
	AccessKeyID  string
	SealedSecret []byte
	PublicURL    string `bun:"public_url"`
	CheckedAt    wiretime.Time
	UpdatedAt    wiretime.Time
}

const onlyRow = 1

// bucketRecord binds a sealed secret to where it may be used.
func bucketRecord(config bucket.Config) string {
	return "cloud-bucket:" + strings.Join([]string{config.Endpoint, config.Name, config.AccessKeyID}, "\n")
}

// seal returns the row of a bucket that was just found to work.
func (b *Buckets) seal(config bucket.Config) *storedBucket {
	now := wiretime.Of(b.Clock.Now())
	return &storedBucket{
		ID: onlyRow, Endpoint: config.Endpoint, Region: config.Region, Name: config.Name, AccessKeyID: config.AccessKeyID,
		SealedSecret: b.Box.Seal(config.SecretAccessKey, bucketRecord(config)), PublicURL: config.PublicURL, CheckedAt: now, UpdatedAt: now,
	}
}

// config returns the configuration without its secret.
func (r *storedBucket) config() bucket.Config {
	return bucket.Config{Endpoint: r.Endpoint, Region: r.Region, Name: r.Name, AccessKeyID: r.AccessKeyID, PublicURL: r.PublicURL}
}

// open returns the configuration with its secret, or secrets.ErrSealed.
func (r *storedBucket) open(box *secrets.Box) (bucket.Config, error) {
	config := r.config()
	var err error
	config.SecretAccessKey, err = box.Open(r.SealedSecret, bucketRecord(config))
	return config, err
}

// selectBucket returns nil when none is stored.
func selectBucket(ctx context.Context, db bun.IDB) (*storedBucket, error) {
	row, err := bucketByID.One(ctx, db, onlyRow)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &row, err
}

func upsertBucket(ctx context.Context, db bun.IDB, row *storedBucket) error {
	_, err := db.NewInsert().Model(row).On("CONFLICT (id) DO UPDATE").
		Set("endpoint = EXCLUDED.endpoint").Set("region = EXCLUDED.region").Set("name = EXCLUDED.name").
		Set("access_key_id = EXCLUDED.access_key_id").Set("sealed_secret = EXCLUDED.sealed_secret").
		Set("public_url = EXCLUDED.public_url").Set("checked_at = EXCLUDED.checked_at").Set("updated_at = EXCLUDED.updated_at").
		Exec(ctx)
	return err
}

func touchBucket(ctx context.Context, db bun.IDB, at wiretime.Time) error {
	_, err := db.NewUpdate().Model((*storedBucket)(nil)).Set("checked_at = ?", at).Where("id = ?", onlyRow).Exec(ctx)
	return err
}

func deleteBucket(ctx context.Context, db bun.IDB) error {
	_, err := db.NewDelete().Model((*storedBucket)(nil)).Where("id = ?", onlyRow).Exec(ctx)
	return err
}
