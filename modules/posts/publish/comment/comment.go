// Package comment is the first comment below a PUBLISHED post as a channel. The reference is the
// media that the comment is below.
//
//	intend     then the one call that makes the comment
//	read back  nothing: a comment has no address
//
// When the answer is lost, the media's own list is looked at. A comment of the account with the
// text that appeared with the call is the call's. A list without it proves nothing, because the
// network's filters hide comments: only a call that the network has refused is made again.
package comment

import (
	"context"
	"errors"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/match"
	"crier/modules/posts/publish/timing"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/intent"

	"github.com/uptrace/bun"
)

const (
	// listed is how long after a call that was refused the media's list can tell whether it took
	// effect all the same: lists lag.
	listed = 5 * time.Minute
	// sight is how long after such a call it can.
	sight = 20 * time.Hour
	// slack is how far apart the two clocks may be when nobody has compared them.
	slack = time.Minute
)

// Channel is the first comment.
type Channel struct{ Deps }

// Work is the channel at work on the comment of one post.
type Work struct {
	*Channel
	run     *channel.Run
	account graph.Account
	// username is whose comments are the account's.
	username    string
	isPermitted bool
}

// Deps are what a Channel works with.
type Deps struct {
	DB       *database.DB
	Clock    *timing.Clock
	Accounts *auth.Service
	Network  *graph.Client
}

var (
	_ channel.Channel = (*Channel)(nil)
	_ channel.Work    = (*Work)(nil)
)

// New returns the channel.
func New(deps Deps) *Channel { return &Channel{deps} }

// Name returns comment.
func (*Channel) Name() attempt.Channel { return attempt.Comment }

// Rules says that the list tells of a call that was refused whether it took effect.
func (*Channel) Rules() channel.Rules {
	return channel.Rules{ListedWithin: listed, ListedFor: sight, ListsOfPost: true, Slack: slack, ComparesClock: true}
}

// Takes returns false: a comment belongs to a post that went out by another channel.
func (*Channel) Takes(posts.Post) bool { return false }

// Look is the media with the text: the same text below two posts does not look alike. Nobody but
// the account makes such a comment.
func (*Channel) Look(post posts.Post) (look string, isDistinct bool) {
	return posts.CommentLook(post), true
}

// Owned returns which of the ids are comments of posts of ours, archived ones too, or such posts.
func (*Channel) Owned(ctx context.Context, db bun.IDB, ids []string) (map[string]bool, error) {
	return database.Present(ctx, db, `SELECT first_comment_id FROM posts WHERE first_comment_id IN (ids)
		UNION ALL SELECT first_comment_id FROM posts_archive WHERE first_comment_id IN (ids)
		UNION ALL SELECT sn_media_id FROM posts WHERE sn_media_id IN (ids)`, ids)
}

// At returns the channel at work on the post of a run.
func (c *Channel) At(run *channel.Run) channel.Work { return c.For(run) }

// For is At with what only this channel can do.
func (c *Channel) For(run *channel.Run) *Work { return &Work{Channel: c, run: run} }

// Identify finds the account, and its token.
func (w *Work) Identify(ctx context.Context) error {
	account, err := channel.Connected(ctx, w.DB, w.Accounts, w.run.Post)
	if err != nil {
		return err
	}
	if err := channel.CheckToken(account, w.Clock); err != nil {
		return err
	}
	token, err := w.Accounts.Token(ctx, account.ID)
	if err != nil {
		return err
	}
	may, isKnown := account.Allows(graph.ScopeComment)
	w.isPermitted, w.username = may || !isKnown, account.Username
	w.run.Token, w.account = token, graph.Account{ID: account.SNUserID, Login: graph.Login(account.LoginMethod), Token: token}
	return nil
}

// Check refuses an account whose token is known not to have the permission.
func (w *Work) Check(context.Context) error {
	if w.isPermitted {
		return nil
	}
	return &failure.Error{Failure: failure.Failure{
		Action: failure.GiveUp, Code: apperror.UnknownError, Message: "the token of " + w.username + " lacks the permission to comment; connect the account again, and allow it to manage comments",
	}}
}

// Prepare returns the media: a comment takes no preparation.
func (w *Work) Prepare(context.Context) (string, error) {
	return channel.Text(w.run.Post.SNMediaID), nil
}

// Await has nothing to wait for before the call.
func (w *Work) Await(ctx context.Context) (string, error) { return w.Prepare(ctx) }

// Commit makes the comment.
func (w *Work) Commit(ctx context.Context, permission intent.Intent, ref string) (string, error) {
	return w.Network.PublishComment(ctx, permission, w.account, ref, channel.Text(w.run.Post.FirstComment))
}

// Refused never says that a call took no effect. An error that the network's documentation does not
// have, and that may pass, is no sure refusal.
func (*Work) Refused(_ context.Context, err error) (channel.Refusal, bool) {
	var failed *graph.Error
	if !errors.As(err, &failed) {
		return channel.Refusal{}, false
	}
	isUnknown := failed.OutcomeUnknown() || failed.Undocumented && failed.Class != graph.Permanent
	return channel.Refusal{Failure: failure.NetworkAdvised(failed, 0, ""), IsUnknown: isUnknown, IsNotSent: failed.NotSent(), IsAnswer: true}, true
}

// ReadBack returns nothing: a comment has no address.
func (*Work) ReadBack(context.Context, string) (channel.Shown, error) { return channel.Shown{}, nil }

// Status says nothing: the network tells of a comment by the list alone.
func (*Work) Status(context.Context, attempt.Attempt) (channel.Status, error) {
	return channel.Status{}, nil
}

// Visible returns the comments below the post. One of the account with another text is no proof
// that the post's is not there.
func (w *Work) Visible(ctx context.Context, since time.Time) (channel.Listing, error) {
	all, err := w.Network.Comments(ctx, w.account, channel.Text(w.run.Post.SNMediaID))
	if err != nil && !errors.Is(err, graph.ErrTruncated) {
		return channel.Listing{}, err
	}
	shown := channel.Listing{Since: since}
	if err != nil && len(all) > 0 {
		shown.Since = all[len(all)-1].Time.Add(timing.DatesCutTo)
	}
	own := posts.PlainText(channel.Text(w.run.Post.FirstComment))
	for _, c := range all {
		isOwn, isSame := c.Username == "" || c.Username == w.username, posts.PlainText(c.Text) == own
		shown.Items = append(shown.Items, channel.Item{ID: c.ID, At: c.Time, IsAlike: isOwn && isSame, IsPossible: isOwn || isSame})
	}
	return shown, nil
}

// Recent is Visible; it reads the list each time.
func (w *Work) Recent(ctx context.Context) (channel.Listing, error) {
	return w.Visible(ctx, w.Clock.WindowBegins(slack))
}

// Rivals returns nothing: no other post has comments below this one.
func (*Work) Rivals(context.Context) ([]match.Attempt, error) { return nil, nil }
