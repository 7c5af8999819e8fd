package page

import (
	"cmp"
	"context"
	"errors"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/graph"
	"crier/platform/intent"
)

var _ channel.Work = (*Work)(nil)

// Identify finds the account's Page and the token for it.
func (w *Work) Identify(ctx context.Context) error {
	account, err := channel.Connected(ctx, w.DB, w.Accounts, w.run.Post)
	if err != nil {
		return err
	}
	if err := channel.CheckToken(account, w.Clock); err != nil {
		return err
	}
	if account.PartnerPageID == nil {
		return apperror.New(apperror.NotFound, "the account %s has no Page any more; connect it again through its Page (crier accounts connect), then retry", account.Username)
	}
	token, err := w.Accounts.PageToken(ctx, account.ID)
	if err != nil {
		return err
	}
	w.run.Token, w.account = token, graph.Account{ID: *account.PartnerPageID, Login: graph.Partner, Token: token}
	return nil
}

// IsIdentified reports whether the account has a Page and a token for it.
func (w *Work) IsIdentified() bool { return w.account.ID != "" }

// Check does nothing: the post was looked into before it was published.
func (*Work) Check(context.Context) error { return nil }

// Await has nothing to wait for before the call.
func (w *Work) Await(context.Context) (string, error) {
	return channel.Text(w.run.Post.ShareObjectID), nil
}

// Commit makes the one call with a visible effect. A reel and a story are found under the id of
// their video too, where the network names no post.
func (w *Work) Commit(ctx context.Context, permission intent.Intent, ref string) (string, error) {
	id, err := w.commit(ctx, permission, ref)
	if err != nil {
		return "", err
	}
	return cmp.Or(id, ref), nil
}

func (w *Work) commit(ctx context.Context, permission intent.Intent, ref string) (string, error) {
	text := channel.Text(w.run.Post.Caption)
	switch w.kind() {
	case posts.SharePhotoStory:
		return w.Network.PublishPagePhotoStory(ctx, permission, w.account, ref)
	case posts.ShareVideoStory:
		return w.Network.FinishPageVideo(ctx, permission, w.account, graph.PageVideoStory, ref, "")
	case posts.ShareReel:
		return w.Network.FinishPageVideo(ctx, permission, w.account, graph.PageReel, ref, text)
	case posts.ShareVideo:
		content, size, err := w.Files.Open(ctx, w.file)
		if err != nil {
			return "", err
		}
		defer func() { _ = content.Close() }()
		return w.Network.PublishPageVideo(ctx, permission, w.account, graph.File{At: content, Size: size}, text, mark(w.run.Post))
	default:
		return w.Network.PublishPagePost(ctx, permission, w.account, graph.PagePhotoPost{PhotoID: ref, Text: text})
	}
}

// Refused never says that a call took no effect, because the Page may carry out what it refuses.
func (w *Work) Refused(_ context.Context, err error) (channel.Refusal, bool) {
	var failed *graph.Error
	if !errors.As(err, &failed) {
		return channel.Refusal{}, false
	}
	r := channel.Refusal{Failure: failure.Network(failed, w.run.Failed()), IsUnknown: failed.OutcomeUnknown(), IsNotSent: failed.NotSent(), IsAnswer: true}
	return r, true
}

// permalinkTimeout bounds the wait for the address of a share.
const permalinkTimeout = 3 * time.Second

// ReadBack returns the address of the share once the Page has processed it: the network's, or one
// composed as the network composes its addresses. It returns a failure.Error when the Page could
// not process the share.
func (w *Work) ReadBack(ctx context.Context, id string) (channel.Shown, error) {
	if video := w.videoID(id); video != "" {
		status, err := w.Network.PageVideoStatus(ctx, w.account, video)
		failpoint.Reach("posts.share.watched")
		watched := w.Clock.Elapsed(w.run.Last)
		switch {
		case err != nil:
			return channel.Shown{}, err
		case status.Fault != "":
			return channel.Shown{}, &failure.Error{Failure: couldNotProcess(status)}
		case !status.IsVisible() && watched < videoTimeout:
			return channel.Shown{}, &channel.Processing{Pause: channel.AskPause(watched)}
		}
	}
	address := w.address(ctx, id)
	return channel.Shown{Permalink: &address}, nil
}

// videoID is the id of the video that the Page processes; empty for photos.
func (w *Work) videoID(id string) string {
	switch w.kind() {
	case posts.ShareReel, posts.ShareVideoStory:
		return *w.run.Post.ShareObjectID
	case posts.ShareVideo:
		return id
	case posts.SharePhoto, posts.SharePhotoStory:
	}
	return ""
}

// address returns where the share can be seen, as the network says or else as its addresses are
// made.
func (w *Work) address(ctx context.Context, id string) string {
	ctx, cancel := context.WithTimeout(ctx, permalinkTimeout)
	defer cancel()
	asked := id
	switch w.kind() {
	case posts.SharePhotoStory, posts.ShareVideoStory:
		stories, err := w.Network.PageStories(ctx, w.account)
		if story := storyWith(stories, *w.run.Post.ShareObjectID); err == nil && story.Permalink != "" {
			return story.Permalink
		}
		return Address(w.run.Post, id)
	case posts.ShareReel:
		asked = *w.run.Post.ShareObjectID
	case posts.SharePhoto, posts.ShareVideo:
	}
	link, err := w.Network.PagePermalink(ctx, w.account, asked)
	if err != nil || link == "" {
		w.Log.Info("posts: the address of a shared post is not known", "post", w.run.Post.ID, "error", err)
		return Address(w.run.Post, id)
	}
	return link
}

// Delete has the Page delete one of its posts.
func (w *Work) Delete(ctx context.Context, id string) error {
	return w.Network.DeletePagePost(ctx, w.account, id)
}
