package publish

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/intent"
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

// sendStory makes the one call that makes the story visible. An answer that says that the video is still worked on is a certain one,
// after which the call is made again, as an attempt of its own.
func (w *work) sendStory(ctx context.Context, u native.StoryUpload, permission intent.Intent) error {
	for tries := 1; ; tries++ {
		id, err := w.configure(ctx, u, permission)
		if id != "" {
			killpoint.Reach("posts.native.sent")
			return w.toldStory(ctx, id, w.clock.Now())
		}
		if native.ClassOf(err) != native.NotReady || tries == transcodeTries {
			killpoint.Reach("posts.native.refused")
			w.log.Warn("posts: the native story call failed", "post", w.post.ID, "error", err)
			return w.afterStoryRefusal(ctx, err)
		}
		if permission, err = w.permitAgain(ctx, u); err != nil {
			return err
		}
	}
}

// permitAgain settles an attempt that was answered with "not yet", and writes the next one down after a pause.
func (w *work) permitAgain(ctx context.Context, u native.StoryUpload) (intent.Intent, error) {
	err := w.claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		return w.decide(ctx, tx, absent("the network was still working on the video"))
	})
	if err != nil {
		return intent.Intent{}, err
	}
	killpoint.Reach("posts.native.not-yet")
	w.last.Verdict = attempt.Absent
	if err := w.claim.Sleep(ctx, transcodePause); err != nil {
		return intent.Intent{}, err
	}
	return w.intendStory(ctx, u, func(context.Context, bun.IDB) error { return nil })
}

// intendStory writes down that the call for a story is repeated.
func (w *work) intendStory(ctx context.Context, u native.StoryUpload, also func(context.Context, bun.IDB) error) (intent.Intent, error) {
	permission, err := w.intend(ctx, story{}, u.UploadID, w.claim.InTx, also)
	killpoint.Reach("posts.native.intended")
	return permission, err
}

// configure makes the call. Whatever else fails, an id says that the story is live.
func (w *work) configure(ctx context.Context, u native.StoryUpload, permission intent.Intent) (id string, err error) {
	err = w.natives.Use(ctx, w.post.SocialAccountID, func(ctx context.Context, client *native.Client, s *native.Session) (err error) {
		id, err = client.ConfigureStory(ctx, permission, s, u)
		return err
	})
	return id, err
}

// afterStoryRefusal decides what follows a call that did not succeed. What may have taken effect is left to reads, and so is what the
// network refused, for it may show all the same what it said no to.
func (w *work) afterStoryRefusal(ctx context.Context, err error) error {
	v := judge(err, w.failed())
	app, ok := errors.AsType[*native.Error](err)
	switch {
	case v.remedy == unhandled:
		return err
	case ok && app.OutcomeUnknown:
		return w.claim.Retry(ctx, w.clock.Now().Add(firstLook), v.message, nil)
	case v.remedy == again || v.remedy == wait:
		return w.claim.Retry(ctx, w.clock.Now().Add(firstLook), v.message, func(ctx context.Context, tx bun.IDB) error {
			return w.decide(ctx, tx, absent("the network did not take the call: "+v.message))
		})
	}
	v.answer = v.message
	return w.fail(ctx, v)
}

// toldStory records that the story is live under the id since the given time, and goes on.
func (w *work) toldStory(ctx context.Context, id string, since time.Time) error {
	if err := w.recordTold(ctx, func(ctx context.Context, tx bun.IDB) error { return w.recordMedia(ctx, tx, id, since) }, id); err != nil {
		return err
	}
	w.post.SNMediaID, w.post.PublishedAt = &id, wiretime.Ptr(since)
	killpoint.Reach("posts.native.stored")
	timeline.Note(ctx, "the story is live as %s", id)
	return w.finishNative(ctx)
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
	wanted, err := mentionNames(w.post)
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
