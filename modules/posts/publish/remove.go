package publish

import (
	"context"
	"errors"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Removal is what became of a deletion at the network (contract 4, DELETE /posts/{id}/instagram).
type Removal struct {
	PostID wireid.ID
	// Deleted says that the network has deleted the post; if not, Reason says why.
	Deleted   bool
	Reason    string
	Permalink *string
}

// remover deletes published posts at the network.
type remover struct{ *Engine }

// Remove deletes a published post at the network as far as that can be done, and takes it out of the history whatever the
// network says. It returns INVALID_STATUS for a post that is not PUBLISHED, NO_MEDIA_ID for one whose id at the network is not
// known, and STORIES_CANNOT_DELETE, before the network is asked, for a story.
func (r *remover) Remove(ctx context.Context, id wireid.ID) (Removal, error) {
	post, err := r.posts.Post(ctx, id)
	if err != nil {
		return Removal{}, err
	}
	switch {
	case post.Status != posts.Published:
		return Removal{}, apperror.New(apperror.InvalidStatus, "only a PUBLISHED post can be deleted at the network; this one is %s", post.Status)
	case post.SNMediaID == nil:
		return Removal{}, apperror.New(apperror.NoMediaID, "the post is live, but its id at the network is not known; delete it in the network's own app")
	case post.MediaType == posts.Stories:
		return Removal{}, apperror.New(apperror.StoriesCannotDelete, "the network does not delete stories for programs; this one expires 24 hours after its publication")
	}
	removal := Removal{PostID: id, Permalink: post.SNPermalink}
	if removal.Deleted, removal.Reason, err = r.deleteAtNetwork(ctx, post); err != nil {
		return Removal{}, err
	}
	// From here on the post is gone at the network: whether the client still waits does not matter.
	err = r.db.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.Tx) error {
		if removal.Deleted {
			if err := posts.NoteRemoval(ctx, tx, id, posts.OnInstagram, r.now()); err != nil {
				return err
			}
		}
		return posts.Archive(ctx, tx, r.queue, id, r.now())
	})
	return removal, err
}

// deleteAtNetwork reports whether the network has deleted the post, and if not, why. An error says that it was not asked, for
// a failure of Crier's own.
func (r *remover) deleteAtNetwork(ctx context.Context, post posts.Post) (deleted bool, reason string, err error) {
	w := &work{Engine: r.Engine, post: post}
	err = w.identify(ctx)
	if refused := apperror.From(err); refused != nil {
		return false, refused.Message, nil //nolint:nilerr // It is the answer: why the post stays live.
	}
	if err != nil {
		return false, "", err
	}
	if w.account.Login == graph.Login(auth.Primary) {
		return false, "the network lets programs delete posts only of accounts that are connected through a Page; delete it in the network's own app", nil
	}
	ctx = context.WithoutCancel(ctx)
	err = r.network.DeleteMedia(ctx, w.account, *post.SNMediaID)
	var failed *graph.Error
	if errors.As(err, &failed) && failed.OutcomeUnknown() {
		// A deletion can be repeated; what is gone by then is what the first call has deleted.
		if err = r.network.DeleteMedia(ctx, w.account, *post.SNMediaID); graph.IsGone(err) {
			return true, "", nil
		}
	}
	if err != nil {
		r.log.Warn("posts: the network did not delete a post", "post", post.ID, "error", err)
		return false, judge(err, 0).message, nil
	}
	return true, "", nil
}
