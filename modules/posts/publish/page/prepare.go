package page

import (
	"context"
	"errors"
	"math"

	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/delivery"
	"crier/modules/posts/publish/timing"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/graph"
	"crier/platform/limits"
	"crier/platform/video/mp4"
	"crier/platform/wireid"
)

// Prepare does everything that nobody sees: it finds the file, chooses the call, and sends the
// photo, or the video of a reel or a story. An interrupted run finds all of them again. The
// reference is empty for a plain video.
func (w *Work) Prepare(ctx context.Context) (string, error) {
	if err := w.findFile(ctx); err != nil {
		return "", err
	}
	if err := w.choose(ctx); err != nil {
		return "", err
	}
	var err error
	switch w.kind() {
	case posts.SharePhoto:
		err = w.stagePhoto(ctx, channel.Text(w.run.Post.AltText))
	case posts.SharePhotoStory:
		err = w.stagePhoto(ctx, "")
	case posts.ShareReel:
		err = w.sendVideo(ctx, graph.PageReel)
	case posts.ShareVideoStory:
		err = w.sendVideo(ctx, graph.PageVideoStory)
	case posts.ShareVideo:
	}
	return channel.Text(w.run.Post.ShareObjectID), err
}

// findFile finds the post's one file.
func (w *Work) findFile(ctx context.Context) error {
	links, err := posts.SelectLinks(ctx, w.DB, []wireid.ID{w.run.Post.ID})
	if err != nil {
		return err
	}
	files, err := w.Files.Of(ctx, w.DB, w.run.Post, links)
	if err == nil {
		w.file = files[0]
	}
	return err
}

// choose settles by which call the post gets onto the Page, once for all its attempts.
func (w *Work) choose(ctx context.Context) error {
	if w.run.Post.ShareKind != nil {
		return nil
	}
	kind, err := w.chooseKind(ctx)
	if err != nil {
		return err
	}
	if err := w.run.Claim.Progress(ctx, w.run.Set(w.Clock.Stored(), func(u *database.Update) { u.Set("share_kind = ?", kind) })); err != nil {
		return err
	}
	failpoint.Reach("posts.share.chosen")
	w.run.Post.ShareKind = &kind
	return nil
}

// chooseKind: a reel takes upright videos of 3 to 90 seconds with 24 to 60 frames in each, all
// others are plain videos there.
func (w *Work) chooseKind(ctx context.Context) (posts.ShareKind, error) {
	switch post := w.run.Post; {
	case post.MediaType == posts.Stories && w.file.IsVideo():
		return posts.ShareVideoStory, nil
	case post.MediaType == posts.Stories:
		return posts.SharePhotoStory, nil
	case post.MediaType != posts.Reels:
		return posts.SharePhoto, nil
	}
	content, size, err := w.Files.Open(ctx, w.file)
	if err != nil {
		return "", err
	}
	defer func() { _ = content.Close() }()
	movie, err := mp4.Read(content, size)
	if err != nil && !errors.Is(err, mp4.ErrNotMovie) {
		return "", err
	}
	if err == nil && isReel(movie) {
		return posts.ShareReel, nil
	}
	return posts.ShareVideo, nil
}

// wholePixels is how much a ratio may be off because sizes are whole.
const wholePixels = 0.01

// isReel reports whether a video may be a reel of a Page.
func isReel(m mp4.Movie) bool {
	if m.Duration < limits.Of(limits.VideoShortest).Duration() || m.Duration > limits.Of(limits.PageReelLength).Duration() ||
		m.Width < limits.Of(limits.PageReelColumns).Int() || m.Height < limits.Of(limits.PageReelLines).Int() {
		return false
	}
	// The frames a second are known as far as the file says them.
	if rate := math.Round(m.FrameRate); rate != 0 && (rate < limits.Of(limits.PageReelFrameRate).Value || rate > limits.Of(limits.VideoFastest).Value) {
		return false
	}
	off := float64(m.Width)/float64(m.Height) - 9.0/16
	return off > -wholePixels && off < wholePixels
}

// hasObject reports whether there is a prepared photo or video that the network still keeps.
func (w *Work) hasObject() bool {
	return w.run.Post.ShareObjectID != nil && w.Clock.Age(w.run.Post.ShareObjectAt) < timing.KeepsReference
}

func (w *Work) stagePhoto(ctx context.Context, altText string) error {
	if w.hasObject() {
		return nil
	}
	url, err := w.Files.MakePublic(ctx, w.file)
	if err != nil {
		return err
	}
	id, err := w.Network.StagePagePhoto(ctx, w.account, graph.PagePhoto{URL: url, AltText: altText})
	failpoint.Reach("posts.share.staged")
	if err != nil {
		return err
	}
	return w.keepObject(ctx, id, nil)
}

// sendVideo has the network take all bytes of a video, of the one that was begun where there is
// one.
func (w *Work) sendVideo(ctx context.Context, kind graph.PageVideoKind) error {
	if !w.hasObject() {
		upload, err := w.Network.StartPageVideo(ctx, w.account, kind)
		failpoint.Reach("posts.share.begun")
		if err != nil {
			return err
		}
		if err := w.keepObject(ctx, upload.ID, new(delivery.Destination(upload.URI, w.file))); err != nil {
			return err
		}
	}
	post := w.run.Post
	return w.Files.Send(ctx, delivery.Upload{
		Account: w.account, Destination: *post.ShareURI, File: w.file, Sleep: w.run.Claim.Sleep,
		Has: func(ctx context.Context, size int64) (int64, bool, error) {
			state, err := w.Network.PageVideoStatus(ctx, w.account, *post.ShareObjectID)
			return state.Bytes, err == nil && (state.Uploading == graph.PhaseComplete || state.Bytes >= size), err
		},
	})
}

func (w *Work) keepObject(ctx context.Context, id string, destination *string) error {
	now, post := w.Clock.Stored(), &w.run.Post
	err := w.run.Claim.Progress(ctx, w.run.Set(now, func(u *database.Update) {
		u.Set("share_object_id = ?, share_object_at = ?, share_uri = ?", id, now, destination)
	}))
	failpoint.Reach("posts.share.stored")
	post.ShareObjectID, post.ShareObjectAt, post.ShareURI = &id, &now, destination
	return err
}
