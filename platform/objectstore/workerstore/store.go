// Package workerstore is the objectstore for a network that fetches from the internet and a user
// who has no bucket: the user's own cloud worker, which keeps the files and serves them at its
// address. The API.md of its scripts says what it offers.
//
// An object's name at the worker is made of its key: the first 128 random bits, and an HMAC of them
// with the worker's key, by which the worker tells a name from a guess.
//
// A manifest goes first, with the checksum of each part of 1 MiB. An upload that was interrupted
// goes on with the parts that are missing, also in a later process. The memory does not grow with
// the file: one part is held at a time.
//
// A request is repeated when nobody answers or the worker is busy, as objectstore.Try says. Errors
// are those of package objectstore, with texts for people.
package workerstore

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"os"
	"time"

	"crier/platform/clock"
	"crier/platform/keylock"
	"crier/platform/objectstore"
	"crier/platform/publicurl"
	"crier/platform/secrets"
)

// Target is a worker.
type Target struct {
	// URL is its address, without a closing slash.
	URL string
	// Key is the one that it expects.
	Key secrets.Text
}

// Options are the settings of a Store besides its Target. The zero value is for a worker on the
// internet.
type Options struct {
	// Clock measures the pauses between tries, and the ends of objects (default: the system's).
	Clock clock.Clock
	// IsLocal allows addresses of this machine, for a network that runs here as the sandbox does.
	IsLocal bool
	// Override is where all workers answer, by the name of their host, and at /@HOST to those who
	// cannot name one; empty when each answers at its own address.
	Override string
	// RequestTimeout bounds one request, including the bytes that it sends (default: 2 minutes,
	// long enough for 1 MiB at 9 kB/s).
	RequestTimeout time.Duration
	// Transport carries the requests to the worker, and Public those of Check to public addresses
	// (default: transports of their own).
	Transport, Public http.RoundTripper
}

const (
	requestTimeout = 2 * time.Minute
	signDigits     = 16
	// undatedStay is how long an object stays whose key names no month, if nobody deletes it.
	undatedStay = 7 * 24 * time.Hour
)

// Store keeps objects in a worker. It is safe for concurrent use.
type Store struct {
	target  Target
	client  *client
	clock   clock.Clock
	address string
	urls    *publicurl.Checker
	// keys allows one upload or deletion of a key at a time.
	keys keylock.Locks[string]
}

var _ objectstore.Store = (*Store)(nil)

// New returns the store of a worker. It makes no request.
func New(target Target, o Options) (*Store, error) {
	own, err := url.Parse(target.URL)
	if err != nil || own.Host == "" || own.Scheme != "https" || target.Key.IsEmpty() {
		return nil, errors.New("workerstore: the worker has no address or no key")
	}
	if o.Clock == nil {
		o.Clock = clock.System()
	}
	if o.RequestTimeout == 0 {
		o.RequestTimeout = requestTimeout
	}
	s := &Store{target: target, clock: o.Clock, address: target.URL, urls: publicurl.New(o.IsLocal)}
	if o.Public != nil {
		s.urls = publicurl.Through(o.IsLocal, o.Public)
	}
	base := target.URL
	if o.Override != "" {
		base, s.address = o.Override, o.Override+"/@"+own.Host
	}
	s.client = newClient(base, own.Host, target.Key, o)
	return s, nil
}

// Target returns the worker.
func (s *Store) Target() Target { return s.target }

// Ready returns nil.
func (*Store) Ready() error { return nil }

// name returns what an object is called at the worker.
func (s *Store) name(key string) string {
	random := objectstore.RandomPart(key)[:objectstore.NameDigits]
	return random + s.sign(random)
}

func (s *Store) sign(text string) string {
	mac := hmac.New(sha256.New, []byte(s.target.Key.Reveal()))
	mac.Write([]byte("media|" + text))
	return hex.EncodeToString(mac.Sum(nil))[:signDigits]
}

// URL returns the public address of key. That of the empty key changes with the worker's key, as
// the addresses of all objects do.
func (s *Store) URL(key string) string {
	if key == "" {
		return s.Base() + "?" + s.sign("")
	}
	return s.Base() + s.name(key)
}

// Base returns the beginning of all public addresses.
func (s *Store) Base() string { return s.address + "/media/" }

// errBadKey does not contain the key, because anyone with the key can fetch the object.
var errBadKey = errors.New("workerstore: malformed key")

// Put brings the file to the worker, or goes on with an interrupted upload of it. It returns an
// *objectstore.Error, fs.ErrNotExist if there is no file, or the cause of a context that has ended.
func (s *Store) Put(ctx context.Context, key, path, contentType string) error {
	if !objectstore.ValidKey(key) {
		return errBadKey
	}
	file, err := os.Open(path)
	if err != nil {
		return objectstore.WithoutPath("workerstore", err)
	}
	defer func() { _ = file.Close() }()
	unlock, err := s.keys.Lock(ctx, key)
	if err != nil {
		return err
	}
	defer unlock()
	u := upload{client: s.client, name: s.name(key), file: file, until: s.end(key)}
	return objectstore.WithoutPath("workerstore", u.send(ctx, contentType))
}

// end returns when the worker deletes an object that nobody has deleted before.
func (s *Store) end(key string) time.Time {
	if month, isDated := objectstore.DueMonth(key); isDated {
		return objectstore.EndOf(month)
	}
	return s.clock.Now().Add(undatedStay)
}

// Delete removes the object, whole or not.
func (s *Store) Delete(ctx context.Context, key string) error {
	if !objectstore.ValidKey(key) {
		return errBadKey
	}
	unlock, err := s.keys.Lock(ctx, key)
	if err != nil {
		return err
	}
	defer unlock()
	_, err = s.client.call(ctx, call{method: http.MethodDelete, path: "/v1/media/" + s.name(key)})
	return err
}

// Check tests whether the worker can serve media, as objectstore.Check says.
func (s *Store) Check(ctx context.Context) error {
	return objectstore.Check(ctx, s, "cloud worker", func(ctx context.Context, url, contentType string, size int64) error {
		return s.urls.Check(ctx, url, publicurl.File{ContentType: contentType, Size: size})
	})
}

// CloseIdleConnections closes the kept connections that no request uses.
func (s *Store) CloseIdleConnections() {
	(&http.Client{Transport: s.client.transport}).CloseIdleConnections()
	s.urls.CloseIdleConnections()
}
