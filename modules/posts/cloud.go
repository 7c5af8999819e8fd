package posts

import (
	"context"
	"errors"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Cloud publishes scheduled posts instead of the local queue.
type Cloud interface {
	// Takes reports whether posts that are scheduled now go there.
	Takes() bool
	// Add gets a post that goes there, in the transaction that schedules it.
	Add(ctx context.Context, tx bun.IDB, post Post) error
	// Withdraw runs local in a transaction once the cloud will certainly never publish the post.
	// Otherwise it returns why it may: INVALID_STATUS when the post has been claimed there,
	// WORKER_UNREACHABLE when that cannot be found out. What has become of a post that has ended
	// there is stored before local runs.
	Withdraw(ctx context.Context, id wireid.ID, local func(ctx context.Context, tx bun.IDB) error) error
	// Abandon gets a post that must not be published any more, in the transaction that fails it.
	Abandon(ctx context.Context, tx bun.IDB, id wireid.ID) error
}

// NoCloud is the Cloud of a program without a cloud. It takes no posts, and confirms nothing about
// posts of an earlier cloud.
type NoCloud struct{}

// Takes reports false.
func (NoCloud) Takes() bool { return false }

// Add refuses every post.
func (NoCloud) Add(context.Context, bun.IDB, Post) error { return errNoCloud() }

// Withdraw refuses without asking the one who has the post.
func (NoCloud) Withdraw(context.Context, wireid.ID, func(ctx context.Context, tx bun.IDB) error) error {
	return errNoCloud()
}

// Abandon does nothing.
func (NoCloud) Abandon(context.Context, bun.IDB, wireid.ID) error { return nil }

func errNoCloud() error {
	return apperror.New(apperror.WorkerUnreachable, "no cloud worker is set up, so that nobody can confirm that it does not publish the post; set one up (crier cloud setup), then try again")
}

// InCloud reports whether the cloud owns the post. The local queue then has no job for it and never
// touches it.
func (p Post) InCloud() bool { return p.Status == Scheduled && p.CloudJobID != nil }

// ErrInCloud says that the cloud owns a post, which must therefore be changed there first.
var ErrInCloud = errors.New("posts: the post is in the cloud")

// withdrawer changes posts that the cloud may have, once that has given them up.
type withdrawer struct {
	db    *database.DB
	cloud Cloud
}

// change runs do in a transaction. For a post about which isThere reports true, the cloud gives the
// post up first.
func (w withdrawer) change(ctx context.Context, id wireid.ID, isThere func(Post) bool, do func(ctx context.Context, tx bun.IDB) error) error {
	err := w.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		post, err := SelectPost(ctx, tx, id)
		if err == nil && isThere(post) {
			return ErrInCloud
		}
		return do(ctx, tx)
	})
	if !errors.Is(err, ErrInCloud) {
		return err
	}
	return w.cloud.Withdraw(ctx, id, do)
}

// WasInCloud reports whether the cloud may have heard of the post.
func WasInCloud(p Post) bool { return p.CloudJobID != nil }
