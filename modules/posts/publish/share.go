package publish

import (
	"context"
	"errors"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/page"
	"crier/modules/posts/timeline"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/jobs"
	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

// shareLife is the life of a share. Its post is PUBLISHED and stays so, and says what became of the
// share.
//
//	PENDING                 choose the kind, prepare a photo or a video that nobody sees
//	PENDING, intent stored  make the one call
//	SHARED                  read the address of the share, and end
//
// A refusal, a last attempt that failed and an outcome that stays unknown end it too.
type shareLife struct {
	besideLife

	page *page.Work
}

func (l *shareLife) stage() stage {
	switch {
	case *l.of.run.Post.ShareState == posts.ShareMade:
		return isLive
	case l.of.run.Last.IsOpen():
		return isSent
	}
	return isToBeSent
}

func (*shareLife) reach(at step) {
	switch at {
	case wasIntended, wasIntendedAgain:
		failpoint.Reach("posts.share.intended")
	case wasSent:
		failpoint.Reach("posts.share.sent")
	case wasRefused:
		failpoint.Reach("posts.share.refused")
	case wasSought:
		failpoint.Reach("posts.share.sought")
	case isProven:
		failpoint.Reach("posts.share.proven")
	case wasStored:
		failpoint.Reach("posts.share.made")
	case isAdopting:
	}
}

func (*shareLife) words() words {
	words := wordsBeside()
	words.again = func(ctx context.Context, why string) {
		timeline.Note(ctx, "the share is not on the Page (%s): the call is made again", why)
	}
	return words
}

// record stores that the share is on the Page.
func (l *shareLife) record(ctx context.Context, tx bun.IDB, id string, _ time.Time) error {
	return posts.Update(ctx, tx, l.of.run.Post.ID, l.of.clock.Stored(), func(u *database.Update) {
		u.Set("partner_post_id = ?, share_state = ?", id, posts.ShareMade)
	})
}

func (l *shareLife) noted(ctx context.Context, id string, _ time.Time) {
	l.of.run.Post.PartnerPostID, l.of.run.Post.ShareState = &id, new(posts.ShareMade)
	l.of.log.Info("posts: shared to the Page", "post", l.of.run.Post.ID, "page_post", id)
	timeline.Note(ctx, "the post is on the Page as %s", id)
}

// complete goes on with a share that is on the Page, after a restart.
func (l *shareLife) complete(ctx context.Context) error {
	if err := l.of.work.Identify(ctx); err != nil {
		return l.handleError(ctx, known{call: isMade}, err)
	}
	return l.readBack(ctx)
}

// readBack waits until the Page has processed what is on it, and ends the share with its address.
// That the processing failed is said on the post.
func (l *shareLife) readBack(ctx context.Context) error {
	shown, err := l.of.work.ReadBack(ctx, *l.of.run.Post.PartnerPostID)
	if _, ok := errors.AsType[*channel.Processing](err); ok {
		return l.watchAgain(ctx, "the Page processes the video")
	}
	if broken, ok := errors.AsType[*failure.Error](err); ok {
		return l.fail(ctx, broken.Failure)
	}
	if err != nil {
		return l.handleError(ctx, known{call: isMade}, err)
	}
	return l.end(ctx, *shown.Permalink)
}

// watchLater puts the wait for the Page off. What is on the Page stays there, so that after a while
// the share has ended well.
func (l *shareLife) watchLater(ctx context.Context, why string) error {
	if l.of.clock.Elapsed(l.of.run.Last) >= askTimeout || !l.page.IsIdentified() {
		return l.end(ctx, page.Address(l.of.run.Post, *l.of.run.Post.PartnerPostID))
	}
	return l.watchAgain(ctx, why)
}

func (l *shareLife) watchAgain(ctx context.Context, why string) error {
	return l.of.run.Claim.Snooze(ctx, channel.AskPause(l.of.clock.Elapsed(l.of.run.Last)), jobs.Reason{Wait: "PAGE", Text: why}, l.of.run.Exists)
}

// end ends the share well.
func (l *shareLife) end(ctx context.Context, address string) error {
	failpoint.Reach("posts.share.ending")
	timeline.Note(ctx, "the share to the Page is done: %s", address)
	return l.of.run.Claim.Complete(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.IDB) error {
		err := posts.Update(ctx, tx, l.of.run.Post.ID, l.of.clock.Stored(), func(u *database.Update) {
			u.Set("share_state = NULL, share_uri = NULL, partner_permalink = ?", address)
		})
		return errors.Join(err, l.of.lives.release(ctx, tx, l.of.run.Post), l.of.lives.goOnBeside(ctx, tx, l.of.run.Post.ID))
	})
}

// notShared is how the errorMessage of a post begins whose share came to nothing, and mayBeOnPage
// what it ends with where nobody knows.
const (
	notShared   = "published, but not shared to the Page: "
	mayBeOnPage = "; it may be on the Page: look there before you share it by hand"
)

// fail ends the share. The post stays PUBLISHED and says why it was not shared.
func (l *shareLife) fail(ctx context.Context, v failure.Failure) error {
	failpoint.Reach("posts.share.failing")
	timeline.Note(ctx, "the post is not shared to the Page: %s", v.Message)
	v = l.settled(v)
	says, doubt, settled := notShared+secrets.HideKeys(v.Message), posts.NoDoubt, ""
	if l.isDoubtful(v) {
		says, doubt, settled = says+mayBeOnPage, posts.MayBeOnPage, says+"; it is not on the Page"
	}
	return l.endWithout(ctx, v, func(u *database.Update) {
		u.Set("share_state = NULL, share_uri = NULL")
		u.Set("error_code = ?, share_message = ?, doubt = ?, settled_message = nullif(?, '')", v.Code, says, doubt, settled)
	})
}

func (l *shareLife) dropPrepared(u *database.Update) {
	u.Set("share_object_id = NULL, share_object_at = NULL, share_uri = NULL")
}
