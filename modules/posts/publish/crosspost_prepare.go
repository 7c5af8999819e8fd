package publish

import (
	"context"

	"crier/modules/posts"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/killpoint"
)

// prepare does everything that nobody sees: it finds the file, settles the call, and has the network take the photo of a
// story, or the video of a reel or a story, all of which an interrupted run finds again.
func (s *sharing) prepare(ctx context.Context) error {
	if err := s.findFile(ctx); err != nil {
		return err
	}
	if s.post.ShareKind == nil {
		kind, err := s.chooseKind()
		if err != nil {
			return err
		}
		if err := s.claim.Progress(ctx, s.note(func(u *database.Update) { u.Set("share_kind = ?", kind) })); err != nil {
			return err
		}
		killpoint.Reach("posts.share.chosen")
		s.post.ShareKind = &kind
	}
	switch *s.post.ShareKind {
	case posts.SharePhoto:
		return s.stagePhoto(ctx, value(s.post.AltText))
	case posts.SharePhotoStory:
		return s.stagePhoto(ctx, "")
	case posts.ShareReel:
		return s.sendVideo(ctx, graph.PageReel)
	case posts.ShareVideoStory:
		return s.sendVideo(ctx, graph.PageVideoStory)
	case posts.ShareVideo:
	}
	return nil
}

// hasObject reports whether there is a prepared photo or video that the network still keeps.
func (s *sharing) hasObject() bool {
	return s.post.ShareObjectID != nil && s.age(s.post.ShareObjectAt) < containerLifetime
}

func (s *sharing) stagePhoto(ctx context.Context, altText string) error {
	if s.hasObject() {
		return nil
	}
	url, err := s.publicise(ctx, s.file)
	if err != nil {
		return err
	}
	id, err := s.network.StagePagePhoto(ctx, s.pageAccount, graph.PagePhoto{URL: url, AltText: altText})
	killpoint.Reach("posts.share.staged")
	if err != nil {
		return err
	}
	return s.keepObject(ctx, id, nil)
}

// sendVideo has the network take all bytes of a video, of the one that was begun where there is one.
func (s *sharing) sendVideo(ctx context.Context, kind graph.PageVideoKind) error {
	if !s.hasObject() {
		upload, err := s.network.StartPageVideo(ctx, s.pageAccount, kind)
		killpoint.Reach("posts.share.begun")
		if err != nil {
			return err
		}
		if err := s.keepObject(ctx, upload.ID, &upload.URI); err != nil {
			return err
		}
	}
	return s.feed(ctx, *s.post.ShareURI, s.file, func(ctx context.Context, size int64) (int64, bool, error) {
		state, err := s.network.PageVideoStatus(ctx, s.pageAccount, *s.post.ShareObjectID)
		return state.Bytes, err == nil && (state.Uploading == graph.PhaseComplete || state.Bytes >= size), err
	})
}

func (s *sharing) keepObject(ctx context.Context, id string, uri *string) error {
	now := s.now()
	err := s.claim.Progress(ctx, s.note(func(u *database.Update) {
		u.Set("share_object_id = ?, share_object_at = ?, share_uri = ?", id, now, uri)
	}))
	killpoint.Reach("posts.share.stored")
	s.post.ShareObjectID, s.post.ShareObjectAt, s.post.ShareURI = &id, &now, uri
	return err
}
