package bucket

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"crier/platform/clock"
	"crier/platform/objectstore"

	"github.com/minio/minio-go/v7"
)

const (
	// patience bounds how long one request is repeated.
	patience   = 2 * time.Minute
	maxTries   = 8
	firstPause = 500 * time.Millisecond
	maxPause   = 30 * time.Second
	// shortTimeout bounds a request for which somebody waits.
	shortTimeout = 30 * time.Second
	// maxListed is how many entries a page of a listing has.
	maxListed = 1000
)

// client makes the requests to one bucket. It bounds their time, repeats them while that may help,
// and returns errors for people.
type client struct {
	config  Config
	clock   clock.Clock
	timeout time.Duration
	s3      minio.Core
}

type hurriedKey struct{}

// hurried returns a context whose requests are made once and with a short timeout, because somebody
// waits for the answer.
func hurried(ctx context.Context) context.Context { return context.WithValue(ctx, hurriedKey{}, true) }

func isHurried(ctx context.Context) bool { return ctx.Value(hurriedKey{}) != nil }

// try makes a request and repeats it with growing pauses while that may help. It returns an error
// for people, or the cause of a context that has ended.
func (c *client) try(ctx context.Context, request func(context.Context) error) error {
	began, pause := c.clock.Now(), firstPause
	for tries := 1; ; tries++ {
		err := c.once(ctx, request)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		var failed *objectstore.Error
		if !errors.As(err, &failed) || !failed.IsTransient() {
			return err
		}
		if tries == maxTries || isHurried(ctx) || c.clock.Now().Add(pause).Sub(began) > patience {
			return err
		}
		// Half of the pause is random, so that the clients of a busy server do not all return at
		// the same time.
		if err := clock.Sleep(ctx, c.clock, pause/2+rand.N(pause/2)); err != nil {
			return err
		}
		pause = min(2*pause, maxPause)
	}
}

// once makes a request within its timeout.
func (c *client) once(ctx context.Context, request func(context.Context) error) error {
	timeout := c.timeout
	if isHurried(ctx) {
		timeout = min(timeout, shortTimeout)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return explain(c.config, request(ctx))
}

// find reports whether the object exists, and its size in bytes. It lists the key, because the
// refusal of a listing, unlike that of a HEAD, gives a reason.
func (c *client) find(ctx context.Context, key string) (exists bool, size int64, err error) {
	err = c.try(ctx, func(ctx context.Context) error {
		exists, size = false, 0
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		for found := range c.s3.ListObjectsIter(ctx, c.config.Name, minio.ListObjectsOptions{Prefix: key, MaxKeys: 1}) {
			if found.Err != nil {
				return found.Err
			}
			if found.Key == key {
				exists, size = true, found.Size
			}
			break
		}
		return nil
	})
	return exists, size, err
}

// isEmpty reports whether the bucket has no object.
func (c *client) isEmpty(ctx context.Context) (isEmpty bool, err error) {
	err = c.try(ctx, func(ctx context.Context) error {
		isEmpty = true
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		for found := range c.s3.ListObjectsIter(ctx, c.config.Name, minio.ListObjectsOptions{MaxKeys: 1, Recursive: true}) {
			isEmpty = false
			return found.Err
		}
		return nil
	})
	return isEmpty, err
}

// remove deletes an object. A missing object is no error.
func (c *client) remove(ctx context.Context, key string) error {
	return c.try(ctx, func(ctx context.Context) error {
		return c.s3.RemoveObject(ctx, c.config.Name, key, minio.RemoveObjectOptions{})
	})
}

// unfinished returns the ids of the unfinished uploads of key, the newest last.
func (c *client) unfinished(ctx context.Context, key string) ([]string, error) {
	var page minio.ListMultipartUploadsResult
	err := c.try(ctx, func(ctx context.Context) (err error) {
		page, err = c.s3.ListMultipartUploads(ctx, c.config.Name, key, "", "", "", maxListed)
		return err
	})
	if err != nil {
		return nil, err
	}
	uploads := slices.DeleteFunc(page.Uploads, func(u minio.ObjectMultipartInfo) bool { return u.Key != key })
	slices.SortStableFunc(uploads, func(a, b minio.ObjectMultipartInfo) int {
		return cmp.Or(a.Initiated.Compare(b.Initiated), cmp.Compare(a.UploadID, b.UploadID))
	})
	ids := make([]string, len(uploads))
	for i, u := range uploads {
		ids[i] = u.UploadID
	}
	return ids, nil
}

// abort ends an unfinished upload and deletes its parts.
func (c *client) abort(ctx context.Context, key, id string) error {
	err := c.try(ctx, func(ctx context.Context) error {
		return c.s3.AbortMultipartUpload(ctx, c.config.Name, key, id)
	})
	if errors.Is(err, errNoUpload) {
		return nil
	}
	return err
}
