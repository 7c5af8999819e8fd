// Package bucket is the objectstore for a network that fetches from the internet: a bucket with an
// S3 API, such as one of Cloudflare R2. Everybody can read its objects at a public address.
//
// One request puts a file of up to 8 MiB. A larger file is a multipart upload in parts of 8 MiB.
// Each part is sent with its SHA-256 and MD5, so the server refuses a damaged one; the object
// appears only when it is complete. Put finds an interrupted upload by its key, even one of an
// earlier process, and continues it: it does not resend parts that the server lists with the right
// size and checksum. If the server's ETags are not MD5 sums, the size alone decides.
//
// A request is repeated with growing pauses when nobody answers or the server is busy, for at most
// two minutes. Every other failure is returned at once, as an objectstore.Error whose text says
// what a person can do. No text contains a secret, a key or the address of an object.
//
// Objects have "Cache-Control: private, no-store", so the address of a deleted file is dead at
// once.
package bucket

import (
	"context"
	"errors"
	"fmt"
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

// Options are the settings of a Store besides its Config. The zero value is for a bucket on the
// internet.
type Options struct {
	// Clock measures the pauses between tries (default: the system's).
	Clock clock.Clock
	// IsLocal allows addresses of this machine, for a network that runs here as the sandbox does.
	IsLocal bool
	// RequestTimeout bounds one request, including the bytes that it sends (default: 5 minutes,
	// long enough for 8 MiB at 28 kB/s).
	RequestTimeout time.Duration
	// Public carries the requests of Check to public addresses (default: a transport of its own).
	Public http.RoundTripper
}

const requestTimeout = 5 * time.Minute

// Store keeps objects in a bucket. It is safe for concurrent use.
type Store struct {
	client    *client
	transport *http.Transport
	urls      *publicurl.Checker
	// keys allows one upload or deletion of a key at a time. Two uploads of one object would mix
	// their parts.
	keys keylock.Locks[string]
}

var _ objectstore.Store = (*Store)(nil)

// New returns the store of a bucket. It makes no request, so its errors are about the configuration
// alone.
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
		MaxRetries: 1, // Our client decides which requests are tried again, and for how long.
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
	urls := publicurl.New(options.IsLocal)
	if options.Public != nil {
		urls = publicurl.Through(options.IsLocal, options.Public)
	}
	return &Store{client: c, transport: transport, urls: urls}, nil
}

// Config returns the normalised configuration.
func (s *Store) Config() Config { return s.client.config }

// CloseIdleConnections closes the connections that no request is using.
func (s *Store) CloseIdleConnections() {
	s.transport.CloseIdleConnections()
	s.urls.CloseIdleConnections()
}

// Ready returns nil. Check finds out whether the bucket works.
func (*Store) Ready() error { return nil }

// errBadKey does not contain the key, because anyone with the key can fetch the object.
var errBadKey = errors.New("bucket: malformed key")

// Put uploads the file or continues an interrupted upload of it. It returns an *objectstore.Error,
// fs.ErrNotExist if there is no file, or the cause of a context that has ended.
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

// IsEmpty reports whether the bucket has no object. It repeats no request.
func (s *Store) IsEmpty(ctx context.Context) (bool, error) {
	return s.client.isEmpty(objectstore.Hurried(ctx))
}

// URL returns the public address of key.
func (s *Store) URL(key string) string { return s.client.config.PublicURL + "/" + url.PathEscape(key) }

// Delete removes the object and the parts of its unfinished uploads.
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

// withoutPath removes the path from a file system error, because a path may be private.
func withoutPath(err error) error { return objectstore.WithoutPath("bucket", err) }
