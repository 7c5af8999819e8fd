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
	// RequestTimeout bounds one request with the bytes that it sends (default: 5 minutes, in which
	// 8 MiB pass at 28 kB/s).
	RequestTimeout time.Duration
}

const requestTimeout = 5 * time.Minute

// Store keeps objects in a bucket. It is safe for concurrent use.
type Store struct {
	client    *client
	transport *http.Transport
	urls      *publicurl.Checker
	// keys lets one upload or deletion at a time use a key: two uploads of one object would
	// continue each other's parts.
	keys keylock.Locks[string]
}

var _ objectstore.Store = (*Store)(nil)

// New returns the store of a bucket. It sends nothing; an error says what is wrong with the
// configuration.
func New(config Config, options Options) (*Store, error) {
	config, err := config.Normalise()
	if err != nil {
		return nil, fmt.Errorf("bucket: %w", err)
	}
	endpoint, err := url.Parse(config.Endpoint)
	if err != nil {
		return nil, err
	}
	transport := newTransport()
	core, err := minio.NewCore(endpoint.Host, &minio.Options{
		Creds: credentials.NewStaticV4(config.AccessKeyID, config.SecretAccessKey.Reveal(), ""), Secure: endpoint.Scheme == "https",
		Transport: bounded{transport}, Region: config.Region, BucketLookup: minio.BucketLookupPath,
		MaxRetries: 1, // The client here decides what is repeated, and for how long.
	})
	if err != nil {
		return nil, errors.New("bucket: the endpoint cannot be used")
	}
	c := &client{config: config, clock: options.Clock, timeout: options.RequestTimeout, s3: *core}
	if c.clock == nil {
		c.clock = clock.System()
	}
	if c.timeout <= 0 {
		c.timeout = requestTimeout
	}
	return &Store{client: c, transport: transport, urls: publicurl.New(options.IsLocal)}, nil
}

// Config returns where the bucket is, normalised.
func (s *Store) Config() Config { return s.client.config }

// CloseIdleConnections closes the open connections that no request uses.
func (s *Store) CloseIdleConnections() {
	s.transport.CloseIdleConnections()
	s.urls.CloseIdleConnections()
}

// Ready returns nil. Check finds out whether the bucket works.
func (*Store) Ready() error { return nil }

// errBadKey does not name the key, because who can read a key can fetch its object.
var errBadKey = errors.New("bucket: a key of another form")

// Put sends the file, or what the bucket lacks of it. An error is an *objectstore.Error,
// fs.ErrNotExist when there is no such file, or the context's cause when that has ended.
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
	unlock, err := s.keys.Lock(ctx, key)
	if err != nil {
		return err
	}
	defer unlock()
	exists, _, err := s.client.find(ctx, key)
	if err != nil || exists {
		return err
	}
	return upload{s.client, object{key: key, contentType: contentType, content: file, size: info.Size()}}.send(ctx)
}

// URL returns the public address of key.
func (s *Store) URL(key string) string { return s.client.config.PublicURL + "/" + url.PathEscape(key) }

// Delete removes the object, and what was sent of an upload of it that was not completed.
func (s *Store) Delete(ctx context.Context, key string) error {
	if !objectstore.ValidKey(key) {
		return errBadKey
	}
	unlock, err := s.keys.Lock(ctx, key)
	if err != nil {
		return err
	}
	defer unlock()
	uploads, err := s.client.unfinished(ctx, key)
	if err != nil {
		return err
	}
	for _, id := range uploads {
		if err := s.client.abort(ctx, key, id); err != nil {
			return err
		}
	}
	return s.client.remove(ctx, key)
}

// withoutPath returns what went wrong without the path, which may be private.
func withoutPath(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("bucket: %s: %w", path.Op, path.Err)
	}
	return err
}
