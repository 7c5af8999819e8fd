package publish

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/page"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// partnerCopy is the code of the warning that the copy of a post on the Page is still live, or may
// be.
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
		asked.reason = cmp.Or(failure.Judge(err, 0).Message, "an internal error stopped the work on it; the log of Crier says more")
	}
	r.log.Warn("posts: the Page did not delete the copy of a post", "post", post.ID, "error", err)
	return asked
}

// keptError says why a copy is left alone that could have been deleted.
type keptError struct{ why string }

func (e *keptError) Error() string { return "posts: the copy is kept: " + e.why }

func (r *remover) deleteFromPage(ctx context.Context, post posts.Post) error {
	work := r.page.For(&channel.Run{Claim: &jobs.Claim{}, Post: post})
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
		mayBe, err := mayBeOnPage(ctx, tx, id)
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

// mayBeOnPage reports whether the post was sent to the Page, and nobody knows what became of that.
func mayBeOnPage(ctx context.Context, tx bun.IDB, id wireid.ID) (bool, error) {
	last, found, err := attempt.Last(ctx, tx, id, attempt.Page)
	if errors.Is(err, attempt.ErrUnreadable) {
		return true, nil
	}
	return found && last.Verdict != attempt.Absent, err
}
