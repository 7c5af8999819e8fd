// Package objectstore is where media lie while the network fetches them: it reads images and videos
// by URL only.
//
// Store is the port. disk is the adapter for the sandbox network, which runs on the same machine
// and fetches from Crier itself; bucket is the one for the live network, over the S3 API. Package
// objectstoretest is the suite that every adapter passes, on a real S3 server that package s3test
// starts. A Switch stands before them and can be turned from one to another while the service runs.
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
	// Ready returns nil when objects can be put here, and otherwise why not.
	Ready() error
	// Put makes the file at path fetchable under key, whole or not at all. A key that is taken
	// keeps its first content, because content never changes under a key.
	Put(ctx context.Context, key, path, contentType string) error
	// URL returns the full public address of key, whether or not there is an object. It is ASCII
	// and needs no authentication; the random part of the key is what protects it.
	URL(key string) string
	// Delete removes the object. That there is none is no error.
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

// NewKeyDue is NewKey with a prefix that says in which month, in UTC, the object is needed: a rule
// of a bucket can have what nobody has deleted end some time after that month. Beyond the year 2099
// it has no prefix.
func NewKeyDue(extension string, due time.Time) string {
	key := NewKey(extension)
	if dated := MonthPrefix(due) + key; ValidKey(dated) {
		return dated
	}
	return key
}

// MonthPrefix returns the prefix of the keys of objects that are needed in the instant's month.
func MonthPrefix(due time.Time) string { return "crier-" + due.UTC().Format(monthForm) + "-" }

// DueMonth returns when the month began, in UTC, that a key, or a prefix of keys, names; false for
// one that names none.
func DueMonth(key string) (time.Time, bool) {
	rest, isDated := strings.CutPrefix(key, "crier-")
	month, _, ended := strings.Cut(rest, "-")
	at, err := time.Parse(monthForm, month)
	return at, isDated && ended && err == nil
}

// ValidKey reports whether key has the form that NewKey or NewKeyDue gives. Nothing else is ever
// turned into a path or a URL.
func ValidKey(key string) bool { return keyPattern().MatchString(key) }

// Unconfigured is the Store of a live service that has no bucket.
type Unconfigured struct{}

var _ Store = Unconfigured{}

// Ready returns BUCKET_NOT_CONFIGURED.
func (Unconfigured) Ready() error {
	return apperror.New(apperror.BucketNotConfigured,
		"the network fetches media from a public bucket, and none is set; nothing was sent. Set one with crier bucket set, or have crier cloud setup make one, then try again")
}

// Put returns BUCKET_NOT_CONFIGURED.
func (u Unconfigured) Put(context.Context, string, string, string) error { return u.Ready() }

// URL returns an empty address.
func (Unconfigured) URL(string) string { return "" }

// Delete does nothing.
func (Unconfigured) Delete(context.Context, string) error { return nil }
