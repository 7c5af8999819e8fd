package cloud

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"crier/platform/objectstore/bucket"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// storedBucket is the one row of a bucket that was set.
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
	row := new(storedBucket)
	err := db.NewSelect().Model(row).Where("id = ?", onlyRow).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return row, err
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
