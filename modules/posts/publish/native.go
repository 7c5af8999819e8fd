package publish

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"crier/modules/media"
	"crier/modules/media/editing"
	"crier/modules/posts"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/native"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

const (
	// nativePause lies between two calls of the app API that are not about the same upload.
	nativePause = 2 * time.Second
	// nativeUploadLife is a safe part of the time for which the network keeps what was uploaded.
	nativeUploadLife = time.Hour
	// The label of a mention, as fractions of the picture.
	labelSize   = 0.05
	labelMargin = 0.04
	labelColor  = "#ffffff"
	labelGround = "#000000a0"
)

// attemptNative takes a story with mentions from PROCESSING to PUBLISHED. See the package's documentation.
//
//	files, labels -> upload id, durable -> ids of the mentioned, upload -> intend, durable -> configure, once
func (w *work) attemptNative(ctx context.Context) error {
	if _, err := w.connected(ctx, w.db); err != nil {
		return err
	}
	if early := w.early(); early > 0 {
		return &earlyError{early}
	}
	upload, done, err := w.nativeUpload(ctx)
	if err != nil {
		return err
	}
	defer done()
	if err := w.uploadNative(ctx, &upload); err != nil {
		return err
	}
	permission, err := w.intendFirst(ctx, story{}, upload.UploadID)
	if err != nil {
		return err
	}
	return w.sendStory(ctx, upload, permission)
}

// sendStoryAgain repeats the call for a story that is proved not to be live, for the same upload while the network keeps that.
func (w *work) sendStoryAgain(ctx context.Context, f finding) error {
	upload, done, err := w.nativeUpload(ctx)
	if err != nil {
		return w.notLive(ctx, err)
	}
	defer done()
	if err := w.uploadNative(ctx, &upload); err != nil {
		return w.notLive(ctx, err)
	}
	permission, err := w.intendStory(ctx, upload, func(ctx context.Context, tx bun.IDB) error { return w.decidePrevious(ctx, tx, f) })
	if err != nil {
		return w.notSentAgain(ctx, f, err)
	}
	return w.sendStory(ctx, upload, permission)
}

// notLive deals with a failure before the call is repeated, when it is known that the story is not live.
func (w *work) notLive(ctx context.Context, err error) error {
	v := judge(err, w.failed())
	switch v.remedy {
	case unhandled:
		return err
	case giveUp:
		v.absent = "it was proved not to be live"
		return w.fail(ctx, v)
	default:
		return w.claim.Retry(ctx, w.clock.Now().Add(jobs.Backoff(w.failed()+1)), v.message, nil)
	}
}

// nativeUpload prepares the files of the story and the id of its upload. The caller calls done.
func (w *work) nativeUpload(ctx context.Context) (u native.StoryUpload, done func(), err error) {
	mentions, err := posts.DecodeList[posts.StoryMention](w.post.StoryMentions)
	if err != nil {
		return u, nil, err
	}
	links, err := posts.SelectLinks(ctx, w.db, []wireid.ID{w.post.ID})
	if err != nil {
		return u, nil, err
	}
	files, err := w.files(ctx, links)
	if err != nil {
		return u, nil, err
	}
	story, err := w.media.Story(ctx, files[0], labels(mentions))
	if err != nil {
		story.Remove()
		return u, nil, err
	}
	if len(story.Missing) > 0 {
		timeline.Note(ctx, "no font has %v: it is not in the picture", story.Missing)
	}
	if err := w.chooseUpload(ctx); err != nil {
		story.Remove()
		return u, nil, err
	}
	return storyUpload(*w.post.SNContainerID, files[0], story, mentions), story.Remove, nil
}

func storyUpload(id string, file media.MediaFile, story media.StoryFiles, mentions []posts.StoryMention) native.StoryUpload {
	u := native.StoryUpload{
		UploadID: id, Path: story.Path, CoverPath: story.CoverPath, IsVideo: file.IsVideo(), Width: story.Width, Height: story.Height,
		Duration: story.Duration,
	}
	for _, m := range mentions {
		u.Mentions = append(u.Mentions, native.StickerMention{Username: mentionName(m), X: place(m.X), Y: place(m.Y)})
	}
	return u
}

func mentionName(m posts.StoryMention) string {
	return strings.ToLower(strings.TrimPrefix(m.Username, "@"))
}

// labels are the names to be drawn where the areas of the mentions are, which nobody sees. They are kept within the picture.
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

// chooseUpload stores the id of the upload before anything is sent under it. One from before is used again while the network may
// still have what was sent.
func (w *work) chooseUpload(ctx context.Context) error {
	if id := w.post.SNContainerID; id != nil && w.age(w.post.ContainerCreatedAt) < nativeUploadLife && w.age(w.post.ContainerCreatedAt) >= 0 {
		return nil
	}
	now := w.now()
	var id string
	err := w.claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) (err error) {
		if id, err = freeUploadID(ctx, tx, now.Time()); err != nil {
			return err
		}
		return posts.Update(ctx, tx, w.post.ID, now, func(u *database.Update) {
			u.Set("sn_container_id = ?, container_created_at = ?", id, now)
		})
	})
	if err == nil {
		killpoint.Reach("posts.native.chosen")
		w.post.SNContainerID, w.post.ContainerCreatedAt = &id, &now
	}
	return err
}

// freeUploadID returns an id for the instant that no other story has.
func freeUploadID(ctx context.Context, db bun.IDB, at time.Time) (string, error) {
	const tries = 1000
	var taken []string
	first := at.UnixMilli()
	err := db.NewSelect().Column("sn_container_id").
		TableExpr("(SELECT sn_container_id FROM posts UNION ALL SELECT sn_container_id FROM posts_archive)").
		Where("sn_container_id BETWEEN ? AND ?", strconv.FormatInt(first, 10), strconv.FormatInt(first+tries, 10)).Scan(ctx, &taken)
	if err != nil {
		return "", err
	}
	for slices.Contains(taken, native.NewUploadID(at)) {
		at = at.Add(time.Millisecond)
	}
	return native.NewUploadID(at), nil
}

// uploadNative finds out who the mentioned are and sends the files, which nobody sees yet.
func (w *work) uploadNative(ctx context.Context, u *native.StoryUpload) error {
	err := w.natives.Use(ctx, w.post.SocialAccountID, func(ctx context.Context, client *native.Client, s *native.Session) error {
		for i := range u.Mentions {
			id, err := client.UserID(ctx, s, u.Mentions[i].Username)
			if native.ClassOf(err) == native.NotFound {
				return &containerError{verdict{
					remedy: giveUp, code: apperror.InvalidMentions, message: "the network has no user @" + u.Mentions[i].Username + "; nothing was sent",
				}}
			}
			if err != nil {
				return err
			}
			u.Mentions[i].UserID = id
			if err := w.claim.Sleep(ctx, nativePause); err != nil {
				return err
			}
		}
		return client.UploadStory(ctx, s, *u)
	})
	killpoint.Reach("posts.native.uploaded")
	if err == nil {
		err = w.claim.Sleep(ctx, nativePause)
	}
	if err == nil {
		err = w.baseline(ctx, story{})
	}
	if err == nil {
		timeline.Note(ctx, "the files of the story are at the network as upload %s, and nobody sees them yet", u.UploadID)
	}
	return err
}
