package bucket

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"crier/platform/clock"
	"crier/platform/objectstore"

	"github.com/minio/minio-go/v7"
)

const (
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

// try makes a request and repeats it while that may help, as objectstore.Try says.
func (c *client) try(ctx context.Context, request func(context.Context) error) error {
	return objectstore.Try(ctx, c.clock, func(ctx context.Context) error { return c.once(ctx, request) })
}

// once makes a request within its timeout.
func (c *client) once(ctx context.Context, request func(context.Context) error) error {
	timeout := c.timeout
	if objectstore.IsHurried(ctx) {
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
