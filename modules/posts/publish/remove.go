package publish

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	ch := r.channels.forPost(post)
	work, ok := ch.At(&channel.Run{Post: post}).(channel.Remover)
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
		return false, reasonOf(err), nil
	}
	return true, "", nil
}

// reasonOf says why the network has not deleted a post, and what the user can do: the post leaves
// the history, so that nothing of Crier can be asked to try it again.
func reasonOf(err error) string {
	if failed, ok := errors.AsType[*graph.Error](err); ok && failed.OutcomeUnknown() {
		return failure.Cause(err) + "; look in the network's own app whether it is there, and delete it there"
	}
	return failure.Cause(err) + "; delete it in the network's own app"
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

const partnerCopy = "PARTNER_COPY"

// pageCopy is what became of the copy of a post on the Page that was to be deleted.
type pageCopy struct {
	// wanted says that it was to be deleted.
	wanted bool
	// id is the copy that the Page was asked about; empty when none was known.
	id string
	// deleted says that the Page has deleted it; if not, reason says why.
	deleted bool
	reason  string
}

// deleteCopy deletes the post's copy on the Page, if one is known. It does not fail: what is in its
// way is the reason.
func (r *remover) deleteCopy(ctx context.Context, post posts.Post) pageCopy {
	asked := pageCopy{wanted: true}
	if post.PartnerPostID == nil {
		return asked
	}
	asked.id = *post.PartnerPostID
	err := r.deleteFromPage(ctx, post)
	var kept *keptError
	switch {
	case err == nil:
		asked.deleted = true
		return asked
	case errors.As(err, &kept):
		asked.reason = kept.why
	case graph.IsGone(err):
		asked.reason = "the Page does not know it any more: it is deleted already"
	case apperror.From(err) != nil:
		asked.reason = apperror.From(err).Message
	default:
		asked.reason = cmp.Or(failure.Cause(err), "an internal error stopped the work on it; the log of Crier says more")
	}
	r.log.Warn("posts: the Page did not delete the copy of a post", "post", post.ID, "error", err)
	return asked
}

// keptError says why a copy is left alone that could have been deleted.
type keptError struct{ why string }

func (e *keptError) Error() string { return "posts: the copy is kept: " + e.why }

func (r *remover) deleteFromPage(ctx context.Context, post posts.Post) error {
	work := r.page.For(&channel.Run{Post: post})
	if err := work.Identify(ctx); err != nil {
		return err
	}
	isCertain, err := r.isCertain(ctx, post.ID, attempt.Page)
	if err != nil {
		return err
	}
	if !isCertain {
		if err := checkCopy(ctx, work, post); err != nil {
			return err
		}
	}
	return twice(func() error { return work.Delete(ctx, *post.PartnerPostID) })
}

// checkCopy reads what was found to be the copy, and returns a keptError when it no longer fits.
func checkCopy(ctx context.Context, work *page.Work, post posts.Post) error {
	const how = "the answer to the call that shared it was lost, and it was found by what it looks like; now "
	shown, err := work.Visible(ctx, post.CreatedAt.Time())
	if err != nil {
		return err
	}
	for _, one := range shown.Items {
		switch {
		case one.ID != *post.PartnerPostID:
		case !one.IsAlike && *post.ShareKind == posts.ShareVideo:
			return &keptError{how + "nothing of it says that it is the post's: somebody else may have posted such a video"}
		case !one.IsAlike:
			return &keptError{how + "its text is not the post's"}
		default:
			return nil
		}
	}
	return &keptError{how + "the Page does not show it among its latest posts"}
}

// settleCopy notes with the end of the post that the Page has deleted the copy, or returns the
// warning that says where it is live. The post is read again: it may have been shared meanwhile.
func (r *remover) settleCopy(ctx context.Context, tx bun.IDB, id wireid.ID, asked pageCopy) ([]posts.Warning, error) {
	none := []posts.Warning{}
	post, err := posts.SelectPost(ctx, tx, id)
	if isNotFound(err) {
		return none, nil // Somebody else was quicker, which the archive says.
	}
	if err != nil {
		return nil, err
	}
	if post.PartnerPostID == nil {
		mayBe, err := isMaybeOnPage(ctx, tx, id)
		if mayBe {
			return warnOfCopy("the post was sent to the Page, too, and it is not known whether it is live there: look there, and delete it by hand"), err
		}
		return none, err
	}
	if asked.deleted && asked.id == *post.PartnerPostID {
		return none, posts.NoteRemoval(ctx, tx, id, posts.OnPage, r.clock.Stored())
	}
	where := "as " + *post.PartnerPostID
	if post.PartnerPermalink != nil {
		where = "at " + *post.PartnerPermalink
	}
	switch {
	case !asked.wanted:
		return warnOfCopy("the copy on the Page stays live %s; ?partner=true deletes it too", where), nil
	case asked.id == "":
		asked.reason = "it came to the Page only now"
	}
	return warnOfCopy("the copy on the Page %s was not deleted: %s", where, asked.reason), nil
}

func warnOfCopy(format string, args ...any) []posts.Warning {
	return []posts.Warning{{Code: partnerCopy, Message: fmt.Sprintf(format, args...)}}
}

// isMaybeOnPage reports whether the post was sent to the Page, and nobody knows what became of
// that.
func isMaybeOnPage(ctx context.Context, tx bun.IDB, id wireid.ID) (bool, error) {
	last, found, err := attempt.Last(ctx, tx, id, attempt.Page)
	if errors.Is(err, attempt.ErrUnreadable) {
		return true, nil
	}
	return found && last.Verdict != attempt.Absent, err
}
