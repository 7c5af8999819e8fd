package publish

import (
	"context"
	"errors"
	"log/slog"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/page"
	"crier/modules/posts/publish/timing"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Removal is the result of a deletion at the network (contract 4, DELETE /posts/{id}/instagram).
type Removal struct {
	PostID wireid.ID
	// Deleted says that the network has deleted the post; if not, Reason says why.
	Deleted   bool
	Reason    string
	Permalink *string
	// Warnings name what is still live.
	Warnings []posts.Warning
}

// remover deletes published posts at the network.
type remover struct {
	db    *database.DB
	clock *timing.Clock
	log   *slog.Logger
	queue *jobs.Queue
	posts *posts.History
	// channels say by which of them a post went out; page deletes its copy.
	channels channels
	page     *page.Channel
}

// Remove deletes a published post at the network as far as the network allows it, and with withCopy
// its copy on the Page. It takes the post out of the history whatever the network says. It returns
// INVALID_STATUS for a post that is not PUBLISHED, NO_MEDIA_ID for one whose id at the network is
// not known, and STORIES_CANNOT_DELETE, before the network is asked, for a story.
func (r *remover) Remove(ctx context.Context, id wireid.ID, withCopy bool) (Removal, error) {
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
	removal := Removal{PostID: id, Permalink: post.SNPermalink, Warnings: []posts.Warning{}}
	if removal.Deleted, removal.Reason, err = r.deleteAtNetwork(ctx, post); err != nil {
		return Removal{}, err
	}
	// From here on the post is gone at the network: whether the client still waits does not matter.
	ctx = context.WithoutCancel(ctx)
	var copied pageCopy
	if withCopy {
		copied = r.deleteCopy(ctx, post)
	}
	err = r.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if removal.Deleted {
			if err := posts.NoteRemoval(ctx, tx, id, posts.OnInstagram, r.clock.Stored()); err != nil {
				return err
			}
		}
		if removal.Warnings, err = r.settleCopy(ctx, tx, id, copied); err != nil {
			return err
		}
		return posts.Archive(ctx, tx, r.queue, id, r.clock.Stored())
	})
	return removal, err
}

// deleteAtNetwork reports whether the network has deleted the post, and if not, why. An error says
// that it was not asked, for a failure of Crier's own.
func (r *remover) deleteAtNetwork(ctx context.Context, post posts.Post) (deleted bool, reason string, err error) {
	ch := r.channels.of(post)
	work, ok := ch.At(&channel.Run{Claim: &jobs.Claim{}, Post: post}).(channel.Remover)
	if !ok {
		return false, "the network does not delete posts of this kind for programs; delete it in the network's own app", nil
	}
	err = work.Identify(ctx)
	if refused := apperror.From(err); refused != nil {
		return false, refused.Message, nil //nolint:nilerr // It is the answer: why the post stays live.
	}
	if err != nil {
		return false, "", err
	}
	if reason := work.Undeletable(); reason != "" {
		return false, reason, nil
	}
	isCertain, err := r.isCertain(ctx, post.ID, ch.Name())
	if err != nil {
		return false, "", err
	}
	if !isCertain {
		if reason := work.Doubt(ctx, *post.SNMediaID); reason != "" {
			return false, reason, nil
		}
	}
	ctx = context.WithoutCancel(ctx)
	err = twice(func() error { return work.Delete(ctx, *post.SNMediaID) })
	if err != nil {
		r.log.Warn("posts: the network did not delete a post", "post", post.ID, "error", err)
		return false, failure.Judge(err, 0).Message, nil
	}
	return true, "", nil
}

// isCertain reports whether the network itself said which item the post is. What was found by
// matching can be somebody else's.
func (r *remover) isCertain(ctx context.Context, post wireid.ID, name attempt.Channel) (bool, error) {
	all, err := attempt.OfPost(ctx, r.db, post)
	if errors.Is(err, database.ErrMalformed) {
		return false, nil
	}
	isCertain := true
	for _, a := range all {
		if a.Channel == name && a.Verdict == attempt.Live {
			isCertain = a.How == nil || *a.How != attempt.Found
		}
	}
	return isCertain, err
}

// twice makes a deletion, and once more when its answer was lost: what is gone by then is what the
// first call has deleted.
func twice(remove func() error) error {
	err := remove()
	var failed *graph.Error
	if errors.As(err, &failed) && failed.OutcomeUnknown() {
		if err = remove(); graph.IsGone(err) {
			return nil
		}
	}
	return err
}
