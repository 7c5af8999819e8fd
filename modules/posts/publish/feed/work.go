package feed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/delivery"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/graph"
	"crier/platform/intent"
	"crier/platform/wiretime"
)

var _ channel.Remover = (*Work)(nil)

// Identify finds the account and its token. An expired one is TOKEN_EXPIRED before anything is
// sent.
func (w *Work) Identify(ctx context.Context) error {
	account, err := channel.Connected(ctx, w.DB, w.Accounts, w.run.Post)
	if err != nil {
		return err
	}
	if err := channel.CheckToken(account, w.Clock); err != nil {
		return err
	}
	return w.use(ctx, account)
}

// use makes the work act for an account, whatever the state of its token.
func (w *Work) use(ctx context.Context, account auth.SocialAccount) error {
	token, err := w.Accounts.Token(ctx, account.ID)
	if err != nil {
		return err
	}
	w.account = graph.Account{ID: account.SNUserID, Login: graph.Login(account.LoginMethod), Token: token}
	w.run.Token, w.poller.account = token, w.account
	failpoint.Reach("posts.identified")
	return nil
}

// watched returns a context under which the allowance of the network's answers is stored.
func (w *Work) watched(ctx context.Context) context.Context {
	return graph.WithObserver(ctx, w.usage.watch)
}

// Check looks for files that are gone or cannot be published, a bucket that is missing, and a cap
// or an allowance that is used up.
func (w *Work) Check(ctx context.Context) error {
	ctx = w.watched(ctx)
	if w.run.Post.SNContainerID == nil {
		found, err := w.contents(ctx)
		if err != nil {
			return err
		}
		if err := w.checkFiles(ctx, found); err != nil {
			return err
		}
		w.checked = &found
	}
	if err := w.checkCap(ctx); err != nil {
		return err
	}
	return w.usage.check()
}

// checkFiles finds out without the network whether it could get the files: they are on the disk,
// and there is a place for those that it would fetch.
func (w *Work) checkFiles(ctx context.Context, found contents) error {
	if found.cover != nil {
		if _, err := w.Files.OnDisk(ctx, *found.cover); err != nil {
			return err
		}
		if err := w.Files.CanMakePublic(); err != nil {
			return err
		}
	}
	files := found.files
	for i, file := range files {
		if _, err := w.Files.OnDisk(ctx, file); err != nil {
			return w.run.Post.MediaType.OfItem(err, i+1, len(files))
		}
		if file.IsVideo() && w.account.Login == graph.Partner {
			continue // Its bytes are sent.
		}
		if err := w.Files.CanMakePublic(); err != nil {
			return err
		}
	}
	return nil
}

// Prepare makes the post's container, unless there is one that may still live. For a carousel it
// waits for the items, and may return a *channel.Processing.
func (w *Work) Prepare(ctx context.Context) (string, error) {
	ctx = w.watched(ctx)
	post := &w.run.Post
	if post.SNContainerID == nil || w.Clock.Age(post.ContainerCreatedAt) >= timing.KeepsReference {
		return w.make(ctx)
	}
	if !w.run.IsWaiting() {
		timeline.Note(ctx, "there is a container from before, %s: it is looked at first", *post.SNContainerID)
	}
	return *post.SNContainerID, nil
}

func (w *Work) make(ctx context.Context) (string, error) {
	w.isMade = true
	found, err := w.checkedContents(ctx)
	if err != nil {
		return "", err
	}
	m := maker{clock: w.Clock, network: w.Network, files: w.Files, run: w.run, account: w.account, poller: w.poller}
	return m.makeContainer(ctx, found)
}

// Await returns once the container is finished. It replaces an earlier container by a new one,
// once, when it came to nothing, or was to get the rest of a file that was edited since.
func (w *Work) Await(ctx context.Context) (string, error) {
	ctx = w.watched(ctx)
	id := *w.run.Post.SNContainerID
	status, err := w.await(ctx)
	switch {
	case w.isMade:
	case isForgotten(err), errors.Is(err, delivery.ErrReplaced), err == nil && status.Code != graph.Published && status.Code != graph.Finished && !w.run.IsWaiting():
		if id, err = w.make(ctx); err == nil {
			status, err = w.await(ctx)
		}
	case err == nil && status.Code == graph.Published:
		return id, channel.ErrVisible
	}
	if err == nil && status.Code != graph.Finished {
		err = &failure.Error{Failure: failure.Container(w.run.Post, status, w.run.Failed())}
	}
	return id, err
}

// await polls the post's container. It first sends what an interrupted upload lacks.
func (w *Work) await(ctx context.Context) (graph.Status, error) {
	post := w.run.Post
	if post.UploadURI != nil {
		found, err := w.contents(ctx)
		if err != nil {
			return graph.Status{}, err
		}
		if err := w.poller.sendRest(ctx, *post.SNContainerID, *post.UploadURI, found.files[0]); err != nil {
			return graph.Status{}, err
		}
	}
	return w.poller.poll(ctx, *post.SNContainerID)
}

// Commit makes the one publish call.
func (w *Work) Commit(ctx context.Context, permission intent.Intent, ref string) (string, error) {
	return w.Network.Publish(ctx, permission, w.account, ref)
}

// Refused never says that a call took no effect, because only the container's status proves that.
func (w *Work) Refused(ctx context.Context, err error) (channel.Refusal, bool) {
	var failed *graph.Error
	if !errors.As(err, &failed) {
		return channel.Refusal{}, false
	}
	r := channel.Refusal{
		Failure: failure.Network(failed, w.run.Failed()), IsUnknown: failed.OutcomeUnknown(), IsAnswer: failed.Code != 0 || failed.NotSent(),
		IsNotSent: failed.NotSent(), IsUndocumented: failed.Undocumented,
	}
	if failed.Class == graph.CapReached {
		r.Failure = failure.NetworkAdvised(failed, w.run.Failed(), w.whenFree(ctx))
	}
	return r, true
}

// checkCap asks how much of the account's publishing cap is used. If the network does not say so,
// but can be reached and accepts the account's calls, the work continues: the publish call itself
// finds out.
func (w *Work) checkCap(ctx context.Context) error {
	limit, err := w.Network.PublishingLimit(ctx, w.account)
	if err != nil {
		w.Log.Info("posts: the publishing cap could not be read", "post", w.run.Post.ID, "error", err)
		return stopping(err)
	}
	if err := (posts.AccountCap{AccountID: w.run.Post.SocialAccountID, Total: limit.Total}).Store(ctx, w.DB); err != nil {
		return err
	}
	failpoint.Reach("posts.cap.read")
	if limit.Used < limit.Total {
		return nil
	}
	message := fmt.Sprintf("the account has used its publishing cap: %d of %d posts in %s; nothing was sent", limit.Used, limit.Total, wiretime.Words(limit.Window))
	return &failure.Error{Failure: failure.Failure{Action: failure.GiveUp, Code: apperror.RateLimited, Message: message + w.whenFree(ctx)}}
}

// whenFree says when a place in the account's publishing cap becomes free, as far as our own posts
// show.
func (w *Work) whenFree(ctx context.Context) string {
	first, ok, err := firstPublishedSince(ctx, w.DB, w.run.Post.SocialAccountID, wiretime.Of(w.Clock.Now().Add(-posts.CapWindow)))
	if err != nil || !ok {
		return "; a place frees within 24 hours: retry it then"
	}
	return fmt.Sprintf("; a place frees at %s at the latest: retry it then", wiretime.Of(first.Add(posts.CapWindow)))
}

// permalinkTimeout bounds the wait for the address of a post that is live.
const permalinkTimeout = 3 * time.Second

// ReadBack returns the post's address if the network gives it within seconds. Otherwise the address
// follows later, which is no failure.
func (w *Work) ReadBack(ctx context.Context, id string) (channel.Shown, error) {
	ctx, cancel := context.WithTimeout(ctx, permalinkTimeout)
	defer cancel()
	published, err := w.Network.Media(ctx, w.account, id)
	failpoint.Reach("posts.permalink.read")
	if err != nil || published.Permalink == "" {
		return channel.Shown{}, nil
	}
	return channel.Shown{Permalink: &published.Permalink}, nil
}

// Undeletable returns why the account's login does not let programs delete its posts.
func (w *Work) Undeletable() string {
	if w.account.Login != graph.Login(auth.Primary) {
		return ""
	}
	return "the network lets programs delete posts only of accounts that are connected through a Page; delete it in the network's own app"
}

// Doubt compares the media with the post.
func (w *Work) Doubt(ctx context.Context, id string) string {
	shown, err := w.Network.Media(ctx, w.account, id)
	const how = "nothing was deleted: the answer to the publish call was lost, and the media was found by what it looks like; "
	switch {
	case graph.IsGone(err):
		return "the network does not know the post any more: it is deleted already"
	case err != nil:
		return how + "it could not be read again: " + cmp.Or(failure.Cause(err), "the request was broken off")
	case !hasForm(w.run.Post, shown):
		return how + fmt.Sprintf("now it is another kind of media (%s, %s) than the post; look at it, and delete it in the network's own app", shown.Type, shown.ProductType)
	case !hasCaption(w.run.Post, shown):
		return how + "now its caption is not the post's; look at it, and delete it in the network's own app"
	}
	return ""
}

// Delete has the network delete one of the account's media.
func (w *Work) Delete(ctx context.Context, id string) error {
	return w.Network.DeleteMedia(ctx, w.account, id)
}

// AskTheTime makes any call about a post's account, for the date of the answer, even with a token
// that may have expired.
func (c *Channel) AskTheTime(ctx context.Context, post posts.Post) error {
	w := c.at(&channel.Run{Post: post})
	account, err := channel.Connected(ctx, c.DB, c.Accounts, post)
	if err == nil {
		err = w.use(ctx, account)
	}
	if err == nil {
		_, err = c.Network.PublishingLimit(ctx, w.account)
	}
	return err
}
