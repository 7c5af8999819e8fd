package publish

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/native"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// The network works on a video for a while; the call is repeated so often, so far apart.
	transcodeTries = 10
	transcodePause = 3 * time.Second
	// stickerReads is how often the story is read back until it is listed.
	stickerReads = 3
)

// sendNative makes the one call that makes the story visible. An answer that says that the video is still worked on is a certain
// one, after which the call is made again.
func (w *work) sendNative(ctx context.Context, u native.StoryUpload) error {
	for tries := 1; ; tries++ {
		id, err := w.configure(ctx, u)
		if id != "" {
			killpoint.Reach("posts.native.sent")
			return w.liveNative(ctx, id, w.clock.Now())
		}
		if native.ClassOf(err) != native.NotReady || tries == transcodeTries {
			killpoint.Reach("posts.native.refused")
			w.log.Warn("posts: the native story call failed", "post", w.post.ID, "error", err)
			return w.afterNativeRefusal(ctx, err)
		}
		if err := w.claim.Sleep(ctx, transcodePause); err != nil {
			return err
		}
	}
}

// configure makes the call. Whatever else fails, an id says that the story is live.
func (w *work) configure(ctx context.Context, u native.StoryUpload) (id string, err error) {
	err = w.natives.Use(ctx, w.post.SocialAccountID, func(ctx context.Context, client *native.Client, s *native.Session) (err error) {
		id, err = client.ConfigureStory(ctx, s, u)
		return err
	})
	return id, err
}

// afterNativeRefusal decides what follows a call that did not succeed. Only an answer that certainly refused it ends the post;
// what may have taken effect is left to reads.
func (w *work) afterNativeRefusal(ctx context.Context, err error) error {
	v := judge(err, w.failed())
	app, ok := errors.AsType[*native.Error](err)
	intent := *w.post.PublishIntentAt
	switch {
	case v.remedy == unhandled:
		return err
	case ok && app.OutcomeUnknown:
		return w.claim.Retry(ctx, w.clock.Now().Add(firstLook), v.message, w.intending(intent, false))
	case v.remedy == again || v.remedy == wait:
		// The network did not take it for certain: the call may be made again.
		return w.claim.Retry(ctx, w.clock.Now().Add(firstLook), v.message, w.intending(intent, true))
	}
	v.unsent = true
	return w.fail(ctx, v)
}

// liveNative records that the story is live under the id since the given time, and goes on.
func (w *work) liveNative(ctx context.Context, id string, since time.Time) error {
	record := func(ctx context.Context, tx bun.IDB) error { return w.recordNative(ctx, tx, id, since) }
	recording := context.WithoutCancel(ctx)
	err := w.claim.InTx(recording, record)
	if errors.Is(err, jobs.ErrLost) {
		err = errors.Join(err, w.db.InTx(recording, func(ctx context.Context, tx bun.Tx) error { return record(ctx, tx) }))
	}
	if err != nil {
		return err
	}
	w.post.SNMediaID, w.post.PublishedAt = &id, wiretime.Ptr(since)
	killpoint.Reach("posts.native.stored")
	timeline.Note(ctx, "the story is live as %s", id)
	return w.finishNative(ctx)
}

func (w *work) recordNative(ctx context.Context, tx bun.IDB, id string, since time.Time) error {
	return posts.Update(ctx, tx, w.post.ID, w.now(), func(u *database.Update) {
		u.Set("sn_media_id = ?, published_at = ?, published_via_private_api = 1", id, wiretime.Of(since))
	})
}

// finishNative reads the story back, and ends the job with the post PUBLISHED, whatever that finds.
func (w *work) finishNative(ctx context.Context) error {
	account, err := w.connected(ctx, w.db)
	var permalink *string
	if err == nil {
		permalink = new(native.StoryPermalink(account.Username, *w.post.SNMediaID))
		err = w.readBack(ctx)
	}
	if errors.Is(err, jobs.ErrStopping) || errors.Is(err, jobs.ErrLost) || context.Cause(ctx) != nil {
		return err
	}
	if err != nil {
		timeline.Note(ctx, "the story is live, but its mentions could not be read back: %v", err)
	}
	killpoint.Reach("posts.native.read-back")
	return w.finish(ctx, permalink)
}

// readBack finds out whether the live story has its mentions, and since when it is live by the network's own clock.
func (w *work) readBack(ctx context.Context) error {
	for range stickerReads {
		if err := w.claim.Sleep(ctx, nativePause); err != nil {
			return err
		}
		stories, err := w.ownStories(ctx)
		if err != nil {
			return err
		}
		for _, story := range stories {
			if story.ID == *w.post.SNMediaID {
				w.post.PublishedAt = wiretime.Ptr(story.TakenAt)
				return w.checkMentions(ctx, story)
			}
		}
	}
	return fmt.Errorf("the network does not list the story")
}

func (w *work) checkMentions(ctx context.Context, story native.OwnStory) error {
	wanted, err := w.mentionNames()
	if err != nil {
		return err
	}
	var missing []string
	shown := storyNames(story)
	for _, name := range wanted {
		if !shown[name] {
			missing = append(missing, "@"+name)
		}
	}
	if len(missing) == 0 {
		timeline.Note(ctx, "the story was read back, and has its mentions")
		return nil
	}
	w.flaw = &verdict{
		code:    apperror.InvalidMentions,
		message: "the story is live, but the network shows it without the mention of " + strings.Join(missing, ", ") + "; they may not want to be mentioned",
	}
	timeline.Note(ctx, "%s", w.flaw.message)
	return nil
}

// mentionNames are the names that the post mentions, in lower case.
func (w *work) mentionNames() ([]string, error) {
	mentions, err := posts.DecodeList[posts.StoryMention](w.post.StoryMentions)
	names := make([]string, len(mentions))
	for i, m := range mentions {
		names[i] = mentionName(m)
	}
	return names, err
}

func storyNames(story native.OwnStory) map[string]bool {
	names := map[string]bool{}
	for _, m := range story.Mentions {
		names[m.Username] = true
	}
	return names
}

// ownStories are the live stories of the account's native user.
func (w *work) ownStories(ctx context.Context) (stories []native.OwnStory, err error) {
	err = w.natives.Use(ctx, w.post.SocialAccountID, func(ctx context.Context, client *native.Client, s *native.Session) (err error) {
		stories, err = client.OwnStories(ctx, s)
		return err
	})
	return stories, err
}
