package handoff

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/objectstore"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// uploadPatience is how long a post's files may take to get into the bucket in one attempt.
const uploadPatience = 15 * time.Minute

// keysOf names the files of a post as they are public; it is empty when one of them is not.
func keysOf(post posts.Post) string {
	keys := make([]string, len(post.MediaFiles))
	for i, file := range post.MediaFiles {
		if file.PublicKey == nil {
			return ""
		}
		keys[i] = *file.PublicKey
	}
	return strings.Join(keys, " ")
}

// firstKey returns the key of a post's first file.
func firstKey(keys string) *string {
	first, _, _ := strings.Cut(keys, " ")
	if first == "" {
		return nil
	}
	return &first
}

// publicise has the files of a post be in the bucket. Those that are there already for this post are not put again.
func (p *packer) publicise(ctx context.Context, id wireid.ID) error {
	free, err := p.files.Lock(ctx, id)
	if err != nil {
		return err
	}
	defer free()
	row, err := p.queue.entry(ctx, id)
	if err != nil || row == nil {
		return err
	}
	post, err := p.posts.Post(ctx, id)
	if err != nil {
		return err
	}
	if keys := keysOf(post); keys != "" && keys == row.PutKeys {
		return nil
	}
	if _, err := p.posts.Content(ctx, p.queue.db, post); err != nil {
		return err
	}
	if err := p.putAll(ctx, post.MediaFiles); err != nil {
		return err
	}
	if post, err = p.posts.Post(ctx, id); err != nil {
		return err
	}
	failpoint.Reach("schedule.media.put")
	return p.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error { return updatePutKeys(ctx, tx, id, keysOf(post)) })
}

func (p *packer) putAll(ctx context.Context, files []media.MediaFile) error {
	ctx, cancel := context.WithTimeout(ctx, uploadPatience)
	defer cancel()
	for _, file := range slices.CompactFunc(slices.Clone(files), func(a, b media.MediaFile) bool { return a.ID == b.ID }) {
		if _, err := p.media.Publish(ctx, file); err != nil {
			return err
		}
	}
	return nil
}

// fileProblem says what stands in the way of the files of a post, and reports whether that is for good.
func fileProblem(err error) (problem *apperror.Error, isFinal bool) {
	var store *objectstore.Error
	own := apperror.From(err)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return apperror.Wrap(apperror.MediaInvalid, err, "a media file of the post is not on the disk any more"), true
	case errors.As(err, &store) && store.Passing():
		return apperror.Wrap(apperror.CloudError, err, "the media could not be put into the bucket: %s", store.Message), false
	case errors.As(err, &store):
		return apperror.Wrap(apperror.BucketNotConfigured, err, "the media could not be put into the bucket: %s", store.Message), false
	case own != nil:
		return own, own.Code == apperror.MediaInvalid
	}
	return nil, false
}
