package cloud

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/objectstore"
	"crier/platform/objectstore/bucket"
	"crier/platform/objectstore/workerstore"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Buckets stores which bucket the network fetches media from.
type Buckets struct {
	BucketDeps

	// changing is locked while the bucket is changed.
	changing sync.Mutex
	mu       sync.RWMutex
	current  *current
	// problem says why a configured bucket is not used.
	problem string
	// worker, if set, is the store of the cloud worker, and isWorkerWanted says that it is used
	// although there is a bucket.
	worker         *workerstore.Store
	isWorkerWanted bool
	// lost, if set, is the function of Link.OnFilesLost.
	lost func(context.Context) (int, error)
}

// BucketDeps are the parts that Buckets works with.
type BucketDeps struct {
	DB      *database.DB
	Clock   clock.Clock
	Log     *slog.Logger
	Box     *secrets.Box
	Objects *objectstore.Switch
	// Fixed is the bucket that the environment names, or nil.
	Fixed *bucket.Config
	// IsLocal says that the network runs on this machine, as the sandbox does.
	IsLocal bool
	// Public carries the requests to public addresses; nil means the internet's own transport.
	Public http.RoundTripper
}

// current is the bucket in use.
type current struct {
	store *bucket.Store
	// checkedAt is when the bucket was last found to work, or nil.
	checkedAt *wiretime.Time
}

// NewBuckets returns Buckets that use no bucket before Start.
func NewBuckets(parts BucketDeps) *Buckets { return &Buckets{BucketDeps: parts} }

// Start uses the bucket of the environment, else the stored one, else none. It sends no request: a
// bucket that does not answer now may do so when it is needed.
func (b *Buckets) Start(ctx context.Context) error {
	if b.Fixed != nil {
		store, err := b.open(*b.Fixed)
		if err != nil {
			return err
		}
		b.use(&current{store: store})
		return nil
	}
	row, err := selectBucket(ctx, b.DB)
	if err != nil || row == nil {
		return err
	}
	store, err := b.restore(row)
	if err != nil {
		b.Log.Error("cloud: the stored bucket cannot be used; set it again", "bucket", row.Name, "error", err)
		b.problem = "the stored bucket cannot be used, because its secret access key cannot be read; set it again"
		return nil
	}
	b.use(&current{store: store, checkedAt: &row.CheckedAt})
	return nil
}

// Stop closes the connections to the bucket.
func (b *Buckets) Stop() {
	if c := b.inUse(); c != nil {
		c.store.CloseIdleConnections()
	}
}

func (b *Buckets) open(config bucket.Config) (*bucket.Store, error) {
	return bucket.New(config, bucket.Options{Clock: b.Clock, IsLocal: b.IsLocal, Public: b.Public})
}

func (b *Buckets) restore(row *storedBucket) (*bucket.Store, error) {
	config, err := row.open(b.Box)
	if err != nil {
		return nil, err
	}
	return b.open(config)
}

func (b *Buckets) use(c *current) {
	b.mu.Lock()
	b.current, b.problem = c, ""
	b.choose()
	b.mu.Unlock()
	b.Log.Info("cloud: the network fetches media from a bucket", "bucket", c.store.Config().Name, "public_url", c.store.Config().PublicURL)
}

// choose has files put into the bucket or, without one or where the user wants it, into the cloud
// worker. The caller has locked mu.
func (b *Buckets) choose() {
	if b.current != nil {
		// A bucket that the worker takes the place of has files still.
		b.Objects.Use(b.current.store)
	}
	switch {
	case b.worker != nil && (b.current == nil || b.isWorkerWanted):
		b.Objects.Use(b.worker)
	case b.current == nil:
		b.Objects.UseFallback()
	}
}

// serveFrom tells which store the cloud worker is, nil for none, and whether the user wants it
// although there is a bucket.
func (b *Buckets) serveFrom(worker *workerstore.Store, isWanted bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	former := b.worker
	if former == worker && b.isWorkerWanted == isWanted {
		return
	}
	b.worker, b.isWorkerWanted = worker, isWanted
	b.choose()
	if former != nil && former != worker {
		// Its files are gone with it, or with its key.
		b.Objects.Forget(former)
		former.CloseIdleConnections()
	}
}

func (b *Buckets) inUse() *current {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.current
}

// errFixed refuses to change a bucket that the environment sets.
func errFixed() error {
	return apperror.New(apperror.ValidationError, "the environment sets the bucket (CRIER_BUCKET_...); change it there and start Crier again")
}

// Set checks the bucket, and stores and uses it when the check passes; otherwise nothing changes.
// Without a secret it uses the stored one, if the access key and the endpoint are the same.
func (b *Buckets) Set(ctx context.Context, config bucket.Config) error {
	return b.change(ctx, config, b.leaveFor)
}

// setAgain is Set for the bucket in use after it was made again: its former address leads nowhere,
// so that nothing there needs to be waited for or deleted.
func (b *Buckets) setAgain(ctx context.Context, config bucket.Config) error {
	return b.change(ctx, config, func(context.Context, bucket.Config) error { return nil })
}

// loseFiles stores that the files in the bucket are gone, and returns how many posts at the worker
// need theirs again.
func (b *Buckets) loseFiles(ctx context.Context) (int, error) {
	if b.lost == nil {
		return 0, nil
	}
	return b.lost(ctx)
}

// change is Set with a function that leaves the bucket in use.
func (b *Buckets) change(ctx context.Context, config bucket.Config, leave func(context.Context, bucket.Config) error) error {
	if b.Fixed != nil {
		return errFixed()
	}
	b.changing.Lock()
	defer b.changing.Unlock()
	if err := b.fillSecret(ctx, &config); err != nil {
		return err
	}
	config, err := config.Normalise()
	if err != nil {
		return apperror.New(apperror.ValidationError, "%s", onOneLine(err))
	}
	store, err := b.open(config)
	if err != nil {
		return err
	}
	defer store.CloseIdleConnections()
	if err := checked(store.Check(ctx)); err != nil {
		return err
	}
	if err := leave(ctx, config); err != nil {
		return err
	}
	row := b.seal(config)
	if err := b.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return upsertBucket(ctx, tx, row) }); err != nil {
		return fmt.Errorf("store the bucket: %w", err)
	}
	b.use(&current{store: store, checkedAt: &row.CheckedAt})
	return nil
}

// fillSecret fills in the stored secret if none is given and the endpoint is the one that it was
// sent to before.
func (b *Buckets) fillSecret(ctx context.Context, config *bucket.Config) error {
	if !config.SecretAccessKey.IsEmpty() {
		return nil
	}
	missing := apperror.New(apperror.ValidationError, "secretAccessKey is needed: none is stored for this access key of this endpoint")
	row, err := selectBucket(ctx, b.DB)
	if err != nil {
		return err
	}
	if row == nil {
		return missing
	}
	stored, err := row.open(b.Box)
	if err != nil {
		return missing
	}
	config.SecretAccessKey = stored.SecretAccessKey
	wanted, err := config.Normalise()
	if err != nil {
		return apperror.New(apperror.ValidationError, "%s", onOneLine(err))
	}
	if wanted.Endpoint != stored.Endpoint || wanted.AccessKeyID != stored.AccessKeyID || wanted.Name != stored.Name {
		return missing
	}
	return nil
}

// leaveFor deletes the public objects from the store that is left, unless the new store has them
// too.
func (b *Buckets) leaveFor(ctx context.Context, config bucket.Config) error {
	if c := b.inUse(); c != nil {
		was := c.store.Config()
		if was.Endpoint == config.Endpoint && was.Name == config.Name && was.PublicURL == config.PublicURL {
			return nil
		}
	}
	return b.Objects.Leave(ctx)
}

// Remove deletes the configuration of the bucket. It returns nil when there is none.
func (b *Buckets) Remove(ctx context.Context) error {
	if b.Fixed != nil {
		return errFixed()
	}
	b.changing.Lock()
	defer b.changing.Unlock()
	if b.inUse() != nil {
		if err := b.Objects.Leave(ctx); err != nil {
			return err
		}
	}
	if err := b.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return deleteBucket(ctx, tx) }); err != nil {
		return fmt.Errorf("forget the bucket: %w", err)
	}
	b.mu.Lock()
	b.current, b.problem = nil, ""
	b.choose()
	b.mu.Unlock()
	return nil
}

// Check finds out whether the bucket in use works.
func (b *Buckets) Check(ctx context.Context) error {
	c := b.inUse()
	if c == nil {
		b.mu.RLock()
		defer b.mu.RUnlock()
		if b.problem != "" {
			return apperror.New(apperror.BucketNotConfigured, "%s", b.problem)
		}
		return apperror.New(apperror.BucketNotConfigured, "there is no bucket: none was set. In live mode the network fetches media from one, or from a worker: set one (crier bucket set), or set the worker up (crier cloud setup)")
	}
	if err := checked(c.store.Check(ctx)); err != nil {
		return err
	}
	now := wiretime.Of(b.Clock.Now())
	b.mu.Lock()
	if b.current == c {
		b.current = &current{store: c.store, checkedAt: &now}
	}
	b.mu.Unlock()
	if b.Fixed != nil {
		return nil
	}
	return b.DB.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return touchBucket(ctx, tx, now) })
}

// isEmpty reports whether a bucket, which need not be the one in use, has no object.
func (b *Buckets) isEmpty(ctx context.Context, config bucket.Config) (bool, error) {
	store, err := b.open(config)
	if err != nil {
		return false, err
	}
	defer store.CloseIdleConnections()
	isEmpty, err := store.IsEmpty(ctx)
	if failed, ok := errors.AsType[*objectstore.Error](err); ok {
		code := apperror.BucketNotConfigured
		if failed.IsTransient() {
			code = apperror.CloudError
		}
		return false, apperror.Wrap(code, err, "Crier could not find out whether the bucket %s has objects, which would become public: %s", config.Name, failed.Message)
	}
	return isEmpty, err
}

// Status returns what clients may see of the bucket.
func (b *Buckets) Status() BucketStatus {
	b.mu.RLock()
	defer b.mu.RUnlock()
	status := BucketStatus{FromEnvironment: b.Fixed != nil}
	if b.problem != "" {
		status.Problem = &b.problem
	}
	if b.current == nil {
		return status
	}
	config := b.current.store.Config()
	status.Configured, status.CheckedAt = true, b.current.checkedAt
	status.Endpoint, status.Region, status.Name = &config.Endpoint, &config.Region, &config.Name
	status.AccessKeyID, status.PublicURL = &config.AccessKeyID, &config.PublicURL
	return status
}
