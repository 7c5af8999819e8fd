package story

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/match"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/intent"
	"crier/platform/native"
	"crier/platform/wiretime"
)

const (
	// pause lies between two calls of the app API that are not about the same upload.
	pause = 2 * time.Second
	// stickerReads is how often the story is read back until it is listed.
	stickerReads = 3
)

// use runs fn with the native session of the post's account.
func (w *work) use(ctx context.Context, fn func(ctx context.Context, client *native.Client, s *native.Session) error) error {
	return w.Natives.Use(ctx, w.run.Post.SocialAccountID, fn)
}

// Identify finds the account. Each call looks up its session.
func (w *work) Identify(ctx context.Context) error {
	_, err := channel.Connected(ctx, w.DB, w.Accounts, w.run.Post)
	return err
}

// Check does nothing: the session says with its first call what stands in the way.
func (*work) Check(context.Context) error { return nil }

// Prepare finds out who the mentioned are and sends the files, which nobody sees yet.
func (w *work) Prepare(ctx context.Context) (string, error) {
	u, done, err := w.files(ctx)
	if err != nil {
		return "", err
	}
	defer done()
	err = w.use(ctx, func(ctx context.Context, client *native.Client, s *native.Session) error {
		for i := range u.Mentions {
			id, err := client.UserID(ctx, s, u.Mentions[i].Username)
			if native.ClassOf(err) == native.NotFound {
				return &failure.Error{Failure: failure.Failure{
					Action: failure.GiveUp, Code: apperror.InvalidMentions, Message: "the network has no user @" + u.Mentions[i].Username + "; nothing was sent. Correct the name, or leave the mention out, in a new post",
				}}
			}
			if err != nil {
				return err
			}
			u.Mentions[i].UserID = id
			if err := w.run.Claim.Sleep(ctx, pause); err != nil {
				return err
			}
		}
		return client.UploadStory(ctx, s, u)
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = errReplaced
	}
	failpoint.Reach("posts.native.uploaded")
	if err != nil {
		return "", err
	}
	w.upload = u
	timeline.Note(ctx, "the files of the story are at the network as upload %s, and nobody sees them yet", u.UploadID)
	return u.UploadID, w.run.Claim.Sleep(ctx, pause)
}

// Await has nothing to wait for, because the call itself says when the network is not done yet.
func (w *work) Await(context.Context) (string, error) { return w.upload.UploadID, nil }

// errReplaced is a file that was there when Prepare began: an edit or a conversion has replaced it
// since, or its thumbnail. The next attempt has the new one, and says so when there is none.
var errReplaced = &failure.Error{Failure: failure.Failure{
	Action: failure.Again, Code: apperror.MediaInvalid, Message: "a file of the story was replaced while it was being sent; Crier sends the new one",
}}

// errRenewed is the refusal of a call whose session had ended. The next attempt has the new one.
var errRenewed = &failure.Error{Failure: failure.Failure{
	Action: failure.Again, Code: apperror.LoginFailed, Message: "the native session had ended; Crier has signed in again, and sends the story once more",
}}

// Commit makes the one call that makes the story visible. A call that is refused because the
// session has ended took no effect. It is not repeated here after a new login, for the permission
// is used up: the engine makes another attempt.
func (w *work) Commit(ctx context.Context, permission intent.Intent, _ string) (id string, err error) {
	isSent := false
	err = w.use(ctx, func(ctx context.Context, client *native.Client, s *native.Session) (err error) {
		if isSent {
			return errRenewed
		}
		isSent = true
		id, err = client.ConfigureStory(ctx, permission, s, w.upload)
		return err
	})
	if id != "" {
		failpoint.Reach("posts.native.sent")
	} else {
		failpoint.Reach("posts.native.refused")
	}
	return id, err
}

// Refused says that a call took no effect only when the answer is certain and allows another try.
// Reads settle all other calls, because the network may show what it refused.
func (w *work) Refused(_ context.Context, err error) (channel.Refusal, bool) {
	r := channel.Refusal{Failure: failure.Judge(err, w.run.Failed())}
	if app, ok := errors.AsType[*native.Error](err); ok {
		r.IsUnknown, r.IsUndocumented = app.OutcomeUnknown, app.Op == native.OpConfigure && app.Class == native.Refused && app.HTTPStatus != 0
	}
	r.IsNotYet = native.ClassOf(err) == native.NotReady
	r.IsNotTaken = !r.IsUnknown && (r.Action == failure.Again || r.Action == failure.Wait)
	return r, r.Action != failure.Unhandled
}

// Status says nothing: the network does not tell what became of an upload.
func (*work) Status(context.Context, attempt.Attempt) (channel.Status, error) {
	return channel.Status{}, nil
}

// Visible returns the account's own live stories. The network may have left mentions out, and it
// adds none.
func (w *work) Visible(ctx context.Context, _ time.Time) (channel.Listing, error) {
	names, err := mentionNames(w.run.Post)
	if err != nil {
		return channel.Listing{}, err
	}
	stories, addressOf, err := w.stories(ctx)
	if err != nil {
		return channel.Listing{}, err
	}
	account, err := channel.Connected(ctx, w.DB, w.Accounts, w.run.Post)
	if err != nil {
		return channel.Listing{}, err
	}
	shown := channel.Listing{Since: w.Clock.StoriesSince()}
	for _, s := range stories {
		one := channel.Item{ID: s.ID, At: s.TakenAt, Permalink: addressOf(account.Username, s.ID)}
		if len(s.UploadID) == len(native.NewUploadID(s.TakenAt)) {
			one.Ref = s.UploadID
		}
		one.IsAlike, one.IsPossible = resembles(w.run.Post, s, names)
		shown.Items = append(shown.Items, one)
	}
	return shown, nil
}

// Recent is Visible; it reads the account's stories each time.
func (w *work) Recent(ctx context.Context) (channel.Listing, error) {
	return w.Visible(ctx, w.Clock.WindowBegins(slack))
}

// Rivals returns nothing: in the account's own stories, each has the id that this channel gives it.
func (*work) Rivals(context.Context) ([]match.Attempt, error) { return nil, nil }

// stories are the live stories of the account's native user, and what their addresses are.
func (w *work) stories(ctx context.Context) (stories []native.OwnStory, addressOf func(username, id string) string, err error) {
	err = w.use(ctx, func(ctx context.Context, client *native.Client, s *native.Session) (err error) {
		addressOf = func(username, id string) string { return native.StoryPermalink(client, username, id) }
		stories, err = client.OwnStories(ctx, s)
		return err
	})
	return stories, addressOf, err
}

// resembles reports whether a story looks like the post, and whether it could be the post.
func resembles(post posts.Post, s native.OwnStory, names []string) (isAlike, isPossible bool) {
	if len(post.MediaFiles) > 0 && s.IsVideo != post.MediaFiles[0].IsVideo() {
		return false, false
	}
	for name := range shownNames(s) {
		if !slices.Contains(names, name) {
			return false, false
		}
	}
	return len(s.Mentions) == len(names), true
}

func shownNames(story native.OwnStory) map[string]bool {
	names := map[string]bool{}
	for _, m := range story.Mentions {
		names[m.Username] = true
	}
	return names
}

// ReadBack finds out whether the live story has its mentions, and since when it is live. Its
// address is known in any case.
func (w *work) ReadBack(ctx context.Context, id string) (shown channel.Shown, err error) {
	failpoint.Reach("posts.native.stored")
	defer failpoint.Reach("posts.native.read-back")
	account, err := channel.Connected(ctx, w.DB, w.Accounts, w.run.Post)
	if err != nil {
		return shown, err
	}
	for range stickerReads {
		if err := w.run.Claim.Sleep(ctx, pause); err != nil {
			return shown, err
		}
		stories, addressOf, err := w.stories(ctx)
		if addressOf != nil {
			shown.Permalink = new(addressOf(account.Username, id))
		}
		if err != nil {
			return shown, err
		}
		for _, story := range stories {
			if story.ID == id {
				shown.At = wiretime.Ptr(story.TakenAt)
				shown.Flaw, err = w.missing(ctx, story)
				return shown, err
			}
		}
	}
	return shown, fmt.Errorf("the network does not list the story")
}

// missing returns which mentions the network has left out, nil when it has them all.
func (w *work) missing(ctx context.Context, story native.OwnStory) (*failure.Failure, error) {
	wanted, err := mentionNames(w.run.Post)
	if err != nil {
		return nil, err
	}
	var missing []string
	shown := shownNames(story)
	for _, name := range wanted {
		if !shown[name] {
			missing = append(missing, "@"+name)
		}
	}
	if len(missing) == 0 {
		timeline.Note(ctx, "the story was read back, and has its mentions")
		return nil, nil
	}
	flaw := &failure.Failure{
		Code:    apperror.InvalidMentions,
		Message: "the story is live, but the network shows it without the mention of " + strings.Join(missing, ", ") + "; they may not want to be mentioned",
	}
	timeline.Note(ctx, "%s", flaw.Message)
	return flaw, nil
}
