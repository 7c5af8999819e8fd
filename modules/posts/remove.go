package posts

import (
	"context"
	"errors"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Delete takes a post out of the history, into the archive, and whatever is scheduled for it out of the queue; the network is
// not touched (contract 4, DELETE /posts/{id}). It returns INVALID_STATUS while the publish call's outcome is not known: the
// post may be about to be live.
func (s *Service) Delete(ctx context.Context, id wireid.ID) error {
	err := s.withdrawn(ctx, id, Post.InCloud, func(ctx context.Context, tx bun.IDB) error {
		post, err := selectPost(ctx, tx, id)
		if isNotFound(err) {
			return notFound(id)
		}
		if err != nil {
			return err
		}
		if post.Status == Publishing {
			return apperror.New(apperror.InvalidStatus, "the post is being published; wait until it is PUBLISHED or FAILED")
		}
		return s.archive(ctx, tx, id)
	})
	killpoint.Reach("posts.deleted")
	return err
}

// archive cancels what waits in the queue for a post and moves the row. A worker that is at it finds it gone and ends.
func (s *Service) archive(ctx context.Context, tx bun.IDB, id wireid.ID) error {
	if _, err := s.queue.Cancel(ctx, tx, jobs.Publish, id); err != nil {
		return err
	}
	return archivePost(ctx, tx, id, s.now())
}

// Removal is what became of a deletion at the network (contract 4, DELETE /posts/{id}/instagram).
type Removal struct {
	PostID wireid.ID
	// Deleted says that the network has deleted the post; if not, Reason says why.
	Deleted   bool
	Reason    string
	Permalink *string
}

// remover deletes published posts at the network.
type remover struct{ *Publisher }

// Remove deletes a published post at the network as far as that can be done, and takes it out of the history whatever the
// network says. It returns INVALID_STATUS for a post that is not PUBLISHED, NO_MEDIA_ID for one whose id at the network is not
// known, and STORIES_CANNOT_DELETE, before the network is asked, for a story.
func (r *remover) Remove(ctx context.Context, id wireid.ID) (Removal, error) {
	post, err := r.posts.Post(ctx, id)
	if err != nil {
		return Removal{}, err
	}
	switch {
	case post.Status != Published:
		return Removal{}, apperror.New(apperror.InvalidStatus, "only a PUBLISHED post can be deleted at the network; this one is %s", post.Status)
	case post.SNMediaID == nil:
		return Removal{}, apperror.New(apperror.NoMediaID, "the post is live, but its id at the network is not known; delete it in the network's own app")
	case post.MediaType == Stories:
		return Removal{}, apperror.New(apperror.StoriesCannotDelete, "the network does not delete stories for programs; this one expires 24 hours after its publication")
	}
	removal := Removal{PostID: id, Permalink: post.SNPermalink}
	if removal.Deleted, removal.Reason, err = r.deleteAtNetwork(ctx, post); err != nil {
		return Removal{}, err
	}
	// From here on the post is gone at the network: whether the client still waits does not matter.
	err = r.db.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.Tx) error { return r.posts.archive(ctx, tx, id) })
	return removal, err
}

// deleteAtNetwork reports whether the network has deleted the post, and if not, why. An error says that it was not asked, for
// a failure of Crier's own.
func (r *remover) deleteAtNetwork(ctx context.Context, post Post) (deleted bool, reason string, err error) {
	w := &work{Publisher: r.Publisher, post: post}
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

// giveUp takes a scheduled post out of the queue that it is in.
func (s *Service) giveUp(ctx context.Context, tx bun.IDB, post Post) error {
	if post.InCloud() && s.cloud != nil {
		return s.cloud.Abandon(ctx, tx, post.ID)
	}
	_, err := s.queue.Cancel(ctx, tx, jobs.Publish, post.ID)
	return err
}

// AccountRemoved fails what is scheduled for an account that is being disconnected, in the transaction that does it
// (contract 3: SCHEDULED -> FAILED). What is at work for it ends by itself. The cloud is told afterwards; what it publishes
// before it hears of that, it tells.
func (s *Service) AccountRemoved(ctx context.Context, tx bun.IDB, account wireid.ID) error {
	scheduled, err := selectScheduledOf(ctx, tx, account)
	if err != nil {
		return err
	}
	for _, post := range scheduled {
		if err := s.giveUp(ctx, tx, post); err != nil {
			return err
		}
		if err := s.failIn(ctx, tx, post, apperror.NotFound, "account disconnected", nil); err != nil {
			return err
		}
	}
	return nil
}
