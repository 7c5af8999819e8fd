package bucket

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"time"

	"crier/platform/clock"
	"crier/platform/keylock"
	"crier/platform/objectstore"
	"crier/platform/publicurl"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Options are what a Store can be given besides its Config. The zero value is for the internet.
type Options struct {
	// Clock measures the pauses before a repeat (default: the system's).
	Clock clock.Clock
	// IsLocal says that the network that fetches runs on this machine, as the sandbox does.
	IsLocal bool
	// RequestTimeout bounds one request with the bytes that it sends (default: 5 minutes, in which 8 MiB pass at 28 kB/s).
	RequestTimeout time.Duration
}

const requestTimeout = 5 * time.Minute

// Store keeps objects in a bucket. It is safe for concurrent use.
type Store struct {
	config    Config
	clock     clock.Clock
	timeout   time.Duration
	transport *http.Transport
	s3        minio.Core
	urls      *publicurl.Checker
	// turns lets one upload or deletion at a time work at a key: two of one object would continue each other's parts.
	turns keylock.Locks[string]
}

var _ objectstore.Store = (*Store)(nil)

// New returns the store of a bucket. It asks nobody; an error says what is wrong with the configuration.
func New(config Config, options Options) (*Store, error) {
	config, err := config.Normalise()
	if err != nil {
		return nil, fmt.Errorf("bucket: %w", err)
	}
	endpoint, err := url.Parse(config.Endpoint)
	if err != nil {
		return nil, err
	}
	s := &Store{
		config: config, clock: options.Clock, timeout: options.RequestTimeout, transport: newTransport(),
		urls: publicurl.New(options.IsLocal),
	}
	if s.clock == nil {
		s.clock = clock.System()
	}
	if s.timeout <= 0 {
		s.timeout = requestTimeout
	}
	client, err := minio.NewCore(endpoint.Host, &minio.Options{
		Creds: credentials.NewStaticV4(config.AccessKeyID, config.SecretAccessKey.Reveal(), ""), Secure: endpoint.Scheme == "https",
		Transport: bounded{s.transport}, Region: config.Region, BucketLookup: minio.BucketLookupPath,
		MaxRetries: 1, // What is repeated, and how long, is decided here.
	})
	if err != nil {
		return nil, errors.New("bucket: the endpoint cannot be used")
	}
	s.s3 = *client
	return s, nil
}

// Config returns where the bucket is, normalised.
func (s *Store) Config() Config { return s.config }

// CloseIdleConnections closes the kept connections that nobody uses.
func (s *Store) CloseIdleConnections() {
	s.transport.CloseIdleConnections()
	s.urls.CloseIdleConnections()
}

// Ready returns nil. Whether the bucket works, Check finds out.
func (*Store) Ready() error { return nil }

// errBadKey names no key: one that somebody can read is one that somebody can use.
var errBadKey = errors.New("bucket: a key of another form")

// Put sends the file, or what the bucket lacks of it. An error is an *objectstore.Error, fs.ErrNotExist without such a file, or
// the context's cause when that has ended.
func (s *Store) Put(ctx context.Context, key, path, contentType string) error {
	if !objectstore.ValidKey(key) {
		return errBadKey
	}
	file, err := os.Open(path)
	if err != nil {
		return withoutPath(err)
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return withoutPath(err)
	}
	leave, err := s.turns.Lock(ctx, key)
	if err != nil {
		return err
	}
	defer leave()
	there, _, err := s.find(ctx, key)
	if err != nil || there {
		return err
	}
	object := object{key: key, contentType: contentType, content: file, size: info.Size()}
	if object.size <= partSize {
		return s.putWhole(ctx, object)
	}
	return s.putParts(ctx, object)
}

// URL returns the public address of key.
func (s *Store) URL(key string) string { return s.config.PublicURL + "/" + url.PathEscape(key) }

// Delete removes the object and what there is of an upload of it.
func (s *Store) Delete(ctx context.Context, key string) error {
	if !objectstore.ValidKey(key) {
		return errBadKey
	}
	leave, err := s.turns.Lock(ctx, key)
	if err != nil {
		return err
	}
	defer leave()
	uploads, err := s.unfinished(ctx, key)
	if err != nil {
		return err
	}
	for _, upload := range uploads {
		if err := s.abort(ctx, key, upload); err != nil {
			return err
		}
	}
	return s.try(ctx, func(ctx context.Context) error {
		return s.s3.RemoveObject(ctx, s.config.Name, key, minio.RemoveObjectOptions{})
	})
}

// find reports whether there is an object, and its size in bytes. A listing, unlike a HEAD, says why it is refused.
func (s *Store) find(ctx context.Context, key string) (there bool, size int64, err error) {
	err = s.try(ctx, func(ctx context.Context) error {
		there, size = false, 0
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		for found := range s.s3.ListObjectsIter(ctx, s.config.Name, minio.ListObjectsOptions{Prefix: key, MaxKeys: 1}) {
			if found.Err != nil {
				return found.Err
			}
			if found.Key == key {
				there, size = true, found.Size
			}
			break
		}
		return nil
	})
	return there, size, err
}

// withoutPath returns what went wrong without the path, which may hold what is private.
func withoutPath(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("bucket: %s: %w", path.Op, path.Err)
	}
	return err
}
