package handoff

import (
	"context"
	"errors"
	"fmt"

	"crier/modules/posts"
	"crier/platform/apperror"

	"github.com/uptrace/bun"
)

// outdated finds posts of which the worker has what does not hold any more: another token, other
// files, or their addresses in a bucket that is not the one in use.
type outdated struct {
	queue      *queue
	identities *identities
	posts      *posts.CloudPosts
	files      publicFiles
}

func newOutdated(queue *queue, i *identities, p *posts.CloudPosts, files publicFiles) *outdated {
	return &outdated{queue: queue, identities: i, posts: p, files: files}
}

// resend has these posts sent again.
func (o *outdated) resend(ctx context.Context) error {
	var touched int64
	for _, touch := range []func(context.Context) (int64, error){o.touchTokens, o.touchFiles, o.touchBucket} {
		n, err := touch(ctx)
		if touched += n; err != nil {
			return err
		}
	}
	if touched > 0 {
		o.queue.wake()
	}
	return nil
}

func (o *outdated) touchTokens(ctx context.Context) (touched int64, err error) {
	accounts, err := selectAccounts(ctx, o.queue.db)
	if err != nil {
		return 0, fmt.Errorf("find the accounts of posts: %w", err)
	}
	for _, account := range accounts {
		by, err := o.identities.of(ctx, account)
		if apperror.From(err) != nil {
			continue // It cannot be used: what the worker has is all there is.
		}
		if err != nil {
			return touched, err
		}
		n, err := o.queue.touch(ctx, func(u *bun.UpdateQuery) { u.Where("account_id = ? AND token_mark <> ?", account, by.mark) })
		if err != nil {
			return touched, err
		}
		touched += n
	}
	return touched, nil
}

func (o *outdated) touchFiles(ctx context.Context) (int64, error) {
	changed, err := o.posts.ChangedInCloud(ctx)
	if err != nil || len(changed) == 0 {
		return 0, err
	}
	return o.queue.touch(ctx, func(u *bun.UpdateQuery) { u.Where("post_id IN (?)", bun.List(changed)) })
}

// touchBucket finds the posts whose files are in another bucket, for example because the settings
// name one since the start. Where there is none, what the worker has is all there is.
func (o *outdated) touchBucket(ctx context.Context) (int64, error) {
	base := o.files.PublicBase()
	if base == "" {
		return 0, nil
	}
	return o.queue.touch(ctx, func(u *bun.UpdateQuery) { u.Where("put_base NOT IN ('', ?)", base) })
}

// lostText is what the timeline of a post says after its bucket was deleted.
const lostText = "the bucket was deleted with the post's files in it; Crier puts them there again, and sends the cloud worker their addresses"

// loseFiles stores that somebody has deleted the bucket with all files in it, and makes all posts
// due that the worker has or should have: until it confirms one again, it has addresses under which
// there is nothing. loseFiles returns how many posts those are.
func (o *outdated) loseFiles(ctx context.Context) (n int, err error) {
	err = o.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		lost, err := loseFiles(ctx, tx)
		if err != nil {
			return fmt.Errorf("note that files are lost: %w", err)
		}
		for _, id := range lost {
			o.posts.Note(ctx, tx, id, lostText)
		}
		rows, err := selectEntries(ctx, tx)
		for i := range rows {
			row := &rows[i]
			if row.PutBase != lostBase || row.Desired != present || row.FencedAt != nil {
				continue
			}
			row.NextAttemptAt, row.Attempts, row.Changes = o.queue.nowPtr(), 0, row.Changes+1
			err = errors.Join(err, updateEntry(ctx, tx, row))
			n++
		}
		return err
	})
	o.queue.wake()
	return n, err
}
