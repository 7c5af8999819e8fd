// Package objectstore stores media while the network fetches them, because the network reads images
// and videos by URL only.
//
// Store is the port. Package disk is the adapter for the sandbox network, which runs on the same
// machine and fetches from Crier itself; package bucket is the one for the live network, over the
// S3 API. Every adapter passes the suite of package objectstoretest, bucket on a real S3 server
// that package s3test starts. A Switch passes calls to one store and can change to another while
// the service runs.
package objectstore

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"regexp"
	"strings"
	"sync"
	"time"

	"crier/platform/apperror"
)

// Store puts files where the network can fetch them.
type Store interface {
	// Ready returns nil if objects can be put here, and otherwise the reason.
	Ready() error
	// Put makes the file at path fetchable under key, completely or not at all. A taken key keeps
	// its first content: content never changes under a key.
	Put(ctx context.Context, key, path, contentType string) error
	// URL returns the full public address of key, whether or not the object exists. It is ASCII and
	// needs no authentication; the random part of the key protects the object.
	URL(key string) string
	// Delete removes the object. A missing object is no error.
	Delete(ctx context.Context, key string) error
}

const randomBytes = 32

var keyPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(crier-20[0-9]{2}(0[1-9]|1[0-2])-)?[0-9a-f]{64}\.[a-z0-9]{2,4}$`)
})

// NewKey returns a new key that cannot be guessed, with the extension of the file's type, such as
// "jpg".
func NewKey(extension string) string {
	var b [randomBytes]byte
	// Read never fails: it ends the program when the system has no randomness.
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:]) + "." + extension
}

const monthForm = "200601"

// NewKeyDue returns a new key with a prefix for the month, in UTC, in which the object is needed.
// With it a bucket's lifecycle rule can expire objects that nobody has deleted some time after that
// month. From the year 2100 on the key has no prefix.
func NewKeyDue(extension string, due time.Time) string {
	key := NewKey(extension)
	if dated := MonthPrefix(due) + key; ValidKey(dated) {
		return dated
	}
	return key
}

// MonthPrefix returns the prefix that NewKeyDue gives to keys for the month of due.
func MonthPrefix(due time.Time) string { return "crier-" + due.UTC().Format(monthForm) + "-" }

// DueMonth returns the start, in UTC, of the month that a key or a prefix of keys names, and false
// if it names none.
func DueMonth(key string) (time.Time, bool) {
	rest, isDated := strings.CutPrefix(key, "crier-")
	month, _, ended := strings.Cut(rest, "-")
	at, err := time.Parse(monthForm, month)
	return at, isDated && ended && err == nil
}

// monthsKept is how many months after the one in its key an object is deleted that nobody has
// deleted before: on the first day of the second one.
const monthsKept = 2

// EndOf returns the day on which an object is to be deleted that is needed in the month of the
// instant.
func EndOf(needed time.Time) time.Time {
	needed = needed.UTC()
	return time.Date(needed.Year(), needed.Month()+monthsKept, 1, 0, 0, 0, 0, time.UTC)
}

// RandomPart returns the digits of a key that cannot be guessed.
func RandomPart(key string) string {
	name, _, _ := strings.Cut(key, ".")
	return name[strings.LastIndexByte(name, '-')+1:]
}

// Leads reports whether an address may be that of a key in a store: it ends with the key, or with a
// name that a worker's store has made of the key's random part.
func Leads(address, key string) bool {
	name := address[strings.LastIndexByte(address, '/')+1:]
	return name == key || len(name) > NameDigits && strings.HasPrefix(RandomPart(key), name[:NameDigits])
}

// NameDigits is how many digits of a key's random part a worker's store has in its names.
const NameDigits = 32

// ValidKey reports whether key has the form of a key from NewKey or NewKeyDue. No other text ever
// becomes a path or a URL.
func ValidKey(key string) bool { return keyPattern().MatchString(key) }

// Unconfigured is the Store of a live service that has neither a bucket nor a worker.
type Unconfigured struct{}

var _ Store = Unconfigured{}

// Ready returns BUCKET_NOT_CONFIGURED.
func (Unconfigured) Ready() error {
	return apperror.New(apperror.BucketNotConfigured,
		"the network fetches media from a public address, and there is none; nothing was sent. Set up a worker that serves it (crier cloud setup), or a bucket (crier bucket set), then try again")
}

// Put returns BUCKET_NOT_CONFIGURED.
func (u Unconfigured) Put(context.Context, string, string, string) error { return u.Ready() }

// URL returns an empty address.
func (Unconfigured) URL(string) string { return "" }

// Delete does nothing.
func (Unconfigured) Delete(context.Context, string) error { return nil }
