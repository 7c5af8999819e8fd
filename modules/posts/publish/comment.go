package publish

import (
	"context"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/timeline"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

// commentLife is the life of a first comment. Its post is PUBLISHED and stays so, and says what
// became of the comment.
//
//	PENDING                 the account may comment, and what it says below the post is read
//	PENDING, intent stored  make the one call
//	PENDING, with an id     end
//
// A refusal, a last attempt that failed and an outcome that stays unknown end it too. A comment
// that the list does not show may be there all the same, so that its call is not made again.
type commentLife struct{ besideLife }

func (l *commentLife) stage() stage {
	switch {
	case l.of.run.Post.FirstCommentID != nil:
		return isLive
	case l.of.run.Last.IsOpen():
		return isSent
	}
	return isToBeSent
}

func (*commentLife) reach(at step) {
	switch at {
	case wasIntended, wasIntendedAgain:
		failpoint.Reach("posts.comment.intended")
	case wasSent:
		failpoint.Reach("posts.comment.sent")
	case wasRefused:
		failpoint.Reach("posts.comment.refused")
	case wasSought:
		failpoint.Reach("posts.comment.sought")
	case isProven:
		failpoint.Reach("posts.comment.proven")
	case wasStored:
		failpoint.Reach("posts.comment.made")
	case isAdopting:
	}
}

func (*commentLife) words() words {
	words := wordsBeside()
	words.again = func(ctx context.Context, why string) {
		timeline.Note(ctx, "the first comment was refused, and is not there (%s): the call is made again", why)
	}
	return words
}

// begin finds the account, and refuses one that may not comment before anything is sent.
func (l *commentLife) begin(ctx context.Context) (ended bool, err error) {
	if ended, err := l.besideLife.begin(ctx); ended || err != nil {
		return ended, err
	}
	return false, l.of.work.Check(ctx)
}

// record stores the comment.
func (l *commentLife) record(ctx context.Context, tx bun.IDB, id string, _ time.Time) error {
	return posts.Update(ctx, tx, l.of.run.Post.ID, l.of.clock.Stored(), func(u *database.Update) { u.Set("first_comment_id = ?", id) })
}

func (l *commentLife) noted(ctx context.Context, id string, _ time.Time) {
	l.of.run.Post.FirstCommentID = &id
	l.of.log.Info("posts: commented", "post", l.of.run.Post.ID, "comment", id)
	timeline.Note(ctx, "the first comment is below the post as %s", id)
}

// complete goes on with a comment that is made, after a restart.
func (l *commentLife) complete(ctx context.Context) error { return l.readBack(ctx) }

// readBack ends the comment well: it has no address.
func (l *commentLife) readBack(ctx context.Context) error {
	failpoint.Reach("posts.comment.ending")
	return l.of.run.Claim.Complete(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.IDB) error {
		err := posts.Update(ctx, tx, l.of.run.Post.ID, l.of.clock.Stored(), func(u *database.Update) {
			u.Set("first_comment_state = ?", posts.CommentMade)
		})
		if err != nil {
			return err
		}
		return l.of.lives.goOnBeside(ctx, tx, l.of.run.Post.ID)
	})
}

// watchLater ends a comment that is made: nothing is read back of it.
func (l *commentLife) watchLater(ctx context.Context, _ string) error { return l.readBack(ctx) }

// fail ends the comment. The post stays PUBLISHED and says why it has none. What the network has
// refused was not made as far as anybody knows, then or since; it is looked for all the same.
func (l *commentLife) fail(ctx context.Context, v failure.Failure) error {
	failpoint.Reach("posts.comment.failing")
	timeline.Note(ctx, "the first comment is not made: %s", v.Message)
	v = l.settled(v)
	state, says := posts.CommentNotMade, posts.NotCommented+secrets.HideKeys(v.Message)
	if l.isDoubtful(v) && v.Answer == "" && !l.of.run.Last.IsAnswered() {
		state, says = posts.CommentNotSeen, posts.CommentUnseen+secrets.HideKeys(v.Message)+posts.CommentHidden
	}
	return l.endWithout(ctx, v, func(u *database.Update) {
		u.Set("first_comment_state = ?, comment_code = ?, comment_message = ?", state, v.Code, says)
	})
}

// dropPrepared has nothing to forget.
func (*commentLife) dropPrepared(*database.Update) {}
