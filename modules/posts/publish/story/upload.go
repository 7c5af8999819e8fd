package story

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"crier/modules/media"
	"crier/modules/media/editing"
	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/timeline"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/native"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

const (
	// uploadLife is a safe part of the time for which the network keeps what was uploaded.
	uploadLife = time.Hour
	// The label of a mention, as fractions of the picture.
	labelSize   = 0.05
	labelMargin = 0.04
	labelColor  = "#ffffff"
	labelGround = "#000000a0"
)

// files prepares the files of the story and the id of its upload. The caller calls done.
func (w *work) files(ctx context.Context) (u native.StoryUpload, done func(), err error) {
	post := w.run.Post
	mentions, err := posts.DecodeList[posts.StoryMention](post.StoryMentions)
	if err != nil {
		return u, nil, err
	}
	links, err := posts.SelectLinks(ctx, w.DB, []wireid.ID{post.ID})
	if err != nil {
		return u, nil, err
	}
	files, err := w.Files.Of(ctx, w.DB, post, links)
	if err != nil {
		return u, nil, err
	}
	story, err := w.Media.Story(ctx, files[0], labels(mentions))
	if err != nil {
		story.Remove()
		return u, nil, err
	}
	if len(story.Missing) > 0 {
		timeline.Note(ctx, "no font has %v: it is not in the picture", story.Missing)
	}
	var video *string
	if files[0].IsVideo() {
		video = new(filepath.Base(story.Path))
	}
	if err := w.chooseUpload(ctx, video); err != nil {
		story.Remove()
		return u, nil, err
	}
	return uploadOf(*w.run.Post.SNContainerID, files[0], story, mentions), story.Remove, nil
}

func uploadOf(id string, file media.MediaFile, story media.StoryFiles, mentions []posts.StoryMention) native.StoryUpload {
	u := native.StoryUpload{
		UploadID: id, Path: story.Path, CoverPath: story.CoverPath, IsVideo: file.IsVideo(), Width: story.Width, Height: story.Height,
		Duration: story.Duration,
	}
	for _, m := range mentions {
		u.Mentions = append(u.Mentions, native.StickerMention{Username: mentionName(m), X: place(m.X), Y: place(m.Y)})
	}
	return u
}

// labels are the names to be drawn where the areas of the mentions are, which nobody sees. They are
// kept within the picture.
func labels(mentions []posts.StoryMention) []editing.Text {
	var texts []editing.Text
	for _, m := range mentions {
		name := "@" + mentionName(m)
		// A letter is about 0.6 em wide.
		half := min(0.3*labelSize*float64(len(name))+labelMargin, 0.5)
		texts = append(texts, editing.Text{
			Text: name, X: within(place(m.X), half), Y: within(place(m.Y), labelMargin), Size: labelSize, Color: labelColor, Background: labelGround, Bold: true,
		})
	}
	return texts
}

// place is where a mention is, the middle if that is not said (contract 2).
func place(at *float64) float64 {
	if at == nil {
		return 0.5
	}
	return *at
}

func within(at, margin float64) float64 { return min(max(at, margin), 1-margin) }

// chooseUpload stores the id of the upload before anything is sent under it, with the name of the
// file of a video. One from before is used again while the network may still have what was sent,
// unless another file has replaced the video since: the rest of that would be sent after the
// beginning of the former one. No two files have the same name.
func (w *work) chooseUpload(ctx context.Context, video *string) error {
	post := &w.run.Post
	age, isSame := w.Clock.Age(post.ContainerCreatedAt), channel.Text(post.UploadURI) == channel.Text(video)
	if post.SNContainerID != nil && age >= 0 && age < uploadLife && isSame {
		return nil
	}
	now := w.Clock.Stored()
	var id string
	err := w.run.Claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) (err error) {
		if id, err = freeUploadID(ctx, tx, now.Time()); err != nil {
			return err
		}
		return posts.Update(ctx, tx, post.ID, now, func(u *database.Update) {
			u.Set("sn_container_id = ?, container_created_at = ?, upload_uri = ?", id, now, video)
		})
	})
	if err == nil {
		failpoint.Reach("posts.native.chosen")
		post.SNContainerID, post.ContainerCreatedAt, post.UploadURI = &id, &now, video
	}
	return err
}

// freeUploadID returns an id for the instant that no other story has.
func freeUploadID(ctx context.Context, db bun.IDB, at time.Time) (string, error) {
	const tries = 1000
	first := at.UnixMilli()
	taken, err := database.Values[string](ctx, db, `SELECT sn_container_id FROM posts WHERE sn_container_id BETWEEN ?1 AND ?2
		UNION ALL SELECT sn_container_id FROM posts_archive WHERE sn_container_id BETWEEN ?1 AND ?2`,
		strconv.FormatInt(first, 10), strconv.FormatInt(first+tries, 10))
	if err != nil {
		return "", err
	}
	for slices.Contains(taken, native.NewUploadID(at)) {
		at = at.Add(time.Millisecond)
	}
	return native.NewUploadID(at), nil
}
